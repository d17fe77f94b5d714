//! The numbers that a run depends on, variable by variable, and the derivatives by them in the same order.

use std::collections::BTreeMap;

use tangency_adjoint::{Gradient, Variable};
use tangency_engine::model::Friction;
use tangency_engine::{LoadKind, Model, Path, Side, State, Vec3};

use super::variables::MATERIAL_WORDS;
use crate::spec::MaterialSpec;

/// The numbers of a built scene.
pub struct Quantities {
    /// By variable, in the order of [`slopes`].
    pub numbers: BTreeMap<Variable, Vec<f64>>,
    /// Coefficients of friction.
    pub friction: Friction,
}

impl Quantities {
    /// Those of a model, its start and the materials of its bodies.
    pub fn of(model: &Model, state: &State, materials: &[MaterialSpec]) -> Self {
        let numbers = Variable::ALL.into_iter().map(|variable| {
            let vertices = model.vertex_count();
            let numbers = match variable {
                Variable::Positions => flat(&state.x[..vertices]),
                Variable::Velocities => flat(&state.v[..vertices]),
                Variable::RestShape => flat(&model.rest),
                Variable::Gravity => flat(&[model.gravity]),
                Variable::Motions => motions(model),
                Variable::Loads => loads(model),
                Variable::Friction => Vec::new(),
                _ => of_materials(variable, model, materials),
            };
            (variable, numbers)
        });
        Quantities {
            numbers: numbers.collect(),
            friction: model.friction.clone(),
        }
    }

    /// The coefficient between two sides.
    pub fn coefficient(&self, (a, b): (Side, Side)) -> f64 {
        match (a, b) {
            (Side::Body(a), Side::Body(b)) => self.friction.between(a, b),
            (Side::Body(body), Side::HalfSpace(plane))
            | (Side::HalfSpace(plane), Side::Body(body)) => {
                self.friction.on_half_space(body, plane)
            }
            (Side::HalfSpace(_), Side::HalfSpace(_)) => 0.0,
        }
    }
}

/// The derivatives by the numbers of a variable.
pub fn slopes(gradient: &Gradient, variable: Variable) -> Vec<f64> {
    match variable {
        Variable::Positions => flat(&gradient.positions),
        Variable::Velocities => flat(&gradient.velocities),
        Variable::RestShape => flat(&gradient.rest_shape),
        Variable::Young => gradient.young.clone(),
        Variable::Poisson => gradient.poisson.clone(),
        Variable::Density => gradient.density.clone(),
        Variable::Gravity => flat(&[gradient.gravity]),
        Variable::Motions => {
            let pieces = gradient.motions.iter().flatten();
            let parts = pieces.flat_map(|p| [p.velocity, p.angular_velocity, p.center]);
            flat(&parts.collect::<Vec<_>>())
        }
        Variable::Loads => flat(&gradient.loads),
        Variable::Friction => Vec::new(),
        // No number of the scene goes there yet: what changes them is refused.
        Variable::Thickness | Variable::Bending | Variable::Weave | Variable::YoungByElement => {
            Vec::new()
        }
    }
}

fn motions(model: &Model) -> Vec<f64> {
    let mut parts = Vec::new();
    for program in &model.boundary {
        if let Path::Pieces(pieces) = &program.motion.path {
            parts.extend(
                pieces
                    .iter()
                    .flat_map(|p| [p.velocity, p.angular_velocity, p.center]),
            );
        }
    }
    flat(&parts)
}

fn loads(model: &Model) -> Vec<f64> {
    let value = |kind: &LoadKind| match kind {
        LoadKind::Acceleration { acceleration, .. } => *acceleration,
        LoadKind::Force { force, .. } => *force,
        LoadKind::Traction { traction, .. } => *traction,
        LoadKind::Pressure { pressure, .. } => Vec3::new(*pressure, 0.0, 0.0),
        LoadKind::Driven { .. } => Vec3::zeros(),
    };
    let loads: Vec<Vec3> = model.loads.iter().map(|load| value(&load.kind)).collect();
    flat(&loads)
}

fn of_materials(variable: Variable, model: &Model, materials: &[MaterialSpec]) -> Vec<f64> {
    let word = MATERIAL_WORDS.iter().find(|word| word.variable == variable);
    let number = |body: usize| match (word, materials.get(body)) {
        (Some(word), Some(material)) => *(word.of)(&mut material.clone()),
        _ => 0.0,
    };
    (0..model.bodies.len()).map(number).collect()
}

/// The components of vectors, one after the other.
pub fn flat(vectors: &[Vec3]) -> Vec<f64> {
    vectors.iter().flatten().copied().collect()
}
