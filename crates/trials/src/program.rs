//! The program under trial, as a child process.

use std::path::PathBuf;

/// First argument with which `trials` is the program `tangency`.
pub const AS_TANGENCY: &str = "tangency";

/// The program under trial.
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable `trials`.
    pub trials: PathBuf,
}
