//! Workers on this machine: processes of the program itself, each on one run.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::folder::StudyFolder;
use super::outcome::RunState;
use super::study::as_set;
use crate::failure::Failure;
use crate::output::note;
use crate::run::Interrupt;

/// Time between two looks at the workers.
const LOOK: Duration = Duration::from_millis(20);

/// Time between two savings of manifest and tables.
const SAVING: Duration = Duration::from_secs(2);

/// Workers to be.
pub struct Workers {
    /// Processes at a time.
    pub count: usize,
    /// Threads of each.
    pub threads: usize,
    /// Whether nothing but errors is said.
    pub quiet: bool,
}

/// A process at work on a run. Its standard input is a pipe that ends with this program, however that ends.
struct Worker {
    number: usize,
    process: Child,
}

impl Workers {
    /// Has the runs done; returns when all are, or when the end was asked for and the workers have saved what they had.
    pub fn work(&self, study: &mut StudyFolder, numbers: Vec<usize>) -> Result<(), Failure> {
        let interrupt = Interrupt::listen();
        let mut queue = VecDeque::from(numbers);
        let (mut busy, total) = (Vec::<Worker>::new(), queue.len());
        let mut ended = 0;
        let mut saved = Instant::now();
        while !busy.is_empty() || !queue.is_empty() {
            if interrupt.requested() {
                return self.stop(study, busy, total - ended);
            }
            while busy.len() < self.count
                && let Some(number) = queue.pop_front()
            {
                busy.push(self.start(study.path(), number)?);
            }
            let mut k = 0;
            while k < busy.len() {
                let Some(status) = busy[k].process.try_wait().map_err(Failure::input)? else {
                    k += 1;
                    continue;
                };
                let worker = busy.swap_remove(k);
                ended += 1;
                study.note(worker.number, lost(status).as_deref())?;
                self.tell(study, worker.number, &format!("{ended} of {total}"));
            }
            if saved.elapsed() > SAVING {
                study.save()?;
                saved = Instant::now();
            }
            std::thread::sleep(LOOK);
        }
        study.save()
    }

    fn start(&self, folder: &Path, number: usize) -> Result<Worker, Failure> {
        let program = std::env::current_exe().map_err(Failure::input)?;
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let mut command = Command::new(&program);
        if name.starts_with("python") {
            command.args(["-m", "tangency"]);
        }
        let process = command
            .arg("sweep")
            .arg(folder)
            .args(["--only", &number.to_string(), "--follow-input", "--quiet"])
            .args(["--threads", &self.threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process = process.map_err(|error| {
            Failure::refuse(format!("cannot start {}: {error}", program.display()))
        })?;
        Ok(Worker { number, process })
    }

    /// Ends the workers politely: they notice the end of their input.
    fn stop(&self, study: &mut StudyFolder, busy: Vec<Worker>, left: usize) -> Result<(), Failure> {
        for mut worker in busy {
            drop(worker.process.stdin.take());
            let status = worker.process.wait().map_err(Failure::input)?;
            study.note(worker.number, lost(status).as_deref())?;
        }
        study.save()?;
        Err(Failure::Step(anyhow::anyhow!(
            "interrupted: {left} runs are not at their end, their steps are saved; go on with: tangency sweep {}",
            study.path().display()
        )))
    }

    fn tell(&self, study: &StudyFolder, number: usize, progress: &str) {
        let run = &study.manifest().runs[number];
        let values: Vec<String> = run.parameters.iter().map(as_set).collect();
        let outcome = &run.outcome;
        if !self.quiet || outcome.state == RunState::Failed {
            let state = outcome.state.word();
            let why = outcome.failure.as_ref().map(|why| format!(": {why}"));
            note(&format!(
                "[{progress}] run {number} ({}): {state}, {:.1} s{}",
                values.join(", "),
                outcome.seconds,
                why.unwrap_or_default()
            ));
        }
    }
}

/// The way in which a worker ended that did not write down the fate of its run.
fn lost(status: ExitStatus) -> Option<String> {
    match status.code() {
        Some(0) => None,
        // An interrupted run waits, and needs no words.
        Some(INTERRUPTED) => None,
        Some(code) => Some(format!("its worker ended with exit code {code}")),
        None => Some(format!("its worker was killed ({status})")),
    }
}

/// Exit code of a worker whose run was interrupted.
const INTERRUPTED: i32 = 3;
