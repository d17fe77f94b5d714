//! Loading a scene: from a file, a text or the catalogue to checked types.

use std::path::Path;

use tangency_engine::{Certify, ContactKind, Finish, LinearKind, Precision, StepperKind};

use crate::budget::Budget;
use crate::error::{SceneError, nearest};
use crate::scene::{Parameter, Scene};
use crate::script::{self, Imported, Note};
use crate::tree::{self, TreeNode, TreeValue};
use crate::{catalogue, check, expand, materials, quantity, typed};

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
    if let Some(what) = other_than_a_scene(path) {
        let path = path.into();
        return Err(SceneError::NotAScene { path, what });
    }
    if path.is_file() {
        let text = std::fs::read_to_string(path).map_err(|source| SceneError::Read {
            path: path.into(),
            source,
        })?;
        return load_text_within(path_or_name, &text, folder_of(path), sets, budget)
            .map_err(|error| with_formats(path, error));
    }
    if let Some(entry) = catalogue::find(path_or_name) {
        return load_text_within(path_or_name, entry.text, Path::new("."), sets, budget);
    }
    let looks_like_a_file = path.components().count() > 1 || path.extension().is_some();
    if looks_like_a_file {
        let reason = "there is no such file";
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

/// Words for a folder or a mesh that is given in place of a scene, with what to do.
fn other_than_a_scene(path: &Path) -> Option<String> {
    let named = path.display();
    if path.is_dir() && catalogue::find(&named.to_string()).is_none() {
        return Some(match tangency_io::run_folder::RunReader::open(path).is_ok() {
            true => format!(
                "the folder of a run, not a scene: `tangency run {named} --resume` goes on with the run, `tangency view {named}` shows it"
            ),
            false => "a folder, not a scene: give a scene file (.toml, .json), or the name of a scene of the catalogue".to_owned(),
        });
    }
    (path.is_file() && tangency_io::is_mesh_file(path)).then(|| {
        format!(
            "a mesh, not a scene: `tangency info {named}` describes it, and a scene has it as a body with `shape = {{ file = \"{named}\" }}`"
        )
    })
}

/// A text that is no scene, in a file whose ending is none of a scene's: says which there are.
fn with_formats(path: &Path, error: SceneError) -> SceneError {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match error {
        SceneError::Syntax {
            file,
            line,
            column,
            message,
        } if !["toml", "json", "txt"].contains(&ending.to_ascii_lowercase().as_str()) => {
            SceneError::Syntax {
                file,
                line,
                column,
                message: format!(
                    "{message} (read as a scene in TOML; scenes end in .toml or .json, scripts of the IPC code in .txt)"
                ),
            }
        }
        error => error,
    }
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// A document in JSON as the text of a TOML file.
///
/// ```
/// let text = tangency_scene::to_toml(r#"{"time": {"step": 0.01}, "ground": 0}"#)?;
/// assert_eq!(text, "ground = 0\n\n[time]\nstep = 0.01\n");
/// # Ok::<(), tangency_scene::SceneError>(())
/// ```
pub fn to_toml(document: &str) -> Result<String, SceneError> {
    Ok(tree::to_toml(&tree::parse("document.json", document)?))
}

/// Loads a scene from its text, within the memory of this machine; `file` names it in messages, `folder` is where its
/// mesh files are.
///
/// ```
/// use std::path::Path;
///
/// let text = "[parameters]\nheight = 2\n[[body]]\nshape = { box = {} }\ntranslate = [0, '= height / 2', 0]\n";
/// let sets = ["height=3".to_owned()];
/// let scene = tangency_scene::load_text("s.toml", text, Path::new("."), &sets)?;
/// assert_eq!(scene.document.body[0].translate, [0.0, 1.5, 0.0]);
/// # Ok::<(), tangency_scene::SceneError>(())
/// ```
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
    quantity::convert::to_numbers(file, &mut tree)?;
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

/// The tree of a text in the syntax of scenes (TOML, or JSON), values with their lines; nothing is evaluated or checked.
///
/// ```
/// let tree = tangency_scene::parse_tree("study.toml", "scene = 'slope'\nsteps = 3\n")?;
/// assert_eq!(tree.get("steps").and_then(|steps| steps.line), Some(2));
/// # Ok::<(), tangency_scene::SceneError>(())
/// ```
pub fn parse_tree(file: &str, text: &str) -> Result<TreeNode, SceneError> {
    tree::parse(file, text)
}

/// A scene (TOML or JSON) as JSON whose files are named by absolute paths where `folder` has them, so that it may be
/// put anywhere; nothing is evaluated.
///
/// ```
/// use std::path::Path;
///
/// let text = "[[body]]\nshape = { file = 'no-such.msh' }\n";
/// let json = tangency_scene::anchored("s.toml", text, Path::new("."))?;
/// assert_eq!(json["body"][0]["shape"]["file"], "no-such.msh");
/// # Ok::<(), tangency_scene::SceneError>(())
/// ```
pub fn anchored(file: &str, text: &str, folder: &Path) -> Result<serde_json::Value, SceneError> {
    let mut root = tree::parse(file, text)?;
    tree::anchor_paths(&mut root, folder);
    Ok(root.to_json())
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

fn parameters(tree: &TreeNode) -> Vec<Parameter> {
    match tree.get("parameters").map(|p| &p.value) {
        Some(TreeValue::Table(entries)) => entries
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

/// Methods in place of the scene's, as given on a command line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// The contact model.
    pub contact: Option<ContactKind>,
    /// The minimiser.
    pub stepper: Option<StepperKind>,
    /// The linear solver.
    pub linear: Option<LinearKind>,
    /// End of a step of block descent.
    pub finish: Option<Finish>,
    /// The numbers that a GPU computes with.
    pub precision: Option<Precision>,
    /// Steps whose ends are certified.
    pub certify: Option<Certify>,
    /// Whether steps record the potential after each iteration, also where the scene does not ask for it.
    pub trace: bool,
}

impl Scene {
    /// Replaces methods, where given.
    ///
    /// ```
    /// use tangency_engine::{ContactKind, StepperKind};
    /// use tangency_scene::{Choices, load};
    ///
    /// let mut scene = load("two-cubes", &[])?;
    /// let stepper = Some(StepperKind::Gpu);
    /// scene.choose(&Choices { stepper, ..Choices::default() })?;
    /// assert_eq!(scene.document.solver.contact, ContactKind::Ogc);
    /// # Ok::<(), tangency_scene::SceneError>(())
    /// ```
    pub fn choose(&mut self, choices: &Choices) -> Result<(), SceneError> {
        let solver = &mut self.document.solver;
        solver.contact = choices.contact.unwrap_or(solver.contact);
        solver.stepper = choices.stepper.unwrap_or(solver.stepper);
        solver.linear = choices.linear.unwrap_or(solver.linear);
        solver.vbd.finish = choices.finish.unwrap_or(solver.vbd.finish);
        solver.gpu.precision = choices.precision.unwrap_or(solver.gpu.precision);
        solver.certify = choices.certify.unwrap_or(solver.certify);
        solver.trace |= choices.trace;
        if choices.contact.is_none() {
            self.imply_contact();
        }
        check::methods(self)
    }

    /// The contact model that goes with the minimiser, where the scene names none.
    fn imply_contact(&mut self) {
        let solver = self.tree.get("solver");
        if solver.and_then(|solver| solver.get("contact")).is_some() {
            return;
        }
        let solver = &mut self.document.solver;
        solver.contact = match solver.stepper {
            StepperKind::Gpu => ContactKind::Ogc,
            StepperKind::Newton | StepperKind::Vbd => ContactKind::Ipc,
        };
    }
}
