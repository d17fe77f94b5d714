//! Prescribed motion: which vertices follow which path, and until when.

use nalgebra::{Rotation3, Vector3};
use tangency_geometry::Vec3;

use super::{ReleasePlane, Sequence, is_within};

/// A stretch of time during which a motion keeps its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionPiece {
    /// Duration, s; may be infinite.
    pub duration: f64,
    /// Translation, m/s.
    pub velocity: Vec3,
    /// Rotation about `center`, rad/s.
    pub angular_velocity: Vec3,
    /// The point the rotation is about, as it lies when the motion begins, m; it travels with the translation.
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

/// The way of a program's vertices.
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// Consecutive pieces from the motion's begin on; after the last one the vertices hold still.
    Pieces(Vec<MotionPiece>),
    /// Frame after frame of a mesh sequence.
    Sequence(Sequence),
    /// Where a program outside of the engine says, step by step: see [`Driven`](super::Driven).
    Driven,
}

/// A way and the time in which it is followed. Outside of it, vertices of solids are free and those of
/// obstacles stand still.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The way.
    pub path: Path,
    /// Time from which the vertices follow it, s.
    pub begin: f64,
    /// Time from which they no longer do, s; for ever when absent.
    pub release: Option<f64>,
    /// Plane that has to be passed for them to be released before that time, once and for all.
    pub release_plane: Option<ReleasePlane>,
}

impl Motion {
    /// A motion by pieces from time 0 on, for ever.
    pub fn pieces(pieces: Vec<MotionPiece>) -> Self {
        Motion {
            path: Path::Pieces(pieces),
            begin: 0.0,
            release: None,
            release_plane: None,
        }
    }

    /// Whether the motion rules a step that ends at `time`, if nothing has been passed.
    pub fn is_active(&self, time: f64) -> bool {
        is_within(time, self.begin, self.release.unwrap_or(f64::INFINITY))
    }

    /// Whether both rule at some time.
    pub fn overlaps(&self, other: &Motion) -> bool {
        let end = |motion: &Motion| motion.release.unwrap_or(f64::INFINITY);
        self.begin < end(other) && other.begin < end(self)
    }

    /// Target at `time` of vertex number `index` of the program, which is at `start` when the motion begins; `None`
    /// when the motion does not rule then, or does not know because it is driven.
    pub fn target(&self, index: usize, start: Vec3, time: f64) -> Option<Vec3> {
        if !self.is_active(time) {
            return None;
        }
        let elapsed = time - self.begin;
        match &self.path {
            Path::Pieces(pieces) => Some(follow(pieces, start, elapsed)),
            Path::Sequence(sequence) => sequence.target(index, elapsed),
            Path::Driven => None,
        }
    }

    /// The rotation from the motion's begin to `time`; none is known of mesh sequences and driven motion.
    pub fn turn(&self, time: f64) -> Option<Rotation3<f64>> {
        match &self.path {
            Path::Pieces(pieces) => Some(turn(pieces, time - self.begin).0),
            Path::Sequence(_) | Path::Driven => None,
        }
    }

    /// The angular velocity integrated over the time between, rad: full turns count.
    pub fn spin(&self, from: f64, to: f64) -> Vec3 {
        match &self.path {
            Path::Pieces(pieces) => {
                turn(pieces, to - self.begin).1 - turn(pieces, from - self.begin).1
            }
            Path::Sequence(_) | Path::Driven => Vec3::zeros(),
        }
    }
}

/// The rotation after `time` along consecutive pieces, and what each of them adds to it as a vector, summed, rad.
fn turn(pieces: &[MotionPiece], time: f64) -> (Rotation3<f64>, Vec3) {
    let (mut turn, mut swept) = (Rotation3::identity(), Vec3::zeros());
    let mut begin = 0.0;
    for piece in pieces {
        let elapsed = (time - begin).min(piece.duration);
        if elapsed <= 0.0 {
            break;
        }
        let more = piece.angular_velocity * elapsed;
        turn = Rotation3::new(more) * turn;
        swept += more;
        begin += piece.duration;
    }
    (turn, swept)
}

/// Position of the point `start` after `time` along consecutive pieces.
fn follow(pieces: &[MotionPiece], start: Vec3, time: f64) -> Vec3 {
    let mut position = start;
    let mut travelled = Vec3::zeros();
    let mut begin = 0.0;
    for piece in pieces {
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
    position
}

/// Vertices and the motion they follow.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundaryProgram {
    /// Name given by the user.
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
        let motion = Motion::pieces(vec![
            turn_about(Vec3::zeros(), Vec3::new(0.0, 0.0, 2.0)),
            turn_about(Vec3::zeros(), Vec3::zeros()),
        ]);
        let start = Vec3::new(1.0, 0.0, 0.0);
        let at = |time| motion.target(0, start, time).expect("not released");
        assert!((at(1.0) - Vec3::new(0.0, 1.0, 2.0)).norm() < 1e-14);
        assert!((at(2.0) - Vec3::new(-1.0, 0.0, 2.0)).norm() < 1e-14);
        assert_eq!(at(2.0), at(7.0), "after the last piece it holds still");
    }

    #[test]
    fn turns_follow_the_pieces_and_count_in_full() {
        let piece = |angular_velocity: Vec3| MotionPiece {
            angular_velocity,
            ..turn_about(Vec3::zeros(), Vec3::zeros())
        };
        let pieces = vec![piece(Vec3::z() * (2.5 * PI)), piece(Vec3::x() * (0.5 * PI))];
        let motion = Motion {
            begin: 1.0,
            ..Motion::pieces(pieces)
        };
        let turned = |time| motion.turn(time).expect("pieces") * Vec3::x();
        assert!((turned(2.0) - Vec3::y()).norm() < 1e-14);
        assert!((turned(5.0) - Vec3::z()).norm() < 1e-14);
        let spin = motion.spin(1.5, 2.5) - Vec3::new(0.25 * PI, 0.0, 1.25 * PI);
        assert!(spin.norm() < 1e-14, "{spin}");
        assert_eq!(motion.spin(3.0, 4.0), Vec3::zeros());
    }

    #[test]
    fn a_motion_rules_within_its_time() {
        let motion = Motion {
            begin: 0.1,
            release: Some(0.2),
            ..Motion::pieces(vec![turn_about(Vec3::zeros(), Vec3::x())])
        };
        let rounded = 0.025 + 0.025 + 0.025 + 0.025;
        assert!(!motion.is_active(rounded));
        assert!(motion.is_active(rounded + rounded));
        assert!(!motion.is_active(0.225));
        assert_eq!(motion.target(0, Vec3::zeros(), 0.25), None);
        let moved = motion.target(0, Vec3::zeros(), 0.15).expect("in its time");
        assert!(
            (moved - Vec3::new(0.05, 0.0, 0.0)).norm() < 1e-15,
            "{moved}"
        );
    }
}
