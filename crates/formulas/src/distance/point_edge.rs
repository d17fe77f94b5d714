//! Point-edge: `s = |(p - e0) x e|² / |e|²`, `e = e1 - e0` (IPC 2020, equation 20), where the foot
//! lies inside the edge, else the distance to an endpoint.

use super::{foot::Foot, point_point};
use crate::{Mat3, Real, Vec3};
use nalgebra::SMatrix;

/// The part of the edge closest to the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointEdge {
    /// The endpoint `e0`.
    E0,
    /// The endpoint `e1`.
    E1,
    /// The edge between its endpoints.
    Interior,
}

/// Which part of the edge is closest. An edge without length is its endpoint.
#[inline]
pub fn classify<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> PointEdge {
    let e = e1 - e0;
    let along = (p - e0).dot(&e);
    if along <= R::zero() {
        PointEdge::E0
    } else if along >= e.dot(&e) {
        PointEdge::E1
    } else {
        PointEdge::Interior
    }
}

/// Squared distance from a point to an edge, in m².
#[inline]
pub fn squared<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> R {
    classify_squared(p, e0, e1).1
}

/// [`classify`] and [`squared`] together.
#[inline]
pub fn classify_squared<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> (PointEdge, R) {
    let kind = classify(p, e0, e1);
    let squared = match kind {
        PointEdge::E0 => point_point::squared(p, e0),
        PointEdge::E1 => point_point::squared(p, e1),
        PointEdge::Interior => squared_line(p, e0, e1),
    };
    (kind, squared)
}

/// Squared distance from a point to the line through an edge, in m².
#[inline]
pub fn squared_line<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> R {
    let e = e1 - e0;
    let moment = (p - e0).cross(&e);
    moment.dot(&moment) / e.dot(&e)
}

/// The foot of the perpendicular on the line; vertices in the order `p, e0, e1`.
#[inline]
pub fn foot<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> Foot<R, 3> {
    let (r, e) = (p - e0, e1 - e0);
    let inverse = R::one() / e.dot(&e);
    let t = r.dot(&e) * inverse;
    let dual = e * inverse;
    Foot {
        weights: [R::one(), t - R::one(), -t],
        tilt: [Vec3::zeros(), -dual, dual],
        separation: e.cross(&r.cross(&e)) * inverse,
        normal: Mat3::identity() - e * dual.transpose(),
    }
}

/// The closest point of the part `kind`, as a foot of the whole stencil `p, e0, e1`.
#[inline]
pub fn foot_of<R: Real>(kind: PointEdge, p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> Foot<R, 3> {
    match kind {
        PointEdge::E0 => Foot::point_point(p, e0).embed([0, 1]),
        PointEdge::E1 => Foot::point_point(p, e1).embed([0, 2]),
        PointEdge::Interior => foot(p, e0, e1),
    }
}

/// Gradient of [`squared_line`] with respect to `p, e0, e1`, in m.
#[inline]
pub fn gradient_line<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> [Vec3<R>; 3] {
    foot(p, e0, e1).gradient()
}

/// Hessian of [`squared_line`] (dimensionless).
#[inline]
pub fn hessian_line<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> SMatrix<R, 9, 9> {
    foot(p, e0, e1).hessian()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(2);
        for _ in 0..500 {
            let x = random.stencil::<3>();
            let [p, e0, e1] = &x;
            let (g, h) = derivatives::<3, 9>(x, |[p, e0, e1]| squared_line(&p, &e0, &e1));
            assert_close(&flatten(gradient_line(p, e0, e1)), &g, 1e-10);
            assert_close(&hessian_line(p, e0, e1), &h, 1e-10);
        }
    }

    #[test]
    fn every_part_of_the_edge_is_met() {
        let (e0, e1) = (Vec3::new(0.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0));
        for (x, kind, expected) in [
            (-1.0, PointEdge::E0, 10.0),
            (0.5, PointEdge::Interior, 9.0),
            (4.0, PointEdge::E1, 13.0),
        ] {
            let p = Vec3::new(x, 3.0, 0.0);
            assert_eq!(classify_squared(&p, &e0, &e1), (kind, expected));
        }
    }

    #[test]
    fn an_edge_without_length_is_a_point() {
        let (p, e) = (Vec3::new(1.0, 2.0, 2.0), Vec3::new(0.0, 0.0, 0.0));
        assert_eq!(squared(&p, &e, &e), 9.0);
        let tiny = Vec3::new(1e-170, 0.0, 0.0);
        assert_eq!(squared(&p, &e, &tiny), 9.0);
    }
}
