//! The program `tangency` as a library: commands, their output and exit codes.
//!
//! 0 done · 2 bad input · 3 a step could not be completed · 4 the certificate does not hold.

mod arguments;
mod convert;
mod demo;
mod export;
mod failure;
mod info;
mod optimise;
mod output;
mod pictures;
mod plot;
mod repair;
mod report;
mod run;
mod scenes;
pub mod sweep;
mod tetrahedralize;
mod verify;
mod view;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};
pub use failure::Failure;

/// Runs the program with its arguments (the first is the program's name) and tells the exit code.
pub fn main_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::from(exit_code_of(arguments))
}

/// Runs the program with its arguments (the first is the program's name); its exit code as a number.
pub fn exit_code_of(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes and its exit code is 2 for the rest.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match execute(arguments) {
        Ok(()) => 0,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}

/// Carries out one command, for programs that handle its failure themselves (the first argument is the program's name).
pub fn execute_with(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    execute(Arguments::try_parse_from(arguments).map_err(Failure::input)?)
}

fn execute(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => demo::demo(),
        Some(Command::Run(options)) => run::run(&options).map(|_| ()),
        Some(Command::Sweep(options)) => sweep::sweep(&options),
        Some(Command::Optimise(options)) => optimise::optimise(&options),
        Some(Command::Verify(options)) => verify::verify(&options),
        Some(Command::Scenes) => scenes::scenes(),
        Some(Command::Info(options)) => info::info(&options),
        Some(Command::Repair(options)) => repair::repair(&options),
        Some(Command::Export(options)) => export::export(&options),
        Some(Command::Render(options)) => pictures::render(&options),
        Some(Command::View(options)) => view::view(&options),
        Some(Command::Plot(options)) => plot::plot(&options),
        Some(Command::Report(options)) => report::report(&options),
        Some(Command::Convert(options)) => convert::convert(&options),
        Some(Command::Tetrahedralize(options)) => tetrahedralize::tetrahedralize(&options),
        Some(Command::Schema) => {
            output::say(&format!("{:#}", tangency_scene::schema()));
            Ok(())
        }
    }
}
