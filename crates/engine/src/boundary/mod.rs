//! Boundary conditions: vertices that follow a path, and loads on vertices and surfaces, each in its time.

mod driven;
mod load;
mod motion;
mod release_plane;
mod schedule;
mod sequence;

pub use driven::{DriveError, Driven};
pub use load::{Load, LoadKind};
pub use motion::{BoundaryProgram, Motion, MotionPiece, Path};
pub use release_plane::ReleasePlane;
pub use schedule::{ActivePrograms, ProgramSlot, Schedule};
pub use sequence::Sequence;

/// Relative and absolute slack of comparisons between times: steps end on multiples of the time step that
/// carry rounding.
const SLACK: f64 = 1e-12;

/// Whether `time` lies after `limit`, beyond rounding.
fn is_after(time: f64, limit: f64) -> bool {
    time > limit * (1.0 + SLACK) + SLACK
}

/// Whether a step that ends at `time` lies within `begin..=end`.
fn is_within(time: f64, begin: f64, end: f64) -> bool {
    is_after(time, begin) && !is_after(time, end)
}
