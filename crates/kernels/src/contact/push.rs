//! What pushes: as much of a pair as its vertices have to know.

use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::{edge_edge, point_edge, point_triangle};
use tangency_formulas::{Real, Vec3};

use super::{HalfSpace, PairKind};

/// A pair that pushes, by the parts that do: points, edges, triangles, half-spaces. 32 bytes in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Push<R: Real> {
    /// Its vertices: as many as its kind has.
    pub vertices: [u32; 4],
    /// Its kind.
    pub kind: PairKind,
    /// The distance that it keeps, m.
    pub offset: R,
    /// Coefficient of friction.
    pub mu: R,
    /// Threshold of the mollifier of nearly parallel edges, m⁴.
    pub threshold: R,
}

/// The closest points of a pair's parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<R: Real> {
    /// From the second part's closest point to the first's, m.
    pub separation: Vec3<R>,
    /// Signed barycentric weights of the vertices.
    pub weights: [R; 4],
}

impl<R: Real> Push<R> {
    /// The place of a vertex, if it is one of those that push.
    #[inline]
    pub fn place_of(&self, v: u32) -> Option<usize> {
        let [a, b, c, d] = self.vertices;
        let count = self.kind.vertices();
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
        let [a, b, c, d] = self.vertices;
        let count = self.kind.vertices();
        work(a);
        if count > 1 {
            work(b);
        }
        if count > 2 {
            work(c);
        }
        if count > 3 {
            work(d);
        }
    }

    /// The closest points of its parts where its vertices are `at`.
    #[inline]
    pub fn touch(&self, half_spaces: &[HalfSpace<R>], at: impl Fn(u32) -> Vec3<R>) -> Touch<R> {
        let (zero, one) = (R::zero(), R::one());
        let x = |k: usize| at(self.vertices[k]);
        let of_edges = |foot: Foot<R, 4>| Touch {
            separation: foot.separation,
            weights: foot.weights,
        };
        match self.kind {
            PairKind::HalfSpace => {
                let plane = &half_spaces[self.vertices[1] as usize];
                Touch {
                    separation: x(0) - plane.normal * plane.distance,
                    weights: [one, zero, zero, zero],
                }
            }
            PairKind::PointPoint => Touch {
                separation: x(0) - x(1),
                weights: [one, -one, zero, zero],
            },
            PairKind::PointEdge => {
                let foot = point_edge::foot(&x(0), &x(1), &x(2));
                let [a, b, c] = foot.weights;
                Touch {
                    separation: foot.separation,
                    weights: [a, b, c, zero],
                }
            }
            PairKind::PointTriangle => of_edges(point_triangle::foot(&x(0), &x(1), &x(2), &x(3))),
            PairKind::ParallelEdges => {
                let [a0, a1, b0, b1] = [x(0), x(1), x(2), x(3)];
                let part = edge_edge::classify(&a0, &a1, &b0, &b1);
                of_edges(edge_edge::foot_of(part, &a0, &a1, &b0, &b1))
            }
            _ => of_edges(edge_edge::foot(&x(0), &x(1), &x(2), &x(3))),
        }
    }
}
