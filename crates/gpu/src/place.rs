//! Where the steps of a model are done: on a GPU, or on the CPU by the same kernels.

use std::time::Instant;

use tangency_formulas::{Real, Vec3};

use crate::device::Device;
use crate::error::GpuError;
use crate::lists::DeviceReal;
use crate::outcome::Outcome;
use crate::setup::{Goals, Setup};
use crate::step::DeviceStep;
use crate::twin::Twin;

/// A model that is stepped; vertices are in the numbering of its setup.
pub trait Steps<R: Real>: Send {
    /// The model.
    fn setup(&self) -> &Setup<R>;

    /// Makes positions `x` (m) and velocities `v` (m/s) the state.
    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError>;

    /// One step towards the goals: what it has found, and the milliseconds it took.
    fn step(&mut self, goals: &Goals<R>) -> Result<(Outcome, f32), GpuError>;

    /// Positions, m, and velocities, m/s.
    fn download(&self) -> Result<[Vec<[R; 3]>; 2], GpuError>;

    /// What is left of the forces at the end of the last step, times h², kg m; of vertices that never move, nothing that
    /// counts.
    fn left(&self) -> Result<Vec<[R; 3]>, GpuError>;
}

/// What models are stepped on.
pub trait Place<R: Real>: Send {
    /// A model there.
    type Steps: Steps<R>;

    /// The model with vertices at `x` (m) with velocities `v` (m/s).
    fn begin(&self, setup: Setup<R>, x: &[Vec3<R>], v: &[Vec3<R>])
    -> Result<Self::Steps, GpuError>;
}

impl<R: DeviceReal + Send> Place<R> for Device {
    type Steps = DeviceStep<R>;

    fn begin(
        &self,
        setup: Setup<R>,
        x: &[Vec3<R>],
        v: &[Vec3<R>],
    ) -> Result<DeviceStep<R>, GpuError> {
        DeviceStep::new(self, setup, x, v)
    }
}

impl<R: DeviceReal + Send> Steps<R> for DeviceStep<R> {
    fn setup(&self) -> &Setup<R> {
        &self.setup
    }

    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        DeviceStep::upload(self, x, v)
    }

    fn step(&mut self, goals: &Goals<R>) -> Result<(Outcome, f32), GpuError> {
        DeviceStep::step(self, goals)
    }

    fn download(&self) -> Result<[Vec<[R; 3]>; 2], GpuError> {
        DeviceStep::download(self)
    }

    fn left(&self) -> Result<Vec<[R; 3]>, GpuError> {
        DeviceStep::left(self)
    }
}

/// The CPU in place of a GPU: slow, for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host;

impl<R: DeviceReal + Send> Place<R> for Host {
    type Steps = Twin<R>;

    fn begin(&self, setup: Setup<R>, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<Twin<R>, GpuError> {
        Ok(Twin::new(setup, x.to_vec(), v.to_vec()))
    }
}

impl<R: DeviceReal + Send> Steps<R> for Twin<R> {
    fn setup(&self) -> &Setup<R> {
        &self.setup
    }

    fn upload(&mut self, x: &[Vec3<R>], v: &[Vec3<R>]) -> Result<(), GpuError> {
        self.x[0].copy_from_slice(x);
        self.v.copy_from_slice(v);
        Ok(())
    }

    fn step(&mut self, goals: &Goals<R>) -> Result<(Outcome, f32), GpuError> {
        let started = Instant::now();
        Twin::step(self, goals);
        Ok((self.outcome(), 1e3 * started.elapsed().as_secs_f32()))
    }

    fn download(&self) -> Result<[Vec<[R; 3]>; 2], GpuError> {
        Ok([&self.x[0], &self.v].map(|all| all.iter().map(|x| [x.x, x.y, x.z]).collect()))
    }

    fn left(&self) -> Result<Vec<[R; 3]>, GpuError> {
        Ok(self.left.iter().map(|g| [g.x, g.y, g.z]).collect())
    }
}
