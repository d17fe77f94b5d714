//! Motions of ends of the bodies: held, turned, pulled.

use super::{MotionTarget, Piece, Programs, Scene, ScriptedProgram, bounds, moving, turning};

impl Scene<'_> {
    /// Motions of ends of the bodies.
    pub fn of_bodies(&self, name: &str) -> Programs {
        let h = self.script.time[1];
        let ratio = self.script.handle_ratio;
        let one = |name, target, pieces| ScriptedProgram {
            name,
            target,
            pieces,
        };
        let hold = |target| Some(Ok(vec![one("held", target, Vec::new())]));
        let pair = |left: Piece, right: Piece| {
            Some(Ok(vec![
                one("left end", self.ends(0, false, ratio), vec![left]),
                one("right end", self.ends(0, true, ratio), vec![right]),
            ]))
        };
        let along = |v: f64| moving([v, 0.0, 0.0], None);
        match name {
            "hang2" => hold(self.ends(1, true, 0.01)),
            "hangLeft" | "stamp" => hold(self.ends(0, false, ratio)),
            "swing" => hold(self.ends(0, false, 0.05)),
            "stampBoth" => hold(MotionTarget::Boxes(vec![
                self.end(0, false, ratio),
                self.end(0, true, ratio),
            ])),
            "stand" => hold(self.ends(1, false, 0.01)),
            "fixLowerHalf" => hold(self.ends(1, false, 0.5)),
            "topbottomfix" => hold(MotionTarget::Boxes(vec![
                self.end(1, false, 0.02),
                self.end(1, true, 0.02),
            ])),
            "corner" => hold(MotionTarget::Boxes(
                (0..3).map(|a| self.end(a, false, 0.01)).collect(),
            )),
            "NMFixBottomDragLeft" | "NMFixBottomDragForward" => hold(self.ends(1, false, 0.05)),
            "stretch" => pair(along(-0.1), along(0.1)),
            "squash" => pair(along(0.03), along(-0.03)),
            "twist" | "twistnstretch" => {
                let center = Some(bounds(self.components.iter()).center().into());
                let (rate, speed) = if name == "twist" {
                    (72.0, 0.0)
                } else {
                    (18.0, 0.1)
                };
                let end = |sign: f64| Piece {
                    velocity: [sign * speed, 0.0, 0.0],
                    ..turning([sign * rate, 0.0, 0.0], center)
                };
                pair(end(-1.0), end(1.0))
            }
            "stretchAndPause" => {
                let target = self.ends(0, false, 0.01);
                let left = (self.last_of(&target)? + 0.28) / h;
                let steps = Some((left + 1e-9).floor().max(0.0) as u64 + 1);
                Some(Ok(vec![
                    one("left end", target, vec![moving([-1.0, 0.0, 0.0], steps)]),
                    one(
                        "right end",
                        self.ends(0, true, 0.01),
                        vec![moving([1.0, 0.0, 0.0], steps)],
                    ),
                ]))
            }
            "push" => {
                let steps = Some(Self::steps(0.5, h));
                Some(Ok(vec![
                    one("bottom", self.ends(1, false, 0.01), Vec::new()),
                    one(
                        "top",
                        self.ends(1, true, 0.01),
                        vec![moving([0.0, -1.0, 0.0], steps)],
                    ),
                ]))
            }
            "dragright" => Some(Ok(vec![one(
                "right end",
                self.ends(0, true, 0.04),
                vec![along(0.5)],
            )])),
            "dragdown" => {
                let [_, top] = self.end(1, false, 0.1);
                let [_, right] = self.end(0, false, 0.52);
                let [left, _] = self.end(0, true, 0.58);
                let (mut max, min) = (top?, left?);
                max[0] = right?[0];
                let region = MotionTarget::Boxes(vec![[Some(min), Some(max)]]);
                Some(Ok(vec![one(
                    "middle",
                    region,
                    vec![moving([0.0, -1.5, 0.0], None)],
                )]))
            }
            "fixRightMost1" => self
                .rightmost()
                .map(|t| Ok(vec![one("tip", t, Vec::new())])),
            "pushRightMost1" => self
                .rightmost()
                .map(|t| Ok(vec![one("tip", t, vec![along(-0.15)])])),
            _ => None,
        }
    }

    /// The x of the last vertex in a box, m.
    fn last_of(&self, target: &MotionTarget) -> Option<f64> {
        let MotionTarget::Boxes(boxes) = target else {
            return None;
        };
        let limit = boxes.first()?[1]?[0];
        let solids = self.components.iter().filter(|c| c.is_solid);
        let mut inside = solids.flat_map(|c| &c.points).filter(|p| p.x < limit);
        inside.next_back().map(|p| p.x)
    }

    /// The first vertex at the right of everything.
    fn rightmost(&self) -> Option<MotionTarget> {
        let bounds = bounds(self.components.iter());
        let limit = bounds.max.x - 1e-3 * bounds.size().x;
        let points = || self.components.iter().flat_map(|c| &c.points);
        let first = points().position(|p| p.x > limit)?;
        let at = points().nth(first)?;
        let others = points().enumerate().filter(|(k, _)| *k != first);
        let nearest = others
            .map(|(_, p)| (p - at).norm())
            .fold(f64::INFINITY, f64::min);
        Some(MotionTarget::Near(
            (*at).into(),
            0.25 * nearest.min(bounds.diagonal()),
        ))
    }
}
