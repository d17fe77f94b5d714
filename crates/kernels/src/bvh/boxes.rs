//! Boxes along the axes.

use tangency_formulas::{Real, Vec3};

use crate::storage::plain;

/// A box along the axes; coordinates in metres. Empty when a lower bound exceeds an upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct TreeBox<R> {
    /// The smallest coordinates.
    pub lower: [R; 3],
    /// The largest coordinates.
    pub upper: [R; 3],
}

plain!(; TreeBox);

impl<R: Real> TreeBox<R> {
    /// The box of nothing: united with any box it gives that box.
    #[inline]
    pub fn empty() -> Self {
        Self {
            lower: [R::infinity(); 3],
            upper: [-R::infinity(); 3],
        }
    }

    /// The box of the corners of a primitive (one, two or three), larger by `radius` on every side, and larger
    /// by up to a rounding error more: it surely holds every point nearer than `radius` to a corner.
    #[inline]
    pub fn around<P: Copy + Into<Vec3<R>>, const N: usize>(
        corners: &[u32; N],
        positions: &[P],
        radius: R,
    ) -> Self {
        let mut result = Self::empty();
        for &corner in corners {
            let x: Vec3<R> = positions[corner as usize].into();
            let x = [x.x, x.y, x.z];
            result = result.united(&Self { lower: x, upper: x });
        }
        result.inflated(radius)
    }

    /// The box, larger by `radius` on every side and by up to a rounding error more.
    #[inline]
    pub fn inflated(mut self, radius: R) -> Self {
        let result = &mut self;
        for axis in 0..3 {
            // A step of at least one unit in the last place covers the half unit lost in the difference.
            let lower = result.lower[axis] - radius;
            result.lower[axis] = lower - lower.abs() * R::epsilon();
            let upper = result.upper[axis] + radius;
            result.upper[axis] = upper + upper.abs() * R::epsilon();
        }
        self
    }

    /// The smallest box that holds both.
    #[inline]
    pub fn united(&self, other: &Self) -> Self {
        let mut result = *self;
        for axis in 0..3 {
            result.lower[axis] = self.lower[axis].min(other.lower[axis]);
            result.upper[axis] = self.upper[axis].max(other.upper[axis]);
        }
        result
    }

    /// Whether the boxes have a point in common; touching counts.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        let mut apart = false;
        for axis in 0..3 {
            apart |= self.upper[axis] < other.lower[axis];
            apart |= other.upper[axis] < self.lower[axis];
        }
        !apart
    }
}
