//! The command line.

use clap::{Parser, Subcommand};

use crate::fuzz::{FuzzOptions, WorkerOptions};
use crate::kills::KillOptions;
use crate::worlds::WorldOptions;

/// Attempts to break the program tangency.
#[derive(Debug, Parser)]
#[command(name = "trials", version, about, max_term_width = 100)]
pub struct TrialArguments {
    /// The trial to run.
    #[command(subcommand)]
    pub command: TrialCommand,
}

/// The trials.
#[derive(Debug, Subcommand)]
pub enum TrialCommand {
    /// Runs random scenes and judges them by verify and by closed forms
    Worlds(WorldOptions),
    /// Kills runs at random times, fills their disk, resumes them and compares bits
    Kills(KillOptions),
    /// Mutates scenes, scripts, meshes and run folders; whatever they are, nothing may panic, hang or take a gigabyte
    Fuzz(FuzzOptions),
    /// Reads inputs of the fuzzer, as its child
    #[command(hide = true)]
    FuzzWorker(WorkerOptions),
}
