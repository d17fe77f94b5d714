//! Elastic energies: densities as functions of the deformation gradient, and the tetrahedra that
//! carry them.

pub mod fixed_corotated;
pub mod material;
pub mod neo_hookean;
pub mod svd3;
pub mod tet;

pub use fixed_corotated::FixedCorotated;
pub use material::{Material, Principal, lame};
pub use neo_hookean::NeoHookean;
