//! Errors of reading and writing files: every error names the file, the place in it
//! (line, byte or element), what was expected and, where it helps, what to do.

use std::fmt;
use std::path::{Path, PathBuf};

/// The place of a problem in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// The file as a whole, or an element that the message names.
    File,
    /// A line of a text file, counted from 1.
    Line(usize),
    /// A byte of a binary file, counted from 0.
    Byte(usize),
}

/// A problem in the contents of a file, before the file's name is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// The place of the problem.
    pub at: Location,
    /// The problem: what was expected and what was found.
    pub problem: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Location::File => write!(f, "{}", self.problem),
            Location::Line(line) => write!(f, "line {line}: {}", self.problem),
            Location::Byte(byte) => write!(f, "byte {byte}: {}", self.problem),
        }
    }
}

impl ParseError {
    /// A problem of the file as a whole.
    pub(crate) fn whole(problem: impl Into<String>) -> Self {
        Self {
            at: Location::File,
            problem: problem.into(),
        }
    }

    /// Names the file the problem is in.
    pub fn in_file(self, path: &Path) -> IoError {
        IoError::Contents {
            path: path.to_path_buf(),
            error: self,
        }
    }
}

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IoError {
    /// The operating system refused (missing file, full disk, no permission...).
    #[error("cannot {action} {path}: {source}")]
    System {
        /// The action that was attempted.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The contents of a file are not what they should be.
    #[error("{path}: {error}")]
    Contents {
        /// The file.
        path: PathBuf,
        /// The place and the problem.
        error: ParseError,
    },
    /// No reader or writer for this extension.
    #[error("{path}: cannot {action} the extension \"{extension}\"; supported are {supported}")]
    UnknownExtension {
        /// The file.
        path: PathBuf,
        /// The action that was asked for, such as "read a tet mesh from".
        action: &'static str,
        /// The extension found, lower case.
        extension: String,
        /// The extensions that would do.
        supported: &'static str,
    },
    /// A run folder exists already and replacing it was not asked for.
    #[error(
        "{path} holds an earlier run; choose another folder, resume it, or ask for it to be overwritten"
    )]
    RunExists {
        /// The folder.
        path: PathBuf,
    },
    /// Another program works on a run folder.
    #[error("{path} is in use by {owner}; wait until it has ended, or take another folder")]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The program, as it says of itself.
        owner: String,
    },
    /// A folder is not empty and holds something else than a run.
    #[error("{path} is not empty and not a run folder (it holds {found}); choose another folder")]
    ForeignFolder {
        /// The folder.
        path: PathBuf,
        /// One of the foreign entries.
        found: String,
    },
    /// Data given for writing does not fit the file.
    #[error("cannot write {path}: {problem}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The problem: what does not fit.
        problem: String,
    },
}

impl IoError {
    /// Wraps a system error: `.map_err(IoError::system("read", path))`.
    pub(crate) fn system(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> IoError {
        let path = path.to_path_buf();
        move |source| IoError::System {
            action,
            path,
            source,
        }
    }
}
