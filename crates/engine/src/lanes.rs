//! Arithmetic on eight numbers at once, one for each of eight vertices or pairs. Every operation acts on each by itself, so
//! that what one comes to does not depend on the others, nor on the instructions that a processor has.

use std::ops::{Add, Mul, Neg, Sub};

use tangency_geometry::Vec3;
pub use wide::f64x8;

/// Numbers side by side.
pub const LANES: usize = 8;

/// Eight points or vectors side by side.
#[derive(Clone, Copy, Debug)]
pub struct Vec3x8 {
    /// First components.
    pub x: f64x8,
    /// Second components.
    pub y: f64x8,
    /// Third components.
    pub z: f64x8,
}

impl Vec3x8 {
    /// Nothing.
    pub const ZERO: Self = Vec3x8 {
        x: f64x8::ZERO,
        y: f64x8::ZERO,
        z: f64x8::ZERO,
    };

    /// The points with these numbers.
    #[inline(always)]
    pub fn gather(x: &[Vec3], numbers: &[u32; LANES]) -> Self {
        let (mut xs, mut ys, mut zs) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for (lane, &number) in numbers.iter().enumerate() {
            let point = &x[number as usize];
            (xs[lane], ys[lane], zs[lane]) = (point.x, point.y, point.z);
        }
        Vec3x8 {
            x: f64x8::new(xs),
            y: f64x8::new(ys),
            z: f64x8::new(zs),
        }
    }

    /// These points.
    #[inline(always)]
    pub fn from_points(points: &[Vec3; LANES]) -> Self {
        Vec3x8 {
            x: f64x8::new(points.map(|p| p.x)),
            y: f64x8::new(points.map(|p| p.y)),
            z: f64x8::new(points.map(|p| p.z)),
        }
    }

    /// The points one by one.
    #[inline(always)]
    pub fn points(self) -> [Vec3; LANES] {
        let (x, y, z) = (self.x.to_array(), self.y.to_array(), self.z.to_array());
        std::array::from_fn(|k| Vec3::new(x[k], y[k], z[k]))
    }

    /// The inner product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64x8 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The cross product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Vec3x8 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

impl Add for Vec3x8 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Vec3x8 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl Sub for Vec3x8 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Vec3x8 {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

impl Mul<f64x8> for Vec3x8 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f64x8) -> Self {
        Vec3x8 {
            x: self.x * factor,
            y: self.y * factor,
            z: self.z * factor,
        }
    }
}

impl Neg for Vec3x8 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Vec3x8 {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}

/// Coefficients of `atan(t)/t` in powers of `t²` for `|t| <= tan(π/8)`: the polynomial of degree 11 with the smallest
/// largest error, 1.3e-18.
const ARCTANGENT: [f64; 12] = [
    1.0,
    -0.333_333_333_333_331_2,
    0.199_999_999_999_408_9,
    -0.142_857_142_792_502_4,
    0.111_111_107_449_193_96,
    -0.090_908_968_090_564_38,
    0.076_920_453_307_659_12,
    -0.066_629_518_120_618_38,
    0.058_468_782_857_870_01,
    -0.050_351_024_039_430_294,
    0.037_965_256_099_576_565,
    -0.017_805_395_704_537_506,
];

/// The values with these numbers.
#[inline(always)]
pub fn gather(values: &[f64], numbers: &[u32; LANES]) -> f64x8 {
    let mut found = [0.0; LANES];
    for (found, &number) in found.iter_mut().zip(numbers) {
        *found = values[number as usize];
    }
    f64x8::new(found)
}

/// The angle of the point `(x, y)` in radians, from -π to π, to a few units of the last place; some finite number at the
/// origin.
#[inline(always)]
pub fn atan2(y: f64x8, x: f64x8) -> f64x8 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    let (ax, ay) = (x.abs(), y.abs());
    let is_steep = ay.simd_gt(ax);
    let (low, high) = (is_steep.select(ax, ay), is_steep.select(ay, ax));
    // tan(π/8) = √2 - 1; beyond it, atan(t) = π/4 + atan((t - 1)/(t + 1)).
    let is_wide = low.simd_gt(high * f64x8::splat(std::f64::consts::SQRT_2 - 1.0));
    let over = is_wide.select(low - high, low);
    let under = is_wide.select(low + high, high);
    let t = over / under.simd_gt(f64x8::ZERO).select(under, f64x8::ONE);
    let square = t * t;
    let mut series = f64x8::splat(ARCTANGENT[11]);
    for k in (0..11).rev() {
        series = series * square + f64x8::splat(ARCTANGENT[k]);
    }
    let mut angle = series * t;
    angle = is_wide.select(angle + f64x8::splat(FRAC_PI_4), angle);
    angle = is_steep.select(f64x8::splat(FRAC_PI_2) - angle, angle);
    angle = x
        .simd_lt(f64x8::ZERO)
        .select(f64x8::splat(PI) - angle, angle);
    y.simd_lt(f64x8::ZERO).select(-angle, angle)
}

/// `1/x` where `x` is above zero, and zero elsewhere.
#[inline(always)]
pub fn inverse_or_zero(x: f64x8) -> f64x8 {
    let is_positive = x.simd_gt(f64x8::ZERO);
    is_positive.select(f64x8::ONE / is_positive.select(x, f64x8::ONE), f64x8::ZERO)
}

/// Within 0 and 1; 0 for what is not a number.
#[inline(always)]
pub fn unit(x: f64x8) -> f64x8 {
    let x = x.simd_gt(f64x8::ZERO).select(x, f64x8::ZERO);
    x.simd_lt(f64x8::ONE).select(x, f64x8::ONE)
}

/// The larger of each two.
#[inline(always)]
pub fn larger(a: f64x8, b: f64x8) -> f64x8 {
    a.simd_ge(b).select(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_library() {
        let radii = [1e-300, 1e-12, 1.0, 3e5];
        for k in 0..=4000 {
            let angle = -std::f64::consts::PI + std::f64::consts::TAU * f64::from(k) / 4000.0;
            let (sine, cosine) = angle.sin_cos();
            for radius in radii {
                let (y, x) = (radius * sine, radius * cosine);
                let found = atan2(f64x8::splat(y), f64x8::splat(x)).to_array();
                let exact = y.atan2(x);
                assert!(
                    found
                        .iter()
                        .all(|a| (a - exact).abs() <= 1e-15 * exact.abs()),
                    "{exact} {found:?}"
                );
            }
        }
        for (y, x) in [
            (0.0, 0.0),
            (0.0, -1.0),
            (1e-200, -1.0),
            (1e-9, 1.0),
            (-1e-9, 1.0),
        ] {
            let found: f64 = atan2(f64x8::splat(y), f64x8::splat(x)).to_array()[3];
            assert!((found - f64::atan2(y, x)).abs() <= 1e-15 * found.abs());
        }
    }

    #[test]
    fn what_has_no_inverse_has_none() {
        let x = f64x8::new([0.0, -1.0, 4.0, f64::NAN, 0.5, 1.0, 2.0, 8.0]);
        let expected = [0.0, 0.0, 0.25, 0.0, 2.0, 1.0, 0.5, 0.125];
        assert_eq!(inverse_or_zero(x).to_array(), expected);
        assert_eq!(unit(x).to_array(), [0.0, 0.0, 1.0, 0.0, 0.5, 1.0, 1.0, 1.0]);
    }
}
