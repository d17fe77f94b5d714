//! Worlds whose "up" is not +y, turned so that it is: everything after this knows one up only.

use std::borrow::Cow;

use tangency_geometry::Vec3;

/// The shortest rotation that takes a direction to +y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// Rows of the matrix; none where nothing turns.
    rows: Option<[Vec3; 3]>,
}

impl Turn {
    /// The turn for an up that need not have unit length; none for a zero one.
    pub(crate) fn to_y(up: &Vec3) -> Self {
        let length = up.norm();
        let up = up / length;
        if !(length > 0.0 && length.is_finite()) || (up.x == 0.0 && up.z == 0.0 && up.y > 0.0) {
            return Self { rows: None };
        }
        if up.y < -1.0 + 1e-9 {
            // Half a turn about x.
            let rows = [Vec3::x(), -Vec3::y(), -Vec3::z()];
            return Self { rows: Some(rows) };
        }
        // Rodrigues: R = I + [v] + [v]^2 / (1 + c), with v = up x y and c = up . y.
        let v = up.cross(&Vec3::y());
        let turned = |p: Vec3| p + v.cross(&p) + v.cross(&v.cross(&p)) / (1.0 + up.y);
        let columns = [Vec3::x(), Vec3::y(), Vec3::z()].map(turned);
        let row = |k: usize| Vec3::new(columns[0][k], columns[1][k], columns[2][k]);
        Self {
            rows: Some([row(0), row(1), row(2)]),
        }
    }

    /// A direction or a point in the turned world.
    pub(crate) fn apply(&self, p: &Vec3) -> Vec3 {
        let Some(rows) = &self.rows else { return *p };
        Vec3::new(rows[0].dot(p), rows[1].dot(p), rows[2].dot(p))
    }

    /// A direction or a point of the turned world in the world as it was.
    pub(crate) fn undo(&self, p: &Vec3) -> Vec3 {
        let Some(rows) = &self.rows else { return *p };
        rows[0] * p.x + rows[1] * p.y + rows[2] * p.z
    }

    /// Points in the turned world.
    pub(crate) fn points<'a>(&self, points: &'a [Vec3]) -> Cow<'a, [Vec3]> {
        match self.rows {
            None => Cow::Borrowed(points),
            Some(_) => points.iter().map(|p| self.apply(p)).collect(),
        }
    }

    /// Origin and normal of a half-space in the turned world.
    pub(crate) fn half_space(&self, h: &[f64; 6]) -> [Vec3; 2] {
        [[h[0], h[1], h[2]], [h[3], h[4], h[5]]].map(|p| self.apply(&Vec3::from(p)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_becomes_y_and_lengths_stay() {
        let ups = [
            [0.0, 0.0, 9.81],
            [0.0, -2.0, 0.0],
            [1.0, 2.0, -3.0],
            [1e-9, -1.0, 0.0],
        ];
        for up in ups.map(Vec3::from) {
            let turn = Turn::to_y(&up);
            assert!(
                (turn.apply(&up.normalize()) - Vec3::y()).norm() < 1e-8,
                "{up}"
            );
            let p = Vec3::new(0.3, -0.7, 1.1);
            assert!((turn.undo(&turn.apply(&p)) - p).norm() < 1e-12);
            assert!((turn.apply(&p).norm() - p.norm()).abs() < 1e-12);
        }
    }

    #[test]
    fn nothing_turns_where_y_is_up_already_or_nothing_is() {
        for up in [[0.0, 3.0, 0.0], [0.0; 3]].map(Vec3::from) {
            assert_eq!(Turn::to_y(&up).rows, None);
        }
    }
}
