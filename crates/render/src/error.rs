//! Errors of making and writing pictures.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum RenderError {
    /// The positions do not belong to the topology.
    #[error(
        "the frame has {found} vertices, the topology {expected}; both must come from the same run"
    )]
    VertexCount {
        /// Vertices of the frame.
        found: usize,
        /// Vertices of the topology.
        expected: usize,
    },
    /// A size that cannot be rendered.
    #[error("a picture of {width} x {height} pixels cannot be made; give sizes from 1 to 16384")]
    Size {
        /// Width asked for, pixels.
        width: u32,
        /// Height asked for, pixels.
        height: u32,
    },
    /// Pictures of an animation must have one size, and there must be one.
    #[error("an animation needs at least one picture, and all of one size")]
    Animation,
    /// The file could not be written.
    #[error("cannot write {path}: {problem}; check the folder and the free space")]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        problem: String,
    },
    /// Numbers without a scale.
    #[error("numbers are to be colours, but there is no scale for them; set RenderOptions::scale")]
    Scale,
    /// A video could not be made.
    #[error("cannot make a video: {0}")]
    Video(String),
}

impl RenderError {
    /// A file that could not be written.
    pub(crate) fn write(path: &Path, problem: String) -> Self {
        Self::Write {
            path: path.to_path_buf(),
            problem,
        }
    }
}
