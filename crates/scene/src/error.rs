//! Errors of a scene: every message names the file, the line, the key, what was expected and, where there is one, the
//! nearest right spelling.

use std::fmt;
use std::path::PathBuf;

use tangency_engine::{Incompatible, ModelError};
use thiserror::Error;

/// Place of something in a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneLocation {
    /// The scene file, or the name of the catalogue scene.
    pub file: String,
    /// Line, from 1; `None` for what did not come from a file.
    pub line: Option<usize>,
    /// Keys and indices, joined by dots, as `--set` takes them.
    pub path: String,
    /// Which copy of a repeated item, as in `.3`.
    pub copy: Option<String>,
}

impl fmt::Display for SceneLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        if let Some(copy) = &self.copy {
            write!(f, " (copy {})", copy.trim_start_matches('.'))?;
        }
        Ok(())
    }
}

/// Why a scene is refused.
///
/// ```
/// use std::path::Path;
/// use tangency_scene::{SceneError, load_text};
///
/// let text = "[[body]]\nshape = { box = {} }\nmaterial = { young = -1 }\n";
/// let error = load_text("s.toml", text, Path::new("."), &[]).unwrap_err();
/// let SceneError::Invalid { place, .. } = &error else { panic!("{error}") };
/// assert_eq!((place.line, &place.path[..]), (Some(3), "body.0.material.young"));
/// ```
#[derive(Debug, Error)]
pub enum SceneError {
    /// Neither a file nor a scene of the catalogue.
    #[error("there is no scene file and no catalogue scene `{name}`{}; the catalogue has: {known}", did_you_mean(.suggestion))]
    UnknownScene {
        /// Name that was asked for.
        name: String,
        /// The nearest name.
        suggestion: Option<String>,
        /// All names.
        known: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file or folder that is no scene.
    #[error("{} is {what}", path.display())]
    NotAScene {
        /// The file or folder.
        path: PathBuf,
        /// The thing that it is instead, and a remedy.
        what: String,
    },
    /// Neither TOML nor JSON.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Description of what is wrong.
        message: String,
    },
    /// A `--set` that cannot be applied.
    #[error("--set {setting}: {message}")]
    Override {
        /// As given.
        setting: String,
        /// Description of what is wrong and what to do.
        message: String,
    },
    /// A key, value, expression or reference that does not fit.
    #[error("{place}: {message}")]
    Invalid {
        /// Place of the key, value, expression or reference.
        place: SceneLocation,
        /// Description of what is wrong and what to do.
        message: String,
    },
    /// Methods that do not go together.
    #[error("{place}: {source}")]
    Incompatible {
        /// Place where the scene asks for what its method cannot do.
        place: SceneLocation,
        /// Things that do not go together.
        source: Incompatible,
    },
    /// The scene is well formed, but what it describes cannot be simulated.
    #[error("{file}: {source}")]
    Model {
        /// The scene file.
        file: String,
        /// Error of the engine that says what is wrong.
        source: ModelError,
    },
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion
        .as_ref()
        .map(|s| format!(" (did you mean `{s}`?)"))
        .unwrap_or_default()
}

/// The known word nearest to `word`, if it is near enough to be a slip of the fingers.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&word, &k.to_lowercase()), k))
        .filter(|(distance, k)| {
            *distance <= 1 + k.len().max(word.len()) / 4 || k.starts_with(&word) && word.len() > 2
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, k)| k)
}

/// ` (did you mean ...?)` for the nearest known word, or nothing.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(&nearest(word, known).map(str::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_slips_only() {
        let known = ["density", "young", "poisson"];
        assert_eq!(nearest("densty", known), Some("density"));
        assert_eq!(nearest("yuong", known), Some("young"));
        assert_eq!(nearest("colour", known), None);
    }
}
