//! Whether a triangle is stretched less, or squeezed less, than a limit, exactly.
//!
//! With the rest shape given by the inverse `W` of its matrix, `F = [x1 - x0, x2 - x0] W` and `C = FᵀF`. The largest
//! stretch is below `s` where `s² I - C` is positive definite:
//!
//! ```text
//! s² > C11   and   (s² - C11)(s² - C22) > C12²
//! ```
//!
//! and the smallest one above `s` where `C - s² I` is, with the signs of the differences turned around.
//!
//! Floating point answers where its error cannot matter, integers where it can.

use dashu_int::IBig;

use crate::Vec3;
use crate::continuous::number::{Number, Vector, add, dot, scale, sub, to_integers};

/// Differences of squares from the limit's, relative to the largest of them, that floating point is trusted with.
const RELATIVE: f64 = 1e-9;

/// Whether the largest stretch of the triangle `x` (m), whose rest shape has the inverse matrix `w` (1/m, by rows), is
/// below `limit`.
#[must_use]
pub fn is_below(x: &[Vec3; 3], w: &[[f64; 2]; 2], limit: f64) -> bool {
    is_within(LimitSide::Below, x, w, limit)
}

/// Whether the smallest stretch of the triangle is above `limit`, otherwise as [`is_below`].
#[must_use]
pub fn is_above(x: &[Vec3; 3], w: &[[f64; 2]; 2], limit: f64) -> bool {
    is_within(LimitSide::Above, x, w, limit)
}

/// The side of the limit on which stretches have to be.
#[derive(Clone, Copy, PartialEq)]
enum LimitSide {
    Below,
    Above,
}

fn is_within(side: LimitSide, x: &[Vec3; 3], w: &[[f64; 2]; 2], limit: f64) -> bool {
    let sign = if side == LimitSide::Below { 1.0 } else { -1.0 };
    let (a, b) = (x[1] - x[0], x[2] - x[0]);
    let [f0, f1] = [0, 1].map(|c| a * w[0][c] + b * w[1][c]);
    let square = limit * limit;
    let squares = [f0, f1].map(|f| f.dot(&f));
    let [p, q] = squares.map(|c| sign * (square - c));
    let r = f0.dot(&f1);
    let gap = p * q - r * r;
    // Errors of coordinates count by what the rest shape makes of them.
    let size = x.iter().map(|x| x.amax()).fold(0.0, f64::max);
    let steepness = w.as_flattened().iter().map(|w| w.abs()).fold(0.0, f64::max);
    let largest = squares.into_iter().fold(square, f64::max);
    let doubt = RELATIVE * largest + 1e-14 * largest.sqrt() * size * steepness;
    let doubt_of_gap = doubt * (p.abs() + q.abs() + 2.0 * r.abs());
    if p.min(q) > doubt && gap > doubt_of_gap {
        return true;
    }
    if p.min(q) < -doubt || gap < -doubt_of_gap {
        return false;
    }
    is_within_in_integers(side, x, w, limit)
}

/// With every number an integer over the integer that stands for one: `x = X/U`, `w = W/V`, `s = S/T`, the stretch
/// `F` is `[X1 - X0, X2 - X0] W / (U V)`, and is compared as `T F` with `S U V`.
fn is_within_in_integers(side: LimitSide, x: &[Vec3; 3], w: &[[f64; 2]; 2], limit: f64) -> bool {
    let mut all = x.iter().flat_map(|x| x.iter()).chain(w.as_flattened());
    if !(all.all(|c| c.is_finite()) && limit.is_finite()) {
        return false;
    }
    let one = [1.0, 0.0, 0.0];
    let [x0, x1, x2] = x.map(<[f64; 3]>::from);
    let [x0, x1, x2, unit_x] = to_integers(&[x0, x1, x2, one]);
    let [[w00, w01, _], [w10, w11, _], unit_w] =
        to_integers(&[[w[0][0], w[0][1], 0.0], [w[1][0], w[1][1], 0.0], one]);
    let [[limit, unit_limit, _]] = to_integers(&[[limit, 1.0, 0.0]]);
    let bound = limit.times(&unit_x[0]).times(&unit_w[0]);
    let square = bound.times(&bound);
    let (a, b) = (sub(&x1, &x0), sub(&x2, &x0));
    let column = |wa: &IBig, wb: &IBig| {
        let sum: Vector<IBig> = add(&scale(wa, &a), &scale(wb, &b));
        scale(&unit_limit, &sum)
    };
    let (f0, f1) = (column(&w00, &w10), column(&w01, &w11));
    let [p, q] = [&f0, &f1].map(|f| match side {
        LimitSide::Below => square.minus(&dot(f, f)),
        LimitSide::Above => dot(f, f).minus(&square),
    });
    let r = dot(&f0, &f1);
    p > IBig::ZERO && p.times(&q) > r.times(&r)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

    fn stretched(by: [f64; 2]) -> [Vec3; 3] {
        [Vec3::zeros(), Vec3::x() * by[0], Vec3::y() * by[1]]
    }

    #[test]
    fn one_unit_in_the_last_place_is_seen() {
        let limit = 1.0625;
        let below = f64::from_bits(f64::to_bits(limit) - 1);
        let above = f64::from_bits(f64::to_bits(limit) + 1);
        for (stretch, expected) in [(below, true), (limit, false), (above, false)] {
            assert_eq!(is_below(&stretched([stretch, 1.0]), &UNIT, limit), expected);
            assert_eq!(is_below(&stretched([0.5, stretch]), &UNIT, limit), expected);
            // The rest shape half as large, the triangle too.
            let w = [[2.0, 0.0], [0.0, 2.0]];
            let x = stretched([0.5 * stretch, 0.5]);
            assert_eq!(is_below(&x, &w, limit), expected);
        }
        let limit = 0.9375;
        let below = f64::from_bits(f64::to_bits(limit) - 1);
        let above = f64::from_bits(f64::to_bits(limit) + 1);
        for (stretch, expected) in [(below, false), (limit, false), (above, true)] {
            assert_eq!(is_above(&stretched([stretch, 1.0]), &UNIT, limit), expected);
            assert_eq!(is_above(&stretched([1.5, stretch]), &UNIT, limit), expected);
        }
    }

    /// A band a hundred thousand times as long as at rest: what is squeezed across is seen all the same.
    #[test]
    fn one_unit_in_the_last_place_is_seen_beside_a_large_stretch() {
        let limit = 0.9375;
        // Turned in the plane of rest, so that no entry of C is the square of one stretch.
        let (c, s) = (0.6, 0.8);
        let w = [[c, s], [-s, c]];
        for (stretch, expected) in [
            (f64::from_bits(f64::to_bits(limit) - 1), false),
            (limit, false),
            (f64::from_bits(f64::to_bits(limit) + 1), true),
        ] {
            let x = stretched([1e5, stretch]);
            assert_eq!(is_above(&x, &UNIT, limit), expected);
            // 0.6 and 0.8 are no binary fractions: the turned limit is the answer of integers.
            let turned = is_within_in_integers(LimitSide::Above, &x, &w, limit);
            assert_eq!(is_above(&x, &w, limit), turned);
        }
    }

    #[test]
    fn shear_counts_by_its_largest_and_smallest_stretch() {
        // x1 = (1, 0), x2 = (k, 1): the stretches of a simple shear k are sqrt(1 + k²/4) ± k/2.
        let k: f64 = 0.3;
        let largest = (1.0 + 0.25 * k * k).sqrt() + 0.5 * k;
        let x = [Vec3::zeros(), Vec3::x(), Vec3::new(k, 1.0, 0.0)];
        assert!(is_below(&x, &UNIT, largest + 1e-12));
        assert!(!is_below(&x, &UNIT, largest - 1e-12));
        let smallest = largest - k;
        assert!(is_above(&x, &UNIT, smallest - 1e-12));
        assert!(!is_above(&x, &UNIT, smallest + 1e-12));
    }
}
