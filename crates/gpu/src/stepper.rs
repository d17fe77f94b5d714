//! The stepper `gpu` of a simulation.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use tangency_engine::certificate::find_lost_element;
use tangency_engine::contact::{ContactModel as _, OgcContact, lift};
use tangency_engine::energy::{Elastic, elastic_terms};
use tangency_engine::step::{
    Newton, StepError, StepForces, StepReport, Stepper, accelerations, describe_closest, energies,
    reasons,
};
use tangency_engine::{
    ContinuousReport, Finish, Model, OnUnsolved, Paranoid, Precision, State, Vec3, process,
};
use tangency_formulas::Vec3 as Vector;

use crate::device::Device;
use crate::error::GpuError;
use crate::lists::DeviceReal;
use crate::outcome::Outcome;
use crate::place::{Host, Place, Steps};
use crate::setup::{Goals, REBUILD, Refusal, Setup, ruling};

/// Why there is no stepper.
#[derive(Debug, thiserror::Error)]
pub enum Unavailable {
    /// The GPU cannot be used.
    #[error("{0}; or run the same scene on the CPU with --stepper vbd")]
    Gpu(#[from] GpuError),
    /// The model is not for the GPU.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Time steps by Vertex Block Descent on a GPU. Positions and velocities stay there; a state is sent only where it is not
/// the one that the last step ended with.
pub struct GpuStepper {
    model: Arc<Model>,
    body: Box<dyn Advance>,
    /// The step whose end the GPU has.
    at: Option<u64>,
    /// What ends a step to a tolerance, where that is asked for.
    newton: Option<Newton>,
    elastic: Vec<Box<dyn Elastic>>,
}

impl GpuStepper {
    /// A stepper for `model` on the first GPU.
    pub fn new(model: &Arc<Model>) -> Result<Self, Unavailable> {
        Self::on(model, first_gpu)
    }

    /// The same steps on the CPU, by the same kernels in plain loops: for tests.
    pub fn emulated(model: &Arc<Model>) -> Result<Self, Unavailable> {
        Self::on(model, || Ok(Host))
    }

    fn on<P>(model: &Arc<Model>, open: Open<P>) -> Result<Self, Unavailable>
    where
        P: Place<f32, Steps: 'static> + Place<f64, Steps: 'static> + 'static,
    {
        let body: Box<dyn Advance> = match model.settings.gpu.precision {
            Precision::Single => Box::new(Body::<f32, P>::begin(model, open)?),
            Precision::Double => Box::new(Body::<f64, P>::begin(model, open)?),
        };
        let settings = &model.settings;
        let has_newton =
            settings.vbd.finish == Finish::Newton || settings.on_unsolved == OnUnsolved::Newton;
        Ok(GpuStepper {
            body,
            at: None,
            newton: has_newton.then(|| Newton::new(Arc::clone(model))),
            elastic: elastic_terms(model, 1.0),
            model: Arc::clone(model),
        })
    }
}

/// How a place is got at.
type Open<P> = fn() -> Result<P, GpuError>;

fn first_gpu() -> Result<Device, GpuError> {
    Device::open(0)
}

/// The end of a step in the model's order.
struct End {
    x: Vec<Vec3>,
    v: Vec<Vec3>,
    /// Largest force that is left on a piece, as a share of those that act on it.
    imbalance: f64,
    /// Where the motions began that vertices follow, m.
    starts: Vec<Vec3>,
    /// Whether a program moved a vertex.
    has_moved: bool,
    sweeps: u32,
    outcome: Outcome,
    milliseconds: f32,
}

/// Steps in some precision.
trait Advance: Send {
    /// The step from `state`, which is there already where it `is_known`, to `time`.
    fn advance(&mut self, state: &State, time: f64, is_known: bool) -> Result<End, Unavailable>;
}

/// A model at its place.
struct Body<R: DeviceReal, P: Place<R>>(P::Steps, PhantomData<R>);

impl<R: DeviceReal + Send + Into<f64>, P: Place<R>> Body<R, P> {
    fn begin(model: &Arc<Model>, open: Open<P>) -> Result<Self, Unavailable> {
        let setup = Setup::new(model)?;
        let x = setup.sorted(&model.rest);
        let v = vec![Vector::zeros(); x.len()];
        Ok(Body(open()?.begin(setup, &x, &v)?, PhantomData))
    }
}

impl<R: DeviceReal + Send + Into<f64>, P: Place<R>> Advance for Body<R, P> {
    fn advance(&mut self, state: &State, time: f64, is_known: bool) -> Result<End, Unavailable> {
        if !is_known {
            send(&mut self.0, state)?;
        }
        Ok(step(&mut self.0, state, time)?)
    }
}

fn send<R: DeviceReal>(steps: &mut impl Steps<R>, state: &State) -> Result<(), GpuError> {
    let setup = steps.setup();
    let (x, v) = (setup.sorted(&state.x), setup.sorted(&state.v));
    steps.upload(&x, &v)
}

fn step<R: DeviceReal + Into<f64>>(
    steps: &mut impl Steps<R>,
    state: &State,
    time: f64,
) -> Result<End, GpuError> {
    let goals = Goals::new(steps.setup(), state, time);
    let (outcome, milliseconds) = steps.step(&goals)?;
    let [x, v] = steps.download()?;
    let left = steps.left()?;
    let setup = steps.setup();
    let numbering = &setup.program.numbering;
    let in_order = |values: &[[R; 3]]| -> Vec<Vec3> {
        let values = numbering.place.iter().map(|&k| values[k as usize]);
        values.map(|x| Vec3::from(x.map(Into::into))).collect()
    };
    let mut targets = goals.prescribed.iter().zip(&goals.targets);
    let has_moved = targets.any(|(&k, target)| {
        let v = numbering.order[k as usize];
        lift::<R>(&state.x[v as usize]) != *target
    });
    let x = in_order(&x);
    Ok(End {
        imbalance: imbalance(setup, state, time, &x, &in_order(&left)),
        x,
        v: in_order(&v),
        starts: goals.starts,
        has_moved,
        sweeps: outcome.sweeps,
        outcome,
        milliseconds,
    })
}

/// The largest share of the forces on a piece that a step from `state` to `time` has left, where `left` (kg m) is what is
/// left by vertex.
fn imbalance<R: DeviceReal>(
    setup: &Setup<R>,
    state: &State,
    time: f64,
    x: &[Vec3],
    left: &[Vec3],
) -> f64 {
    let (model, h) = (&setup.model, setup.model.settings.dt);
    let outside = accelerations(model, state, time);
    let predicted = |v: usize| state.x[v] + h * state.v[v] + h * h * outside[v];
    let inertia: Vec<Vec3> = (0..x.len())
        .map(|v| model.mass[v] * (x[v] - predicted(v)))
        .collect();
    let forces = StepForces {
        left,
        inertia: &inertia,
        outside: &outside,
        scale: h * h,
    };
    let ruling = ruling(model, time);
    forces.imbalance(model, &setup.pieces, state.step + 1, |v| {
        model.schedule.at(&ruling, v).is_some()
    })
}

impl Stepper for GpuStepper {
    /// Moves on the GPU are not watched.
    fn watch(&mut self, _: Paranoid) {}

    fn continuous(&self) -> Option<&ContinuousReport> {
        None
    }

    /// Where trees are built anew: their shape decides the order of sums, and stems from positions of the step they were
    /// built in.
    fn resumes_at(&self, step: u64) -> bool {
        step.is_multiple_of(REBUILD)
    }

    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        let started = Instant::now();
        let cpu = process::cpu_seconds();
        let (step, dt) = (state.step + 1, self.model.settings.dt);
        let time = step as f64 * dt;
        let is_known = self.at.take() == Some(state.step);
        let end = self
            .body
            .advance(state, time, is_known)
            .map_err(|error| gave_up(step, &error))?;
        self.check(state, time, &end)?;
        if end.outcome.is_astray {
            return Err(self.blocked(step, time, &end));
        }
        let mut report = StepReport {
            step,
            time,
            dt,
            iterations: end.sweeps,
            contacts: end.outcome.pairs as usize,
            residual: f64::from(end.outcome.residual) / dt,
            detections: end.outcome.detections,
            stopped: end.outcome.stopped as usize,
            lost_motion: f64::from(end.outcome.lost) / dt,
            imbalance: Some(end.imbalance),
            line_search_min_alpha: 1.0,
            ..StepReport::default()
        };
        report.seconds.solve = f64::from(end.milliseconds) * 1e-3;
        report.unsolved = reasons(&report, self.model.tolerance_of(step));
        let (settings, is_solved) = (&self.model.settings, report.unsolved.is_empty());
        if !is_solved && settings.on_unsolved == OnUnsolved::Error {
            return Err(StepError::unsolved(&self.model, &report));
        }
        if let Some(newton) = &mut self.newton
            && (!is_solved || settings.vbd.finish == Finish::Newton)
        {
            report.seconds.total = started.elapsed().as_secs_f64();
            report.unsolved.clear();
            return newton.finish(state, end.x, report);
        }
        self.measure(&mut report, &end.x);
        (state.x, state.v, state.start) = (end.x, end.v, end.starts);
        (state.step, state.time, state.kappa) = (step, time, Some(report.kappa));
        self.at = Some(step);
        let evaluating = Instant::now();
        report.energy = energies(&self.model, &self.elastic, state, 1.0);
        report.seconds.energy = evaluating.elapsed().as_secs_f64();
        report.seconds.total = started.elapsed().as_secs_f64();
        report.cpu_seconds = process::cpu_seconds() - cpu;
        report.peak_rss_mb = process::peak_rss_mb();
        Ok(report)
    }
}

fn gave_up(step: u64, error: &Unavailable) -> StepError {
    let reason = error.to_string();
    StepError::Device { step, reason }
}

impl GpuStepper {
    fn measure(&self, report: &mut StepReport, x: &[Vec3]) {
        let dt = self.model.settings.dt;
        if let Some(offset) = &self.model.offset {
            report.kappa = offset.stiffness * dt * dt;
        }
        report.stretch = self.model.elements.triangles.extreme_stretches(x);
    }

    /// Fails where a vertex is nowhere, or prescribed vertices took an element beyond what it allows, which nothing
    /// prevents on the GPU.
    fn check(&self, state: &State, time: f64, end: &End) -> Result<(), StepError> {
        let is_lost = |x: &Vec3| !x.iter().all(|c| c.is_finite());
        let lost = end.x.iter().position(is_lost);
        let element = match lost {
            None if end.has_moved => find_lost_element(&self.model, &end.x),
            None => None,
            // What has no energy has no direction either: the cause is where the programs lead.
            Some(_) => {
                let mut x = state.x.clone();
                for (v, target, _) in self.targets(time, &end.starts) {
                    x[v as usize] = target;
                }
                find_lost_element(&self.model, &x)
            }
        };
        let step = state.step + 1;
        if let Some(element) = element {
            return Err(StepError::ElementLost { step, element });
        }
        match lost {
            None => Ok(()),
            Some(vertex) => Err(StepError::NotFinite {
                step,
                iteration: end.sweeps,
                vertex: vertex as u32,
                body: self.model.body_name(vertex as u32).to_owned(),
            }),
        }
    }

    /// Vertices that programs lead somewhere, where to, and the program.
    fn targets<'a>(
        &'a self,
        time: f64,
        starts: &'a [Vec3],
    ) -> impl Iterator<Item = (u32, Vec3, u32)> + 'a {
        let model = &self.model;
        let ruling = ruling(model, time);
        (0..model.vertex_count() as u32).filter_map(move |v| {
            let place = model.schedule.at(&ruling, v)?;
            let motion = &model.boundary[place.program as usize].motion;
            let target = motion.target(place.index as usize, starts[v as usize], time)?;
            Some((v, target, place.program))
        })
    }

    /// The vertex that is farthest from its target, how far, m, and its program.
    fn farthest(&self, time: f64, end: &End) -> (u32, f64, u32) {
        let targets = self.targets(time, &end.starts);
        let gaps = targets.map(|(v, target, program)| {
            let gap = (target - end.x[v as usize]).norm();
            (v, gap, program)
        });
        gaps.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
    }

    fn blocked(&self, step: u64, time: f64, end: &End) -> StepError {
        let model = &self.model;
        let (vertex, gap, program) = self.farthest(time, end);
        let mut contact = OgcContact::new(Arc::clone(model));
        contact.detect(&end.x);
        StepError::BoundaryBlocked {
            step,
            program: model.boundary[program as usize].name.clone(),
            vertex,
            body: model.body_name(vertex).to_owned(),
            gap,
            blocked_by: describe_closest(model, contact.closest(&end.x).as_ref()),
        }
    }
}
