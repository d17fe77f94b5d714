//! The fate of one run: `runs/NNNN.json`, written by whoever works on it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tangency_engine::Certificate;
use tangency_io::write_whole;

use crate::failure::Failure;

/// Stages of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Not begun, or interrupted with its steps saved.
    #[default]
    Waiting,
    /// Begun; or its worker was killed, and nobody has noticed yet.
    Running,
    /// At its end, and its certificate holds.
    Done,
    /// At an end that it should not have.
    Failed,
}

impl RunState {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// The fate of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// Its stage.
    pub state: RunState,
    /// Counts of its certificate, once it has one.
    pub certificate: Option<Certificate>,
    /// Why it failed.
    pub failure: Option<String>,
    /// Time that workers spent on it, s, all tries together; of a killed one it is not known.
    pub seconds: f64,
    /// How often it was begun or resumed.
    pub tries: u32,
    /// Measured numbers, each with what was measured.
    #[serde(default)]
    pub measured: Vec<(String, Option<f64>)>,
    /// Why a measure could not be had.
    #[serde(default)]
    pub unmeasured: Option<String>,
}

impl RunOutcome {
    /// The file of a run.
    pub fn file(study: &Path, number: usize) -> PathBuf {
        study.join("runs").join(format!("{number:04}.json"))
    }

    /// What is known of a run; a waiting one where there is nothing.
    pub fn read(study: &Path, number: usize) -> Result<Self, Failure> {
        let file = Self::file(study, number);
        let text = match std::fs::read(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            read => read.map_err(|e| unreadable(&file, &e))?,
        };
        serde_json::from_slice(&text).map_err(|e| unreadable(&file, &e))
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, study: &Path, number: usize) -> Result<(), Failure> {
        let file = Self::file(study, number);
        let text = serde_json::to_vec_pretty(self).map_err(Failure::input)?;
        write_whole(&file, &text).map_err(Failure::step)
    }
}

fn unreadable(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::refuse(format!("cannot read {}: {error}", file.display()))
}
