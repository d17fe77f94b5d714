#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(core_float_math))]
#![allow(
    clippy::needless_range_loop,
    reason = "indices read like the equations they come from"
)]
//! The equations: value, gradient and Hessian on one stencil.
//!
//! Every formula is generic over [`Real`], allocates nothing, and knows nothing of meshes:
//! [`distance`] between points, edges and triangles, [`contact`] energies on those distances,
//! [`elastic`] energies of tetrahedra and triangles, and [`inertia`].
//!
//! Feature `std` (on by default) takes the machine's square root from the standard library; without it
//! the crate is `no_std`, for the GPU, and computes the same bits.

#[cfg(feature = "std")]
extern crate std;

pub mod contact;
pub mod distance;
mod dual;
pub mod elastic;
pub mod inertia;
mod real;
pub mod symmetric;
#[cfg(test)]
mod testing;
mod vector;
mod vertex;

pub use dual::Dual;
pub use real::Real;
pub use vertex::{VertexQuadratic, pick2, pick3, pick4};

/// A point or vector in space.
pub type Vec3<R> = nalgebra::Vector3<R>;
/// A 3x3 matrix: one block of a stencil's Hessian.
pub type Mat3<R> = nalgebra::Matrix3<R>;
