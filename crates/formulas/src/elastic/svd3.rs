//! Signed singular value decomposition `F = U diag(σ) Vᵀ` of a 3x3 matrix: `U` and `V` are
//! rotations, `σ0 >= σ1 >= |σ2|` (to rounding), and the last one carries the sign of the determinant.
//!
//! One-sided Jacobi rotations from the right make the columns of `F V` orthogonal. They never form
//! `FᵀF`, so small singular values keep their digits; a deformation near a rotation needs one or two
//! sweeps.
//!
//! ```
//! use tangency_formulas::{Mat3, Vec3, elastic::svd3::svd3};
//!
//! // A quarter turn after a stretch.
//! let f = Mat3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
//!     * Mat3::from_diagonal(&Vec3::new(3.0, 2.0, 0.5));
//! let svd = svd3(&f);
//! assert!((svd.sigma - Vec3::new(3.0, 2.0, 0.5)).norm() < 1e-14);
//! assert!((svd.u * Mat3::from_diagonal(&svd.sigma) * svd.v.transpose() - f).norm() < 1e-14);
//! ```

use crate::vector::perpendicular;
use crate::{Mat3, Real, Vec3};

/// Sweeps after which the columns count as orthogonal; five are rarely needed.
const MAX_SWEEPS: usize = 12;

/// The rotations and signed singular values of a 3x3 matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Svd3<R: Real> {
    /// The left rotation.
    pub u: Mat3<R>,
    /// The singular values, `σ0 >= σ1 >= |σ2|`.
    pub sigma: Vec3<R>,
    /// The right rotation.
    pub v: Mat3<R>,
}

/// The signed singular value decomposition of `f`.
#[inline]
pub fn svd3<R: Real>(f: &Mat3<R>) -> Svd3<R> {
    let mut b: [Vec3<R>; 3] = core::array::from_fn(|c| f.column(c).into_owned());
    let mut v: [Vec3<R>; 3] = [Vec3::x(), Vec3::y(), Vec3::z()];
    for _ in 0..MAX_SWEEPS {
        let turned = [(0, 1), (0, 2), (1, 2)].map(|(p, q)| rotate(&mut b, &mut v, p, q));
        if turned == [false; 3] {
            break;
        }
    }
    sort(&mut b, &mut v);
    let (u, sigma) = left(&b);
    Svd3 {
        u: Mat3::from_columns(&u),
        sigma,
        v: Mat3::from_columns(&v),
    }
}

/// Makes columns `p` and `q` orthogonal; says whether they were not already.
#[inline]
fn rotate<R: Real>(b: &mut [Vec3<R>; 3], v: &mut [Vec3<R>; 3], p: usize, q: usize) -> bool {
    let Some((cosine, sine)) = jacobi(&b[p], &b[q]) else {
        return false;
    };
    for columns in [b, v] {
        let (left, right) = (columns[p], columns[q]);
        columns[p] = left * cosine - right * sine;
        columns[q] = left * sine + right * cosine;
    }
    true
}

/// Cosine and sine of the angle that makes the columns `p cos - q sin` and `p sin + q cos`
/// orthogonal; `None` where `p` and `q` are, to rounding.
#[inline]
pub(super) fn jacobi<R: Real>(p: &Vec3<R>, q: &Vec3<R>) -> Option<(R, R)> {
    let one = R::one();
    let (pp, qq, pq) = (p.dot(p), q.dot(q), p.dot(q));
    let tolerance = R::two() * R::epsilon();
    if pq * pq <= tolerance * tolerance * (pp * qq) {
        return None;
    }
    // tan of the angle: the smaller root of t² + 2 ζ t = 1, ζ = (qq - pp) / (2 pq).
    let half = (qq - pp) * R::half();
    let root = (half * half + pq * pq).sqrt();
    let tangent = if half < R::zero() {
        pq / (half - root)
    } else {
        pq / (half + root)
    };
    let cosine = one / (one + tangent * tangent).sqrt();
    Some((cosine, cosine * tangent))
}

/// Orders the columns by decreasing length; a swap turns one around, so that `v` stays a rotation.
#[inline]
fn sort<R: Real>(b: &mut [Vec3<R>; 3], v: &mut [Vec3<R>; 3]) {
    let mut squared = [b[0].dot(&b[0]), b[1].dot(&b[1]), b[2].dot(&b[2])];
    for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        if squared[p] < squared[q] {
            squared.swap(p, q);
            for columns in [&mut *b, &mut *v] {
                (columns[p], columns[q]) = (columns[q], -columns[p]);
            }
        }
    }
}

/// The left rotation and the singular values of orthogonal columns.
#[inline]
fn left<R: Real>(b: &[Vec3<R>; 3]) -> ([Vec3<R>; 3], Vec3<R>) {
    let (u, [sigma0, sigma1]) = frame(&b[0], &b[1]);
    (u, Vec3::new(sigma0, sigma1, u[2].dot(&b[2])))
}

/// The right-handed frame on two orthogonal columns, the longer first, and their lengths.
#[inline]
pub(super) fn frame<R: Real>(b0: &Vec3<R>, b1: &Vec3<R>) -> ([Vec3<R>; 3], [R; 2]) {
    let one = R::one();
    let sigma0 = b0.dot(b0).sqrt();
    let u0 = if sigma0 > R::zero() {
        b0 * (one / sigma0)
    } else {
        Vec3::x()
    };
    let across = b1 - u0 * u0.dot(b1);
    let length = across.dot(&across).sqrt();
    let u1 = if length > R::epsilon() * R::epsilon() * sigma0 {
        across * (one / length)
    } else {
        perpendicular(&u0)
    };
    let u2 = u0.cross(&u1);
    ([u0, u1, u2], [sigma0, u1.dot(b1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn check(f: Mat3<f64>) {
        let Svd3 { u, sigma, v } = svd3(&f);
        let scale = f.norm().max(f64::MIN_POSITIVE);
        let rebuilt = u * Mat3::from_diagonal(&sigma) * v.transpose();
        assert!((rebuilt - f).norm() <= 1e-14 * scale, "{f} {rebuilt}");
        for rotation in [u, v] {
            assert!((rotation.transpose() * rotation - Mat3::identity()).norm() < 1e-14);
            assert!((rotation.determinant() - 1.0).abs() < 1e-14);
        }
        let slack = 1e-15 * scale;
        assert!(sigma[0] + slack >= sigma[1] && sigma[1] + slack >= sigma[2].abs());
    }

    fn rotation(random: &mut Random) -> Mat3<f64> {
        svd3(&Mat3::from_fn(|_, _| random.uniform())).u
    }

    #[test]
    fn random_matrices_of_any_scale() {
        let mut random = Random(30);
        for _ in 0..5000 {
            let scale = libm::pow(10.0, 20.0 * random.uniform());
            check(Mat3::from_fn(|_, _| random.uniform() * scale));
        }
    }

    #[test]
    fn close_equal_tiny_and_zero_singular_values() {
        let mut random = Random(31);
        let choices = [
            1.0,
            1.0 + 1e-15,
            1.0 + 1e-9,
            0.7,
            1e-6,
            1e-12,
            1e-17,
            0.0,
            -1.0,
            -1e-9,
        ];
        for a in choices {
            for b in choices {
                for c in choices {
                    let (u, v) = (rotation(&mut random), rotation(&mut random));
                    let sigma = Vec3::new(a, b, c);
                    let f = u * Mat3::from_diagonal(&sigma) * v.transpose();
                    check(f);
                    check(Mat3::from_diagonal(&sigma));
                }
            }
        }
        check(Mat3::zeros());
        check(Mat3::from_element(1.0));
        check(-Mat3::identity());
    }

    #[test]
    fn small_singular_values_keep_their_digits() {
        // Columns of very different length: the values are known to relative accuracy.
        let angle = Mat3::new(0.6, -0.8, 0.0, 0.8, 0.6, 0.0, 0.0, 0.0, 1.0);
        let sigma = svd3(&(angle * Mat3::from_diagonal(&Vec3::new(1e-10, 1.0, -1e-5)))).sigma;
        for (actual, expected) in sigma.iter().zip([1.0, 1e-5, -1e-10]) {
            assert!((actual - expected).abs() < 1e-14 * expected.abs());
        }
    }
}
