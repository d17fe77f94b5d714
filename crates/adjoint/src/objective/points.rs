//! Positions of vertices against targets: at a state, or over time. Residuals are the gaps x - target, m.

use tangency_engine::Vec3;

use super::residuals::least_squares;
use super::{Residuals, StateGradient, StateView, TimeSeries};

/// ½ Σ |x - target|² over some vertices, m².
#[derive(Clone, Debug)]
pub struct PointTargets {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The target of each, m.
    pub targets: Vec<Vec3>,
}

/// ½ Σ |x - target(t)|² over some vertices, m²; times outside of a series do not count.
#[derive(Clone, Debug)]
pub struct PointTrajectory {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The targets of each over time, m.
    pub targets: Vec<TimeSeries<Vec3>>,
}

least_squares!(PointTargets, PointTrajectory);

/// Adds weights, three a vertex, to the derivatives by positions.
fn spread<'a>(
    vertices: impl Iterator<Item = &'a u32>,
    weights: &[f64],
    gradient: &mut StateGradient,
) {
    for (&v, weight) in vertices.zip(weights.chunks_exact(3)) {
        gradient.x[v as usize] += Vec3::from_column_slice(weight);
    }
}

impl Residuals for PointTargets {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        for (&v, target) in self.vertices.iter().zip(&self.targets) {
            out.extend((state.x[v as usize] - target).iter());
        }
    }

    fn pull_back(&self, _: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        spread(self.vertices.iter(), weights, gradient);
    }
}

impl PointTrajectory {
    fn active(&self, time: f64) -> impl Iterator<Item = (&u32, Vec3)> {
        let pairs = self.vertices.iter().zip(&self.targets);
        pairs.filter_map(move |(v, series)| Some((v, series.at(time)?)))
    }
}

impl Residuals for PointTrajectory {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        for (&v, target) in self.active(state.time) {
            out.extend((state.x[v as usize] - target).iter());
        }
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        spread(self.active(state.time).map(|(v, _)| v), weights, gradient);
    }
}
