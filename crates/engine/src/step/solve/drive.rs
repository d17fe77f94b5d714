//! Prescribed vertices on the way to their targets: moved, then pulled, then fixed.

use super::Solve;
use crate::step::pull::Outcome;
use crate::step::{StepError, line_search};
use tangency_geometry::Vec3;

/// Moves of prescribed vertices before they are attached, where each leads only as far as the next detection.
const MAX_MOVES: u32 = 1000;

impl Solve<'_> {
    /// Moves prescribed vertices as far towards their targets as nothing is in the way, and attaches them
    /// to the targets where that is not all the way.
    pub(super) fn move_prescribed(&mut self) -> Result<(), StepError> {
        for _ in 0..MAX_MOVES {
            self.check_interrupt()?;
            if self.prescribed.is_at_rest() {
                break;
            }
            let path = self.prescribed.path(&self.x);
            let potential = &self.newton.potential;
            let is_strained = potential.limit_elastic(&self.x, &path, 1.0) < 1.0;
            if self.move_towards_targets(&path) {
                break;
            }
            if is_strained || !self.newton.potential.contact.is_clear(&self.x) {
                let attachment = self.prescribed.attachment(&self.model);
                self.newton.potential.attachment = Some(attachment);
                break;
            }
        }
        self.choose_unknowns();
        Ok(())
    }

    /// One move of prescribed vertices along `path`, as far as it is known that nothing is in the way; true when they have arrived.
    fn move_towards_targets(&mut self, path: &[Vec3]) -> bool {
        let alpha = self.limit(path);
        self.before.clone_from(&self.x);
        if alpha < 1.0 {
            line_search::advance(&self.before, path, alpha, &mut self.x);
        } else {
            self.prescribed.arrive(&mut self.x);
        }
        self.check_move();
        self.detect();
        alpha >= 1.0
    }

    /// Fixes attached vertices once they have arrived; pulls harder or softer where they do not.
    pub(super) fn drive_attachment(&mut self, is_solved: bool) -> Result<(), StepError> {
        let Some(mut attachment) = self.newton.potential.attachment.take() else {
            return Ok(());
        };
        if self.prescribed.has_arrived(&attachment, &self.x) {
            self.choose_unknowns();
            self.value = None;
            return Ok(());
        }
        let imbalance = attachment.imbalance(&self.before, &self.newton.gradient);
        let outcome = (self.pull).adapt(&mut attachment, &self.x, imbalance, is_solved);
        if outcome == Outcome::Blocked {
            return Err(self.blocked());
        }
        if outcome == Outcome::Changed {
            self.value = None;
        }
        self.newton.potential.attachment = Some(attachment);
        Ok(())
    }

    pub(super) fn blocked(&self) -> StepError {
        let (vertex, gap) = self.prescribed.farthest(&self.x).unwrap_or((0, 0.0));
        let place = self.model.schedule.at(&self.ruling, vertex);
        let program = place.map(|at| self.model.boundary[at.program as usize].name.clone());
        let vertex = self.model.vertex_of(vertex);
        StepError::BoundaryBlocked {
            step: self.report.step,
            program: program.unwrap_or_default(),
            vertex,
            body: self.model.body_name(vertex).to_owned(),
            gap,
            blocked_by: self.closest(),
        }
    }
}
