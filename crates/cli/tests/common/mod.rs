//! Runs the program as a user would.

use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Result of a run of the program.
pub struct Outcome {
    /// Exit code.
    pub code: i32,
    /// Printed text, results and messages.
    pub text: String,
}

impl Outcome {
    /// Checks that all went well and that nothing was said, but that forces are not to be trusted where the scene is not solved
    /// for them.
    #[allow(dead_code)]
    pub fn assert_done(&self) {
        assert_eq!(self.code, 0, "{}", self.text);
        let is_expected = |line: &str| line.starts_with("warning: forces of ");
        let mut others = self.text.lines().filter(|line| !is_expected(line));
        assert_eq!(others.next(), None, "{}", self.text);
    }
}

/// Runs `tangency` with arguments in a folder.
pub fn tangency(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = command(folder, arguments).output().unwrap();
    let text = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    Outcome {
        code: output.status.code().unwrap_or(-1),
        text,
    }
}

/// Starts `tangency` and does not wait for it.
#[allow(dead_code)]
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.current_dir(folder).args(arguments);
    command
}
