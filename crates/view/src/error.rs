//! Why the page gets no answer.

use thiserror::Error;

/// Why a question of the page has no answer.
#[derive(Debug, Error)]
pub enum ViewError {
    /// There is no such thing in what is viewed.
    #[error("{0}")]
    Absent(String),
    /// It is there, and cannot be read or computed.
    #[error("{0}")]
    Unusable(String),
    /// The server cannot be started.
    #[error("cannot serve on port {port} of the loopback interface: {reason}")]
    Port {
        /// The port.
        port: u16,
        /// Reason that the system gave.
        reason: String,
    },
    /// The folder is none of a run.
    #[error("{folder} is not a run folder (tangency run SCENE makes one): {source}")]
    NoRun {
        /// The folder.
        folder: String,
        /// What is missing.
        source: tangency_io::IoError,
    },
}

impl ViewError {
    /// Something that is there and cannot be used, from any error.
    pub fn unusable(error: impl std::fmt::Display) -> Self {
        ViewError::Unusable(error.to_string())
    }
}
