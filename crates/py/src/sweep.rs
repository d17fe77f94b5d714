//! Studies of many runs: planned, worked on and put in tables by the code of the command line.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use tangency_cli::Failure;
use tangency_cli::sweep::{StudyFolder, in_threads, work};

use crate::errors::plain;

/// A study in its folder, held by this process until it is closed.
#[pyclass]
struct SweepFolder {
    held: Option<StudyFolder>,
    folder: PathBuf,
}

#[pymethods]
impl SweepFolder {
    /// Plans a study (JSON) in a folder, or goes on with the one there, if it is the same; without a text, with whatever is
    /// there.
    #[new]
    #[pyo3(signature = (folder, study=None))]
    fn new(py: Python<'_>, folder: PathBuf, study: Option<String>) -> PyResult<Self> {
        let held = py.detach(|| match &study {
            Some(text) => StudyFolder::plan("study.json", text, &folder),
            None => StudyFolder::open(&folder),
        });
        let held = held.map_err(|failure| raised(py, &failure))?;
        let folder = held.path().to_path_buf();
        let held = Some(held);
        Ok(Self { held, folder })
    }

    /// Numbers of the runs that are to be done; with `retry` also of those that failed.
    #[pyo3(signature = (retry=false))]
    fn pending(&self, py: Python<'_>, retry: bool) -> PyResult<Vec<usize>> {
        Ok(self.study(py)?.pending(retry))
    }

    /// Takes note of a run whose worker has ended; `lost` says how, where it did not end by itself. Gives its state.
    #[pyo3(signature = (number, lost=None))]
    fn note(&mut self, py: Python<'_>, number: usize, lost: Option<&str>) -> PyResult<String> {
        let Some(study) = &mut self.held else {
            return Err(closed(py, &self.folder));
        };
        let noted = study.note(number, lost);
        let outcome = noted.map_err(|failure| raised(py, &failure))?;
        Ok(outcome.state.word().to_owned())
    }

    /// Writes manifest and tables.
    fn save(&mut self, py: Python<'_>) -> PyResult<()> {
        match &mut self.held {
            Some(study) => study.save().map_err(|failure| raised(py, &failure)),
            None => Err(closed(py, &self.folder)),
        }
    }

    /// The manifest, as JSON.
    fn manifest(&self, py: Python<'_>) -> PyResult<String> {
        json(py, self.study(py)?.manifest())
    }

    /// The columns of the table, as JSON.
    fn columns(&self, py: Python<'_>) -> PyResult<String> {
        json(py, &self.study(py)?.columns())
    }

    /// Lets other programs hold the study.
    fn close(&mut self) {
        self.held = None;
    }
}

impl SweepFolder {
    fn study(&self, py: Python<'_>) -> PyResult<&StudyFolder> {
        self.held.as_ref().ok_or_else(|| closed(py, &self.folder))
    }
}

/// Carries out one run of the study in a folder, in this process; gives its state and why it failed.
#[pyfunction]
#[pyo3(signature = (folder, number, threads=None))]
fn sweep_work(
    py: Python<'_>,
    folder: PathBuf,
    number: usize,
    threads: Option<usize>,
) -> PyResult<(String, Option<String>)> {
    let worked = py.detach(|| in_threads(threads, || work(&folder, number, false)));
    let outcome = worked.map_err(|failure| raised(py, &failure))?;
    Ok((outcome.state.word().to_owned(), outcome.failure))
}

fn json(py: Python<'_>, value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| plain(py, "CommandError", &error.to_string()))
}

fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    let class = match failure {
        Failure::Input(_) => "InputError",
        _ => "CommandError",
    };
    plain(py, class, &failure.to_string())
}

fn closed(py: Python<'_>, folder: &Path) -> PyErr {
    let words = format!("the study in {} is closed", folder.display());
    plain(py, "InputError", &words)
}

/// Adds the functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<SweepFolder>()?;
    m.add_function(wrap_pyfunction!(sweep_work, m)?)
}
