//! Strength of the pull of prescribed vertices to their targets: the stiffness and the multipliers of the attachment.
//!
//! Harder where the pull is in balance short of the targets (an augmented Lagrangian; supplement of Li et al. 2020).
//! Softer where it is not in balance and iterations have ceased to help all the same: what is pulled around a centre or a
//! corner is pressed to its limit of strain, or onto what it touches, and that force makes it stiff against turning, too.
//! The harder the pull, the shorter the steps that Newton's method takes then.

use tangency_geometry::Vec3;

use crate::energy::Attachment;

/// First stiffness, in units of inertia: well above that of contacts pressed together, so that one solve is usually
/// enough. (1e6 took four in a mat twisted tight, and twice the Newton iterations.)
pub const FIRST_STIFFNESS: f64 = 1e8;
const SOFTEST: f64 = 1e2;
const STIFFEST: f64 = 1e9;
/// Factor by which the stiffness grows and falls.
const FACTOR: f64 = 10.0;
/// A gap smaller by this factor counts as progress.
const PROGRESS: f64 = 0.75;
/// Iterations without progress after which a balanced pull is made harder, and one out of balance softer.
const PATIENCE: u32 = 10;
const LONG_PATIENCE: u32 = 40;
/// Share of the pull that may be out of balance where it counts as balanced.
const BALANCED: f64 = 0.1;
/// Growth of the gap that shows a pull to be too soft.
const RETREAT: f64 = 1.1;
/// Times that pulling harder may bring no progress before the motion counts as blocked.
const MAX_ROUNDS: u32 = 12;

/// The pull of one step, and what has come of it. Gaps are root sums of squares over all vertices, m.
pub struct Pull {
    /// Gap when it was last made harder.
    last_gap: f64,
    /// Times since then that this brought no progress.
    rounds: u32,
    /// Gap when there last was progress, and the iterations since.
    best_gap: f64,
    stalled: u32,
    /// Gap when it was last made softer, if that may still prove wrong.
    softened_at: Option<f64>,
    /// Stiffness below which it is known to be too soft.
    softest: f64,
}

/// Effect of an iteration on the pull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PullOutcome {
    Unchanged,
    Changed,
    /// Pulling harder has ceased to help.
    Blocked,
}

impl Pull {
    /// The pull at the start of a step.
    pub fn new() -> Self {
        Pull {
            last_gap: f64::INFINITY,
            rounds: 0,
            best_gap: f64::INFINITY,
            stalled: 0,
            softened_at: None,
            softest: SOFTEST,
        }
    }

    /// Adapts the attachment after an iteration that has led to `x` and not to the targets, where `imbalance` is the share
    /// of the pull that nothing held against, and `is_solved` tells whether the iterations have converged.
    pub fn adapt(
        &mut self,
        attachment: &mut Attachment,
        x: &[Vec3],
        imbalance: f64,
        is_solved: bool,
    ) -> PullOutcome {
        let gap = attachment.squared_gap(x).sqrt();
        if gap < PROGRESS * self.best_gap {
            (self.best_gap, self.stalled) = (gap, 0);
        } else {
            self.stalled += 1;
        }
        if self
            .softened_at
            .is_some_and(|before| gap > RETREAT * before)
        {
            attachment.stiffness *= FACTOR;
            self.softest = attachment.stiffness;
            (self.softened_at, self.stalled) = (None, 0);
            return PullOutcome::Changed;
        }
        let is_balanced = imbalance < BALANCED;
        let (softens, hardens) = if is_balanced {
            (false, is_solved || self.stalled >= PATIENCE)
        } else {
            let can_soften = attachment.stiffness >= FACTOR * self.softest;
            let softens = can_soften && (is_solved || self.stalled >= LONG_PATIENCE);
            (softens, is_solved && !softens)
        };
        if softens {
            attachment.stiffness /= FACTOR;
            attachment.multiplier.fill(Vec3::zeros());
            self.softened_at = Some(gap);
            (self.best_gap, self.last_gap, self.stalled) = (gap, gap, 0);
            PullOutcome::Changed
        } else if hardens {
            self.softened_at = None;
            (self.best_gap, self.stalled) = (gap, 0);
            self.pull_harder(attachment, x, gap)
        } else {
            PullOutcome::Unchanged
        }
    }

    fn pull_harder(&mut self, attachment: &mut Attachment, x: &[Vec3], gap: f64) -> PullOutcome {
        let is_progress = gap < PROGRESS * self.last_gap;
        self.last_gap = gap;
        if is_progress || attachment.stiffness >= STIFFEST {
            attachment.update_multipliers(x);
        } else {
            attachment.stiffness *= FACTOR;
        }
        self.rounds = if is_progress { 0 } else { self.rounds + 1 };
        if self.rounds < MAX_ROUNDS {
            PullOutcome::Changed
        } else {
            PullOutcome::Blocked
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One vertex pulled to the origin.
    fn attachment() -> Attachment {
        Attachment {
            vertices: vec![0],
            target: vec![Vec3::zeros()],
            mass: vec![1.0],
            multiplier: vec![Vec3::zeros()],
            stiffness: FIRST_STIFFNESS,
        }
    }

    /// The outcomes of iterations that lead to these gaps.
    fn outcomes(
        pull: &mut Pull,
        attachment: &mut Attachment,
        gaps: impl IntoIterator<Item = f64>,
        imbalance: f64,
        is_solved: bool,
    ) -> Vec<PullOutcome> {
        let at = |gap: f64| [Vec3::x() * gap];
        let mut adapt = |gap| pull.adapt(attachment, &at(gap), imbalance, is_solved);
        gaps.into_iter().map(&mut adapt).collect()
    }

    #[test]
    fn a_pull_with_progress_stays_as_it_is() {
        let (mut pull, mut attachment) = (Pull::new(), attachment());
        let gaps = (0..100).map(|k| 0.9f64.powi(k));
        let all = outcomes(&mut pull, &mut attachment, gaps, 1.0, false);
        assert!(all.iter().all(|&outcome| outcome == PullOutcome::Unchanged));
        assert_eq!(attachment.stiffness, FIRST_STIFFNESS);
    }

    #[test]
    fn a_balanced_pull_becomes_harder_until_that_does_not_help() {
        let (mut pull, mut attachment) = (Pull::new(), attachment());
        let all = outcomes(&mut pull, &mut attachment, [1.0; 13], 0.0, true);
        assert!(all[..12].iter().all(|&one| one == PullOutcome::Changed));
        assert_eq!(all[12], PullOutcome::Blocked);
        assert_eq!(attachment.stiffness, STIFFEST);
        assert!(attachment.multiplier[0].x < 0.0, "towards the target");
        // Not solved, it takes a while.
        let (mut pull, mut attachment) = (Pull::new(), super::tests::attachment());
        let all = outcomes(&mut pull, &mut attachment, [1.0; 22], 0.0, false);
        let changed = |k: &usize| all[*k] == PullOutcome::Changed;
        let changes: Vec<usize> = (0..all.len()).filter(changed).collect();
        assert_eq!(changes, [10, 20]);
    }

    #[test]
    fn a_pull_that_presses_becomes_softer_but_not_too_soft() {
        let (mut pull, mut attachment) = (Pull::new(), attachment());
        let all = outcomes(&mut pull, &mut attachment, [1.0; 41], 10.0, false);
        assert_eq!(all[39..], [PullOutcome::Unchanged, PullOutcome::Changed]);
        assert_eq!(attachment.stiffness, FIRST_STIFFNESS / FACTOR);
        // The vertex goes back: it was right before, and is not made softer again.
        let back = outcomes(&mut pull, &mut attachment, [1.2], 10.0, false);
        assert_eq!(back, [PullOutcome::Changed]);
        assert_eq!(attachment.stiffness, FIRST_STIFFNESS);
        let later = outcomes(&mut pull, &mut attachment, [1.2; 100], 10.0, false);
        assert!(
            later
                .iter()
                .all(|&outcome| outcome == PullOutcome::Unchanged)
        );
        // Harder, and back, and harder: that ends, too.
        let solved = outcomes(&mut pull, &mut attachment, [1.2; 30], 10.0, true);
        assert!(solved.contains(&PullOutcome::Blocked));
    }
}
