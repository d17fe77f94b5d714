//! Motion along a sequence of meshes: frame after frame at a fixed interval, straight in between.

use tangency_geometry::Vec3;

/// Positions of the vertices of a program at equal intervals of time; it holds the last one for ever.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Time from one frame to the next, s.
    pub interval: f64,
    /// Positions of the program's vertices in their order, m; the first frame is at the program's begin.
    pub frames: Vec<Vec<Vec3>>,
}

impl Sequence {
    /// Position of vertex number `index` of the program `elapsed` seconds after its begin.
    pub fn target(&self, index: usize, elapsed: f64) -> Option<Vec3> {
        let last = self.frames.len().checked_sub(1)?;
        let position = (elapsed / self.interval).clamp(0.0, last as f64);
        // A step that ends on a frame up to rounding ends exactly there.
        let nearest = position.round();
        if (position - nearest).abs() < 1e-9 {
            return self.frames[nearest as usize].get(index).copied();
        }
        let before = position.floor() as usize;
        let share = position - before as f64;
        let from = self.frames[before].get(index)?;
        let to = self.frames[before + 1].get(index)?;
        Some(from + share * (to - from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_met_and_joined_by_straight_lines() {
        let at = |x: f64| vec![Vec3::zeros(), Vec3::new(x, 0.0, 0.0)];
        let sequence = Sequence {
            interval: 0.1,
            frames: vec![at(0.0), at(1.0), at(5.0)],
        };
        let x = |elapsed| sequence.target(1, elapsed).expect("a vertex").x;
        assert_eq!(x(0.1 + 0.1 + 0.1 - 0.1), 5.0);
        assert!((x(0.15) - 3.0).abs() < 1e-12);
        assert_eq!(x(0.3), 5.0);
        assert_eq!(sequence.target(2, 0.0), None);
    }
}
