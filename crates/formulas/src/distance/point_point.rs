//! Point-point: `s = |p - q|²` (IPC 2020, equation 18 with both feet at vertices).

use crate::{Mat3, Real, Vec3};
use nalgebra::SMatrix;

/// Squared distance between two points, in m².
#[inline]
pub fn squared<R: Real>(p: &Vec3<R>, q: &Vec3<R>) -> R {
    let r = p - q;
    r.dot(&r)
}

/// Gradient of [`squared`] with respect to `p` and `q`, in m.
#[inline]
pub fn gradient<R: Real>(p: &Vec3<R>, q: &Vec3<R>) -> [Vec3<R>; 2] {
    let g = (p - q) * R::two();
    [g, -g]
}

/// Hessian of [`squared`]: constant, `2 [I -I; -I I]`.
#[inline]
pub fn hessian<R: Real>(_p: &Vec3<R>, _q: &Vec3<R>) -> SMatrix<R, 6, 6> {
    let two = Mat3::<R>::identity() * R::two();
    let mut hessian = SMatrix::<R, 6, 6>::zeros();
    for i in 0..2 {
        for j in 0..2 {
            let block = if i == j { two } else { -two };
            hessian
                .fixed_view_mut::<3, 3>(3 * i, 3 * j)
                .copy_from(&block);
        }
    }
    hessian
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(1);
        for _ in 0..100 {
            let x = random.stencil::<2>();
            let (g, h) = derivatives::<2, 6>(x, |[p, q]| squared(&p, &q));
            assert_close(&flatten(gradient(&x[0], &x[1])), &g, 1e-14);
            assert_close(&hessian(&x[0], &x[1]), &h, 1e-14);
        }
    }
}
