//! The clamped log barrier (IPC 2020, equation 6) on squared distances:
//! `b(s) = -(s - ŝ)² ln(s/ŝ)` for `0 < s < ŝ`, zero beyond, infinite at contact.
//!
//! Without thickness `s = d²`, `ŝ = d̂²`; with the offset ξ of Codimensional IPC (section 5)
//! `s = d² - ξ²`, `ŝ = 2 ξ d̂ + d̂²`. Written in `y = (ŝ - s)/s`, so that no term cancels:
//!
//! ```text
//! b' = -(ŝ - s) (y - 2 ln(s/ŝ)),   b'' = y (4 + y) - 2 ln(s/ŝ)
//! ```
//!
//! ```
//! use tangency_formulas::contact::log_barrier::{first, value};
//!
//! let shat = 1e-3_f64.powi(2);
//! assert_eq!(value(shat, shat), 0.0);
//! assert_eq!(value(0.0, shat), f64::INFINITY);
//! // At half of the squared reach: ŝ²/4 ln 2, and it pushes apart.
//! let half = 0.5 * shat;
//! assert!((value(half, shat) / (0.25 * shat * shat * 2_f64.ln()) - 1.0).abs() < 1e-12);
//! assert!(first(half, shat) < 0.0);
//! ```

use super::log_ratio::{LANES, log_ratio, log_ratios};
use crate::Real;

/// The barrier, in m⁴ (times the stiffness κ: an energy).
#[inline]
pub fn value<R: Real>(s: R, shat: R) -> R {
    if s >= shat {
        R::zero()
    } else if s <= R::zero() {
        R::infinity()
    } else {
        let gap = shat - s;
        -(gap * gap * log_ratio(s, shat))
    }
}

/// First derivative with respect to `s`, in m²; never positive.
#[inline]
pub fn first<R: Real>(s: R, shat: R) -> R {
    if s >= shat {
        R::zero()
    } else if s <= R::zero() {
        -R::infinity()
    } else {
        let gap = shat - s;
        -(gap * (gap / s - R::two() * log_ratio(s, shat)))
    }
}

/// Second derivative with respect to `s` (dimensionless); never negative.
#[inline]
pub fn second<R: Real>(s: R, shat: R) -> R {
    if s >= shat {
        R::zero()
    } else if s <= R::zero() {
        R::infinity()
    } else {
        let y = (shat - s) / s;
        y * (R::from_f64(4.0) + y) - R::two() * log_ratio(s, shat)
    }
}

/// [`value`] of many, with the same bits.
#[inline]
pub fn values(s: &[f64; LANES], shat: &[f64; LANES]) -> [f64; LANES] {
    let logs = log_ratios(s, shat);
    core::array::from_fn(|k| {
        let gap = shat[k] - s[k];
        let inside = -(gap * gap * logs[k]);
        choose(s[k], shat[k], f64::INFINITY, inside)
    })
}

/// [`first`] of many, with the same bits.
#[inline]
pub fn firsts(s: &[f64; LANES], shat: &[f64; LANES]) -> [f64; LANES] {
    let logs = log_ratios(s, shat);
    core::array::from_fn(|k| {
        let gap = shat[k] - s[k];
        let inside = -(gap * (gap / s[k] - 2.0 * logs[k]));
        choose(s[k], shat[k], f64::NEG_INFINITY, inside)
    })
}

/// Zero out of reach, `touching` at contact, else what is inside.
#[inline]
fn choose(s: f64, shat: f64, touching: f64, inside: f64) -> f64 {
    let close = if s <= 0.0 { touching } else { inside };
    if s >= shat { 0.0 } else { close }
}

#[cfg(test)]
mod tests {
    #[test]
    fn many_have_the_bits_of_one() {
        let shat = [1e-3; LANES];
        for s in [
            [-1.0, 0.0, 1e-9, 4.9e-4, 5e-4, 5.1e-4, 9.99e-4, 1e-3],
            [
                2.0,
                1e-300,
                7.07e-4,
                7.08e-4,
                1e-12,
                f64::NAN,
                f64::INFINITY,
                3e-4,
            ],
        ] {
            // Rust leaves the sign of a NaN that is computed to the compiler.
            let one_nan = |b: f64| if b.is_nan() { f64::NAN } else { b };
            let bits = |numbers: [f64; LANES]| numbers.map(|b| one_nan(b).to_bits());
            let one = core::array::from_fn(|k| {
                if s[k].is_nan() {
                    values(&s, &shat)[k]
                } else {
                    value(s[k], shat[k])
                }
            });
            assert_eq!(bits(values(&s, &shat)), bits(one));
            let one = core::array::from_fn(|k| {
                if s[k].is_nan() {
                    firsts(&s, &shat)[k]
                } else {
                    first(s[k], shat[k])
                }
            });
            assert_eq!(bits(firsts(&s, &shat)), bits(one));
            assert!(
                s.iter()
                    .zip(values(&s, &shat))
                    .all(|(s, b)| !s.is_nan() || b.is_nan())
            );
        }
    }

    use super::*;
    use num_dual::HyperDual64;

    #[test]
    fn derivatives_are_exact_over_the_whole_range() {
        for exponent in 0..120 {
            let shat = 3e-6;
            let s = shat * (1.0 - 0.999 * libm::exp(-0.3 * f64::from(exponent)));
            for s in [s, shat * libm::exp(-0.5 * f64::from(exponent) - 1e-3)] {
                let mut dual = HyperDual64::from_re(s);
                (dual.eps1, dual.eps2) = (1.0, 1.0);
                let y = value(dual, HyperDual64::from_re(shat));
                let gap = (shat - s) / shat;
                assert!((y.re - value(s, shat)).abs() <= 1e-15 * y.re);
                assert!((y.eps1 - first(s, shat)).abs() <= 1e-12 * y.eps1.abs());
                // The dual sum itself cancels where the gap closes.
                let bound = 1e-12 * y.eps1eps2.abs() + 1e-15 * gap.min(1.0);
                assert!((y.eps1eps2 - second(s, shat)).abs() <= bound, "{s:e}");
            }
        }
    }

    #[test]
    fn it_vanishes_beyond_and_is_infinite_at_contact() {
        assert_eq!(
            (value(2.0, 1.0), first(2.0, 1.0), second(2.0, 1.0)),
            (0.0, 0.0, 0.0)
        );
        assert_eq!(value(0.0, 1.0), f64::INFINITY);
        assert_eq!(value(-1.0, 1.0), f64::INFINITY);
    }
}
