//! The edge-edge mollifier (IPC 2020, equation 24): `m(c) = (2 - c/ε) c/ε` for `c < ε`, else 1,
//! with `c = |(a1 - a0) x (b1 - b0)|²` and `ε = 1e-3 |a1 - a0|² |b1 - b0|²` at rest. It fades the
//! barrier of nearly parallel edges, where the distance is not smooth.

use crate::{Mat3, Real, Vec3};
use nalgebra::SMatrix;

/// Threshold `ε` from the rest edges, in m⁴.
#[inline]
pub fn threshold<R: Real>(
    rest_a0: &Vec3<R>,
    rest_a1: &Vec3<R>,
    rest_b0: &Vec3<R>,
    rest_b1: &Vec3<R>,
) -> R {
    let (ea, eb) = (rest_a1 - rest_a0, rest_b1 - rest_b0);
    threshold_of(ea.dot(&ea), eb.dot(&eb))
}

/// Threshold `ε` from the squared lengths of the edges at rest in m², in m⁴.
#[inline]
pub fn threshold_of<R: Real>(a: R, b: R) -> R {
    R::from_f64(1e-3) * a * b
}

/// `c = |ea x eb|²`, in m⁴.
#[inline]
pub fn cross_squared<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> R {
    let n = (a1 - a0).cross(&(b1 - b0));
    n.dot(&n)
}

/// Gradient of [`cross_squared`] with respect to `a0, a1, b0, b1`, in m³.
#[inline]
pub fn gradient<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> [Vec3<R>; 4] {
    let (ea, eb) = (a1 - a0, b1 - b0);
    let n = ea.cross(&eb) * R::two();
    let (by_a, by_b) = (eb.cross(&n), n.cross(&ea));
    [-by_a, by_a, -by_b, by_b]
}

/// Hessian of [`cross_squared`], in m².
#[inline]
pub fn hessian<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> SMatrix<R, 12, 12> {
    let (ea, eb) = (a1 - a0, b1 - b0);
    let two = R::two();
    let identity = Mat3::<R>::identity();
    let aa = (identity * eb.dot(&eb) - eb * eb.transpose()) * two;
    let bb = (identity * ea.dot(&ea) - ea * ea.transpose()) * two;
    let ab = (ea * eb.transpose() * two - eb * ea.transpose() - identity * ea.dot(&eb)) * two;
    let blocks = [[aa, ab], [ab.transpose(), bb]];
    let mut hessian = SMatrix::<R, 12, 12>::zeros();
    for i in 0..4 {
        for j in 0..4 {
            let block = blocks[i / 2][j / 2];
            let signed = if (i + j) % 2 == 0 { block } else { -block };
            hessian
                .fixed_view_mut::<3, 3>(3 * i, 3 * j)
                .copy_from(&signed);
        }
    }
    hessian
}

/// The mollifier `m(c)`, from 0 for parallel edges to 1.
#[inline]
pub fn value<R: Real>(c: R, eps: R) -> R {
    if c < eps {
        let x = c / eps;
        (R::two() - x) * x
    } else {
        R::one()
    }
}

/// First derivative `m'(c)`, in 1/m⁴.
#[inline]
pub fn first<R: Real>(c: R, eps: R) -> R {
    if c < eps {
        R::two() * (R::one() - c / eps) / eps
    } else {
        R::zero()
    }
}

/// Second derivative `m''(c)`, in 1/m⁸.
#[inline]
pub fn second<R: Real>(c: R, eps: R) -> R {
    if c < eps {
        -R::two() / (eps * eps)
    } else {
        R::zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(7);
        for _ in 0..200 {
            let x = random.stencil::<4>();
            let [a0, a1, b0, b1] = &x;
            let (g, h) =
                derivatives::<4, 12>(x, |[a0, a1, b0, b1]| cross_squared(&a0, &a1, &b0, &b1));
            assert_close(&flatten(gradient(a0, a1, b0, b1)), &g, 1e-11);
            assert_close(&hessian(a0, a1, b0, b1), &h, 1e-11);
        }
    }

    #[test]
    fn it_rises_smoothly_from_zero_to_one() {
        let eps = 0.3;
        assert_eq!(value(0.0, eps), 0.0);
        assert_eq!(
            (value(eps, eps), first(eps, eps), second(eps, eps)),
            (1.0, 0.0, 0.0)
        );
        let (c, h) = (0.1, 1e-6);
        let slope = (value(c + h, eps) - value(c - h, eps)) / (2.0 * h);
        let bend = (first(c + h, eps) - first(c - h, eps)) / (2.0 * h);
        assert!((slope - first(c, eps)).abs() < 1e-9);
        assert!((bend - second(c, eps)).abs() < 1e-8);
    }
}
