//! A scene that begins where another run has ended.

use tangency_engine::{Model, State, check_positions};
use tangency_io::run_folder::RunReader;

use super::topology;
use crate::error::SceneError;
use crate::files::find_folder;
use crate::scene::Scene;

impl Scene {
    /// The first state of `model`: the one given, or with the positions of the last frame of the run that the scene names.
    pub(super) fn started(&self, model: &Model, state: State) -> Result<State, SceneError> {
        let Some(start) = &self.document.start else {
            return Ok(state);
        };
        let refuse = |message: String| self.invalid(&["start", "run"], message);
        if !model.elements.twists.segments.is_empty() {
            return Err(refuse(
                "rods that twist cannot begin where a run has ended: frames do not have their angles".into(),
            ));
        }
        let folder = find_folder(&self.folder, &start.run)
            .ok_or_else(|| refuse(format!("there is no run folder {}", start.run)))?;
        let run = RunReader::open(&folder).map_err(|error| refuse(error.to_string()))?;
        let differing = topology(model).differing_arrays(run.topology());
        if !differing.is_empty() {
            return Err(refuse(format!(
                "the run in {} has other bodies ({} differ)",
                folder.display(),
                differing.join(", ")
            )));
        }
        let last = run.frame_numbers().last().copied().unwrap_or(0);
        let x = run.frame(last).map_err(|error| refuse(error.to_string()))?;
        check_positions(model, &x).map_err(|source| SceneError::Model {
            file: self.file.clone(),
            source,
        })?;
        Ok(State {
            start: x.clone(),
            x,
            ..state
        })
    }
}
