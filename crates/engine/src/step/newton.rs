//! Projected Newton on the incremental potential with a collision-filtered line search
//! (Li et al. 2020, Algorithm 1).

use std::sync::Arc;
use std::time::Instant;

use tangency_geometry::Vec3;

use super::angles;
use super::integrator::Integration;
use super::observer::Observer;
use super::potential::IncrementalPotential;
use super::report::EnergyReport;
use super::solve::Solve;
use super::trace::Trace;
use super::{StepError, StepReport, Stepper};
use crate::boundary::Ruling;
use crate::contact::{ContactModel, GcpContact, IpcContact, LaggedFriction, OgcContact};
use crate::energy::{self, Elastic, Inertia, LaggedDamping};
use crate::linear::{BlockSink, LinearSystem};
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::process;
use crate::settings::ContactKind;
use crate::state::State;

/// Time steps by projected Newton.
pub struct Newton {
    pub(super) model: Arc<Model>,
    pub(super) potential: IncrementalPotential,
    pub(super) system: LinearSystem,
    pub(super) blocks: BlockSink,
    pub(super) diagonal: Vec<f64>,
    pub(super) gradient: Vec<Vec3>,
    pub(super) direction: Vec<Vec3>,
    pub(super) paranoid: Option<Paranoid>,
    pub(super) trace: Trace,
    pub(super) observer: Observer,
}

/// What a step starts with, apart from the state.
pub(super) struct StepStart {
    /// Its number, from 1.
    pub step: u64,
    /// The time at its end, s.
    pub time: f64,
    /// Factor of forces, but those of contact and friction, in the potential.
    pub scale: f64,
    /// Where each vertex was when the motion that it follows began, m.
    pub starts: Vec<Vec3>,
    /// The boundary programs that rule in it.
    pub ruling: Ruling,
}

impl Newton {
    /// A stepper for `model` with the contact model of its settings.
    pub fn new(model: Arc<Model>) -> Self {
        let contact: Box<dyn ContactModel> = match model.settings.contact {
            ContactKind::Ipc | ContactKind::Convergent => {
                Box::new(IpcContact::new(Arc::clone(&model)))
            }
            ContactKind::Ogc => Box::new(OgcContact::new(Arc::clone(&model))),
            ContactKind::Gcp => Box::new(GcpContact::new(Arc::clone(&model))),
        };
        Self::with_contact(model, contact)
    }

    /// A stepper for `model` with another contact model.
    pub fn with_contact(model: Arc<Model>, contact: Box<dyn ContactModel>) -> Self {
        let mut system = LinearSystem::new();
        system.configure(model.settings.linear, model.settings.memory);
        let scale = model.settings.dt * model.settings.dt;
        let elastic = energy::elastic_terms(&model, scale);
        let count = model.node_count();
        Newton {
            potential: IncrementalPotential {
                inertia: Inertia::default(),
                elastic,
                damping: None,
                attachment: None,
                contact,
                friction: LaggedFriction::default(),
            },
            system,
            blocks: BlockSink::new(),
            diagonal: vec![0.0; count],
            gradient: vec![Vec3::zeros(); count],
            direction: vec![Vec3::zeros(); count],
            paranoid: None,
            trace: Trace::begin(false, Instant::now(), scale),
            observer: Observer::default(),
            model,
        }
    }

    /// Makes the potential that of a step from `state` to `time`.
    fn begin(&mut self, state: &State, time: f64) -> Integration {
        let model = &self.model;
        let outside = accelerations(model, state, time);
        let mut integration = Integration::new(model, state, &outside);
        let scale = integration.scale;
        let potential = &mut self.potential;
        for term in &mut potential.elastic {
            term.set_scale(scale);
            term.begin_step(state);
        }
        potential.inertia.predicted = std::mem::take(&mut integration.predicted);
        if integration.has_inertia {
            potential.inertia.mass.clone_from(&model.mass);
        } else {
            potential.inertia.mass = vec![0.0; model.node_count()];
            let forces = outside.iter().zip(&model.mass);
            potential.inertia.force = forces.map(|(a, mass)| scale * *mass * a).collect();
        }
        potential.damping = damping(model, &potential.elastic, &state.x, &integration);
        potential.attachment = None;
        potential.friction.start.clone_from(&state.x);
        potential.friction.eps = model.epsv * model.settings.dt;
        potential.friction.contacts = Default::default();
        potential
            .contact
            .begin_step(state.kappa, integration.contact_scale);
        self.system.forget();
        integration
    }
}

impl Newton {
    /// One time step, whose potential `minimise` goes to the minimum of: the positions there, and how it went.
    pub(super) fn advance(
        &mut self,
        state: &mut State,
        minimise: impl FnOnce(
            &mut Self,
            &State,
            &StepStart,
        ) -> Result<(Vec<Vec3>, StepReport), StepError>,
    ) -> Result<StepReport, StepError> {
        let started = Instant::now();
        let cpu = process::cpu_seconds();
        let model = Arc::clone(&self.model);
        let step = state.step + 1;
        self.observer.begin();
        // The number of steps times their length: no rounding piles up, and a resumed run agrees.
        let time = step as f64 * model.settings.dt;
        let starts = starts(&model, state, time);
        let ruling = Ruling::new(&model.boundary, &state.released, &state.x, time);
        let integration = self.begin(state, time);
        let (scale, contact_scale) = (integration.scale, integration.contact_scale);
        self.trace = Trace::begin(model.settings.trace, started, scale);
        let start = StepStart {
            step,
            time,
            scale,
            starts,
            ruling,
        };
        let (x, mut report) = minimise(self, state, &start)?;
        for term in &self.potential.elastic {
            term.end_step(&x, state);
        }
        let mut pushes = Vec::new();
        if Integration::tells_contact_apart(&model) {
            pushes.resize(model.node_count(), Vec3::zeros());
            self.potential.contact_gradient(&x, &mut pushes);
        }
        integration.finish(&model, state, x, &pushes, |v| {
            model.schedule.at(&start.ruling, v as u32).is_some()
        });
        state.start = start.starts;
        state.released = start.ruling.into_released();
        state.kappa = Some(report.kappa);
        state.step = step;
        state.time = time;
        report.energy = EnergyReport {
            contact: self.potential.contact.value(&state.x) / contact_scale,
            ..energies(&model, &self.potential.elastic, state, scale)
        };
        report.seconds.total = self.trace.seconds();
        report.cpu_seconds = process::cpu_seconds() - cpu - self.trace.cpu_seconds();
        report.trace = self.trace.take();
        report.peak_rss_mb = process::peak_rss_mb();
        Ok(report)
    }
}

impl Newton {
    /// Ends the step from `state` that another minimiser has led to `x`, by Newton's method to its tolerance; `report`
    /// tells how it came there.
    pub fn finish(
        &mut self,
        state: &mut State,
        x: Vec<Vec3>,
        report: StepReport,
    ) -> Result<StepReport, StepError> {
        let before = report.seconds.total;
        let mut report = self.advance(state, |newton, state, start| {
            newton.potential.contact.detect(&x);
            let mut solve = Solve::resume(newton, state, start, x, report);
            solve.run(state)?;
            Ok(solve.finish(start.scale))
        })?;
        report.seconds.total += before;
        Ok(report)
    }
}

impl Stepper for Newton {
    fn observe(&mut self, observer: Observer) {
        self.observer = observer;
    }

    fn watch(&mut self, paranoid: Paranoid) {
        self.paranoid = Some(paranoid);
    }

    fn continuous(&self) -> Option<&ContinuousReport> {
        self.paranoid.as_ref().map(Paranoid::report)
    }

    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        self.advance(state, |newton, state, start| {
            let mut solve = Solve::begin(newton, state, start);
            solve.run(state)?;
            Ok(solve.finish(start.scale))
        })
    }
}

/// The energies of a state but for those of contact, where `elastic` are the terms of the model times `scale`.
pub fn energies(
    model: &Model,
    elastic: &[Box<dyn Elastic>],
    state: &State,
    scale: f64,
) -> EnergyReport {
    let mass = &model.mass;
    let sum = |count: usize, term: &dyn Fn(usize) -> f64| (0..count).map(term).sum::<f64>();
    let elastic = elastic.iter().map(|term| term.value(&state.x));
    EnergyReport {
        kinetic: sum(mass.len(), &|i| 0.5 * mass[i] * state.v[i].norm_squared()),
        elastic: elastic.sum::<f64>() / scale,
        gravity: sum(model.vertex_count(), &|i| {
            -mass[i] * model.gravity.dot(&state.x[i])
        }),
        contact: 0.0,
    }
}

/// Accelerations from outside in the step from `state` to `time`: gravity and loads, m/s².
pub fn accelerations(model: &Model, state: &State, time: f64) -> Vec<Vec3> {
    let mut outside = vec![Vec3::zeros(); model.node_count()];
    for load in model.loads.iter().filter(|load| load.is_active(time)) {
        load.add_forces(&model.rest, &state.x, &model.mass, &mut outside);
    }
    // Angles, which come after the vertices, have no weight.
    let vertices = outside.iter_mut().take(model.vertex_count());
    for (outside, &mass) in vertices.zip(&model.mass) {
        *outside = if mass > 0.0 {
            *outside / mass + model.gravity
        } else {
            Vec3::zeros()
        };
    }
    outside
}

/// Where each vertex is, or of an angle the material director, when the motion that it follows in the step to `time` begins: here and now for those
/// whose motion begins with this step.
pub fn starts(model: &Model, state: &State, time: f64) -> Vec<Vec3> {
    let mut starts = state.start.clone();
    for program in &model.boundary {
        if program.motion.is_active(time) && !program.motion.is_active(state.time) {
            for &v in &program.vertices {
                starts[v as usize] = match model.elements.twists.segment_of(v) {
                    Some(segment) => angles::director(model, state, segment),
                    None => state.x[v as usize],
                };
            }
        }
    }
    starts
}

/// The damping of a step that starts at `x`.
fn damping(
    model: &Model,
    elastic: &[Box<dyn Elastic>],
    x: &[Vec3],
    integration: &Integration,
) -> Option<LaggedDamping> {
    let damping = model.settings.damping;
    if damping.mass == 0.0 && damping.stiffness == 0.0 {
        return None;
    }
    let mut stiffness = BlockSink::new();
    if damping.stiffness > 0.0 {
        for term in elastic {
            term.hessian(x, &mut stiffness);
        }
        stiffness.scale(damping.stiffness / integration.span);
    }
    let factor = integration.scale * damping.mass / integration.span;
    Some(LaggedDamping {
        stiffness,
        mass: model.mass.iter().map(|mass| factor * mass).collect(),
        origin: integration.origin.clone(),
    })
}
