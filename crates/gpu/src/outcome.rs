//! The outcome of a step on the GPU, and the parts it is measured by.

use tangency_engine::step::SweepProgress;

/// The findings of a step, as numbers of [`tangency_kernels::arguments::control`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Vertices that their bounds stopped in the last sweep of a round.
    pub stopped: u32,
    /// Largest component of the motion of the last sweep, m.
    pub residual: f32,
    /// Largest motion that bounds have cut off in the last sweep of a round, m.
    pub lost: f32,
    /// Whether a prescribed vertex has not arrived.
    pub missed_target: bool,
    /// Detections.
    pub detections: u32,
    /// Sweeps.
    pub sweeps: u32,
    /// Pairs that are near.
    pub pairs: u32,
    /// Contacts that push, counted at each of their vertices.
    pub pushes: u32,
    /// Planes of all vertices.
    pub planes: u32,
}

impl From<Outcome> for SweepProgress {
    fn from(outcome: Outcome) -> Self {
        SweepProgress {
            stopped: outcome.stopped as usize,
            lost: f64::from(outcome.lost),
            gap: f64::from(u8::from(outcome.missed_target)),
        }
    }
}

/// A part of a step, for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Prediction.
    Begin,
    /// New boxes for the trees.
    Refit,
    /// Candidates.
    Search,
    /// Pairs.
    Detect,
    /// Lists by vertex, bounds, first guess.
    List,
    /// Sweeps.
    Sweep,
    /// Velocities and counts.
    Finish,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Phase; 7] = [
        Phase::Begin,
        Phase::Refit,
        Phase::Search,
        Phase::Detect,
        Phase::List,
        Phase::Sweep,
        Phase::Finish,
    ];
}
