//! A run from the start of a scene.

use std::path::{Path, PathBuf};

use tangency::{Error, GpuUnavailable, PreparedScene, RunFolder};
use tangency_scene::{BuildInfo, Scene};

use super::Session;
use super::request::Request;
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::note;

/// A run from the start of a scene.
pub fn fresh(options: &RunOptions) -> Result<Session, Failure> {
    let request = Request::new(options)?;
    let scene = request.load()?;
    let folder = folder_of(options, &scene);
    let scene = scene.after_drape(&absolute(&folder)?);
    from_start(options, &request, &scene, &folder)
}

/// The folder that is asked for, or that of the scene's name.
pub fn folder_of(options: &RunOptions, scene: &Scene) -> PathBuf {
    let named = || Path::new("runs").join(&scene.name);
    options.out.clone().unwrap_or_else(named)
}

/// The path of a folder from the root on.
pub fn absolute(folder: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(folder).map_err(Failure::input)
}

/// A run of `scene` from its start in `folder`.
pub fn from_start(
    options: &RunOptions,
    request: &Request,
    scene: &Scene,
    folder: &Path,
) -> Result<Session, Failure> {
    refuse_driven(scene)?;
    let time = scene.document.time;
    let steps = request.stop(time).map_or(time.steps(), |stop| stop.step);
    let prepared = PreparedScene::new(scene).map_err(Failure::input)?;
    introduce(options, scene, prepared.info());
    // Before the folder: where the stepper cannot be had there is no run.
    let simulation = prepared
        .start(options.simulation())
        .map_err(not_simulated)?;
    let created = RunFolder::create(folder, scene, &simulation, options.overwrite);
    let mut folder = created.map_err(|error| refuse_folder(error, &options.scene))?;
    folder.write_request(request).map_err(Failure::input)?;
    folder.write_start(&simulation).map_err(Failure::input)?;
    Ok(Session::new(simulation, folder, steps, options).ending_at(time.rest, true))
}

/// A scene that needs a program which drives parts of it is not for the command line.
pub fn refuse_driven(scene: &Scene) -> Result<(), Failure> {
    let document = &scene.document;
    let boundaries = { document.boundary.iter() }.filter_map(|b| b.driven.then_some(&b.name));
    let loads = { document.load.iter() }.filter_map(|load| load.driven.then_some(&load.name));
    match boundaries.chain(loads).next() {
        None => Ok(()),
        Some(name) => Err(Failure::refuse(format!(
            "{}: `{name}` is driven: a program says step by step where it goes; run the scene from that program (in Python or Rust)",
            scene.name
        ))),
    }
}

/// A simulation that cannot be had, with what to type instead.
pub fn not_simulated(error: Error) -> Failure {
    match error {
        Error::CheckedGpu => Failure::refuse(
            "--paranoid cannot watch the moves of the stepper `gpu`, which never leave the GPU; run the same scene with --stepper newton",
        ),
        Error::Gpu(GpuUnavailable::Gpu(_)) => Failure::refuse(format!("{error} (--stepper vbd)")),
        error => Failure::input(error),
    }
}

/// One line about what is simulated, with the lengths as resolved.
pub fn introduce(options: &RunOptions, scene: &Scene, info: &BuildInfo) {
    for caution in &info.cautions {
        note(&format!("warning: {caution}"));
    }
    if options.quiet {
        return;
    }
    for line in info.repair.iter().flat_map(|report| report.describe()) {
        note(&line);
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
