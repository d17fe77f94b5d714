//! Elastic energies: densities as functions of the deformation gradient, and the tetrahedra and
//! triangles that carry them.

pub mod fixed_corotated;
pub mod material;
pub mod membrane;
pub mod neo_hookean;
pub mod neo_hookean_membrane;
pub mod orthotropic;
pub mod strain_limit;
pub mod stvk_membrane;
pub mod svd2;
pub mod svd3;
pub mod tet;
pub mod triangle;

pub use fixed_corotated::FixedCorotated;
pub use material::{Material, Principal, lame};
pub use membrane::{Isotropic, Membrane, MembranePrincipal, Sum, plane_stress_lame};
pub use neo_hookean::NeoHookean;
pub use neo_hookean_membrane::NeoHookeanMembrane;
pub use orthotropic::Orthotropic;
pub use strain_limit::StrainLimit;
pub use stvk_membrane::StvkMembrane;
pub use svd2::largest_stretch;
