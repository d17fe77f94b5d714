//! Dual numbers: a value and its derivatives by `N` variables, carried through any formula.
//!
//! ```text
//! (a, a') + (b, b') = (a + b, a' + b'),   (a, a') (b, b') = (a b, a b' + b a'),   f(a, a') = (f(a), f'(a) a')
//! ```
//!
//! They give mixed second derivatives of an energy from the formula of its gradient: exact to rounding, without a step
//! length. Comparisons look at values alone.
//!
//! ```
//! use tangency_formulas::{Dual, Real};
//!
//! let [x, y] = Dual::variables([3.0, 4.0]);
//! let r = (x * x + y * y).sqrt();
//! assert_eq!(r.value, 5.0);
//! assert!((r.slopes[0] - 0.6).abs() < 1e-15 && (r.slopes[1] - 0.8).abs() < 1e-15);
//! ```

use core::cmp::Ordering;
use core::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign,
};
use num_traits::{Num, One, Zero};

use crate::Real;

/// A number and its derivatives by `N` variables.
#[derive(Clone, Copy, Debug)]
pub struct Dual<const N: usize> {
    /// The number.
    pub value: f64,
    /// Derivatives of it.
    pub slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// A number that depends on nothing.
    #[inline]
    pub fn constant(value: f64) -> Self {
        Dual {
            value,
            slopes: [0.0; N],
        }
    }

    /// The variables themselves, at these values.
    #[inline]
    pub fn variables(values: [f64; N]) -> [Self; N] {
        core::array::from_fn(|k| {
            let mut slopes = [0.0; N];
            slopes[k] = 1.0;
            Dual {
                value: values[k],
                slopes,
            }
        })
    }

    /// A function of this number, given its value and derivative here.
    #[inline]
    pub fn chain(self, value: f64, slope: f64) -> Self {
        Dual {
            value,
            slopes: self.slopes.map(|s| slope * s),
        }
    }

    #[inline]
    fn join(self, other: Self, value: f64, by_self: f64, by_other: f64) -> Self {
        Dual {
            value,
            slopes: core::array::from_fn(|k| by_self * self.slopes[k] + by_other * other.slopes[k]),
        }
    }
}

impl<const N: usize> PartialEq for Dual<N> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<const N: usize> PartialOrd for Dual<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

/// An operator of two numbers, and the same in place.
macro_rules! operator {
    ($trait:ident $method:ident $assign:ident $in_place:ident, |$a:ident, $b:ident| $by:expr) => {
        impl<const N: usize> $trait for Dual<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.value, other.value);
                let (by_self, by_other) = $by;
                self.join(other, $a.$method($b), by_self, by_other)
            }
        }

        impl<const N: usize> $assign for Dual<N> {
            #[inline]
            fn $in_place(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

operator!(Add add AddAssign add_assign, |_a, _b| (1.0, 1.0));
operator!(Sub sub SubAssign sub_assign, |_a, _b| (1.0, -1.0));
operator!(Mul mul MulAssign mul_assign, |a, b| (b, a));
operator!(Div div DivAssign div_assign, |a, b| (1.0 / b, -a / (b * b)));
operator!(Rem rem RemAssign rem_assign, |a, b| (1.0, -libm::trunc(a / b)));

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

impl<const N: usize> Zero for Dual<N> {
    fn zero() -> Self {
        Self::constant(0.0)
    }
    fn is_zero(&self) -> bool {
        self.value == 0.0
    }
}

impl<const N: usize> One for Dual<N> {
    fn one() -> Self {
        Self::constant(1.0)
    }
}

impl<const N: usize> Num for Dual<N> {
    type FromStrRadixErr = <f64 as Num>::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        f64::from_str_radix(text, radix).map(Self::constant)
    }
}

impl<const N: usize> Real for Dual<N> {
    #[inline]
    fn from_f64(value: f64) -> Self {
        Self::constant(value)
    }
    #[inline]
    fn epsilon() -> Self {
        Self::constant(f64::EPSILON)
    }
    #[inline]
    fn sqrt(self) -> Self {
        let root = Real::sqrt(self.value);
        self.chain(root, 0.5 / root)
    }
    #[inline]
    fn ln(self) -> Self {
        self.chain(Real::ln(self.value), 1.0 / self.value)
    }
    #[inline]
    fn ln_1p(self) -> Self {
        self.chain(Real::ln_1p(self.value), 1.0 / (1.0 + self.value))
    }
    #[inline]
    fn sin(self) -> Self {
        self.chain(Real::sin(self.value), Real::cos(self.value))
    }
    #[inline]
    fn cos(self) -> Self {
        self.chain(Real::cos(self.value), -Real::sin(self.value))
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let (b, a) = (self.value, x.value);
        let square = a * a + b * b;
        self.join(x, Real::atan2(b, a), a / square, -b / square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;
    use crate::contact::log_barrier;
    use crate::distance::point_triangle;
    use crate::testing::{Random, derivatives, flatten};
    use nalgebra::SVector;

    /// A formula of many operations.
    fn formula<R: Real>(x: [Vec3<R>; 4]) -> R {
        let s = point_triangle::squared_plane(&x[0], &x[1], &x[2], &x[3]);
        let turn = x[0][0].atan2(x[1][1]) * x[2][2].sin() + s.cos();
        s.ln() * s.sqrt() + s.ln_1p() / (turn * turn + R::one())
    }

    #[test]
    fn formulas_have_the_derivatives_of_another_library() {
        let mut random = Random(7);
        for _ in 0..100 {
            let x: [Vec3<f64>; 4] = core::array::from_fn(|_| random.point());
            let (expected, _) = derivatives::<4, 12>(x, formula);
            let flat: SVector<f64, 12> = flatten(x);
            let variables = Dual::variables(core::array::from_fn::<f64, 12, _>(|k| flat[k]));
            let actual = formula(core::array::from_fn(|i| {
                Vec3::from_fn(|c, _| variables[3 * i + c])
            }));
            assert_eq!(actual.value, formula(x));
            let actual = SVector::<f64, 12>::from_column_slice(&actual.slopes);
            assert!((actual - expected).norm() < 1e-9 * expected.norm());
        }
        let [s] = Dual::variables([0.3]);
        let barrier = log_barrier::value(s, Dual::constant(1.0));
        assert!((barrier.slopes[0] - log_barrier::first(0.3, 1.0)).abs() < 1e-14);
    }
}
