//! The two-stage contact energy of a gap `d` (Offset Geometric Contact, Chen et al. 2025): soft where bodies begin to
//! touch, a log barrier where they are about to pass through each other,
//!
//! ```text
//! g(d) = k/(4 r) (r - d)³                       for τ <= d <= r,   zero beyond
//!      = k r²/9 · (2/3 - ln(d/τ))               for 0 < d < τ,     τ = r/3
//! ```
//!
//! with the contact radius `r` in m and the stiffness `k` in N/m, which is the largest second derivative of the soft
//! stage: `g''(τ) = k`. The paper's soft stage is `k/2 (r - d)²` with `τ = r/2`; its second derivative jumps
//! by `k` at `r`, where contacts come and go. A cube in place of the square, and `τ = r/3` with it, make the energy twice
//! continuously differentiable at both ends: at `τ` both stages have the slope `-k r/3` and the curvature `k`.
//!
//! ```
//! use tangency_formulas::contact::TwoStage;
//!
//! let energy = TwoStage { radius: 3e-3_f64, stiffness: 1e4 };
//! let (first, second) = energy.slopes(energy.knee());
//! assert!((first + 1e4 * 1e-3).abs() < 1e-9, "-k r/3");
//! assert!((second - 1e4).abs() < 1e-6, "k");
//! assert_eq!(energy.value(3e-3), 0.0);
//! ```

use crate::Real;

/// The ends of the two stages.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct TwoStage<R: Real> {
    /// Contact radius r, in m.
    pub radius: R,
    /// Stiffness k, in N/m.
    pub stiffness: R,
}

impl<R: Real> TwoStage<R> {
    /// The gap τ at which the barrier takes over, in m.
    #[inline]
    pub fn knee(&self) -> R {
        self.radius * R::from_f64(1.0 / 3.0)
    }

    /// Energy, in J; infinite at contact.
    #[inline]
    pub fn value(&self, gap: R) -> R {
        let (r, k) = (self.radius, self.stiffness);
        if gap >= r {
            return R::zero();
        }
        if gap <= R::zero() {
            return R::infinity();
        }
        let left = r - gap;
        if gap >= self.knee() {
            return k * R::from_f64(0.25) / r * (left * left * left);
        }
        let log = (gap / self.knee()).ln();
        k * r * r * R::from_f64(1.0 / 9.0) * (R::from_f64(2.0 / 3.0) - log)
    }

    /// First and second derivative by the gap, in N and N/m: the first never positive, the second never negative.
    #[inline]
    pub fn slopes(&self, gap: R) -> (R, R) {
        let (r, k) = (self.radius, self.stiffness);
        if gap >= r {
            return (R::zero(), R::zero());
        }
        if gap <= R::zero() {
            return (-R::infinity(), R::infinity());
        }
        if gap >= self.knee() {
            let fraction = (r - gap) / r;
            return (
                -(k * r * R::from_f64(0.75) * fraction * fraction),
                k * R::from_f64(1.5) * fraction,
            );
        }
        let ratio = self.knee() / gap;
        let force = k * self.knee() * ratio;
        (-force, k * ratio * ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::HyperDual64;

    const ENERGY: TwoStage<f64> = TwoStage {
        radius: 2e-3,
        stiffness: 1e5,
    };

    fn dual(gap: f64) -> HyperDual64 {
        let mut gap = HyperDual64::from_re(gap);
        (gap.eps1, gap.eps2) = (1.0, 1.0);
        TwoStage::<HyperDual64> {
            radius: Real::from_f64(ENERGY.radius),
            stiffness: Real::from_f64(ENERGY.stiffness),
        }
        .value(gap)
    }

    #[test]
    fn derivatives_are_exact() {
        for k in 1..1200 {
            let gap = ENERGY.radius * f64::from(k) / 1000.0;
            let exact = dual(gap);
            let (first, second) = ENERGY.slopes(gap);
            assert!((ENERGY.value(gap) - exact.re).abs() <= 1e-14 * exact.re);
            assert!(
                (first - exact.eps1).abs() <= 1e-12 * exact.eps1.abs(),
                "{k}"
            );
            assert!((second - exact.eps1eps2).abs() <= 1e-12 * exact.eps1eps2.abs());
        }
    }

    #[test]
    fn it_is_twice_continuously_differentiable_at_both_ends() {
        let (r, k) = (ENERGY.radius, ENERGY.stiffness);
        // Of the size that each derivative has: k r², k r, k.
        let sizes = [k * r * r, k * r, k];
        for end in [ENERGY.knee(), r] {
            for step in [1e-3, 1e-5, 1e-7] {
                let at = |gap: f64| {
                    let (first, second) = ENERGY.slopes(gap);
                    [ENERGY.value(gap), first, second]
                };
                let (below, above) = (at(end * (1.0 - step)), at(end * (1.0 + step)));
                for i in 0..3 {
                    let jump = (below[i] - above[i]).abs() / sizes[i];
                    assert!(jump < 10.0 * step, "derivative {i} at {end}: {jump:e}");
                }
            }
        }
        // Both stages evaluated at the knee itself.
        let knee = ENERGY.knee();
        let (first, second) = ENERGY.slopes(knee);
        assert!((first + k * r / 3.0).abs() < 1e-12 * k * r);
        assert!((second - k).abs() < 1e-12 * k);
    }

    #[test]
    fn it_vanishes_beyond_the_radius_and_is_infinite_at_contact() {
        assert_eq!(ENERGY.value(ENERGY.radius), 0.0);
        assert_eq!(ENERGY.slopes(3e-3), (0.0, 0.0));
        assert_eq!(ENERGY.value(0.0), f64::INFINITY);
        assert_eq!(ENERGY.slopes(-1e-3), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
