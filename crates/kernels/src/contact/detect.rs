//! Detection: which pairs are near, and which of them push.
//!
//! Every vertex looks at the surfaces, wires and points around it; each feature that it finds pushes it once: a face over
//! its inside, an edge or a vertex within its block. An edge or vertex is seen from each of its faces; what is seen
//! from the first of them counts. Edges that cross push each other once.

use tangency_formulas::contact::displacement_bound::BALL_FRACTION;
use tangency_formulas::distance::closest;
use tangency_formulas::distance::edge_edge::{self, EdgeEdge};
use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::mollifier;
use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::point_triangle::{self, PointTriangle};
use tangency_formulas::{Real, Vec3};

use super::{ContactPair, ContactPairKind, NONE, SurfaceFeatures};
use crate::KernelReal;
use crate::storage::Borrowed;

/// A detection of contacts.
#[derive(Clone, Copy, Debug)]
pub struct Detection<'a, R: KernelReal, P = Vec3<R>> {
    /// The contact surface.
    pub surface: SurfaceFeatures<Borrowed<'a>, R>,
    /// Positions, m.
    pub x: &'a [P],
    /// Gap up to which pairs are near, m.
    pub reach: R,
    /// Length that rounding may take from a gap, m.
    pub margin: R,
}

impl<R: KernelReal, P: Copy + Into<Vec3<R>>> Detection<'_, R, P> {
    #[inline]
    fn at(&self, v: u32) -> Vec3<R> {
        self.x[v as usize].into()
    }

    /// The part of a triangle that is closest to a point, if they are near and have no vertex in common.
    #[inline]
    fn near_triangle(&self, p: u32, triangle: u32) -> Option<PointTriangle> {
        let [t0, t1, t2] = self.surface.triangles[triangle as usize];
        let vertices = [p, t0, t1, t2];
        if p == t0 || p == t1 || p == t2 || !self.surface.is_admissible(&vertices) {
            return None;
        }
        let [xp, x0, x1, x2] = vertices.map(|v| self.at(v));
        let (part, squared) = point_triangle::classify_squared(&xp, &x0, &x1, &x2);
        self.is_near(squared, self.surface.offset(p, t0))
            .then_some(part)
    }

    /// The pair of a point and a triangle, if they are near and have no vertex in common.
    #[inline]
    pub fn point_triangle(&self, p: u32, triangle: u32) -> Option<ContactPair<R>> {
        let part = self.near_triangle(p, triangle)?;
        let [t0, t1, t2] = self.surface.triangles[triangle as usize];
        let vertices = [p, t0, t1, t2];
        let [xp, x0, x1, x2] = vertices.map(|v| self.at(v));
        let offset = self.surface.offset(p, t0);
        let [e0, e1, e2] = self.surface.triangle_edges[triangle as usize];
        let edge = |e: u32| {
            self.surface.first_face_at(e) == triangle && self.surface.edge_pushes(self.x, &xp, e)
        };
        let vertex = |q: u32| {
            self.surface.first_face[q as usize] == triangle
                && self.surface.vertex_pushes(self.x, &xp, q)
        };
        let (pushes, kind) = match part {
            PointTriangle::T0 => (vertex(t0), ContactPairKind::PointTriangle0),
            PointTriangle::T1 => (vertex(t1), ContactPairKind::PointTriangle1),
            PointTriangle::T2 => (vertex(t2), ContactPairKind::PointTriangle2),
            PointTriangle::E0 => (edge(e0), ContactPairKind::PointTriangle01),
            PointTriangle::E1 => (edge(e1), ContactPairKind::PointTriangle12),
            PointTriangle::E2 => (edge(e2), ContactPairKind::PointTriangle20),
            PointTriangle::Interior => (true, ContactPairKind::PointTriangle),
        };
        let kind = if pushes {
            kind
        } else {
            ContactPairKind::PointTriangleApart
        };
        let foot = point_triangle::foot_of(part, &xp, &x0, &x1, &x2);
        let mu = self.surface.mu(p, t0);
        Some(self.pair(vertices, kind, offset, mu, &foot.separation))
    }

    /// The closest parts of two edges, if they are near and have no vertex in common.
    #[inline]
    fn near_edges(&self, a: u32, b: u32) -> Option<EdgeEdge> {
        let [a0, a1] = self.surface.edges[a as usize];
        let [b0, b1] = self.surface.edges[b as usize];
        let vertices = [a0, a1, b0, b1];
        let meet = a0 == b0 || a0 == b1 || a1 == b0 || a1 == b1;
        if meet || !self.surface.is_admissible(&vertices) {
            return None;
        }
        let [x0, x1, x2, x3] = vertices.map(|v| self.at(v));
        let (part, squared) = edge_edge::classify_squared(&x0, &x1, &x2, &x3);
        self.is_near(squared, self.surface.offset(a0, b0))
            .then_some(part)
    }

    /// The pair of two edges, if they are near and have no vertex in common.
    #[inline]
    pub fn edge_edge(&self, a: u32, b: u32) -> Option<ContactPair<R>> {
        let part = self.near_edges(a, b)?;
        let [a0, a1] = self.surface.edges[a as usize];
        let [b0, b1] = self.surface.edges[b as usize];
        let vertices = [a0, a1, b0, b1];
        let [x0, x1, x2, x3] = vertices.map(|v| self.at(v));
        let offset = self.surface.offset(a0, b0);
        let squares = self.surface.edge_squares;
        let threshold = mollifier::threshold_of(squares[a as usize], squares[b as usize]);
        let kind = if part != EdgeEdge::Interior {
            ContactPairKind::EdgeEdgeApart
        } else if mollifier::cross_squared(&x0, &x1, &x2, &x3) < threshold {
            ContactPairKind::ParallelEdges
        } else {
            ContactPairKind::EdgeEdge
        };
        let foot = edge_edge::foot_of(part, &x0, &x1, &x2, &x3);
        let mu = self.surface.mu(a0, b0);
        let pair = self.pair(vertices, kind, offset, mu, &foot.separation);
        Some(ContactPair { threshold, ..pair })
    }

    /// The part of a wire that is closest to a point, if they are near and the point is no end of it.
    #[inline]
    fn near_wire(&self, p: u32, edge: u32) -> Option<PointEdge> {
        let [e0, e1] = self.surface.edges[edge as usize];
        if p == e0 || p == e1 || !self.surface.is_admissible(&[p, e0, e1]) {
            return None;
        }
        let [xp, x0, x1] = [p, e0, e1].map(|v| self.at(v));
        let (part, squared) = point_edge::classify_squared(&xp, &x0, &x1);
        self.is_near(squared, self.surface.offset(p, e0))
            .then_some(part)
    }

    /// The pair of a point and a wire, if they are near and the point is no end of it.
    #[inline]
    pub fn point_wire(&self, p: u32, edge: u32) -> Option<ContactPair<R>> {
        let part = self.near_wire(p, edge)?;
        let [e0, e1] = self.surface.edges[edge as usize];
        let [xp, x0, x1] = [p, e0, e1].map(|v| self.at(v));
        let offset = self.surface.offset(p, e0);
        // A vertex of faces is seen from them.
        let vertex = |q: u32| {
            self.surface.first_face[q as usize] == NONE
                && self.surface.first_wire[q as usize] == edge
                && self.surface.vertex_pushes(self.x, &xp, q)
        };
        let (pushes, kind) = match part {
            PointEdge::E0 => (vertex(e0), ContactPairKind::PointEdge0),
            PointEdge::E1 => (vertex(e1), ContactPairKind::PointEdge1),
            PointEdge::Interior => (true, ContactPairKind::PointEdge),
        };
        let kind = if pushes {
            kind
        } else {
            ContactPairKind::PointEdgeApart
        };
        let foot: Foot<R, 3> = point_edge::foot_of(part, &xp, &x0, &x1);
        let mu = self.surface.mu(p, e0);
        Some(self.pair([p, e0, e1, 0], kind, offset, mu, &foot.separation))
    }

    /// The pair of two points that belong to no edge, if they are near.
    #[inline]
    pub fn point_point(&self, p: u32, q: u32) -> Option<ContactPair<R>> {
        if p == q || !self.surface.is_admissible(&[p, q]) {
            return None;
        }
        let separation = self.at(p) - self.at(q);
        let offset = self.surface.offset(p, q);
        if !self.is_near(separation.dot(&separation), offset) {
            return None;
        }
        let mu = self.surface.mu(p, q);
        Some(self.pair(
            [p, q, 0, 0],
            ContactPairKind::PointPoint,
            offset,
            mu,
            &separation,
        ))
    }

    /// The pair of a point and a half-space, if they are near.
    #[inline]
    pub fn half_space(&self, p: u32, plane: u32) -> Option<ContactPair<R>> {
        let half_space = &self.surface.half_spaces[plane as usize];
        let distance = half_space.normal.dot(&self.at(p)) - half_space.distance;
        let offset = self.surface.thickness[p as usize] * R::half();
        let gap = distance - offset;
        if self.surface.is_obstacle[p as usize] || gap >= self.reach {
            return None;
        }
        let body = self.surface.body[p as usize];
        Some(ContactPair {
            vertices: [p, plane, 0, 0],
            kind: ContactPairKind::HalfSpace,
            weight: R::one(),
            offset,
            mu: self.surface.ground_friction[(plane * self.surface.bodies + body) as usize],
            threshold: R::zero(),
            normal: half_space.normal,
            gap: gap - self.margin,
            clearances: [R::zero(); 2],
        })
    }

    #[inline]
    fn is_near(&self, squared: R, offset: R) -> bool {
        let reach = self.reach + offset;
        squared < reach * reach
    }

    /// The gap between a point and a triangle that have no vertex in common, if they are near, m.
    #[inline]
    pub fn gap_to_triangle(&self, p: u32, triangle: u32) -> Option<R> {
        let [t0, t1, t2] = self.surface.triangles[triangle as usize];
        let [xp, x0, x1, x2] = self.places([p, t0, t1, t2])?;
        let closest = closest::point_triangle(&xp, &x0, &x1, &x2);
        self.gap_across(&closest.separation, self.surface.offset(p, t0))
    }

    /// The gap between two edges that have no vertex in common, if they are near, m.
    #[inline]
    pub fn gap_of_edges(&self, a: u32, b: u32) -> Option<R> {
        let [a0, a1] = self.surface.edges[a as usize];
        let [b0, b1] = self.surface.edges[b as usize];
        let [x0, x1, x2, x3] = self.places([a0, a1, b0, b1])?;
        let closest = closest::edge_edge(&x0, &x1, &x2, &x3);
        self.gap_across(&closest.separation, self.surface.offset(a0, b0))
    }

    /// The gap between a point and an edge of which it is no end, if they are near, m.
    #[inline]
    pub fn gap_to_edge(&self, p: u32, edge: u32) -> Option<R> {
        let [e0, e1] = self.surface.edges[edge as usize];
        let [xp, x0, x1] = self.places([p, e0, e1])?;
        let closest = closest::point_edge(&xp, &x0, &x1);
        self.gap_across(&closest.separation, self.surface.offset(p, e0))
    }

    /// The gap between two points, if they are near, m.
    #[inline]
    pub fn gap_of_points(&self, p: u32, q: u32) -> Option<R> {
        let [x, y] = self.places([p, q])?;
        self.gap_across(&(x - y), self.surface.offset(p, q))
    }

    /// The positions of vertices of which not all belong to obstacles, m.
    #[inline]
    fn places<const K: usize>(&self, vertices: [u32; K]) -> Option<[Vec3<R>; K]> {
        self.surface
            .is_admissible(&vertices)
            .then(|| vertices.map(|v| self.at(v)))
    }

    /// The gap between points that are so far apart, less what rounding may take from it, if they are near, m.
    #[inline]
    fn gap_across(&self, separation: &Vec3<R>, offset: R) -> Option<R> {
        let squared = separation.dot(separation);
        self.is_near(squared, offset)
            .then(|| squared.sqrt() - offset - self.margin)
    }

    #[inline]
    fn pair(
        &self,
        vertices: [u32; 4],
        kind: ContactPairKind,
        offset: R,
        mu: R,
        separation: &Vec3<R>,
    ) -> ContactPair<R> {
        let distance = separation.dot(separation).sqrt();
        ContactPair {
            vertices,
            kind,
            weight: R::one(),
            offset,
            mu,
            threshold: R::zero(),
            normal: separation * (R::one() / distance),
            gap: distance - offset - self.margin,
            clearances: [R::zero(); 2],
        }
    }
}

/// The ball within which a vertex may move that is part of pairs with these gaps, m.
#[inline]
pub fn ball<R: Real>(gaps: impl IntoIterator<Item = R>, reach: R) -> R {
    let mut least = reach;
    for gap in gaps {
        least = least.min(gap);
    }
    least.max(R::zero()) * R::from_f64(BALL_FRACTION)
}
