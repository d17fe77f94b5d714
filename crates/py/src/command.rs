//! The command line as functions: commands, the schema of the scene language.

use std::ffi::OsString;

use pyo3::prelude::*;

use crate::errors::plain;

/// Runs the program with these arguments and gives its exit code; it prints what it has to say.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| tangency_cli::exit_code_of(program(arguments)))
}

/// Carries out one command of the program; raises where it fails.
#[pyfunction]
fn execute(py: Python<'_>, arguments: Vec<String>) -> PyResult<()> {
    py.detach(|| tangency_cli::execute_with(program(arguments)))
        .map_err(|failure| plain(py, "CommandError", &failure.to_string()))
}

/// The JSON schema of the scene language.
#[pyfunction]
fn schema() -> String {
    tangency_scene::schema().to_string()
}

fn program(arguments: Vec<String>) -> impl Iterator<Item = OsString> {
    let name = std::iter::once("tangency".to_owned());
    name.chain(arguments).map(OsString::from)
}

/// Adds the functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(main, m)?)?;
    m.add_function(wrap_pyfunction!(execute, m)?)?;
    m.add_function(wrap_pyfunction!(schema, m)?)
}
