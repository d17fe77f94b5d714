//! Reasons why there is no gradient.

use tangency_engine::StepError;
use thiserror::Error;

/// Why a gradient is refused.
#[derive(Clone, Debug, Error)]
pub enum GradientError {
    /// The scene has something that is not differentiated.
    #[error("no gradient through {what}: {advice}")]
    NotDifferentiated {
        /// What it is.
        what: String,
        /// A way out.
        advice: &'static str,
    },
    /// A step was not solved.
    #[error("the run has no gradient, because a step was not solved")]
    Step(#[from] StepError),
    /// The frame of a segment of a rod was taken anew within a step.
    #[error(
        "no gradient: in step {step} a segment of a rod turned so far that its frame was taken anew on the way; make `time.step` \
         shorter"
    )]
    Turned {
        /// The step.
        step: u64,
    },
    /// The barrier's stiffness followed the state.
    #[error(
        "no gradient: the barrier stiffness adapted to the forces in step {step}, to {kappa:.6e}; set `kappa` in the scene's solver \
         settings, for example to that"
    )]
    AdaptiveStiffness {
        /// Number of the step.
        step: u64,
        /// The stiffness.
        kappa: f64,
    },
    /// Prescribed vertices did not arrive.
    #[error(
        "no gradient: in step {step} vertex {vertex} of `{body}` was pulled to its target and stopped {gap:.3e} m short of it, \
         because something was in the way; prescribe a slower motion or shorter steps"
    )]
    Pulled {
        /// Number of the step.
        step: u64,
        /// The vertex.
        vertex: u32,
        /// Its body.
        body: String,
        /// The distance to the target, m.
        gap: f64,
    },
    /// The transposed system has no accurate solution.
    #[error(
        "no gradient: the linear system of step {step} is singular (residual {residual:.1e} of the right-hand side); the equilibrium \
         is at a bifurcation, or the body can move freely in a quasi-static step"
    )]
    Singular {
        /// Number of the step.
        step: u64,
        /// The residual, relative to the right-hand side.
        residual: f64,
    },
    /// A linear system could not be assembled or factored.
    #[error("no gradient: the linear system of step {step} could not be factored: {reason}")]
    Linear {
        /// Number of the step.
        step: u64,
        /// The reason.
        reason: String,
    },
    /// The objective, or its gradient, is no number.
    #[error("the objective is not finite at step {step}")]
    NotFinite {
        /// Number of the step.
        step: u64,
    },
    /// A step that was computed again ended elsewhere.
    #[error("step {step}, computed again, ended elsewhere; the run cannot be differentiated")]
    NotRepeatable {
        /// Number of the step.
        step: u64,
    },
    /// Lists of an objective do not fit to the run.
    #[error("{what} has {found} entries; the run has {expected}")]
    WrongLength {
        /// The list.
        what: &'static str,
        /// Its entries.
        found: usize,
        /// Entries it should have.
        expected: usize,
    },
}
