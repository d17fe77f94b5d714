//! Chebyshev iteration with block Jacobi (Adams, Brezina, Hu, Tuminaro 2003): parallel, symmetric,
//! and the same bits for any number of threads.
//!
//! With D the diagonal blocks and rho an estimate of the largest eigenvalue of `D^-1 A`, the
//! polynomial is smallest on `[rho / RATIO, rho]`, the part of the spectrum that the coarse level
//! does not see.

use nalgebra::{DMatrix, SMatrix, SVector, SymmetricEigen};
use rayon::prelude::*;

use super::sparse::Rows;
use crate::ordered;

/// Degree of the polynomial.
const DEGREE: usize = 2;
/// Upper end of the interval over its lower end.
const RATIO: f64 = 10.0;
/// Lanczos steps for the largest eigenvalue.
const LANCZOS_STEPS: usize = 12;
/// Factor of the Lanczos estimate, as it lies below the eigenvalue.
const SAFETY: f64 = 1.1;
/// Rows handled by one task; only speed depends on it.
const GRAIN: usize = 256;

/// The smoother of one level.
#[derive(Debug, Clone, Default)]
pub(super) struct Smoother<const N: usize> {
    /// Inverses of the diagonal blocks.
    pub inverse: Vec<SMatrix<f64, N, N>>,
    /// Estimate of the largest eigenvalue of `D^-1 A`.
    pub radius: f64,
}

/// Inverse Cholesky factors `L_i^-1` of the diagonal blocks; fails with the first row whose block is
/// not positive definite.
pub(super) fn inverse_roots<const N: usize>(
    a: Rows<'_, N, N>,
) -> Result<Vec<SMatrix<f64, N, N>>, usize> {
    let roots: Vec<Option<_>> = (0..a.len())
        .into_par_iter()
        .with_min_len(GRAIN)
        .map(|i| {
            let slot = a.pattern.row(i).binary_search(&(i as u32)).ok()?;
            let block = a.values[a.pattern.row_start[i] + slot];
            let lower = block.cholesky()?.l();
            lower.solve_lower_triangular(&SMatrix::identity())
        })
        .collect();
    let failed = roots.iter().position(Option::is_none);
    match failed {
        Some(i) => Err(i),
        None => Ok(roots.into_iter().flatten().collect()),
    }
}

impl<const N: usize> Smoother<N> {
    /// From the inverse Cholesky factors of the diagonal blocks.
    pub fn new(a: Rows<'_, N, N>, inverse_roots: &[SMatrix<f64, N, N>]) -> Self {
        let radius = SAFETY * largest_eigenvalue(a, inverse_roots);
        Self {
            inverse: inverse_roots
                .par_iter()
                .map(|l| l.transpose() * l)
                .collect(),
            radius,
        }
    }

    /// `x <- x + p(D^-1 A) D^-1 (b - A x)`; with `from_zero` the old `x` counts as zero.
    pub fn smooth(
        &self,
        a: Rows<'_, N, N>,
        b: &[SVector<f64, N>],
        x: &mut [SVector<f64, N>],
        change: &mut [SVector<f64, N>],
        from_zero: bool,
    ) {
        let (low, high) = (self.radius / RATIO, self.radius);
        let (centre, half) = (0.5 * (high + low), 0.5 * (high - low));
        let mut ratio = half / centre;
        for step in 0..DEGREE {
            let next = 1.0 / (2.0 * centre / half - ratio);
            let (keep, add) = match step {
                0 => (0.0, 1.0 / centre),
                _ => (next * ratio, 2.0 * next / half),
            };
            if step > 0 {
                ratio = next;
            }
            let zero = from_zero && step == 0;
            let seen = &*x;
            change
                .par_iter_mut()
                .enumerate()
                .with_min_len(GRAIN)
                .for_each(|(i, d)| {
                    let residual = if zero {
                        b[i]
                    } else {
                        b[i] - a.times_row(i, seen)
                    };
                    let new = self.inverse[i] * residual * add;
                    *d = if step == 0 { new } else { *d * keep + new };
                });
            x.par_iter_mut()
                .zip(&*change)
                .with_min_len(GRAIN)
                .for_each(|(x, d)| *x = if zero { *d } else { *x + d });
        }
    }
}

/// The largest Ritz value of `L^-1 A L^-T` after a few Lanczos steps from a fixed vector.
fn largest_eigenvalue<const N: usize>(
    a: Rows<'_, N, N>,
    inverse_roots: &[SMatrix<f64, N, N>],
) -> f64 {
    let n = a.len();
    let mut current: Vec<SVector<f64, N>> = (0..n)
        .map(|i| SVector::from_fn(|k, _| scatter((N * i + k) as u64)))
        .collect();
    let mut previous = vec![SVector::zeros(); n];
    let mut scaled = vec![SVector::zeros(); n];
    let steps = LANCZOS_STEPS.min(N * n);
    let mut ritz = DMatrix::zeros(steps, steps);
    let mut length = ordered::sum(n, |i| current[i].norm_squared()).sqrt();
    let mut used = 0;
    for step in 0..steps {
        if length.is_nan() || length <= 0.0 {
            break;
        }
        current.par_iter_mut().for_each(|v| *v /= length);
        scaled
            .par_iter_mut()
            .enumerate()
            .with_min_len(GRAIN)
            .for_each(|(i, s)| *s = inverse_roots[i].tr_mul(&current[i]));
        let overlap = if step > 0 { length } else { 0.0 };
        previous
            .par_iter_mut()
            .enumerate()
            .with_min_len(GRAIN)
            .for_each(|(i, v)| *v = inverse_roots[i] * a.times_row(i, &scaled) - *v * overlap);
        let diagonal = ordered::sum(n, |i| previous[i].dot(&current[i]));
        previous
            .par_iter_mut()
            .zip(&current)
            .for_each(|(v, c)| *v -= c * diagonal);
        std::mem::swap(&mut previous, &mut current);
        length = ordered::sum(n, |i| current[i].norm_squared()).sqrt();
        ritz[(step, step)] = diagonal;
        if step + 1 < steps {
            ritz[(step, step + 1)] = length;
            ritz[(step + 1, step)] = length;
        }
        used = step + 1;
    }
    if used == 0 {
        return 1.0;
    }
    let ritz = ritz.view((0, 0), (used, used)).into_owned();
    if ritz.iter().any(|v| !v.is_finite()) {
        return f64::NAN;
    }
    SymmetricEigen::new(ritz)
        .eigenvalues
        .iter()
        .copied()
        .fold(0.0, f64::max)
}

/// A number in (-1, 1) that looks random.
fn scatter(index: u64) -> f64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
