//! What advances a run: the engine's own steppers, or a GPU.

use std::sync::Arc;

use tangency_engine::{Certificate, Model, Simulation, State, StepperKind};
use tangency_gpu::GpuStepper;

use crate::arguments::RunOptions;
use crate::failure::Failure;

/// The simulation of `model` from `state` and the certificate up to it, by the stepper of its settings.
pub fn simulation(
    model: Model,
    state: State,
    certificate: Certificate,
    options: &RunOptions,
) -> Result<Simulation, Failure> {
    if model.settings.stepper != StepperKind::Gpu {
        return Ok(Simulation::resume(model, state, certificate));
    }
    if options.paranoid {
        return Err(Failure::refuse(
            "--paranoid cannot watch the moves of the stepper `gpu`, which never leave the GPU; run the same scene with --stepper newton",
        ));
    }
    let model = Arc::new(model);
    let stepper = if options.emulate {
        GpuStepper::emulated(&model)
    } else {
        GpuStepper::new(&model)
    };
    let stepper = Box::new(stepper.map_err(Failure::input)?);
    Ok(Simulation::with_stepper(model, state, certificate, stepper))
}
