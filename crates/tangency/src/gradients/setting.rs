//! Variables set: in the words of the scene language where it has them, as arrays where not.

use serde_json::Value;
use tangency_engine::{Length, Side, Vec3};
use tangency_scene::with_number;

use super::variables::{
    MotionPart, ProgramPlace, SceneVariable, VariableNames, VertexArray, at, program_places,
};
use crate::error::Error;
use crate::scene::Scene;
use crate::spec::{MaterialChoice, MotionPieceSpec, Triple};
use crate::variable_error::VariableError;

impl Scene {
    /// The scene with other values of variables, each by its name (see [`DifferentiableRun::variables`]) and its numbers one after
    /// the other: to go on with where a gradient leads.
    ///
    /// Positions, velocities and rest shapes of vertices are kept beside what the scene language says: a scene with such is not
    /// written to a file. Lengths that are relative to the size of the scene (`dhat`, `epsv`, tolerances) stay what they are when
    /// a rest shape is set.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let mut scene = Scene::new().ground(0.0);
    /// let cube = scene.add(Solid::cube(0.1).at([0.0, 0.2, 0.0]).named("cube"));
    /// let softer = scene.with_values(&[("young:cube", &[2e4]), ("gravity", &[0.0, -1.6, 0.0])])?;
    /// assert_eq!(softer.document().gravity, [0.0, -1.6, 0.0]);
    ///
    /// let x = scene.simulate()?.positions(cube).to_vec();
    /// let flat: Vec<f64> = x.iter().flat_map(|x| [x.x, 0.0 * x.y, x.z]).collect();
    /// let error = scene.with_values(&[("positions:cube", &flat)])?.simulate().unwrap_err();
    /// assert!(error.to_string().contains("`cube`"), "{error}");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// [`DifferentiableRun::variables`]: crate::DifferentiableRun::variables
    pub fn with_values(&self, values: &[(&str, &[f64])]) -> Result<Self, Error> {
        let prepared = self.prepared()?;
        let model = &prepared.model;
        let mut scene = self.clone();
        for &(name, numbers) in values {
            let names = VariableNames { scene: self, model };
            let variable = names.find(name)?;
            let expected: usize = variable.shape(&names).iter().product();
            let (name, found) = (name.to_owned(), numbers.len());
            if found != expected {
                return Err(VariableError::Length {
                    name,
                    found,
                    expected,
                }
                .into());
            }
            if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
                let value = numbers[index];
                return Err(VariableError::NotFinite { name, index, value }.into());
            }
            let setter = Setter {
                names,
                diagonal: model.diagonal,
            };
            setter.set(&mut scene, &variable, numbers)?;
        }
        Ok(scene)
    }

    /// The scene with another number where `keys` lead.
    pub(crate) fn with_number(&self, keys: &[String], number: f64) -> Result<Self, Error> {
        let name = keys.join(".");
        let unknown = || VariableError::unknown(&name, Vec::new());
        let mut json = serde_json::to_value(&self.document).unwrap_or_default();
        let old = at(&json, keys).ok_or_else(unknown)?;
        let new = with_number(old, number).ok_or_else(unknown)?;
        let place = keys.iter().try_fold(&mut json, |value, key| match value {
            Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
            value => value.get_mut(key),
        });
        *place.ok_or_else(unknown)? = new;
        let mut scene = self.clone();
        scene.document = serde_json::from_value(json).map_err(|error| VariableError::Unmerged {
            name: name.clone(),
            reason: error.to_string(),
        })?;
        Ok(scene)
    }
}

/// Sets variables of a scene whose model is known.
struct Setter<'a> {
    names: VariableNames<'a>,
    diagonal: f64,
}

impl Setter<'_> {
    fn set(
        &self,
        scene: &mut Scene,
        variable: &SceneVariable,
        numbers: &[f64],
    ) -> Result<(), Error> {
        match variable {
            SceneVariable::Gravity => scene.document.gravity = triple(numbers),
            SceneVariable::Friction => scene.document.friction.mu = numbers[0],
            SceneVariable::OwnFriction(side) => *own_friction(scene, *side) = Some(numbers[0]),
            SceneVariable::Material { body, word } => {
                let mut material = scene.material_of(*body);
                *(word.of)(&mut material) = numbers[0];
                scene.document.body[*body].material = MaterialChoice::Inline(material);
            }
            SceneVariable::Vertices { body, array } => {
                self.set_array(scene, *body, *array, numbers)
            }
            SceneVariable::Motion { program, part } => {
                self.set_motion(scene, *program, *part, numbers);
            }
            SceneVariable::Load(load) => {
                let load = &mut scene.document.load[*load];
                let vectors = [&mut load.acceleration, &mut load.force, &mut load.traction];
                match vectors.into_iter().find_map(Option::as_mut) {
                    Some(vector) => *vector = triple(numbers),
                    None => load.pressure = Some(numbers[0]),
                }
            }
            SceneVariable::Parameter(name) => *scene = scene.with_parameter(name, numbers)?,
            SceneVariable::Number(keys) => *scene = scene.with_number(keys, numbers[0])?,
        }
        Ok(())
    }

    fn set_array(&self, scene: &mut Scene, body: usize, array: VertexArray, numbers: &[f64]) {
        let name = self.names.model.bodies[body].name.clone();
        let vectors = numbers
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&c| Vec3::from(c))
            .collect();
        if array == VertexArray::RestShape {
            hold_lengths(scene, self.diagonal);
        }
        let arrays = match array {
            VertexArray::Positions => &mut scene.arrays.positions,
            VertexArray::Velocities => &mut scene.arrays.velocities,
            VertexArray::RestShape => &mut scene.arrays.rest_shapes,
        };
        arrays.insert(name, vectors);
    }

    fn set_motion(&self, scene: &mut Scene, program: usize, part: MotionPart, numbers: &[f64]) {
        let document = &mut scene.document;
        let pieces: &mut Vec<MotionPieceSpec> = match program_places(document)[program] {
            ProgramPlace::Obstacle(k) => &mut document.obstacle[k].motion.0,
            ProgramPlace::Boundary(k) => &mut document.boundary[k].motion.0,
        };
        for (piece, numbers) in pieces.iter_mut().zip(numbers.as_chunks::<3>().0) {
            match part {
                MotionPart::Velocity => piece.velocity = *numbers,
                MotionPart::AngularVelocity => piece.angular_velocity = *numbers,
                MotionPart::Center => piece.center = Some(*numbers),
            }
        }
    }
}

/// The place of the coefficient of friction of a body, obstacle or half-space.
fn own_friction(scene: &mut Scene, side: Side) -> &mut Option<f64> {
    let document = &mut scene.document;
    let bodies = document.body.len();
    match side {
        Side::Body(k) if (k as usize) < bodies => &mut document.body[k as usize].friction,
        Side::Body(k) => &mut document.obstacle[k as usize - bodies].friction,
        Side::HalfSpace(k) => match (&mut document.ground, k as usize) {
            (Some(ground), 0) => &mut ground.friction,
            (Some(_), k) => &mut document.half_space[k - 1].friction,
            (None, k) => &mut document.half_space[k].friction,
        },
    }
}

/// Makes lengths that are relative to the size of the scene absolute.
fn hold_lengths(scene: &mut Scene, diagonal: f64) {
    let solver = &mut scene.document.solver;
    let lengths = [
        &mut solver.dhat,
        &mut solver.newton_tolerance,
        &mut solver.epsv,
    ];
    let geometric = [&mut solver.geometric.epsilon, &mut solver.geometric.length];
    let all = lengths.into_iter().chain(&mut solver.first_tolerances);
    for length in all.chain(geometric.into_iter().flatten()) {
        *length = Length::Absolute(length.resolve(diagonal));
    }
}

fn triple(numbers: &[f64]) -> Triple {
    [numbers[0], numbers[1], numbers[2]]
}
