//! Step after step, each one certified.

use std::sync::Arc;
use std::time::Instant;

use crate::certificate::{Certificate, Certifier};
use crate::energy::{Energy, ScaledEnergy};
use crate::forces::{NodeForces, PairForce};
use crate::model::Model;
use crate::paranoid::Paranoid;
use crate::state::State;
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

    /// Advances by one time step and certifies its end. On failure the state is that before the step.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        let mut report = self.stepper.step(&mut self.state)?;
        let started = Instant::now();
        self.certifier.certify(
            &self.model,
            &self.state.x,
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
}

/// The minimiser `gpu` was asked for, and the engine has none: [`Simulation::with_minimiser`] takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stepper `gpu` needs a GPU, and none was given; take the stepper `vbd`")]
pub struct NoGpu;
