//! Singular value decomposition `F = U diag(σ) Vᵀ` of a 3x2 matrix: the deformation gradient of a
//! surface. `σ0 >= σ1 >= 0` (to rounding); `U` is a rotation whose third column is the normal.
//!
//! One rotation from the right in closed form makes the two columns of `F V` orthogonal relative to
//! the longer one, a second one relative to both; `FᵀF` is never diagonalised, so a small singular
//! value keeps its digits, down to the squared rounding unit (5e-32) of the larger one.

use super::svd3::{frame, jacobi};
use crate::{Mat3, Real, Vec3};
use nalgebra::{Matrix2, Matrix3x2, Vector2};

/// Rotations after which the columns count as orthogonal; one is usual, two where `σ1` is small.
const MAX_ROTATIONS: usize = 4;

/// The rotations and singular values of a 3x2 matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Svd2<R: Real> {
    /// The left rotation: two singular directions in space and the normal.
    pub u: Mat3<R>,
    /// The singular values, `σ0 >= σ1 >= 0`.
    pub sigma: Vector2<R>,
    /// The right rotation.
    pub v: Matrix2<R>,
}

/// The singular value decomposition of `f`.
#[inline]
pub fn svd2<R: Real>(f: &Matrix3x2<R>) -> Svd2<R> {
    let mut b: [Vec3<R>; 2] = core::array::from_fn(|c| f.column(c).into_owned());
    let mut v = [Vector2::x(), Vector2::y()];
    for _ in 0..MAX_ROTATIONS {
        let Some((cosine, sine)) = jacobi(&b[0], &b[1]) else {
            break;
        };
        b = [b[0] * cosine - b[1] * sine, b[0] * sine + b[1] * cosine];
        v = [v[0] * cosine - v[1] * sine, v[0] * sine + v[1] * cosine];
    }
    // The longer column first; turning one around keeps `v` a rotation.
    if b[0].dot(&b[0]) < b[1].dot(&b[1]) {
        b = [b[1], -b[0]];
        v = [v[1], -v[0]];
    }
    let (u, sigma) = frame(&b[0], &b[1]);
    Svd2 {
        u: Mat3::from_columns(&u),
        // Two perpendicular vectors whose product rounds below zero: a singular value of zero.
        sigma: Vector2::new(sigma[0], sigma[1].max(R::zero())),
        v: Matrix2::from_columns(&v),
    }
}

/// The largest stretch `σ0` of any direction in the surface: the number a strain limit bounds,
/// the same to the last bit as in [`super::StrainLimit`].
#[inline]
pub fn largest_stretch<R: Real>(f: &Matrix3x2<R>) -> R {
    svd2(f).sigma[0]
}

/// The smallest stretch `σ1` of any direction in the surface, as [`largest_stretch`].
#[inline]
pub fn smallest_stretch<R: Real>(f: &Matrix3x2<R>) -> R {
    svd2(f).sigma[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::membrane::tests::rotation;
    use crate::testing::Random;

    fn check(f: Matrix3x2<f64>) {
        let Svd2 { u, sigma, v } = svd2(&f);
        let scale = f.norm().max(f64::MIN_POSITIVE);
        let columns = u.fixed_columns::<2>(0) * Matrix2::from_diagonal(&sigma);
        let error = (columns * v.transpose() - f).norm();
        assert!(error <= 1e-14 * scale, "{error:e} {f}");
        assert!((u.transpose() * u - Mat3::identity()).norm() < 1e-14, "{u}");
        assert!((v.transpose() * v - Matrix2::identity()).norm() < 1e-14);
        assert!((u.determinant() - 1.0).abs() < 1e-14);
        assert!((v.determinant() - 1.0).abs() < 1e-14);
        assert!(sigma[0] + 1e-15 * scale >= sigma[1] && sigma[1] >= 0.0);
        // The invariants, without a decomposition.
        let area = f.column(0).cross(&f.column(1)).norm();
        assert!((sigma[0] * sigma[1] - area).abs() <= 1e-14 * scale * scale);
        assert!((sigma.norm() - f.norm()).abs() <= 1e-14 * scale);
        assert_eq!(
            [largest_stretch(&f), smallest_stretch(&f)],
            [sigma[0], sigma[1]]
        );
    }

    #[test]
    fn random_matrices_of_any_scale() {
        let mut random = Random(60);
        for _ in 0..100_000 {
            let scale = libm::pow(10.0, 20.0 * random.uniform());
            check(Matrix3x2::from_fn(|_, _| random.uniform() * scale));
        }
    }

    #[test]
    fn close_equal_tiny_and_zero_singular_values() {
        let mut random = Random(61);
        for round in 0..40_000 {
            let power = libm::pow(10.0, -f64::from(round % 20));
            let stretch = [1.0 + power, 1.0 - power, power, 0.0][round as usize / 20 % 4];
            let (u, angle) = (rotation(&mut random), 4.0 * random.uniform());
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let v = Matrix2::new(cosine, -sine, sine, cosine);
            let sigma = Matrix2::from_diagonal(&Vector2::new(1.0, stretch));
            check(u.fixed_columns::<2>(0) * sigma * v);
            check(u.fixed_columns::<2>(0) * sigma);
            check(Matrix3x2::new(stretch, 0.0, 0.0, 1.0, 0.0, 0.0) * v);
        }
        check(Matrix3x2::zeros());
        check(Matrix3x2::from_element(1.0));
        check(-Matrix3x2::identity());
    }

    #[test]
    fn small_singular_values_keep_their_digits() {
        // Orthogonal columns of very different length: the values are known to relative accuracy.
        for small in [1e-5, 1e-10, 1e-20, 1e-31] {
            let sigma = svd2(&Matrix3x2::new(
                0.6 * small,
                -0.8,
                0.8 * small,
                0.6,
                0.0,
                0.0,
            ))
            .sigma;
            assert!((sigma[0] - 1.0).abs() < 1e-15);
            assert!((sigma[1] - small).abs() < 1e-14 * small);
        }
        // Skew columns: σ0 σ1 = |f0 × f1|, here exactly known.
        for small in [1.0, 1.0 / 1024.0, 1.0 / 1_048_576.0] {
            let sigma = svd2(&Matrix3x2::new(1.0, 1.0, 0.0, small, 0.0, 0.0)).sigma;
            let error = (sigma[0] * sigma[1] - small).abs() / small;
            assert!(error < 1e-15 / small, "{small:e} {error:e}");
        }
    }
}
