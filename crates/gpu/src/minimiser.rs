//! The minimiser `gpu` of time steps.

use std::sync::Arc;

use tangency_engine::certificate::find_lost_element;
use tangency_engine::step::{
    Minimiser, Minimum, StepError, StepForces, StepReport, TimeStep, reasons,
};
use tangency_engine::{Finish, Incompatible, Model, OnUnsolved, Precision, State, Vec3};
use tangency_formulas::Vec3 as Vector;

use crate::backend::BackendModel;
use crate::cpu_reference::CpuReference;
use crate::device::Device;
use crate::error::GpuError;
use crate::lists::DeviceReal;
use crate::outcome::Outcome;
use crate::setup::{REBUILD, Setup, StepInputs};
use crate::step::DeviceStep;

/// Why there is no minimiser.
#[derive(Debug, thiserror::Error)]
pub enum GpuUnavailable {
    /// The GPU cannot be used.
    #[error("{0}; or run the same scene on the CPU with the stepper `vbd`")]
    Gpu(#[from] GpuError),
    /// The model is not for the GPU.
    #[error("{0}")]
    Refused(#[from] Incompatible),
}

/// Vertex Block Descent on a GPU. Positions and velocities stay there; a state is sent only where it is not
/// the one that the last step ended with.
pub struct GpuMinimiser {
    resident: Box<dyn Resident>,
    /// The step whose end the GPU has.
    at: Option<u64>,
}

impl GpuMinimiser {
    /// The minimiser of steps of `model` on the first GPU.
    pub fn new(model: &Arc<Model>) -> Result<Self, GpuUnavailable> {
        fn on_device<R>(model: &Arc<Model>) -> Result<Box<dyn Resident>, GpuUnavailable>
        where
            R: DeviceReal + Send + Into<f64>,
        {
            let setup = Setup::<R>::new(model)?;
            let (x, v) = at_rest(&setup);
            let device = Device::open(0)?;
            let steps = DeviceStep::new(&device, setup, &x, &v)?;
            Ok(Box::new(InPrecision::<R>(Box::new(steps))))
        }
        Ok(Self::of(match model.settings.gpu.precision {
            Precision::Single => on_device::<f32>(model)?,
            Precision::Double => on_device::<f64>(model)?,
        }))
    }

    /// The same steps on the CPU, by the same kernels in plain loops: for tests.
    pub fn emulated(model: &Arc<Model>) -> Result<Self, GpuUnavailable> {
        fn on_cpu<R>(model: &Arc<Model>) -> Result<Box<dyn Resident>, GpuUnavailable>
        where
            R: DeviceReal + Send + Into<f64>,
        {
            let setup = Setup::<R>::new(model)?;
            let (x, v) = at_rest(&setup);
            let steps = CpuReference::new(setup, x, v);
            Ok(Box::new(InPrecision::<R>(Box::new(steps))))
        }
        Ok(Self::of(match model.settings.gpu.precision {
            Precision::Single => on_cpu::<f32>(model)?,
            Precision::Double => on_cpu::<f64>(model)?,
        }))
    }

    fn of(resident: Box<dyn Resident>) -> Self {
        GpuMinimiser { resident, at: None }
    }
}

/// Positions at rest, and no velocities.
fn at_rest<R: DeviceReal>(setup: &Setup<R>) -> (Vec<Vector<R>>, Vec<Vector<R>>) {
    let x = setup.sorted(&setup.model.rest);
    let v = vec![Vector::zeros(); x.len()];
    (x, v)
}

/// The end of a step in the model's order.
struct End {
    x: Vec<Vec3>,
    v: Vec<Vec3>,
    /// The forces that are left, times h², kg m.
    left: Vec<Vec3>,
    /// Whether a program moved a vertex.
    has_moved: bool,
    outcome: Outcome,
    milliseconds: f32,
}

/// A model that resides somewhere, in some precision.
trait Resident: Send {
    /// Sends a state there.
    fn send(&mut self, state: &State) -> Result<(), GpuError>;

    /// A step from the state there.
    fn step(&mut self, step: &TimeStep) -> Result<End, GpuError>;

    /// The largest share of the forces on a piece that a step has left.
    fn imbalance(&self, step: &TimeStep, left: &[Vec3]) -> f64;
}

/// A model in the precision `R`.
struct InPrecision<R>(Box<dyn BackendModel<R>>);

impl<R: DeviceReal + Send + Into<f64>> Resident for InPrecision<R> {
    fn send(&mut self, state: &State) -> Result<(), GpuError> {
        let setup = self.0.setup();
        let (x, v) = (setup.sorted(&state.x), setup.sorted(&state.v));
        self.0.upload(&x, &v)
    }

    fn step(&mut self, step: &TimeStep) -> Result<End, GpuError> {
        let inputs = StepInputs::new(self.0.setup(), step);
        let (outcome, milliseconds) = self.0.step(&inputs)?;
        let [x, v] = self.0.download()?;
        let left = self.0.left()?;
        let place = &self.0.setup().layout.numbering.place;
        let in_order = |values: &[Vector<R>]| -> Vec<Vec3> {
            let values = place.iter().map(|&k| values[k as usize]);
            values.map(|x| x.map(Into::into)).collect()
        };
        Ok(End {
            x: in_order(&x),
            v: in_order(&v),
            left: in_order(&left),
            has_moved: !inputs.prescribed.is_empty(),
            outcome,
            milliseconds,
        })
    }

    fn imbalance(&self, step: &TimeStep, left: &[Vec3]) -> f64 {
        let inertia = &step.potential.inertia;
        let inertia: Vec<Vec3> = (step.x.iter().zip(&inertia.predicted))
            .zip(&step.model.mass)
            .map(|((x, predicted), &mass)| mass * (x - predicted))
            .collect();
        let forces = StepForces {
            left,
            inertia: &inertia,
        };
        forces.imbalance(step, &self.0.setup().pieces)
    }
}

impl Minimiser for GpuMinimiser {
    fn minimise(&mut self, step: &mut TimeStep) -> Result<Minimum, StepError> {
        let is_known = self.at.take() == Some(step.start.step);
        let gave_up = |error: GpuError| StepError::Device {
            step: step.number,
            reason: error.to_string(),
        };
        if !is_known {
            self.resident.send(&step.start).map_err(gave_up)?;
        }
        let end = self.resident.step(step).map_err(gave_up)?;
        check(step, &end)?;
        step.x = end.x;
        if end.outcome.missed_target {
            step.detect();
            return Err(step.blocked());
        }
        let imbalance = self.resident.imbalance(step, &end.left);
        let settings = &step.model.settings;
        let (outcome, dt) = (end.outcome, settings.dt);
        step.report = StepReport {
            iterations: outcome.sweeps,
            contacts: outcome.pairs as usize,
            residual: f64::from(outcome.residual) / dt,
            detections: outcome.detections,
            stopped: outcome.stopped as usize,
            lost_motion: f64::from(outcome.lost) / dt,
            imbalance: Some(imbalance),
            kappa: step.potential.contact.stiffness(),
            stretch: step.model.elements.triangles.extreme_stretches(&step.x),
            ..std::mem::take(&mut step.report)
        };
        step.report.seconds.solve = f64::from(end.milliseconds) * 1e-3;
        step.report.unsolved = reasons(&step.report, step.tolerance);
        // Where Newton's method goes on, the GPU does not have the end of the step.
        let is_unsolved = !step.report.unsolved.is_empty();
        let goes_on = settings.vbd.finish == Finish::Newton
            || is_unsolved && settings.on_unsolved == OnUnsolved::Newton;
        self.at = (!goes_on).then_some(step.number);
        Ok(Minimum::PositionsAndVelocities(end.v))
    }

    /// Whether trees are built anew: their shape decides the order of sums, and stems from positions of the step they
    /// were built in.
    fn resumes_at(&self, step: u64) -> bool {
        step.is_multiple_of(REBUILD)
    }
}

/// Fails where a vertex is nowhere, or prescribed vertices took an element beyond what it allows, which nothing
/// prevents on the GPU.
fn check(step: &TimeStep, end: &End) -> Result<(), StepError> {
    let is_lost = |x: &Vec3| !x.iter().all(|c| c.is_finite());
    let lost = end.x.iter().position(is_lost);
    let element = match lost {
        None if end.has_moved => find_lost_element(&step.model, &end.x),
        None => None,
        // What has no energy has no direction either: the cause is where the programs lead.
        Some(_) => {
            let mut x = step.start.x.clone();
            step.prescribed.arrive(&mut x);
            find_lost_element(&step.model, &x)
        }
    };
    match (element, lost) {
        (Some(element), _) => Err(StepError::ElementLost {
            step: step.number,
            element,
        }),
        (None, Some(vertex)) => Err(StepError::NotFinite {
            step: step.number,
            iteration: end.outcome.sweeps,
            vertex: vertex as u32,
            body: step.model.body_name(vertex as u32).to_owned(),
        }),
        (None, None) => Ok(()),
    }
}
