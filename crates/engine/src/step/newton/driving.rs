//! Prescribed vertices on the way to their targets: moved, then pulled, then fixed.

use super::{Newton, line_search};
use crate::step::pull::PullOutcome;
use crate::step::{StepError, TimeStep};
use tangency_geometry::Vec3;

/// Moves of prescribed vertices before they are attached, where each leads only as far as the next detection.
const MAX_MOVES: u32 = 1000;

impl Newton {
    /// Moves prescribed vertices as far towards their targets as nothing is in the way, and attaches them
    /// to the targets where that is not all the way.
    pub(super) fn move_prescribed(&mut self, step: &mut TimeStep) -> Result<(), StepError> {
        for _ in 0..MAX_MOVES {
            step.check_interrupt()?;
            if step.prescribed.is_at_rest() {
                break;
            }
            let path = step.prescribed_path();
            let is_strained = step.potential.limit_elastic(&step.x, &path, 1.0) < 1.0;
            if self.move_towards_targets(step, &path) {
                break;
            }
            if is_strained || !step.potential.contact.is_clear(&step.x) {
                step.potential.attachment = Some(step.prescribed.attachment(&step.model));
                step.choose_unknowns();
                break;
            }
        }
        Ok(())
    }

    /// One move of prescribed vertices along `path`, as far as it is known that nothing is in the way; true when they have arrived.
    fn move_towards_targets(&mut self, step: &mut TimeStep, path: &[Vec3]) -> bool {
        let alpha = line_search::limit(step, path);
        self.before.clone_from(&step.x);
        if alpha < 1.0 {
            line_search::advance(&self.before, path, alpha, &mut step.x);
        } else {
            step.arrive(path);
        }
        step.check_move(&self.before);
        step.detect();
        alpha >= 1.0
    }

    /// Moves vertices that have arrived the rest of their way, where nothing is in it.
    fn close_gaps(&mut self, step: &mut TimeStep) {
        let path = step.prescribed_path();
        if line_search::limit(step, &path) < 1.0 {
            return;
        }
        self.before.clone_from(&step.x);
        step.arrive(&path);
        step.check_move(&self.before);
        step.detect();
    }

    /// Fixes attached vertices once they have arrived; pulls harder or softer where they do not.
    pub(super) fn drive_attachment(
        &mut self,
        step: &mut TimeStep,
        is_solved: bool,
    ) -> Result<(), StepError> {
        let Some(mut attachment) = step.potential.attachment.take() else {
            return Ok(());
        };
        if step.prescribed.has_arrived(&attachment, &step.x) {
            if step.arrives_exactly {
                self.close_gaps(step);
            }
            step.choose_unknowns();
            self.standing.value = None;
            return Ok(());
        }
        let imbalance = attachment.imbalance(&self.before, &step.gradient);
        let pull = &mut self.standing.pull;
        let outcome = pull.adapt(&mut attachment, &step.x, imbalance, is_solved);
        if outcome == PullOutcome::Blocked {
            return Err(step.blocked());
        }
        if outcome == PullOutcome::Changed {
            self.standing.value = None;
        }
        step.potential.attachment = Some(attachment);
        Ok(())
    }
}
