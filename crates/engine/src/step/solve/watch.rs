//! What a step in the middle tells: how far it is, and what holds it.

use super::Solve;
use crate::contact::first_to_touch;
use crate::step::StepError;
use crate::step::observer::StepProgress;

/// A step length below this is short: something holds it.
const SHORT: f64 = 0.5;

impl Solve<'_> {
    /// Fails when the step is to be given up.
    pub(super) fn check_interrupt(&self) -> Result<(), StepError> {
        self.newton.observer.check(self.report.step)
    }

    /// After an iteration that moved a share `alpha` of the direction, whose largest component is at `vertex`: tells how far
    /// the step is when that is due or the step has stalled.
    pub(super) fn tell(&mut self, vertex: u32, alpha: f64) {
        let observer = &self.newton.observer;
        let is_stalled = self.stall.notices(self.report.residual) && observer.has_listener();
        if !is_stalled && !observer.is_due() {
            return;
        }
        let progress = StepProgress {
            step: self.report.step,
            iteration: self.report.iterations,
            residual: self.report.residual,
            tolerance: self.tolerance,
            alpha,
            held_by: self.held_by(vertex, alpha),
            is_stalled,
        };
        self.newton.observer.tell(&progress);
    }

    /// What holds the step, in words.
    fn held_by(&self, vertex: u32, alpha: f64) -> String {
        let model = &self.model;
        let mut words = Vec::new();
        if self.newton.potential.attachment.is_some()
            && let Some((vertex, gap)) = self.prescribed.farthest(&self.before)
        {
            let place = model.schedule.at(&self.ruling, vertex);
            let program = place.map_or("", |at| &model.boundary[at.program as usize].name);
            words.push(format!(
                "the boundary program `{program}` is {gap:.3e} m from its target"
            ));
        }
        if alpha < SHORT {
            words.push(self.limited_by(alpha));
        }
        if words.is_empty() {
            let body = model.body_name(vertex);
            words.push(format!("most at vertex {vertex} of `{body}`"));
        }
        words.join("; ")
    }

    /// What made the last move a share `alpha` of the direction.
    fn limited_by(&self, alpha: f64) -> String {
        let (model, x, p) = (&self.model, &self.before, &self.newton.direction);
        let potential = &self.newton.potential;
        let tightest = potential.tightest_element(x, p);
        // A little farther, so that what stopped it is on the way.
        let farther = (2.0 * alpha).min(1.0);
        let touching = first_to_touch(model, x, p, farther);
        match (tightest, touching) {
            (Some(element), None) if element.alpha < farther => element.describe(model),
            (Some(element), Some((time, _))) if element.alpha < time => element.describe(model),
            (_, Some((_, pair))) => format!("shortened by {}", pair.describe(model)),
            _ => match potential.contact.closest(&self.x) {
                Some(pair) => format!("the closest pair is {}", pair.describe(model)),
                None => "the potential does not fall farther along the direction".to_owned(),
            },
        }
    }
}
