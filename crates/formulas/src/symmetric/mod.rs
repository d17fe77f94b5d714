//! Small symmetric matrices: eigenvalues, and projection to positive semidefinite ones.

mod eigen;
mod psd;

pub use eigen::eigen;
pub use psd::{clamp, project_psd};
