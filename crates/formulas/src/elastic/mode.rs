//! Projected Hessians as sums of a few rank-one modes.
//!
//! Bending energies have second derivatives that fall apart, in the right coordinates, into pairs
//! `a p² + 2 b p q`. Such a pair has one positive eigenvalue and one that is not:
//!
//! ```text
//! λ = (a + √(a² + 4 b²))/2,   eigenvector (λ, b)/√(λ² + b²)
//! ```

use crate::{Mat3, Real, Vec3};

/// The part of `a p² + 2 b p q` that is not negative, as `value (p c + q s)²`: `value, [c, s]`.
#[inline]
pub(super) fn positive_mode<R: Real>(a: R, b: R) -> (R, [R; 2]) {
    let root = (a * a + R::from_f64(4.0) * b * b).sqrt();
    // Two forms of the same root: neither subtracts numbers of one sign.
    let value = if a < R::zero() {
        R::two() * b * b / (root - a)
    } else {
        R::half() * (a + root)
    };
    let norm = (value * value + b * b).sqrt();
    if norm > R::zero() {
        (value, [value / norm, b / norm])
    } else {
        (R::zero(), [R::zero(), R::one()])
    }
}

/// Adds `value * mode modeᵀ` to the blocks (0,0), (0,1), ... of an upper triangle.
#[inline]
pub(super) fn add_mode<R: Real, const K: usize, const B: usize>(
    blocks: &mut [Mat3<R>; B],
    mode: &[Vec3<R>; K],
    value: R,
) {
    let mut block = 0;
    for i in 0..K {
        let scaled = mode[i] * value;
        for other in &mode[i..] {
            blocks[block] += scaled * other.transpose();
            block += 1;
        }
    }
}

/// The matrix of the cross product with `a`.
#[inline]
pub(super) fn skew<R: Real>(a: &Vec3<R>) -> Mat3<R> {
    let zero = R::zero();
    Mat3::new(zero, -a.z, a.y, a.z, zero, -a.x, -a.y, a.x, zero)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::symmetric::eigen;
    use nalgebra::SMatrix;

    /// Asserts that a projected Hessian has no negative eigenvalue, and that taking the exact one
    /// away leaves none either: it bounds the energy's second derivative from above.
    #[track_caller]
    pub fn assert_bounds<const N: usize>(
        projected: &SMatrix<f64, N, N>,
        exact: &SMatrix<f64, N, N>,
        tolerance: f64,
    ) {
        let scale = projected.norm().max(exact.norm());
        for matrix in [*projected, projected - exact] {
            let symmetric = (matrix + matrix.transpose()) * 0.5;
            assert!((matrix - symmetric).norm() <= tolerance * scale);
            let rows = core::array::from_fn(|i| core::array::from_fn(|j| symmetric[(i, j)]));
            let (values, _) = eigen::<f64, N>(rows);
            let least = values.into_iter().fold(f64::INFINITY, f64::min);
            assert!(least >= -tolerance * scale, "{least:e} of {scale:e}");
        }
    }

    #[test]
    fn it_is_the_positive_eigenpair() {
        for a in [-3.0, -1e-9, 0.0, 1e-9, 2.0] {
            for b in [-1.0, 0.0, 1e-12, 4.0_f64] {
                let (value, [c, s]) = positive_mode(a, b);
                let (p, q) = (a * c + b * s - value * c, b * c - value * s);
                let scale = f64::max(libm::fabs(a), libm::fabs(b));
                assert!(libm::hypot(p, q) <= 1e-15 * scale && value >= 0.0 && value >= a);
                assert!(libm::fabs(c * c + s * s - 1.0) < 1e-15);
            }
        }
    }
}
