//! The tentative prolongator: on each aggregate, the near-null space made orthonormal,
//! `B_aggregate = Q R`. `Q` holds the columns of the prolongator, `R` the near-null space of the
//! coarse level, so that `T R = B` (Vanek, Mandel, Brezina 1996, section 4).
//!
//! The near-null space of elasticity are the six rigid modes: at a node at x, `[ I  -[x]× ]`.

use nalgebra::SMatrix;
use rayon::prelude::*;

use super::super::Vec3;
use super::super::rows::for_each_row;
use super::aggregate::{Aggregates, NONE};

/// Number of rigid modes, the size of all coarse blocks.
pub(super) const MODES: usize = 6;

/// Share of a mode that must remain after the others have been taken out of it.
const INDEPENDENT: f64 = 1e-9;

/// Rows of the rigid modes at each node; where there are no positions, of the translations alone.
pub(super) fn rigid_modes(positions: Option<&[Vec3]>, nodes: usize) -> Vec<SMatrix<f64, 3, MODES>> {
    let mut translation = SMatrix::<f64, 3, MODES>::zeros();
    translation.fill_diagonal(1.0);
    let Some(positions) = positions else {
        return vec![translation; nodes];
    };
    let centre = positions.iter().sum::<Vec3>() / positions.len().max(1) as f64;
    let at = |x: &Vec3| {
        let mut modes = translation;
        let rotation = (centre - x).cross_matrix();
        modes.fixed_view_mut::<3, 3>(0, 3).copy_from(&rotation);
        modes
    };
    positions.par_iter().map(at).collect()
}

/// The tentative prolongator: one block per node, in the column of its aggregate.
pub(super) struct Tentative<const N: usize> {
    /// Blocks by node; zero where the node has no aggregate.
    pub blocks: Vec<SMatrix<f64, N, MODES>>,
    /// The near-null space of the next level; rows of modes that an aggregate lacks are zero.
    pub modes: Vec<SMatrix<f64, MODES, MODES>>,
}

impl<const N: usize> Tentative<N> {
    /// From the near-null space of this level, one block of rows per node.
    pub fn new(aggregates: &Aggregates, modes: &[SMatrix<f64, N, MODES>]) -> Self {
        let gather = |&i: &u32| modes[i as usize];
        let mut parts: Vec<_> = aggregates.members.par_iter().map(gather).collect();
        for_each_row(&aggregates.start, &mut parts, &|_, part| {
            orthonormalise(part);
        });
        let mut blocks = vec![SMatrix::zeros(); modes.len()];
        for (&i, part) in aggregates.members.iter().zip(&parts) {
            blocks[i as usize] = *part;
        }
        // R = Q^T B, exact up to rounding as the columns of B are in the span of Q.
        let coarse = |a: usize| {
            let mut r = SMatrix::zeros();
            for k in aggregates.start[a]..aggregates.start[a + 1] {
                let fine = &modes[aggregates.members[k] as usize];
                super::sparse::add_transposed_product(&mut r, &parts[k], fine);
            }
            r
        };
        Self {
            modes: (0..aggregates.len()).into_par_iter().map(coarse).collect(),
            blocks,
        }
    }

    /// The aggregate and the block of node `i`.
    pub fn at(&self, aggregates: &Aggregates, i: usize) -> Option<(u32, &SMatrix<f64, N, MODES>)> {
        let a = aggregates.of_node[i];
        (a != NONE).then(|| (a, &self.blocks[i]))
    }
}

/// Gram-Schmidt, twice over, on the columns of the stacked blocks. Columns that depend on those
/// before become zero.
fn orthonormalise<const N: usize>(part: &mut [SMatrix<f64, N, MODES>]) {
    for c in 0..MODES {
        let before = dot(part, c, c).sqrt();
        for _ in 0..2 {
            for k in 0..c {
                let share = dot(part, k, c);
                for block in part.iter_mut() {
                    let column = block.data.0[k];
                    for (x, q) in block.data.0[c].iter_mut().zip(column) {
                        *x -= share * q;
                    }
                }
            }
        }
        let after = dot(part, c, c).sqrt();
        let scale = if after > INDEPENDENT * before {
            1.0 / after
        } else {
            0.0
        };
        for block in part.iter_mut() {
            block.data.0[c].iter_mut().for_each(|x| *x *= scale);
        }
    }
}

/// Scalar product of columns `a` and `b` of the stacked blocks.
fn dot<const N: usize>(part: &[SMatrix<f64, N, MODES>], a: usize, b: usize) -> f64 {
    part.iter()
        .map(|block| block.column(a).dot(&block.column(b)))
        .sum()
}
