//! The Python module `tangency._tangency`, on which the package `python/tangency` stands.
//!
//! One file is one part of it; each adds its functions and classes to the module. Arrays go in and out as numpy arrays.

mod arrays;
mod command;
mod energy;
mod errors;
mod gradients;
mod objectives;
mod raised;
mod scene;
mod simulation;
mod sweep;
mod toolkit;

use pyo3::prelude::*;

/// Deformable bodies in contact: the part of the package that is written in Rust.
#[pymodule(name = "_tangency")]
fn tangency_module(m: &Bound<'_, PyModule>) -> PyResult<()> {
    command::add_to(m)?;
    scene::add_to(m)?;
    simulation::add_to(m)?;
    sweep::add_to(m)?;
    gradients::add_to(m)?;
    toolkit::add_to(m)
}
