//! A function of one variable with its first two derivatives, and those of its logarithm.
//!
//! A term of the potential is a product of such functions; the logarithm of a product is a sum, so that derivatives of
//! the factors need only be added up (see [`super::log_sum`]).

use crate::Real;

/// Value, first and second derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet<R: Real> {
    /// `f`
    pub value: R,
    /// `f'`
    pub first: R,
    /// `f''`
    pub second: R,
}

impl<R: Real> Jet<R> {
    /// A function that does not change.
    #[inline]
    pub fn constant(value: R) -> Self {
        Self {
            value,
            first: R::zero(),
            second: R::zero(),
        }
    }

    /// The derivatives of `ln f`: `f'/f` and `f''/f - (f'/f)²`. The value must not be zero.
    #[inline]
    pub fn log_derivatives(&self) -> [R; 2] {
        let slope = self.first / self.value;
        [slope, self.second / self.value - slope * slope]
    }

    /// Whether the derivatives are zero, as on the plateau of a step.
    #[inline]
    pub fn is_flat(&self) -> bool {
        self.first == R::zero() && self.second == R::zero()
    }
}
