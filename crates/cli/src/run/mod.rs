//! `tangency run`: simulates a scene into a run folder, step by step, each certified.
//!
//! After each step its frame, its statistics and then the checkpoint are written. A run that is
//! killed at any moment resumes from the checkpoint: what was written after it is dropped and
//! computed again, with the same bits.

mod interrupt;
mod progress;
mod saved;
mod session;
mod start;
mod stepper;
mod unsolved;

use std::path::PathBuf;

use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::say;
use session::Session;

/// Simulates; gives the run folder.
pub fn run(options: &RunOptions) -> Result<PathBuf, Failure> {
    set_threads(options.threads)?;
    let session = if options.resume {
        start::resumed(options)?
    } else {
        start::fresh(options)?
    };
    let folder = session.folder();
    session.finish(options.quiet)?;
    if !options.quiet {
        say(&format!("verify it: tangency verify {}", folder.display()));
        say(&format!(
            "see it:    tangency render {} -o picture.png",
            folder.display()
        ));
    }
    Ok(folder)
}

fn set_threads(threads: Option<usize>) -> Result<(), Failure> {
    match threads {
        None => Ok(()),
        Some(0) => Err(Failure::refuse("--threads must be at least 1")),
        Some(n) => rayon::ThreadPoolBuilder::new()
            .num_threads(n)
            .build_global()
            .map_err(Failure::input),
    }
}
