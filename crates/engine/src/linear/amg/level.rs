//! One level: smoother, smoothed prolongator and the way to the next level and back.
//!
//! Prolongator: `P = (I - omega D^-1 A) T` with `omega = 4 / (3 rho(D^-1 A))`; coarse operator:
//! `P^T A P` (Vanek, Mandel, Brezina 1996).

use nalgebra::{SMatrix, SVector};
use rayon::prelude::*;

use super::aggregate::{Aggregates, strength};
use super::smoother::{Smoother, inverse_roots};
use super::sparse::{
    Rows, Sparse, Transpose, add_product, block_at, collect_pattern, fill_rows, galerkin,
};
use super::tentative::{MODES, Tentative};

/// Damping of the step that smooths the prolongator, times the spectral radius.
const DAMPING: f64 = 4.0 / 3.0;
/// Rows handled by one task; only speed depends on it.
const GRAIN: usize = 256;

/// Data that a level needs besides its matrix.
#[derive(Debug, Default)]
pub(super) struct Level<const N: usize> {
    smoother: Smoother<N>,
    prolongator: Sparse<N, MODES>,
    transpose: Transpose,
    /// The change of the smoother, and the residual.
    work: Vec<SVector<f64, N>>,
}

/// Data that a level hands to the next.
pub(super) struct Coarse {
    pub matrix: Sparse<MODES, MODES>,
    pub modes: Vec<SMatrix<f64, MODES, MODES>>,
    /// A node of this level in each aggregate.
    pub representative: Vec<u32>,
}

impl<const N: usize> Level<N> {
    /// Sets up a level for `a` with near-null space `modes`. Fails with the first row whose diagonal
    /// block is not positive definite.
    pub fn new(
        a: Rows<'_, N, N>,
        modes: &[SMatrix<f64, N, MODES>],
    ) -> Result<(Self, Coarse), usize> {
        let roots = inverse_roots(a)?;
        let smoother = Smoother::new(a, &roots);
        let aggregates = Aggregates::new(&strength(a, &roots));
        drop(roots);
        let tentative = Tentative::new(&aggregates, modes);
        let prolongator = smoothed(a, &smoother, &aggregates, &tentative);
        let transpose = Transpose::new(&prolongator.pattern, aggregates.len());
        let mut matrix = galerkin(a, prolongator.view(), &transpose);
        fill_missing_modes(&mut matrix, &tentative.modes);
        let first = aggregates.start[..aggregates.len()].iter();
        let coarse = Coarse {
            matrix,
            modes: tentative.modes,
            representative: first.map(|&k| aggregates.members[k]).collect(),
        };
        let level = Self {
            smoother,
            prolongator,
            transpose,
            work: vec![SVector::zeros(); a.len()],
        };
        Ok((level, coarse))
    }

    /// Smooths `A x = b` from zero and restricts the residual.
    pub fn descend(
        &mut self,
        a: Rows<'_, N, N>,
        b: &[SVector<f64, N>],
        x: &mut [SVector<f64, N>],
        coarse_b: &mut [SVector<f64, MODES>],
    ) {
        self.smoother.smooth(a, b, x, &mut self.work, true);
        let seen = &*x;
        self.work
            .par_iter_mut()
            .enumerate()
            .with_min_len(GRAIN)
            .for_each(|(i, r)| *r = b[i] - a.times_row(i, seen));
        let (work, p, transpose) = (&self.work, &self.prolongator.values, &self.transpose);
        coarse_b
            .par_iter_mut()
            .enumerate()
            .with_min_len(8)
            .for_each(|(c, out)| {
                *out = SVector::zeros();
                for &(i, k) in transpose.column(c) {
                    *out += p[k as usize].tr_mul(&work[i as usize]);
                }
            });
    }

    /// Adds the prolongated correction and smooths again.
    pub fn ascend(
        &mut self,
        a: Rows<'_, N, N>,
        b: &[SVector<f64, N>],
        x: &mut [SVector<f64, N>],
        correction: &[SVector<f64, MODES>],
    ) {
        let prolongator = self.prolongator.view();
        x.par_iter_mut()
            .enumerate()
            .with_min_len(GRAIN)
            .for_each(|(i, x)| *x += prolongator.times_row(i, correction));
        self.smoother.smooth(a, b, x, &mut self.work, false);
    }

    #[cfg(test)]
    pub fn prolongator(&self) -> &Sparse<N, MODES> {
        &self.prolongator
    }

    /// Scalar entries of smoother and prolongator.
    pub fn entries(&self) -> usize {
        N * N * self.smoother.inverse.len() + N * MODES * self.prolongator.values.len()
    }
}

/// `(I - omega D^-1 A) T`.
fn smoothed<const N: usize>(
    a: Rows<'_, N, N>,
    smoother: &Smoother<N>,
    aggregates: &Aggregates,
    tentative: &Tentative<N>,
) -> Sparse<N, MODES> {
    let omega = DAMPING / smoother.radius;
    let pattern = collect_pattern(a.len(), |i, out| {
        let near = a.pattern.row(i).iter();
        out.extend(near.filter_map(|&j| Some(tentative.at(aggregates, j as usize)?.0)));
    });
    fill_rows(pattern, |i, columns, blocks| {
        for (j, block) in a.row(i) {
            if let Some((c, t)) = tentative.at(aggregates, j as usize) {
                add_product(block_at(columns, blocks, c), block, t);
            }
        }
        let step = smoother.inverse[i] * -omega;
        for block in blocks.iter_mut() {
            let product = *block;
            *block = SMatrix::zeros();
            add_product(block, &step, &product);
        }
        if let Some((c, t)) = tentative.at(aggregates, i) {
            *block_at(columns, blocks, c) += t;
        }
    })
}

/// A mode that an aggregate lacks has a zero column in the prolongator, hence a zero row and column
/// in the coarse matrix; a one on its diagonal keeps that regular without coupling it to anything.
fn fill_missing_modes(matrix: &mut Sparse<MODES, MODES>, modes: &[SMatrix<f64, MODES, MODES>]) {
    for (c, modes) in modes.iter().enumerate() {
        let row = matrix.pattern.row(c);
        let Ok(slot) = row.binary_search(&(c as u32)) else {
            continue;
        };
        let block = &mut matrix.values[matrix.pattern.row_start[c] + slot];
        for k in 0..MODES {
            if modes.row(k).iter().all(|&v| v == 0.0) {
                block[(k, k)] = 1.0;
            }
        }
    }
}
