//! The work on one run of a study: begun or resumed, and its fate written down.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tangency_io::IoError;
use tangency_io::run_folder::{Resumable, RunLock, RunReader};

use super::manifest::Manifest;
use super::measures::measure;
use super::outcome::{RunOutcome, RunState};
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::run;

/// Longest wait for another program that still has the run, such as a worker whose master was killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder of a run.
pub fn run_folder(study: &Path, number: usize) -> PathBuf {
    study.join("runs").join(format!("{number:04}"))
}

/// Carries out a run, from its start or from its last checkpoint; gives its fate. An error is one of the study, not of the
/// run. `follows_input`: it stops politely when the standard input ends, as that of a worker does with its master.
pub fn work(study: &Path, number: usize, follows_input: bool) -> Result<RunOutcome, Failure> {
    let manifest = Manifest::read(study)?;
    let entry = manifest.run(number)?;
    let folder = run_folder(study, number);
    wait_for(&folder)?;
    let mut outcome = RunOutcome::read(study, number)?;
    if outcome.state == RunState::Done {
        return Ok(outcome);
    }
    outcome = RunOutcome {
        state: RunState::Running,
        seconds: outcome.seconds,
        tries: outcome.tries + 1,
        ..RunOutcome::default()
    };
    outcome.write(study, number)?;
    let began = Instant::now();
    let options = RunOptions {
        out: Some(folder.clone()),
        steps: manifest.steps,
        until: manifest.until,
        quiet: true,
        follows_input,
        ..RunOptions::default()
    };
    let ran = manifest
        .scene_now(study)
        .and_then(|scene| simulate(options, scene, manifest.sets(entry), &folder));
    outcome.seconds += began.elapsed().as_secs_f64();
    outcome.certificate = certificate(&folder);
    match ran {
        Err(failure) if failure.is_interruption() => outcome.state = RunState::Waiting,
        Err(failure) => {
            outcome.state = RunState::Failed;
            outcome.failure = Some(failure.to_string());
        }
        Ok(()) => outcome.state = RunState::Done,
    }
    if outcome.state == RunState::Done {
        let names = manifest.measures.iter().map(|measure| measure.of.clone());
        match measure(&manifest.measures, &folder) {
            Ok(values) => outcome.measured = names.zip(values).collect(),
            Err(failure) => outcome.unmeasured = Some(failure.to_string()),
        }
    }
    outcome.write(study, number)?;
    Ok(outcome)
}

/// Resumes the run where it can be, else begins it.
fn simulate(
    options: RunOptions,
    scene: String,
    sets: Vec<String>,
    folder: &Path,
) -> Result<(), Failure> {
    // Its lock is given back before the run takes it.
    let is_resumable = Resumable::open(folder).is_ok();
    let options = match is_resumable {
        true => RunOptions {
            scene: folder.to_string_lossy().into_owned(),
            out: None,
            resume: true,
            ..options
        },
        // What a run left that was killed before its first checkpoint.
        false => RunOptions {
            scene,
            sets,
            overwrite: folder.join("topology.npz").exists(),
            ..options
        },
    };
    run::run(&options).map(|_| ())
}

fn certificate(folder: &Path) -> Option<tangency_engine::Certificate> {
    let value = RunReader::open(folder).ok()?.certificate().ok()?;
    serde_json::from_value(value).ok()
}

/// Waits until no other program writes to the run.
fn wait_for(folder: &Path) -> Result<(), Failure> {
    let began = Instant::now();
    while folder.is_dir() {
        match RunLock::take(folder) {
            Err(error @ IoError::InUse { .. }) if began.elapsed() > PATIENCE => {
                return Err(Failure::input(error));
            }
            Err(IoError::InUse { .. }) => std::thread::sleep(Duration::from_millis(100)),
            _ => break,
        }
    }
    Ok(())
}
