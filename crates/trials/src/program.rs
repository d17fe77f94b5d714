//! The program under trial, as a child process.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// First argument with which `trials` is the program `tangency`.
pub const AS_TANGENCY: &str = "tangency";

/// Longest pause between two looks at a child.
const PAUSE: Duration = Duration::from_millis(5);

/// The program under trial.
#[derive(Clone, Debug)]
pub struct ProgramUnderTest {
    executable: PathBuf,
    /// Whether the executable is `trials`, and not `tangency` itself.
    is_trials: bool,
}

/// A child that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Exit code; none where a signal ended it, ours after the time limit included.
    pub code: Option<i32>,
    /// Whether it ran into the time limit.
    pub timed_out: bool,
    /// The text that it printed.
    pub text: String,
}

impl ProgramUnderTest {
    /// The program `tangency` in an executable `trials`.
    pub fn new(trials: impl Into<PathBuf>) -> Self {
        Self {
            executable: trials.into(),
            is_trials: true,
        }
    }

    /// The executable `tangency` where one is given, otherwise the program in this executable.
    pub fn chosen(tangency: Option<&Path>) -> io::Result<Self> {
        match tangency {
            None => std::env::current_exe().map(Self::new),
            Some(path) => Ok(Self {
                executable: path.canonicalize()?,
                is_trials: false,
            }),
        }
    }

    /// The words that a command line begins with.
    pub fn words(&self) -> Vec<&OsStr> {
        let mut words = vec![self.executable.as_os_str()];
        words.extend(self.is_trials.then_some(OsStr::new(AS_TANGENCY)));
        words
    }

    /// Starts it, with its words going to the file `words`.
    pub fn start<S: AsRef<OsStr>>(&self, arguments: &[S], words: &Path) -> io::Result<Child> {
        let out = File::create(words)?;
        let error = out.try_clone()?;
        let first = self.words();
        Command::new(first[0])
            .args(&first[1..])
            .args(arguments)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(error)
            .spawn()
    }

    /// Runs it to its end, for at most `limit`.
    pub fn run<S: AsRef<OsStr>>(
        &self,
        arguments: &[S],
        words: &Path,
        limit: Duration,
    ) -> io::Result<Ended> {
        let mut child = self.start(arguments, words)?;
        let timed_out = !wait(&mut child, limit)?;
        if timed_out {
            child.kill()?;
        }
        let code = child.wait()?.code();
        let text = String::from_utf8_lossy(&std::fs::read(words)?).into_owned();
        Ok(Ended {
            code,
            timed_out,
            text,
        })
    }
}

/// Waits for the end of a child, for at most `limit`, and tells whether it has come.
pub fn wait(child: &mut Child, limit: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    let mut pause = PAUSE / 16;
    while child.try_wait()?.is_none() {
        let left = limit.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return Ok(false);
        }
        std::thread::sleep(pause.min(left));
        pause = (2 * pause).min(PAUSE);
    }
    Ok(true)
}
