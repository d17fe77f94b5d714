//! A study in its folder, held by one program: planned or taken up, its runs noted, its tables written.

use std::path::{Path, PathBuf};

use tangency_io::run_folder::RunLock;

use super::manifest::Manifest;
use super::outcome::{RunOutcome, RunState};
use super::study::Study;
use super::table::{self, Column};
use crate::failure::Failure;

/// A study in its folder, locked.
pub struct StudyFolder {
    path: PathBuf,
    manifest: Manifest,
    _lock: RunLock,
}

impl StudyFolder {
    /// Plans a study in a folder, or goes on with the one there, if it is the same; `file` names it in messages.
    pub fn plan(file: &str, text: &str, folder: &Path) -> Result<Self, Failure> {
        Self::of(&Study::read(file, text)?, folder)
    }

    /// Plans a study in a folder, or goes on with the one there, if it is the same.
    pub fn of(study: &Study, folder: &Path) -> Result<Self, Failure> {
        let there = folder.join("study.json").exists();
        if !there && study.document.is_none() {
            // Refused before anything is created.
            Manifest::plan(study, folder)?;
        }
        refuse_foreign(folder, there)?;
        std::fs::create_dir_all(folder.join("runs")).map_err(|error| {
            Failure::refuse(format!("cannot create {}: {error}", folder.display()))
        })?;
        let lock = RunLock::take(folder).map_err(Failure::input)?;
        let mut manifest = Manifest::plan(study, folder)?;
        if there {
            manifest.go_on_from(&Manifest::read(folder)?, folder)?;
        }
        Self::held(folder, manifest, lock)
    }

    /// Goes on with the study in a folder.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let manifest = Manifest::read(folder)?;
        let lock = RunLock::take(folder).map_err(Failure::input)?;
        Self::held(folder, manifest, lock)
    }

    fn held(folder: &Path, mut manifest: Manifest, lock: RunLock) -> Result<Self, Failure> {
        manifest.refresh(folder)?;
        let mut held = Self {
            path: folder.to_path_buf(),
            manifest,
            _lock: lock,
        };
        held.measure_again()?;
        held.save()?;
        Ok(held)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Numbers of the runs that are to be done; with `retry` also of those that failed.
    pub fn pending(&self, retry: bool) -> Vec<usize> {
        let is_pending = |state: RunState| match state {
            RunState::Waiting | RunState::Running => true,
            RunState::Failed => retry,
            RunState::Done => false,
        };
        let runs = self.manifest.runs.iter();
        let pending = runs.filter(|run| is_pending(run.outcome.state));
        pending.map(|run| run.number).collect()
    }

    /// Takes note of a run whose worker has ended; `lost` says how, where it did not end by itself.
    pub fn note(&mut self, number: usize, lost: Option<&str>) -> Result<&RunOutcome, Failure> {
        self.manifest.run(number)?;
        let mut outcome = RunOutcome::read(&self.path, number)?;
        let is_ended = matches!(outcome.state, RunState::Done | RunState::Failed);
        if let (Some(reason), false) = (lost, is_ended) {
            outcome.state = RunState::Failed;
            outcome.failure = Some(reason.to_owned());
            outcome.write(&self.path, number)?;
        }
        let run = &mut self.manifest.runs[number];
        run.outcome = outcome;
        Ok(&run.outcome)
    }

    /// Measures what the study asks for now and did not when the run was made.
    fn measure_again(&mut self) -> Result<(), Failure> {
        let measures = self.manifest.measures.clone();
        for run in &mut self.manifest.runs {
            let measured = &run.outcome.measured;
            let is_missing = |of: &String| measured.iter().all(|(known, _)| known != of);
            let is_complete = !measures.iter().any(|measure| is_missing(&measure.of));
            if run.outcome.state != RunState::Done || is_complete {
                continue;
            }
            let folder = super::work::run_folder(&self.path, run.number);
            match super::measures::measure(&measures, &folder) {
                Ok(values) => {
                    let names = measures.iter().map(|measure| measure.of.clone());
                    run.outcome.measured = names.zip(values).collect();
                    run.outcome.unmeasured = None;
                }
                Err(failure) => run.outcome.unmeasured = Some(failure.to_string()),
            }
            run.outcome.write(&self.path, run.number)?;
        }
        Ok(())
    }

    /// The columns of the table.
    pub fn columns(&self) -> Vec<Column> {
        table::columns(&self.manifest)
    }

    /// Writes manifest and tables.
    pub fn save(&mut self) -> Result<(), Failure> {
        self.manifest.write(&self.path)?;
        table::write(&self.path, &self.columns())
    }
}

/// Refuses a folder with something else in it.
fn refuse_foreign(folder: &Path, is_study: bool) -> Result<(), Failure> {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let known = ["lock", "runs", "scene.json"];
    let is_foreign = |name: &std::ffi::OsString| known.iter().all(|known| name != known);
    match names.map(|entry| entry.file_name()).find(is_foreign) {
        Some(found) if !is_study => Err(Failure::refuse(format!(
            "{} is no study: it has {} in it; give another folder (--out DIR)",
            folder.display(),
            found.display()
        ))),
        _ => Ok(()),
    }
}
