//! Loading a scene: from a file or the catalogue to checked types.

use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::document::Document;
use crate::document::gpu::Precision;
use crate::document::vbd::Finish;
use crate::error::{SceneError, nearest};
use crate::script::{self, Imported, Note};
use crate::tree::{self, Node, Value};
use crate::{catalogue, check, expand, materials, typed};

/// A scene, evaluated and checked.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The file's name without its ending, or the name in the catalogue.
    pub name: String,
    /// What it says.
    pub document: Document,
    /// Its parameters in the order of the file, as evaluated.
    pub parameters: Vec<Parameter>,
    /// What was ignored or is done in another way, of a script.
    pub notes: Vec<Note>,
    /// How much memory it may take when it is built.
    pub budget: Budget,
    pub(crate) file: String,
    pub(crate) folder: PathBuf,
    pub(crate) tree: Node,
}

/// A named value of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What it is called.
    pub name: String,
    /// Its value.
    pub value: serde_json::Value,
    /// What it means, from the comment beside it.
    pub doc: Option<String>,
}

/// Loads a scene file, or a scene of the catalogue by its name, with `--set` overrides, within the memory of this machine.
pub fn load(path_or_name: &str, sets: &[String]) -> Result<Scene, SceneError> {
    load_within(path_or_name, sets, &Budget::default())
}

/// As [`load`], within a budget.
pub fn load_within(
    path_or_name: &str,
    sets: &[String],
    budget: &Budget,
) -> Result<Scene, SceneError> {
    let path = Path::new(path_or_name);
    if path.is_file() {
        let text = std::fs::read_to_string(path).map_err(|source| SceneError::Read {
            path: path.into(),
            source,
        })?;
        return load_text_within(path_or_name, &text, folder_of(path), sets, budget);
    }
    if let Some(entry) = catalogue::find(path_or_name) {
        return load_text_within(path_or_name, entry.text, Path::new("."), sets, budget);
    }
    let looks_like_a_file = path.components().count() > 1 || path.extension().is_some();
    if looks_like_a_file {
        let reason = if path.is_dir() {
            "it is a folder"
        } else {
            "there is no such file"
        };
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, reason);
        return Err(SceneError::Read {
            path: path.into(),
            source,
        });
    }
    let names = || catalogue::ALL.iter().map(|entry| entry.name);
    Err(SceneError::UnknownScene {
        name: path_or_name.to_string(),
        suggestion: nearest(path_or_name, names()).map(str::to_string),
        known: names().collect::<Vec<_>>().join(", "),
    })
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Loads a scene from its text, within the memory of this machine; `file` names it in messages, `folder` is where its
/// mesh files are.
pub fn load_text(
    file: &str,
    text: &str,
    folder: &Path,
    sets: &[String],
) -> Result<Scene, SceneError> {
    load_text_within(file, text, folder, sets, &Budget::default())
}

/// As [`load_text`], within a budget.
pub fn load_text_within(
    file: &str,
    text: &str,
    folder: &Path,
    sets: &[String],
    budget: &Budget,
) -> Result<Scene, SceneError> {
    let (mut root, notes) = if is_script(file) {
        let Imported { root, notes } = script::import(file, text, folder, budget)?;
        (root, notes)
    } else {
        (tree::parse(file, text)?, Vec::new())
    };
    for setting in sets {
        tree::apply_override(&mut root, setting)?;
    }
    let mut tree = expand::expand(file, root, budget)?;
    materials::inherit(file, &mut tree)?;
    let document = typed::document(file, &tree)?;
    let name = Path::new(file)
        .file_stem()
        .map_or(file.to_string(), |s| s.to_string_lossy().into_owned());
    let parameters = parameters(&tree);
    let mut scene = Scene {
        name,
        document,
        parameters,
        notes,
        budget: *budget,
        file: file.to_string(),
        folder: folder.into(),
        tree,
    };
    scene.imply_contact();
    check::check(&scene)?;
    scene.resolve_files();
    Ok(scene)
}

/// Whether a file is a script of the IPC reference code.
fn is_script(file: &str) -> bool {
    let ending = Path::new(file).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("txt"))
}

/// The scene file (TOML) that says what a script says; its mesh files are named as seen from
/// `output`, the file it is meant to be written to.
pub fn convert(script: &Path, output: &Path) -> Result<String, SceneError> {
    let refuse = |path: &Path, source| SceneError::Read {
        path: path.into(),
        source,
    };
    let text = std::fs::read_to_string(script).map_err(|source| refuse(script, source))?;
    let folder = folder_of(output);
    let folder = folder
        .canonicalize()
        .map_err(|source| refuse(folder, source))?;
    let file = script.display().to_string();
    let budget = Budget::default();
    let mut imported = script::import(&file, &text, folder_of(script), &budget)?;
    tree::relate_paths(&mut imported.root, &folder);
    let mut toml = format!("# From the script {file}.\n");
    for Note { line, text } in &imported.notes {
        toml.push_str(&format!("# Line {line}: {text}.\n"));
    }
    toml.push_str(&tree::to_toml(&imported.root));
    Ok(toml)
}

fn parameters(tree: &Node) -> Vec<Parameter> {
    match tree.get("parameters").map(|p| &p.value) {
        Some(Value::Table(entries)) => entries
            .iter()
            .map(|(name, node)| Parameter {
                name: name.clone(),
                value: node.to_json(),
                doc: node.comment.clone(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

impl Scene {
    /// Everything evaluated, defaults filled in, mesh files with their full paths: a scene
    /// from which the same run can be made anywhere on this machine.
    pub fn resolved_json(&self) -> String {
        serde_json::to_string_pretty(&self.document).unwrap_or_default()
    }

    /// Makes the paths of mesh files absolute.
    fn resolve_files(&mut self) {
        let folder = self.folder.clone();
        let bodies = self.document.body.iter_mut().map(|b| &mut b.shape);
        let obstacles = self.document.obstacle.iter_mut().map(|o| &mut o.shape);
        for file in bodies.chain(obstacles).filter_map(|shape| shape.file_mut()) {
            if let Some(found) = find_file(&folder, file) {
                *file = found.to_string_lossy().into_owned();
            }
        }
        let sequences = self
            .document
            .obstacle
            .iter_mut()
            .filter_map(|o| o.sequence.as_mut());
        for sequence in sequences {
            if let Some(found) = find_folder(&folder, &sequence.folder) {
                sequence.folder = found.to_string_lossy().into_owned();
            }
        }
    }

    /// An error at a path of the scene.
    pub(crate) fn invalid<S: AsRef<str>>(
        &self,
        path: &[S],
        message: impl Into<String>,
    ) -> SceneError {
        SceneError::Invalid {
            place: self.tree.place(&self.file, path),
            message: message.into(),
        }
    }

    /// Replaces the words that choose methods, where given.
    pub fn choose(&mut self, choices: &Choices) -> Result<(), SceneError> {
        let solver = &mut self.document.solver;
        let words = [
            (&mut solver.contact, choices.contact),
            (&mut solver.stepper, choices.stepper),
            (&mut solver.linear, choices.linear),
        ];
        for (word, choice) in words {
            if let Some(choice) = choice {
                *word = choice.to_string();
            }
        }
        if let Some(finish) = choices.finish {
            solver.vbd.finish = finish;
        }
        if let Some(precision) = choices.precision {
            solver.gpu.precision = precision;
        }
        solver.trace |= choices.trace;
        if choices.contact.is_none() {
            self.imply_contact();
        }
        check::words(self)
    }

    /// The contact model that goes with the minimiser, where the scene names none.
    fn imply_contact(&mut self) {
        let solver = self.tree.get("solver");
        if solver.and_then(|solver| solver.get("contact")).is_some() {
            return;
        }
        let solver = &mut self.document.solver;
        solver.contact = match solver.stepper.as_str() {
            "gpu" => "ogc",
            _ => "ipc",
        }
        .into();
    }
}

/// Words given on the command line in place of the scene's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices<'a> {
    /// The contact model.
    pub contact: Option<&'a str>,
    /// The minimiser.
    pub stepper: Option<&'a str>,
    /// The linear solver.
    pub linear: Option<&'a str>,
    /// What ends a step of block descent.
    pub finish: Option<Finish>,
    /// The numbers that a GPU computes with.
    pub precision: Option<Precision>,
    /// Whether steps record the potential after each iteration, also where the scene does not ask for it.
    pub trace: bool,
}

/// A mesh file beside the scene file, or else from the current folder; absolute.
pub(crate) fn find_file(folder: &Path, file: &str) -> Option<PathBuf> {
    find(folder, file, Path::is_file)
}

/// A folder beside the scene file, or else from the current folder; absolute.
pub(crate) fn find_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    find(folder, name, Path::is_dir)
}

fn find(folder: &Path, name: &str, fits: fn(&Path) -> bool) -> Option<PathBuf> {
    [folder.join(name), PathBuf::from(name)]
        .into_iter()
        .find(|p| fits(p))
        .and_then(|p| p.canonicalize().ok())
}
