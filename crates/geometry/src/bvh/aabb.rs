//! Boxes in single precision, rounded outwards: along the axes, and along the diagonals between them.
//!
//! A box never loses a part of what it encloses: the bounds are computed in double precision, widened by the
//! rounding error of `x + t p` (at most `2u (|x| + |p|)` a component, `u = 2^-53`), converted to the nearest `f32`
//! (at most half a unit in the last place away) and then moved one whole unit outwards.

use crate::Vec3;

/// Bounds along `D` directions, rounded outwards to `f32` (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const D: usize> {
    /// Lower bounds (m).
    pub min: [f32; D],
    /// Upper bounds (m).
    pub max: [f32; D],
}

/// An axis-aligned box.
pub type Aabb = Kdop<3>;

/// Bounds along the six diagonals x ± y, x ± z, y ± z (not normalised): thin around edges that run askew, whose
/// axis-aligned boxes are mostly empty.
pub type Slabs = Kdop<6>;

/// Relative allowance for the rounding of `x + t p` in double precision.
const MOTION_ROUNDING: f64 = 4.0 * f64::EPSILON;

impl<const D: usize> Kdop<D> {
    /// Bounds that enclose nothing and overlap nothing.
    pub const EMPTY: Self = Self {
        min: [f32::INFINITY; D],
        max: [f32::NEG_INFINITY; D],
    };

    /// The smallest bounds around `self` and `other`.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut bounds = *self;
        for axis in 0..D {
            bounds.min[axis] = bounds.min[axis].min(other.min[axis]);
            bounds.max[axis] = bounds.max[axis].max(other.max[axis]);
        }
        bounds
    }

    /// Whether the closed bounds share a value in every direction.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..D).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }
}

impl Slabs {
    /// The bounds of every point `x + t p`, `t` in \[0, 1\], as double precision rounds it, grown by `inflation` (m):
    /// along a diagonal of length √2 by that much more.
    #[inline]
    #[must_use]
    pub fn of_motion(x: &Vec3, p: &Vec3, inflation: f64) -> Self {
        let mut slabs = Self::EMPTY;
        for (pair, (i, j)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            let size = x[i].abs() + x[j].abs() + p[i].abs() + p[j].abs() + inflation;
            let margin = std::f64::consts::SQRT_2 * inflation + 2.0 * MOTION_ROUNDING * size;
            for (place, sign) in [(2 * pair, 1.0), (2 * pair + 1, -1.0)] {
                let from = x[i] + sign * x[j];
                let to = from + (p[i] + sign * p[j]);
                slabs.min[place] = ((from.min(to) - margin) as f32).next_down();
                slabs.max[place] = ((from.max(to) + margin) as f32).next_up();
            }
        }
        slabs
    }
}

impl Aabb {
    /// The box of the point `x`, grown by `inflation` (m) on every side.
    #[inline]
    #[must_use]
    pub fn of_point(x: &Vec3, inflation: f64) -> Self {
        Self::of_motion(x, &Vec3::zeros(), inflation)
    }

    /// The box of the segment from `x` to `x + p`, grown by `inflation` (m) on every side; it also holds every
    /// point `x + t p`, `t` in \[0, 1\], as double precision rounds it.
    #[inline]
    #[must_use]
    pub fn of_motion(x: &Vec3, p: &Vec3, inflation: f64) -> Self {
        let mut bounds = Self::EMPTY;
        for axis in 0..3 {
            let (from, to) = (x[axis], x[axis] + p[axis]);
            let margin = inflation + MOTION_ROUNDING * (from.abs() + p[axis].abs() + inflation);
            bounds.min[axis] = ((from.min(to) - margin) as f32).next_down();
            bounds.max[axis] = ((from.max(to) + margin) as f32).next_up();
        }
        bounds
    }

    /// Twice the centre (m), which orders boxes as well as the centre does.
    #[inline]
    pub(super) fn doubled_center(&self) -> [f32; 3] {
        std::array::from_fn(|k| self.min[k] + self.max[k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encloses(bounds: &Aabb, x: f64, inflation: f64) -> bool {
        // The differences are formed on the side that cannot hide a violation: bound against bound.
        (0..3).all(|k| {
            f64::from(bounds.min[k]) <= x - inflation && x + inflation <= f64::from(bounds.max[k])
        })
    }

    #[test]
    fn extreme_magnitudes_stay_inside() {
        for x in [
            0.0,
            -0.0,
            5e-324,
            1e-300,
            1e-45,
            1e-38,
            0.1,
            16_777_217.0,
            1e16 + 2.0,
            1e38,
            3.5e38,
            1e200,
        ] {
            for x in [x, -x] {
                for inflation in [0.0, 1e-12, 1e-3] {
                    let bounds = Aabb::of_point(&Vec3::repeat(x), inflation);
                    assert!(
                        encloses(&bounds, x, inflation),
                        "{x} {inflation} {bounds:?}"
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        fn slabs_hold_the_motion_and_what_is_near(
            x in prop::array::uniform3(-1.0f64..1.0),
            p in prop::array::uniform3(-1.0f64..1.0),
            q in prop::array::uniform3(-1.0f64..1.0),
            exponent in -30i32..30, t in 0.0f64..=1.0
        ) {
            let scale = 2f64.powi(exponent);
            let [x, p, q] = [x, p, q].map(|v| Vec3::from(v) * scale);
            let moving = Slabs::of_motion(&x, &p, 0.0);
            let there = Slabs::of_motion(&(x + p * t), &Vec3::zeros(), 0.0);
            prop_assert!(moving.overlaps(&there));
            // Two points overlap when each is grown by half of their distance.
            let half = 0.5 * (x - q).norm();
            let [a, b] = [x, q].map(|x| Slabs::of_motion(&x, &Vec3::zeros(), half));
            prop_assert!(a.overlaps(&b));
        }

        #[test]
        fn every_floating_point_position_of_the_motion_is_inside(
            x in -1.0f64..1.0, p in -1.0f64..1.0, ex in -30i32..30, ep in -30i32..30, t in 0.0f64..=1.0
        ) {
            let (x, p) = (x * 2f64.powi(ex), p * 2f64.powi(ep));
            let bounds = Aabb::of_motion(&Vec3::repeat(x), &Vec3::repeat(p), 0.0);
            prop_assert!(encloses(&bounds, x + t * p, 0.0));
            // A motion that nearly cancels has the largest relative rounding error.
            let bounds = Aabb::of_motion(&Vec3::repeat(x), &Vec3::repeat(-x * (1.0 - 1e-16)), 0.0);
            prop_assert!(encloses(&bounds, x + t * (-x * (1.0 - 1e-16)), 0.0));
        }
    }
}
