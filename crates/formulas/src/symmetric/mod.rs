//! Small symmetric matrices: eigenvalues, and projection to positive semidefinite ones.

mod eigen;
mod psd;
mod remove_negative;

pub use eigen::eigen;
pub use psd::{clamp, project_psd};
pub(crate) use remove_negative::eigen_in;
pub use remove_negative::remove_negative;
