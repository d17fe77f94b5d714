//! The terms of the incremental potential.
//!
//! One time step of implicit Euler minimises (Li et al. 2020, eqs. 2, 5 and 16)
//!
//! B(x) = ½ Σ mᵢ |xᵢ - x̂ᵢ|² + h² Ψ(x) + κ Σ b(d(x)) + Σ μ λ f0(|u|),   x̂ = x + h v + h² g,
//!
//! in kg m²; other integrators have their own x̂ and their own factor in place of h². Each term is a batch behind one [`Energy`]: never one element behind a vtable.

mod damping;
mod elastic;
mod inertia;

pub use damping::LaggedDamping;
pub use elastic::Elastic;
pub use inertia::{Attachment, Inertia};

use tangency_geometry::Vec3;

use crate::linear::BlockSink;

/// A sum of many small terms over the vertices.
pub trait Energy {
    /// Its value at `x`.
    fn value(&self, x: &[Vec3]) -> f64;

    /// Adds its gradient at `x` to `out`.
    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]);

    /// Appends its positive semi-definite Hessian blocks at `x` to `out`.
    fn hessian(&self, x: &[Vec3], out: &mut BlockSink);
}
