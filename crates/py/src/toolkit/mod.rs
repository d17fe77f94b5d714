//! The toolkit on arrays, for programs that bring their own solver: `tangency.toolkit` stands on it.
//!
//! Everything here is an array in and an array out over what `formulas`, `geometry` and `engine` do; there is no equation.

mod arguments;
mod candidates;
mod collisions;
mod distances;
mod elastic;
mod friction;
mod impact;
mod mesh;
mod potential;
mod solver;
mod sparse;
mod tets;

use pyo3::prelude::*;

/// Adds functions and classes to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    distances::add_to(m)?;
    impact::add_to(m)?;
    tets::add_to(m)?;
    elastic::add_to(m)?;
    m.add_class::<candidates::CandidateArrays>()?;
    m.add_class::<collisions::Collisions>()?;
    m.add_class::<friction::FrictionPotential>()?;
    m.add_class::<mesh::CollisionMesh>()?;
    m.add_class::<potential::ContactPotential>()?;
    m.add_class::<solver::SparseSolver>()
}
