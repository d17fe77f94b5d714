//! What is told of a scene beside its picture: a mistake with its line, tangled pairs, boundaries and loads, numbers.

use std::path::Path;

use serde_json::{Value, json};
use tangency_engine::boundary::Path as Way;
use tangency_engine::contact::pairs_within_reach;
use tangency_engine::fields::{FieldKind, LoadedState};
use tangency_engine::forces::PairForce;
use tangency_engine::model::PairDescription;
use tangency_engine::prepare::impossible_pairs;
use tangency_engine::{BlockingPair, BoundaryProgram, Load, LoadKind, Model, State, Vec3};
use tangency_render::chart::ticks::short;
use tangency_scene::{BuildInfo, Scene, SceneError};

use crate::contacts;
use crate::pack::Pack;

/// Lines of the file that are shown before and after that of a mistake.
const AROUND: usize = 3;
/// Tangled pairs that are told at most.
const MOST_PAIRS: usize = 5000;
/// Vertices of a selection that are told at most.
const MOST_VERTICES: usize = 20_000;

/// A mistake in a scene.
pub struct Mistake {
    message: String,
    line: Option<usize>,
    excerpt: Vec<(usize, String)>,
}

impl Mistake {
    /// The mistake that reading or building a scene has found.
    pub fn of(error: &SceneError, file: &Path) -> Self {
        let line = match error {
            SceneError::Syntax { line, .. } => Some(*line),
            SceneError::Invalid { place, .. } | SceneError::Incompatible { place, .. } => {
                place.line
            }
            _ => None,
        };
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let excerpt = line.map_or(Vec::new(), |line| {
            let numbered = (1usize..).zip(text.lines());
            let near = numbered.filter(|(k, _)| k.abs_diff(line) <= AROUND);
            near.map(|(k, text)| (k, text.to_owned())).collect()
        });
        Self {
            message: error.to_string(),
            line,
            excerpt,
        }
    }

    /// A mistake that has no line.
    pub fn without_place(message: &str) -> Self {
        Self {
            message: message.to_owned(),
            line: None,
            excerpt: Vec::new(),
        }
    }

    /// The mistake for the page.
    pub fn json(&self) -> Value {
        json!({"message": self.message, "line": self.line, "excerpt": self.excerpt})
    }
}

/// The pairs that make a start impossible.
pub fn tangled(model: &Model, x: &[Vec3]) -> Vec<PairDescription> {
    impossible_pairs(model, x)
}

/// The pairs within reach of each other at the start, without forces.
pub fn near(model: &Model, x: &[Vec3], origin: Vec3) -> Pack {
    let still = vec![Vec3::zeros(); x.len()];
    let pairs = pairs_within_reach(model, x).into_iter();
    let pairs: Vec<PairForce> = pairs
        .map(|pair| PairForce::without_force(model, x, &still, pair.primitives))
        .collect();
    let loaded = LoadedState {
        model,
        state: &State::default(),
        forces: None,
        pairs: Some(&pairs),
    };
    contacts::pack(&loaded.field(FieldKind::Contacts), origin.into())
}

/// All that is told of a scene that has bodies.
pub fn told(scene: &Scene, model: &Model, info: &BuildInfo, pairs: &[PairDescription]) -> Value {
    let shown = pairs.iter().take(MOST_PAIRS).map(BlockingPair::from);
    let programs = model.boundary.iter().map(boundary);
    let loads = model.loads.iter().map(load);
    json!({
        "pairs": shown.collect::<Vec<_>>(),
        "pair_count": pairs.len(),
        "selections": programs.chain(loads).collect::<Vec<_>>(),
        "cautions": info.cautions,
        "facts": facts(scene, model, info),
    })
}

fn boundary(program: &BoundaryProgram) -> Value {
    let count = program.vertices.len();
    let (words, arrow) = match &program.motion.path {
        Way::Driven => ("driven by a program".to_owned(), None),
        Way::Sequence(sequence) => (format!("follows {} meshes", sequence.frames.len()), None),
        Way::Pieces(pieces) => {
            let moved = pieces.iter().find(|piece| piece.velocity != Vec3::zeros());
            let turned = pieces
                .iter()
                .find(|piece| piece.angular_velocity != Vec3::zeros());
            match (moved, turned) {
                (Some(piece), None) => (
                    format!("moves at {} m/s", short(piece.velocity.norm())),
                    Some(piece.velocity),
                ),
                (None, Some(piece)) => (
                    format!("turns at {} rad/s", short(piece.angular_velocity.norm())),
                    Some(piece.angular_velocity),
                ),
                (Some(piece), Some(turn)) => (
                    format!(
                        "moves at {} m/s and turns at {} rad/s",
                        short(piece.velocity.norm()),
                        short(turn.angular_velocity.norm())
                    ),
                    Some(piece.velocity),
                ),
                (None, None) => ("held".to_owned(), None),
            }
        }
    };
    let name = match program.name.as_str() {
        "" => "boundary",
        name => name,
    };
    json!({
        "name": name,
        "kind": "boundary",
        "vertices": program.vertices.iter().take(MOST_VERTICES).collect::<Vec<_>>(),
        "arrow": arrow.map(|arrow| [arrow.x, arrow.y, arrow.z]),
        "words": format!("{count} vertices, {words}"),
    })
}

fn load(load: &Load) -> Value {
    let flat = |triangles: &[[u32; 3]]| -> Vec<u32> {
        let mut all = triangles.as_flattened().to_vec();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (vertices, arrow, words) = match &load.kind {
        LoadKind::Acceleration {
            vertices,
            acceleration,
        } => (
            vertices.clone(),
            Some(*acceleration),
            format!("acceleration of {} m/s²", short(acceleration.norm())),
        ),
        LoadKind::Force { vertices, force } => (
            vertices.clone(),
            Some(*force),
            format!("force of {} N", short(force.norm())),
        ),
        LoadKind::Traction {
            triangles,
            traction,
        } => (
            flat(triangles),
            Some(*traction),
            format!("traction of {} Pa", short(traction.norm())),
        ),
        LoadKind::Pressure {
            triangles,
            pressure,
        } => (
            flat(triangles),
            None,
            format!("pressure of {} Pa", short(*pressure)),
        ),
        LoadKind::Driven { vertices } => (vertices.clone(), None, "driven by a program".to_owned()),
    };
    let name = match load.name.as_str() {
        "" => "load",
        name => name,
    };
    json!({
        "name": name,
        "kind": "load",
        "vertices": vertices.iter().take(MOST_VERTICES).collect::<Vec<_>>(),
        "arrow": arrow.map(|arrow| [arrow.x, arrow.y, arrow.z]),
        "words": format!("{} vertices, {words}", vertices.len()),
    })
}

/// Numbers of a scene in words, with their units.
fn facts(scene: &Scene, model: &Model, info: &BuildInfo) -> Vec<[String; 2]> {
    let time = &scene.document.time;
    let tets: usize = info.bodies.iter().map(|body| body.tets).sum();
    let settings = &model.settings;
    let mut facts = vec![
        ["vertices".to_owned(), model.vertex_count().to_string()],
        ["tets".to_owned(), tets.to_string()],
        ["dhat".to_owned(), format!("{} m", short(info.dhat))],
        [
            "time".to_owned(),
            format!(
                "{} s in {} steps of {} s",
                time.duration,
                time.steps(),
                time.step.most
            ),
        ],
        ["contact model".to_owned(), settings.contact.to_string()],
        ["stepper".to_owned(), settings.stepper.to_string()],
        ["size".to_owned(), format!("{} m", short(info.diagonal))],
        [
            "gravity".to_owned(),
            format!("{} m/s²", short(model.gravity.norm())),
        ],
    ];
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    if thickest > 0.0 {
        facts.push(["thickness".to_owned(), format!("{} m", short(thickest))]);
    }
    facts.retain(|[_, value]| value != "0");
    facts
}
