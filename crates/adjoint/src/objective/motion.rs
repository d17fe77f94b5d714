//! Centres of mass and mean velocities of some vertices, weighed by mass:
//!
//! ```text
//! c = Σ m x / Σ m,   ∂c/∂x = m / M,   ∂c/∂m = (x - c) / M
//! ```

use tangency_engine::{Model, Vec3};

use super::residuals::least_squares;
use super::{Residuals, StateGradient, StateView, TimeSeries};

/// ½ |c - target|² of the centre of mass c of some vertices, m².
#[derive(Clone, Debug)]
pub struct CenterOfMass {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The target, m.
    pub target: Vec3,
}

/// ½ |c - target(t)|² of the centre of mass c of some vertices, m²; times outside of the series do not count.
#[derive(Clone, Debug)]
pub struct CenterTrajectory {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The targets over time, m.
    pub targets: TimeSeries<Vec3>,
}

/// ½ |v - target|² of the velocity v of the centre of mass of some vertices, m²/s².
#[derive(Clone, Debug)]
pub struct MeanVelocity {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The target, m/s.
    pub target: Vec3,
}

least_squares!(CenterOfMass, CenterTrajectory, MeanVelocity);

/// The mean of a field over vertices, weighed by mass.
fn mean(model: &Model, vertices: &[u32], field: &[Vec3]) -> Vec3 {
    let moments = vertices
        .iter()
        .map(|&v| model.mass[v as usize] * field[v as usize]);
    moments.sum::<Vec3>() / total(model, vertices)
}

fn total(model: &Model, vertices: &[u32]) -> f64 {
    vertices.iter().map(|&v| model.mass[v as usize]).sum()
}

/// Adds the derivatives of `slope` · mean to those by the field and by masses.
fn mean_back(
    model: &Model,
    (vertices, field): (&[u32], &[Vec3]),
    slope: &[f64],
    (by_field, by_mass): (&mut [Vec3], &mut [f64]),
) {
    let slope = Vec3::from_column_slice(slope);
    let (total, center) = (total(model, vertices), mean(model, vertices, field));
    for &v in vertices {
        let v = v as usize;
        by_field[v] += (model.mass[v] / total) * slope;
        by_mass[v] += (field[v] - center).dot(&slope) / total;
    }
}

impl Residuals for CenterOfMass {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        out.extend((mean(state.model, &self.vertices, state.x) - self.target).iter());
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        let of = (&self.vertices[..], state.x);
        mean_back(
            state.model,
            of,
            weights,
            (&mut gradient.x, &mut gradient.mass),
        );
    }
}

impl Residuals for CenterTrajectory {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        if let Some(target) = self.targets.at(state.time) {
            out.extend((mean(state.model, &self.vertices, state.x) - target).iter());
        }
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        if self.targets.at(state.time).is_some() {
            let of = (&self.vertices[..], state.x);
            mean_back(
                state.model,
                of,
                weights,
                (&mut gradient.x, &mut gradient.mass),
            );
        }
    }
}

impl Residuals for MeanVelocity {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        out.extend((mean(state.model, &self.vertices, state.v) - self.target).iter());
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        let of = (&self.vertices[..], state.v);
        mean_back(
            state.model,
            of,
            weights,
            (&mut gradient.v, &mut gradient.mass),
        );
    }
}
