//! A run against its own scene, built again: does `topology.npz` have the scene's bodies, and frame 0 its start?
//!
//! This is the one part of verification that runs the code that made the run. It is what keeps `topology.npz`, which
//! says what may touch, may invert or is limited, from being believed.

use std::path::Path;

use tangency_engine::State;
use tangency_io::run_folder::{RunReader, SceneInForce, Topology};
use tangency_scene::{Scene, load_text, topology};
use tangency_verify::Report;

/// Adds what does not fit the scene to the report, or why that could not be found out. The number of steps that the
/// scene in force has, if it can be read.
pub fn compare_with_scene(folder: &Path, report: &mut Report) -> Option<u64> {
    let scenes = RunReader::open(folder).and_then(|reader| Ok((reader.scenes()?, reader)));
    let (scenes, reader) = match scenes {
        Ok(read) => read,
        Err(error) => {
            report.contradict(error.to_string());
            return None;
        }
    };
    let first = scenes.first()?;
    match load(folder, first).and_then(|scene| built(&scene)) {
        Ok((topology, state)) => compare(&reader, &topology, &state, report),
        Err(reason) => report.on_trust.push(format!(
            "topology.npz and frame 0: the scene cannot be built again here ({reason})"
        )),
    }
    let last = load(folder, scenes.last()?).ok()?;
    // A run that ends at rest has as many steps as that takes.
    let time = last.document.time;
    time.rest.is_none().then(|| time.steps())
}

fn load(folder: &Path, scene: &SceneInForce) -> Result<Scene, String> {
    let text = std::str::from_utf8(&scene.text).map_err(|_| "it is no text".to_owned())?;
    let file = folder.join("scene.json").display().to_string();
    load_text(&file, text, folder, &[]).map_err(|error| error.to_string())
}

fn built(scene: &Scene) -> Result<(Topology, State), String> {
    let (model, state, _) = scene.build().map_err(|error| error.to_string())?;
    Ok((topology(&model), state))
}

fn compare(reader: &RunReader, topology: &Topology, state: &State, report: &mut Report) {
    let arrays = reader.topology().differing_arrays(topology);
    if !arrays.is_empty() {
        report.contradict(format!(
            "topology.npz does not have the bodies of scene.json: {} differ; one of them was edited, or a mesh file or the program has changed since",
            arrays.join(", ")
        ));
        return;
    }
    let count = topology.rest.len();
    match reader.frame(0) {
        Ok(start) if start != state.x[..count] => report.contradict(
            "frame 0 is not the start of scene.json; one of them was edited, or a mesh file or the program has changed since",
        ),
        // A frame that cannot be read is told already.
        _ => {}
    }
}
