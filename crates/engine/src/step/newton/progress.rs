//! Progress of a step in the middle: how far it is, and what holds it.

use super::Newton;
use crate::contact::first_to_touch;
use crate::step::TimeStep;
use crate::step::observer::StepProgress;

/// A step length below this is short: something holds it.
const SHORT: f64 = 0.5;

impl Newton {
    /// After an iteration that moved a share `alpha` of the direction, whose largest component is at `vertex`: tells how far
    /// the step is when that is due or the step has stalled.
    pub(super) fn tell(&mut self, step: &mut TimeStep, vertex: u32, alpha: f64) {
        let (observer, residual) = (&step.observer, step.report.residual);
        let is_stalled = self.standing.stall.notices(residual) && observer.has_listener();
        if !is_stalled && !observer.is_due() {
            return;
        }
        let progress = StepProgress {
            step: step.number,
            iteration: step.report.iterations,
            residual,
            tolerance: step.tolerance,
            alpha,
            held_by: self.held_by(step, vertex, alpha),
            is_stalled,
        };
        step.observer.tell(&progress);
    }

    /// Tells what holds the step, in words.
    fn held_by(&self, step: &TimeStep, vertex: u32, alpha: f64) -> String {
        let model = &step.model;
        let mut words = Vec::new();
        if step.potential.attachment.is_some()
            && let Some((vertex, gap)) = step.prescribed.farthest(&self.before)
        {
            let slot = model.schedule.at(&step.programs, vertex);
            let program = slot.map_or("", |at| &model.boundary[at.program as usize].name);
            words.push(format!(
                "the boundary program `{program}` is {gap:.3e} m from its target"
            ));
        }
        if alpha < SHORT {
            words.push(self.limited_by(step, alpha));
        }
        if words.is_empty() {
            let body = model.body_name(vertex);
            words.push(format!("most at vertex {vertex} of `{body}`"));
        }
        words.join("; ")
    }

    /// Tells what made the last move a share `alpha` of the direction.
    fn limited_by(&self, step: &TimeStep, alpha: f64) -> String {
        let (model, x, p) = (&step.model, &self.before, &self.direction);
        let tightest = step.potential.tightest_element(x, p);
        // A little farther, so that what stopped it is on the way.
        let farther = (2.0 * alpha).min(1.0);
        let touching = first_to_touch(model, x, p, farther);
        match (tightest, touching) {
            (Some(element), None) if element.alpha < farther => element.describe(model),
            (Some(element), Some((time, _))) if element.alpha < time => element.describe(model),
            (_, Some((_, pair))) => format!("shortened by {}", pair.describe(model)),
            _ => match step.closest() {
                Some(pair) => format!("the closest pair is {pair}"),
                None => "the potential does not fall farther along the direction".to_owned(),
            },
        }
    }
}
