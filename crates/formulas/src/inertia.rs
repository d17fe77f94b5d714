//! Inertia of a mass point under implicit Euler (IPC 2020, equation 2): `½ m |x - x̃|²`, with the
//! position `x̃ = x + h v + h² g` the point would reach if only gravity acted.

use crate::{Real, Vec3};

/// The position `x̃`, in m, after a step of `h` seconds from position `x` and velocity `v`.
#[inline]
pub fn predicted<R: Real>(x: &Vec3<R>, v: &Vec3<R>, gravity: &Vec3<R>, h: R) -> Vec3<R> {
    x + (v + gravity * h) * h
}

/// The energy times `h²`, in kg m².
#[inline]
pub fn value<R: Real>(mass: R, x: &Vec3<R>, predicted: &Vec3<R>) -> R {
    let r = x - predicted;
    R::half() * mass * r.dot(&r)
}

/// Gradient of [`value`], in kg m. The Hessian is `mass` times the identity.
#[inline]
pub fn gradient<R: Real>(mass: R, x: &Vec3<R>, predicted: &Vec3<R>) -> Vec3<R> {
    (x - predicted) * mass
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mat3;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(20);
        let [x, target] = random.stencil::<2>();
        let (g, h) = derivatives::<1, 3>([x], |[x]| {
            value(Real::from_f64(0.7), &x, &target.map(Real::from_f64))
        });
        assert_close(&flatten([gradient(0.7, &x, &target)]), &g, 1e-14);
        assert_close(&(Mat3::identity() * 0.7), &h, 1e-14);
    }

    #[test]
    fn free_fall_gains_the_speed_of_gravity() {
        let x = predicted(&Vec3::zeros(), &Vec3::x(), &Vec3::new(0.0, 0.0, -10.0), 0.5);
        assert_eq!(x, Vec3::new(0.5, 0.0, -2.5));
    }
}
