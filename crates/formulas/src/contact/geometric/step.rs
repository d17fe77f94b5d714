//! The smoothed step (Huang et al. 2025, appendix C): twice continuously differentiable, 0 up to `-α`, 1 from `β` on,
//!
//! ```text
//! H^{α,β}(z) = S(3 (z - β) / (α + β)),      S(x) = 0                          x < -3
//!                                                  (3 + x)³/6                -3 ≤ x < -2
//!                                                  (3 - 9x - 9x² - 2x³)/6    -2 ≤ x < -1
//!                                                  1 + x³/6                  -1 ≤ x < 0
//!                                                  1                          0 ≤ x
//! ```
//!
//! The paper has `β = 0` and writes `H^α(z) = S(z/α)`, which would end at `-3α`; everywhere else in it (equation 10,
//! appendix D) the step ends at `-α`, as here and in the published library.

use super::jet::Jet;
use crate::Real;

/// A smoothed step: where it begins and where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<R: Real> {
    /// `α`: zero up to `-α`.
    pub alpha: R,
    /// `β`: one from `β` on; `α + β` must be positive.
    pub beta: R,
}

impl<R: Real> Step<R> {
    /// The paper's step, which reaches 1 at zero.
    #[inline]
    pub fn new(alpha: R) -> Self {
        Self {
            alpha,
            beta: R::zero(),
        }
    }

    /// The step and its derivatives.
    #[inline]
    pub fn jet(&self, z: R) -> Jet<R> {
        let (one, two, three) = (R::one(), R::two(), R::from_f64(3.0));
        let (half, sixth) = (R::half(), R::one() / R::from_f64(6.0));
        let stretch = three / (self.alpha + self.beta);
        let x = (z - self.beta) * stretch;
        let (value, first, second) = if x >= R::zero() {
            return Jet::constant(one);
        } else if x >= -one {
            (one + x * x * x * sixth, x * x * half, x)
        } else if x >= -two {
            let nine = three * three;
            let value = (three - x * (nine + x * (nine + two * x))) * sixth;
            (value, -(x * (x + three) + three * half), -(three + two * x))
        } else if x > -three {
            let rise = three + x;
            (rise * rise * rise * sixth, rise * rise * half, rise)
        } else {
            return Jet::constant(R::zero());
        };
        Jet {
            value,
            first: first * stretch,
            second: second * stretch * stretch,
        }
    }

    /// The step.
    #[inline]
    pub fn value(&self, z: R) -> R {
        self.jet(z).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::HyperDual64;

    #[test]
    fn derivatives_are_exact() {
        for k in -1500..500 {
            let z = 1e-3 * f64::from(k);
            let mut dual = HyperDual64::from_re(z);
            (dual.eps1, dual.eps2) = (1.0, 1.0);
            let lift = HyperDual64::from_re;
            let exact = Step {
                alpha: lift(0.8),
                beta: lift(0.2),
            }
            .value(dual);
            let jet = Step {
                alpha: 0.8,
                beta: 0.2,
            }
            .jet(z);
            assert!((jet.value - exact.re).abs() < 1e-15);
            assert!((jet.first - exact.eps1).abs() < 1e-13);
            assert!((jet.second - exact.eps1eps2).abs() < 1e-12);
        }
    }

    #[test]
    fn it_rises_from_zero_to_one_without_a_kink() {
        let step = Step {
            alpha: 0.5,
            beta: 0.1,
        };
        assert_eq!(step.jet(-0.5), Jet::constant(0.0));
        assert_eq!(step.jet(0.1), Jet::constant(1.0));
        for knot in [-0.5, -0.3, -0.1, 0.1] {
            let (left, right) = (step.jet(knot - 1e-12), step.jet(knot + 1e-12));
            assert!((left.value - right.value).abs() < 1e-10);
            assert!((left.first - right.first).abs() < 1e-9);
            assert!((left.second - right.second).abs() < 1e-8);
        }
        let mut before = 0.0;
        for k in -500..=100 {
            let value = step.value(1e-3 * f64::from(k));
            assert!(value >= before);
            before = value;
        }
    }
}
