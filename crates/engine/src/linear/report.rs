//! Reports of what a factorisation and a solve did and cost.

use super::LinearSolver;

/// Report of what a factorisation, or the set-up of multigrid, did and cost. Times are wall-clock seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize)]
pub struct FactorReport {
    /// Which solver will be used.
    pub solver: LinearSolver,
    /// Time of the ordering and of its predictions, s.
    pub order_seconds: f64,
    /// Time of the symbolic factorisation, s.
    pub symbolic_seconds: f64,
    /// Time of the numeric factorisation, or of the set-up of multigrid, s.
    pub factor_seconds: f64,
    /// Scalar entries of the factor's panels, explicit zeros included; of coarse matrices,
    /// prolongators and smoothers with multigrid.
    pub nnz: usize,
    /// Floating-point operations of the numeric factorisation; 0 with multigrid.
    pub flops: f64,
    /// Levels of multigrid; 0 with the direct solver.
    pub levels: usize,
    /// Whether the graph was ordered anew.
    pub reordered: bool,
    /// Whether the symbolic factorisation was made anew.
    pub reanalysed: bool,
}

/// Report of how the last system was solved.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize)]
pub struct SolveReport {
    /// The solver that gave the solution.
    pub solver: LinearSolver,
    /// Iterations of conjugate gradients, those in vain included; 0 with the direct solver alone.
    pub iterations: usize,
    /// Residual of conjugate gradients relative to the right-hand side, in the norm of the
    /// preconditioner; 0 with the direct solver.
    pub residual: f64,
    /// Whether that residual is within the tolerance.
    pub converged: bool,
    /// Whether the direct solver had to step in because conjugate gradients did not converge.
    pub fell_back: bool,
}
