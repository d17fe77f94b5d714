//! `tangency sweep`: many runs of one scene, with a manifest and a table.
//!
//! A study is planned once: every run has a number, its values and a folder of its own. Workers, here or elsewhere, take
//! a folder and a number and nothing else ([`work`]); they write down the fate of that run beside it. One program holds
//! the study ([`StudyFolder`]), gathers these into manifest and tables, and says what is left.

mod draws;
mod folder;
mod manifest;
mod measures;
mod outcome;
mod parquet;
mod plan;
mod study;
mod table;
mod values;
mod work;
mod workers;

use std::path::{Path, PathBuf};

pub(crate) use draws::Draw;
pub use folder::StudyFolder;
pub use outcome::{RunOutcome, RunState};
pub use table::{Cells, Column};
pub use work::work;

use crate::arguments::SweepOptions;
use crate::failure::Failure;
use crate::output::{note, say};
use study::Study;
use workers::Workers;

/// Plans a study, or goes on with it, and has its runs done.
pub fn sweep(options: &SweepOptions) -> Result<(), Failure> {
    if let Some(number) = options.only {
        return one(options, number);
    }
    let given = Path::new(&options.study);
    let mut study = match given.is_dir() {
        true => StudyFolder::open(given)?,
        false => planned(options, given)?,
    };
    let folder = study.path().to_path_buf();
    let all = study.manifest().runs.len();
    let pending = study.pending(options.retry);
    if options.plan {
        say(&format!(
            "{all} runs, {} to be done: {}",
            pending.len(),
            folder.display()
        ));
        return Ok(());
    }
    if !options.quiet {
        note(&format!(
            "{}: {all} runs, {} to be done",
            folder.display(),
            pending.len()
        ));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = options
        .workers
        .or(study.manifest().workers)
        .unwrap_or(cores);
    let count = count.min(pending.len()).max(1);
    let workers = Workers {
        count,
        threads: options.threads.unwrap_or((cores / count).max(1)),
        quiet: options.quiet,
    };
    workers.work(&mut study, pending)?;
    conclude(&study, options.quiet)
}

/// Carries out one run of a planned study, in this process.
fn one(options: &SweepOptions, number: usize) -> Result<(), Failure> {
    let outcome = in_threads(options.threads, || {
        work(Path::new(&options.study), number, options.follow_input)
    })?;
    match (outcome.state, outcome.failure) {
        (RunState::Done, _) => Ok(()),
        (_, Some(failure)) if !options.follow_input => {
            Err(Failure::Step(anyhow::anyhow!("run {number}: {failure}")))
        }
        // The program that waits for this worker reads it where it is written.
        (RunState::Failed, _) => Ok(()),
        _ => Err(Failure::Step(anyhow::anyhow!(
            "run {number} is interrupted, its steps are saved"
        ))),
    }
}

/// Does something with a number of threads of its own.
pub fn in_threads<T: Send>(
    threads: Option<usize>,
    task: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let Some(threads) = threads else {
        return task();
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.clamp(1, 1024))
        .build();
    pool.map_err(Failure::input)?.install(task)
}

fn planned(options: &SweepOptions, file: &Path) -> Result<StudyFolder, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::refuse(format!("cannot read the study {}: {error}", file.display()))
    })?;
    let mut study = Study::read(&options.study, &text)?;
    // A scene file is named as seen from the study.
    if let (Some(scene), Some(beside)) = (&study.scene, file.parent()) {
        let there = beside.join(scene);
        if there.is_file() {
            study.scene = Some(there.to_string_lossy().into_owned());
        }
    }
    let stem = file.file_stem().unwrap_or_default();
    let folder: PathBuf = match &options.out {
        Some(folder) => folder.clone(),
        None => Path::new("studies").join(stem),
    };
    StudyFolder::of(&study, &folder)
}

/// Says how it ended; runs that failed are an error.
fn conclude(study: &StudyFolder, quiet: bool) -> Result<(), Failure> {
    let runs = &study.manifest().runs;
    let folder = study.path().display();
    let count = |state| runs.iter().filter(|run| run.outcome.state == state).count();
    let (done, failed) = (count(RunState::Done), count(RunState::Failed));
    if !quiet {
        say(&format!(
            "{done} of {} runs are done and certified, {failed} failed",
            runs.len()
        ));
        say(&format!("{folder}/table.csv"));
    }
    if let Some(problem) = runs.iter().find_map(|run| run.outcome.unmeasured.as_ref()) {
        return Err(Failure::refuse(format!(
            "{problem}\n  The runs are whole: correct [measures] and call it again, nothing is simulated anew."
        )));
    }
    if done == runs.len() {
        return Ok(());
    }
    let first = runs
        .iter()
        .find(|run| run.outcome.state == RunState::Failed);
    let why = first.map_or(String::new(), |run| {
        let why = run.outcome.failure.as_deref().unwrap_or("");
        format!("; run {}: {why}", run.number)
    });
    Err(Failure::Step(anyhow::anyhow!(
        "{failed} of {} runs failed{why}\n  Try them again with: tangency sweep {folder} --retry",
        runs.len()
    )))
}
