//! Child processes with limits, and what became of them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::worker::{FOUND, NOW, WorkerOptions};

/// Memory and time that an input may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Address space of a child, kB: a gigabyte for the input, the rest for the program and its threads.
    pub memory_kb: u64,
    /// Processor time of an input, s.
    pub seconds: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_kb: 1_500_000,
            seconds: 10.0,
        }
    }
}

/// Starts a child; the shell sets the limit on its memory.
pub fn start(program: &Path, limits: &Limits, options: &WorkerOptions) -> std::io::Result<Child> {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            &format!("ulimit -v {}; exec \"$0\" \"$@\"", limits.memory_kb),
        ])
        .arg(program)
        .args(["fuzz-worker", "--target", &options.target.to_string()])
        .args(["--seed", &options.seed.to_string()])
        .args(["--first", &options.first.to_string()])
        .args(["--count", &options.count.to_string()])
        .args(["--seconds", &limits.seconds.to_string()])
        .arg("--scratch")
        .arg(&options.scratch);
    if let Some(input) = &options.input {
        command.arg("--input").arg(input);
    }
    if let Some(file) = &options.dump {
        command.arg("--dump").arg(file);
    }
    command
        .env("RAYON_NUM_THREADS", "2")
        .env("RUST_BACKTRACE", "0")
        // Every thread's own heap takes address space.
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// The files that a child left.
#[derive(Clone, Debug, Default)]
pub struct WorkerOutcome {
    /// Inputs that failed, and how.
    pub failures: Vec<(u64, String)>,
    /// The first input that was not read, where the child did not get to its end.
    pub next: Option<u64>,
}

/// The findings of a child that has ended.
pub fn outcome(options: &WorkerOptions, code: Option<i32>) -> std::io::Result<WorkerOutcome> {
    let text = fs::read_to_string(options.scratch.join(FOUND)).unwrap_or_default();
    let mut outcome = WorkerOutcome::default();
    let mut is_done = options.input.is_some() && code == Some(0);
    for line in text.lines() {
        if line == "done" {
            is_done = true;
            continue;
        }
        let (number, what) = line.split_once(' ').unwrap_or((line, ""));
        let number = number.parse().unwrap_or(options.first);
        outcome.failures.push((number, what.to_string()));
    }
    if is_done {
        return Ok(outcome);
    }
    let now = fs::read(options.scratch.join(NOW)).unwrap_or_default();
    let now = now
        .first_chunk()
        .map_or(options.first, |b| u64::from_le_bytes(*b));
    if !outcome.failures.iter().any(|(number, _)| *number == now) {
        let how = code.map_or("a signal".to_string(), |code| format!("exit code {code}"));
        let what = format!("ends the process with {how}: memory, stack or an abort");
        outcome.failures.push((now, what));
    }
    outcome.next = Some(now + 1);
    Ok(outcome)
}
