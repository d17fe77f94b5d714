//! A scene: what a file says, evaluated and checked.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tangency_engine::Vec3;

use crate::budget::Budget;
use crate::document::Document;
use crate::error::SceneError;
use crate::files::{find_file, find_folder};
use crate::script::Note;
use crate::tree::TreeNode;

/// A scene, evaluated and checked.
///
/// ```
/// let scene = tangency_scene::load("two-cubes", &["drop=0.02".to_owned()])?;
/// let drop = scene.parameters.iter().find(|parameter| parameter.name == "drop");
/// assert_eq!(drop.map(|parameter| parameter.value.as_f64()), Some(Some(0.02)));
/// # Ok::<(), tangency_scene::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    /// The file's name without its ending, or the name in the catalogue.
    pub name: String,
    /// Content of the scene.
    pub document: Document,
    /// Parameters in the order of the file, as evaluated.
    pub parameters: Vec<Parameter>,
    /// Notes on what was ignored or is done in another way, of a script.
    pub notes: Vec<Note>,
    /// Memory that it may take when it is built.
    pub budget: Budget,
    /// Rest shapes in place of those of the meshes, by the name of the body, m: a program sets them. The body starts where its mesh
    /// is placed.
    pub rest_shapes: BTreeMap<String, Vec<Vec3>>,
    pub(crate) file: String,
    pub(crate) folder: PathBuf,
    pub(crate) tree: TreeNode,
    pub(crate) text: Arc<str>,
    pub(crate) sets: Vec<String>,
}

/// A named value of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: String,
    /// Value of the parameter.
    pub value: serde_json::Value,
    /// Meaning of the parameter, from the comment beside it.
    pub doc: Option<String>,
}

impl Scene {
    /// Everything evaluated, defaults filled in, mesh files with their full paths: a scene
    /// from which the same run can be made anywhere on this machine.
    pub fn resolved_json(&self) -> String {
        serde_json::to_string_pretty(&self.document).unwrap_or_default()
    }

    /// Makes the paths of mesh files absolute.
    pub(crate) fn resolve_files(&mut self) {
        let folder = self.folder.clone();
        let bodies = self.document.body.iter_mut().flat_map(|body| {
            let embedded = body.embed.surface.as_deref_mut();
            [Some(&mut body.shape), embedded].into_iter().flatten()
        });
        let obstacles = self.document.obstacle.iter_mut().map(|o| &mut o.shape);
        for file in bodies.chain(obstacles).filter_map(|shape| shape.file_mut()) {
            if let Some(found) = find_file(&folder, file) {
                *file = found.to_string_lossy().into_owned();
            }
        }
        if let Some(start) = &mut self.document.repair.start
            && let Some(found) = find_file(&folder, start)
        {
            *start = found.to_string_lossy().into_owned();
        }
        let is_draped = self.document.drape.is_some();
        // After a drape the folder is one inside of that of the run, which may be moved.
        if let Some(start) = self.document.start.as_mut().filter(|_| !is_draped)
            && let Some(found) = find_folder(&folder, &start.run)
        {
            start.run = found.to_string_lossy().into_owned();
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
}
