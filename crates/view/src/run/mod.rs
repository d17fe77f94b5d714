//! A run folder as the page asks for it. It may still grow while it is looked at.

mod colour;

mod model;
mod positions;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use serde_json::{Value, json};
use tangency_geometry::Vec3;
use tangency_io::run_folder::{FieldArray, FieldLayout, Leaves, RunReader, RunWorld};
use tangency_render::{FieldChoice, SurfaceMap};
use tangency_scene::load_text;

use crate::contacts;
use crate::error::ViewError;
use crate::live::LiveRun;
use crate::mesh;
use crate::pack::Pack;
use crate::subject::{CurveQuestion, Subject};
use model::{RebuiltModel, StepEnd};

/// Bytes of a frame's file beyond its positions, at most.
const FRAME_HEADER: u64 = 4096;
/// Bytes of a topology or of statistics that are read, at most.
const MOST_BYTES: u64 = 2 << 30;
/// Bytes of a scene that are read, at most.
const MOST_SCENE: u64 = 64 << 20;
/// Points of a curve, at most, where each needs a whole frame.
const MOST_POINTS: usize = 240;

/// A run folder, open for looking.
pub struct ViewedRun {
    reader: RwLock<RunReader>,
    origin: Vec3,
    model: RebuiltModel,
    map: OnceLock<SurfaceMap>,
    stiffness: Mutex<Stiffness>,
    live: Option<Arc<LiveRun>>,
}

/// Stiffness of contact by step, from statistics of some length.
#[derive(Default)]
struct Stiffness {
    length: u64,
    by_step: HashMap<u64, f64>,
}

impl ViewedRun {
    /// Opens a run folder.
    pub fn open(folder: &Path) -> Result<Self, ViewError> {
        for (name, most) in [
            ("topology.npz", MOST_BYTES),
            ("stats.jsonl", MOST_BYTES),
            ("scene.json", MOST_SCENE),
        ] {
            check_size(&folder.join(name), most)?;
        }
        let reader = RunReader::open(folder).map_err(|source| ViewError::NoRun {
            folder: folder.display().to_string(),
            source,
        })?;
        let bounds = mesh::bounds(&reader.topology().rest);
        Ok(Self {
            origin: bounds.map_or_else(Vec3::zeros, |[low, high]| 0.5 * (low + high)),
            reader: RwLock::new(reader),
            model: RebuiltModel::default(),
            map: OnceLock::new(),
            stiffness: Mutex::default(),
            live: None,
        })
    }

    /// The run of a simulation under way, which may be told to pause and to stop.
    pub fn followed(folder: &Path, live: Arc<LiveRun>) -> Result<Self, ViewError> {
        let mut run = Self::open(folder)?;
        run.live = Some(live);
        Ok(run)
    }

    fn reader(&self) -> RwLockReadGuard<'_, RunReader> {
        self.reader.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists the frames again.
    fn refresh(&self) {
        let mut reader = self.reader.write().unwrap_or_else(PoisonError::into_inner);
        // A folder that is gone shows what was there.
        let _ = reader.refresh();
    }

    /// The file of a frame, where there is one of a size that it can have.
    fn frame_file(&self, step: u64) -> Result<PathBuf, ViewError> {
        let reader = self.reader();
        if reader.frame_numbers().binary_search(&step).is_err() {
            return Err(ViewError::Absent(format!("there is no frame {step}")));
        }
        let path = frame_path(reader.folder(), step);
        let numbers = 24 * reader.topology().rest.len() as u64;
        check_size(&path, numbers + FRAME_HEADER)?;
        Ok(path)
    }

    /// Positions at the end of a step, m.
    fn positions(&self, step: u64) -> Result<Vec<Vec3>, ViewError> {
        self.frame_file(step)?;
        self.reader().frame(step).map_err(ViewError::unusable)
    }

    /// What is computed from: the end of a step and its beginning.
    fn step_end(&self, step: u64) -> Result<StepEnd, ViewError> {
        let x = self.positions(step)?;
        let before = step.checked_sub(1).map(|before| self.positions(before));
        Ok(StepEnd {
            x,
            before: before.and_then(Result::ok),
            kappa: self.stiffness(step).or_else(|| self.stiffness(step + 1)),
        })
    }

    /// Stiffness of contact in a step, where statistics tell it. They are read again where they have become more.
    fn stiffness(&self, step: u64) -> Option<f64> {
        let reader = self.reader();
        let length = std::fs::metadata(reader.folder().join("stats.jsonl"));
        let length = length.map_or(0, |data| data.len());
        let mut known = self
            .stiffness
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if known.length != length {
            let stats = reader.stats().unwrap_or_default();
            let told = stats
                .iter()
                .filter_map(|line| Some((line["step"].as_u64()?, stiffness_of(line)?)));
            (known.length, known.by_step) = (length, told.collect());
        }
        known.by_step.get(&step).copied()
    }

    /// The arrays of a field at the end of a step: as the run wrote them, else computed.
    fn field(&self, choice: &FieldChoice, step: u64) -> Result<Vec<FieldArray>, ViewError> {
        let reader = self.reader();
        let recorded = reader.fields(step).map_err(ViewError::unusable)?;
        if choice.find(&recorded).is_ok() {
            return Ok(recorded);
        }
        let kind = colour::computable(choice)
            .ok_or_else(|| ViewError::Absent(format!("step {step} has no field {choice}")))?;
        let model = self.model.get(&reader)?;
        Ok(self.step_end(step)?.field(&model, kind))
    }

    /// The fields that the first step with any has.
    fn recorded(&self) -> Vec<FieldLayout> {
        let reader = self.reader();
        let numbers = reader.field_numbers().unwrap_or_default();
        // Step 0 knows no forces.
        let first = numbers.iter().find(|step| **step > 0).or(numbers.first());
        first.map_or_else(Vec::new, |&step| {
            reader.field_layouts(step).unwrap_or_default()
        })
    }

    fn colour_pack(&self, field: &str, step: u64) -> Result<Pack, ViewError> {
        let choice: FieldChoice = field.parse().map_err(ViewError::unusable)?;
        let fields = self.field(&choice, step)?;
        let reader = self.reader();
        let topology = reader.shown();
        let map = || self.map.get_or_init(|| SurfaceMap::new(topology));
        colour::pack(topology, &fields, &choice, map)
    }
}

impl Subject for ViewedRun {
    fn manifest(&self) -> Result<Value, ViewError> {
        self.refresh();
        let reader = self.reader();
        let topology = reader.topology();
        let world = RunWorld::of(&reader);
        let frames = reader.frame_numbers();
        let text = reader.scene_json().unwrap_or_default();
        let scene: Value = serde_json::from_str(&text).unwrap_or_default();
        let folder = reader.folder();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let title = scene["title"].as_str().filter(|title| !title.is_empty());
        let is_obstacle = |body: usize| {
            let mut vertices = topology.body.iter().zip(&topology.obstacle);
            vertices.any(|(&of, &is_obstacle)| of as usize == body && is_obstacle)
        };
        let bodies = topology.body_names.iter().enumerate();
        let bodies = bodies.map(|(k, name)| json!({"name": name, "obstacle": is_obstacle(k)}));
        let recorded = self.recorded();
        Ok(json!({
            "kind": "run",
            "name": name,
            "title": title.unwrap_or(&name),
            "description": scene["description"],
            "bodies": bodies.collect::<Vec<_>>(),
            "vertices": topology.rest.len(),
            "tets": topology.tets.len(),
            "plane": topology.plane,
            "up": world.up.as_slice(),
            "origin": self.origin.as_slice(),
            "half_spaces": topology.half_spaces,
            "frames": frames,
            "times": world.times(&frames),
            "dt": world.time_step(),
            "dhat": dhat(&scene, topology_diagonal(&reader)),
            "fields": colour::listed(&recorded, topology),
            "records_pairs": recorded.iter().any(|layout| layout.key() == "pair.distance"),
            "certificate": reader.certificate().ok(),
            "failure": reader.failure().ok().flatten(),
            "camera": camera(&reader, &text),
            "live": self.live.is_some(),
        }))
    }

    fn mesh(&self) -> Result<Vec<u8>, ViewError> {
        Ok(mesh::pack(self.reader().shown(), self.origin).finish())
    }

    fn frame(&self, step: u64) -> Result<Vec<u8>, ViewError> {
        let path = self.frame_file(step)?;
        let count = self.reader().topology().rest.len();
        let read = positions::relative_positions(&path, count, self.origin);
        read.map_err(|error| ViewError::Unusable(format!("{}: {error}", path.display())))
    }

    fn colour(&self, field: &str, step: u64) -> Result<Vec<u8>, ViewError> {
        Ok(self.colour_pack(field, step)?.finish())
    }

    fn pairs(&self, step: u64) -> Result<Vec<u8>, ViewError> {
        self.closest_pairs(step, usize::MAX)
    }

    fn closest_pairs(&self, step: u64, most: usize) -> Result<Vec<u8>, ViewError> {
        let reader = self.reader();
        let recorded = reader.fields(step).map_err(ViewError::unusable)?;
        let is_recorded = recorded.iter().any(|field| field.key() == "pair.distance");
        let fields = match is_recorded {
            true => recorded,
            false => self.step_end(step)?.pairs(&self.model.get(&reader)?),
        };
        let mut pack =
            contacts::pack_closest(&fields, self.origin.into(), most.min(contacts::MOST));
        pack.tell("recorded", is_recorded);
        Ok(pack.finish())
    }

    fn statistics(&self) -> Result<Value, ViewError> {
        let reader = self.reader();
        let stats = reader.stats().map_err(ViewError::unusable)?;
        Ok(columns(&Leaves::of(&stats)))
    }

    fn curve(&self, question: &CurveQuestion) -> Result<Vec<u8>, ViewError> {
        let (frames, folder, count) = {
            let reader = self.reader();
            let count = reader.topology().rest.len();
            (reader.frame_numbers(), reader.folder().to_path_buf(), count)
        };
        if question.vertex >= count {
            return Err(ViewError::Absent(format!(
                "there is no vertex {}",
                question.vertex
            )));
        }
        let mut pack = Pack::default();
        match &question.field {
            None => {
                let place = |&step: &u64| -> [f32; 3] {
                    let x = positions::position(&frame_path(&folder, step), question.vertex);
                    x.map_or([f32::NAN; 3], |x| {
                        (x - self.origin).map(|c| c as f32).into()
                    })
                };
                pack.indices("steps", frames.iter().map(|&step| step as u32));
                pack.floats("values", frames.iter().flat_map(place));
            }
            Some(field) => {
                let steps = spread(&frames, MOST_POINTS);
                pack.indices("steps", steps.iter().map(|&step| step as u32));
                let numbers = steps
                    .iter()
                    .map(|&step| self.number_at(field, step, question));
                pack.floats("values", numbers.collect::<Vec<_>>());
            }
        }
        Ok(pack.finish())
    }

    fn status(&self) -> Value {
        self.refresh();
        let reader = self.reader();
        json!({
            "version": 0,
            "frames": reader.frame_numbers().len(),
            "live": self.live.as_ref().map(|live| live.status()),
        })
    }

    fn command(&self, word: &str) -> bool {
        self.live.as_ref().is_some_and(|live| live.command(word))
    }
}

impl ViewedRun {
    /// The number of a field at a picked place; NaN where there is none.
    fn number_at(&self, field: &str, step: u64, question: &CurveQuestion) -> f32 {
        let number = || -> Option<f64> {
            let choice: FieldChoice = field.parse().ok()?;
            let fields = self.field(&choice, step).ok()?;
            let reader = self.reader();
            let topology = reader.topology();
            let found = choice.find(&fields).ok()?;
            let at_vertex = found.iter().find(|field| field.location.word() == "vertex");
            if let Some(field) = at_vertex {
                return choice.numbers(field).ok()?.get(question.vertex).copied();
            }
            let map = self.map.get_or_init(|| SurfaceMap::new(topology));
            let values = map.values(topology, &fields, &choice).ok()?;
            values.triangles.get(question.triangle?).map(|v| v[0])
        };
        number().map_or(f32::NAN, |value| value as f32)
    }
}

/// At most `most` of the numbers, evenly, the first and the last among them.
fn spread(numbers: &[u64], most: usize) -> Vec<u64> {
    let count = numbers.len().min(most);
    let place = |i: usize| i * (numbers.len() - 1) / (count - 1).max(1);
    (0..count).map(|i| numbers[place(i)]).collect()
}

/// Columns of statistics: `steps` and, by name, one number a step.
fn columns(leaves: &Leaves) -> Value {
    let mut all = serde_json::Map::new();
    for path in leaves.paths() {
        let points = leaves.get(path).unwrap_or_default();
        let steps: Vec<u64> = points.iter().map(|(step, _)| *step).collect();
        let values: Vec<f64> = points.iter().map(|(_, value)| *value).collect();
        let name = path.join(".");
        let unit = tangency_render::unit_of(&name);
        all.insert(
            name,
            json!({"steps": steps, "values": values, "unit": unit}),
        );
    }
    Value::Object(all)
}

fn frame_path(folder: &Path, step: u64) -> PathBuf {
    folder.join("frames").join(format!("{step:06}.npy"))
}

/// Refuses a file that is larger than it can be.
fn check_size(path: &Path, most: u64) -> Result<(), ViewError> {
    match std::fs::metadata(path) {
        Ok(data) if data.len() > most => Err(ViewError::Unusable(format!(
            "{} has {} bytes, at most {most} are read",
            path.display(),
            data.len()
        ))),
        // What is not there is told by whoever needs it.
        _ => Ok(()),
    }
}

/// Diagonal of the box around what is no obstacle at rest, m.
fn topology_diagonal(reader: &RunReader) -> f64 {
    let topology = reader.topology();
    let of_bodies = topology.rest.iter().zip(&topology.obstacle);
    let of_bodies: Vec<Vec3> = of_bodies
        .filter(|(_, is_obstacle)| !**is_obstacle)
        .map(|(x, _)| *x)
        .collect();
    mesh::bounds(&of_bodies).map_or(0.0, |[low, high]| (high - low).norm())
}

/// Distance below which bodies push each other, m, as the scene says.
fn dhat(scene: &Value, diagonal: f64) -> Option<f64> {
    let value = &scene["solver"]["dhat"];
    let relative = value.as_f64().or_else(|| value["relative"].as_f64());
    value["absolute"]
        .as_f64()
        .or_else(|| Some(relative? * diagonal))
}

/// The camera that the scene asks for.
fn camera(reader: &RunReader, text: &str) -> Value {
    let scene = load_text("scene.json", text, reader.folder(), &[]).ok();
    let camera = scene.and_then(|scene| scene.document.render.camera);
    camera.map_or(
        Value::Null,
        |camera| json!({"eye": camera.eye, "target": camera.target, "fov": camera.fov}),
    )
}

/// Stiffness of contact that a line of the statistics tells, for a step that was not cut into parts: that of a shorter part is
/// of a potential which has the square of its length in it.
fn stiffness_of(line: &serde_json::Value) -> Option<f64> {
    let kappa = line["kappa"].as_f64()?;
    let last = line["parts"].as_array().and_then(|parts| parts.last());
    let growth = last.and_then(|part| Some(line["dt"].as_f64()? / part["dt"].as_f64()?));
    Some(kappa * growth.unwrap_or(1.0).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_frames_are_spread_evenly() {
        assert_eq!(spread(&[0, 1, 2, 3, 4], 3), [0, 2, 4]);
        assert_eq!(spread(&[7], 3), [7]);
        assert!(spread(&[], 3).is_empty());
    }
}
