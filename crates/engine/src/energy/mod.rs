//! The terms of the incremental potential.
//!
//! One time step of implicit Euler minimises (Li et al. 2020, eqs. 2, 5 and 16)
//!
//! B(x) = ½ Σ mᵢ |xᵢ - x̂ᵢ|² + h² Ψ(x) + κ Σ b(d(x)) + Σ μ λ f0(|u|),   x̂ = x + h v + h² g,
//!
//! in kg m²; other integrators have their own x̂ and their own factor in place of h². Each term is a batch behind one [`Energy`]: never one element behind a vtable.

mod bending;
mod damping;
mod inertia;
mod inversion;
mod membranes;
mod plane;
mod rods;
mod solids;
pub(crate) mod stencils;
mod strain;
mod twist;

pub use damping::LaggedDamping;
pub use inertia::{Attachment, Inertia};
pub use solids::Solids;

use std::sync::Arc;

use tangency_geometry::Vec3;

use crate::linear::BlockSink;
use crate::model::Model;
use crate::state::State;
use bending::Bending;
use membranes::Membranes;
use plane::PlaneSolids;
use rods::{Stitches, Strands};
use twist::Twisting;

/// A sum of many small terms over the vertices.
pub trait Energy {
    /// Its value at `x`.
    fn value(&self, x: &[Vec3]) -> f64;

    /// Adds its gradient at `x` to `out`.
    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]);

    /// Appends its positive semi-definite Hessian blocks at `x` to `out`.
    fn hessian(&self, x: &[Vec3], out: &mut BlockSink);
}

/// The energy of one kind of elastic element, times a factor (h² in an incremental potential).
pub trait Elastic: Energy + Send {
    /// Changes the factor.
    fn set_scale(&mut self, scale: f64);

    /// Size of the numbers that cancel in the energy of undeformed elements: its rounding error is relative to
    /// this.
    fn magnitude(&self) -> f64;

    /// The largest step along `p`, at most `at_most`, that keeps every element within what it allows.
    fn limit(&self, _x: &[Vec3], _p: &[Vec3], at_most: f64) -> f64 {
        at_most
    }

    /// Forgets what earlier steps left behind, and takes from the step's start what it needs.
    fn begin_step(&mut self, _start: &State) {}

    /// Adapts to where an iteration has led: becomes stiffer where elements come too close to their limits, measures
    /// angles anew; tells whether it did, which changes the energy.
    fn adapt(&mut self, _x: &[Vec3]) -> bool {
        false
    }

    /// Leaves in `state` what the next step needs, at the end `x` of this one.
    fn end_step(&self, _x: &[Vec3], _state: &mut State) {}
}

/// The elastic energies of everything that a model has, times `scale`.
pub fn elastic_terms(model: &Arc<Model>, scale: f64) -> Vec<Box<dyn Elastic>> {
    let elements = &model.elements;
    let shared = || Arc::clone(model);
    let mut terms: Vec<Box<dyn Elastic>> = Vec::new();
    for (batch, tets) in elements.tets.iter().enumerate() {
        if !tets.tets.is_empty() {
            terms.push(Box::new(Solids::new(shared(), batch, scale)));
        }
    }
    for (batch, slices) in elements.plane.iter().enumerate() {
        if !slices.triangles.is_empty() {
            terms.push(Box::new(PlaneSolids::new(shared(), batch, scale)));
        }
    }
    if !elements.triangles.triangles.is_empty() {
        terms.push(Box::new(Membranes::new(shared(), scale)));
        terms.push(Box::new(Bending::new(shared(), scale)));
    }
    if !elements.segments.segments.is_empty() {
        terms.push(Box::new(Strands::new(shared(), scale)));
    }
    if !elements.twists.joints.stencils.is_empty() {
        terms.push(Box::new(Twisting::new(shared(), scale)));
    }
    if !elements.springs.stencils.is_empty() {
        terms.push(Box::new(Stitches::new(shared(), scale)));
    }
    terms
}
