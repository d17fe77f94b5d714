//! The program `tangency`; all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tangency_cli::main_with(std::env::args_os())
}
