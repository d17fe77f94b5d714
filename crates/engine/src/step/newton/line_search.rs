//! The move along a direction: as far as nothing is in the way, then backtracking until the potential does not rise
//! (Li et al. 2020, Alg. 1).
//!
//! Near convergence the difference of two potentials drowns in the rounding of their sums. A rise that the
//! rounding explains is therefore accepted: the step is feasible, and along a descent direction.

use std::time::Instant;

use tangency_geometry::Vec3;

use super::Newton;
use crate::step::potential::Value;
use crate::step::{StepError, TimeStep};

/// Relative rounding error granted to a potential, in units of the magnitude it was summed from.
const ROUNDING: f64 = 1e-14;
/// Halvings after which the search is given up.
const MAX_HALVINGS: u32 = 60;
/// Iterations of a round in which pairs far too close are softened; a round that takes longer goes on with plain
/// Newton. Found by trial: of 30, 100 and no bound, only 30 lets the rods twist with h = 2 s (Table 1) converge.
const PREDICTING_ITERATIONS: u32 = 30;

/// A move that was taken.
struct Accepted {
    /// Share of the direction.
    alpha: f64,
    /// The potential at its end.
    value: Value,
}

impl Newton {
    /// Moves along the direction, as far as feasible and until the potential does not rise; the share of it that was taken.
    pub(super) fn take_step(&mut self, step: &mut TimeStep, vertex: u32) -> Result<f64, StepError> {
        let before = match self.standing.value {
            Some(value) => value,
            None => step.potential.value(&step.x),
        };
        self.before.clone_from(&step.x);
        let contact = &mut step.potential.contact;
        let is_early = step.report.iterations - self.standing.round_start < PREDICTING_ITERATIONS;
        contact.predict_forces(&step.x, is_early.then_some(&self.direction));
        if !step.potential.friction.contacts.is_empty() {
            advance(&self.before, &self.direction, 1.0, &mut step.x);
            (step.potential.friction).hold_reversing(&self.before, &step.x);
            step.x.clone_from(&self.before);
        }
        let accepted = shorten(step, &self.direction)
            .and_then(|path| search(step, &self.before, &path, before))
            .or_else(|| search(step, &self.before, &self.direction, before));
        let Some(Accepted { alpha, value }) = accepted else {
            return Err(StepError::LineSearch {
                step: step.number,
                iteration: step.report.iterations,
                residual: step.report.residual,
                vertex,
                body: step.model.body_name(vertex).to_owned(),
                closest: step.closest(),
            });
        };
        step.check_move(&self.before);
        step.report.line_search_min_alpha = step.report.line_search_min_alpha.min(alpha);
        let changed = step.potential.adapt(&step.x);
        self.standing.value = (!changed).then_some(value);
        Ok(alpha)
    }
}

/// The direction with the way of single vertices shortened to what they may move by; nothing where that changes
/// nothing, or makes it a way up.
fn shorten(step: &mut TimeStep, direction: &[Vec3]) -> Option<Vec<Vec3>> {
    let started = Instant::now();
    let mut path = direction.to_vec();
    step.potential.contact.shorten(&step.x, &mut path);
    step.report.seconds.ccd += started.elapsed().as_secs_f64();
    // The gradient was negated to be the right-hand side.
    let down = step.gradient.iter().zip(&path).map(|(g, p)| g.dot(p));
    (path != direction && down.sum::<f64>() > 0.0).then_some(path)
}

/// Goes along `path` from `x0`, as far as nothing is in the way and until the potential does not rise above `before`:
/// to the first of `x0 + alpha p`, `x0 + alpha/2 p`, ... `None` when it rises at all; then the bodies are at `x0` again, with
/// their pairs detected.
fn search(step: &mut TimeStep, x0: &[Vec3], path: &[Vec3], before: Value) -> Option<Accepted> {
    let mut alpha = limit(step, path);
    let started = Instant::now();
    let detecting = step.report.seconds.detect;
    let mut accepted = None;
    for _ in 0..MAX_HALVINGS {
        advance(x0, path, alpha, &mut step.x);
        follow(step);
        let value = step.potential.value(&step.x);
        let allowed = ROUNDING * (before.magnitude + value.magnitude);
        // Beyond a limit the potential is infinite, and so is its magnitude.
        if value.total.is_finite() && value.total <= before.total + allowed {
            accepted = Some(Accepted { alpha, value });
            break;
        }
        alpha *= 0.5;
    }
    if accepted.is_none() {
        step.x.copy_from_slice(x0);
        follow(step);
    }
    let seconds = &mut step.report.seconds;
    seconds.line_search += started.elapsed().as_secs_f64() - (seconds.detect - detecting);
    accepted
}

/// Finds the pairs that count where the bodies are, on a path that was limited.
fn follow(step: &mut TimeStep) {
    let started = Instant::now();
    step.potential.contact.follow(&step.x);
    step.report.seconds.detect += started.elapsed().as_secs_f64();
}

/// The largest share of the displacements `p`, at most 1, that elements and contacts allow.
pub fn limit(step: &mut TimeStep, p: &[Vec3]) -> f64 {
    let started = Instant::now();
    let alpha = step.potential.limit_elastic(&step.x, p, 1.0);
    let alpha = step.potential.contact.limit(&step.x, p, alpha);
    step.report.seconds.ccd += started.elapsed().as_secs_f64();
    alpha
}

/// x = x0 + alpha p.
pub fn advance(x0: &[Vec3], p: &[Vec3], alpha: f64, x: &mut [Vec3]) {
    for (x, (x0, p)) in x.iter_mut().zip(x0.iter().zip(p)) {
        *x = x0 + p * alpha;
    }
}
