//! The preconditioner of conjugate gradients: multigrid, and an exact solve on stiff contacts.
//!
//! With A the matrix, C the softened one ([`super::soften`]), B one multigrid cycle for C, S the rows
//! where they differ and `Z = R^T (R A R^T)^-1 R` the solve on those rows alone, R taking them out of a
//! vector:
//!
//! `M^-1 = Z + (I - Z A) B (I - A Z)`,
//!
//! symmetric positive definite if A and B are. On the rest of the rows, M compares the Schur complements
//! of A and of C after S is eliminated (by the fictitious-space lemma, Nepomnyaschikh 1991): chains of
//! springs in series, one of which is very stiff in A and still stiffer than its neighbours in C. So the
//! number of iterations hardly depends on how stiff the contacts are.

use rayon::prelude::*;

use super::amg::{Amg, Rows};
use super::block_matrix::{BlockMatrix, Pattern};
use super::direct::Direct;
use super::soften::Softened;
use super::tree::{Cost, NONE};
use super::{Block, FactorReport, LinearError, Vec3};

/// Multigrid and the solve on the softened rows.
#[derive(Debug, Default)]
pub(super) struct Preconditioner {
    amg: Amg,
    zone: Option<Zone>,
}

/// The softened rows.
#[derive(Debug)]
struct Zone {
    rows: Vec<u32>,
    /// All rows with an entry in one of the columns `rows`, ascending.
    halo: Vec<u32>,
    /// The values of the softened matrix.
    soft: Vec<Block>,
    direct: Direct,
    residual: Vec<Vec3>,
    correction: Vec<Vec3>,
    /// A vector on `halo`.
    changes: Vec<Vec3>,
}

impl Preconditioner {
    /// Sets up multigrid for the softened matrix and factors the softened rows; where `accept` finds
    /// that too dear, multigrid has to do with the matrix itself.
    pub fn new(
        matrix: &BlockMatrix,
        softened: &Softened,
        positions: Option<&[Vec3]>,
        accept: impl Fn(&Cost) -> bool,
    ) -> Result<Self, LinearError> {
        let zone = if softened.rows.is_empty() {
            None
        } else {
            Zone::new(matrix, softened, accept)?
        };
        let amg = Amg::new(seen_by_amg(matrix, zone.as_ref()), positions)?;
        Ok(Self { amg, zone })
    }

    /// `z = M^-1 r`.
    pub fn apply(
        &mut self,
        matrix: &BlockMatrix,
        r: &[Vec3],
        z: &mut [Vec3],
    ) -> Result<(), LinearError> {
        let Some(zone) = &mut self.zone else {
            return self.amg.apply(matrix.into(), r, z);
        };
        zone.eliminate(matrix, r)?;
        let soft = Rows {
            pattern: &matrix.pattern,
            values: &zone.soft,
        };
        self.amg.apply(soft, &zone.residual, z)?;
        zone.correct(matrix, r, z)
    }

    /// Number of levels of multigrid.
    pub fn levels(&self) -> usize {
        self.amg.levels()
    }

    /// Scalar entries of multigrid.
    pub fn entries(&self) -> usize {
        self.amg.entries()
    }
}

fn seen_by_amg<'a>(matrix: &'a BlockMatrix, zone: Option<&'a Zone>) -> Rows<'a, 3, 3> {
    Rows {
        pattern: &matrix.pattern,
        values: zone.map_or(&matrix.values, |zone| &zone.soft),
    }
}

impl Zone {
    fn new(
        matrix: &BlockMatrix,
        softened: &Softened,
        accept: impl Fn(&Cost) -> bool,
    ) -> Result<Option<Self>, LinearError> {
        let rows = &softened.rows;
        let mut number = vec![NONE; matrix.pattern.len()];
        for (k, &i) in rows.iter().enumerate() {
            number[i as usize] = k as u32;
        }
        let mut direct = Direct::default();
        let inner = submatrix(matrix, rows, &number);
        let report = &mut FactorReport::default();
        if !direct.analyse(&inner.pattern, accept, report)? {
            return Ok(None);
        }
        direct.factor(&inner, report).map_err(|error| match error {
            LinearError::NotPositiveDefinite { node } => LinearError::NotPositiveDefinite {
                node: rows[node as usize],
            },
            other => other,
        })?;
        let touches = |&i: &u32| {
            let row = matrix.pattern.row(i as usize);
            row.iter().any(|&j| number[j as usize] != NONE)
        };
        let all = 0..matrix.pattern.len() as u32;
        let halo: Vec<u32> = all.into_par_iter().filter(touches).collect();
        Ok(Some(Self {
            rows: rows.clone(),
            changes: vec![Vec3::zeros(); halo.len()],
            halo,
            soft: softened.values(matrix),
            direct,
            residual: vec![Vec3::zeros(); number.len()],
            correction: vec![Vec3::zeros(); number.len()],
        }))
    }

    /// `correction = Z r` and `residual = r - A Z r`.
    fn eliminate(&mut self, matrix: &BlockMatrix, r: &[Vec3]) -> Result<(), LinearError> {
        let Self {
            rows,
            direct,
            correction,
            ..
        } = self;
        let row = |k: usize| rows[k] as usize;
        direct.solve(
            |k| r[row(k)].into(),
            |k, value| correction[row(k)] = value.into(),
        )?;
        let (halo, correction) = (&self.halo, &self.correction);
        let a = Rows::from(matrix);
        self.changes
            .par_iter_mut()
            .zip(halo)
            .with_min_len(256)
            .for_each(|(change, &i)| *change = a.times_row(i as usize, correction));
        self.residual.copy_from_slice(r);
        for (&i, change) in halo.iter().zip(&self.changes) {
            self.residual[i as usize] -= change;
        }
        Ok(())
    }

    /// `z <- z + Z (r - A z)`, which is `Z r + (I - Z A) z` for any `z`.
    fn correct(
        &mut self,
        matrix: &BlockMatrix,
        r: &[Vec3],
        z: &mut [Vec3],
    ) -> Result<(), LinearError> {
        let a = Rows::from(matrix);
        let (rows, seen) = (&self.rows, &*z);
        self.changes[..rows.len()]
            .par_iter_mut()
            .zip(rows)
            .with_min_len(256)
            .for_each(|(change, &i)| *change = r[i as usize] - a.times_row(i as usize, seen));
        let residual = &self.changes;
        self.direct.solve(
            |k| residual[k].into(),
            |k, value| z[rows[k] as usize] += Vec3::from(value),
        )
    }
}

/// The entries of `matrix` in `rows` and the same columns; `number` is the inverse of `rows`.
fn submatrix(matrix: &BlockMatrix, rows: &[u32], number: &[u32]) -> BlockMatrix {
    let mut pattern = Pattern::default();
    let mut values = Vec::new();
    for &i in rows {
        let (columns, blocks) = matrix.row(i as usize);
        for (&j, block) in columns.iter().zip(blocks) {
            if number[j as usize] != NONE {
                pattern.columns.push(number[j as usize]);
                values.push(*block);
            }
        }
        pattern.row_start.push(values.len());
    }
    BlockMatrix { pattern, values }
}
