//! Three single-precision numbers: positions, directions and linear colours while rendering.

use std::ops::{Add, Mul, Neg, Sub};

use tangency_geometry::Vec3;

/// A vector or a linear RGB colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct V3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// Shorthand for a [`V3`].
pub(crate) const fn v3(x: f32, y: f32, z: f32) -> V3 {
    V3 { x, y, z }
}

impl V3 {
    pub(crate) fn from_f64(p: &Vec3) -> Self {
        v3(p.x as f32, p.y as f32, p.z as f32)
    }

    pub(crate) fn dot(self, o: Self) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    pub(crate) fn cross(self, o: Self) -> Self {
        v3(
            self.y * o.z - self.z * o.y,
            self.z * o.x - self.x * o.z,
            self.x * o.y - self.y * o.x,
        )
    }

    pub(crate) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The unit vector, or `+y` for nothing.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length > 1e-30 {
            self * (1.0 / length)
        } else {
            v3(0.0, 1.0, 0.0)
        }
    }

    /// Componentwise product: a colour under a light.
    pub(crate) fn times(self, o: Self) -> Self {
        v3(self.x * o.x, self.y * o.y, self.z * o.z)
    }

    pub(crate) fn mix(self, o: Self, t: f32) -> Self {
        self * (1.0 - t) + o * t
    }

    pub(crate) fn min(self, o: Self) -> Self {
        v3(self.x.min(o.x), self.y.min(o.y), self.z.min(o.z))
    }

    pub(crate) fn max(self, o: Self) -> Self {
        v3(self.x.max(o.x), self.y.max(o.y), self.z.max(o.z))
    }

    /// Two unit vectors that make a right-handed frame with this one.
    pub(crate) fn basis(self) -> (Self, Self) {
        let helper = if self.y.abs() < 0.9 {
            v3(0.0, 1.0, 0.0)
        } else {
            v3(1.0, 0.0, 0.0)
        };
        let u = helper.cross(self).unit();
        (u, self.cross(u))
    }
}

impl Add for V3 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for V3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Mul<f32> for V3 {
    type Output = Self;
    fn mul(self, s: f32) -> Self {
        v3(self.x * s, self.y * s, self.z * s)
    }
}

impl Neg for V3 {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

/// 0 below `a`, 1 above `b`, smooth between.
pub(crate) fn smoothstep(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
