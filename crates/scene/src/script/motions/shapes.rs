//! Motions of whole shapes, which the script names by their place in its list.

use tangency_geometry::Vec3;
use tangency_geometry::transform::Rotation;

use super::{MotionTarget, Piece, Programs, Scene, ScriptedProgram, bounds, moving, turning};
use crate::document::values::Triple;

impl Scene<'_> {
    /// Motions of whole shapes, by their place in the script.
    pub fn of_shapes(&self, name: &str) -> Programs {
        let all = self.components.len();
        let needed = match name {
            "DCORotCylinders" => 5,
            "DCOVerschoorRoller" => 7,
            "DCOSquash" => 3,
            "DCOSquash6" => 7,
            "DCOSqueezeOut" | "DCOHammerWalnut" | "DCOCut" => 2,
            "DCOSegBedSquash" => 1,
            _ => return None,
        };
        if all < needed {
            return Some(Err(format!(
                "`script {name}` needs at least {needed} shapes, there are {all}"
            )));
        }
        let shape = |k: usize, pieces| ScriptedProgram {
            name: "",
            target: MotionTarget::Component(k),
            pieces,
        };
        let turned = |rates: &[Triple]| {
            let programs = rates.iter().enumerate();
            programs
                .map(|(k, &rate)| shape(k, vec![turning(rate, None)]))
                .collect()
        };
        let degrees = |rates: [Triple; 6]| rates.map(|r| r.map(f64::to_degrees));
        Some(Ok(match name {
            "DCORotCylinders" => turned(&[
                [90.0, 0.0, 0.0],
                [-90.0, 0.0, 0.0],
                [0.0, 0.0, -90.0],
                [0.0, 0.0, 90.0],
            ]),
            "DCOVerschoorRoller" => turned(&degrees([
                [0.0, 0.0, -4.0],
                [0.0, 0.0, -2.0],
                [0.0, 0.0, 2.0],
                [0.0, 0.0, 4.0],
                [2.0, 0.0, 0.0],
                [-2.0, 0.0, 0.0],
            ])),
            "DCOSquash" | "DCOSquash6" => self.squash(needed - 1),
            "DCOSegBedSquash" => self.bed(),
            "DCOSqueezeOut" => {
                let [top, bottom] = [0, 1].map(|k| bounds([&self.components[k]].into_iter()));
                let stop = bottom.min.y + bottom.size().y / 3.8 * 0.9;
                vec![self.until(0, top.max.y - stop, [0.0, -0.3, 0.0], 0.3)]
            }
            "DCOCut" => {
                let low = bounds([&self.components[1]].into_iter()).min.y;
                vec![self.until(1, low - 0.001, [0.0, -1.0, -1.0], 1.0)]
            }
            _ => vec![self.hammer()],
        }))
    }

    /// A shape that moves by `speed` h each step while `left` is positive.
    fn until(&self, k: usize, left: f64, velocity: Triple, speed: f64) -> ScriptedProgram {
        let steps = Self::steps(left, speed * self.script.time[1]);
        ScriptedProgram {
            name: "",
            target: MotionTarget::Component(k),
            pieces: vec![moving(velocity, Some(steps))],
        }
    }

    /// Pairs of planes along x, y and z come together at 1 m/s each until the first pair is less than 0.1 m
    /// apart, then go back.
    fn squash(&self, planes: usize) -> Vec<ScriptedProgram> {
        let [left, right] = [0, 1].map(|k| bounds([&self.components[k]].into_iter()));
        let gap = right.min.x - left.max.x - 0.1;
        let steps = (gap / (2.0 * self.script.time[1]) + 1e-9).floor().max(-1.0) as i64 + 1;
        let program = |k: usize| {
            let mut velocity = [0.0; 3];
            velocity[k / 2] = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
            let back = velocity.map(|v: f64| 0.0 - v);
            ScriptedProgram {
                name: "",
                target: MotionTarget::Component(k),
                pieces: vec![moving(velocity, Some(steps as u64)), moving(back, None)],
            }
        };
        (0..planes).map(program).collect()
    }

    /// The obstacles of the second half of the shapes come down at 1 m/s until they are 0.1 m above those of
    /// the first half.
    fn bed(&self) -> Vec<ScriptedProgram> {
        let half = self.components.len().div_ceil(2);
        let obstacles = || {
            self.components
                .iter()
                .enumerate()
                .filter(|(_, c)| !c.is_solid)
        };
        let top = bounds(obstacles().filter(|(k, _)| *k >= half).map(|(_, c)| c))
            .min
            .y;
        let bottom = bounds(obstacles().filter(|(k, _)| *k < half).map(|(_, c)| c))
            .max
            .y;
        let upper = obstacles().filter(|(k, _)| *k >= half);
        upper
            .map(|(k, _)| self.until(k, top - bottom - 0.1, [0.0, -1.0, 0.0], 1.0))
            .collect()
    }

    /// The second shape turns by 30 degrees/s about its lower right edge until it is at 0.05 m.
    fn hammer(&self) -> ScriptedProgram {
        let hammer = &self.components[1];
        let b = bounds([hammer].into_iter());
        let pivot = Vec3::new(b.max.x, b.min.y, b.center().z);
        let rate = Vec3::new(0.0, 0.0, 30f64.to_radians() * self.script.time[1]);
        let lowest = |steps: u64| {
            let turn = Rotation::AxisAngle {
                axis: Vec3::z(),
                degrees: (rate.z * steps as f64).to_degrees(),
            };
            let turn = turn.matrix();
            let heights = hammer.points.iter().map(|p| (pivot + turn * (p - pivot)).y);
            heights.fold(f64::INFINITY, f64::min)
        };
        let end = (self.script.time[0] / self.script.time[1]).ceil() as u64;
        let steps = (0..end).find(|&k| lowest(k) <= 0.05).unwrap_or(end);
        ScriptedProgram {
            name: "",
            target: MotionTarget::Component(1),
            pieces: vec![Piece {
                steps: Some(steps),
                ..turning([0.0, 0.0, 30.0], Some(pivot.into()))
            }],
        }
    }
}
