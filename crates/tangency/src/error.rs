//! Reasons why a scene is not simulated, or not to its end.

use std::path::PathBuf;

use tangency_adjoint::GradientError;
use tangency_engine::{DriveError, ModelError, NoGpu, StateRefused, StepError};
#[cfg(not(target_family = "wasm"))]
use tangency_gpu::GpuUnavailable;
use tangency_io::IoError;
use tangency_scene::SceneError;
use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::variable_error::VariableError;

/// Why a scene cannot be simulated, or a simulation cannot go on.
///
/// The geometry of what went wrong is in the fields of the errors inside, not in words alone:
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new();
/// scene.add(Solid::cube(1.0));
/// scene.add(Solid::cube(1.0).at([0.5, 0.5, 0.5]));
/// let error = scene.simulate().unwrap_err();
/// assert!(matches!(error.model(), Some(ModelError::InitialIntersection { .. })));
/// ```
#[derive(Debug, Error)]
pub enum Error {
    /// The scene says something that cannot be, or describes what cannot be simulated.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A step could not be completed; the state is that before it.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The stepper `gpu` was chosen, and there is no GPU or the scene is not for it.
    #[cfg(not(target_family = "wasm"))]
    #[error(transparent)]
    Gpu(#[from] GpuUnavailable),
    /// The stepper `gpu` was chosen where none can be given.
    #[error(transparent)]
    NoGpu(#[from] NoGpu),
    /// Exact checks were asked for, and the moves of the stepper `gpu` never leave the GPU.
    #[error("the moves of the stepper `gpu` never leave the GPU and cannot be checked exactly")]
    CheckedGpu,
    /// An energy was added, and the stepper is not `newton`.
    #[error("only the stepper `newton` minimises energies that a program adds")]
    EnergyWithoutNewton,
    /// Targets or forces that do not fit what is driven.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// Positions or velocities that the simulation does not take.
    #[error(transparent)]
    State(#[from] StateRefused),
    /// Positions or velocities were set while a run folder is written, which then would not follow from its scene.
    #[error(
        "positions and velocities of a run that is recorded cannot be set: the run would not follow from its scene; simulate without a folder"
    )]
    Recorded,
    /// A drape comes before the scene, and only a run does it.
    #[error(
        "the scene has a `drape`: run it with `tangency run`, or take out `drape` and begin where another run has ended, with `start`"
    )]
    Undraped,
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] IoError),
    /// A checkpoint is not one of this scene.
    #[error("the checkpoint cannot be gone on from: {0}")]
    Checkpoint(#[from] CheckpointError),
    /// A scene gives other bodies than the run has that should go on.
    #[error(
        "{}: the scene does not give the bodies of the run ({} of topology.npz differ)",
        folder.display(), arrays.join(", ")
    )]
    OtherBodies {
        /// The run folder.
        folder: PathBuf,
        /// The arrays of `topology.npz` that differ.
        arrays: Vec<&'static str>,
    },
    /// A run is not differentiated.
    #[error(transparent)]
    Gradient(#[from] GradientError),
    /// A variable that is not there, cannot be set, or by which there is no derivative.
    #[error(transparent)]
    Variable(#[from] VariableError),
    /// An observer refused to go on.
    #[error("{0}")]
    Observer(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// The engine's reason to refuse the scene, with bodies, vertices and distances as fields, if that is what it is.
    pub fn model(&self) -> Option<&ModelError> {
        match self {
            Error::Scene(SceneError::Model { source, .. }) => Some(source),
            Error::State(StateRefused::Geometry(source)) => Some(source),
            _ => None,
        }
    }

    /// The engine's reason to give a step up, if that is what it is.
    pub fn step(&self) -> Option<&StepError> {
        match self {
            Error::Step(error) | Error::Gradient(GradientError::Step(error)) => Some(error),
            _ => None,
        }
    }
}
