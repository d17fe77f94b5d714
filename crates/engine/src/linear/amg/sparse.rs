//! Compressed rows of `R` x `C` blocks, with the two sparse products of a Galerkin operator.

use nalgebra::{SMatrix, SVector};
use rayon::prelude::*;

use super::super::block_matrix::{BlockMatrix, Pattern};
use super::super::rows::{accumulate, for_each_row};

/// Rows whose patterns are found by one task; only speed depends on it.
const CHUNK: usize = 256;

/// An owned matrix of `R` x `C` blocks; columns ascend within a row.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Sparse<const R: usize, const C: usize> {
    pub pattern: Pattern,
    pub values: Vec<SMatrix<f64, R, C>>,
}

/// A borrowed matrix of `R` x `C` blocks.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Rows<'a, const R: usize, const C: usize> {
    pub pattern: &'a Pattern,
    pub values: &'a [SMatrix<f64, R, C>],
}

impl<'a> From<&'a BlockMatrix> for Rows<'a, 3, 3> {
    fn from(matrix: &'a BlockMatrix) -> Self {
        Self {
            pattern: &matrix.pattern,
            values: &matrix.values,
        }
    }
}

impl<const R: usize, const C: usize> Sparse<R, C> {
    pub fn view(&self) -> Rows<'_, R, C> {
        Rows {
            pattern: &self.pattern,
            values: &self.values,
        }
    }
}

impl<'a, const R: usize, const C: usize> Rows<'a, R, C> {
    /// Number of block rows.
    pub fn len(&self) -> usize {
        self.pattern.len()
    }

    /// Columns and blocks of row `i`.
    pub fn row(
        &self,
        i: usize,
    ) -> impl Iterator<Item = (u32, &'a SMatrix<f64, R, C>)> + use<'a, R, C> {
        let range = self.pattern.row_start[i]..self.pattern.row_start[i + 1];
        let columns = &self.pattern.columns[range.clone()];
        columns.iter().copied().zip(&self.values[range])
    }

    /// Row `i` of `A x`.
    pub fn times_row(&self, i: usize, x: &[SVector<f64, C>]) -> SVector<f64, R> {
        let mut sum = SVector::zeros();
        for (j, block) in self.row(i) {
            add_product(&mut sum, block, &x[j as usize]);
        }
        sum
    }
}

/// `out += a b`; plain loops over constant sizes, which the compiler unrolls.
pub(super) fn add_product<const R: usize, const K: usize, const C: usize>(
    out: &mut SMatrix<f64, R, C>,
    a: &SMatrix<f64, R, K>,
    b: &SMatrix<f64, K, C>,
) {
    for (out, b) in out.data.0.iter_mut().zip(&b.data.0) {
        for (a, b) in a.data.0.iter().zip(b) {
            for (out, a) in out.iter_mut().zip(a) {
                *out += a * b;
            }
        }
    }
}

/// `out += a^T b`.
pub(super) fn add_transposed_product<const R: usize, const K: usize, const C: usize>(
    out: &mut SMatrix<f64, R, C>,
    a: &SMatrix<f64, K, R>,
    b: &SMatrix<f64, K, C>,
) {
    add_product(out, &a.transpose(), b);
}

/// Builds a pattern of `rows` rows; `list(i, out)` appends the columns of row `i`, in any order and
/// repeated as it likes.
pub(super) fn collect_pattern(rows: usize, list: impl Fn(usize, &mut Vec<u32>) + Sync) -> Pattern {
    let chunks: Vec<(Vec<usize>, Vec<u32>)> = (0..rows.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut counts = Vec::with_capacity(CHUNK);
            let mut columns = Vec::new();
            let mut row = Vec::new();
            for i in chunk * CHUNK..rows.min((chunk + 1) * CHUNK) {
                row.clear();
                list(i, &mut row);
                row.sort_unstable();
                row.dedup();
                counts.push(row.len());
                columns.extend_from_slice(&row);
            }
            (counts, columns)
        })
        .collect();
    let mut row_start = Vec::with_capacity(rows + 1);
    row_start.push(0);
    row_start.extend(chunks.iter().flat_map(|(counts, _)| counts));
    accumulate(&mut row_start);
    let mut columns = Vec::with_capacity(row_start[rows]);
    for (_, part) in &chunks {
        columns.extend_from_slice(part);
    }
    Pattern { row_start, columns }
}

/// Fills the blocks of a pattern; `fill(i, columns, blocks)` gets each row zeroed.
pub(super) fn fill_rows<const R: usize, const C: usize>(
    pattern: Pattern,
    fill: impl Fn(usize, &[u32], &mut [SMatrix<f64, R, C>]) + Sync,
) -> Sparse<R, C> {
    let mut values = vec![SMatrix::zeros(); pattern.columns.len()];
    for_each_row(&pattern.row_start, &mut values, &|i, blocks| {
        fill(i, pattern.row(i), blocks);
    });
    Sparse { pattern, values }
}

/// The block of `column` in a row with ascending columns that holds it.
pub(super) fn block_at<'a, T>(columns: &[u32], blocks: &'a mut [T], column: u32) -> &'a mut T {
    &mut blocks[columns.partition_point(|&c| c < column)]
}

/// Places of the blocks of each column of a matrix: the transpose without its values.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Transpose {
    start: Vec<usize>,
    /// (row, index of the block), by column, rows ascending.
    entries: Vec<(u32, u32)>,
}

impl Transpose {
    /// Of a pattern with `columns` columns.
    pub fn new(pattern: &Pattern, columns: usize) -> Self {
        let mut start = vec![0; columns + 1];
        for &c in &pattern.columns {
            start[c as usize + 1] += 1;
        }
        accumulate(&mut start);
        let mut cursor = start.clone();
        let mut entries = vec![(0, 0); pattern.columns.len()];
        for i in 0..pattern.len() {
            for k in pattern.row_start[i]..pattern.row_start[i + 1] {
                let place = &mut cursor[pattern.columns[k] as usize];
                entries[*place] = (i as u32, k as u32);
                *place += 1;
            }
        }
        Self { start, entries }
    }

    /// Number of columns of the matrix.
    pub fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// (row, index of the block) of column `c`, rows ascending.
    pub fn column(&self, c: usize) -> &[(u32, u32)] {
        &self.entries[self.start[c]..self.start[c + 1]]
    }
}

/// The Galerkin operator `P^T A P`.
pub(super) fn galerkin<const N: usize, const M: usize>(
    a: Rows<'_, N, N>,
    p: Rows<'_, N, M>,
    transpose: &Transpose,
) -> Sparse<M, M> {
    let pattern = collect_pattern(a.len(), |i, out| {
        for &j in a.pattern.row(i) {
            out.extend_from_slice(p.pattern.row(j as usize));
        }
    });
    let ap = fill_rows(pattern, |i, columns, blocks| {
        for (j, block) in a.row(i) {
            for (k, other) in p.row(j as usize) {
                add_product(block_at(columns, blocks, k), block, other);
            }
        }
    });
    let pattern = collect_pattern(transpose.len(), |c, out| {
        for &(i, _) in transpose.column(c) {
            out.extend_from_slice(ap.pattern.row(i as usize));
        }
    });
    let ap = ap.view();
    fill_rows(pattern, |c, columns, blocks| {
        for &(i, k) in transpose.column(c) {
            let left = &p.values[k as usize];
            for (d, right) in ap.row(i as usize) {
                add_transposed_product(block_at(columns, blocks, d), left, right);
            }
        }
    })
}
