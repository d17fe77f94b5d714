//! Projected Newton on the incremental potential with a collision-filtered line search (Li et al. 2020, Algorithm 1):
//! iterations inside rounds of lagged friction.

mod convergence;
mod direction;
mod driving;
mod line_search;
mod progress;

use std::time::Instant;

use tangency_geometry::Vec3;

use super::lagging::Lagging;
use super::observer::Stall;
use super::potential::Value;
use super::pull::Pull;
use super::{Minimiser, Minimum, StepError, TimeStep, Unsolved};
use crate::linear::{BlockSink, LinearSystem};
use crate::model::Model;

/// The minimiser `newton`: its linear system, and where a minimisation stands.
pub struct Newton {
    system: LinearSystem,
    blocks: BlockSink,
    diagonal: Vec<f64>,
    direction: Vec<Vec3>,
    /// Positions before the last move, m.
    before: Vec<Vec3>,
    standing: Standing,
}

/// Progress of a minimisation.
struct Standing {
    /// The potential where the bodies are, unless it has changed.
    value: Option<Value>,
    pull: Pull,
    /// Root mean squares of the last two directions, m/s.
    recent: [f64; 2],
    /// Iterations before the present round of friction.
    round_start: u32,
    /// Iterations in which directions were short and contacts had not settled.
    unsettled: u32,
    stall: Stall,
}

impl Standing {
    fn new() -> Self {
        Standing {
            value: None,
            pull: Pull::new(),
            recent: [f64::INFINITY; 2],
            round_start: 0,
            unsettled: 0,
            stall: Stall::default(),
        }
    }
}

impl Newton {
    /// The minimiser of steps of `model`.
    pub fn new(model: &Model) -> Self {
        let mut system = LinearSystem::new();
        system.configure(model.settings.linear, model.settings.memory);
        let count = model.node_count();
        Newton {
            system,
            blocks: BlockSink::new(),
            diagonal: vec![0.0; count],
            direction: vec![Vec3::zeros(); count],
            before: Vec::new(),
            standing: Standing::new(),
        }
    }
}

impl Minimiser for Newton {
    /// Goes to the minimum from where the bodies are, be it the start of the step or where sweeps have led.
    fn minimise(&mut self, step: &mut TimeStep) -> Result<Minimum, StepError> {
        self.system.forget();
        self.standing = Standing::new();
        step.detect();
        let has_friction = !step.model.friction.is_frictionless();
        if has_friction {
            self.lag_friction_from_start(step);
        }
        self.move_prescribed(step)?;
        choose_stiffness(step);
        if step.trace.is_empty() {
            step.trace(None);
        }
        if !self.is_in_balance(step) {
            self.solve_rounds(step, has_friction)?;
        }
        step.measure();
        Ok(Minimum::Positions)
    }
}

impl Newton {
    /// Rounds of lagged friction until they agree, or one without.
    fn solve_rounds(&mut self, step: &mut TimeStep, has_friction: bool) -> Result<(), StepError> {
        let mut lagging = Lagging::new(step.model.settings.friction_iterations, step.tolerance);
        loop {
            let first = self.solve_round(step)?;
            let is_over = !has_friction || !step.report.unsolved.is_empty();
            if is_over || !step.has_contacts() || lagging.is_done(first) {
                break;
            }
            step.record_round();
            step.lag_friction(step.potential.contact.stiffness());
            self.standing.value = None;
        }
        step.report.friction_iterations = lagging.rounds();
        Ok(())
    }

    /// Newton iterations until the direction is small; the residual of the first one, m/s. Where contacts were
    /// held, which makes directions smaller, they have to be so a second time without.
    fn solve_round(&mut self, step: &mut TimeStep) -> Result<f64, StepError> {
        self.standing.round_start = step.report.iterations;
        let mut is_solved = self.iterate(step)?;
        let first = step.report.residual;
        let mut released = false;
        loop {
            if is_solved {
                let is_over = released || !step.report.unsolved.is_empty();
                if is_over || !step.potential.friction.release_held() {
                    return Ok(first);
                }
                released = true;
            }
            is_solved = self.iterate(step)?;
        }
    }

    /// Whether the step has taken as many iterations as it may where it ends solved or not.
    fn ends_early(&self, step: &TimeStep) -> bool {
        let most = step.model.settings.early_end;
        most.is_some_and(|most| step.report.iterations >= most)
    }

    /// Takes forces and tangents of friction from the end of the step before, which was solved: where sweeps have led
    /// meanwhile, contacts may press far harder.
    fn lag_friction_from_start(&mut self, step: &mut TimeStep) {
        let led_here =
            (step.x != step.start.x).then(|| std::mem::replace(&mut step.x, step.start.x.clone()));
        if led_here.is_some() {
            step.detect();
        }
        choose_stiffness(step);
        let kappa = (step.start.kappa).unwrap_or(step.potential.contact.stiffness());
        step.lag_friction(kappa);
        if let Some(x) = led_here {
            step.x = x;
            step.detect();
        }
    }

    /// One Newton iteration; true when the step is solved.
    fn iterate(&mut self, step: &mut TimeStep) -> Result<bool, StepError> {
        step.check_interrupt()?;
        step.report.iterations += 1;
        self.find_direction(step)?;
        let (vertex, largest) = self.largest_component(&step.model);
        let is_small = self.measure_direction(step, largest);
        let residual = step.report.residual;
        if !residual.is_finite() {
            return Err(StepError::NotFinite {
                step: step.number,
                iteration: step.report.iterations,
                vertex,
                body: step.model.body_name(vertex).to_owned(),
            });
        }
        let alpha = self.take_step(step, vertex)?;
        self.tell(step, vertex, alpha);
        step.trace(Some(residual));
        let is_small = is_small && self.has_settled(step);
        if step.potential.attachment.is_some() {
            self.drive_attachment(step, is_small)?;
        } else if is_small {
            return Ok(true);
        }
        let iterations = step.report.iterations - self.standing.round_start;
        let is_driven = step.potential.attachment.is_some();
        if !is_driven && self.ends_early(step) {
            step.report.unsolved.push(Unsolved::EndedEarly);
            return Ok(true);
        }
        if iterations < step.most_iterations {
            return Ok(false);
        }
        if is_driven {
            return Err(step.blocked());
        }
        Err(StepError::NotConverged {
            step: step.number,
            iterations,
            residual,
            tolerance: step.tolerance,
            vertex,
            body: step.model.body_name(vertex).to_owned(),
            closest: step.closest(),
        })
    }
}

/// Has the contact model choose its stiffness where the bodies are.
fn choose_stiffness(step: &mut TimeStep) {
    let started = Instant::now();
    let potential = &mut step.potential;
    potential.gradient_without_contact(&step.x, &mut step.gradient);
    (potential.contact).start_stiffness(&step.x, &step.gradient, &step.unknowns);
    step.report.seconds.energy += started.elapsed().as_secs_f64();
}
