//! An outline in a picture: vertices projected along a direction, against a closed or open line of points. Residuals are the gaps in
//! the picture's plane, m.

use tangency_engine::Vec3;
use tangency_formulas::distance::closest;

use super::residuals::least_squares;
use super::{Residuals, StateGradient, StateView};

/// ½ mean |p - c(p)|² over the pictures p of vertices, with the closest point c of the target outline, m².
#[derive(Clone, Debug)]
pub struct OutlineTarget {
    /// Vertices whose picture should lie on the outline.
    pub vertices: Vec<u32>,
    /// Axes of the picture, of length 1 and at right angles.
    pub axes: [Vec3; 2],
    /// Points of the outline, m: coordinates along the axes.
    pub outline: Vec<[f64; 2]>,
    /// Whether the last point is joined to the first.
    pub is_closed: bool,
}

least_squares!(OutlineTarget);

/// A gap in the picture, and the unit vector along the edge where its end lies within one.
struct OutlineGap {
    gap: [f64; 2],
    edge: Option<[f64; 2]>,
}

impl OutlineTarget {
    fn factor(&self) -> f64 {
        (1.0 / self.vertices.len().max(1) as f64).sqrt()
    }

    fn gap(&self, x: &Vec3) -> OutlineGap {
        let lift = |p: [f64; 2]| Vec3::new(p[0], p[1], 0.0);
        let picture = lift(self.axes.map(|axis| axis.dot(x)));
        let count = self.outline.len();
        let edges = if self.is_closed { count } else { count - 1 };
        let mut best = (
            f64::INFINITY,
            OutlineGap {
                gap: [0.0; 2],
                edge: None,
            },
        );
        for k in 0..edges {
            let (a, b) = (lift(self.outline[k]), lift(self.outline[(k + 1) % count]));
            let found = closest::point_edge(&picture, &a, &b);
            let distance = found.separation.norm();
            if distance < best.0 {
                let is_within = found.weights[1] < 0.0 && found.weights[2] < 0.0;
                let edge = (b - a).normalize();
                best = (
                    distance,
                    OutlineGap {
                        gap: [found.separation.x, found.separation.y],
                        edge: is_within.then_some([edge.x, edge.y]),
                    },
                );
            }
        }
        best.1
    }
}

impl Residuals for OutlineTarget {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        let factor = self.factor();
        for &v in &self.vertices {
            out.extend(self.gap(&state.x[v as usize]).gap.map(|r| factor * r));
        }
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        let factor = self.factor();
        for (&v, weight) in self.vertices.iter().zip(weights.chunks_exact(2)) {
            let mut slope = [factor * weight[0], factor * weight[1]];
            if let Some(edge) = self.gap(&state.x[v as usize]).edge {
                let along = edge[0] * slope[0] + edge[1] * slope[1];
                slope = [slope[0] - along * edge[0], slope[1] - along * edge[1]];
            }
            gradient.x[v as usize] += self.axes[0] * slope[0] + self.axes[1] * slope[1];
        }
    }
}
