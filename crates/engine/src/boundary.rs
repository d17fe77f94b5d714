//! Prescribed motion: which vertices follow which path, and until when.

use nalgebra::{Rotation3, Vector3};
use tangency_geometry::Vec3;

/// A stretch of time during which a motion keeps its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionPiece {
    /// How long it lasts, s; may be infinite.
    pub duration: f64,
    /// Translation, m/s.
    pub velocity: Vec3,
    /// Rotation about `center`, rad/s.
    pub angular_velocity: Vec3,
    /// The point the rotation is about, as it lies at time 0, m; it travels with the translation.
    pub center: Vec3,
}

impl MotionPiece {
    /// A piece that holds still for ever.
    pub fn hold() -> Self {
        MotionPiece {
            duration: f64::INFINITY,
            velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            center: Vector3::zeros(),
        }
    }
}

/// A motion made of consecutive pieces from time 0 on; after the last one it holds still.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// The pieces, in order of time.
    pub pieces: Vec<MotionPiece>,
    /// Time from which the vertices are free again (obstacles: at rest), s.
    pub release: Option<f64>,
}

impl Motion {
    /// Where the vertex that starts at `start` is meant to be at `time`; `None` once it is released.
    pub fn target(&self, start: Vec3, time: f64) -> Option<Vec3> {
        if self.released(time) {
            return None;
        }
        let mut position = start;
        let mut travelled = Vec3::zeros();
        let mut begin = 0.0;
        for piece in &self.pieces {
            let elapsed = (time - begin).min(piece.duration);
            if elapsed <= 0.0 {
                break;
            }
            let center = piece.center + travelled;
            let shift = piece.velocity * elapsed;
            let turn = Rotation3::new(piece.angular_velocity * elapsed);
            position = center + shift + turn * (position - center);
            travelled += shift;
            begin += piece.duration;
        }
        Some(position)
    }

    /// Whether the vertices are free at `time`. Steps end on multiples of the time step that carry
    /// rounding, so the comparison allows for some.
    pub fn released(&self, time: f64) -> bool {
        self.release
            .is_some_and(|release| time > release * (1.0 + 1e-12) + 1e-12)
    }
}

/// Vertices and the motion they follow.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundaryProgram {
    /// What the user calls it.
    pub name: String,
    /// Vertices by their number in the model.
    pub vertices: Vec<u32>,
    /// Their motion.
    pub motion: Motion,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn turn_about(center: Vec3, velocity: Vec3) -> MotionPiece {
        MotionPiece {
            duration: 1.0,
            velocity,
            angular_velocity: Vec3::new(0.0, 0.0, PI / 2.0),
            center,
        }
    }

    #[test]
    fn rotation_follows_the_circle_and_its_centre_travels() {
        let motion = Motion {
            pieces: vec![
                turn_about(Vec3::zeros(), Vec3::new(0.0, 0.0, 2.0)),
                turn_about(Vec3::zeros(), Vec3::zeros()),
            ],
            release: None,
        };
        let start = Vec3::new(1.0, 0.0, 0.0);
        let at = |time| motion.target(start, time).expect("not released");
        assert!((at(1.0) - Vec3::new(0.0, 1.0, 2.0)).norm() < 1e-14);
        assert!((at(2.0) - Vec3::new(-1.0, 0.0, 2.0)).norm() < 1e-14);
        assert_eq!(at(2.0), at(7.0), "after the last piece it holds still");
    }

    #[test]
    fn release_frees_the_vertices_after_its_time() {
        let motion = Motion {
            pieces: vec![MotionPiece::hold()],
            release: Some(0.1),
        };
        let rounded = 0.025 + 0.025 + 0.025 + 0.025;
        assert!(!motion.released(rounded));
        assert!(motion.released(0.125));
        assert_eq!(motion.target(Vec3::zeros(), 0.2), None);
    }
}
