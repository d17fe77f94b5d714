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
mod rest_stiffness;
mod rods;
mod scaled;
mod solids;
pub(crate) mod stencils;
mod stitches;
mod strain;
mod twist;

pub use damping::LaggedDamping;
pub use inertia::{Attachment, Inertia};
pub use membranes::MembraneDensity;
pub(crate) use membranes::SOFTEST;
pub use rest_stiffness::{highest_frequency, rest_stiffness};
pub use scaled::ScaledEnergy;
pub use solids::{Density, SolidElement, Solids};

use std::sync::Arc;

use tangency_formulas::elastic::RestPlane;
use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::Vec3;

use crate::linear::BlockSink;
use crate::model::Model;
use crate::state::State;
use bending::Bending;
use membranes::Membranes;
use rods::Strands;
pub use stitches::Stitches;
use twist::Twisting;

/// A sum of many small terms over the vertices.
pub trait Energy {
    /// Value at `x`.
    fn value(&self, x: &[Vec3]) -> f64;

    /// Adds its gradient at `x` to `out`.
    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]);

    /// Appends its positive semi-definite Hessian blocks at `x` to `out`.
    fn hessian(&self, x: &[Vec3], out: &mut BlockSink);
}

/// An element that does not let a step go all the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Tightest {
    /// The share of the step that it allows.
    pub alpha: f64,
    /// Vertices of the element.
    pub vertices: Vec<u32>,
    /// Danger that the element is kept from.
    pub danger: &'static str,
}

impl Tightest {
    /// The one of `elements` that allows least by `limit`, if that is less than all.
    fn find<const K: usize>(
        elements: &[[u32; K]],
        danger: &'static str,
        limit: impl Fn(usize) -> f64,
    ) -> Option<Self> {
        let all = elements.iter().enumerate().map(|(e, v)| (limit(e), v));
        let (alpha, vertices) = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (alpha < 1.0).then(|| Tightest {
            alpha,
            vertices: vertices.to_vec(),
            danger,
        })
    }

    /// The element in words: vertices, body, and what it is kept from.
    pub fn describe(&self, model: &Model) -> String {
        let kind = if self.vertices.len() == 4 {
            "tet"
        } else {
            "triangle"
        };
        let vertices: Vec<String> = self.vertices.iter().map(u32::to_string).collect();
        let body = model.body_name(self.vertices[0]);
        format!(
            "{kind} ({}) of `{body}` would {}",
            vertices.join(", "),
            self.danger
        )
    }
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

    /// The element that lets a step along `p` go least far, where one does not let it go all the way: for explanations.
    fn tightest(&self, _x: &[Vec3], _p: &[Vec3]) -> Option<Tightest> {
        None
    }

    /// Forgets what earlier steps left behind, and takes from the step's start what it needs.
    fn begin_step(&mut self, _start: &State) {}

    /// Adapts to where an iteration has led: becomes stiffer where elements come too close to their limits, measures
    /// angles anew; tells whether it did, which changes the energy.
    fn adapt(&mut self, _x: &[Vec3]) -> bool {
        false
    }

    /// Adds the energy of every element at `x` to the first of its vertices in `out`; one that belongs to no element adds
    /// nothing.
    fn add_energies(&self, _x: &[Vec3], _out: &mut [f64]) {}

    /// Stiffness of limits of strain, Pa, where there are any.
    fn strain_limit_stiffness(&self) -> Option<f64> {
        None
    }

    /// Leaves in `state` what the next step needs, at the end `x` of this one.
    fn end_step(&self, _x: &[Vec3], _state: &mut State) {}
}

/// The elastic energies of everything that a model has, times `scale`.
pub fn elastic_terms(model: &Arc<Model>, scale: f64) -> Vec<Box<dyn Elastic>> {
    let elements = &model.elements;
    let shared = || Arc::clone(model);
    let mut terms: Vec<Box<dyn Elastic>> = Vec::new();
    terms.extend(Solids::<RestTet<f64>, 4>::all(model, scale));
    terms.extend(Solids::<RestPlane<f64>, 3>::all(model, scale));
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
