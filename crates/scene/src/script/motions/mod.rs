//! The old scripted motions: `script twist` and its like, as programs of the scene language.
//!
//! The reference moves vertices by a fixed way each step and looks at positions at the start of a step to
//! decide whether to stop or turn; durations here count the same steps.

mod bodies;
mod shapes;

use super::content::Script;
use super::layout::{Component, bounds};
use crate::document::values::Triple;

/// A piece of a motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Piece {
    /// Number of steps; for ever when absent.
    pub steps: Option<u64>,
    /// m/s.
    pub velocity: Triple,
    /// degrees/s.
    pub angular: Triple,
    /// The point it turns about, m; the middle of what is moved when absent.
    pub center: Option<Triple>,
}

/// Target of a motion.
#[derive(Clone, Debug, PartialEq)]
pub enum MotionTarget {
    /// One shape, whole.
    Component(usize),
    /// Vertices of all bodies in any of these boxes, m.
    Boxes(Vec<[Option<Triple>; 2]>),
    /// The vertices of all bodies that are this near to a point, m.
    Near(Triple, f64),
}

/// A program that an old motion stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedProgram {
    /// Name of the program.
    pub name: &'static str,
    /// Target that it moves.
    pub target: MotionTarget,
    /// Pieces of its motion; held still without.
    pub pieces: Vec<Piece>,
}

/// Effect of an old motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effect {
    /// Prescribed motions.
    pub programs: Vec<ScriptedProgram>,
    /// Whether they let go once all bodies are to the right of all `meshCO`.
    pub until_past: bool,
    /// Velocity of all bodies at the start, m/s.
    pub velocity: Option<Triple>,
    /// Acceleration of the vertices of all bodies in a box, m/s².
    pub load: Option<([Option<Triple>; 2], Triple)>,
    /// Note for the user.
    pub note: Option<&'static str>,
}

/// The motions that can be read.
pub const NAMES: [&str; 36] = [
    "null",
    "hang2",
    "hangLeft",
    "swing",
    "stamp",
    "stampBoth",
    "stand",
    "topbottomfix",
    "fixLowerHalf",
    "corner",
    "push",
    "stretch",
    "stretchAndPause",
    "squash",
    "twist",
    "twistnstretch",
    "fall",
    "fallNoShift",
    "dragdown",
    "dragright",
    "drop",
    "fixRightMost1",
    "pushRightMost1",
    "NMFixBottomDragLeft",
    "NMFixBottomDragForward",
    "DCORotCylinders",
    "DCOSquash",
    "DCOSquash6",
    "DCOFix",
    "DCOSegBedSquash",
    "DCOBallHitWall",
    "DCOSqueezeOut",
    "DCOVerschoorRoller",
    "DCOHammerWalnut",
    "DCOCut",
    "meshSeqFromFile",
];

/// Distance by which everything is lifted before the start, m.
pub fn lift(script: &Script, components: &[Component]) -> f64 {
    let size = bounds(components.iter()).size();
    match script.motion.name.as_str() {
        "fall" | "dragright" | "dragdown" => 0.5 * size.norm(),
        "swing" => 1.3 * size.y,
        _ => 0.0,
    }
}

/// Effect of the motion of a script; `None` where it is not known, a message where it does not fit the scene.
pub fn effect(script: &Script, components: &[Component]) -> Option<Result<Effect, String>> {
    let scene = Scene { script, components };
    let name = script.motion.name.as_str();
    let mut effect = Effect::default();
    if let Some(programs) = scene.of_bodies(name).or_else(|| scene.of_shapes(name)) {
        effect.programs = match programs {
            Ok(programs) => programs,
            Err(message) => return Some(Err(message)),
        };
    } else {
        match name {
            "" | "null" | "fall" | "fallNoShift" | "DCOFix" | "meshSeqFromFile" => {}
            "drop" => effect.velocity = Some([0.0, -1.0, 0.0]),
            "DCOBallHitWall" => {
                let speed = script.motion.numbers.first().copied().unwrap_or(1000.0);
                effect.velocity = Some([speed, 0.0, 0.0]);
            }
            _ => return None,
        }
    }
    match name {
        "NMFixBottomDragLeft" => {
            effect.load = Some((scene.end(1, true, 0.05), [-600.0, 0.0, 0.0]));
        }
        "NMFixBottomDragForward" => {
            effect.load = Some((scene.end(1, true, 0.05), [0.0, 0.0, 600.0]));
        }
        "dragright" if script.obstacles.is_empty() => {
            effect.programs.clear();
            effect.note = Some("`dragright` lets go at once: there is no `meshCO` to be passed");
        }
        "dragright" => effect.until_past = true,
        _ => {}
    }
    Some(Ok(effect))
}

fn moving(velocity: Triple, steps: Option<u64>) -> Piece {
    Piece {
        steps,
        velocity,
        ..Piece::default()
    }
}

fn turning(angular: Triple, center: Option<Triple>) -> Piece {
    Piece {
        angular,
        center,
        ..Piece::default()
    }
}

struct Scene<'a> {
    script: &'a Script,
    components: &'a [Component],
}

type Programs = Option<Result<Vec<ScriptedProgram>, String>>;

impl Scene<'_> {
    /// The box that holds the vertices of the bodies at an end of the whole scene, and no others: the outer
    /// `fraction` of its extent along `axis`. Its face lies halfway to the next vertex.
    fn end(&self, axis: usize, upper: bool, fraction: f64) -> [Option<Triple>; 2] {
        let bounds = bounds(self.components.iter());
        let depth = fraction * bounds.size()[axis];
        let limit = if upper {
            bounds.max[axis] - depth
        } else {
            bounds.min[axis] + depth
        };
        let inside = |x: f64| if upper { x > limit } else { x < limit };
        let all = || {
            let solids = self.components.iter().filter(|c| c.is_solid);
            solids.flat_map(|c| c.points.iter().map(|p| p[axis]))
        };
        let sign = if upper { 1.0 } else { -1.0 };
        // Along the sign: the lowest that is inside, the highest that is not.
        let lowest = all()
            .filter(|&x| inside(x))
            .map(|x| sign * x)
            .fold(f64::INFINITY, f64::min);
        let highest = all()
            .filter(|&x| !inside(x))
            .map(|x| sign * x)
            .fold(f64::NEG_INFINITY, f64::max);
        let face = between(sign * limit, highest, lowest) * sign;
        let far = 10f64.powf(3.0 + bounds.diagonal().max(1.0).log10().ceil());
        let mut corner = [-sign * far; 3];
        corner[axis] = face;
        if upper {
            [Some(corner), None]
        } else {
            [None, Some(corner)]
        }
    }

    fn ends(&self, axis: usize, upper: bool, fraction: f64) -> MotionTarget {
        MotionTarget::Boxes(vec![self.end(axis, upper, fraction)])
    }

    /// Steps of `way` that are made while `left` is positive at their start.
    fn steps(left: f64, way: f64) -> u64 {
        (left / way - 1e-9).ceil().max(0.0) as u64
    }
}

/// A number strictly between `low` and `high`: `limit` where it is well inside, else the middle; with as few
/// digits as that allows.
fn between(limit: f64, low: f64, high: f64) -> f64 {
    let room = high - low;
    let well_inside = limit - low > 0.1 * room && high - limit > 0.1 * room;
    let middle = if !room.is_finite() || well_inside {
        limit
    } else {
        0.5 * (low + high)
    };
    (0..18)
        .map(|digits| format!("{middle:.digits$}").parse().unwrap_or(middle))
        .find(|&x: &f64| {
            let slack = 0.25 * room.min(1e-2 * (1.0 + limit.abs()));
            x > low && x < high && (x - middle).abs() <= slack
        })
        .unwrap_or(middle)
}
