//! A scene before it runs: its bodies, what is prescribed, and its mistakes. When its file is saved it is read again.

mod told;

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::SystemTime;

use serde_json::{Value, json};
use tangency_engine::boundary::Path as Way;
use tangency_engine::{BoundaryProgram, Model, Vec3};
use tangency_io::run_folder::{Topology, up};
use tangency_scene::{Budget, Scene, load_within, topology};

use crate::error::ViewError;
use crate::mesh;
use crate::pack::Pack;
use crate::subject::{CurveQuestion, Subject};
use told::{Mistake, tangled, told};

/// Frames in which prescribed motion is shown.
const FRAMES: u64 = 61;

/// A scene file, or a scene of the catalogue.
pub struct ViewedScene {
    word: String,
    sets: Vec<String>,
    budget: Budget,
    seen: RwLock<Seen>,
}

/// A scene as it was read last.
struct Seen {
    version: u64,
    saved: Option<SystemTime>,
    shown: Option<Shown>,
    mistake: Option<Mistake>,
}

/// A scene that has bodies, possible or not.
struct Shown {
    scene: Scene,
    model: Model,
    topology: Topology,
    start: Vec<Vec3>,
    origin: Vec3,
    /// Boundaries, loads, tangled pairs, numbers.
    preview: Value,
}

impl ViewedScene {
    /// Reads a scene; one with mistakes is shown with them.
    pub fn open(word: &str, sets: &[String], budget: Budget) -> Self {
        let mut seen = Seen {
            version: 0,
            saved: saved(word),
            shown: None,
            mistake: None,
        };
        seen.read(word, sets, &budget);
        Self {
            word: word.to_owned(),
            sets: sets.to_vec(),
            budget,
            seen: RwLock::new(seen),
        }
    }

    fn seen(&self) -> RwLockReadGuard<'_, Seen> {
        self.seen.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the scene again where its file was saved.
    fn refresh(&self) {
        let saved = saved(&self.word);
        if saved.is_none() || saved == self.seen().saved {
            return;
        }
        let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
        if saved != seen.saved {
            seen.saved = saved;
            seen.version += 1;
            seen.read(&self.word, &self.sets, &self.budget);
        }
    }
}

/// When a scene file was saved; none of a scene of the catalogue.
fn saved(word: &str) -> Option<SystemTime> {
    std::fs::metadata(word).ok()?.modified().ok()
}

impl Seen {
    fn read(&mut self, word: &str, sets: &[String], budget: &Budget) {
        (self.shown, self.mistake) = (None, None);
        let scene = match load_within(word, sets, budget) {
            Ok(scene) => scene,
            Err(error) => {
                self.mistake = Some(Mistake::of(&error, Path::new(word)));
                return;
            }
        };
        let built = scene.build();
        let fault = built.as_ref().err().map(ToString::to_string);
        // A start that is impossible can be looked at all the same.
        let built = built.or_else(|_| scene.build_untested());
        match built {
            Ok((model, state, info)) => {
                let start = state.x[..model.vertex_count()].to_vec();
                let pairs = match &fault {
                    Some(_) => tangled(&model, &start),
                    None => Vec::new(),
                };
                let is_tangled = !pairs.is_empty();
                let preview = told(&scene, &model, &info, &pairs);
                let bounds = mesh::bounds(&start);
                self.shown = Some(Shown {
                    topology: topology(&model).shown(),
                    origin: bounds.map_or_else(Vec3::zeros, |[low, high]| 0.5 * (low + high)),
                    start,
                    model,
                    scene,
                    preview,
                });
                self.mistake = fault
                    .filter(|_| !is_tangled)
                    .map(|fault| Mistake::without_place(&fault));
            }
            Err(error) => self.mistake = Some(Mistake::of(&error, Path::new(word))),
        }
    }

    fn shown(&self) -> Result<&Shown, ViewError> {
        let shown = self.shown.as_ref();
        shown.ok_or_else(|| ViewError::Absent("the scene has a mistake".to_owned()))
    }
}

impl Shown {
    /// Times of the frames, s: more than one where motion is prescribed.
    fn times(&self) -> Vec<f64> {
        let moves = |program: &BoundaryProgram| match &program.motion.path {
            Way::Pieces(pieces) => pieces
                .iter()
                .any(|p| p.velocity != Vec3::zeros() || p.angular_velocity != Vec3::zeros()),
            Way::Sequence(_) => true,
            Way::Driven => false,
        };
        if !self.model.boundary.iter().any(moves) {
            return vec![0.0];
        }
        let end = self.scene.document.time.duration;
        (0..FRAMES)
            .map(|k| end * k as f64 / (FRAMES - 1) as f64)
            .collect()
    }

    /// Positions at a time: what is prescribed follows its motion, all else stays at its start.
    fn positions(&self, time: f64) -> Vec<Vec3> {
        let mut x = self.start.clone();
        for program in &self.model.boundary {
            let motion = &program.motion;
            let end = motion.release.unwrap_or(f64::INFINITY);
            // What has been let go is shown where that was.
            let time = time.min(end - 1e-9 * end.abs().min(1.0));
            for (k, &v) in program.vertices.iter().enumerate() {
                let Some(place) = x.get_mut(v as usize) else {
                    continue;
                };
                if let Some(target) = motion.target(k, *place, time) {
                    *place = target;
                }
            }
        }
        x
    }
}

impl Subject for ViewedScene {
    fn manifest(&self) -> Result<Value, ViewError> {
        let seen = self.seen();
        let name = PathBuf::from(&self.word);
        let name = name.file_stem().unwrap_or_default().to_string_lossy();
        let Some(shown) = &seen.shown else {
            return Ok(empty(&name, seen.mistake.as_ref()));
        };
        let document = &shown.scene.document;
        let title = document.title.as_str();
        let times = shown.times();
        let bodies = shown.model.bodies.iter();
        let bodies = bodies.map(|body| json!({"name": body.name, "obstacle": body.is_obstacle}));
        let mut preview = shown.preview.clone();
        preview["error"] = seen.mistake.as_ref().map_or(Value::Null, Mistake::json);
        let camera =
            document.render.camera.as_ref().map(
                |camera| json!({"eye": camera.eye, "target": camera.target, "fov": camera.fov}),
            );
        Ok(json!({
            "kind": "scene",
            "name": name,
            "title": if title.is_empty() { &*name } else { title },
            "description": document.description,
            "bodies": bodies.collect::<Vec<_>>(),
            "vertices": shown.start.len(),
            "tets": shown.topology.tets.len(),
            "plane": shown.topology.plane,
            "up": up(shown.model.gravity).as_slice(),
            "origin": shown.origin.as_slice(),
            "half_spaces": shown.topology.half_spaces,
            "frames": (0..times.len()).collect::<Vec<_>>(),
            "times": times,
            "dt": document.time.step.most,
            "dhat": shown.model.dhat,
            "fields": [],
            "records_pairs": false,
            "certificate": null,
            "failure": null,
            "camera": camera,
            "live": false,
            "preview": preview,
        }))
    }

    fn mesh(&self) -> Result<Vec<u8>, ViewError> {
        let seen = self.seen();
        let pack = match &seen.shown {
            Some(shown) => mesh::pack(&shown.topology, shown.origin),
            None => mesh::pack(&Topology::default(), Vec3::zeros()),
        };
        Ok(pack.finish())
    }

    fn frame(&self, step: u64) -> Result<Vec<u8>, ViewError> {
        let seen = self.seen();
        let shown = seen.shown()?;
        let times = shown.times();
        let time = times.get(usize::try_from(step).unwrap_or(usize::MAX));
        let time = time.ok_or_else(|| ViewError::Absent(format!("there is no frame {step}")))?;
        let x = shown.positions(*time);
        Ok(mesh::relative(&x, shown.origin)
            .flat_map(f32::to_le_bytes)
            .collect())
    }

    fn colour(&self, _: &str, _: u64) -> Result<Vec<u8>, ViewError> {
        Err(ViewError::Absent(
            "a scene has no fields before it runs".to_owned(),
        ))
    }

    fn pairs(&self, _: u64) -> Result<Vec<u8>, ViewError> {
        let seen = self.seen();
        let shown = seen.shown()?;
        Ok(told::near(&shown.model, &shown.start, shown.origin).finish())
    }

    fn closest_pairs(&self, step: u64, _: usize) -> Result<Vec<u8>, ViewError> {
        self.pairs(step)
    }

    fn statistics(&self) -> Result<Value, ViewError> {
        Ok(json!({}))
    }

    fn curve(&self, question: &CurveQuestion) -> Result<Vec<u8>, ViewError> {
        let seen = self.seen();
        let shown = seen.shown()?;
        let times = shown.times();
        let place = |&time: &f64| {
            let x = shown.positions(time).get(question.vertex).copied();
            let x = x.map(|x| (x - shown.origin).map(|c| c as f32));
            x.map_or([f32::NAN; 3], Into::into)
        };
        let mut pack = Pack::default();
        pack.indices("steps", (0..times.len()).map(|k| k as u32));
        pack.floats("values", times.iter().flat_map(place));
        Ok(pack.finish())
    }

    fn status(&self) -> Value {
        self.refresh();
        let seen = self.seen();
        let frames = seen.shown.as_ref().map_or(0, |shown| shown.times().len());
        json!({"version": seen.version, "frames": frames, "live": null})
    }
}

/// The manifest of a scene that has no bodies, for its mistake.
fn empty(name: &str, mistake: Option<&Mistake>) -> Value {
    json!({
        "kind": "scene", "name": name, "title": name, "description": null, "bodies": [], "vertices": 0, "tets": 0,
        "plane": false, "up": [0.0, 1.0, 0.0], "origin": [0.0, 0.0, 0.0], "half_spaces": [], "frames": [], "times": [],
        "dt": 0.0, "dhat": null, "fields": [], "records_pairs": false, "certificate": null, "failure": null,
        "camera": null, "live": false,
        "preview": {
            "error": mistake.map(Mistake::json), "pairs": [], "pair_count": 0, "selections": [], "cautions": [], "facts": [],
        },
    })
}
