//! The linear systems of Newton's method: `H p = -g` with `H` symmetric positive definite, made of
//! 3x3 blocks on the node graph.
//!
//! Energies fill a [`BlockSink`] with local Hessians; [`LinearSystem`] gathers them into a
//! [`BlockMatrix`] over the free nodes and solves it: by a multifrontal Cholesky method over the
//! elimination tree of the ordered node graph, or, where that is predicted to cost too much, by
//! conjugate gradients with smoothed-aggregation multigrid. Everything runs in the current rayon pool
//! and has the same bits for any number of threads.
//!
//! What is kept between factorisations depends only on what happened since [`LinearSystem::forget`]:
//! a time stepper that calls it at the start of each step gets the same bits in a resumed run as in
//! an uninterrupted one.

mod amg;
mod assemble;
mod block_matrix;
mod buffers;
mod cholesky;
mod direct;
mod front;
mod ordering;
mod packed;
mod pcg;
mod precondition;
mod report;
mod rows;
mod select;
mod shift;
mod sink;
mod soften;
mod solve;
mod symbolic;
mod tree;

#[cfg(test)]
mod tests;

use std::time::Instant;

pub use crate::settings::LinearKind;
use assemble::{Contributions, gather};
pub use block_matrix::{BlockMatrix, Pattern};
use direct::Direct;
use precondition::Preconditioner;
pub use report::{FactorReport, SolveReport};
use select::Policy;
pub use select::{LinearSolver, machine_memory};
use sink::StaticPart;
pub use sink::{BlockSink, NodeMap, upper_blocks};
use soften::Softened;

/// One 3x3 block of a Hessian.
pub type Block = nalgebra::Matrix3<f64>;
type Vec3 = nalgebra::Vector3<f64>;

/// Default bound of the residual of conjugate gradients, relative to the right-hand side, in the norm
/// of the preconditioner. In the steps of a soft cube thrown on a floor, 0.1 cost 6 % more Newton
/// iterations than exact directions, 0.01 and less none; each factor of ten costs about a third more
/// iterations of conjugate gradients.
const TOLERANCE: f64 = 1e-3;
/// Most iterations of conjugate gradients.
const MAX_ITERATIONS: usize = 200;

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
    /// The factor, or the multigrid hierarchy, belongs to no assembled matrix.
    #[error("solve was called without a successful factorisation of the assembled matrix")]
    NotFactored,
    /// A vector has the wrong number of entries.
    #[error("{what} has {found} entries, the node map has {expected} nodes")]
    WrongLength {
        /// Which vector.
        what: &'static str,
        /// Length of the vector.
        found: usize,
        /// The number of nodes.
        expected: usize,
    },
    /// The ordering library refused the graph.
    #[error("the node graph could not be ordered: {reason}")]
    Ordering {
        /// Message of the library.
        reason: String,
    },
    /// More blocks than the index type counts.
    #[error("{blocks} blocks exceed the index range of 2^31")]
    TooLarge {
        /// Number of blocks.
        blocks: usize,
    },
}

/// Assembles, factors and solves; owns all memory, which is reused from one iteration to the next.
#[derive(Debug)]
pub struct LinearSystem {
    map: NodeMap,
    static_part: Option<StaticPart>,
    static_contributions: Contributions,
    other_contributions: Contributions,
    matrix: BlockMatrix,
    softened: Softened,
    policy: Policy,
    limits: pcg::Limits,
    /// Positions of all nodes, or none.
    positions: Vec<Vec3>,
    /// The solver settled on since [`LinearSystem::forget`]: multigrid where factoring was too dear,
    /// the direct one where multigrid failed.
    settled: Option<LinearSolver>,
    direct: Direct,
    amg: Preconditioner,
    /// The solver that is ready for the assembled matrix.
    ready: Option<LinearSolver>,
    workspace: Workspace,
    last_solve: SolveReport,
}

/// Vectors over the free nodes.
#[derive(Debug, Default)]
struct Workspace {
    rhs: Vec<Vec3>,
    solution: Vec<Vec3>,
    pcg: pcg::Workspace,
}

impl Default for LinearSystem {
    fn default() -> Self {
        Self {
            map: NodeMap::default(),
            static_part: None,
            static_contributions: Contributions::default(),
            other_contributions: Contributions::default(),
            matrix: BlockMatrix::default(),
            softened: Softened::default(),
            policy: Policy::default(),
            limits: pcg::Limits {
                tolerance: TOLERANCE,
                iterations: MAX_ITERATIONS,
            },
            positions: Vec::new(),
            settled: None,
            direct: Direct::default(),
            amg: Preconditioner::default(),
            ready: None,
            workspace: Workspace::default(),
            last_solve: SolveReport::default(),
        }
    }
}

impl LinearSystem {
    /// An empty system. Work is done in the rayon pool that is current at each call.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the solver. `budget` bounds the bytes that a factor may take; where there is none, it
    /// is a share of the machine's memory.
    pub fn configure(&mut self, kind: LinearKind, budget: Option<u64>) {
        self.policy = Policy::new(kind, budget);
        self.settled = None;
        self.ready = None;
    }

    /// Sets the bound of the residual of conjugate gradients, relative to the right-hand side, in
    /// the norm of the preconditioner: about the error of the solution in the energy norm.
    pub fn set_tolerance(&mut self, tolerance: f64) {
        self.limits.tolerance = tolerance;
    }

    /// Gives the positions of all nodes, free and fixed, in m: multigrid needs them for the rotations
    /// among the rigid modes. Without, it makes do with the translations.
    pub fn set_positions(&mut self, positions: &[Vec3]) {
        self.positions.clear();
        self.positions.extend_from_slice(positions);
    }

    /// Forgets ordering, symbolic factorisation and the choice of the solver, so that what follows
    /// does not depend on what was factored before. Memory is kept.
    pub fn forget(&mut self) {
        self.direct.forget();
        self.settled = None;
        self.ready = None;
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
        self.ready = None;
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
        self.softened.clear();
        if part.is_some() && self.may_use_amg() {
            self.softened.build(
                &self.matrix,
                (&self.static_contributions, &self.other_contributions),
                (sink, first),
                diagonal,
                map,
            );
        }
        Ok(())
    }

    /// Adds `shift` to every diagonal entry of the assembled matrix: for another attempt after
    /// [`LinearError::NotPositiveDefinite`]. [`BlockMatrix::mean_diagonal`] gives it a scale.
    pub fn shift_diagonal(&mut self, shift: f64) {
        self.ready = None;
        self.softened.shift_diagonal(&self.matrix, shift);
        self.matrix.shift_diagonal(shift);
    }

    /// The assembled matrix over the free nodes.
    pub fn matrix(&self) -> &BlockMatrix {
        &self.matrix
    }

    /// The free nodes' numbers in the order of elimination, once a matrix has been analysed.
    pub fn elimination_order(&self) -> Option<&[u32]> {
        self.direct.order()
    }

    /// Report of how the last system was solved.
    pub fn last_solve(&self) -> SolveReport {
        self.last_solve
    }

    /// Factors the assembled matrix, or sets up multigrid for it.
    pub fn factor(&mut self) -> Result<FactorReport, LinearError> {
        let mut report = FactorReport::default();
        self.ready = None;
        report.solver = self.choose(&mut report)?;
        match report.solver {
            LinearSolver::Direct => {
                let done = self.direct.factor(&self.matrix, &mut report);
                done.map_err(|error| name_node(error, &self.map))?;
            }
            LinearSolver::Amg => self.set_up_amg(&mut report)?,
        }
        self.ready = Some(report.solver);
        Ok(report)
    }

    /// Whether multigrid can still be chosen for the assembled matrix.
    fn may_use_amg(&self) -> bool {
        match self.settled {
            Some(solver) => solver == LinearSolver::Amg,
            None => self.policy.may_use_amg(self.matrix.pattern.len()),
        }
    }

    /// Settles on a solver until [`LinearSystem::forget`]; for the direct one the matrix is analysed.
    fn choose(&mut self, report: &mut FactorReport) -> Result<LinearSolver, LinearError> {
        let (policy, pattern) = (self.policy, &self.matrix.pattern);
        let is_direct = match self.settled {
            Some(LinearSolver::Amg) => false,
            None if policy.may_use_amg(pattern.len()) => {
                let accept = |cost: &tree::Cost| policy.accepts(cost);
                policy.may_use_direct() && self.direct.analyse(pattern, accept, report)?
            }
            _ => self.direct.analyse(pattern, |_| true, report)?,
        };
        let solver = match is_direct {
            true => LinearSolver::Direct,
            false => LinearSolver::Amg,
        };
        self.settled = Some(solver);
        Ok(solver)
    }

    fn set_up_amg(&mut self, report: &mut FactorReport) -> Result<(), LinearError> {
        let begin = Instant::now();
        self.direct.release();
        self.amg = Preconditioner::default();
        let free = self.map.free_nodes();
        let positions = &mut self.workspace.solution;
        positions.clear();
        if self.positions.len() == self.map.node_count() {
            positions.extend(free.iter().map(|&i| self.positions[i as usize]));
        }
        let positions = (positions.len() == free.len()).then_some(positions.as_slice());
        let (policy, rows) = (self.policy, free.len());
        let accept = |cost: &tree::Cost| policy.accepts(&tree::Cost { rows, ..*cost });
        self.amg = Preconditioner::new(&self.matrix, &self.softened, positions, accept)
            .map_err(|error| name_node(error, &self.map))?;
        report.nnz = self.amg.entries();
        report.levels = self.amg.levels();
        report.factor_seconds += begin.elapsed().as_secs_f64();
        Ok(())
    }

    /// Solves `H out = rhs` with the last factorisation, or by conjugate gradients with the last
    /// multigrid. Both vectors have one entry per node; fixed nodes get zero.
    ///
    /// Where conjugate gradients do not converge, the direct solver steps in if its factor fits into
    /// the memory budget. If it does not, the last iterate is returned, which is a direction of
    /// descent; [`LinearSystem::last_solve`] tells. [`LinearError::NotPositiveDefinite`] leaves the
    /// matrix as it was, to be shifted and factored again.
    pub fn solve(&mut self, rhs: &[Vec3], out: &mut [Vec3]) -> Result<(), LinearError> {
        check_length("the right-hand side", rhs.len(), &self.map)?;
        check_length("the solution", out.len(), &self.map)?;
        let free = self.map.free_nodes();
        let work = &mut self.workspace;
        work.rhs.clear();
        work.rhs.extend(free.iter().map(|&i| rhs[i as usize]));
        work.solution.resize(free.len(), Vec3::zeros());
        self.last_solve = match self.ready {
            None => return Err(LinearError::NotFactored),
            Some(LinearSolver::Direct) => self.solve_direct(),
            Some(LinearSolver::Amg) => self.solve_amg(),
        }
        .map_err(|error| name_node(error, &self.map))?;
        out.fill(Vec3::zeros());
        for (&i, x) in self.map.free_nodes().iter().zip(&self.workspace.solution) {
            out[i as usize] = *x;
        }
        Ok(())
    }

    fn solve_direct(&mut self) -> Result<SolveReport, LinearError> {
        let Workspace { rhs, solution, .. } = &mut self.workspace;
        self.direct.solve(
            |row| rhs[row].into(),
            |row, value| solution[row] = value.into(),
        )?;
        Ok(SolveReport {
            solver: LinearSolver::Direct,
            converged: true,
            ..SolveReport::default()
        })
    }

    fn solve_amg(&mut self) -> Result<SolveReport, LinearError> {
        let Workspace { rhs, solution, pcg } = &mut self.workspace;
        let (matrix, amg) = (&self.matrix, &mut self.amg);
        let precondition = |r: &[Vec3], z: &mut [Vec3]| amg.apply(matrix, r, z);
        let outcome = pcg::solve(matrix, rhs, solution, precondition, self.limits, pcg);
        if !matches!(&outcome, Ok(outcome) if outcome.converged) {
            let iterations = outcome.as_ref().map_or(0, |outcome| outcome.iterations);
            if let Some(report) = self.fall_back()? {
                return Ok(SolveReport {
                    iterations,
                    ..report
                });
            }
        }
        outcome.map(|outcome| SolveReport {
            solver: LinearSolver::Amg,
            iterations: outcome.iterations,
            residual: outcome.residual,
            converged: outcome.converged,
            fell_back: false,
        })
    }

    /// Solves directly, and stays with that, if the factor fits into the budget.
    fn fall_back(&mut self) -> Result<Option<SolveReport>, LinearError> {
        let policy = self.policy;
        let report = &mut FactorReport::default();
        let fits = |cost: &tree::Cost| policy.fits(cost);
        if !self.direct.analyse(&self.matrix.pattern, fits, report)? {
            return Ok(None);
        }
        self.amg = Preconditioner::default();
        self.ready = None;
        self.settled = Some(LinearSolver::Direct);
        self.direct.factor(&self.matrix, report)?;
        self.ready = Some(LinearSolver::Direct);
        let report = self.solve_direct()?;
        Ok(Some(SolveReport {
            fell_back: true,
            ..report
        }))
    }
}

/// Names the node instead of its number among the free ones.
fn name_node(error: LinearError, map: &NodeMap) -> LinearError {
    match error {
        LinearError::NotPositiveDefinite { node } => LinearError::NotPositiveDefinite {
            node: map.free_nodes().get(node as usize).copied().unwrap_or(node),
        },
        other => other,
    }
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
