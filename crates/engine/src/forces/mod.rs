//! Forces on the vertices at the end of a step, and what they add up to.
//!
//! With the mass m, the velocities v⁰ and v¹ at the two ends of a step of length h, and all forces taken at its end,
//!
//! m (v¹ - v⁰) / h = elastic + contact + friction + outside + reaction
//!
//! where the reaction is what holds or drives a prescribed vertex, and zero elsewhere. With implicit Euler this holds for every
//! vertex to the tolerance of the solver; quasi-static steps have no left-hand side; Newmark's rule and BDF2 have other forces
//! than those at the end on the right (`engine/tests/forces.rs` has the sums).

mod balance;
mod doubt;
mod pairs;

pub use balance::{ActingContacts, BodyMotion, ForceBalance, StepWork, Wrench};
pub use doubt::{DOUBTFUL_SHARE, DoubtfulForces};
pub use pairs::PairForce;

use tangency_geometry::Vec3;

use crate::model::Model;
use crate::state::State;

/// Forces on every node at the end of a step, N, and what they are measured with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeForces {
    /// Elastic forces, with those of stitches and damping.
    pub elastic: Vec<Vec3>,
    /// Forces of contact.
    pub contact: Vec<Vec3>,
    /// Forces of friction.
    pub friction: Vec<Vec3>,
    /// Gravity and loads.
    pub outside: Vec<Vec3>,
    /// Forces that hold or drive prescribed vertices and obstacles.
    pub reaction: Vec<Vec3>,
    /// Forces that the solver has left on nodes that are free.
    pub residual: Vec<Vec3>,
    /// Accelerations (v¹ - v⁰) / h, m/s².
    pub acceleration: Vec<Vec3>,
    /// Elastic energy of the elements whose first vertex it is, J.
    pub elastic_energy: Vec<f64>,
    /// Displacement in the step, m.
    pub displacement: Vec<Vec3>,
    /// The program that prescribes each node, where one does.
    pub program: Vec<Option<u32>>,
    /// Stiffness of limits of strain in the step, Pa.
    pub strain_limit_stiffness: Option<f64>,
}

impl NodeForces {
    /// Adds accelerations and reactions, now that velocities at the end of the step are known; before, accelerations are the
    /// velocities at its start.
    pub(crate) fn complete(&mut self, model: &Model, end: &State, has_inertia: bool, dt: f64) {
        for (before, v) in self.acceleration.iter_mut().zip(&end.v) {
            *before = (v - *before) / dt;
        }
        let nodes = 0..self.acceleration.len();
        let mut totals: Vec<Vec3> = nodes.clone().map(|v| self.total(v)).collect();
        model.dependents.hand_on(&mut totals);
        self.reaction = nodes
            .map(|v| {
                let is_driven = self.program[v].is_some() || model.mass[v] == 0.0;
                let inertia = match has_inertia {
                    true => model.mass[v] * self.acceleration[v],
                    false => Vec3::zeros(),
                };
                match is_driven {
                    true => inertia - totals[v],
                    false => Vec3::zeros(),
                }
            })
            .collect();
    }

    /// The sum of all forces on a node but its reaction, N.
    pub fn total(&self, v: usize) -> Vec3 {
        self.elastic[v] + self.contact[v] + self.friction[v] + self.outside[v]
    }
}
