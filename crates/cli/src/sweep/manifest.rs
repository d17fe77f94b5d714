//! The manifest of a study, `study.json`: what every run is, and how far it is.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tangency_io::run_folder::differences;
use tangency_io::write_whole;
use tangency_scene::{anchored, catalogue, load};

use super::measures::Measure;
use super::outcome::RunOutcome;
use super::plan;
use super::study::{Mode, Setting, Study, as_set};
use crate::failure::Failure;

/// Number of the layout of the file.
const FORMAT: u32 = 1;

/// Differences told in full.
const TOLD: usize = 20;

/// The manifest of a study.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// Version of the program that planned the study.
    version: String,
    /// Commit that the program was built from, where that is known.
    commit: Option<String>,
    /// A name of the catalogue, or the path of a scene file; relative ones are in the study's folder.
    pub scene: String,
    /// SHA-256 of the scene's text.
    scene_hash: String,
    /// Values that all runs have.
    pub set: Vec<Setting>,
    /// Where every run stops, if not at the end of its scene.
    pub steps: Option<u64>,
    /// The time where every run stops, s.
    pub until: Option<f64>,
    /// Choice of the values.
    mode: Mode,
    /// Seed of the draws.
    seed: u64,
    /// Columns that are measured.
    pub measures: Vec<Measure>,
    /// Runs at a time, where the study says.
    pub workers: Option<usize>,
    /// The runs.
    pub runs: Vec<RunEntry>,
}

/// A run of a study.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunEntry {
    /// Number, from 0.
    pub number: usize,
    /// Values of the parameters, in their order.
    pub parameters: Vec<Setting>,
    /// Its fate, as known when the manifest was written.
    #[serde(flatten)]
    pub outcome: RunOutcome,
}

impl Manifest {
    /// The plan for a study in a folder; its scene is checked with the values of every run.
    pub fn plan(study: &Study, folder: &Path) -> Result<Self, Failure> {
        let (scene, text) = scene_of(study, folder)?;
        let runs = plan::runs(study)?;
        plan::check(&scene_path(&scene, folder), &study.set, &runs)?;
        let entry = |(number, parameters)| RunEntry {
            number,
            parameters,
            outcome: RunOutcome::default(),
        };
        Ok(Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("TANGENCY_COMMIT").map(str::to_owned),
            scene,
            scene_hash: hash(&text),
            set: study.set.clone(),
            steps: study.steps,
            until: study.until,
            mode: study.mode,
            seed: study.seed,
            measures: study.measures.clone(),
            workers: study.workers,
            runs: runs.into_iter().enumerate().map(entry).collect(),
        })
    }

    /// The file in a folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("study.json")
    }

    /// Reads the manifest of a folder.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let file = Self::file(folder);
        let refuse = |error: &dyn std::fmt::Display| {
            Failure::refuse(format!("{}: not a study: {error}", file.display()))
        };
        let text = std::fs::read(&file).map_err(|e| refuse(&e))?;
        let manifest: Self = serde_json::from_slice(&text).map_err(|e| refuse(&e))?;
        match manifest.format {
            FORMAT => Ok(manifest),
            other => Err(refuse(&format!("format {other}, where {FORMAT} is known"))),
        }
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let mut text = serde_json::to_vec_pretty(self).map_err(Failure::input)?;
        text.push(b'\n');
        write_whole(&Self::file(folder), &text).map_err(Failure::step)
    }

    /// Takes up the runs of an earlier manifest; refuses one that is of another study. Measures may differ, and there may
    /// be further runs: neither changes a run.
    pub fn go_on_from(&mut self, earlier: &Self, folder: &Path) -> Result<(), Failure> {
        let [before, after] = [earlier, &*self].map(Self::identity);
        let mut found = differences(&before, &after);
        for (a, b) in earlier.runs.iter().zip(&self.runs) {
            let [a, b] = [a, b].map(|run| table(&run.parameters));
            found.extend(differences(&a, &b));
        }
        let mut lines: Vec<String> = Vec::new();
        for difference in found {
            let line = format!(
                "\n  {}: {} in the folder, {} now",
                difference.path, difference.before, difference.after
            );
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        if self.runs.len() < earlier.runs.len() {
            let [was, is] = [earlier.runs.len(), self.runs.len()];
            lines.push(format!("\n  runs: {was} in the folder, {is} now"));
        }
        if !lines.is_empty() {
            let more = lines.len().saturating_sub(TOLD);
            lines.truncate(TOLD);
            if more > 0 {
                lines.push(format!("\n  and {more} more"));
            }
            return Err(Failure::refuse(format!(
                "{} holds another study:{}\n  Undo the changes, or give the study another folder (--out DIR).",
                folder.display(),
                lines.concat()
            )));
        }
        (self.version, self.commit) = (earlier.version.clone(), earlier.commit.clone());
        Ok(())
    }

    /// The part that decides what the runs are.
    fn identity(&self) -> Value {
        json!({
            "scene": self.scene, "content of the scene": self.scene_hash, "set": table(&self.set),
            "steps": self.steps, "until": self.until, "mode": self.mode, "seed": self.seed,
        })
    }

    /// Reads how far every run is.
    pub fn refresh(&mut self, folder: &Path) -> Result<(), Failure> {
        for run in &mut self.runs {
            run.outcome = RunOutcome::read(folder, run.number)?;
        }
        Ok(())
    }

    /// The run of a number.
    pub fn run(&self, number: usize) -> Result<&RunEntry, Failure> {
        self.runs.get(number).ok_or_else(|| {
            Failure::refuse(format!(
                "there is no run {number}: the study has {}, from 0 on",
                self.runs.len()
            ))
        })
    }

    /// The scene as `load` takes it; refused where it is no more what the study was planned with.
    pub fn scene_now(&self, folder: &Path) -> Result<String, Failure> {
        let path = scene_path(&self.scene, folder);
        let text = match catalogue::find(&path).filter(|_| !Path::new(&path).is_file()) {
            Some(entry) => entry.text.to_owned(),
            None => read_text(&path)?,
        };
        if hash(&text) == self.scene_hash {
            return Ok(path);
        }
        Err(Failure::refuse(format!(
            "{path} has changed since the study in {} was planned",
            folder.display()
        )))
    }

    /// All values that a run sets, as `--set` takes them.
    pub fn sets(&self, run: &RunEntry) -> Vec<String> {
        self.set.iter().chain(&run.parameters).map(as_set).collect()
    }
}

fn table(settings: &[Setting]) -> Value {
    let entries = settings.iter().cloned();
    Value::Object(entries.collect())
}

/// The scene by its name in the manifest, and its text. A scene that a program gives is written into the folder.
fn scene_of(study: &Study, folder: &Path) -> Result<(String, String), Failure> {
    if let Some(document) = &study.document {
        let from = Path::new(study.folder.as_deref().unwrap_or("."));
        let json = anchored("scene.json", &document.to_string(), from).map_err(Failure::input)?;
        let text = serde_json::to_string_pretty(&json).map_err(Failure::input)?;
        let file = folder.join("scene.json");
        if !file.exists() {
            write_whole(&file, text.as_bytes()).map_err(Failure::input)?;
        }
        return Ok(("scene.json".to_owned(), text));
    }
    let name = study.scene.clone().unwrap_or_default();
    let path = Path::new(&name);
    if path.is_file() {
        let whole = path.canonicalize().map_err(Failure::input)?;
        let text = read_text(&name)?;
        return Ok((whole.to_string_lossy().into_owned(), text));
    }
    match catalogue::find(&name) {
        Some(entry) => Ok((name, entry.text.to_owned())),
        // Its own error tells what there is.
        None => Err(load(&name, &[]).err().map_or_else(
            || Failure::refuse(format!("{name} is no scene")),
            Failure::input,
        )),
    }
}

fn scene_path(scene: &str, folder: &Path) -> String {
    match scene {
        "scene.json" => folder.join(scene).to_string_lossy().into_owned(),
        _ => scene.to_owned(),
    }
}

fn read_text(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::refuse(format!("cannot read {path}: {error}")))
}

fn hash(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
