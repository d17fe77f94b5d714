//! Reasons why a step could not be completed, with the geometry as fields.

use thiserror::Error;

use super::StepReport;
pub use crate::certificate::ElementDescription;
use crate::linear::LinearError;
use crate::model::{Model, PairDescription};

/// Why a step could not be completed.
#[derive(Clone, Debug, Error)]
pub enum StepError {
    /// A prescribed motion meets something that does not give way.
    #[error(
        "step {step}: the boundary program `{program}` cannot reach its target: vertex {vertex} of `{body}` is still {gap:.3e} m away{}; slow the motion down, end it earlier, or remove what stands in its way",
        clause(closest)
    )]
    BoundaryBlocked {
        /// The step that failed.
        step: u64,
        /// The program's name.
        program: String,
        /// The vertex farthest from its target.
        vertex: u32,
        /// The body it belongs to.
        body: String,
        /// Distance from its target, m.
        gap: f64,
        /// The closest pair, where anything is in contact.
        closest: Option<Box<PairDescription>>,
    },
    /// The iterations ran out.
    #[error(
        "step {step}: not converged after {iterations} iterations: the residual is {residual:.3e} m/s at vertex {vertex} of `{body}`, the tolerance {tolerance:.3e} m/s{}; raise solver.max_iterations or newton_tolerance, or take a smaller time step",
        clause(closest)
    )]
    NotConverged {
        /// The step that failed.
        step: u64,
        /// Iterations done.
        iterations: u32,
        /// Largest component of the last direction as a speed, m/s.
        residual: f64,
        /// The accuracy asked for, m/s.
        tolerance: f64,
        /// Vertex where the residual is largest.
        vertex: u32,
        /// The body it belongs to.
        body: String,
        /// The closest pair, where anything is in contact.
        closest: Option<Box<PairDescription>>,
    },
    /// No step along the search direction lowers the energy.
    #[error(
        "step {step}, iteration {iteration}: the line search found no decrease (residual {residual:.3e} m/s at vertex {vertex} of `{body}`){}; take a smaller time step or a larger dhat",
        clause(closest)
    )]
    LineSearch {
        /// The step that failed.
        step: u64,
        /// The iteration that failed.
        iteration: u32,
        /// Largest component of the direction as a speed, m/s.
        residual: f64,
        /// Vertex where the residual is largest.
        vertex: u32,
        /// The body it belongs to.
        body: String,
        /// The closest pair, where anything is in contact.
        closest: Option<Box<PairDescription>>,
    },
    /// The linear system could not be solved.
    #[error("step {step}, iteration {iteration}: {source}")]
    Linear {
        /// The step that failed.
        step: u64,
        /// The iteration that failed.
        iteration: u32,
        /// Error of the linear solver.
        source: LinearError,
    },
    /// Numbers left the range of floating point.
    #[error(
        "step {step}, iteration {iteration}: vertex {vertex} of `{body}` has no finite search direction; check masses, stiffness and speeds for values out of proportion"
    )]
    NotFinite {
        /// The step that failed.
        step: u64,
        /// The iteration that failed.
        iteration: u32,
        /// The vertex.
        vertex: u32,
        /// The body it belongs to.
        body: String,
    },
    /// Prescribed vertices went so far at once that an element did not survive it.
    #[error(
        "step {step}: {element}, because the boundary programs move its vertices too far in one step for the stepper `gpu`; slow the motion down, take a smaller time step, or take the stepper `vbd`, which moves them in parts"
    )]
    ElementLost {
        /// The step that failed.
        step: u64,
        /// The element.
        element: ElementDescription,
    },
    /// Sweeps have not solved the step, and the scene asks that this be an error.
    #[error(
        "step {step}: not solved after {sweeps} sweeps: {what}; raise `solver.vbd.iterations`, take a smaller time step, or set `solver.on_unsolved` to \"newton\" (which solves such a step to the end) or \"warn\""
    )]
    Unsolved {
        /// The step that failed.
        step: u64,
        /// Sweeps done.
        sweeps: u32,
        /// The reasons with their figures.
        what: String,
    },
    /// A driven boundary program has no target.
    #[error(
        "step {step}: the boundary `{program}` is driven, and nothing says where its vertices go; a program that simulates the scene has to (`drive` in Rust, `move_to` in Python)"
    )]
    Undriven {
        /// The step that was not begun.
        step: u64,
        /// The program's name.
        program: String,
    },
    /// Somebody asked for the end.
    #[error("step {step} was interrupted and is given up")]
    Interrupted {
        /// The step under way.
        step: u64,
    },
    /// The GPU gave up.
    #[error("step {step}: {reason}; all steps before it are kept")]
    Device {
        /// The step that failed.
        step: u64,
        /// Reason that it gave.
        reason: String,
    },
}

impl StepError {
    /// The error of a step that its report calls unsolved.
    pub fn unsolved(model: &Model, report: &StepReport) -> Self {
        let tolerance = model.tolerance_of(report.step);
        let reasons: Vec<String> = report
            .unsolved
            .iter()
            .map(|reason| reason.describe(report, tolerance))
            .collect();
        StepError::Unsolved {
            step: report.step,
            sweeps: report.iterations,
            what: reasons.join(", "),
        }
    }
}

/// The clause that names the closest pair, where there is one.
fn clause(closest: &Option<Box<PairDescription>>) -> String {
    match closest {
        Some(pair) => format!("; the closest pair is {pair}"),
        None => String::new(),
    }
}
