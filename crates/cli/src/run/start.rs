//! A run from the start of a scene.

use std::path::Path;

use tangency_engine::Certificate;
use tangency_io::run_folder::RunWriter;
use tangency_scene::{BuildInfo, Scene, topology};

use super::Session;
use super::request::Request;
use super::saved::checkpoint;
use super::stepper::simulation;
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::note;

/// A run from the start of a scene.
pub fn fresh(options: &RunOptions) -> Result<Session, Failure> {
    let request = Request::new(options)?;
    let scene = request.load()?;
    let time = scene.document.time;
    let steps = request.stop(time).map_or(time.steps(), |stop| stop.step);
    let (model, state, info) = scene.build().map_err(Failure::input)?;
    introduce(options, &scene, &info);
    let topology = topology(&model);
    // Before the folder: where the stepper cannot be had there is no run.
    let simulation = simulation(model, state, Certificate::default(), options)?;
    let folder = options
        .out
        .clone()
        .unwrap_or_else(|| Path::new("runs").join(&scene.name));
    let created = RunWriter::create(
        &folder,
        &topology,
        &scene.resolved_json(),
        options.overwrite,
    );
    let mut writer = created.map_err(|error| refuse_folder(error, &options.scene))?;
    writer.write_request(&request).map_err(Failure::input)?;
    let (state, vertices) = (simulation.state(), simulation.model().vertex_count());
    writer
        .write_frame(0, &state.x[..vertices])
        .map_err(Failure::input)?;
    writer
        .write_checkpoint(&checkpoint(state, vertices, simulation.certificate()))
        .map_err(Failure::input)?;
    Ok(Session::new(simulation, writer, steps, options))
}

/// One line about what is simulated, with the lengths as resolved.
pub fn introduce(options: &RunOptions, scene: &Scene, info: &BuildInfo) {
    for caution in &info.cautions {
        note(&format!("warning: {caution}"));
    }
    if options.quiet {
        return;
    }
    for told in &scene.notes {
        note(&format!("line {}: {}", told.line, told.text));
    }
    let vertices: usize = info.bodies.iter().map(|b| b.vertices).sum();
    let tets: usize = info.bodies.iter().map(|b| b.tets).sum();
    note(&format!(
        "{}: {} bodies and obstacles, {vertices} vertices, {tets} tets, dhat {:.3e} m, newton_tolerance {:.3e} m/s",
        scene.name,
        info.bodies.len(),
        info.dhat,
        info.newton_tolerance
    ));
    for line in info.offset.iter().flat_map(|offset| offset.describe()) {
        note(&line);
    }
}

/// A folder that cannot be used, with what to type instead.
fn refuse_folder(error: tangency_io::IoError, scene: &str) -> Failure {
    let exists = matches!(error, tangency_io::IoError::RunExists { .. });
    let failure = anyhow::Error::new(error);
    if exists {
        let advice = format!(
            "--resume goes on with it, --overwrite replaces it, --out DIR leaves it (tangency run {scene} ...)"
        );
        return Failure::Input(anyhow::anyhow!("{failure}\n  {advice}"));
    }
    Failure::Input(failure)
}
