//! The stiffness of the barrier, adapted so that distances stay well above rounding and the Hessian well
//! conditioned (supplement of Li et al. 2020).

use tangency_formulas::contact::log_barrier;
use tangency_geometry::Vec3;

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
    /// κ_min = 1e11 m̄ / (4 s₀ b''(s₀)), with s₀ = (1e-8 L)² and L the diagonal of the scene.
    pub fn of(model: &Model) -> Self {
        let near = 1e-16 * model.diagonal * model.diagonal;
        let shat = model.dhat * model.dhat;
        // With an absolute d̂ below 1e-8 L the reference distance would lie outside of the barrier.
        let near = near.min(0.25 * shat);
        let curvature = log_barrier::second(near, shat);
        let min = 1e11 * model.mean_mass / (4.0 * near * curvature);
        StiffnessBounds {
            min,
            max: SPREAD * min,
            too_close: TOO_CLOSE * model.diagonal,
        }
    }

    /// κ that balances the barrier's gradient (for κ = 1) against that of all other terms.
    pub fn balance(&self, barrier: &[Vec3], rest: &[Vec3]) -> f64 {
        let dot = |a: &[Vec3], b: &[Vec3]| a.iter().zip(b).map(|(a, b)| a.dot(b)).sum::<f64>();
        let size = dot(barrier, barrier);
        if size == 0.0 {
            return self.min;
        }
        let balanced = -dot(barrier, rest) / size;
        // Not a number when forces overflow: stay at the softest.
        balanced.max(self.min).min(self.max)
    }
}
