//! Step after step, each one certified.

use std::sync::Arc;
use std::time::Instant;

use crate::boundary::DriveError;
use crate::certificate::{Certificate, Certifier, ElementDescription, find_lost_element};
use crate::energy::{Energy, ScaledEnergy};
use crate::forces::{NodeForces, PairForce};
use crate::model::{Model, ModelError};
use crate::paranoid::Paranoid;
use crate::prepare::check_positions;
use crate::state::{Earlier, State, StateError};
use tangency_geometry::Vec3;

use crate::step::{Minimiser, Observer, StepError, StepReport, Stepper};

/// A model, its state, and what advances and certifies it.
pub struct Simulation {
    model: Arc<Model>,
    state: State,
    stepper: Stepper,
    certifier: Certifier,
}

impl Simulation {
    /// A simulation of `model` from `state`.
    pub fn new(model: Model, state: State) -> Result<Self, NoGpu> {
        Self::resume(model, state, Certificate::default())
    }

    /// A simulation that goes on from a saved state and the certificate up to it.
    pub fn resume(model: Model, state: State, certificate: Certificate) -> Result<Self, NoGpu> {
        let model = Arc::new(model);
        let stepper = Stepper::new(&model).ok_or(NoGpu)?;
        Ok(Self::of_parts(model, state, certificate, stepper))
    }

    /// A simulation of `model` from `state` and the certificate up to it by a minimiser that was made for it.
    pub fn with_minimiser(
        model: Arc<Model>,
        state: State,
        certificate: Certificate,
        minimiser: Box<dyn Minimiser>,
    ) -> Self {
        let stepper = Stepper::with_minimiser(&model, minimiser);
        Self::of_parts(model, state, certificate, stepper)
    }

    fn of_parts(
        model: Arc<Model>,
        state: State,
        certificate: Certificate,
        stepper: Stepper,
    ) -> Self {
        Simulation {
            certifier: Certifier::resume(&model, certificate),
            model,
            state,
            stepper,
        }
    }

    /// From now on checks every move exactly and continuously in time; goes on from the certificate's tally.
    pub fn enable_exact_checks(&mut self) {
        let tally = self.certifier.certificate.continuous.clone();
        let checks = Paranoid::resume(tally.unwrap_or_default());
        self.stepper.enable_exact_checks(checks);
    }

    /// Has forces recorded where steps end, or not; by default they are, but for the stepper `gpu`.
    pub fn record_forces(&mut self, is_wanted: bool) {
        self.stepper.record_forces(is_wanted);
    }

    /// The forces on all nodes where the last step ended, where they are recorded.
    pub fn forces(&self) -> Option<&NodeForces> {
        self.stepper.last_step().forces()
    }

    /// The pairs that push where the last step ended, where forces are recorded.
    pub fn pair_forces(&self) -> Option<Vec<PairForce>> {
        self.stepper.last_step().pair_forces(&self.state.x)
    }

    /// Adds an energy, J, to what steps minimise; block descent, which goes vertex by vertex, does not see it. Its Hessian
    /// must have the same stencils in the same order at every call.
    pub fn add_energy(&mut self, energy: Box<dyn Energy + Send>) {
        self.stepper.add_energy(Box::new(ScaledEnergy::new(energy)));
    }

    /// Has `observer` look on while steps are solved, which changes no result.
    pub fn observe(&mut self, observer: Observer) {
        self.stepper.observe(observer);
    }

    /// Has the vertices of a driven boundary program be at `targets`, m, at the end of the steps from now on.
    pub fn drive(&mut self, name: &str, targets: Vec<Vec3>) -> Result<(), DriveError> {
        self.check_plane(name, &targets)?;
        let driven = self.stepper.driven();
        driven.drive(&self.model.boundary, name, targets)
    }

    /// Has `forces`, N, act on the vertices of a driven load in the steps from now on.
    pub fn push(&mut self, name: &str, forces: Vec<Vec3>) -> Result<(), DriveError> {
        self.check_plane(name, &forces)?;
        self.stepper.driven().push(&self.model.loads, name, forces)
    }

    fn check_plane(&self, name: &str, vectors: &[Vec3]) -> Result<(), DriveError> {
        let leaves = |x: &Vec3| x.z != 0.0 && self.model.plane.is_some();
        match vectors.iter().position(leaves) {
            None => Ok(()),
            Some(index) => Err(DriveError::OutOfPlane {
                name: name.to_owned(),
                index,
                z: vectors[index].z,
            }),
        }
    }

    /// Puts all vertices at `x`, m, with velocities `v`, m/s, after checking that nothing intersects, inverts, or is closer or
    /// more strained than it may be; vertices that are prescribed stay where they are. Integrators that look back begin anew.
    pub fn set_state(&mut self, x: Vec<Vec3>, v: Vec<Vec3>) -> Result<(), StateRefused> {
        let model = &self.model;
        let prescribed =
            |i: usize| model.is_obstacle[i] || self.stepper.holds_next(i as u32, &self.state);
        let moved = (0..model.vertex_count().min(x.len()))
            .find(|&i| x[i] != self.state.x[i] && prescribed(i));
        if let Some(i) = moved {
            return Err(StateRefused::Prescribed {
                vertex: i as u32 - model.bodies[model.body_of[i] as usize].vertices.start,
                body: model.body_name(i as u32).to_owned(),
            });
        }
        let moves = x != self.state.x;
        let remembers = if !self.state.a.is_empty() {
            Some("Newmark's rule keeps the accelerations of the step before")
        } else if !self.state.directors.is_empty() {
            Some("rods that twist keep the frames of the step before")
        } else {
            None
        };
        if let (true, Some(what)) = (moves, remembers) {
            return Err(StateRefused::Remembered { what });
        }
        let earlier = self.state.earlier.as_ref().map(|_| {
            let dt = model.settings.dt;
            let angles = &self.state.angles;
            let node = |x: f64| Vec3::new(x, 0.0, 0.0);
            let back = x.iter().zip(&v).map(|(x, v)| x - dt * v);
            let turned = angles.x.iter().zip(&angles.v);
            Earlier {
                x: back.chain(turned.map(|(x, v)| node(x - dt * v))).collect(),
                v: v.iter()
                    .copied()
                    .chain(angles.v.iter().map(|&v| node(v)))
                    .collect(),
            }
        });
        let state = State {
            x,
            v,
            earlier,
            pending: Vec::new(),
            ..self.state.clone()
        };
        state.check(model)?;
        if moves {
            check_positions(model, &state.x)?;
            if let Some(element) = find_lost_element(model, &state.x) {
                return Err(StateRefused::Element(element));
            }
        }
        self.state = state;
        Ok(())
    }

    /// Advances by one time step and certifies its end, if that is due. On failure the state is that before the step.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        let mut report = self.stepper.step(&mut self.state)?;
        let started = Instant::now();
        self.certifier.certify_if_due(
            &self.model,
            &self.state,
            report.min_distance,
            self.stepper.continuous(),
        );
        report.seconds.add_certify(started.elapsed().as_secs_f64());
        Ok(report)
    }

    /// Whether a run that goes on from here ends with the bits of one that was not interrupted.
    pub fn is_resumable(&self) -> bool {
        self.stepper.resumes_at(self.state.step)
    }

    /// The model that is simulated.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The findings of the tests so far.
    pub fn certificate(&self) -> &Certificate {
        &self.certifier.certificate
    }

    /// The certificate of a run that ends here: where the end of the last step has not been tested yet, it is.
    pub fn concluded_certificate(&self) -> Certificate {
        self.certifier.concluded(&self.model, &self.state)
    }
}

/// The minimiser `gpu` was asked for, and the engine has none: [`Simulation::with_minimiser`] takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stepper `gpu` needs a GPU, and none was given; take the stepper `vbd`")]
pub struct NoGpu;

/// Why positions and velocities are refused; the state is as it was.
#[derive(Debug, thiserror::Error)]
pub enum StateRefused {
    /// An array of another length, or a number that is none.
    #[error(transparent)]
    State(#[from] StateError),
    /// A vertex that a boundary program or the motion of an obstacle rules.
    #[error(
        "vertex {vertex} of `{body}` is held or moved by the scene and cannot be put elsewhere; drive its boundary instead"
    )]
    Prescribed {
        /// The vertex, numbered within its body.
        vertex: u32,
        /// The body.
        body: String,
    },
    /// Positions that do not go together with what is remembered of the step before.
    #[error(
        "positions cannot be set: {what}; set velocities, or take another integrator or rods that do not twist"
    )]
    Remembered {
        /// Reason, in words.
        what: &'static str,
    },
    /// Something intersects, touches, or is too close or too far stretched.
    #[error(transparent)]
    Geometry(#[from] ModelError),
    /// An element is inverted or at its limit.
    #[error("{0}")]
    Element(ElementDescription),
}
