//! Elastic energies: densities as functions of the deformation gradient, and the tetrahedra and
//! triangles that carry them; bending of shells ([`hinge`], [`plate`]), rods and springs.

pub mod fixed_corotated;
pub mod hinge;
pub mod material;
pub mod membrane;
mod mode;
pub mod neo_hookean;
pub mod neo_hookean_membrane;
pub mod orthotropic;
pub mod patch;
mod plane_exact;
pub mod plane_strain;
pub mod plate;
pub mod rod;
pub mod rod_frame;
pub mod rod_joint;
pub mod rod_round;
pub mod spring;
pub mod strain_limit;
pub mod stvk_membrane;
pub mod svd2;
pub mod svd3;
pub mod tet;
pub mod triangle;

pub use fixed_corotated::FixedCorotated;
pub use hinge::{Hinge, RestHinge};
pub use material::{Principal, SolidEnergy, lame};
pub use membrane::{Isotropic, MembraneEnergy, MembranePrincipal, MembraneSum, plane_stress_lame};
pub use neo_hookean::NeoHookean;
pub use neo_hookean_membrane::NeoHookeanMembrane;
pub use orthotropic::Orthotropic;
pub use patch::{Patch, rigidity};
pub use plane_strain::{PlaneStrain, RestPlane};
pub use plate::RestPlate;
pub use rod::{RodBend, Section, curvature_binormal};
pub use rod_frame::{EdgeFrame, JointFrame};
pub use rod_joint::RodJoint;
pub use rod_round::RoundJoint;
pub use spring::Spring;
pub use strain_limit::StrainLimit;
pub use stvk_membrane::StvkMembrane;
pub use svd2::{largest_stretch, smallest_stretch};
