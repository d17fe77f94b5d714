//! One time step: the incremental potential that it minimises, the prescribed motion on its way, and what becomes of
//! the state. How the minimum is found is for a [`Minimiser`](super::Minimiser).

use std::sync::Arc;
use std::time::Instant;

use tangency_geometry::Vec3;

use super::integrator::Integration;
use super::observer::Observer;
use super::potential::IncrementalPotential;
use super::prescribed::{Prescribed, motion_origins};
use super::report::EnergyReport;
use super::trace::Trace;
use super::{Minimum, StepError, StepReport};
use crate::boundary::{ActivePrograms, Driven};
use crate::contact::{ContactModel, LaggedFriction};
use crate::energy::{self, Elastic, Inertia, LaggedDamping};
use crate::forces::{ActingContacts, ForceBalance, NodeForces};
use crate::linear::{BlockSink, NodeMap};
use crate::model::{Model, PairDescription};
use crate::paranoid::Paranoid;
use crate::process;
use crate::settings::Integrator;
use crate::state::State;

/// A time step from `start` to `time`.
pub struct TimeStep {
    /// The model.
    pub model: Arc<Model>,
    /// The function that is minimised.
    pub potential: IncrementalPotential,
    /// The state at its start, with angles behind the vertices.
    pub start: State,
    /// Positions: at first those of the start, in the end the minimum, m.
    pub x: Vec<Vec3>,
    /// Number of the step, from 1.
    pub number: u64,
    /// The time at its end, s.
    pub time: f64,
    /// Accelerations from outside, by gravity and loads, m/s².
    pub outside: Vec<Vec3>,
    /// Targets and forces that come from outside of the model.
    pub driven: Driven,
    /// The boundary programs that are active in it.
    pub programs: ActivePrograms,
    /// The targets of prescribed vertices.
    pub prescribed: Prescribed,
    /// Vertices and angles with mass that no program holds, and those that are pulled to a target.
    pub unknowns: NodeMap,
    /// The accuracy asked for, m/s.
    pub tolerance: f64,
    /// The account of it.
    pub report: StepReport,
    /// Who looks on.
    pub observer: Observer,
    /// The exact check of every move, where that is asked for.
    pub exact_checks: Option<Paranoid>,
    pub(super) trace: Trace,
    /// The gradient of the potential where it was last asked for, kg m.
    pub(super) gradient: Vec<Vec3>,
    /// Whether forces are recorded where a step ends.
    pub records_forces: bool,
    /// Whether prescribed vertices that were pulled are put exactly on their targets once they have arrived, where nothing is in
    /// the way; else they stay where they are, as near as arriving asks.
    pub arrives_exactly: bool,
    /// Whether `rounds` is recorded.
    pub records_rounds: bool,
    /// Positions from which friction was taken anew within the step, round after round; the first round takes it from the
    /// start.
    pub rounds: Vec<Vec<Vec3>>,
    /// The forces where the last step ended.
    pub(super) forces: Option<NodeForces>,
    integration: Integration,
    motion_origins: Vec<Vec3>,
    cpu_seconds: f64,
}

impl TimeStep {
    /// Time steps of `model` with a contact model; none has begun.
    pub fn new(model: Arc<Model>, contact: Box<dyn ContactModel>) -> Self {
        let scale = model.settings.dt * model.settings.dt;
        let potential = IncrementalPotential {
            inertia: Inertia::default(),
            elastic: energy::elastic_terms(&model, scale),
            damping: None,
            attachment: None,
            contact,
            friction: LaggedFriction::default(),
        };
        TimeStep {
            gradient: vec![Vec3::zeros(); model.node_count()],
            trace: Trace::begin(false, Instant::now(), scale),
            model,
            potential,
            start: State::default(),
            x: Vec::new(),
            number: 0,
            time: 0.0,
            outside: Vec::new(),
            driven: Driven::default(),
            programs: ActivePrograms::default(),
            prescribed: Prescribed::default(),
            unknowns: NodeMap::default(),
            tolerance: 0.0,
            report: StepReport::default(),
            observer: Observer::default(),
            exact_checks: None,
            records_forces: false,
            arrives_exactly: false,
            records_rounds: false,
            rounds: Vec::new(),
            forces: None,
            integration: Integration::default(),
            motion_origins: Vec::new(),
            cpu_seconds: 0.0,
        }
    }

    /// Begins the step that follows `state`.
    pub fn begin(&mut self, mut state: State) {
        let started = Instant::now();
        state.join_angles();
        self.cpu_seconds = process::cpu_seconds();
        self.observer.begin();
        let model = Arc::clone(&self.model);
        let dt = model.settings.dt;
        self.number = state.step + 1;
        // The number of steps times their length: no rounding piles up, and a resumed run agrees.
        self.time = self.number as f64 * dt;
        self.tolerance = model.tolerance_of(self.number);
        self.motion_origins = motion_origins(&model, &state, self.time);
        self.programs = ActivePrograms::new(&model.boundary, &state.released, &state.x, self.time);
        self.outside = outside(&model, &state, &self.driven, self.time);
        self.integration = Integration::new(&model, &state, &self.outside);
        self.trace = Trace::begin(model.settings.trace, started, self.integration.scale);
        self.report = StepReport {
            step: self.number,
            time: self.time,
            dt,
            line_search_min_alpha: 1.0,
            ..StepReport::default()
        };
        self.prescribed = Prescribed::new(
            &model,
            &state,
            &self.programs,
            &self.driven,
            &self.motion_origins,
            self.time,
        );
        self.x.clone_from(&state.x);
        self.rounds.clear();
        self.start = state;
        self.begin_potential();
        self.choose_unknowns();
    }

    /// Makes the potential that of the step.
    fn begin_potential(&mut self) {
        let (model, state, integration) = (&self.model, &self.start, &mut self.integration);
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
            let forces = self.outside.iter().zip(&model.mass);
            potential.inertia.force = forces.map(|(a, mass)| scale * *mass * a).collect();
        }
        potential.damping = damping(model, &potential.elastic, &state.x, integration);
        potential.attachment = None;
        potential.friction.start.clone_from(&state.x);
        potential.friction.eps = model.epsv * model.settings.dt;
        potential.friction.contacts = Default::default();
        (potential.contact).begin_step(state.kappa, integration.contact_scale);
    }

    /// Ends the step at its `minimum`; the state there, and the account of it.
    pub fn finish(&mut self, minimum: Minimum) -> (State, StepReport) {
        let model = Arc::clone(&self.model);
        let mut state = std::mem::take(&mut self.start);
        let x = std::mem::take(&mut self.x);
        for term in &self.potential.elastic {
            term.end_step(&x, &mut state);
        }
        let integration = std::mem::take(&mut self.integration);
        let (scale, contact_scale) = (integration.scale, integration.contact_scale);
        let mut forces =
            (self.records_forces).then(|| self.end_forces(&x, &state, &minimum, &integration));
        let knows_contacts = matches!(minimum, Minimum::Positions);
        match minimum {
            Minimum::Positions => {
                let mut pushes = Vec::new();
                if Integration::tells_contact_apart(&model) {
                    pushes.resize(model.node_count(), Vec3::zeros());
                    self.potential.contact_gradient(&x, &mut pushes);
                }
                integration.finish(&model, &mut state, x, &pushes, |v| {
                    model.schedule.at(&self.programs, v as u32).is_some()
                });
            }
            Minimum::PositionsAndVelocities(v) => (state.x, state.v) = (x, v),
        }
        state.start = std::mem::take(&mut self.motion_origins);
        state.released = std::mem::take(&mut self.programs).into_released();
        state.kappa = Some(self.potential.contact.stiffness());
        (state.step, state.time) = (self.number, self.time);
        if let Some(forces) = &mut forces {
            let has_inertia = model.settings.integrator != Integrator::QuasiStatic;
            forces.complete(&model, &state, has_inertia);
        }
        let mut report = std::mem::take(&mut self.report);
        report.energy = energies(&model, &self.potential.elastic, &state, scale);
        if knows_contacts {
            report.energy.contact = self.potential.contact.value(&state.x) / contact_scale;
        }
        report.seconds.total = self.trace.seconds();
        report.cpu_seconds = process::cpu_seconds() - self.cpu_seconds - self.trace.cpu_seconds();
        report.trace = self.trace.take();
        report.peak_rss_mb = process::peak_rss_mb();
        state.split_angles(model.vertex_count());
        report.forces = forces.as_ref().map(|forces| {
            let acting = ActingContacts {
                contact: &*self.potential.contact,
                friction: &self.potential.friction,
                scale: contact_scale,
            };
            ForceBalance::new(&model, &state, forces, &acting)
        });
        self.forces = forces;
        (state, report)
    }

    /// Gives the step up; the state at its start.
    pub(super) fn give_up(&mut self) -> State {
        let mut state = std::mem::take(&mut self.start);
        state.split_angles(self.model.vertex_count());
        state
    }

    /// Factor of forces, but those of contact and friction, in the potential, s².
    pub fn scale(&self) -> f64 {
        self.integration.scale
    }

    /// Whether a program holds or moves a vertex or angle.
    pub fn is_prescribed(&self, v: u32) -> bool {
        self.model.schedule.at(&self.programs, v).is_some()
    }

    /// Whether a vertex or angle stays out of the minimisation: prescribed, or without mass.
    pub fn is_held(&self, v: u32) -> bool {
        self.model.mass[v as usize] == 0.0 || self.is_prescribed(v)
    }

    /// Finds the contacts where the bodies are.
    pub fn detect(&mut self) {
        let started = Instant::now();
        self.potential.contact.detect(&self.x);
        self.report.seconds.detect += started.elapsed().as_secs_f64();
    }

    /// Finds the contacts where the bodies end.
    pub(super) fn detect_touching(&mut self) {
        let started = Instant::now();
        self.potential.contact.detect_touching(&self.x);
        self.report.seconds.detect += started.elapsed().as_secs_f64();
    }

    /// Takes forces and tangents of friction from where the bodies are, pressed as by a barrier of stiffness `kappa`.
    pub fn lag_friction(&mut self, kappa: f64) {
        let started = Instant::now();
        let potential = &mut self.potential;
        potential.friction.contacts = potential.contact.friction_contacts(&self.x, kappa);
        self.report.seconds.energy += started.elapsed().as_secs_f64();
    }

    /// Whether anything touches or rubs.
    pub fn has_contacts(&self) -> bool {
        self.potential.contact.pair_count() > 0 || !self.potential.friction.contacts.is_empty()
    }

    /// Chooses the unknowns anew, after prescribed vertices were attached to their targets or let go.
    pub(super) fn choose_unknowns(&mut self) {
        let nodes = 0..self.model.mass.len() as u32;
        let mut fixed: Vec<bool> = nodes.map(|v| self.is_held(v)).collect();
        if self.potential.attachment.is_some() {
            for &v in self.prescribed.moving() {
                fixed[v as usize] = false;
            }
        }
        self.unknowns = NodeMap::new(&fixed);
    }

    /// Fails when the step is to be given up.
    pub fn check_interrupt(&self) -> Result<(), StepError> {
        self.observer.check(self.number)
    }

    /// Has the move from `before` to where the bodies are checked exactly, where that is asked for.
    pub(super) fn check_move(&mut self, before: &[Vec3]) {
        let Some(exact) = &mut self.exact_checks else {
            return;
        };
        let started = Instant::now();
        exact.check_step(
            &self.model,
            before,
            &self.x,
            self.number,
            self.report.iterations,
        );
        self.report.seconds.certify += started.elapsed().as_secs_f64();
    }

    /// Records where the step stands, where that is asked for.
    pub(super) fn trace(&mut self, residual: Option<f64>) {
        let (potential, x) = (&self.potential, &self.x);
        (self.trace).add(self.report.iterations, residual, || {
            potential.value(x).total
        });
    }

    /// The pair that is closest where the bodies are.
    pub fn closest(&self) -> Option<Box<PairDescription>> {
        let closest = self.potential.contact.closest(&self.x)?;
        Some(closest.description(&self.model))
    }

    /// The error that prescribed vertices do not reach their targets.
    pub fn blocked(&self) -> StepError {
        let (vertex, gap) = self.prescribed.farthest(&self.x).unwrap_or((0, 0.0));
        let slot = self.model.schedule.at(&self.programs, vertex);
        let program = slot.map(|at| self.model.boundary[at.program as usize].name.clone());
        let vertex = self.model.vertex_of(vertex);
        StepError::BoundaryBlocked {
            step: self.number,
            program: program.unwrap_or_default(),
            vertex,
            body: self.model.body_name(vertex).to_owned(),
            gap,
            closest: self.closest(),
        }
    }

    /// Measures what is left of the conditions that the step should satisfy (Li et al. 2020, section 7.4): balance of
    /// momentum with the friction that was used, with the friction of the end (eq. 17), and complementarity.
    pub(super) fn measure(&mut self) {
        let started = Instant::now();
        let (model, scale) = (&self.model, self.integration.scale);
        let (potential, report) = (&mut self.potential, &mut self.report);
        potential.gradient(&self.x, &mut self.gradient);
        report.momentum_balance = self.unknowns.norm(&self.gradient) / scale;
        report.complementarity =
            potential.contact.complementarity(&self.x) / model.settings.dt.powi(2);
        if !model.friction.is_frictionless() {
            let ends = potential
                .contact
                .friction_contacts(&self.x, potential.contact.stiffness());
            let used = std::mem::replace(&mut potential.friction.contacts, ends);
            potential.gradient(&self.x, &mut self.gradient);
            report.friction_residual = Some(self.unknowns.norm(&self.gradient) / scale);
            potential.friction.contacts = used;
        }
        report.seconds.energy += started.elapsed().as_secs_f64();
        report.contacts = potential.contact.pair_count();
        report.kappa = potential.contact.stiffness();
        report.min_distance = potential.contact.closest(&self.x).map(|pair| pair.distance);
        report.stretch = model.elements.triangles.extreme_stretches(&self.x);
    }
}

/// The energies of a state but for those of contact, where `elastic` are the terms of the model times `scale`.
fn energies(
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
fn outside(model: &Model, state: &State, driven: &Driven, time: f64) -> Vec<Vec3> {
    let mut outside = vec![Vec3::zeros(); model.node_count()];
    let loads = model.loads.iter().enumerate();
    for (k, load) in loads.filter(|(_, load)| load.is_active(time)) {
        let given = driven.forces(k);
        load.add_forces(&model.rest, &state.x, &model.mass, given, &mut outside);
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
