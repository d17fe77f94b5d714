//! Elastic energies: densities as functions of the deformation gradient and the tetrahedra that
//! carry them; bending of shells ([`hinge`], [`plate`]), rods and springs.

pub mod fixed_corotated;
pub mod hinge;
pub mod material;
mod mode;
pub mod neo_hookean;
pub mod patch;
pub mod plate;
pub mod rod;
pub mod rod_frame;
pub mod rod_joint;
pub mod spring;
pub mod svd3;
pub mod tet;

pub use fixed_corotated::FixedCorotated;
pub use hinge::{Hinge, RestHinge};
pub use material::{Material, Principal, lame};
pub use neo_hookean::NeoHookean;
pub use patch::rigidity;
pub use plate::RestPlate;
pub use rod::{RodBend, Section};
pub use rod_frame::{EdgeFrame, JointFrame};
pub use rod_joint::RodJoint;
pub use spring::Spring;
