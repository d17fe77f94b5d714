//! Errors that keep a run from being verified at all. A certificate that does not hold is no error but a
//! [`crate::Report`].

use thiserror::Error;

/// Why a run could not be judged.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A file of the run is missing or unreadable.
    #[error("{0}; restore the run folder or simulate again")]
    Read(#[from] tangency_io::IoError),
    /// A run without a single frame.
    #[error("{0}: no frames to verify; has the run been started?")]
    NoFrames(String),
}
