//! A pair of primitives that are near each other.

use tangency_formulas::contact::displacement_bound::{PLANE_SHARE, division};
use tangency_formulas::{Real, Vec3};

use super::push::Push;
use crate::vbd::Plane;

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
        self.each_vertex(|k, v| {
            let along = self.normal.dot(&intended(v));
            if k < self.kind.first_vertices() {
                first = first.max(-along);
            } else {
                second = second.max(along);
            }
        });
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

    /// What of it a vertex needs to know that it pushes: the parts that do, as points, edges and triangles.
    #[inline]
    pub fn push(&self) -> Push<R> {
        let [a, b, c, d] = self.vertices;
        let (point, edge) = (PairKind::PointPoint, PairKind::PointEdge);
        let (kind, vertices) = match self.kind {
            PairKind::PointTriangle0 | PairKind::PointEdge0 => (point, [a, b, 0, 0]),
            PairKind::PointTriangle1 | PairKind::PointEdge1 => (point, [a, c, 0, 0]),
            PairKind::PointTriangle2 => (point, [a, d, 0, 0]),
            PairKind::PointTriangle01 => (edge, [a, b, c, 0]),
            PairKind::PointTriangle12 => (edge, [a, c, d, 0]),
            PairKind::PointTriangle20 => (edge, [a, d, b, 0]),
            kind => (kind, self.vertices),
        };
        Push {
            vertices,
            kind,
            offset: self.offset,
            mu: self.mu,
            threshold: self.threshold,
        }
    }

    /// Calls `work` with the place and number of each vertex.
    #[inline]
    pub fn each_vertex(&self, mut work: impl FnMut(usize, u32)) {
        let [a, b, c, d] = self.vertices;
        let count = self.kind.vertices();
        work(0, a);
        if count > 1 {
            work(1, b);
        }
        if count > 2 {
            work(2, c);
        }
        if count > 3 {
            work(3, d);
        }
    }

    /// The plane that bounds the vertex at `place`.
    #[inline]
    pub fn plane(&self, place: usize) -> Plane<R> {
        let (normal, room) = self.room(place);
        Plane { normal, room }
    }
}
