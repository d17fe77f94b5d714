//! Attempts to break the program `tangency`, each repeatable from its seed: random worlds, runs that are killed, disks
//! that are full.
//!
//! The program under trial runs as a child process, as its users run it: `trials tangency ARGUMENTS` is the
//! program `tangency` itself, of the same build.

pub mod arguments;
pub mod folders;
pub mod fuzz;
pub mod kills;
pub mod program;
pub mod random;
pub mod worlds;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use arguments::{TrialArguments, TrialCommand};
use program::AS_TANGENCY;

/// Runs the program with its arguments (the first is the program's name) and tells the exit code: 0 where nothing
/// broke, 1 where something did.
pub fn main_with(arguments: Vec<OsString>) -> ExitCode {
    if arguments.get(1).is_some_and(|a| a == AS_TANGENCY) {
        return tangency_cli::main_with(arguments.into_iter().skip(1));
    }
    let outcome = match TrialArguments::parse_from(arguments).command {
        TrialCommand::Worlds(options) => worlds::command(&options),
        TrialCommand::Kills(options) => kills::command(&options),
        TrialCommand::Fuzz(options) => fuzz::command(&options),
        TrialCommand::FuzzWorker(options) => fuzz::work(&options).map(|()| true),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
