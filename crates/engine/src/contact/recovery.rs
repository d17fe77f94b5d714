//! Recovery of pairs that are far too close.
//!
//! Newton's method doubles a distance that is too small, and no more, however far it is from balance: the model of a
//! log barrier at d reaches to 2 d. Pairs that were once squeezed to a millionth of d̂ would stay there for many
//! iterations, and stop all others: what slides past them turns a little, and a little is more than their distance.
//!
//! Such a pair is given the Hessian of the primal-dual interior-point method (Nocedal and Wright 2006, chapter 19):
//! scaled by λ/λ(d), with λ(d) the force it exerts and λ the one it will have to exert, as the direction before
//! predicted. In the direction that follows it goes to where its barrier exerts λ. A positive semi-definite Hessian
//! remains one, so the direction is one of descent, and energy, line search and what is converged to are the same.

use super::barrier::Derivatives;

/// Pairs closer than this share of d̂ recover faster. Found by trial: with 0.1 the mat twist does as well, and without
/// a bound redundant contacts (masonry arch, compactor) take many times the iterations.
pub const NEAR: f64 = 0.01;

/// The force after a move by which the distance grows by `growth`, for a pair with the true slope `slope` and the
/// slope `used` in the Hessian.
pub fn predicted_force(slope: Derivatives, used: Derivatives, growth: f64) -> f64 {
    -(slope.first + used.second * growth)
}

/// The slope for the Hessian of a pair that will have to exert `force`, and at `NEAR` would exert `least`.
pub fn softened(slope: Derivatives, force: f64, least: f64) -> Derivatives {
    let share = (force.max(least) / -slope.first).min(1.0);
    Derivatives {
        first: share * slope.first,
        second: share * slope.second,
    }
}

#[cfg(test)]
mod tests {
    use super::super::barrier::{Barrier, BarrierShape};
    use super::*;

    /// Newton iterations until a point, pressed against a wall, is within 1 % of balance.
    fn iterations(recovers: bool) -> usize {
        let (dhat, pressure) = (1e-3, 1.0);
        // Balance at a tenth of d̂.
        let unit = Barrier {
            shape: BarrierShape::Log,
            dhat,
            kappa: 1.0,
        };
        let balance: f64 = 0.1 * dhat;
        let kappa = -pressure / unit.derivatives(balance * balance, 0.0).first;
        let barrier = Barrier {
            shape: BarrierShape::Log,
            dhat,
            kappa,
        };
        let near = NEAR * dhat;
        let least = -barrier.derivatives(near * near, 0.0).first;
        let mut d: f64 = 1e-6 * dhat;
        let mut force = None;
        for count in 0..100 {
            if (d / balance - 1.0).abs() < 0.01 {
                return count;
            }
            let slope = barrier.derivatives(d * d, 0.0);
            let used = match force {
                Some(force) if recovers && d < near => softened(slope, force, least),
                _ => slope,
            };
            let growth = -(slope.first + pressure) / used.second;
            force = Some(predicted_force(slope, used, growth));
            // At most nine tenths of the way to the wall.
            d += growth.max(-0.9 * d);
        }
        100
    }

    #[test]
    fn a_pair_that_is_far_too_close_recovers_in_a_few_iterations() {
        let (plain, recovering) = (iterations(false), iterations(true));
        assert!(recovering <= 8, "{recovering} iterations");
        assert!(plain >= 2 * recovering, "{plain} and {recovering}");
    }

    #[test]
    fn no_pair_is_made_stiffer_or_softer_than_near() {
        let slope = Derivatives {
            first: -8.0,
            second: 4.0,
        };
        assert_eq!(softened(slope, 100.0, 1.0), slope);
        assert_eq!(softened(slope, -5.0, 2.0).second, 1.0);
        assert_eq!(softened(slope, 4.0, 2.0).second, 2.0);
    }
}
