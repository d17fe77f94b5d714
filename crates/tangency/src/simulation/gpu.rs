//! Simulations whose steps are done on a GPU.

use std::sync::Arc;

use tangency_engine::step::Minimiser;
use tangency_engine::{Certificate, Model, State};
use tangency_gpu::GpuMinimiser;

use super::SimulationOptions;
use crate::error::Error;

/// The simulation of `model` on a GPU, or refused at once.
pub fn simulation(
    model: Model,
    state: State,
    certificate: Certificate,
    options: SimulationOptions,
) -> Result<tangency_engine::Simulation, Error> {
    if options.exact_checks {
        return Err(Error::CheckedGpu);
    }
    let model = Arc::new(model);
    let minimiser = match options.emulate_gpu {
        true => GpuMinimiser::emulated(&model)?,
        false => GpuMinimiser::new(&model)?,
    };
    let minimiser: Box<dyn Minimiser> = Box::new(minimiser);
    Ok(tangency_engine::Simulation::with_minimiser(
        model,
        state,
        certificate,
        minimiser,
    ))
}
