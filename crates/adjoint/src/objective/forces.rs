//! Forces at the end of steps: of contact on a body, and of what holds or drives vertices.
//!
//! Their derivatives by everything that the equations of a step depend on follow from these equations: a force is a part of the
//! gradient of the potential at its nodes, so that ∂L/∂force, scaled, takes part in the adjoint vector y (see `reaction.rs`).

use tangency_engine::Vec3;

use super::residuals::least_squares;
use super::{Objective, Residuals, StateGradient, StateView, TimeSeries};

/// A number that is made of the contact forces f on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ForceMeasure {
    /// The component of their sum along a unit vector.
    Along(Vec3),
    /// The length of their sum.
    Length,
    /// The sum Σ |f| of their lengths.
    Sum,
    /// The length (Σ |f|ᵖ)^(1/p), near the largest force on a vertex for large p.
    Peak(f64),
}

/// Contact with friction on some vertices, N; zero at the start. Forces between these vertices cancel in their sum.
#[derive(Clone, Debug)]
pub struct ContactForce {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The number that counts.
    pub measure: ForceMeasure,
}

impl Objective for ContactForce {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let Some(forces) = state.forces else {
            return 0.0;
        };
        let of = |v: u32| forces.contact[v as usize];
        let slopes = &mut gradient.by_forces().contact;
        let mut add = |v: u32, slope: Vec3| slopes[v as usize] += weight * slope;
        let all = self.vertices.iter().copied();
        match self.measure {
            ForceMeasure::Along(direction) => {
                all.clone().for_each(|v| add(v, direction));
                all.map(|v| direction.dot(&of(v))).sum()
            }
            ForceMeasure::Length => {
                let sum: Vec3 = all.clone().map(of).sum();
                let length = sum.norm();
                if length > 0.0 {
                    all.for_each(|v| add(v, sum / length));
                }
                length
            }
            ForceMeasure::Sum => all
                .map(|v| {
                    let length = of(v).norm();
                    if length > 0.0 {
                        add(v, of(v) / length);
                    }
                    length
                })
                .sum(),
            ForceMeasure::Peak(p) => {
                let largest = all.clone().map(|v| of(v).norm()).fold(0.0, f64::max);
                if largest == 0.0 {
                    return 0.0;
                }
                let powers = all.clone().map(|v| (of(v).norm() / largest).powf(p));
                let sum = powers.sum::<f64>();
                for v in all {
                    let length = of(v).norm();
                    if length > 0.0 {
                        let share = sum.powf(1.0 / p - 1.0) * (length / largest).powf(p - 1.0);
                        add(v, of(v) * (share / length));
                    }
                }
                largest * sum.powf(1.0 / p)
            }
        }
    }

    fn needs_forces(&self) -> bool {
        true
    }
}

/// ½ (a·r - target(t))² of the sum r of the forces that hold or drive some vertices, N², along a unit vector a; times outside of the
/// series do not count, nor does the start.
#[derive(Clone, Debug)]
pub struct Reaction {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The direction a.
    pub direction: Vec3,
    /// The target over time, N.
    pub targets: TimeSeries<f64>,
}

least_squares!(Reaction);

impl Residuals for Reaction {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        if let (Some(forces), Some(target)) = (state.forces, self.targets.at(state.time)) {
            let all = self.vertices.iter();
            let sum: Vec3 = all.map(|&v| forces.reaction[v as usize]).sum();
            out.push(self.direction.dot(&sum) - target);
        }
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        if state.forces.is_some()
            && let [weight] = weights
        {
            let slopes = &mut gradient.by_forces().reaction;
            for &v in &self.vertices {
                slopes[v as usize] += *weight * self.direction;
            }
        }
    }

    fn needs_forces(&self) -> bool {
        true
    }
}
