//! Symmetric matrix of 3x3 blocks in compressed rows. Both triangles are stored: a product is then
//! a loop over rows, and the pattern is the node graph that the orderings want.

use rayon::prelude::*;

use super::{Block, Vec3};

/// Block rows with ascending columns; the diagonal block of each row is always present.
#[derive(Debug, Clone, Default)]
pub struct BlockMatrix {
    pub(super) pattern: Pattern,
    pub(super) values: Vec<Block>,
}

/// The sparsity pattern of a [`BlockMatrix`]: the node graph with its diagonal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    pub(super) row_start: Vec<usize>,
    pub(super) columns: Vec<u32>,
}

impl Default for Pattern {
    fn default() -> Self {
        Self {
            row_start: vec![0],
            columns: Vec::new(),
        }
    }
}

impl Pattern {
    /// Number of block rows.
    pub fn len(&self) -> usize {
        self.row_start.len() - 1
    }

    /// True for the matrix with no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ascending columns of block row `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.columns[self.row_start[i]..self.row_start[i + 1]]
    }

    /// True when every entry of `self` is an entry of `other` too.
    pub fn is_subset_of(&self, other: &Pattern) -> bool {
        self.len() == other.len()
            && (0..self.len())
                .into_par_iter()
                .with_min_len(256)
                .all(|i| sorted_subset(self.row(i), other.row(i)))
    }

    pub(super) fn copy_from(&mut self, other: &Pattern) {
        self.row_start.clone_from(&other.row_start);
        self.columns.clone_from(&other.columns);
    }
}

fn sorted_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|s| rest.any(|l| l == s))
}

impl BlockMatrix {
    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Columns and blocks of row `i`.
    pub fn row(&self, i: usize) -> (&[u32], &[Block]) {
        let range = self.pattern.row_start[i]..self.pattern.row_start[i + 1];
        (&self.pattern.columns[range.clone()], &self.values[range])
    }

    /// `out = A x`.
    pub fn multiply(&self, x: &[Vec3], out: &mut [Vec3]) {
        out.par_iter_mut()
            .enumerate()
            .with_min_len(256)
            .for_each(|(i, y)| {
                let (columns, blocks) = self.row(i);
                *y = Vec3::zeros();
                for (&j, block) in columns.iter().zip(blocks) {
                    *y += block * x[j as usize];
                }
            });
    }

    /// Adds `shift` to every diagonal entry.
    pub(super) fn shift_diagonal(&mut self, shift: f64) {
        let pattern = &self.pattern;
        super::rows::for_each_row(&pattern.row_start, &mut self.values, &|i, blocks| {
            if let Ok(slot) = pattern.row(i).binary_search(&(i as u32)) {
                blocks[slot] += Block::identity() * shift;
            }
        });
    }

    /// Mean of the diagonal entries, 0 for the empty matrix; summed in the order of the rows.
    pub fn mean_diagonal(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.pattern.len() {
            let (columns, blocks) = self.row(i);
            if let Ok(slot) = columns.binary_search(&(i as u32)) {
                sum += blocks[slot].trace();
            }
        }
        sum / (3 * self.pattern.len()).max(1) as f64
    }
}
