//! `tangency run`: simulates a scene into a run folder, step by step, each certified.
//!
//! After each step its frame and its statistics are written, and the checkpoint now and then. A run that is
//! killed at any moment resumes from the checkpoint: what was written after it is dropped and
//! computed again, with the same bits.

mod doubt;
mod drape;
mod edits;
mod interrupt;
mod live;
mod progress;
mod request;
mod resume;
mod seams;
mod session;
mod start;
mod unsolved;

use tangency_io::run_folder::RunLock;

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::say;
pub use interrupt::Interrupt;
use session::Session;

/// Most threads that are started: every one takes memory, and no machine has as many cores.
const MOST_THREADS: usize = 1024;

/// Simulates; gives the lock on the run folder, unless there was nothing to do.
pub fn run(options: &RunOptions) -> Result<Option<RunLock>, Failure> {
    set_threads(options.threads)?;
    let after_drape = drape::first(options)?;
    let options = after_drape.as_ref().unwrap_or(options);
    let session = if options.resume {
        match resume::resumed(options)? {
            Some(session) => session,
            None => return Ok(None),
        }
    } else {
        start::fresh(options)?
    };
    let folder = session.folder();
    let lock = session.finish(options.quiet)?;
    if !options.quiet {
        say(&format!("verify it: tangency verify {}", folder.display()));
        say(&format!("see it:    tangency view {}", folder.display()));
    }
    Ok(Some(lock))
}

fn set_threads(threads: Option<usize>) -> Result<(), Failure> {
    match threads {
        None => Ok(()),
        Some(0) => Err(Failure::refuse("--threads must be at least 1")),
        Some(n) if n > MOST_THREADS => Err(Failure::refuse(format!(
            "--threads is {n}: at most {MOST_THREADS} are started, and more than the cores of the machine ({}) gain nothing",
            std::thread::available_parallelism().map_or(1, usize::from)
        ))),
        Some(n) => rayon::ThreadPoolBuilder::new()
            .num_threads(n)
            .build_global()
            .map_err(Failure::input),
    }
}
