//! The scalar every formula is written over: `f32`, `f64`, and dual numbers in the tests.
//!
//! Logarithms and angles come from `libm`, on the CPU as on the GPU, so that both give the
//! same bits. Only ring operations and the few functions below may be used in a formula; that
//! keeps every one of them differentiable by dual numbers.

use core::ops::Neg;
use nalgebra::Scalar;
use num_traits::{Num, NumAssign};

/// A real number, or something that behaves like one.
pub trait Real: Scalar + Copy + Num + NumAssign + Neg<Output = Self> + PartialOrd {
    /// The nearest representable value of a constant.
    fn from_f64(value: f64) -> Self;
    /// The distance from 1 to the next larger representable number.
    fn epsilon() -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The natural logarithm of `1 + self`, accurate near zero.
    fn ln_1p(self) -> Self;
    /// The sine of an angle in radians.
    fn sin(self) -> Self;
    /// The cosine of an angle in radians.
    fn cos(self) -> Self;
    /// The angle of the point `(x, self)` in radians, from -π to π.
    fn atan2(self, x: Self) -> Self;

    /// The absolute value.
    #[inline]
    fn abs(self) -> Self {
        if self < Self::zero() { -self } else { self }
    }
    /// The larger of two values.
    #[inline]
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
    /// The smaller of two values.
    #[inline]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    /// The constant 2.
    #[inline]
    fn two() -> Self {
        Self::one() + Self::one()
    }
    /// The constant 1/2.
    #[inline]
    fn half() -> Self {
        Self::from_f64(0.5)
    }
    /// Positive infinity: the energy of a state that must not be reached.
    #[inline]
    fn infinity() -> Self {
        Self::from_f64(f64::INFINITY)
    }
}

/// The machine's square root where `std` gives it, else `libm`'s: both round exactly, so the bits are
/// the same; on a GPU its instruction, which `core` knows only by an unstable name. (`libm` issues a legacy SSE instruction, which stalls for about 100 ns amid AVX code.)
macro_rules! exact_sqrt {
    ($float:ty, $x:expr, $libm:path, $core:path) => {{
        #[cfg(feature = "std")]
        let root = <$float>::sqrt($x);
        #[cfg(all(not(feature = "std"), target_arch = "nvptx64"))]
        let root = $core($x);
        #[cfg(all(not(feature = "std"), not(target_arch = "nvptx64")))]
        let root = $libm($x);
        root
    }};
}

/// The angle of the point `(x, y)` in single precision, within 3e-7 of the right one: without the branches of `libm`,
/// which a GPU's threads would all have to take. The polynomial is 4.4.49 of Abramowitz and Stegun's Handbook of
/// Mathematical Functions (1964).
#[inline]
fn single_atan2(y: f32, x: f32) -> f32 {
    const POLYNOMIAL: [f32; 8] = [
        0.002_866_225_7,
        -0.016_165_737,
        0.042_909_614,
        -0.075_289_64,
        0.106_562_64,
        -0.142_089,
        0.199_935_51,
        -0.333_331_45,
    ];
    let (a, b) = (Real::abs(x), Real::abs(y));
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    let ratio = if more > 0.0 { less / more } else { 0.0 };
    let square = ratio * ratio;
    let mut sum = 0.0;
    for coefficient in POLYNOMIAL {
        sum = sum * square + coefficient;
    }
    let angle = ratio + ratio * (square * sum);
    let angle = if a < b {
        core::f32::consts::FRAC_PI_2 - angle
    } else {
        angle
    };
    let angle = if x < 0.0 {
        core::f32::consts::PI - angle
    } else {
        angle
    };
    if y < 0.0 { -angle } else { angle }
}

impl Real for f64 {
    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline]
    fn epsilon() -> Self {
        f64::EPSILON
    }
    #[inline]
    fn sqrt(self) -> Self {
        exact_sqrt!(f64, self, libm::sqrt, core::f64::math::sqrt)
    }
    #[inline]
    fn ln(self) -> Self {
        libm::log(self)
    }
    #[inline]
    fn ln_1p(self) -> Self {
        libm::log1p(self)
    }
    #[inline]
    fn sin(self) -> Self {
        libm::sin(self)
    }
    #[inline]
    fn cos(self) -> Self {
        libm::cos(self)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        libm::atan2(self, x)
    }
}

impl Real for f32 {
    #[inline]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn epsilon() -> Self {
        f32::EPSILON
    }
    #[inline]
    fn sqrt(self) -> Self {
        exact_sqrt!(f32, self, libm::sqrtf, core::f32::math::sqrt)
    }
    #[inline]
    fn ln(self) -> Self {
        libm::logf(self)
    }
    #[inline]
    fn ln_1p(self) -> Self {
        libm::log1pf(self)
    }
    #[inline]
    fn sin(self) -> Self {
        libm::sinf(self)
    }
    #[inline]
    fn cos(self) -> Self {
        libm::cosf(self)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        single_atan2(self, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_in_single_precision_are_right_within_rounding() {
        for k in 0..20_000 {
            let angle = core::f64::consts::PI * (f64::from(k) / 10_000.0 - 1.0);
            for radius in [1e-6, 1.0, 1e6] {
                let (y, x) = (radius * libm::sin(angle), radius * libm::cos(angle));
                let (y, x) = (y as f32, x as f32);
                let right = libm::atan2(f64::from(y), f64::from(x));
                let error = f64::from(Real::atan2(y, x)) - right;
                assert!(error.abs() < 3e-7, "{error:e} at {angle}");
            }
        }
        for small in [1e-3_f32, 1e-10, 1e-30] {
            let right = libm::atan2(f64::from(small), 1.0);
            let ratio = f64::from(Real::atan2(small, 1.0)) / right;
            assert!((ratio - 1.0).abs() < 2e-7, "{ratio}");
        }
        assert_eq!(Real::atan2(0.0_f32, 0.0), 0.0);
    }
}
