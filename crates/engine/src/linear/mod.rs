//! The linear systems of Newton's method: `H p = -g` with `H` symmetric positive definite, made of
//! 3x3 blocks on the node graph.
//!
//! Energies fill a [`BlockSink`] with local Hessians; [`LinearSystem`] gathers them into a
//! [`BlockMatrix`] over the free nodes, orders the node graph, factors it by a multifrontal Cholesky
//! method over the elimination tree and solves. Everything runs in the current rayon pool and has
//! the same bits for any number of threads.
//!
//! What is kept between factorisations depends only on what happened since [`LinearSystem::forget`]:
//! a time stepper that calls it at the start of each step gets the same bits in a resumed run as in
//! an uninterrupted one.

mod assemble;
mod block_matrix;
mod cholesky;
mod front;
mod ordering;
mod rows;
mod sink;
mod solve;
mod symbolic;
mod tree;

#[cfg(test)]
mod tests;

use std::time::Instant;

use assemble::{Contributions, gather};
pub use block_matrix::{BlockMatrix, Pattern};
use cholesky::Factor;
use sink::StaticPart;
pub use sink::{BlockSink, NodeMap, upper_blocks};
use symbolic::Symbolic;
use tree::Elimination;

/// One 3x3 block of a Hessian.
pub type Block = nalgebra::Matrix3<f64>;
type Vec3 = nalgebra::Vector3<f64>;

/// An old ordering is kept for a pattern with new entries while its predicted operations stay below
/// this multiple of what they were when it was made.
const KEEP_ORDERING: f64 = 1.2;

/// Why a system could not be assembled, factored or solved.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LinearError {
    /// A pivot was zero, negative or not a number.
    #[error(
        "the matrix is not positive definite at node {node}; project the local Hessians or shift the diagonal"
    )]
    NotPositiveDefinite {
        /// The node whose block column held the pivot.
        node: u32,
    },
    /// The factor belongs to no assembled matrix.
    #[error("solve was called without a successful factorisation of the assembled matrix")]
    NotFactored,
    /// A vector has the wrong number of entries.
    #[error("{what} has {found} entries, the node map has {expected} nodes")]
    WrongLength {
        /// Which vector.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The number of nodes.
        expected: usize,
    },
    /// The ordering library refused the graph.
    #[error("the node graph could not be ordered: {reason}")]
    Ordering {
        /// What the library says.
        reason: String,
    },
    /// More blocks than the index type counts.
    #[error("{blocks} blocks exceed the index range of 2^31")]
    TooLarge {
        /// Number of blocks.
        blocks: usize,
    },
}

/// What a factorisation did and cost. Times are wall-clock seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize)]
pub struct FactorReport {
    /// Time of the ordering and of its predictions, s.
    pub order_seconds: f64,
    /// Time of the symbolic factorisation, s.
    pub symbolic_seconds: f64,
    /// Time of the numeric factorisation, s.
    pub factor_seconds: f64,
    /// Scalar entries of the factor's panels, explicit zeros included.
    pub nnz: usize,
    /// Floating-point operations of the numeric factorisation.
    pub flops: f64,
    /// Whether the graph was ordered anew.
    pub reordered: bool,
    /// Whether the symbolic factorisation was made anew.
    pub reanalysed: bool,
}

/// A symbolic factorisation and the pattern it holds for.
#[derive(Debug, Default)]
struct Analysis {
    pattern: Pattern,
    symbolic: Symbolic,
    /// Predicted operations when the ordering was made.
    ordered_flops: f64,
}

/// Assembles, factors and solves; owns all memory, which is reused from one iteration to the next.
#[derive(Debug, Default)]
pub struct LinearSystem {
    map: NodeMap,
    static_part: Option<StaticPart>,
    static_contributions: Contributions,
    other_contributions: Contributions,
    matrix: BlockMatrix,
    analysis: Option<Analysis>,
    factor: Factor,
    factored: bool,
    solution: Vec<f64>,
    scratch: Vec<f64>,
}

impl LinearSystem {
    /// An empty system. Work is done in the rayon pool that is current at each call.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets ordering and symbolic factorisation, so that what follows does not depend on what
    /// was factored before. Memory is kept.
    pub fn forget(&mut self) {
        self.analysis = None;
    }

    /// Sums the local Hessians of `sink` and `diagonal` (one scalar per node, added to the three
    /// diagonal entries of the node, such as its mass in kg) over the free nodes of `map`.
    /// Blocks that touch a fixed node are left out.
    pub fn assemble(
        &mut self,
        sink: &BlockSink,
        diagonal: &[f64],
        map: &NodeMap,
    ) -> Result<(), LinearError> {
        check_length("the diagonal", diagonal.len(), map)?;
        self.factored = false;
        let same_map = self.map == *map;
        if !same_map {
            self.map.clone_from(map);
        }
        let part = sink.static_part();
        if !same_map || self.static_part != part || part.is_none() {
            let elements = part.map_or(0, |p| p.elements);
            self.static_part = None;
            self.static_contributions.build(sink, 0..elements, map)?;
            self.static_part = part;
        }
        let first = part.map_or(0, |p| p.elements);
        self.other_contributions
            .build(sink, first..sink.len(), map)?;
        gather(
            &mut self.matrix,
            &self.static_contributions,
            &self.other_contributions,
            sink.all_blocks(),
            diagonal,
            map,
        );
        Ok(())
    }

    /// Adds `shift` to every diagonal entry of the assembled matrix: for another attempt after
    /// [`LinearError::NotPositiveDefinite`]. [`BlockMatrix::mean_diagonal`] gives it a scale.
    pub fn shift_diagonal(&mut self, shift: f64) {
        self.factored = false;
        self.matrix.shift_diagonal(shift);
    }

    /// The assembled matrix over the free nodes.
    pub fn matrix(&self) -> &BlockMatrix {
        &self.matrix
    }

    /// The free nodes' numbers in the order of elimination, once a matrix has been analysed.
    pub fn elimination_order(&self) -> Option<&[u32]> {
        self.analysis.as_ref().map(|a| a.symbolic.order.as_slice())
    }

    /// Factors the assembled matrix.
    ///
    /// The symbolic factorisation is reused when the pattern is the one analysed or a subset of it.
    /// A pattern with new entries keeps the ordering as long as the operations it predicts stay
    /// within a factor of those of the pattern it was made for.
    pub fn factor(&mut self) -> Result<FactorReport, LinearError> {
        let mut report = FactorReport::default();
        self.factored = false;
        let analysis = match self.analysis.take() {
            Some(old) if self.matrix.pattern.is_subset_of(&old.pattern) => old,
            old => analyse(&self.matrix.pattern, old, &mut report)?,
        };
        let analysis = self.analysis.insert(analysis);
        report.nnz = analysis.symbolic.value_count();
        report.flops = analysis.symbolic.flops;
        let begin = Instant::now();
        self.factor
            .compute(&self.matrix, &analysis.symbolic)
            .map_err(|position| LinearError::NotPositiveDefinite {
                node: self.map.free_nodes()[analysis.symbolic.order[position] as usize],
            })?;
        report.factor_seconds = begin.elapsed().as_secs_f64();
        self.factored = true;
        Ok(report)
    }

    /// Solves `H out = rhs` with the last factorisation. Both vectors have one entry per node;
    /// fixed nodes get zero.
    pub fn solve(&mut self, rhs: &[Vec3], out: &mut [Vec3]) -> Result<(), LinearError> {
        check_length("the right-hand side", rhs.len(), &self.map)?;
        check_length("the solution", out.len(), &self.map)?;
        let symbolic = match &self.analysis {
            Some(analysis) if self.factored => &analysis.symbolic,
            _ => return Err(LinearError::NotFactored),
        };
        let free = self.map.free_nodes();
        self.solution.clear();
        for &i in &symbolic.order {
            let value = rhs[free[i as usize] as usize];
            self.solution.extend_from_slice(value.as_slice());
        }
        solve::solve(
            symbolic,
            &self.factor.values,
            &mut self.solution,
            &mut self.scratch,
        );
        out.fill(Vec3::zeros());
        for (&i, x) in symbolic.order.iter().zip(self.solution.chunks_exact(3)) {
            out[free[i as usize] as usize] = Vec3::new(x[0], x[1], x[2]);
        }
        Ok(())
    }
}

/// A symbolic factorisation for `pattern`, with the ordering of `old` where that is good enough.
fn analyse(
    pattern: &Pattern,
    old: Option<Analysis>,
    report: &mut FactorReport,
) -> Result<Analysis, LinearError> {
    let begin = Instant::now();
    let mut analysis = old.unwrap_or_default();
    let kept = (analysis.pattern.len() == pattern.len() && !pattern.is_empty())
        .then(|| Elimination::new(pattern, std::mem::take(&mut analysis.symbolic.order)))
        .filter(|e| e.flops <= KEEP_ORDERING * analysis.ordered_flops);
    let elimination = match kept {
        Some(elimination) => elimination,
        None => {
            report.reordered = true;
            let elimination = ordering::order(pattern)?;
            analysis.ordered_flops = elimination.flops;
            elimination
        }
    };
    report.order_seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    analysis.symbolic = Symbolic::new(pattern, &elimination);
    analysis.pattern.copy_from(pattern);
    report.reanalysed = true;
    report.symbolic_seconds = begin.elapsed().as_secs_f64();
    Ok(analysis)
}

fn check_length(what: &'static str, found: usize, map: &NodeMap) -> Result<(), LinearError> {
    let expected = map.node_count();
    if found == expected {
        Ok(())
    } else {
        Err(LinearError::WrongLength {
            what,
            found,
            expected,
        })
    }
}
