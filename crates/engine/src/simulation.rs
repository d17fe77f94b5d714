//! Step after step, each one certified.

use std::sync::Arc;
use std::time::Instant;

use crate::certificate::{Certificate, Certifier};
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::settings::StepperKind;
use crate::state::State;
use crate::step::{Newton, Observer, StepError, StepReport, Stepper, Vbd};

/// A model, its state, and what advances and certifies it.
pub struct Simulation {
    model: Arc<Model>,
    state: State,
    stepper: Box<dyn Stepper>,
    certifier: Certifier,
}

impl Simulation {
    /// A simulation of `model` from `state`.
    pub fn new(model: Model, state: State) -> Self {
        Self::resume(model, state, Certificate::default())
    }

    /// A simulation that goes on from a saved state and the certificate up to it.
    pub fn resume(model: Model, state: State, certificate: Certificate) -> Self {
        let model = Arc::new(model);
        let stepper: Box<dyn Stepper> = match model.settings.stepper {
            StepperKind::Newton => Box::new(Newton::new(Arc::clone(&model))),
            StepperKind::Vbd => Box::new(Vbd::new(Arc::clone(&model))),
            StepperKind::Gpu => Box::new(NoGpu),
        };
        Self::with_stepper(model, state, certificate, stepper)
    }

    /// A simulation of `model` from `state` and the certificate up to it by a stepper that was made for it.
    pub fn with_stepper(
        model: Arc<Model>,
        state: State,
        certificate: Certificate,
        stepper: Box<dyn Stepper>,
    ) -> Self {
        Simulation {
            certifier: Certifier::resume(&model, certificate),
            model,
            state,
            stepper,
        }
    }

    /// From now on checks every move exactly and continuously in time; goes on from the certificate's tally.
    pub fn be_paranoid(&mut self) {
        let tally = self.certifier.certificate.continuous.clone();
        self.stepper
            .watch(Paranoid::resume(tally.unwrap_or_default()));
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

    /// What is simulated.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What the tests found so far.
    pub fn certificate(&self) -> &Certificate {
        &self.certifier.certificate
    }
}

/// In place of a GPU where none was given.
struct NoGpu;

impl Stepper for NoGpu {
    fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        Err(StepError::Device {
            step: state.step + 1,
            reason: "this program has no stepper `gpu`; take --stepper vbd".to_owned(),
        })
    }

    fn watch(&mut self, _: Paranoid) {}

    fn continuous(&self) -> Option<&ContinuousReport> {
        None
    }
}
