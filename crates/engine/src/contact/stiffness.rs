//! The stiffness of the barrier, adapted so that distances stay well above rounding and the Hessian well
//! conditioned (supplement of Li et al. 2020).

use tangency_formulas::contact::log_barrier;
use tangency_geometry::Vec3;

use super::Primitives;
use crate::linear::NodeMap;
use crate::model::Model;

/// Ratio of the stiffest to the softest barrier that a balance of forces may ask for.
const SPREAD: f64 = 100.0;
/// Ratio of the stiffest to the softest barrier that is used.
const WIDEST: f64 = 1e4;
/// Contacts whose mean distance is below this share of d̂ are tight: the barrier becomes stiffer from step to step.
const TIGHT: f64 = 0.05;
/// Above this share it may become softer.
const LOOSE: f64 = 0.25;
/// Pairs closer than this many diagonals ask for a stiffer barrier.
const TOO_CLOSE: f64 = 1e-9;

/// Bounds for the stiffness of a model's barriers.
#[derive(Clone, Copy, Debug)]
pub struct StiffnessBounds {
    /// Softest.
    pub min: f64,
    /// Stiffest that a balance of forces may ask for.
    pub max: f64,
    /// Stiffest.
    pub stiffest: f64,
    /// A pair closer than this is too close, m.
    pub too_close: f64,
    /// Contacts whose mean distance is below this share of their reach are tight.
    pub tight: f64,
    /// Above this share they are loose.
    pub loose: f64,
}

impl StiffnessBounds {
    /// κ_min = c m̄ / (4 s₀ b''(s₀)), with c = 1e11 unless set, s₀ = (1e-8 L)² and L the diagonal
    /// of the scene.
    pub fn of(model: &Model) -> Self {
        let near = 1e-16 * model.diagonal * model.diagonal;
        let shat = model.dhat * model.dhat;
        // With an absolute d̂ below 1e-8 L the reference distance would lie outside of the barrier.
        let near = near.min(0.25 * shat);
        let curvature = log_barrier::second(near, shat);
        let min = model.settings.kappa_min_multiplier * model.mean_mass / (4.0 * near * curvature);
        StiffnessBounds {
            min,
            max: SPREAD * min,
            stiffest: WIDEST * min,
            too_close: TOO_CLOSE * model.diagonal,
            tight: TIGHT,
            loose: LOOSE,
        }
    }

    /// Takes another unit of stiffness: all of them times `factor`.
    pub fn scale(&mut self, factor: f64) {
        for stiffness in [&mut self.min, &mut self.max, &mut self.stiffest] {
            *stiffness *= factor;
        }
    }

    /// κ that balances the barrier's gradient (for κ = 1) against that of all other terms, at the unknowns.
    pub fn balance(&self, barrier: &[Vec3], rest: &[Vec3], unknowns: &NodeMap) -> f64 {
        let nodes = unknowns.free_nodes().iter().map(|&v| v as usize);
        let (mut product, mut size) = (0.0, 0.0);
        for v in nodes {
            product += barrier[v].dot(&rest[v]);
            size += barrier[v].norm_squared();
        }
        if size == 0.0 {
            return self.min;
        }
        // Not a number when forces overflow: stay at the softest.
        (-product / size).max(self.min).min(self.max)
    }

    /// κ for a step, given the balance of forces at its start, κ of the step before, and the mean distance of its
    /// contacts, weighted by force, as a share of d̂.
    ///
    /// The balance alone would make contacts that are pressed together ever softer, and tighter: the closer they are,
    /// the less stiffness it takes to balance the same forces.
    pub fn start(&self, balance: f64, earlier: Option<f64>, room: Option<f64>) -> f64 {
        let (Some(earlier), Some(room)) = (earlier, room) else {
            return balance;
        };
        let kept = if room < self.tight {
            2.0 * earlier
        } else if room < self.loose {
            earlier
        } else {
            0.5 * earlier
        };
        kept.max(balance).min(self.stiffest)
    }
}

/// Pairs that were too close after the last iteration, and their distances, m.
#[derive(Default)]
pub struct TooClose(Vec<(Primitives, f64)>);

impl TooClose {
    /// Forgets them.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// Whether one of those that are too close `now` was so before and has come closer still; keeps them for the next
    /// time.
    pub fn are_closing(&mut self, now: Vec<(Primitives, f64)>) -> bool {
        let is_closing = |(pair, distance): &(Primitives, f64)| {
            let before = self.0.iter().find(|(earlier, _)| earlier == pair);
            before.is_some_and(|(_, before)| distance < before)
        };
        let are_closing = now.iter().any(is_closing);
        self.0 = now;
        are_closing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_is_bounded_and_leaves_out_what_is_held() {
        let bounds = StiffnessBounds {
            min: 1.0,
            max: 100.0,
            stiffest: 1e4,
            too_close: 0.0,
            tight: TIGHT,
            loose: LOOSE,
        };
        let barrier = [-Vec3::y(), Vec3::y() * 50.0];
        let balance = |weight: f64| {
            let rest = [Vec3::y() * weight, Vec3::zeros()];
            bounds.balance(&barrier, &rest, &NodeMap::new(&[false, true]))
        };
        assert_eq!(balance(7.0), 7.0);
        assert_eq!(balance(0.1), 1.0);
        assert_eq!(balance(-3.0), 1.0);
        assert_eq!(balance(1e6), 100.0);
        assert_eq!(balance(f64::NAN), 1.0);
    }

    #[test]
    fn tight_contacts_become_stiffer_and_loose_ones_follow_the_balance() {
        let bounds = StiffnessBounds {
            min: 1.0,
            max: 100.0,
            stiffest: 1e4,
            too_close: 0.0,
            tight: TIGHT,
            loose: LOOSE,
        };
        assert_eq!(bounds.start(7.0, None, Some(0.01)), 7.0);
        assert_eq!(bounds.start(7.0, Some(50.0), None), 7.0);
        assert_eq!(bounds.start(7.0, Some(50.0), Some(0.01)), 100.0);
        assert_eq!(bounds.start(7.0, Some(50.0), Some(0.1)), 50.0);
        assert_eq!(bounds.start(7.0, Some(50.0), Some(0.6)), 25.0);
        assert_eq!(bounds.start(7.0, Some(8.0), Some(0.6)), 7.0);
        assert_eq!(bounds.start(7.0, Some(9e3), Some(0.01)), 1e4);
    }
}
