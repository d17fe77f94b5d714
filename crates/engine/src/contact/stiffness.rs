//! The stiffness of the barrier, adapted so that distances stay well above rounding and the Hessian well
//! conditioned (supplement of Li et al. 2020).

use tangency_formulas::contact::log_barrier;
use tangency_geometry::Vec3;

use crate::linear::NodeMap;
use crate::model::Model;

/// Ratio of the stiffest to the softest barrier that is used.
const SPREAD: f64 = 100.0;
/// Pairs closer than this many diagonals ask for a stiffer barrier.
const TOO_CLOSE: f64 = 1e-9;

/// Bounds for the stiffness of a model's barriers.
#[derive(Clone, Copy, Debug)]
pub struct StiffnessBounds {
    /// Softest.
    pub min: f64,
    /// Stiffest.
    pub max: f64,
    /// A pair closer than this is too close, m.
    pub too_close: f64,
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
            too_close: TOO_CLOSE * model.diagonal,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_is_bounded_and_leaves_out_what_is_held() {
        let bounds = StiffnessBounds {
            min: 1.0,
            max: 100.0,
            too_close: 0.0,
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
}
