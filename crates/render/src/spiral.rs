//! Points that fill a disc evenly, turned a little differently from pixel to pixel.
//!
//! Point `i` of `n` lies at radius `sqrt((i + 1/2) / n)` and angle `i` times the golden angle (Vogel 1979). The turns
//! repeat every 4x4 pixels.

/// `N` points in the unit disc, and the 16 turns.
pub(crate) struct Spiral<const N: usize> {
    points: [(f32, f32); N],
    turns: [(f32, f32); 16],
}

const GOLDEN_ANGLE: f32 = 2.399_963_2;

impl<const N: usize> Spiral<N> {
    pub(crate) fn new() -> Self {
        let point = |i: usize| {
            let (s, c) = (GOLDEN_ANGLE * i as f32).sin_cos();
            let r = ((i as f32 + 0.5) / N as f32).sqrt();
            (r * c, r * s)
        };
        let turn = |i: usize| (i as f32 * 7.0 * std::f32::consts::TAU / 16.0).sin_cos();
        Self {
            points: std::array::from_fn(point),
            turns: std::array::from_fn(turn),
        }
    }

    /// The points for a pixel, in a disc of the given radius.
    pub(crate) fn turned(
        &self,
        (x, y): (u32, u32),
        radius: f32,
    ) -> impl Iterator<Item = (f32, f32)> {
        let (s, c) = self.turns[((x % 4) + 4 * (y % 4)) as usize];
        let (s, c) = (radius * s, radius * c);
        self.points
            .iter()
            .map(move |(u, v)| (c * u - s * v, s * u + c * v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_the_disc_evenly() {
        let all: Vec<(f32, f32)> = Spiral::<400>::new().turned((1, 2), 3.0).collect();
        let inner = all.iter().filter(|(u, v)| u.hypot(*v) <= 1.5).count();
        let right = all.iter().filter(|(u, _)| *u > 0.0).count();
        assert!(all.iter().all(|(u, v)| u.hypot(*v) <= 3.0));
        assert_eq!(inner, 100, "a quarter of the area");
        assert!((195..=205).contains(&right), "{right}");
    }
}
