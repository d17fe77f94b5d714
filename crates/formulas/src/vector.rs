//! Two helpers on vectors.

use crate::{Real, Vec3};

/// The unit vector along `v`.
#[inline]
pub fn normalized<R: Real>(v: &Vec3<R>) -> Vec3<R> {
    v * (R::one() / v.dot(v).sqrt())
}

/// A unit vector perpendicular to the unit vector `n`.
#[inline]
pub fn perpendicular<R: Real>(n: &Vec3<R>) -> Vec3<R> {
    let (x, y, z) = (n.x.abs(), n.y.abs(), n.z.abs());
    let axis = if x <= y && x <= z {
        Vec3::x()
    } else if y <= z {
        Vec3::y()
    } else {
        Vec3::z()
    };
    normalized(&n.cross(&axis))
}
