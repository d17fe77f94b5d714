//! Directions along which two primitives are apart: the vector between their closest points, and the common normal.
//!
//! Advancement needs a direction, not a distance: whatever is returned here, the gap along it is a lower bound of
//! the distance, so rounding or a wrong classification costs time but never safety. The direction of the closest
//! points comes first. Where the closest feature is an edge and the distance is tiny, its rounding may tilt it
//! enough to lose the gap; the normal of both primitives then serves.

use tangency_formulas::distance::{
    edge_edge::{self as ee, EdgeEdge},
    point_edge::{self as pe, PointEdge},
    point_triangle::{self as pt, PointTriangle},
};

use super::advance::Directions;
use super::coplanarity::Span;
use crate::Vec3;

/// Two points `p, q`.
pub(super) struct PointPointPair;

impl Directions<2> for PointPointPair {
    #[inline]
    fn closest(&self, [p, q]: &[Vec3; 2]) -> Vec3 {
        p - q
    }

    #[inline]
    fn normal(&self, x: &[Vec3; 2]) -> Vec3 {
        self.closest(x)
    }
}

/// A point and an edge `p, e0, e1`.
pub(super) struct PointEdgePair;

impl Directions<3> for PointEdgePair {
    #[inline]
    fn closest(&self, [p, e0, e1]: &[Vec3; 3]) -> Vec3 {
        match pe::classify(p, e0, e1) {
            PointEdge::E0 => p - e0,
            PointEdge::E1 => p - e1,
            PointEdge::Interior => from_line(p, e0, e1),
        }
    }

    #[inline]
    fn normal(&self, [p, e0, e1]: &[Vec3; 3]) -> Vec3 {
        from_line(p, e0, e1)
    }
}

/// A point and a triangle `p, t0, t1, t2`.
pub(super) struct PointTrianglePair;

impl Directions<4> for PointTrianglePair {
    #[inline]
    fn closest(&self, x: &[Vec3; 4]) -> Vec3 {
        let [p, t0, t1, t2] = x;
        match pt::classify(p, t0, t1, t2) {
            PointTriangle::T0 => p - t0,
            PointTriangle::T1 => p - t1,
            PointTriangle::T2 => p - t2,
            PointTriangle::E0 => from_line(p, t0, t1),
            PointTriangle::E1 => from_line(p, t1, t2),
            PointTriangle::E2 => from_line(p, t2, t0),
            PointTriangle::Interior => self.normal(x),
        }
    }

    #[inline]
    fn normal(&self, [p, t0, t1, t2]: &[Vec3; 4]) -> Vec3 {
        towards((t1 - t0).cross(&(t2 - t0)), &(p - t0))
    }

    #[inline]
    fn span(&self, [p, t0, t1, t2]: &[Vec3; 4]) -> Option<Span> {
        Some(Span {
            u: t1 - t0,
            v: t2 - t0,
            across: p - t0,
        })
    }
}

/// Two edges `a0, a1, b0, b1`.
pub(super) struct EdgeEdgePair;

impl Directions<4> for EdgeEdgePair {
    #[inline]
    fn closest(&self, x: &[Vec3; 4]) -> Vec3 {
        let [a0, a1, b0, b1] = x;
        match ee::classify(a0, a1, b0, b1) {
            EdgeEdge::A0B0 => a0 - b0,
            EdgeEdge::A0B1 => a0 - b1,
            EdgeEdge::A1B0 => a1 - b0,
            EdgeEdge::A1B1 => a1 - b1,
            EdgeEdge::AB0 => -from_line(b0, a0, a1),
            EdgeEdge::AB1 => -from_line(b1, a0, a1),
            EdgeEdge::A0B => from_line(a0, b0, b1),
            EdgeEdge::A1B => from_line(a1, b0, b1),
            EdgeEdge::Interior => self.normal(x),
        }
    }

    #[inline]
    fn normal(&self, [a0, a1, b0, b1]: &[Vec3; 4]) -> Vec3 {
        towards((a1 - a0).cross(&(b1 - b0)), &(a0 - b0))
    }

    #[inline]
    fn span(&self, [a0, a1, b0, b1]: &[Vec3; 4]) -> Option<Span> {
        Some(Span {
            u: a1 - a0,
            v: b1 - b0,
            across: a0 - b0,
        })
    }
}

/// The part of `p - e0` perpendicular to the edge, projected twice: once leaves a remainder along the edge that is
/// large against a tiny distance.
#[inline]
fn from_line(p: &Vec3, e0: &Vec3, e1: &Vec3) -> Vec3 {
    let e = e1 - e0;
    let scale = 1.0 / e.norm_squared();
    let once = (p - e0) - e * ((p - e0).dot(&e) * scale);
    once - e * (once.dot(&e) * scale)
}

/// `normal` or its opposite, whichever points the way of `reference`.
#[inline]
fn towards(normal: Vec3, reference: &Vec3) -> Vec3 {
    if normal.dot(reference) < 0.0 {
        -normal
    } else {
        normal
    }
}
