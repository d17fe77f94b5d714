//! Reproducible random numbers for generators (splitmix64).

use crate::Vec3;
use std::f64::consts::TAU;

/// A stream of random numbers that depends on its seed alone.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform on the unit sphere: height and longitude are uniform (Archimedes).
    pub fn direction(&mut self) -> Vec3 {
        let y = 2.0 * self.unit() - 1.0;
        let radius = (1.0 - y * y).max(0.0).sqrt();
        let (sin, cos) = (TAU * self.unit()).sin_cos();
        Vec3::new(radius * cos, y, radius * sin)
    }

    /// Uniform in the unit ball.
    pub fn in_ball(&mut self) -> Vec3 {
        self.direction() * self.unit().cbrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_prefer_none() {
        let mut random = Random::new(3);
        let all: Vec<Vec3> = (0..20_000).map(|_| random.direction()).collect();
        assert!(all.iter().all(|d| (d.norm() - 1.0).abs() < 1e-14));
        // Means have a deviation of 1 / sqrt(3 n) = 0.004, second moments of 0.3 / sqrt(n) = 0.002.
        let n = all.len() as f64;
        let mean = all.iter().sum::<Vec3>() / n;
        let second = all.iter().map(|d| d.component_mul(d)).sum::<Vec3>() / n;
        assert!(mean.amax() < 0.02, "{mean}");
        assert!((second - Vec3::repeat(1.0 / 3.0)).amax() < 0.01, "{second}");
        assert!((0..1000).all(|_| random.in_ball().norm() < 1.0));
    }
}
