//! Objectives: functions of the states of a run, with their gradients. A file a family.

mod closest;
mod combined;
mod energies;
mod forces;
mod motion;
mod outline;
mod points;
mod residuals;
mod stress;
mod surface;
mod time_series;

use tangency_engine::{Model, State, Vec3};

pub use combined::{Product, WeightedObjectives, Window};
pub use energies::{KineticEnergy, PotentialEnergy, StrainEnergy, Volume};
pub use forces::{ContactForce, ForceMeasure, Reaction};
pub use motion::{CenterOfMass, CenterTrajectory, MeanVelocity};
pub use outline::OutlineTarget;
pub use points::{PointTargets, PointTrajectory};
pub use residuals::{Deviation, HalfSquares, Residuals, Scaled};
pub use stress::StressNorm;
pub use surface::SurfaceTarget;
pub use time_series::TimeSeries;

/// Forces on every node where a step ended, N.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateForces {
    /// Contact with friction.
    pub contact: Vec<Vec3>,
    /// What holds or drives prescribed vertices and obstacles, as the run folder tells it; zero elsewhere.
    pub reaction: Vec<Vec3>,
}

/// A state as objectives see it; number 0 is the start.
#[derive(Clone, Copy)]
pub struct StateView<'a> {
    /// The model.
    pub model: &'a Model,
    /// Number of the step that ended in it.
    pub step: u64,
    /// Time, s.
    pub time: f64,
    /// Positions of the vertices, m.
    pub x: &'a [Vec3],
    /// Their velocities, m/s.
    pub v: &'a [Vec3],
    /// Forces there, for objectives that need them; none at the start.
    pub forces: Option<&'a StateForces>,
}

impl<'a> StateView<'a> {
    /// The part of `state` that objectives see.
    pub fn of(model: &'a Model, state: &'a State) -> Self {
        StateView {
            model,
            step: state.step,
            time: state.time,
            x: &state.x,
            v: &state.v,
            forces: None,
        }
    }
}

/// The derivatives of an objective by one state, and by what it looks at besides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateGradient {
    /// By positions.
    pub x: Vec<Vec3>,
    /// By velocities.
    pub v: Vec<Vec3>,
    /// By the masses of vertices, which densities and rest shapes change.
    pub mass: Vec<f64>,
    /// By forces; nothing where no force counts.
    pub forces: Option<StateForces>,
    /// By Lamé's parameters μ and λ of each tet, batch after batch; empty where they do not count.
    pub lame: [Vec<[f64; 2]>; 2],
    /// By rest positions; empty where they do not count.
    pub rest: Vec<Vec3>,
}

impl StateGradient {
    /// Zeros for so many vertices.
    pub fn zeros(vertices: usize) -> Self {
        StateGradient {
            x: vec![Vec3::zeros(); vertices],
            v: vec![Vec3::zeros(); vertices],
            mass: vec![0.0; vertices],
            ..StateGradient::default()
        }
    }

    /// The derivatives by forces, to be added to.
    pub fn by_forces(&mut self) -> &mut StateForces {
        let zeros = || vec![Vec3::zeros(); self.x.len()];
        self.forces.get_or_insert_with(|| StateForces {
            contact: zeros(),
            reaction: zeros(),
        })
    }

    /// The derivatives by Lamé's parameters and rest positions, to be added to.
    pub(crate) fn by_elements(&mut self, model: &Model) -> (&mut [Vec<[f64; 2]>; 2], &mut [Vec3]) {
        for (own, batch) in self.lame.iter_mut().zip(&model.elements.tets) {
            own.resize(batch.stencils.len(), [0.0; 2]);
        }
        self.rest.resize(self.x.len(), Vec3::zeros());
        (&mut self.lame, &mut self.rest)
    }

    /// Adds `weight` times other derivatives.
    pub fn add(&mut self, weight: f64, other: &StateGradient) {
        fn join<T: Clone + Default>(sum: &mut Vec<T>, part: &[T], mut add: impl FnMut(&mut T, &T)) {
            if sum.len() < part.len() {
                sum.resize(part.len(), T::default());
            }
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| add(sum, part));
        }
        let vector = |sum: &mut Vec3, part: &Vec3| *sum += weight * part;
        join(&mut self.x, &other.x, vector);
        join(&mut self.v, &other.v, vector);
        join(&mut self.mass, &other.mass, |sum, part| {
            *sum += weight * part
        });
        if let Some(forces) = &other.forces {
            let own = self.by_forces();
            join(&mut own.contact, &forces.contact, vector);
            join(&mut own.reaction, &forces.reaction, vector);
        }
        for (own, part) in self.lame.iter_mut().zip(&other.lame) {
            join(own, part, |sum, part| {
                sum.iter_mut()
                    .zip(part)
                    .for_each(|(sum, part)| *sum += weight * part);
            });
        }
        join(&mut self.rest, &other.rest, vector);
    }

    /// Whether all of it are numbers.
    pub(crate) fn is_finite(&self) -> bool {
        let vectors = |vectors: &[Vec3]| vectors.iter().all(|v| v.iter().all(|c| c.is_finite()));
        let forces = self.forces.as_ref();
        vectors(&self.x)
            && vectors(&self.v)
            && vectors(&self.rest)
            && self.mass.iter().all(|m| m.is_finite())
            && forces.is_none_or(|forces| vectors(&forces.contact) && vectors(&forces.reaction))
            && self
                .lame
                .iter()
                .flatten()
                .flatten()
                .all(|slope| slope.is_finite())
    }
}

/// A sum over the states of a run.
pub trait Objective {
    /// The summand of a state; adds `weight` times its derivatives to `gradient`.
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64;

    /// Whether it looks at forces at the end of a step.
    fn needs_forces(&self) -> bool {
        false
    }
}

impl<O: Objective + ?Sized> Objective for Box<O> {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        (**self).add(state, weight, gradient)
    }

    fn needs_forces(&self) -> bool {
        (**self).needs_forces()
    }
}

/// Derivatives that were computed elsewhere, one for each state from the start: of any function of a whole run.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Value of the function.
    pub value: f64,
    /// Derivatives by each state.
    pub states: Vec<StateGradient>,
}

impl Objective for Seeds {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        if let Some(known) = self.states.get(state.step as usize) {
            gradient.add(weight, known);
        }
        if state.step == 0 { self.value } else { 0.0 }
    }
}
