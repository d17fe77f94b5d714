//! Axis-aligned boxes in single precision, rounded outwards.
//!
//! A box never loses a part of what it encloses: the bounds are computed in double precision, widened by the
//! rounding error of `x + t p` (at most `2u (|x| + |p|)` a component, `u = 2^-53`), converted to the nearest `f32`
//! (at most half a unit in the last place away) and then moved one whole unit outwards.

use crate::Vec3;

/// An axis-aligned box, its bounds rounded outwards to `f32` (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower corner (m).
    pub min: [f32; 3],
    /// Upper corner (m).
    pub max: [f32; 3],
}

/// Relative allowance for the rounding of `x + t p` in double precision.
const MOTION_ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Aabb {
    /// The box that encloses nothing and overlaps nothing.
    pub const EMPTY: Self = Self {
        min: [f32::INFINITY; 3],
        max: [f32::NEG_INFINITY; 3],
    };

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

    /// The smallest box around `self` and `other`.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut bounds = *self;
        for axis in 0..3 {
            bounds.min[axis] = bounds.min[axis].min(other.min[axis]);
            bounds.max[axis] = bounds.max[axis].max(other.max[axis]);
        }
        bounds
    }

    /// Whether the closed boxes share a point.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
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
