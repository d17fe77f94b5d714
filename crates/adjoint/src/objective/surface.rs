//! Distance of a surface to a target surface, by closest points; residuals are the gaps, m.
//!
//! With the closest point c(x) of the target, r = x - c(x). Both change with x, but ½|r|² changes by r alone, because c moves at
//! right angles to r, or stays in a corner.

use tangency_engine::Vec3;

use super::closest::{ClosestPoint, TriangleTree};
use super::residuals::least_squares;
use super::{Residuals, StateGradient, StateView};

/// ½ Σ w |x - c(x)|² over vertices x, with the closest point c of the target, m²; with `triangles` also over the points of the
/// target, to the closest points of these. The weights w make the mean over either side.
#[derive(Clone, Debug, Default)]
pub struct SurfaceTarget {
    /// Vertices that should lie on the target.
    pub vertices: Vec<u32>,
    /// Points of the target, m.
    pub points: Vec<Vec3>,
    /// Triangles of the target.
    pub target: Vec<[u32; 3]>,
    /// Triangles of the body that the points of the target should lie on; empty for one side only.
    pub triangles: Vec<[u32; 3]>,
}

least_squares!(SurfaceTarget);

impl SurfaceTarget {
    /// Closest points on the target of the vertices, and on the body of the target's points.
    fn closest(&self, state: &StateView) -> (Vec<ClosestPoint>, Vec<ClosestPoint>) {
        let tree = TriangleTree::new(&self.points, &self.target);
        let own = self.vertices.iter();
        let own = own.map(|&v| tree.closest(&state.x[v as usize])).collect();
        if self.triangles.is_empty() {
            return (own, Vec::new());
        }
        let tree = TriangleTree::new(state.x, &self.triangles);
        (
            own,
            self.points
                .iter()
                .map(|point| tree.closest(point))
                .collect(),
        )
    }

    /// Square roots of the weights of either side.
    fn factors(&self) -> [f64; 2] {
        [self.vertices.len(), self.points.len()].map(|n| (1.0 / n.max(1) as f64).sqrt())
    }
}

impl Residuals for SurfaceTarget {
    fn residuals(&self, state: &StateView, out: &mut Vec<f64>) {
        let [first, second] = self.factors();
        let (own, others) = self.closest(state);
        out.extend(own.iter().flat_map(|c| (first * c.separation).data.0[0]));
        out.extend(
            others
                .iter()
                .flat_map(|c| (second * c.separation).data.0[0]),
        );
    }

    fn pull_back(&self, state: &StateView, weights: &[f64], gradient: &mut StateGradient) {
        let [first, second] = self.factors();
        let (own, others) = self.closest(state);
        let (near, far) = weights.split_at(3 * own.len());
        for (&v, (closest, weight)) in self
            .vertices
            .iter()
            .zip(own.iter().zip(near.chunks_exact(3)))
        {
            let slope = first
                * along(closest, Vec3::from_column_slice(weight), || {
                    self.target[closest.triangle as usize].map(|v| self.points[v as usize])
                });
            gradient.x[v as usize] += slope;
        }
        for (closest, weight) in others.iter().zip(far.chunks_exact(3)) {
            let corners = self.triangles[closest.triangle as usize];
            let slope = second
                * along(closest, Vec3::from_column_slice(weight), || {
                    corners.map(|v| state.x[v as usize])
                });
            for (&v, share) in corners.iter().zip(closest.weights) {
                gradient.x[v as usize] -= share * slope;
            }
        }
    }
}

/// The part of a weight that a gap follows: all of it over a corner, at right angles to the edge over an edge, along the normal over
/// the inside of a triangle. The curvature of a moving triangle is left out, which changes nothing where the weight is the gap.
fn along(closest: &ClosestPoint, weight: Vec3, corners: impl Fn() -> [Vec3; 3]) -> Vec3 {
    let inside = closest.weights.map(|w| w > 0.0);
    let corners = corners();
    let used: Vec<Vec3> = (0..3).filter(|&k| inside[k]).map(|k| corners[k]).collect();
    match used[..] {
        [a, b, c] => {
            let normal = (b - a).cross(&(c - a)).normalize();
            normal * normal.dot(&weight)
        }
        [a, b] => {
            let edge = (b - a).normalize();
            weight - edge * edge.dot(&weight)
        }
        _ => weight,
    }
}
