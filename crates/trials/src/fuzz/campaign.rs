//! Many inputs, over all targets, in child processes.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::child::{self, Limits};
use super::targets::FuzzTarget;
use super::worker::WorkerOptions;

/// Pause between two looks at the children.
const PAUSE: Duration = Duration::from_millis(5);
/// Failures of one kind that are kept.
const ALIKE: usize = 2;

/// A campaign of mutated inputs: which, and who reads them.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The program `trials`.
    pub program: PathBuf,
    /// Seed of all inputs.
    pub seed: u64,
    /// Memory and time that an input may take.
    pub limits: Limits,
    /// Children at a time.
    pub jobs: usize,
}

/// An input that failed.
#[derive(Clone, Debug)]
pub struct FuzzFinding {
    /// The target that read it.
    pub target: FuzzTarget,
    /// The input.
    pub input: Vec<u8>,
    /// The number of the input.
    pub index: u64,
    /// The failure, in words.
    pub what: String,
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct FuzzReport {
    /// Inputs read, by target.
    pub inputs: BTreeMap<String, u64>,
    /// Inputs that failed, alike ones left out.
    pub findings: Vec<FuzzFinding>,
    /// Number of all that failed.
    pub failures: u64,
    /// Time taken, s.
    pub seconds: f64,
}

/// A range of inputs of one target.
struct Task {
    target: FuzzTarget,
    first: u64,
    count: u64,
}

impl Campaign {
    /// Tries `inputs` inputs, or until `seconds` have passed; `tell` gets a line now and then.
    pub fn run(
        &self,
        only: Option<FuzzTarget>,
        inputs: Option<u64>,
        seconds: Option<f64>,
        mut tell: impl FnMut(&str),
    ) -> anyhow::Result<FuzzReport> {
        let begun = Instant::now();
        let is_over = || seconds.is_some_and(|limit| begun.elapsed().as_secs_f64() > limit);
        let scratch = scratch()?;
        let mut tasks = tasks(only, inputs);
        let mut running = Vec::new();
        let mut report = FuzzReport::default();
        let (mut made, mut told) = (0, Instant::now());
        loop {
            while running.len() < self.jobs && !is_over() {
                let Some(task) = tasks.next() else {
                    break;
                };
                made += 1;
                running.push(self.start(task, &scratch.path().join(made.to_string()))?);
            }
            if running.is_empty() {
                break;
            }
            std::thread::sleep(PAUSE);
            let mut still = Vec::new();
            for (mut process, options) in running {
                match process.try_wait()? {
                    None => still.push((process, options)),
                    Some(status) => {
                        let rest = self.collect(&options, status.code(), &mut report)?;
                        std::fs::remove_dir_all(&options.scratch)?;
                        if let Some(task) = rest {
                            made += 1;
                            let folder = scratch.path().join(made.to_string());
                            still.push(self.start(task, &folder)?);
                        }
                    }
                }
            }
            running = still;
            report.seconds = begun.elapsed().as_secs_f64();
            if told.elapsed() > Duration::from_secs(30) {
                told = Instant::now();
                tell(&report.to_string());
            }
        }
        Ok(report)
    }

    fn start(
        &self,
        task: Task,
        folder: &Path,
    ) -> anyhow::Result<(std::process::Child, WorkerOptions)> {
        std::fs::create_dir_all(folder)?;
        let options = WorkerOptions {
            target: task.target,
            seed: self.seed,
            first: task.first,
            count: task.count,
            input: None,
            dump: None,
            scratch: folder.to_path_buf(),
            seconds: self.limits.seconds,
        };
        Ok((
            child::start(&self.program, &self.limits, &options)?,
            options,
        ))
    }

    /// Takes over what a child found, and tells what it has not read.
    fn collect(
        &self,
        options: &WorkerOptions,
        code: Option<i32>,
        report: &mut FuzzReport,
    ) -> anyhow::Result<Option<Task>> {
        let outcome = child::outcome(options, code)?;
        let end = options.first + options.count;
        let next = outcome.next.unwrap_or(end);
        let target = options.target;
        *report.inputs.entry(target.to_string()).or_default() += next - options.first;
        for (index, what) in outcome.failures {
            report.failures += 1;
            let place = |what: &str| what.split(": ").next().unwrap_or_default().to_string();
            let alike = report.findings.iter();
            let alike = alike.filter(|f| f.target == target && place(&f.what) == place(&what));
            if alike.count() < ALIKE {
                let input = self.input(target, index)?;
                report.findings.push(FuzzFinding {
                    target,
                    input,
                    index,
                    what,
                });
            }
        }
        Ok((next < end).then(|| Task {
            target,
            first: next,
            count: end - next,
        }))
    }

    /// An input by its number, made by a child: making runs to mutate is not for this process, whose signals they would
    /// take.
    fn input(&self, target: FuzzTarget, index: u64) -> anyhow::Result<Vec<u8>> {
        let folder = scratch()?;
        let file = folder.path().join("input");
        let options = WorkerOptions {
            target,
            seed: self.seed,
            first: index,
            count: 1,
            input: None,
            dump: Some(file.clone()),
            scratch: folder.path().to_path_buf(),
            seconds: self.limits.seconds,
        };
        child::start(&self.program, &self.limits, &options)?.wait()?;
        Ok(std::fs::read(file)?)
    }

    /// The failure of a single input; `None` where it is read without complaint.
    pub fn try_input(&self, target: FuzzTarget, input: &[u8]) -> anyhow::Result<Option<String>> {
        let folder = scratch()?;
        let file = folder.path().join("input");
        std::fs::write(&file, input)?;
        let options = WorkerOptions {
            target,
            seed: self.seed,
            first: 0,
            count: 1,
            input: Some(file),
            dump: None,
            scratch: folder.path().to_path_buf(),
            seconds: self.limits.seconds,
        };
        let status = child::start(&self.program, &self.limits, &options)?.wait()?;
        let failures = child::outcome(&options, status.code())?.failures;
        Ok(failures.into_iter().next().map(|(_, what)| what))
    }
}

/// A folder in memory, where the system has one: run folders are written again for every input.
pub fn scratch() -> std::io::Result<tempfile::TempDir> {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir())
    } else {
        tempfile::tempdir()
    }
}

/// The tasks of so many inputs, target by target in turns, each by its share.
fn tasks(only: Option<FuzzTarget>, inputs: Option<u64>) -> impl Iterator<Item = Task> {
    let targets: Vec<(FuzzTarget, u64)> = match only {
        Some(target) => vec![(target, 1)],
        None => FuzzTarget::ALL.to_vec(),
    };
    let shares: u64 = targets.iter().map(|(_, share)| share).sum();
    let quota = move |share: u64| inputs.map(|n| (n * share).div_ceil(shares));
    // A round has as many inputs of each target as its share says, so that a campaign without end tries all.
    const ROUND: u64 = 20_000;
    (0..)
        .map(move |round: u64| {
            let mut tasks = Vec::new();
            for &(target, share) in &targets {
                let each = (ROUND * share / shares).max(1);
                let end = quota(share).unwrap_or(u64::MAX).min((round + 1) * each);
                let mut first = round * each;
                while first < end {
                    let count = target.per_child().min(end - first);
                    tasks.push(Task {
                        target,
                        first,
                        count,
                    });
                    first += count;
                }
            }
            tasks
        })
        .take_while(|tasks| !tasks.is_empty())
        .flatten()
}

impl fmt::Display for FuzzReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.inputs.values().sum();
        let each: Vec<String> = self
            .inputs
            .iter()
            .map(|(name, n)| format!("{name} {n}"))
            .collect();
        write!(
            f,
            "{total} inputs in {:.0} s ({:.0} a second), {} failed: {}",
            self.seconds,
            total as f64 / self.seconds.max(1e-3),
            self.failures,
            each.join(", ")
        )
    }
}
