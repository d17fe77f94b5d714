//! The program `tangency` as a library: commands, their output and exit codes.
//!
//! 0 done · 2 bad input · 3 a step could not be completed · 4 the certificate does not hold.

mod arguments;
mod convert;
mod demo;
mod export;
mod failure;
mod info;
mod output;
mod pictures;
mod plot;
mod report;
mod run;
mod scenes;
mod tetrahedralize;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};
pub use failure::Failure;

/// Runs the program with its arguments (the first is the program's name) and tells the exit code.
pub fn main_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes and its exit code is 2 for the rest.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match execute(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn execute(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => demo::demo(),
        Some(Command::Run(options)) => run::run(&options).map(|_| ()),
        Some(Command::Verify(options)) => verify::verify(&options),
        Some(Command::Scenes) => scenes::scenes(),
        Some(Command::Info(options)) => info::info(&options),
        Some(Command::Export(options)) => export::export(&options),
        Some(Command::Render(options)) => pictures::render(&options),
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
