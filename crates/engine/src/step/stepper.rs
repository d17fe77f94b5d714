//! Steps of a model: a time step, what minimises it, and what follows where that has not solved it.

use std::sync::Arc;

use super::pacing::Parts;
use super::{BlockDescent, Minimiser, Minimum, Newton, Observer, StepError, StepReport, TimeStep};
use crate::boundary::Driven;
use crate::contact::{self, ContactModel};
use crate::energy::Elastic;
use crate::model::Model;
use crate::paranoid::{ContinuousReport, Paranoid};
use crate::settings::{Finish, OnUnsolved, Pace, StepperKind};
use crate::state::State;

/// Advances states by time steps of the model's `settings.dt`, each cut into parts where `settings.pace` allows it.
pub struct Stepper {
    step: TimeStep,
    minimiser: Box<dyn Minimiser>,
    /// Ends steps of block descent to a tolerance, where the settings ask for it.
    finisher: Option<Newton>,
}

impl Stepper {
    /// A stepper for `model` by the minimiser of its settings; none where that is a GPU, which the engine has not.
    pub fn new(model: &Arc<Model>) -> Option<Self> {
        let minimiser: Box<dyn Minimiser> = match model.settings.stepper {
            StepperKind::Newton => Box::new(Newton::new(model)),
            StepperKind::Vbd => Box::new(BlockDescent::new(model)),
            StepperKind::Gpu => return None,
        };
        Some(Self::with_minimiser(model, minimiser))
    }

    /// A stepper for `model` by another minimiser.
    pub fn with_minimiser(model: &Arc<Model>, minimiser: Box<dyn Minimiser>) -> Self {
        Self::of_parts(model, contact::for_model(model), minimiser)
    }

    /// A stepper for `model` by Newton's method with another contact model.
    pub fn with_contact(model: &Arc<Model>, contact: Box<dyn ContactModel>) -> Self {
        Self::of_parts(model, contact, Box::new(Newton::new(model)))
    }

    fn of_parts(
        model: &Arc<Model>,
        contact: Box<dyn ContactModel>,
        minimiser: Box<dyn Minimiser>,
    ) -> Self {
        let settings = &model.settings;
        let finishes = settings.stepper != StepperKind::Newton
            && (settings.vbd.finish == Finish::Newton
                || settings.on_unsolved == OnUnsolved::Newton);
        let mut step = TimeStep::new(Arc::clone(model), contact);
        // The positions of a GPU come back, the contacts do not: finding them again takes longer than a step.
        step.records_forces = settings.stepper != StepperKind::Gpu;
        Stepper {
            step,
            minimiser,
            finisher: finishes.then(|| Newton::new(model)),
        }
    }

    /// Adds a term to the potential of every step from now on.
    pub fn add_energy(&mut self, term: Box<dyn Elastic>) {
        self.step.potential.elastic.push(term);
    }

    /// Advances `state` by one time step; on failure it is as it was.
    pub fn step(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        self.step_and_tell(state, |_, _| {})
    }

    /// The same; `at_part` is told of the end of each part but the last, where the step is cut, and of the exact checks so
    /// far.
    pub fn step_and_tell(
        &mut self,
        state: &mut State,
        mut at_part: impl FnMut(&State, Option<&ContinuousReport>),
    ) -> Result<StepReport, StepError> {
        let (number, model) = (state.step + 1, &self.step.model);
        let time = number as f64 * model.settings.dt;
        if let Some(program) = self.step.driven.missing(&model.boundary, time) {
            return Err(StepError::Undriven {
                step: number,
                program: program.name.clone(),
            });
        }
        match model.settings.pace {
            None => {
                self.step.begin(std::mem::take(state));
                self.end(state)
            }
            Some(pace) => self.step_in_parts(state, pace, &mut at_part),
        }
    }

    /// Leads the step that has begun to its end, or gives it up.
    fn end(&mut self, state: &mut State) -> Result<StepReport, StepError> {
        match self.minimise() {
            Ok(minimum) => {
                let report;
                (*state, report) = self.step.finish(minimum);
                Ok(report)
            }
            Err(error) => {
                *state = self.step.give_up();
                Err(error)
            }
        }
    }

    /// Advances `state` by one time step, cut into parts where it is in trouble; `at_part` is told of the end of each but
    /// the last.
    fn step_in_parts(
        &mut self,
        state: &mut State,
        pace: Pace,
        at_part: &mut impl FnMut(&State, Option<&ContinuousReport>),
    ) -> Result<StepReport, StepError> {
        let settings = &self.step.model.settings;
        let pacing = state.pacing.unwrap_or_default();
        let mut parts = Parts::new(settings, pace, state.step, pacing);
        let (start, before) = (state.clone(), state.step);
        loop {
            let kappa = state.kappa;
            // A stiffness is that of a potential which has the square of the length in it.
            state.kappa = kappa.map(|kappa| kappa * parts.growth());
            (self.step).begin_part(std::mem::take(state), parts.next());
            match self.end(state) {
                Ok(report) => {
                    let done = parts.solve(report);
                    if let Some(report) = done {
                        state.pacing = Some(parts.pacing);
                        return Ok(report);
                    }
                    state.step = before;
                    at_part(state, self.continuous());
                }
                Err(error) => {
                    state.kappa = kappa;
                    let iterations = self.step.report.iterations;
                    if let Err(error) = parts.fail(error, iterations) {
                        *state = start;
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Leads the step to its minimum, by Newton's method in the end where sweeps are not enough.
    fn minimise(&mut self) -> Result<Minimum, StepError> {
        let step = &mut self.step;
        let minimum = self.minimiser.minimise(step)?;
        let settings = &step.model.settings;
        let is_unsolved = !step.report.unsolved.is_empty();
        match &mut self.finisher {
            Some(newton) if is_unsolved || settings.vbd.finish == Finish::Newton => {
                step.report.unsolved.clear();
                newton.minimise(step)
            }
            _ if is_unsolved && settings.on_unsolved == OnUnsolved::Error => {
                Err(StepError::unsolved(&step.model, &step.report))
            }
            _ => Ok(minimum),
        }
    }

    /// Whether a program holds vertex `v` in the step that follows `state`.
    pub fn holds_next(&self, v: u32, state: &State) -> bool {
        let model = &self.step.model;
        let time = (state.step + 1) as f64 * model.settings.dt;
        let slots = model.schedule.slots(v).iter();
        slots.map(|slot| slot.program).any(|k| {
            model.boundary[k as usize].motion.is_active(time) && !state.released.contains(&k)
        })
    }

    /// Targets and forces that come from outside of the model.
    pub fn driven(&mut self) -> &mut Driven {
        &mut self.step.driven
    }

    /// Has forces recorded where steps end, or not.
    pub fn record_forces(&mut self, is_wanted: bool) {
        self.step.records_forces = is_wanted;
    }

    /// Has prescribed vertices that were pulled put exactly on their targets once they have arrived, or not.
    pub fn arrive_exactly(&mut self, is_wanted: bool) {
        self.step.arrives_exactly = is_wanted;
    }

    /// Has the positions recorded from which rounds of friction take their forces, or not.
    pub fn record_rounds(&mut self, is_wanted: bool) {
        self.step.records_rounds = is_wanted;
    }

    /// The step under way or, between steps, the last one.
    pub fn last_step(&self) -> &TimeStep {
        &self.step
    }

    /// Has `observer` look on while steps are solved: give them up when it asks for it, and tell it how far they are.
    pub fn observe(&mut self, observer: Observer) {
        self.step.observer = observer;
    }

    /// Has every move of Newton's method checked exactly.
    pub fn enable_exact_checks(&mut self, checks: Paranoid) {
        self.step.exact_checks = Some(checks);
    }

    /// The findings of that check.
    pub fn continuous(&self) -> Option<&ContinuousReport> {
        self.step.exact_checks.as_ref().map(Paranoid::report)
    }

    /// Whether a run that goes on from the end of step number `step` ends with the bits of one that was not interrupted.
    pub fn resumes_at(&self, step: u64) -> bool {
        self.minimiser.resumes_at(step)
    }
}
