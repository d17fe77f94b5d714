//! Which scene to run, with which parameters, for how many steps.

use std::path::{Path, PathBuf};

use crate::published::{self, Published};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// How a scene of `benches/reference` is named.
const REFERENCE: &str = "reference/";

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
    let reference = |scene: &Published| format!("{REFERENCE}{}", scene.name);
    let all = published::ALL.iter();
    match arguments {
        [] => all.filter(|s| s.cost.is_some()).map(reference).collect(),
        [word] if word == "reference" => all.map(reference).collect(),
        scenes => scenes.to_vec(),
    }
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
        let name = self.scene.strip_prefix(REFERENCE)?;
        let known = published::ALL.iter().find(|scene| scene.name == name)?;
        let same_steps = self.steps.is_none_or(|steps| steps == known.steps);
        (same_steps && self.sets.is_empty()).then_some(known)
    }

    /// Steps to run: as given, or as published.
    pub fn steps(&self) -> Option<u64> {
        self.steps.or(self.published().map(|known| known.steps))
    }

    /// What the scene language loads: a file, or a name of the catalogue.
    pub fn path_or_name(&self) -> String {
        let file = match self.scene.strip_prefix(REFERENCE) {
            Some(name) => Path::new(ROOT).join(format!("benches/reference/{name}.toml")),
            None => Path::new(ROOT).join(&self.scene),
        };
        if file.is_file() {
            return file.to_string_lossy().into_owned();
        }
        self.scene.clone()
    }

    /// The folder with the reference meshes, where this scene needs it and it is absent.
    pub fn missing_reference(&self) -> Option<PathBuf> {
        let folder = Path::new(ROOT).join("../shared/reference-scenes");
        (self.scene.starts_with(REFERENCE) && !folder.is_dir()).then_some(folder)
    }
}
