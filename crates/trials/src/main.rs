//! The program `trials`; all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tangency_trials::main_with(std::env::args_os().collect())
}
