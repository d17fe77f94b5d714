//! Which scenes are recorded, with which parameters, for how many steps.

use std::path::Path;

/// Scenes of Codimensional IPC 2021, small; the first five keep offsets, as in its Fig. 19.
pub const SCENES: [&str; 10] = [
    "sprinkles:across=5,up=6@30",
    "noodles:count=25,segments=60@30",
    "braid:hairs=12,segments=60@190",
    "grains-on-cloth:across=5,up=10,points=500@50",
    "twisted-cylinder:points=1000@100",
    "needles:points=1000,needles=15@50",
    "cloth-on-sphere:points=1000@40",
    "cloth-on-rotating-sphere:points=1000@80",
    "cloth-stack:points=200,layers=8,thickness=1e-3@40",
    "cloth-stack:points=200,layers=8,thickness=5e-3@40",
];

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// `SCENE[:key=value,...][@STEPS]`.
pub struct Spec {
    /// As it was given.
    pub text: String,
    /// Name in the catalogue, or file.
    scene: String,
    /// A folder where scenes are looked for first.
    folder: Option<String>,
    /// `key=value` for the scene's parameters.
    pub sets: Vec<String>,
    /// Steps to run; all of the scene where it is not said.
    pub steps: Option<u64>,
}

impl Spec {
    /// Takes a scene, its parameters and the number of steps apart.
    pub fn parse(text: &str, folder: Option<String>) -> Self {
        let (rest, steps) = match text.rsplit_once('@') {
            Some((rest, steps)) => (rest, steps.parse().ok()),
            None => (text, None),
        };
        let (scene, sets) = rest.split_once(':').unwrap_or((rest, ""));
        Spec {
            text: text.to_owned(),
            scene: scene.to_owned(),
            folder,
            sets: sets.split_terminator(',').map(str::to_owned).collect(),
            steps,
        }
    }

    /// A file name without its ending.
    pub fn file_name(&self) -> String {
        let text = Path::new(&self.text);
        let name = text
            .file_name()
            .map_or(self.text.as_str().into(), |n| n.to_string_lossy());
        let keep = |c: char| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        };
        name.chars().map(keep).collect()
    }

    /// What the scene language loads: a file, or a name of the catalogue.
    pub fn path_or_name(&self) -> String {
        let drafts = self
            .folder
            .iter()
            .map(|f| Path::new(f).join(format!("{}.toml", self.scene)));
        let mut files = drafts.chain([Path::new(ROOT).join(&self.scene)]);
        let found = files.find(|file| file.is_file());
        found.map_or(self.scene.clone(), |file| {
            file.to_string_lossy().into_owned()
        })
    }
}
