//! Elasticity: exact Hessians, and the derivatives of y · ∇Ψ by materials and rest shapes.
//!
//! While a run is gone back, sums are kept by the numbers that elements are made of: Lamé's parameters, volumes and shapes of
//! triangles, stiffnesses, lengths and rest angles. At the end they go on, once, to the materials and rest positions that these
//! numbers were made from, through dual numbers in the formulas that made them.

mod bending;
mod bending_materials;
mod membranes;
mod rods;
mod shells;
mod solids;
mod twist;

use std::collections::BTreeSet;
use std::sync::Arc;

use tangency_engine::energy::{Energy as _, Stitches};
use tangency_engine::linear::BlockSink;
use tangency_engine::{Model, RestShape, State, Vec3};

use crate::gradient::{Gradient, Variable};
use crate::integration::Costate;
use crate::objective::StateGradient;
use bending::BendingSlopes;
use bending_materials::{BentShell, ShellPlaces, ShellWishes};
use membranes::MembraneSlopes;
use rods::{RodPlaces, RodSlopes};
use solids::SolidSlopes;
use twist::TwistSlopes;
pub use twist::carry_back;

/// Factors of elastic energies in a step.
#[derive(Clone, Copy)]
pub struct ElasticScale<'a> {
    /// Factor of all, s².
    pub scale: f64,
    /// Stiffness of limits of strain, Pa.
    pub strain_limits: f64,
    /// State at the start of the step, which frames of rods are measured from.
    pub start: &'a State,
}

/// The derivatives of a run through elasticity.
pub struct ElasticDerivatives {
    wishes: ShellWishes,
    solids: SolidSlopes,
    membranes: MembraneSlopes,
    bending: BendingSlopes,
    rods: RodSlopes,
    twist: TwistSlopes,
    /// By the rest position of each vertex of solids; empty where nobody asks.
    rest: Vec<Vec3>,
}

impl ElasticDerivatives {
    /// Zeros for a model, and for what is wanted.
    pub fn zeros(model: &Model, wanted: &BTreeSet<Variable>) -> Self {
        let wishes = ShellWishes {
            poisson: wanted.contains(&Variable::Poisson),
            rest: wanted.contains(&Variable::RestShape),
        };
        let count = if wishes.rest { model.vertex_count() } else { 0 };
        ElasticDerivatives {
            wishes,
            solids: SolidSlopes::zeros(model),
            membranes: MembraneSlopes::zeros(model, wishes.rest),
            bending: BendingSlopes::zeros(model),
            rods: RodSlopes::zeros(model),
            twist: TwistSlopes::zeros(model),
            rest: vec![Vec3::zeros(); count],
        }
    }

    /// Adds those of y · ∇Ψ at `x`, and those by the state at the start of the step to `before`.
    pub fn add(
        &mut self,
        model: &Model,
        scale: ElasticScale<'_>,
        at: (&[Vec3], &[Vec3]),
        before: &mut Costate,
    ) {
        let ElasticScale {
            scale,
            strain_limits,
            start,
        } = scale;
        self.solids.add(model, scale, at, &mut self.rest);
        self.membranes.add(model, (scale, strain_limits), at);
        self.bending.add(model, scale, at);
        self.rods.add(model, scale, at);
        self.twist.add(model, (scale, start), at, before);
    }

    /// Adds the derivatives that an objective has by materials and rest shapes of the solids that it looks at.
    pub fn add_own(&mut self, own: &StateGradient) {
        self.solids.add_own(&own.lame);
        for (sum, part) in self.rest.iter_mut().zip(&own.rest) {
            *sum += part;
        }
    }

    /// Adds the derivatives by materials and rest shapes, given those by masses.
    pub fn finish(&self, model: &Model, mass: &[f64], out: &mut Gradient) {
        by_masses(model, mass, out);
        let given = &model.elements.given;
        let body_of = |first: u32| model.body_of[first as usize] as usize;
        for shell in &given.shells {
            let count = shell.body.mesh.triangles.len();
            out.young_by_element[body_of(shell.first)] = vec![0.0; count];
            if self.wishes.rest && matches!(shell.body.rest, RestShape::Positions(_)) {
                // Contact and tractions look at where it is placed.
                let end = shell.first as usize + shell.body.mesh.points.len();
                out.rest_shape[shell.first as usize..end].fill(Vec3::zeros());
            }
        }
        for rods in &given.rods {
            let count = rods.body.mesh.edges.len();
            out.young_by_element[body_of(rods.first)] = vec![0.0; count];
        }
        self.solids.finish(model, out);
        if self.wishes.rest {
            solids::masses_back(model, mass, &mut out.rest_shape);
        }
        for (sum, part) in out.rest_shape.iter_mut().zip(&self.rest) {
            *sum += part;
        }
        let mut places = ShellPlaces::default();
        for origin in &given.shells {
            let at = (origin, places.triangles);
            self.membranes.finish(model, at, mass, out);
            let bent = BentShell {
                model,
                origin,
                slopes: &self.bending,
                wishes: self.wishes,
            };
            bent.finish(&mut places, out);
        }
        let mut places = RodPlaces::default();
        for origin in &given.rods {
            let asked = (mass, self.wishes.rest);
            self.rods.finish(model, (origin, &mut places), asked, out);
        }
        self.twist.finish(model, out);
    }
}

/// Through masses: by densities, and by thicknesses.
fn by_masses(model: &Model, mass: &[f64], out: &mut Gradient) {
    let mut works = vec![0.0; model.bodies.len()];
    for (node, (by_mass, own)) in mass.iter().zip(&model.mass).enumerate() {
        let vertex = model.vertex_of(node as u32);
        works[model.body_of[vertex as usize] as usize] += by_mass * own;
    }
    for (k, body) in model.bodies.iter().enumerate() {
        if body.density > 0.0 {
            out.density[k] += works[k] / body.density;
        }
    }
    let body_of = |first: u32| model.body_of[first as usize] as usize;
    for shell in &model.elements.given.shells {
        let body = body_of(shell.first);
        out.thickness[body] += works[body] / shell.body.material.thickness;
    }
    for rods in &model.elements.given.rods {
        let body = body_of(rods.first);
        out.thickness[body] += 2.0 * works[body] / rods.body.material.diameter;
    }
}

/// Appends the exact Hessian of elasticity at `x` to `out`.
pub fn hessian(model: &Arc<Model>, scale: ElasticScale<'_>, x: &[Vec3], out: &mut BlockSink) {
    let ElasticScale {
        scale,
        strain_limits,
        start,
    } = scale;
    solids::hessian(model, scale, x, out);
    membranes::hessian(model, (scale, strain_limits), x, out);
    bending::hessian(model, scale, x, out);
    rods::hessian(model, scale, x, out);
    twist::hessian(model, (scale, start), x, out);
    // Of a square: the same with and without projection.
    Stitches::new(Arc::clone(model), scale).hessian(x, out);
}
