//! Which scene to run, with which parameters, for how many steps.

use std::path::{Path, PathBuf};

use crate::published::{self, Published};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// How a script of the published code is named: `ipc/` and its place under `ipc/input` of the reference folder.
const SCRIPT: &str = "ipc/";

/// `SCENE[:key=value,...][@STEPS]`.
pub struct Spec {
    /// As it was given.
    pub text: String,
    /// Name in the catalogue, or file.
    scene: String,
    /// `key=value` for the scene's parameters.
    pub sets: Vec<String>,
    steps: Option<u64>,
}

/// The scenes that the arguments mean.
pub fn expand(arguments: &[String]) -> Vec<String> {
    let script = |known: &Published| format!("{SCRIPT}{}", known.script);
    let all = published::ALL.iter();
    match arguments {
        [] => all.filter(|s| s.cost.is_some()).map(script).collect(),
        [word] if word == "published" => all.map(script).collect(),
        scenes => scenes.to_vec(),
    }
}

/// The script of Table 1 with this time step.
pub fn time_step_script(h: &str) -> String {
    format!("{SCRIPT}paperExamples/tb1_diffDt/rodsTwist_E1e4_dt{h}.txt")
}

impl Spec {
    /// Takes a scene, its parameters and the number of steps apart.
    pub fn parse(text: &str) -> Self {
        let (rest, steps) = match text.rsplit_once('@') {
            Some((rest, steps)) if steps.parse::<u64>().is_ok() => (rest, steps.parse().ok()),
            _ => (text, None),
        };
        let (scene, sets) = rest.split_once(':').unwrap_or((rest, ""));
        Spec {
            text: text.to_string(),
            scene: scene.to_string(),
            sets: sets.split_terminator(',').map(str::to_string).collect(),
            steps,
        }
    }

    /// The published figures of the scene, unless it was altered.
    pub fn published(&self) -> Option<&'static Published> {
        let script = self.scene.strip_prefix(SCRIPT)?;
        let known = published::ALL.iter().find(|known| known.script == script)?;
        let same_steps = self.steps.is_none_or(|steps| steps == known.steps);
        (same_steps && self.sets.is_empty()).then_some(known)
    }

    /// Steps to run: as given, or as published.
    pub fn steps(&self) -> Option<u64> {
        self.steps.or(self.published().map(|known| known.steps))
    }

    /// For people: a script by its file name.
    pub fn short_name(&self) -> &str {
        match self.scene.starts_with(SCRIPT) {
            true => self.text.rsplit('/').next().unwrap_or(&self.text),
            false => &self.text,
        }
    }

    /// What the scene language loads: a file, or a name of the catalogue.
    pub fn path_or_name(&self) -> String {
        let file = match self.scene.strip_prefix(SCRIPT) {
            Some(script) => scripts_folder().join(script),
            None => Path::new(ROOT).join(&self.scene),
        };
        if file.is_file() {
            return file.to_string_lossy().into_owned();
        }
        self.scene.clone()
    }

    /// The folder with the scripts, where this scene needs it and it is absent.
    pub fn missing_reference(&self) -> Option<PathBuf> {
        let folder = scripts_folder();
        (self.scene.starts_with(SCRIPT) && !folder.is_dir()).then_some(folder)
    }
}

fn scripts_folder() -> PathBuf {
    Path::new(ROOT).join("../shared/reference-scenes/ipc/input")
}
