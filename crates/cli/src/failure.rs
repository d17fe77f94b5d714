//! What ends the program before its work is done, and the exit code that says so.

use thiserror::Error;

/// Why a command did not succeed.
#[derive(Debug, Error)]
pub enum Failure {
    /// Something given to the program cannot be used.
    #[error("{0:#}")]
    Input(#[from] anyhow::Error),
    /// A step could not be completed.
    #[error("{0:#}")]
    Step(anyhow::Error),
    /// The certificate does not hold.
    #[error("{0}")]
    Certificate(String),
}

impl Failure {
    /// Bad input, from any error.
    pub fn input(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Failure::Input(anyhow::Error::new(error))
    }

    /// Bad input, in words.
    pub fn refuse(message: impl Into<String>) -> Self {
        Failure::Input(anyhow::Error::msg(message.into()))
    }

    /// A step that could not be completed, from any error.
    pub fn step(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Failure::Step(anyhow::Error::new(error))
    }

    /// 2 bad input, 3 a step could not be completed, 4 the certificate does not hold.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Step(_) => 3,
            Failure::Certificate(_) => 4,
        }
    }
}
