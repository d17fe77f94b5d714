//! Vertices that are held or moved are where their motion says.

use tangency_engine::Vec3;
use tangency_engine::boundary::{BoundaryProgram, Path};

use super::Story;

/// Part of the way of all prescribed vertices in a step that they may be behind (`prescribed.rs` of the engine).
const BEHIND: f64 = 1e-3;
/// Rounding of a coordinate.
const ROUNDING: f64 = 1e-13;
/// Rounding of one of single precision.
const SINGLE: f64 = 1e-6;

impl Story {
    /// Compares obstacles and held vertices with their motions; gives the number of comparisons.
    pub(super) fn held(&self, broken: &mut Vec<String>) -> u64 {
        let mut compared = 0;
        let ways: Vec<f64> = (0..self.frames.len()).map(|k| self.way(k)).collect();
        for program in &self.model.boundary {
            let Some((velocity, until)) = straight(program) else {
                continue;
            };
            for (k, frame) in self.frames.iter().enumerate() {
                let time = self.step_length() * k as f64;
                if k > 0 && !program.motion.is_active(time) {
                    break;
                }
                for &v in &program.vertices {
                    let Some(x) = frame.get(v as usize) else {
                        continue;
                    };
                    compared += 1;
                    let shift = velocity * time.min(until);
                    let expected = self.frames[0][v as usize] + shift;
                    let extent = expected.amax() + shift.amax();
                    let rounding = if self.is_single() { SINGLE } else { ROUNDING } * extent;
                    let allowed = 1.1 * BEHIND * ways[k] + rounding;
                    let off = (x - expected).norm();
                    if off > allowed {
                        broken.push(format!(
                            "held: after step {k} vertex {v} of `{}` is {off:.3e} m from where `{}` leads it",
                            self.model.body_name(v), program.name
                        ));
                        return compared;
                    }
                }
            }
        }
        compared + self.still(broken)
    }

    /// The way that all vertices which follow a motion take in the step that ends with frame `k`, m.
    fn way(&self, k: usize) -> f64 {
        let (now, before) = (&self.frames[k], &self.frames[k.max(1) - 1]);
        let vertices = self.model.boundary.iter().flat_map(|p| &p.vertices);
        let ways = vertices.filter_map(|&v| Some(now.get(v as usize)? - before[v as usize]));
        ways.map(|way| way.norm_squared()).sum::<f64>().sqrt()
    }

    /// Obstacles without a motion keep every bit, or what single precision has of it.
    fn still(&self, broken: &mut Vec<String>) -> u64 {
        let mut compared = 0;
        for body in self.model.bodies.iter().filter(|b| b.is_obstacle) {
            let moved = |v: u32| self.model.boundary.iter().any(|p| p.vertices.contains(&v));
            for v in body.vertices.clone().filter(|&v| !moved(v)) {
                compared += 1;
                let first = self.frames[0][v as usize];
                let allowed = if self.is_single() {
                    SINGLE * first.amax()
                } else {
                    0.0
                };
                let moves = |frame: &Vec<Vec3>| (frame[v as usize] - first).amax() > allowed;
                if self.frames.iter().any(moves) {
                    broken.push(format!(
                        "held: vertex {v} of the obstacle `{}` moves",
                        body.name
                    ));
                    return compared;
                }
            }
        }
        compared
    }
}

/// Velocity and duration of a motion of a single piece without rotation.
fn straight(program: &BoundaryProgram) -> Option<(Vec3, f64)> {
    match &program.motion.path {
        Path::Pieces(pieces) => match &pieces[..] {
            [] => Some((Vec3::zeros(), 0.0)),
            [piece] if piece.angular_velocity.norm() == 0.0 => {
                Some((piece.velocity, piece.duration))
            }
            _ => None,
        },
        Path::Sequence(_) | Path::Driven => None,
    }
}
