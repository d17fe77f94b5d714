//! How a run begins: from a scene, or from the checkpoint of an earlier one.

use std::path::{Path, PathBuf};

use tangency_engine::Certificate;
use tangency_io::run_folder::{RunReader, RunWriter};
use tangency_scene::{BuildInfo, Choices, Scene, load, load_text_within, load_within, topology};

use super::Session;
use super::saved::{certificate, checkpoint, state};
use super::stepper::simulation;
use crate::arguments::{Finish, Precision, RunOptions, budget};
use crate::failure::Failure;
use crate::output::note;

/// A run from the start of a scene.
pub fn fresh(options: &RunOptions) -> Result<Session, Failure> {
    let budget = budget(options.memory_limit);
    let mut scene = load_within(&options.scene, &options.sets, &budget).map_err(Failure::input)?;
    scene
        .choose(&Choices {
            contact: options.contact.as_deref(),
            stepper: options.stepper.as_deref(),
            linear: options.linear.as_deref(),
            finish: options.finish.map(Finish::into),
            precision: options.precision.map(Precision::into),
            trace: options.trace,
        })
        .map_err(Failure::input)?;
    let steps = steps(options, &scene)?;
    if options.steps.is_some() || options.until.is_some() {
        // The run folder says where the run ends, so that it can be resumed without repeating it.
        scene.document.time.duration = steps as f64 * scene.document.time.step;
    }
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
fn introduce(options: &RunOptions, scene: &Scene, info: &BuildInfo) {
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

/// A run from the checkpoint of its folder.
pub fn resumed(options: &RunOptions) -> Result<Session, Failure> {
    let folder = resumed_folder(options)?;
    let reader = RunReader::open(&folder).map_err(|e| nothing_to_resume(&folder, e))?;
    let saved = reader
        .checkpoint()
        .map_err(|e| nothing_to_resume(&folder, e))?;
    let text = reader.scene_json().map_err(Failure::input)?;
    let file = folder.join("scene.json").display().to_string();
    let budget = budget(options.memory_limit);
    let mut scene =
        load_text_within(&file, &text, &folder, &[], &budget).map_err(Failure::input)?;
    let choices = Choices {
        trace: options.trace,
        ..Choices::default()
    };
    scene.choose(&choices).map_err(Failure::input)?;
    let steps = steps(options, &scene)?;
    let (model, _, info) = scene.build().map_err(Failure::input)?;
    introduce(options, &scene, &info);
    if topology(&model) != *reader.topology() {
        return Err(Failure::refuse(format!(
            "{file} does not give the bodies that the run was started with: a mesh file or the program has changed; start anew with --overwrite"
        )));
    }
    let certificate = certificate(&saved).ok_or_else(|| {
        Failure::refuse(format!("the checkpoint of {} does not hold the certificate so far; start anew with --overwrite", folder.display()))
    })?;
    let state = state(saved).ok_or_else(|| {
        Failure::refuse(format!("the checkpoint of {} was written by another version of the program; start anew with --overwrite", folder.display()))
    })?;
    // Before the folder is touched, so that nothing is lost where the stepper cannot be had.
    let simulation = simulation(model, state, certificate, options)?;
    let writer = RunWriter::open_for_resume(&folder).map_err(Failure::input)?;
    Ok(Session::new(simulation, writer, steps, options))
}

/// The folder to resume: given with --out, as the scene, or that of the scene's name.
fn resumed_folder(options: &RunOptions) -> Result<PathBuf, Failure> {
    if let Some(folder) = &options.out {
        return Ok(folder.clone());
    }
    let given = Path::new(&options.scene);
    if given.is_dir() {
        return Ok(given.into());
    }
    let scene = load(&options.scene, &[]).map_err(Failure::input)?;
    Ok(Path::new("runs").join(scene.name))
}

fn nothing_to_resume(folder: &Path, error: tangency_io::IoError) -> Failure {
    let reason = format!(
        "there is nothing to resume in {} (run without --resume)",
        folder.display()
    );
    Failure::Input(anyhow::Error::new(error).context(reason))
}

/// The number of steps, counted from the start, that the run ends after.
fn steps(options: &RunOptions, scene: &Scene) -> Result<u64, Failure> {
    let mut time = scene.document.time;
    if let Some(until) = options.until {
        if !(until.is_finite() && until >= 0.0) {
            return Err(Failure::refuse(format!(
                "--until must be a time in seconds, is {until}"
            )));
        }
        time.duration = until;
    }
    Ok(options.steps.unwrap_or_else(|| time.steps()))
}
