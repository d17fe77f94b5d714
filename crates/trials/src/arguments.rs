//! The command line.

use clap::{Parser, Subcommand};

use crate::kills::KillOptions;
use crate::worlds::WorldOptions;

/// Attempts to break the program tangency.
#[derive(Debug, Parser)]
#[command(name = "trials", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to try.
    #[command(subcommand)]
    pub command: Command,
}

/// The trials.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs random scenes and judges them by verify and by closed forms
    Worlds(WorldOptions),
    /// Kills runs at random times, fills their disk, resumes them and compares bits
    Kills(KillOptions),
}
