//! Pairs that push: as much of a pair as its vertices have to know.

use tangency_formulas::distance::closest::{self, ClosestPoints};
use tangency_formulas::{Real, Vec3};

use super::{ContactPairKind, GroundPlane};
use crate::storage::plain;

/// A pair that pushes, by the parts that do: points, edges, triangles, half-spaces. 32 bytes in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Push<R: Real> {
    /// Vertices: as many as the kind has.
    pub vertices: [u32; 4],
    /// Kind.
    pub kind: ContactPairKind,
    /// The distance that it keeps, m.
    pub offset: R,
    /// Coefficient of friction.
    pub mu: R,
    /// Threshold of the mollifier of nearly parallel edges, m⁴.
    pub threshold: R,
}

plain!(; Push);

/// The closest points of a pair's parts; vertices that it has not weigh nothing.
pub type Touch<R> = ClosestPoints<R, 4>;

impl<R: Real> Push<R> {
    /// The place of a vertex, if it is one of those that push.
    #[inline]
    pub fn place_of(&self, v: u32) -> Option<usize> {
        let [a, b, c, d] = self.vertices;
        let count = self.kind.vertex_count();
        if v == a {
            Some(0)
        } else if v == b && count > 1 {
            Some(1)
        } else if v == c && count > 2 {
            Some(2)
        } else if v == d && count > 3 {
            Some(3)
        } else {
            None
        }
    }

    /// Calls `work` with the number of each vertex.
    #[inline]
    pub fn each_vertex(&self, mut work: impl FnMut(u32)) {
        self.kind.each_vertex(&self.vertices, |_, v| work(v));
    }

    /// The closest points of its parts where its vertices are `at`. Those of the lines and planes through them will not
    /// do once vertices have moved: of nearly parallel edges they may be far outside, and closer than the edges ever are.
    #[inline]
    pub fn touch(&self, half_spaces: &[GroundPlane<R>], at: impl Fn(u32) -> Vec3<R>) -> Touch<R> {
        let (zero, one) = (R::zero(), R::one());
        let x = |k: usize| at(self.vertices[k]);
        match self.kind {
            ContactPairKind::HalfSpace => {
                let plane = &half_spaces[self.vertices[1] as usize];
                Touch {
                    separation: x(0) - plane.normal * plane.distance,
                    weights: [one, zero, zero, zero],
                }
            }
            ContactPairKind::PointPoint => Touch {
                separation: x(0) - x(1),
                weights: [one, -one, zero, zero],
            },
            ContactPairKind::PointEdge => {
                let closest = closest::point_edge(&x(0), &x(1), &x(2));
                let [a, b, c] = closest.weights;
                Touch {
                    separation: closest.separation,
                    weights: [a, b, c, zero],
                }
            }
            ContactPairKind::PointTriangle => closest::point_triangle(&x(0), &x(1), &x(2), &x(3)),
            _ => closest::edge_edge(&x(0), &x(1), &x(2), &x(3)),
        }
    }
}
