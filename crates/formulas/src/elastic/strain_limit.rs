//! The isotropic strain limit (Codimensional IPC 2021, equations 4 to 7): a barrier that keeps both
//! singular values below `s` and does nothing below `ŝ`,
//!
//! ```text
//! Ψ = κ_s Σ b(yi),   yi = (ŝ - σi)/(s - ŝ),   b(y) = -y² ln(1 + y) for y < 0, else 0
//! ```
//!
//! twice continuously differentiable, infinite for `σi >= s`. It is an energy density, so that its
//! effect does not depend on the mesh, and is added to a membrane by [`super::MembraneSum`]. Written in the
//! used part of the range `z = -y` and the part left `w = 1 - z = (s - σ)/(s - ŝ)`:
//!
//! ```text
//! b = -z² ln w,   b' = z²/w - 2 z ln w,   b'' = (z/w)² + 4 z/w - 2 ln w   (by z)
//! (b'(z0) - b'(z1))/(z0 - z1) = (z0 + z1 w0)/(w0 w1) - 2 ln w0 + 2 (z1/w1) (-ln(1 - t)/t)
//! ```
//!
//! with `t = (z0 - z1)/w1`: no term cancels, also where both values are equal.
//!
//! With `s` below `ŝ` the same formulas keep both singular values above `s`: a limit of squeezing.

use super::membrane::{Isotropic, MembraneEnergy, MembranePrincipal, projected, second};
use super::svd2::svd2;
use crate::{Mat3, Real};
use nalgebra::{Matrix3x2, Vector2};

/// The limit's stiffness and range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct StrainLimit<R: Real> {
    /// Stiffness `κ_s`, in Pa.
    pub kappa: R,
    /// The limit `s` of every stretch: never reached from below where it is more than `shat`, from above where less.
    pub s: R,
    /// The stretch `ŝ` at which the barrier sets in; between `s` and the rest shape, or at it.
    pub shat: R,
}

/// A stretch beyond the threshold, towards the limit: the used and the left part of the range, `z + w = 1`.
#[derive(Clone, Copy)]
struct Range<R> {
    z: R,
    w: R,
}

impl<R: Real> Range<R> {
    /// `ln w`, accurate also where `z` is small.
    #[inline]
    fn log(self) -> R {
        if self.z < R::half() {
            (-self.z).ln_1p()
        } else {
            self.w.ln()
        }
    }

    #[inline]
    fn value(self) -> R {
        -(self.z * self.z * self.log())
    }

    #[inline]
    fn first(self) -> R {
        self.z * (self.z / self.w - R::two() * self.log())
    }

    #[inline]
    fn second(self) -> R {
        let ratio = self.z / self.w;
        ratio * (ratio + R::from_f64(4.0)) - R::two() * self.log()
    }
}

/// The divided difference `(b'(a) - b'(b))/(a - b)`.
#[inline]
fn divided<R: Real>(a: Range<R>, b: Range<R>) -> R {
    let (one, two) = (R::one(), R::two());
    let t = (a.z - b.z) / b.w;
    let slope = if t == R::zero() {
        one
    } else {
        -(-t).ln_1p() / t
    };
    (a.z + b.z * a.w) / (a.w * b.w) - two * a.log() + two * (b.z / b.w) * slope
}

impl<R: Real> StrainLimit<R> {
    /// The place of a stretch in the barrier's range; `None` on the rest shape's side of it.
    #[inline]
    fn range(&self, sigma: R) -> Option<Range<R>> {
        let width = self.s - self.shat;
        let range = Range {
            z: (sigma - self.shat) / width,
            w: (self.s - sigma) / width,
        };
        (range.z > R::zero()).then_some(range)
    }

    /// Whether a stretch keeps the limit.
    #[inline]
    fn is_kept(&self, sigma: R) -> bool {
        if self.s > self.shat {
            sigma < self.s
        } else {
            sigma > self.s
        }
    }

    /// `∂Ψ/∂σ` of one singular value, in Pa.
    #[inline]
    fn slope(&self, sigma: R) -> R {
        let first = self.range(sigma).map_or(R::zero(), Range::first);
        self.kappa / (self.s - self.shat) * first
    }
}

impl<R: Real> MembraneEnergy<R> for StrainLimit<R> {
    #[inline]
    fn energy(&self, f: &Matrix3x2<R>) -> R {
        let sigma = svd2(f).sigma;
        let mut sum = R::zero();
        for i in 0..2 {
            if self.is_kept(sigma[i]) {
                sum += self.range(sigma[i]).map_or(R::zero(), Range::value);
            } else {
                return R::infinity();
            }
        }
        self.kappa * sum
    }

    #[inline]
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R> {
        let svd = svd2(f);
        let mut stress = Matrix3x2::zeros();
        for i in 0..2 {
            let direction = svd.u.column(i) * self.slope(svd.sigma[i]);
            stress += direction * svd.v.column(i).transpose();
        }
        stress
    }

    #[inline]
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        projected(self, f)
    }

    #[inline]
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        second(self, f)
    }
}

impl<R: Real> Isotropic<R> for StrainLimit<R> {
    #[inline]
    fn principal(&self, sigma: &Vector2<R>) -> MembranePrincipal<R> {
        let zero = R::zero();
        let width = self.s - self.shat;
        let scale = self.kappa / (width * width);
        let (high, low) = (sigma[0].max(sigma[1]), sigma[0].min(sigma[1]));
        let flip = match (self.range(high), self.range(low)) {
            (Some(high), Some(low)) => divided(high, low),
            (Some(range), None) | (None, Some(range)) => range.first() * width.abs() / (high - low),
            (None, None) => zero,
        };
        let slope = [self.slope(sigma[0]), self.slope(sigma[1])];
        let second = |i: usize| scale * self.range(sigma[i]).map_or(zero, Range::second);
        let sum = slope[0] + slope[1];
        // Zero stretch has zero stress; it must not divide it.
        let ratio = |stress: R, stretch: R| {
            if stress != zero {
                stress / stretch
            } else {
                zero
            }
        };
        MembranePrincipal {
            scaling: [[second(0), zero], [zero, second(1)]],
            flip: scale * flip,
            twist: ratio(sum, sigma[0] + sigma[1]),
            out: [ratio(slope[0], sigma[0]), ratio(slope[1], sigma[1])],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::largest_stretch;
    use crate::elastic::membrane::tests::{check, stretched};
    use crate::testing::Random;
    use nalgebra::Matrix2;
    use num_dual::HyperDual64;

    const LIMIT: StrainLimit<f64> = StrainLimit {
        kappa: 2.0,
        s: 1.25,
        shat: 1.0,
    };

    const SQUEEZE: StrainLimit<f64> = StrainLimit {
        kappa: 2.0,
        s: 0.75,
        shat: 1.0,
    };

    /// `κ b` of one stretch.
    fn barrier(limit: &StrainLimit<f64>, sigma: HyperDual64) -> HyperDual64 {
        let y = (-sigma + limit.shat) / (limit.s - limit.shat);
        -(y * y * Real::ln_1p(y)) * limit.kappa
    }

    /// The larger singular value, from `tr FᵀF` and `det FᵀF`.
    fn larger(f: &Matrix3x2<HyperDual64>) -> HyperDual64 {
        let c = f.transpose() * f;
        let half = (c[(0, 0)] - c[(1, 1)]) * 0.5;
        let root = Real::sqrt(half * half + c[(0, 1)] * c[(0, 1)]);
        Real::sqrt((c[(0, 0)] + c[(1, 1)]) * 0.5 + root)
    }

    /// The smaller one: the area by the larger one.
    fn smaller(f: &Matrix3x2<HyperDual64>) -> HyperDual64 {
        let normal = f.column(0).cross(&f.column(1));
        Real::sqrt(normal.dot(&normal)) / larger(f)
    }

    /// Both barriers without singular values, which need not differ: `-tr Y² ln(I + Y)` by the
    /// logarithm's series, `Y = (ŝ I - √(FᵀF))/(s - ŝ)`; 600 terms for `|y|` up to 0.92.
    fn both(limit: &StrainLimit<f64>, f: &Matrix3x2<HyperDual64>) -> HyperDual64 {
        let c = f.transpose() * f;
        let area = Real::sqrt(c[(0, 0)] * c[(1, 1)] - c[(0, 1)] * c[(0, 1)]);
        let trace = Real::sqrt(c[(0, 0)] + c[(1, 1)] + area * 2.0);
        let one = HyperDual64::from_re(1.0);
        let scale = one / HyperDual64::from_re(limit.s - limit.shat);
        let identity = Matrix2::<HyperDual64>::identity();
        let root = (c + identity * area) * (one / trace);
        let y = (identity * HyperDual64::from_re(limit.shat) - root) * scale;
        let mut power = y * y;
        let mut sum = HyperDual64::from_re(0.0);
        for k in 1..600 {
            power *= y;
            let sign = if k % 2 == 1 { -1.0 } else { 1.0 };
            sum += (power[(0, 0)] + power[(1, 1)]) * (sign / f64::from(k));
        }
        sum * limit.kappa
    }

    #[test]
    fn derivatives_are_exact_with_one_value_in_range() {
        let mut random = Random(68);
        for low in [0.0, 1e-3, 0.5, 0.9, 0.999] {
            for high in [1.01, 1.1, 1.2, 1.249, 1.2499] {
                let f = stretched(&mut random, [high, low]);
                check(&LIMIT, |f| barrier(&LIMIT, larger(f)), &f, 1e-11);
            }
        }
        for low in [0.99, 0.9, 0.8, 0.751, 0.7501] {
            for high in [1.001, 1.1, 1.5, 3.0] {
                let f = stretched(&mut random, [high, low]);
                check(&SQUEEZE, |f| barrier(&SQUEEZE, smaller(f)), &f, 1e-11);
            }
        }
    }

    #[test]
    fn derivatives_are_exact_with_both_values_in_range() {
        let mut random = Random(69);
        for beyond in [0.02, 0.1, 0.2] {
            for more in [0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.5e-2] {
                let f = stretched(&mut random, [1.0 + beyond, 1.0 + beyond - more]);
                check(&LIMIT, |f| both(&LIMIT, f), &f, 1e-11);
                let f = stretched(&mut random, [1.0 - beyond + more, 1.0 - beyond]);
                check(&SQUEEZE, |f| both(&SQUEEZE, f), &f, 1e-11);
            }
            let f = stretched(&mut random, [1.23, 1.0 + beyond]);
            check(&LIMIT, |f| both(&LIMIT, f), &f, 1e-11);
            let f = stretched(&mut random, [1.0 - beyond, 0.77]);
            check(&SQUEEZE, |f| both(&SQUEEZE, f), &f, 1e-11);
        }
    }

    #[test]
    fn a_limit_of_squeezing_does_nothing_above_its_threshold_and_is_infinite_at_the_limit() {
        for sigma in [[1.0, 1.0], [2.0, 1.0], [1e6, 3.0]] {
            let f = Matrix3x2::new(sigma[0], 0.0, 0.0, sigma[1], 0.0, 0.0);
            assert_eq!(SQUEEZE.energy(&f), 0.0);
            assert_eq!(SQUEEZE.stress(&f), Matrix3x2::zeros());
            assert_eq!(SQUEEZE.projected(&f), [Mat3::zeros(); 3]);
        }
        for low in [0.75, 0.7, 0.0, f64::NAN] {
            let f = Matrix3x2::new(1.0, 0.0, 0.0, low, 0.0, 0.0);
            assert_eq!(SQUEEZE.energy(&f), f64::INFINITY, "{low}");
        }
        let f = Matrix3x2::new(1.0, 0.0, 0.0, 0.76, 0.0, 0.0);
        assert!(SQUEEZE.energy(&f) > 0.0 && SQUEEZE.stress(&f)[(1, 1)] < 0.0);
    }

    #[test]
    fn it_does_nothing_below_its_threshold_and_is_infinite_at_the_limit() {
        let mut random = Random(70);
        for sigma in [[1.0, 0.5], [0.9, 0.9], [0.3, 0.0], [0.0, 0.0]] {
            let f = Matrix3x2::new(sigma[0], 0.0, 0.0, sigma[1], 0.0, 0.0);
            assert_eq!(LIMIT.energy(&f), 0.0);
            assert_eq!(LIMIT.stress(&f), Matrix3x2::zeros());
            assert_eq!(LIMIT.projected(&f), [Mat3::zeros(); 3]);
        }
        for high in [1.25, 1.3, 100.0, f64::INFINITY, f64::NAN] {
            let f = Matrix3x2::new(1.0, 0.0, 0.0, high, 0.0, 0.0);
            assert_eq!(LIMIT.energy(&f), f64::INFINITY);
        }
        // Near the limit, the energy is finite exactly where the largest stretch is below it.
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..2000 {
            let f = stretched(&mut random, [LIMIT.s, 1.1]);
            let is_inside = largest_stretch(&f) < LIMIT.s;
            assert_eq!(LIMIT.energy(&f).is_finite(), is_inside);
            inside += i32::from(is_inside);
            outside += i32::from(!is_inside);
        }
        assert!(inside > 100 && outside > 100, "{inside} {outside}");
    }

    #[test]
    fn it_grows_from_zero_to_third_order() {
        // b = z³ + z⁴/2 + z⁵/3 + ..., the rest less than z⁶/4 / (1 - z).
        for e in [1e-2, 1e-4, 1e-6] {
            let f = Matrix3x2::new(1.0 + e, 0.0, 0.0, 0.5, 0.0, 0.0);
            let z = ((1.0 + e) - 1.0) / 0.25;
            let expected = LIMIT.kappa * z * z * z * (1.0 + z / 2.0 + z * z / 3.0);
            let error = (LIMIT.energy(&f) - expected).abs();
            let rest = LIMIT.kappa * libm::pow(z, 6.0) / (4.0 * (1.0 - z));
            assert!(error < rest + 1e-15 * z * z, "{e:e} {error:e}");
        }
    }
}
