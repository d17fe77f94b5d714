//! Smoothed-aggregation multigrid for elasticity: a preconditioner whose conjugate gradients need
//! nearly the same number of iterations for any mesh size.
//!
//! Nodes that are strongly coupled form aggregates; each aggregate has the six rigid motions as
//! coarse unknowns; their prolongator is smoothed once so that coarse functions have little energy.
//! The cycle is a symmetric V: the preconditioner is symmetric and, for positive definite matrices,
//! positive definite. Everything has the same bits for any number of threads.

mod aggregate;
mod level;
mod smoother;
mod sparse;
mod tentative;

#[cfg(test)]
mod tests;

use nalgebra::SVector;

use super::block_matrix::{BlockMatrix, Pattern};
use super::direct::Direct;
use super::{Block, FactorReport, LinearError, Vec3};
use level::{Coarse, Level};
pub(super) use sparse::Rows;
use sparse::Sparse;
use tentative::{MODES, rigid_modes};

/// Levels with at most this many nodes are solved directly.
const BOTTOM_NODES: usize = 300;
/// So are levels that would shrink by less than this factor.
const SLOW_COARSENING: f64 = 0.5;
/// Multiple of the mean diagonal added to a coarsest matrix that has lost its definiteness to
/// rounding, and how it grows.
const SHIFT: f64 = 1e-13;
const SHIFT_GROWTH: f64 = 1e2;
const SHIFTS: usize = 4;

/// The hierarchy below one matrix.
#[derive(Debug, Default)]
pub(super) struct Amg {
    fine: Level<3>,
    coarse: Vec<CoarseLevel>,
    bottom: Bottom,
}

#[derive(Debug, Default)]
struct CoarseLevel {
    matrix: Sparse<MODES, MODES>,
    level: Level<MODES>,
    b: Vec<SVector<f64, MODES>>,
    x: Vec<SVector<f64, MODES>>,
}

/// The coarsest level.
#[derive(Debug, Default)]
struct Bottom {
    direct: Direct,
    b: Vec<SVector<f64, MODES>>,
    x: Vec<SVector<f64, MODES>>,
}

impl Amg {
    /// Sets up the hierarchy of `matrix`; `positions` are those of its rows. Fails with a row where
    /// the matrix, or a coarse one, is not positive definite.
    pub fn new(matrix: Rows<'_, 3, 3>, positions: Option<&[Vec3]>) -> Result<Self, LinearError> {
        let fail = |row: u32| LinearError::NotPositiveDefinite { node: row };
        let modes = rigid_modes(positions, matrix.pattern.len());
        let (fine, mut next) = Level::new(matrix, &modes).map_err(|row| fail(row as u32))?;
        drop(modes);
        let mut name = std::mem::take(&mut next.representative);
        let mut coarse = Vec::new();
        let mut before = matrix.pattern.len();
        while next.matrix.pattern.len() > BOTTOM_NODES
            && next.matrix.pattern.len() as f64 <= SLOW_COARSENING * before as f64
        {
            let Coarse { matrix, modes, .. } = next;
            before = matrix.pattern.len();
            let (level, below) =
                Level::new(matrix.view(), &modes).map_err(|row| fail(name[row]))?;
            next = below;
            name = next
                .representative
                .iter()
                .map(|&i| name[i as usize])
                .collect();
            coarse.push(CoarseLevel::new(matrix, level));
        }
        let bottom = Bottom::new(&next.matrix).map_err(|row| fail(name[row]))?;
        Ok(Self {
            fine,
            coarse,
            bottom,
        })
    }

    /// `x = M^-1 b`: one V-cycle on `matrix`, the one the hierarchy was made for.
    pub fn apply(
        &mut self,
        matrix: Rows<'_, 3, 3>,
        b: &[Vec3],
        x: &mut [Vec3],
    ) -> Result<(), LinearError> {
        let next = self.coarse.first_mut();
        let coarse_b = next.map_or(&mut self.bottom.b, |next| &mut next.b);
        self.fine.descend(matrix, b, x, coarse_b);
        cycle(&mut self.coarse, &mut self.bottom)?;
        let correction = self.coarse.first().map_or(&self.bottom.x, |next| &next.x);
        self.fine.ascend(matrix, b, x, correction);
        Ok(())
    }

    /// Number of levels, the finest and the one solved directly included.
    pub fn levels(&self) -> usize {
        self.coarse.len() + 2
    }

    /// Scalar entries of coarse matrices, prolongators and smoothers.
    pub fn entries(&self) -> usize {
        let coarse = self
            .coarse
            .iter()
            .map(|c| c.level.entries() + MODES * MODES * c.matrix.values.len());
        self.fine.entries() + coarse.sum::<usize>()
    }
}

/// One V-cycle from the first of `levels` down and up again.
fn cycle(levels: &mut [CoarseLevel], bottom: &mut Bottom) -> Result<(), LinearError> {
    let Some((head, rest)) = levels.split_first_mut() else {
        return bottom.solve();
    };
    let CoarseLevel {
        matrix,
        level,
        b,
        x,
    } = head;
    let next = rest.first_mut();
    let coarse_b = next.map_or(&mut bottom.b, |next| &mut next.b);
    level.descend(matrix.view(), b, x, coarse_b);
    cycle(rest, bottom)?;
    let correction = rest.first().map_or(&bottom.x, |next| &next.x);
    level.ascend(matrix.view(), b, x, correction);
    Ok(())
}

impl CoarseLevel {
    fn new(matrix: Sparse<MODES, MODES>, level: Level<MODES>) -> Self {
        let zeros = vec![SVector::zeros(); matrix.pattern.len()];
        Self {
            matrix,
            level,
            b: zeros.clone(),
            x: zeros,
        }
    }
}

impl Bottom {
    fn new(matrix: &Sparse<MODES, MODES>) -> Result<Self, usize> {
        let zeros = vec![SVector::zeros(); matrix.pattern.len()];
        let mut split = in_threes(matrix);
        let mut bottom = Self {
            direct: Direct::default(),
            b: zeros.clone(),
            x: zeros,
        };
        let mut shift = SHIFT * split.mean_diagonal();
        for attempt in 0.. {
            match bottom.factor(&split) {
                Err(LinearError::NotPositiveDefinite { .. }) if attempt < SHIFTS => {
                    split.shift_diagonal(shift);
                    shift *= SHIFT_GROWTH;
                }
                Err(LinearError::NotPositiveDefinite { node }) => return Err(node as usize / 2),
                Err(_) => return Err(0),
                Ok(()) => break,
            }
        }
        Ok(bottom)
    }

    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), LinearError> {
        let report = &mut FactorReport::default();
        self.direct.analyse(&matrix.pattern, |_| true, report)?;
        self.direct.factor(matrix, report)
    }

    fn solve(&mut self) -> Result<(), LinearError> {
        let (b, x) = (&self.b, &mut self.x);
        self.direct.solve(
            |row| std::array::from_fn(|k| b[row / 2][3 * (row % 2) + k]),
            |row, value| {
                for (k, value) in value.into_iter().enumerate() {
                    x[row / 2][3 * (row % 2) + k] = value;
                }
            },
        )
    }
}

/// The same matrix in blocks of 3x3, each row and column of blocks cut into two.
fn in_threes(matrix: &Sparse<MODES, MODES>) -> BlockMatrix {
    let mut split = BlockMatrix {
        pattern: Pattern::default(),
        values: Vec::with_capacity(4 * matrix.values.len()),
    };
    for i in 0..matrix.pattern.len() {
        for top in [0, 3] {
            for (j, block) in matrix.view().row(i) {
                for left in [0, 3] {
                    split.pattern.columns.push(2 * j + left / 3);
                    let part: Block = block.fixed_view::<3, 3>(top, left as usize).into();
                    split.values.push(part);
                }
            }
            split.pattern.row_start.push(split.values.len());
        }
    }
    split
}
