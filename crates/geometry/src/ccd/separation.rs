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

use super::advance::{Directions, Moving};
use super::coplanarity::{Span, TurningPlane};
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

    /// A plane through the edge.
    fn time_above_turning_plane(
        &self,
        moving: &Moving<3>,
        n: &Vec3,
        floor: f64,
        t_max: f64,
    ) -> f64 {
        let [p, e0, e1] = [0, 1, 2];
        let plane = moving.plane_through([e0, e1], n, [e0, p]);
        plane.time_above(floor, t_max)
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

    /// The plane of the triangle, or one through the edge that is closest.
    fn time_above_turning_plane(
        &self,
        moving: &Moving<4>,
        n: &Vec3,
        floor: f64,
        t_max: f64,
    ) -> f64 {
        let [p, t0, t1, t2] = [0, 1, 2, 3];
        let plane = moving.plane([t0, t1], [t0, t2], [t0, p]).oriented();
        let time = plane.time_above(floor, t_max);
        let [x, x0, x1, x2] = &moving.x;
        let (edge, third) = match pt::classify(x, x0, x1, x2) {
            PointTriangle::E0 => ([t0, t1], t2),
            PointTriangle::E1 => ([t1, t2], t0),
            PointTriangle::E2 => ([t2, t0], t1),
            _ => return time,
        };
        let above = moving.plane_through(edge, n, [edge[0], p]);
        let below = moving.plane_through(edge, n, [third, edge[0]]);
        let beside = below.time_above(0.0, t_max);
        time.max(above.time_above(floor, beside))
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

    /// The plane parallel to both edges, or one through the edge whose inside is closest.
    fn time_above_turning_plane(
        &self,
        moving: &Moving<4>,
        n: &Vec3,
        floor: f64,
        t_max: f64,
    ) -> f64 {
        let [a0, a1, b0, b1] = [0, 1, 2, 3];
        let parallel = moving.plane([a0, a1], [b0, b1], [b0, a0]).oriented();
        let time = parallel.time_above(floor, t_max);
        let [x0, x1, x2, x3] = &moving.x;
        let (edge, across) = match ee::classify(x0, x1, x2, x3) {
            EdgeEdge::A0B | EdgeEdge::A1B => ([b0, b1], [[b0, a0], [b0, a1]]),
            EdgeEdge::AB0 | EdgeEdge::AB1 => ([a0, a1], [[b0, a0], [b1, a0]]),
            _ => return time,
        };
        let one = moving.plane_through(edge, n, across[0]);
        let other = moving.plane_through(edge, n, across[1]);
        time.max(other.time_above(floor, one.time_above(floor, t_max)))
    }
}

impl<const K: usize> Moving<K> {
    /// The plane spanned by the vectors between two pairs of vertices, and the vector between a third across it.
    fn plane(&self, u: [usize; 2], v: [usize; 2], across: [usize; 2]) -> TurningPlane {
        let span = |x: &[Vec3; K]| Span {
            u: x[u[1]] - x[u[0]],
            v: x[v[1]] - x[v[0]],
            across: x[across[1]] - x[across[0]],
        };
        TurningPlane {
            start: span(&self.x),
            change: span(&self.p),
        }
    }

    /// The plane through an edge that has the normal nearest to `n`: it turns with the edge only, about the
    /// direction normal to both.
    fn plane_through(&self, edge: [usize; 2], n: &Vec3, across: [usize; 2]) -> TurningPlane {
        let mut plane = self.plane(edge, edge, across);
        plane.start.v = n.cross(&plane.start.u);
        plane.change.v = Vec3::zeros();
        plane
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
