//! Projection to the nearest positive semidefinite matrix: negative eigenvalues become zero. Most
//! matrices are definite already, which a Cholesky factorisation shows for a fraction of the cost.
//!
//! For a four-vertex stencil, whose energy does not change when the whole is translated, the Hessian
//! acts only on the 9 coordinates `(Z ⊗ I)ᵀ x`, where the columns of `Z` are an orthonormal basis of
//! the weights with zero sum.

use super::eigen;
use crate::{Mat3, Real};
use nalgebra::SMatrix;

/// Twice the zero-sum basis: columns of the 4x4 Hadamard matrix without the constant one.
const SIGNS: [[bool; 4]; 3] = [
    [true, true, false, false],
    [true, false, true, false],
    [true, false, false, true],
];

/// The positive semidefinite matrix nearest (in the Frobenius norm) to the symmetric,
/// translation-invariant `hessian` of four vertices.
pub fn project_psd<R: Real>(hessian: &SMatrix<R, 12, 12>) -> SMatrix<R, 12, 12> {
    let reduced = reduce(hessian);
    if is_definite(reduced) {
        return *hessian;
    }
    let (values, vectors) = eigen(reduced);
    let mut projected = SMatrix::<R, 12, 12>::zeros();
    for (value, vector) in values.into_iter().zip(&vectors) {
        if value > R::zero() {
            let mode = expand(vector);
            projected += mode * (mode * value).transpose();
        }
    }
    projected
}

/// The positive semidefinite matrix nearest to the symmetric `a`.
///
/// ```
/// use tangency_formulas::symmetric::clamp;
///
/// assert_eq!(clamp([[2.0, 0.0], [0.0, -3.0]]), [[2.0, 0.0], [0.0, 0.0]]);
/// ```
#[inline]
pub fn clamp<R: Real, const N: usize>(a: [[R; N]; N]) -> [[R; N]; N] {
    if is_definite(a) {
        return a;
    }
    let (values, vectors) = eigen(a);
    let mut clamped = [[R::zero(); N]; N];
    for (value, vector) in values.into_iter().zip(&vectors) {
        if value > R::zero() {
            for i in 0..N {
                for j in 0..N {
                    clamped[i][j] += value * vector[i] * vector[j];
                }
            }
        }
    }
    clamped
}

#[inline]
fn signed<R: Real>(sign: bool, value: R) -> R {
    if sign { value } else { -value }
}

/// `(Z ⊗ I)ᵀ H (Z ⊗ I)`.
#[inline]
fn reduce<R: Real>(hessian: &SMatrix<R, 12, 12>) -> [[R; 9]; 9] {
    let quarter = R::from_f64(0.25);
    let mut reduced = [[R::zero(); 9]; 9];
    for j in 0..4 {
        // Column block j, combined over rows.
        let column: [Mat3<R>; 4] =
            core::array::from_fn(|i| hessian.fixed_view::<3, 3>(3 * i, 3 * j).into_owned());
        for (a, row_signs) in SIGNS.iter().enumerate() {
            let mut sum = Mat3::<R>::zeros();
            for i in 0..4 {
                sum = if row_signs[i] {
                    sum + column[i]
                } else {
                    sum - column[i]
                };
            }
            for (b, column_signs) in SIGNS.iter().enumerate() {
                for r in 0..3 {
                    for c in 0..3 {
                        reduced[3 * a + r][3 * b + c] +=
                            signed(column_signs[j], sum[(r, c)] * quarter);
                    }
                }
            }
        }
    }
    reduced
}

/// `(Z ⊗ I) v`.
#[inline]
fn expand<R: Real>(vector: &[R; 9]) -> SMatrix<R, 12, 1> {
    let mut mode = SMatrix::<R, 12, 1>::zeros();
    for i in 0..4 {
        for c in 0..3 {
            for (a, signs) in SIGNS.iter().enumerate() {
                mode[3 * i + c] += signed(signs[i], vector[3 * a + c] * R::half());
            }
        }
    }
    mode
}

/// Whether a Cholesky factorisation meets positive pivots only.
#[inline]
fn is_definite<R: Real, const N: usize>(mut a: [[R; N]; N]) -> bool {
    for k in 0..N {
        let pivot = a[k][k];
        if pivot <= R::zero() {
            return false;
        }
        let inverse = R::one() / pivot;
        for i in k + 1..N {
            let factor = a[i][k] * inverse;
            for j in k + 1..=i {
                a[i][j] -= factor * a[j][k];
            }
        }
    }
    true
}
