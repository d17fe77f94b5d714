//! The stepper of a simulation.

use std::sync::Arc;
use std::time::Instant;

use tangency_engine::step::{StepError, StepReport, Stepper};
use tangency_engine::{ContinuousReport, Model, Paranoid, Precision, State, Vec3};
use tangency_formulas::Vec3 as Vector;

use crate::device::Device;
use crate::error::GpuError;
use crate::lists::DeviceReal;
use crate::setup::{Goals, Refusal, Setup};
use crate::step::{DeviceStep, Outcome};

/// Why there is no stepper.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The GPU cannot be used.
    #[error("{0}; or run the same scene with --stepper vbd")]
    Gpu(#[from] GpuError),
    /// The model is not for the GPU.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Time steps by Vertex Block Descent on a GPU. Positions and velocities stay there; a state is sent only where it is not
/// the one that the last step ended with.
pub struct GpuStepper {
    model: Arc<Model>,
    precision: Of,
    /// The step that the GPU's state is the end of.
    at: Option<u64>,
}

enum Of {
    Single(Box<DeviceStep<f32>>),
    Double(Box<DeviceStep<f64>>),
}

impl GpuStepper {
    /// A stepper for `model` on the first GPU.
    pub fn new(model: &Arc<Model>) -> Result<Self, Unavailable> {
        let device = Device::open(0)?;
        let precision = match model.settings.gpu.precision {
            Precision::Single => Of::Single(Box::new(start(&device, model)?)),
            Precision::Double => Of::Double(Box::new(start(&device, model)?)),
        };
        Ok(GpuStepper {
            model: Arc::clone(model),
            precision,
            at: None,
        })
    }

    /// Whether a model can be stepped on a GPU.
    pub fn check(model: &Arc<Model>) -> Result<(), Refusal> {
        Setup::<f32>::new(model).map(|_| ())
    }
}

fn start<R: DeviceReal + Send>(
    device: &Device,
    model: &Arc<Model>,
) -> Result<DeviceStep<R>, Unavailable> {
    let setup = Setup::<R>::new(model)?;
    let x = setup.sorted(&model.rest);
    let v = vec![Vector::zeros(); x.len()];
    Ok(DeviceStep::new(device, setup, &x, &v)?)
}

/// The end of a step in the model's order.
struct End {
    x: Vec<Vec3>,
    v: Vec<Vec3>,
    starts: Vec<Vec3>,
    outcome: Outcome,
    milliseconds: f32,
}

fn advance<R: DeviceReal + Send + Into<f64>>(
    gpu: &mut DeviceStep<R>,
    state: &State,
    time: f64,
    is_known: bool,
) -> Result<End, GpuError> {
    if !is_known {
        let (x, v) = (gpu.setup.sorted(&state.x), gpu.setup.sorted(&state.v));
        gpu.upload(&x, &v)?;
    }
    let goals = Goals::new(&gpu.setup, state, time);
    let (outcome, milliseconds) = gpu.step(&goals)?;
    let (x, v) = gpu.download()?;
    let place = &gpu.setup.program.numbering.place;
    let in_order = |values: &[[R; 3]]| -> Vec<Vec3> {
        let values = place.iter().map(|&k| values[k as usize]);
        values.map(|x| Vec3::from(x.map(Into::into))).collect()
    };
    Ok(End {
        x: in_order(&x),
        v: in_order(&v),
        starts: goals.starts,
        outcome,
        milliseconds,
    })
}

impl Stepper for GpuStepper {
    /// Moves on the GPU are not watched.
    fn watch(&mut self, _: Paranoid) {}

    fn continuous(&self) -> Option<&ContinuousReport> {
        None
    }

    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        let started = Instant::now();
        let step = state.step + 1;
        let dt = self.model.settings.dt;
        let time = step as f64 * dt;
        let is_known = self.at.take() == Some(state.step);
        let end = match &mut self.precision {
            Of::Single(gpu) => advance(gpu, state, time, is_known),
            Of::Double(gpu) => advance(gpu, state, time, is_known),
        };
        let end = end.map_err(|error| StepError::Device {
            step,
            reason: error.to_string(),
        })?;
        if end.outcome.is_astray {
            return Err(self.blocked(step, time, &end));
        }
        let finite = |x: &Vec3| x.iter().all(|x| x.is_finite());
        if let Some(v) = end.x.iter().position(|x| !finite(x)) {
            return Err(StepError::NotFinite {
                step,
                iteration: self.model.settings.vbd.iterations,
                vertex: v as u32,
                body: self.model.body_name(v as u32).to_owned(),
            });
        }
        (state.x, state.v, state.start) = (end.x, end.v, end.starts);
        (state.step, state.time) = (step, time);
        self.at = Some(step);
        let mut report = StepReport {
            step,
            time,
            dt,
            iterations: self.model.settings.vbd.iterations,
            contacts: end.outcome.pairs as usize,
            residual: f64::from(end.outcome.residual) / dt,
            detections: end.outcome.detections,
            stopped: end.outcome.stopped as usize,
            line_search_min_alpha: 1.0,
            ..StepReport::default()
        };
        report.seconds.solve = f64::from(end.milliseconds) * 1e-3;
        report.seconds.total = started.elapsed().as_secs_f64();
        Ok(report)
    }
}

impl GpuStepper {
    fn blocked(&self, step: u64, time: f64, end: &End) -> StepError {
        let model = &self.model;
        let mut worst = (0, 0.0, String::new());
        for v in 0..model.vertex_count() as u32 {
            let Some(place) = model.schedule.at(&model.boundary, v, time) else {
                continue;
            };
            let program = &model.boundary[place.program as usize];
            let start = end.starts[v as usize];
            if let Some(target) = program.motion.target(place.index as usize, start, time) {
                let gap = (target - end.x[v as usize]).norm();
                if gap > worst.1 {
                    worst = (v, gap, program.name.clone());
                }
            }
        }
        let (vertex, gap, program) = worst;
        StepError::BoundaryBlocked {
            step,
            program,
            vertex,
            body: model.body_name(vertex).to_owned(),
            gap,
            blocked_by: String::new(),
        }
    }
}
