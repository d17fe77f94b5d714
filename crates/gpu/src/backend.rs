//! A model where its steps are done: on a GPU, or on the CPU by the same kernels.

use tangency_engine::step::{RoundSchedule, SweepLimits};
use tangency_formulas::Vec3;
use tangency_kernels::KernelReal;

use crate::error::GpuError;
use crate::outcome::Outcome;
use crate::setup::{Setup, StepInputs};

/// A model that is stepped; vertices are in the numbering of its setup.
pub trait BackendModel<R: KernelReal>: Send {
    /// The model.
    fn setup(&self) -> &Setup<R>;

    /// Makes positions `x` (m) and velocities `v` (m/s) the state.
    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError>;

    /// One step: what it has found, and the milliseconds it took.
    fn step(&mut self, inputs: &StepInputs<R>) -> Result<(Outcome, f32), GpuError>;

    /// Positions, m, and velocities, m/s.
    fn download(&self) -> Result<[Vec<Vec3<R>>; 2], GpuError>;

    /// The forces that are left at the end of the last step, times h², kg m; of vertices that never move, nothing that
    /// counts.
    fn left(&self) -> Result<Vec<Vec3<R>>, GpuError>;
}

impl<R: KernelReal> Setup<R> {
    /// The schedule of a step.
    pub fn schedule(&self) -> RoundSchedule {
        RoundSchedule::new(SweepLimits {
            iterations: self.iterations,
            tolerance: self.model.newton_tolerance * self.model.settings.dt,
            moving: self.layout.numbering.moving(),
        })
    }
}
