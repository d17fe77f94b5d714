//! A pair of primitives that are near each other.

use tangency_formulas::contact::displacement_bound::{PLANE_SHARE, division};
use tangency_formulas::distance::edge_edge;
use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::point_triangle::{self, PointTriangle};
use tangency_formulas::{Real, Vec3};

use super::HalfSpace;

/// What two primitives a pair is made of, and which parts of them push each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum PairKind {
    /// A point and a triangle that do not push each other.
    PointTriangleApart,
    /// A point and the triangle's vertex `t0`.
    PointTriangle0,
    /// A point and the triangle's vertex `t1`.
    PointTriangle1,
    /// A point and the triangle's vertex `t2`.
    PointTriangle2,
    /// A point and the triangle's edge `(t0, t1)`.
    PointTriangle01,
    /// A point and the triangle's edge `(t1, t2)`.
    PointTriangle12,
    /// A point and the triangle's edge `(t2, t0)`.
    PointTriangle20,
    /// A point and the inside of a triangle.
    PointTriangle,
    /// Two edges that do not push each other.
    EdgeEdgeApart,
    /// The insides of two edges.
    EdgeEdge,
    /// Two edges that are nearly parallel.
    ParallelEdges,
    /// A point and an edge that do not push each other.
    PointEdgeApart,
    /// A point and the edge's end `e0`.
    PointEdge0,
    /// A point and the edge's end `e1`.
    PointEdge1,
    /// A point and the inside of an edge.
    PointEdge,
    /// Two points.
    PointPoint,
    /// A point, and the number of a half-space in place of the second vertex.
    HalfSpace,
}

impl PairKind {
    /// How many vertices it has.
    #[inline]
    pub fn vertices(self) -> usize {
        match self {
            PairKind::HalfSpace => 1,
            PairKind::PointPoint => 2,
            _ if self.is_point_edge() => 3,
            _ => 4,
        }
    }

    /// How many of them belong to its first primitive.
    #[inline]
    pub fn first_vertices(self) -> usize {
        match self {
            PairKind::EdgeEdgeApart | PairKind::EdgeEdge | PairKind::ParallelEdges => 2,
            _ => 1,
        }
    }

    /// Whether its parts push each other.
    #[inline]
    pub fn pushes(self) -> bool {
        !matches!(
            self,
            PairKind::PointTriangleApart | PairKind::EdgeEdgeApart | PairKind::PointEdgeApart
        )
    }

    #[inline]
    fn is_point_edge(self) -> bool {
        matches!(
            self,
            PairKind::PointEdgeApart
                | PairKind::PointEdge0
                | PairKind::PointEdge1
                | PairKind::PointEdge
        )
    }
}

/// A pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Pair<R: Real> {
    /// Its vertices: as many as its kind has.
    pub vertices: [u32; 4],
    /// Its kind.
    pub kind: PairKind,
    /// How often it counts.
    pub weight: R,
    /// The distance that it keeps, m.
    pub offset: R,
    /// Coefficient of friction.
    pub mu: R,
    /// Threshold of the mollifier of nearly parallel edges, m⁴.
    pub threshold: R,
    /// Unit vector across the gap, from the second primitive to the first.
    pub normal: Vec3<R>,
    /// The gap beyond the offset, m.
    pub gap: R,
    /// How far the vertices of each side may go towards the other, m.
    pub rooms: [R; 2],
}

/// The closest points of a pair's parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<R: Real> {
    /// From the second part's closest point to the first's, m.
    pub separation: Vec3<R>,
    /// Signed barycentric weights of the vertices.
    pub weights: [R; 4],
}

impl<R: Real> Pair<R> {
    /// Divides the gap between the two sides, whose vertices are about to move by `intended`.
    #[inline]
    pub fn divided(mut self, intended: impl Fn(u32) -> Vec3<R>) -> Self {
        let room = self.gap.max(R::zero()) * R::from_f64(PLANE_SHARE);
        if self.kind == PairKind::HalfSpace {
            self.rooms = [room, R::zero()];
            return self;
        }
        let (mut first, mut second) = (R::zero(), R::zero());
        for k in 0..self.kind.vertices() {
            let along = self.normal.dot(&intended(self.vertices[k]));
            if k < self.kind.first_vertices() {
                first = first.max(-along);
            } else {
                second = second.max(along);
            }
        }
        let share = division(first, second);
        self.rooms = [room * share, room * (R::one() - share)];
        self
    }

    /// The direction in which the vertex at `place` has limited room, and how much, m.
    #[inline]
    pub fn room(&self, place: usize) -> (Vec3<R>, R) {
        if place < self.kind.first_vertices() {
            (self.normal, self.rooms[0])
        } else {
            (-self.normal, self.rooms[1])
        }
    }

    /// The closest points of its parts where its vertices are `at`.
    #[inline]
    pub fn touch(&self, half_spaces: &[HalfSpace<R>], at: impl Fn(u32) -> Vec3<R>) -> Touch<R> {
        let (zero, one) = (R::zero(), R::one());
        let x = |k: usize| at(self.vertices[k]);
        let triangle = |part: PointTriangle| {
            let foot = point_triangle::foot_of(part, &x(0), &x(1), &x(2), &x(3));
            Touch {
                separation: foot.separation,
                weights: foot.weights,
            }
        };
        let edge = |part: PointEdge| {
            let foot = point_edge::foot_of(part, &x(0), &x(1), &x(2));
            let [a, b, c] = foot.weights;
            Touch {
                separation: foot.separation,
                weights: [a, b, c, zero],
            }
        };
        match self.kind {
            PairKind::PointTriangle0 => triangle(PointTriangle::T0),
            PairKind::PointTriangle1 => triangle(PointTriangle::T1),
            PairKind::PointTriangle2 => triangle(PointTriangle::T2),
            PairKind::PointTriangle01 => triangle(PointTriangle::E0),
            PairKind::PointTriangle12 => triangle(PointTriangle::E1),
            PairKind::PointTriangle20 => triangle(PointTriangle::E2),
            PairKind::PointTriangle | PairKind::PointTriangleApart => {
                triangle(PointTriangle::Interior)
            }
            PairKind::PointEdge0 => edge(PointEdge::E0),
            PairKind::PointEdge1 => edge(PointEdge::E1),
            PairKind::PointEdge | PairKind::PointEdgeApart => edge(PointEdge::Interior),
            PairKind::PointPoint => Touch {
                separation: x(0) - x(1),
                weights: [one, -one, zero, zero],
            },
            PairKind::EdgeEdge => {
                let foot = edge_edge::foot(&x(0), &x(1), &x(2), &x(3));
                Touch {
                    separation: foot.separation,
                    weights: foot.weights,
                }
            }
            PairKind::ParallelEdges | PairKind::EdgeEdgeApart => {
                let [a0, a1, b0, b1] = [x(0), x(1), x(2), x(3)];
                let part = edge_edge::classify(&a0, &a1, &b0, &b1);
                let foot = edge_edge::foot_of(part, &a0, &a1, &b0, &b1);
                Touch {
                    separation: foot.separation,
                    weights: foot.weights,
                }
            }
            PairKind::HalfSpace => {
                let plane = &half_spaces[self.vertices[1] as usize];
                Touch {
                    separation: x(0) - plane.normal * plane.distance,
                    weights: [one, zero, zero, zero],
                }
            }
        }
    }
}
