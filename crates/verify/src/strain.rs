//! Is a triangle strained less than its limits? Exact; reaching a limit counts as beyond it.
//!
//! With `W` the inverse of the rest shape's matrix, 1/m, let `F = [x1 - x0, x2 - x0] W`, `C = FᵀF` and
//! `E = (C - I) / 2` (Green strain; Li et al. 2021, section 4). All without units.
//! - The largest stretch, the larger singular value of `F`, is below `s > 0` iff `s² I - C` is positive definite:
//!   `s² > C11` and `(s² - C11)(s² - C22) > C12²`. The smallest one is above `s` iff `C - s² I` is: with the signs of
//!   the differences turned around.
//! - `|E11| < l` iff `|C11 - 1| < 2 l`, the same for `E22`, and `|E12| < l` iff `|C12| < 2 l`.
//!
//! Floating point answers the easy cases. On the longest path to an entry of `C` are nine roundings (difference,
//! product and sum for each of two entries of `F`, a product, two sums), so that its error is at most `10 u M`, with
//! `M` the same sum of absolute values, `u = 2^-53`; `M12` is at most the mean of `M11` and `M22`. Subtracting it from
//! the rounded `s²`, or 1 from it, adds at most `u` times the sizes of both, twice. All errors are thus below `12 u T`,
//! with `T` the sum of `M11`, `M22` and what they are compared with; `16 u T` is used, which leaves more than the few
//! roundings of the comparisons themselves.

use dashu_int::IBig;
use tangency_io::run_folder::LimitedSheet;

use crate::exact::{
    IntPoint, Point, UNIT_ROUNDOFF, dot, dot_integers, sub, sub_integers, to_integers,
};
use crate::report::{FailureKind, GreenStrain};

const DOUBT: f64 = 16.0 * UNIT_ROUNDOFF;

/// Sizes between these neither over- nor underflow where it matters: products of two of them and of their doubts are
/// normal numbers, and what underflows on the way to `C` is nothing beside `u` times the smallest.
const SMALLEST: f64 = 1e-100;
const LARGEST: f64 = 1e100;

/// The first limit of the sheet that its corners `x` (m) do not keep.
pub(crate) fn beyond(x: [Point; 3], sheet: &LimitedSheet) -> Option<FailureKind> {
    let w = sheet.inverse;
    let c = Squares::new(x, w);
    let [stretch, green @ ..] = sheet.limits;
    if stretch < f64::INFINITY && !is_stretch_within(StretchSide::Below, &c, x, w, stretch) {
        return Some(FailureKind::Strain {
            stretch: c.largest_stretch(),
            limit: stretch,
        });
    }
    let squeeze = sheet.squeeze_limit;
    if squeeze > 0.0 && !is_stretch_within(StretchSide::Above, &c, x, w, squeeze) {
        return Some(FailureKind::Squeeze {
            stretch: c.smallest_stretch(),
            limit: squeeze,
        });
    }
    let components = [GreenStrain::E11, GreenStrain::E22, GreenStrain::E12];
    let mut limits = components.into_iter().zip(green);
    let (component, limit) = limits.find(|&(component, limit)| {
        limit < f64::INFINITY && !is_green_strain_below(&c, x, w, component, limit)
    })?;
    Some(FailureKind::GreenStrain {
        component,
        strain: c.twice_green_strain(component) / 2.0,
        limit,
    })
}

/// The side of the limit on which every stretch has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum StretchSide {
    Below,
    Above,
}

fn is_stretch_within(
    side: StretchSide,
    c: &Squares,
    x: [Point; 3],
    w: [f64; 4],
    limit: f64,
) -> bool {
    let decided = c.is_stretch_within(side, limit);
    limit > 0.0 && decided.unwrap_or_else(|| IntSquares::new(x, w, limit).is_stretch_within(side))
}

fn is_green_strain_below(
    c: &Squares,
    x: [Point; 3],
    w: [f64; 4],
    component: GreenStrain,
    limit: f64,
) -> bool {
    let decided = c.is_green_strain_below(component, limit);
    decided.unwrap_or_else(|| IntSquares::new(x, w, limit).is_green_strain_below(component))
}

/// The entries of `C`, rounded.
struct Squares {
    c11: f64,
    c22: f64,
    c12: f64,
    /// `M11 + M22`.
    size: f64,
}

impl Squares {
    fn new(x: [Point; 3], w: [f64; 4]) -> Self {
        let (a, b) = (sub(x[1], x[0]), sub(x[2], x[0]));
        let column = |wa: f64, wb: f64| [0, 1, 2].map(|k| a[k] * wa + b[k] * wb);
        let bound = |wa: f64, wb: f64| [0, 1, 2].map(|k| (a[k] * wa).abs() + (b[k] * wb).abs());
        let (f1, f2) = (column(w[0], w[2]), column(w[1], w[3]));
        let (m1, m2) = (bound(w[0], w[2]), bound(w[1], w[3]));
        Self {
            c11: dot(f1, f1),
            c22: dot(f2, f2),
            c12: dot(f1, f2),
            size: dot(m1, m1) + dot(m2, m2),
        }
    }

    fn largest_stretch(&self) -> f64 {
        let (mean, half) = ((self.c11 + self.c22) / 2.0, (self.c11 - self.c22) / 2.0);
        (mean + half.hypot(self.c12)).sqrt()
    }

    /// The area by the largest one.
    fn smallest_stretch(&self) -> f64 {
        let square = self.c11 * self.c22 - self.c12 * self.c12;
        square.max(0.0).sqrt() / self.largest_stretch()
    }

    /// `C11 - 1`, `C22 - 1` or `C12`.
    fn twice_green_strain(&self, component: GreenStrain) -> f64 {
        match component {
            GreenStrain::E11 => self.c11 - 1.0,
            GreenStrain::E22 => self.c22 - 1.0,
            GreenStrain::E12 => self.c12,
        }
    }

    /// Whether stretches are on that side of a positive limit, where floating point can prove it.
    fn is_stretch_within(&self, side: StretchSide, limit: f64) -> Option<bool> {
        let square = limit * limit;
        let size = square + self.size;
        if !(SMALLEST..=LARGEST).contains(&size) {
            return None;
        }
        let e = DOUBT * size;
        let sign = if side == StretchSide::Below {
            1.0
        } else {
            -1.0
        };
        let [p, q] = [self.c11, self.c22].map(|c| sign * (square - c));
        let r = self.c12.abs();
        if p > e && q > e && (p - e) * (q - e) > (r + e) * (r + e) {
            return Some(true);
        }
        let is_beyond = p < -e || q < -e || (r > e && (p + e) * (q + e) < (r - e) * (r - e));
        is_beyond.then_some(false)
    }

    /// Whether the strain is below the limit, where floating point can prove it.
    fn is_green_strain_below(&self, component: GreenStrain, limit: f64) -> Option<bool> {
        let twice = self.twice_green_strain(component).abs();
        let size = self.size + 1.0 + 2.0 * limit.abs();
        let e = DOUBT * size;
        if !(1.0..=LARGEST).contains(&size) || (twice - 2.0 * limit).abs() <= e {
            return None;
        }
        Some(twice < 2.0 * limit)
    }
}

/// The same in integers: with `one` the integer that stands for 1, those of positions, `W` and the limit are `one`
/// times too large, and the entries of `C` are `one⁴` times.
struct IntSquares {
    c11: IBig,
    c22: IBig,
    c12: IBig,
    limit: IBig,
    one: IBig,
}

impl IntSquares {
    fn new(x: [Point; 3], w: [f64; 4], limit: f64) -> Self {
        let [x0, x1, x2] = x;
        let [x0, x1, x2, [w11, w12, w21], [w22, limit, one]] =
            to_integers([x0, x1, x2, [w[0], w[1], w[2]], [w[3], limit, 1.0]]);
        let (a, b) = (sub_integers(&x1, &x0), sub_integers(&x2, &x0));
        let column =
            |wa: &IBig, wb: &IBig| -> IntPoint { [0, 1, 2].map(|k| &a[k] * wa + &b[k] * wb) };
        let (f1, f2) = (column(&w11, &w21), column(&w12, &w22));
        Self {
            c11: dot_integers(&f1, &f1),
            c22: dot_integers(&f2, &f2),
            c12: dot_integers(&f1, &f2),
            limit,
            one,
        }
    }

    fn is_stretch_within(&self, side: StretchSide) -> bool {
        let limit = &self.limit * &self.one;
        let square = &limit * &limit;
        let [p, q] = [&self.c11, &self.c22].map(|c| match side {
            StretchSide::Below => &square - c,
            StretchSide::Above => c - &square,
        });
        p > IBig::ZERO && p * q > &self.c12 * &self.c12
    }

    fn is_green_strain_below(&self, component: GreenStrain) -> bool {
        let cube = &self.one * &self.one * &self.one;
        let twice = match component {
            GreenStrain::E11 => &self.c11 - &cube * &self.one,
            GreenStrain::E22 => &self.c22 - &cube * &self.one,
            GreenStrain::E12 => self.c12.clone(),
        };
        let bound = &self.limit * cube * IBig::from(2);
        twice < bound && -twice < bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: f64 = f64::INFINITY;
    const IDENTITY: [f64; 4] = [1.0, 0.0, 0.0, 1.0];

    fn sheet(inverse: [f64; 4], limits: [f64; 4]) -> LimitedSheet {
        LimitedSheet {
            vertices: [0, 1, 2],
            inverse,
            limits,
            squeeze_limit: 0.0,
        }
    }

    fn keeps_stretch(x: [Point; 3], inverse: [f64; 4], limit: f64) -> bool {
        beyond(x, &sheet(inverse, [limit, NONE, NONE, NONE])).is_none()
    }

    /// That `limit` is reached exactly: kept one ulp above, not there, not below, and floating point cannot tell.
    fn is_reached(x: [Point; 3], inverse: [f64; 4], limit: f64) {
        let filtered = Squares::new(x, inverse).is_stretch_within(StretchSide::Below, limit);
        assert_eq!(filtered, None, "{limit} is too close for floating point");
        assert!(keeps_stretch(x, inverse, limit.next_up()), "above {limit}");
        assert!(!keeps_stretch(x, inverse, limit), "at {limit}");
        assert!(
            !keeps_stretch(x, inverse, limit.next_down()),
            "below {limit}"
        );
    }

    #[test]
    fn one_ulp_of_stretch_decides() {
        let o = [0.0; 3];
        is_reached([o, [1.1, 0.0, 0.0], [0.0, 1.0, 0.0]], IDENTITY, 1.1);
        is_reached([o, [1.0, 0.0, 0.0], [0.0, 0.0, 1.1]], IDENTITY, 1.1);
        // Five times a rotation, off the axes, and the same at twice the rest size.
        let turned = [[7.0, 0.25, -3.0], [10.0, 4.25, -3.0], [3.0, 3.25, -3.0]];
        is_reached(turned, IDENTITY, 5.0);
        is_reached(turned, [0.5, 0.0, 0.0, 0.5], 2.5);
    }

    /// The same for the smallest stretch: kept one ulp below.
    fn is_squeezed_to(x: [Point; 3], inverse: [f64; 4], limit: f64) {
        let filtered = Squares::new(x, inverse).is_stretch_within(StretchSide::Above, limit);
        assert_eq!(filtered, None, "{limit} is too close for floating point");
        let keeps = |squeeze_limit| {
            let sheet = LimitedSheet {
                squeeze_limit,
                ..sheet(inverse, [NONE; 4])
            };
            beyond(x, &sheet).is_none()
        };
        assert!(keeps(limit.next_down()), "below {limit}");
        assert!(!keeps(limit), "at {limit}");
        assert!(!keeps(limit.next_up()), "above {limit}");
        assert!(keeps(0.0), "without a limit");
    }

    #[test]
    fn one_ulp_of_squeezing_decides() {
        let o = [0.0; 3];
        is_squeezed_to([o, [0.9, 0.0, 0.0], [0.0, 1.0, 0.0]], IDENTITY, 0.9);
        is_squeezed_to([o, [1.5, 0.0, 0.0], [0.0, 0.0, 0.9]], IDENTITY, 0.9);
        // The shear below has the stretches 2 and 1/2.
        let sheared = [o, [1.0, 0.0, 0.0], [1.5, 1.0, 0.0]];
        is_squeezed_to(sheared, IDENTITY, 0.5);
    }

    #[test]
    fn shear_counts_by_its_largest_stretch() {
        // F = [[1, g], [0, 1]] has the stretches (±g + sqrt(g² + 4)) / 2: 2 and 1/2 for g = 3/2.
        let sheared = [[0.0; 3], [1.0, 0.0, 0.0], [1.5, 1.0, 0.0]];
        is_reached(sheared, IDENTITY, 2.0);
        // The same F of a sheared rest shape, through all four entries of W: x = F W^-1.
        let w = [2.0, 1.0, 1.0, 1.0];
        let x = [[0.0; 3], [-0.5, -1.0, 0.0], [2.0, 2.0, 0.0]];
        is_reached(x, w, 2.0);
        let Some(FailureKind::Strain { stretch, limit }) =
            beyond(x, &sheet(w, [1.5, NONE, NONE, NONE]))
        else {
            panic!("no failure")
        };
        assert!((stretch - 2.0).abs() < 1e-15 && limit == 1.5);
    }

    #[test]
    fn green_strains_are_kept_strictly_and_by_component() {
        // C = [[9/4, 3/4], [3/4, 1/2]] gives E11 = 5/8, E22 = -1/4, E12 = 3/8.
        let x = [[1.0, 1.0, 1.0], [2.5, 1.0, 1.0], [1.5, 1.5, 1.0]];
        let strains = [
            (GreenStrain::E11, 0.625),
            (GreenStrain::E22, -0.25),
            (GreenStrain::E12, 0.375),
        ];
        for (k, (component, strain)) in strains.into_iter().enumerate() {
            let kind = |limit: f64| {
                let mut limits = [NONE; 4];
                limits[k + 1] = limit;
                beyond(x, &sheet(IDENTITY, limits))
            };
            let at = f64::abs(strain);
            assert_eq!(kind(at.next_up()), None);
            for limit in [at, at.next_down(), 0.1] {
                let expected = FailureKind::GreenStrain {
                    component,
                    strain,
                    limit,
                };
                assert_eq!(kind(limit), Some(expected));
            }
        }
        assert_eq!(beyond(x, &sheet(IDENTITY, [NONE; 4])), None, "no limits");
        let all = [2.0, 0.7, 0.3, 0.4];
        assert_eq!(beyond(x, &sheet(IDENTITY, all)), None, "all kept");
    }

    #[test]
    fn limits_that_nothing_keeps_and_sizes_beyond_floating_point() {
        let point = [[0.0; 3]; 3];
        assert!(!keeps_stretch(point, IDENTITY, 0.0) && !keeps_stretch(point, IDENTITY, -1.0));
        assert!(keeps_stretch(point, IDENTITY, f64::from_bits(1)));
        let rest = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let still = [NONE, -0.0, NONE, NONE];
        assert!(beyond(rest, &sheet(IDENTITY, still)).is_some());
        let huge = rest.map(|p| p.map(|c| c * 1e200));
        is_reached(huge, IDENTITY, 1e200);
        assert!(keeps_stretch(huge, IDENTITY.map(|w| w * 1e-200), 1.01));
    }

    /// Deterministic numbers in [-1, 1).
    fn numbers() -> impl FnMut() -> f64 {
        let mut state = 11u64;
        move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
    }

    #[test]
    fn floats_never_contradict_integers() {
        let mut number = numbers();
        let (mut below, mut easy) = (0, 0);
        for round in 0..4000 {
            let shift = if round % 2 == 0 { 0.0 } else { 1e6 };
            let x = [(); 3].map(|()| [number() + shift, number(), number()]);
            let w = [(); 4].map(|()| number());
            let c = Squares::new(x, w);
            let near = 1.0 + number() * [1e-16, 1e-15, 1e-12, 0.1][round % 4];
            let stretch = near * c.largest_stretch();
            let exact = IntSquares::new(x, w, stretch).is_stretch_within(StretchSide::Below);
            let floats = c.is_stretch_within(StretchSide::Below, stretch);
            assert!(floats.is_none_or(|f| f == exact), "{x:?} {w:?} {stretch}");
            below += usize::from(exact);
            easy += usize::from(floats.is_some());
            let stretch = near * c.smallest_stretch();
            let exact = IntSquares::new(x, w, stretch).is_stretch_within(StretchSide::Above);
            let floats = c.is_stretch_within(StretchSide::Above, stretch);
            assert!(floats.is_none_or(|f| f == exact), "{x:?} {w:?} {stretch}");
            for component in [GreenStrain::E11, GreenStrain::E22, GreenStrain::E12] {
                let limit = near * c.twice_green_strain(component).abs() / 2.0;
                let exact = IntSquares::new(x, w, limit).is_green_strain_below(component);
                let floats = c.is_green_strain_below(component, limit);
                assert!(floats.is_none_or(|f| f == exact), "{x:?} {w:?} {limit}");
            }
        }
        assert!(below > 1000 && below < 3000, "both answers: {below}");
        assert!(easy > 1000 && easy < 3900, "easy and hard: {easy}");
    }

    /// The stretch of a direction, `|F d| / |d|`, is never above the largest or below the smallest, and close to each
    /// for one of many.
    #[test]
    fn integers_agree_with_the_stretch_of_directions() {
        let mut number = numbers();
        for _ in 0..200 {
            let x = [(); 3].map(|()| [number(), number(), number()]);
            let w = [(); 4].map(|()| number());
            let (a, b) = (sub(x[1], x[0]), sub(x[2], x[0]));
            let stretch_of = |k: i32| {
                let (s, c) = (std::f64::consts::PI * f64::from(k) / 1000.0).sin_cos();
                let (wa, wb) = (w[0] * c + w[1] * s, w[2] * c + w[3] * s);
                let v = [0, 1, 2].map(|i| a[i] * wa + b[i] * wb);
                dot(v, v).sqrt()
            };
            let largest = (0..1000).map(stretch_of).fold(0.0, f64::max);
            let smallest = (0..1000).map(stretch_of).fold(f64::INFINITY, f64::min);
            let is = |side, limit| IntSquares::new(x, w, limit).is_stretch_within(side);
            let is_below = |limit| is(StretchSide::Below, limit);
            assert!(!is_below(largest * (1.0 - 1e-12)) && is_below(largest * (1.0 + 1e-5)));
            assert!(!is(StretchSide::Above, smallest * (1.0 + 1e-12)));
            // Directions half a step, 1.6e-3, beside that of the smallest stretch are stretched by what is across it.
            let square = smallest.powi(2) - (2e-3 * largest).powi(2);
            assert!(is(StretchSide::Above, square.max(0.0).sqrt()));
        }
    }
}
