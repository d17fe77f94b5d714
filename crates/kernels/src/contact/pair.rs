//! A pair of primitives that are near each other.

use tangency_formulas::contact::displacement_bound::{PLANE_FRACTION, gap_fraction};
use tangency_formulas::{Real, Vec3};

use super::{BoundingPlane, Push};
use crate::storage::plain;

/// The two primitives that a pair is made of, and which parts of them push each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum ContactPairKind {
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

impl ContactPairKind {
    /// The number of its vertices.
    #[inline]
    pub fn vertex_count(self) -> usize {
        match self {
            ContactPairKind::HalfSpace => 1,
            ContactPairKind::PointPoint => 2,
            _ if self.is_point_edge() => 3,
            _ => 4,
        }
    }

    /// The number of those that belong to its first primitive.
    #[inline]
    pub fn first_vertices(self) -> usize {
        match self {
            ContactPairKind::EdgeEdgeApart
            | ContactPairKind::EdgeEdge
            | ContactPairKind::ParallelEdges => 2,
            _ => 1,
        }
    }

    /// Whether its parts push each other.
    #[inline]
    pub fn pushes(self) -> bool {
        !matches!(
            self,
            ContactPairKind::PointTriangleApart
                | ContactPairKind::EdgeEdgeApart
                | ContactPairKind::PointEdgeApart
        )
    }

    /// Calls `work` with the place and number of each of the `vertices` that it has.
    #[inline]
    pub fn each_vertex(self, vertices: &[u32; 4], mut work: impl FnMut(usize, u32)) {
        let &[a, b, c, d] = vertices;
        let count = self.vertex_count();
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

    #[inline]
    fn is_point_edge(self) -> bool {
        matches!(
            self,
            ContactPairKind::PointEdgeApart
                | ContactPairKind::PointEdge0
                | ContactPairKind::PointEdge1
                | ContactPairKind::PointEdge
        )
    }
}

/// A pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct ContactPair<R: Real> {
    /// Vertices: as many as the kind has.
    pub vertices: [u32; 4],
    /// Kind.
    pub kind: ContactPairKind,
    /// Number of times that it counts.
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
    /// Lengths that the vertices of each side may go towards the other, m.
    pub clearances: [R; 2],
}

plain!(; ContactPair);

impl<R: Real> ContactPair<R> {
    /// Divides the gap between the two sides, whose vertices are about to move by `intended`.
    #[inline]
    pub fn divided(mut self, intended: impl Fn(u32) -> Vec3<R>) -> Self {
        let clearance = self.gap.max(R::zero()) * R::from_f64(PLANE_FRACTION);
        if self.kind == ContactPairKind::HalfSpace {
            self.clearances = [clearance, R::zero()];
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
        let fraction = gap_fraction(first, second);
        self.clearances = [clearance * fraction, clearance * (R::one() - fraction)];
        self
    }

    /// The plane that bounds the vertex at `place`.
    #[inline]
    pub fn plane(&self, place: usize) -> BoundingPlane<R> {
        let (normal, clearance) = if place < self.kind.first_vertices() {
            (self.normal, self.clearances[0])
        } else {
            (-self.normal, self.clearances[1])
        };
        BoundingPlane { normal, clearance }
    }

    /// The parts of it that push, as points, edges and triangles: all that a vertex that it pushes needs to know.
    #[inline]
    pub fn push(&self) -> Push<R> {
        let [a, b, c, d] = self.vertices;
        let (point, edge) = (ContactPairKind::PointPoint, ContactPairKind::PointEdge);
        let (kind, vertices) = match self.kind {
            ContactPairKind::PointTriangle0 | ContactPairKind::PointEdge0 => (point, [a, b, 0, 0]),
            ContactPairKind::PointTriangle1 | ContactPairKind::PointEdge1 => (point, [a, c, 0, 0]),
            ContactPairKind::PointTriangle2 => (point, [a, d, 0, 0]),
            ContactPairKind::PointTriangle01 => (edge, [a, b, c, 0]),
            ContactPairKind::PointTriangle12 => (edge, [a, c, d, 0]),
            ContactPairKind::PointTriangle20 => (edge, [a, d, b, 0]),
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

    /// The vertices.
    #[inline]
    pub fn stencil(&self) -> &[u32] {
        &self.vertices[..self.kind.vertex_count()]
    }

    /// Calls `work` with the place and number of each vertex.
    #[inline]
    pub fn each_vertex(&self, work: impl FnMut(usize, u32)) {
        self.kind.each_vertex(&self.vertices, work);
    }
}
