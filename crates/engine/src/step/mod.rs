//! One time step: what every minimiser takes and gives.

mod angles;
mod direction;
mod integrator;
mod lagging;
mod line_search;
mod newton;
mod potential;
mod prescribed;
mod pull;
mod report;
mod solve;
mod trace;
mod vbd;

pub use newton::{Newton, accelerations, energies, starts};
pub use report::{EnergyReport, Seconds, StepReport, Unsolved};
pub use trace::TracePoint;
pub use vbd::{BALANCE_TOLERANCE, Numbering, Pieces, Program, StepForces, Takeoff, Vbd, reasons};

use thiserror::Error;

use crate::contact::Closest;
use crate::linear::LinearError;
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::state::State;

/// Advances a state by one time step of the model's `settings.dt`.
pub trait Stepper: Send {
    /// On success `state` is the end of the step; on failure it is as it was.
    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError>;

    /// Has every move watched by an exact check.
    fn watch(&mut self, paranoid: Paranoid);

    /// What that check has found.
    fn continuous(&self) -> Option<&ContinuousReport>;

    /// Whether a run that goes on from the end of step number `step` ends with the bits of one that was not interrupted.
    fn resumes_at(&self, _step: u64) -> bool {
        true
    }
}

/// Why a step could not be completed.
#[derive(Clone, Debug, Error)]
pub enum StepError {
    /// A prescribed motion meets something that does not give way.
    #[error(
        "step {step}: the boundary program `{program}` cannot reach its target: vertex {vertex} of `{body}` is still {gap:.3e} m away{blocked_by}; slow the motion down, end it earlier, or remove what stands in its way"
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
        /// How far, m.
        gap: f64,
        /// `; the closest pair is ...`, or nothing when nothing is in contact.
        blocked_by: String,
    },
    /// The iterations ran out.
    #[error(
        "step {step}: not converged after {iterations} iterations: the residual is {residual:.3e} m/s at vertex {vertex} of `{body}`, the tolerance {tolerance:.3e} m/s{closest}; raise solver.max_iterations or newton_tolerance, or take a smaller time step"
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
        /// Where the residual is largest.
        vertex: u32,
        /// The body it belongs to.
        body: String,
        /// `; the closest pair is ...`, or nothing when nothing is in contact.
        closest: String,
    },
    /// No step along the search direction lowers the energy.
    #[error(
        "step {step}, iteration {iteration}: the line search found no decrease (residual {residual:.3e} m/s at vertex {vertex} of `{body}`){closest}; take a smaller time step or a larger dhat"
    )]
    LineSearch {
        /// The step that failed.
        step: u64,
        /// The iteration that failed.
        iteration: u32,
        /// Largest component of the direction as a speed, m/s.
        residual: f64,
        /// Where it is largest.
        vertex: u32,
        /// The body it belongs to.
        body: String,
        /// `; the closest pair is ...`, or nothing when nothing is in contact.
        closest: String,
    },
    /// The linear system could not be solved.
    #[error("step {step}, iteration {iteration}: {source}")]
    Linear {
        /// The step that failed.
        step: u64,
        /// The iteration that failed.
        iteration: u32,
        /// What the linear solver said.
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
        "step {step}: {element}, because the boundary programs move its vertices too far in one step for the stepper `gpu`; slow the motion down, take a smaller time step, or run the same scene with --stepper vbd, which moves them in parts"
    )]
    ElementLost {
        /// The step that failed.
        step: u64,
        /// The element, its body, and what is wrong with it.
        element: String,
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
    /// The GPU gave up.
    #[error("step {step}: {reason}; all steps before it are kept, and --resume goes on from them")]
    Device {
        /// The step that failed.
        step: u64,
        /// What it said.
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

/// The clause that names the closest pair.
pub fn describe_closest(model: &Model, closest: Option<&Closest>) -> String {
    closest.map_or_else(String::new, |closest| {
        format!("; the closest pair is {}", closest.describe(model))
    })
}
