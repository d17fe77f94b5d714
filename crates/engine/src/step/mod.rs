//! Time steps: a [`TimeStep`] is minimised by a [`Minimiser`], a [`Stepper`] does so step after step.

mod angles;
mod blockage;
mod error;
mod integrator;
mod lagging;
mod newton;
mod observer;
mod pacing;
mod potential;
mod prescribed;
mod pull;
mod recording;
mod report;
mod stepper;
mod time_step;
mod trace;
mod vbd;

pub use blockage::{Blockage, BlockingPair};
pub use error::{ElementDescription, StepError};
pub use newton::Newton;
pub use observer::{Listener, Observer, StepProgress, StopQuestion};
pub use report::{EnergyReport, PartReport, Seconds, StepReport, Unsolved};
pub use stepper::Stepper;
pub use time_step::TimeStep;
pub use trace::TracePoint;
pub use vbd::{
    BALANCE_TOLERANCE, Backend, BlockDescent, EXTRA_ROUND, Numbering, Pieces, RoundSchedule,
    StepForces, SweepLayout, SweepLimits, SweepProgress, Takeoff, descend, reasons,
};

use tangency_geometry::Vec3;

/// Finds the minimum of the potential of a time step.
pub trait Minimiser: Send {
    /// Leads `step.x`, at first the positions at the start of the step, to the minimum of `step.potential`.
    fn minimise(&mut self, step: &mut TimeStep) -> Result<Minimum, StepError>;

    /// Whether a run that goes on from the end of step number `step` ends with the bits of one that was not interrupted.
    fn resumes_at(&self, _step: u64) -> bool {
        true
    }
}

/// The end of a minimisation, besides the positions in the step.
pub enum Minimum {
    /// Contacts are detected at the positions.
    Positions,
    /// The minimiser keeps velocities with its positions, m/s; contacts are known to it alone.
    PositionsAndVelocities(Vec<Vec3>),
}
