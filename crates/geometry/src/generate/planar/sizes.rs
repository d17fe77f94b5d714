//! Lengths that edges are to have, place by place: short at the fine parts of a border, longer with the distance from
//! them.

use super::Vec2;

/// Edge lengths over the plane, m.
pub(super) struct Sizes {
    /// Away from everything fine, m.
    pub coarse: f64,
    /// By how much edges get longer per metre from what is fine.
    pub growth: f64,
    /// Lines and the edge length on them, m.
    pub fine: Vec<([Vec2; 2], f64)>,
}

impl Sizes {
    /// The same everywhere.
    pub fn even(edge: f64) -> Self {
        Self::graded(edge, 0.0)
    }

    /// Nothing fine yet.
    pub fn graded(coarse: f64, growth: f64) -> Self {
        let fine = Vec::new();
        Self {
            coarse,
            growth,
            fine,
        }
    }

    /// Fine along a line through points.
    pub fn along(&mut self, line: &[Vec2], edge: f64) {
        let sides = line.windows(2).map(|ends| ([ends[0], ends[1]], edge));
        self.fine.extend(sides);
    }

    /// The edge length at a place, m.
    pub fn at(&self, x: Vec2) -> f64 {
        let each = self
            .fine
            .iter()
            .map(|(line, edge)| edge + self.growth * distance(x, line));
        each.fold(self.coarse, f64::min)
    }
}

/// Distance of a point from a segment, m.
fn distance(x: Vec2, [a, b]: &[Vec2; 2]) -> f64 {
    let along = b - a;
    let length = along.norm_squared();
    let share = if length > 0.0 {
        ((x - a).dot(&along) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - a - along * share).norm()
}
