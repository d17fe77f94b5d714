//! One time step being solved: Newton iterations inside rounds of lagged friction.

mod balance;
mod drive;

use std::sync::Arc;
use std::time::Instant;

use tangency_geometry::Vec3;

use super::direction::solve_shifted;
use super::lagging::Lagging;
use super::line_search::{self, Accepted};
use super::newton::{Newton, StepStart};
use super::potential::Value;
use super::prescribed::Prescribed;
use super::pull::Pull;
use super::{StepError, StepReport, describe_closest};
use crate::boundary::Ruling;
use crate::linear::NodeMap;
use crate::model::Model;
use crate::state::State;

/// Iterations of a round in which pairs far too close are softened; a round that takes longer goes on with plain
/// Newton. Found by trial: of 30, 100 and no bound, only 30 lets the rods twist with h = 2 s (Table 1) converge.
const FORESEEING_ITERATIONS: u32 = 30;

/// One step being solved.
pub struct Solve<'a> {
    newton: &'a mut Newton,
    model: Arc<Model>,
    x: Vec<Vec3>,
    before: Vec<Vec3>,
    prescribed: Prescribed,
    ruling: Ruling,
    pull: Pull,
    free: NodeMap,
    value: Option<Value>,
    tolerance: f64,
    /// Root mean squares of the last two directions, m/s.
    recent: [f64; 2],
    /// Iterations before the present round of friction.
    round_start: u32,
    /// Iterations in which directions were short and contacts had not settled.
    unsettled: u32,
    report: StepReport,
}

impl<'a> Solve<'a> {
    /// The start of the step from `state`, for which `newton` has made the potential.
    pub fn begin(newton: &'a mut Newton, state: &State, start: &StepStart) -> Self {
        let report = StepReport {
            step: start.step,
            time: start.time,
            dt: newton.model.settings.dt,
            line_search_min_alpha: 1.0,
            ..StepReport::default()
        };
        let mut solve = Self::resume(newton, state, start, state.x.clone(), report);
        solve.detect();
        solve
    }

    /// The step from `state` where another minimiser has led it to `x` and has detected the contacts there.
    pub fn resume(
        newton: &'a mut Newton,
        state: &State,
        start: &StepStart,
        x: Vec<Vec3>,
        report: StepReport,
    ) -> Self {
        let model = Arc::clone(&newton.model);
        let prescribed = Prescribed::new(&model, state, start);
        let mut solve = Solve {
            newton,
            x,
            before: Vec::new(),
            prescribed,
            ruling: start.ruling.clone(),
            pull: Pull::new(),
            free: NodeMap::default(),
            value: None,
            tolerance: model.tolerance_of(start.step),
            recent: [f64::INFINITY; 2],
            round_start: 0,
            unsettled: 0,
            report,
            model,
        };
        solve.choose_unknowns();
        solve
    }

    /// Solves the step that starts at `state`.
    pub fn run(&mut self, state: &State) -> Result<(), StepError> {
        let has_friction = !self.model.friction.is_frictionless();
        if has_friction {
            self.lag_friction_from(state);
        }
        self.move_prescribed();
        self.choose_stiffness();
        if self.newton.trace.is_empty() {
            self.trace(None);
        }
        if self.is_in_balance() {
            return Ok(());
        }
        let mut lagging = Lagging::new(self.model.settings.friction_iterations, self.tolerance);
        loop {
            let first = self.solve_round()?;
            if !has_friction || !self.has_contacts() || lagging.is_done(first) {
                break;
            }
            self.lag_friction(self.newton.potential.contact.stiffness());
        }
        self.report.friction_iterations = lagging.rounds();
        Ok(())
    }

    /// Newton iterations until the direction is small; the residual of the first one, m/s. Where contacts were
    /// held, which makes directions smaller, they have to be so a second time without.
    fn solve_round(&mut self) -> Result<f64, StepError> {
        self.round_start = self.report.iterations;
        let mut is_solved = self.iterate()?;
        let first = self.report.residual;
        let mut released = false;
        loop {
            if is_solved {
                if released || !self.newton.potential.friction.release_held() {
                    return Ok(first);
                }
                released = true;
            }
            is_solved = self.iterate()?;
        }
    }

    fn has_contacts(&self) -> bool {
        let potential = &self.newton.potential;
        potential.contact.pair_count() > 0 || !potential.friction.contacts.is_empty()
    }

    /// Takes forces and tangents of friction from the end of the step before, which was solved: where sweeps have led
    /// meanwhile, contacts may press far harder.
    fn lag_friction_from(&mut self, state: &State) {
        let led_here = (self.x != state.x).then(|| std::mem::replace(&mut self.x, state.x.clone()));
        if led_here.is_some() {
            self.detect();
        }
        self.choose_unknowns();
        self.choose_stiffness();
        let kappa = state
            .kappa
            .unwrap_or(self.newton.potential.contact.stiffness());
        self.lag_friction(kappa);
        if let Some(x) = led_here {
            self.x = x;
            self.detect();
        }
    }

    /// Takes forces and tangents of friction from the end of the sweeps, which have none that are lagged.
    pub fn adopt_friction(&mut self) {
        if !self.model.friction.is_frictionless() {
            self.lag_friction(self.newton.potential.contact.stiffness());
        }
    }

    /// Takes forces and tangents of friction from where the bodies are.
    fn lag_friction(&mut self, kappa: f64) {
        let started = Instant::now();
        let potential = &mut self.newton.potential;
        potential.friction.contacts = potential.contact.rubbings(&self.x, kappa);
        self.value = None;
        self.report.seconds.energy += started.elapsed().as_secs_f64();
    }

    /// Unknowns are the vertices and angles with mass that no program holds, and those on their way to a target.
    fn choose_unknowns(&mut self) {
        let model = &self.model;
        let is_fixed = |(v, &mass): (usize, &f64)| {
            mass == 0.0 || model.schedule.at(&self.ruling, v as u32).is_some()
        };
        let mut fixed: Vec<bool> = model.mass.iter().enumerate().map(is_fixed).collect();
        if self.newton.potential.attachment.is_some() {
            for &v in self.prescribed.moving() {
                fixed[v as usize] = false;
            }
        }
        self.free = NodeMap::new(&fixed);
    }

    fn choose_stiffness(&mut self) {
        let started = Instant::now();
        let potential = &mut self.newton.potential;
        potential.gradient_without_contact(&self.x, &mut self.newton.gradient);
        potential
            .contact
            .start_stiffness(&self.x, &self.newton.gradient, &self.free);
        self.report.seconds.energy += started.elapsed().as_secs_f64();
    }

    /// One Newton iteration; true when the step is solved.
    fn iterate(&mut self) -> Result<bool, StepError> {
        self.report.iterations += 1;
        self.find_direction()?;
        let (vertex, largest) = self.largest_component();
        let is_small = self.measure_direction(largest);
        if !self.report.residual.is_finite() {
            return Err(StepError::NotFinite {
                step: self.report.step,
                iteration: self.report.iterations,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
            });
        }
        self.take_step(vertex)?;
        self.trace(Some(self.report.residual));
        let is_small = is_small && self.has_settled();
        if self.newton.potential.attachment.is_some() {
            self.drive_attachment(is_small)?;
        } else if is_small {
            return Ok(true);
        }
        let iterations = self.report.iterations - self.round_start;
        if iterations >= self.model.settings.max_iterations {
            if self.newton.potential.attachment.is_some() {
                return Err(self.blocked());
            }
            return Err(StepError::NotConverged {
                step: self.report.step,
                iterations,
                residual: self.report.residual,
                tolerance: self.tolerance,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
                closest: self.closest(),
            });
        }
        Ok(false)
    }

    /// Records where the step stands, where that is asked for.
    fn trace(&mut self, residual: Option<f64>) {
        let Newton {
            trace, potential, ..
        } = &mut *self.newton;
        let x = &self.x;
        trace.add(self.report.iterations, residual, || {
            potential.value(x).total
        });
    }

    /// Solves H p = -g.
    fn find_direction(&mut self) -> Result<(), StepError> {
        let newton = &mut *self.newton;
        let seconds = &mut self.report.seconds;
        let started = Instant::now();
        newton.potential.gradient(&self.x, &mut newton.gradient);
        let gradient_done = Instant::now();
        newton
            .potential
            .hessian(&self.x, &mut newton.blocks, &mut newton.diagonal);
        let assembled = newton
            .system
            .assemble(&newton.blocks, &newton.diagonal, &self.free);
        seconds.energy += (gradient_done - started).as_secs_f64();
        seconds.assemble += gradient_done.elapsed().as_secs_f64();
        let (step, iteration) = (self.report.step, self.report.iterations);
        let failed = |source| StepError::Linear {
            step,
            iteration,
            source,
        };
        assembled.map_err(failed)?;
        newton.system.set_positions(&self.x);
        for gradient in &mut newton.gradient {
            *gradient = -*gradient;
        }
        solve_shifted(
            &mut newton.system,
            &newton.gradient,
            &mut newton.direction,
            seconds,
        )
        .map_err(failed)?;
        let solved = newton.system.last_solve();
        self.report.linear_iterations += solved.iterations;
        self.report.linear_residual = self.report.linear_residual.max(solved.residual);
        Ok(())
    }

    /// Moves along the direction, as far as feasible and until the potential does not rise.
    fn take_step(&mut self, vertex: u32) -> Result<(), StepError> {
        let direction = std::mem::take(&mut self.newton.direction);
        let before = match self.value {
            Some(value) => value,
            None => self.newton.potential.value(&self.x),
        };
        self.before.clone_from(&self.x);
        let contact = &mut self.newton.potential.contact;
        if self.report.iterations - self.round_start < FORESEEING_ITERATIONS {
            contact.foresee(&self.x, &direction);
        } else {
            contact.forget_foreseen();
        }
        if !self.newton.potential.friction.contacts.is_empty() {
            line_search::advance(&self.before, &direction, 1.0, &mut self.x);
            let friction = &mut self.newton.potential.friction;
            friction.hold_reversing(&self.before, &self.x);
            self.x.clone_from(&self.before);
        }
        let mut accepted = self
            .shorten(&direction)
            .and_then(|way| self.search(&way, before));
        if accepted.is_none() {
            accepted = self.search(&direction, before);
        }
        self.newton.direction = direction;
        let Some(Accepted { alpha, value }) = accepted else {
            return Err(StepError::LineSearch {
                step: self.report.step,
                iteration: self.report.iterations,
                residual: self.report.residual,
                vertex,
                body: self.model.body_name(vertex).to_owned(),
                closest: self.closest(),
            });
        };
        self.check_move();
        self.report.line_search_min_alpha = self.report.line_search_min_alpha.min(alpha);
        let changed = self.newton.potential.adapt(&self.x);
        self.value = (!changed).then_some(value);
        Ok(())
    }

    /// The direction with the way of single vertices shortened to what they may move by; nothing where that changes
    /// nothing, or makes it a way up.
    fn shorten(&mut self, direction: &[Vec3]) -> Option<Vec<Vec3>> {
        let started = Instant::now();
        let mut way = direction.to_vec();
        self.newton.potential.contact.shorten(&self.x, &mut way);
        self.report.seconds.ccd += started.elapsed().as_secs_f64();
        // The gradient was negated to be the right-hand side.
        let down = self.newton.gradient.iter().zip(&way).map(|(g, p)| g.dot(p));
        (way != direction && down.sum::<f64>() > 0.0).then_some(way)
    }

    /// Goes along `way` from `before`, as far as nothing is in the way and until the potential does not rise.
    fn search(&mut self, way: &[Vec3], before: Value) -> Option<Accepted> {
        let alpha = self.limit(way);
        let started = Instant::now();
        let mut detecting = 0.0;
        let accepted = line_search::backtrack(
            &mut self.newton.potential,
            &self.before,
            way,
            alpha,
            before,
            &mut self.x,
            &mut |potential, x| {
                let started = Instant::now();
                potential.contact.follow(x);
                detecting += started.elapsed().as_secs_f64();
            },
        );
        self.report.seconds.detect += detecting;
        self.report.seconds.line_search += started.elapsed().as_secs_f64() - detecting;
        accepted
    }

    /// Has the move from `before` to `x` checked exactly, where that is asked for.
    fn check_move(&mut self) {
        let Some(paranoid) = &mut self.newton.paranoid else {
            return;
        };
        let started = Instant::now();
        let (step, iteration) = (self.report.step, self.report.iterations);
        paranoid.check_step(&self.model, &self.before, &self.x, step, iteration);
        self.report.seconds.certify += started.elapsed().as_secs_f64();
    }

    fn closest(&self) -> String {
        let closest = self.newton.potential.contact.closest(&self.x);
        describe_closest(&self.model, closest.as_ref())
    }

    fn detect(&mut self) {
        let started = Instant::now();
        self.newton.potential.contact.detect(&self.x);
        self.report.seconds.detect += started.elapsed().as_secs_f64();
        self.value = None;
    }

    fn limit(&mut self, p: &[Vec3]) -> f64 {
        let started = Instant::now();
        let potential = &mut self.newton.potential;
        let alpha = potential.limit_elastic(&self.x, p, 1.0);
        let alpha = potential.contact.limit(&self.x, p, alpha);
        self.report.seconds.ccd += started.elapsed().as_secs_f64();
        alpha
    }

    /// The end of the step and how accurate it is, where `scale` is the factor of forces in the potential.
    pub fn finish(mut self, scale: f64) -> (Vec<Vec3>, StepReport) {
        self.measure(scale);
        let contact = &self.newton.potential.contact;
        self.report.contacts = contact.pair_count();
        self.report.kappa = contact.stiffness();
        self.report.min_distance = contact.closest(&self.x).map(|closest| closest.distance);
        self.report.stretch = self.model.elements.triangles.extreme_stretches(&self.x);
        (self.x, self.report)
    }

    /// What is left of the conditions that the step should satisfy (Li et al. 2020, section 7.4): balance of
    /// momentum with the friction that was used, with the friction of the end (eq. 17), and complementarity.
    fn measure(&mut self, scale: f64) {
        let started = Instant::now();
        let newton = &mut *self.newton;
        let potential = &mut newton.potential;
        potential.gradient(&self.x, &mut newton.gradient);
        self.report.momentum_balance = norm(&newton.gradient, &self.free) / scale;
        self.report.complementarity = potential.contact.complementarity(&self.x) / scale;
        if !self.model.friction.is_frictionless() {
            let ends = potential
                .contact
                .rubbings(&self.x, potential.contact.stiffness());
            let used = std::mem::replace(&mut potential.friction.contacts, ends);
            potential.gradient(&self.x, &mut newton.gradient);
            self.report.friction_residual = Some(norm(&newton.gradient, &self.free) / scale);
            potential.friction.contacts = used;
        }
        self.report.seconds.energy += started.elapsed().as_secs_f64();
    }
}

/// Euclidean norm over the unknowns.
fn norm(vectors: &[Vec3], unknowns: &NodeMap) -> f64 {
    let free = unknowns.free_nodes().iter();
    let squares = free.map(|&v| vectors[v as usize].norm_squared());
    squares.sum::<f64>().sqrt()
}
