//! The direct solver: ordering, symbolic and numeric Cholesky factorisation, triangular solves, and
//! what is kept of them from one matrix to the next.

use std::time::Instant;

use super::block_matrix::{BlockMatrix, Pattern};
use super::cholesky::Factor;
use super::symbolic::Symbolic;
use super::tree::{Cost, Elimination};
use super::{FactorReport, LinearError, ordering, solve};

/// An old ordering is kept for a pattern with new entries while its predicted operations stay below
/// this multiple of what they were when it was made.
const KEEP_ORDERING: f64 = 1.2;

/// A symbolic factorisation and the pattern it holds for.
#[derive(Debug, Default)]
struct Analysis {
    pattern: Pattern,
    symbolic: Symbolic,
    /// Predicted operations when the ordering was made.
    ordered_flops: f64,
}

/// Analyses, factors and solves; keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Direct {
    analysis: Option<Analysis>,
    factor: Factor,
    solution: Vec<f64>,
    scratch: solve::Scratch,
}

impl Direct {
    /// Forgets the analysis; memory is kept.
    pub fn forget(&mut self) {
        self.analysis = None;
    }

    /// Gives the memory of the factor back.
    pub fn release(&mut self) {
        *self = Self::default();
    }

    /// Rows in the order of elimination, once a pattern has been analysed.
    pub fn order(&self) -> Option<&[u32]> {
        self.analysis.as_ref().map(|a| a.symbolic.order.as_slice())
    }

    #[cfg(test)]
    pub fn factor_values(&self) -> &[f64] {
        &self.factor.values
    }

    /// Makes sure of an analysis that holds for `pattern`, if `accept` agrees to what it
    /// is predicted to cost; says whether it did.
    ///
    /// The symbolic factorisation is reused when the pattern is the one analysed or a subset of it.
    /// A pattern with new entries keeps the ordering as long as the operations it predicts stay
    /// within a factor of those of the pattern it was made for.
    pub fn analyse(
        &mut self,
        pattern: &Pattern,
        accept: impl Fn(&Cost) -> bool,
        report: &mut FactorReport,
    ) -> Result<bool, LinearError> {
        let old = match self.analysis.take() {
            Some(old) if pattern.is_subset_of(&old.pattern) => {
                self.analysis = Some(old);
                return Ok(true);
            }
            old => old,
        };
        let begin = Instant::now();
        let mut analysis = old.unwrap_or_default();
        let kept = (analysis.pattern.len() == pattern.len() && !pattern.is_empty())
            .then(|| Elimination::new(pattern, std::mem::take(&mut analysis.symbolic.order)))
            .filter(|e| e.flops <= KEEP_ORDERING * analysis.ordered_flops);
        let elimination = match kept {
            Some(elimination) => Some(elimination),
            None => {
                report.reordered = true;
                let elimination = ordering::order(pattern, &accept)?;
                analysis.ordered_flops = elimination.as_ref().map_or(0.0, |e| e.flops);
                elimination
            }
        };
        report.order_seconds += begin.elapsed().as_secs_f64();
        let Some(elimination) = elimination.filter(|e| accept(&e.cost())) else {
            return Ok(false);
        };
        let begin = Instant::now();
        analysis.symbolic = Symbolic::new(pattern, &elimination);
        analysis.pattern.copy_from(pattern);
        report.reanalysed = true;
        report.symbolic_seconds += begin.elapsed().as_secs_f64();
        self.analysis = Some(analysis);
        Ok(true)
    }

    /// Factors `matrix`, whose pattern has been analysed. Where a pivot is not positive the error
    /// names a row of the matrix.
    pub fn factor(
        &mut self,
        matrix: &BlockMatrix,
        report: &mut FactorReport,
    ) -> Result<(), LinearError> {
        let Some(Analysis { symbolic, .. }) = &self.analysis else {
            return Err(LinearError::NotFactored);
        };
        report.nnz = symbolic.value_count();
        report.flops = symbolic.flops;
        let begin = Instant::now();
        self.factor.compute(matrix, symbolic).map_err(|position| {
            LinearError::NotPositiveDefinite {
                node: symbolic.order[position],
            }
        })?;
        report.factor_seconds += begin.elapsed().as_secs_f64();
        Ok(())
    }

    /// Solves with the last factor: `load(row)` gives the right-hand side, `store(row, value)` takes
    /// the solution.
    pub fn solve(
        &mut self,
        load: impl Fn(usize) -> [f64; 3],
        mut store: impl FnMut(usize, [f64; 3]),
    ) -> Result<(), LinearError> {
        let Some(Analysis { symbolic, .. }) = &self.analysis else {
            return Err(LinearError::NotFactored);
        };
        self.solution.clear();
        for &i in &symbolic.order {
            self.solution.extend_from_slice(&load(i as usize));
        }
        solve::solve(
            symbolic,
            &self.factor.values,
            &mut self.solution,
            &mut self.scratch,
        );
        for (&i, x) in symbolic.order.iter().zip(self.solution.chunks_exact(3)) {
            store(i as usize, [x[0], x[1], x[2]]);
        }
        Ok(())
    }
}
