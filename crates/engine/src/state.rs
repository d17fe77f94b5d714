//! All that changes during a run, and all that is saved of it.

use tangency_geometry::Vec3;

/// Positions and velocities of every vertex at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Positions, m.
    pub x: Vec<Vec3>,
    /// Velocities, m/s.
    pub v: Vec<Vec3>,
    /// Simulated time, s.
    pub time: f64,
    /// Steps done.
    pub step: u64,
}
