//! Elastic energy of planar solids per metre of depth: h² Σ A Ψ(F).
//!
//! Nothing moves along z: no force has a component there. So that the matrix of a step can be factored, each triangle
//! also holds its vertices in the plane, by a spring of its own stiffness whose length is always zero.

use std::sync::Arc;

use tangency_formulas::elastic::{FixedCorotated, NeoHookean, PlaneStrain};
use tangency_geometry::Vec3;

use super::{Elastic, Energy, Tightest, inversion, stencils};
use crate::linear::BlockSink;
use crate::material::Elasticity;
use crate::model::{Model, PlaneBatch};
use crate::ordered;

/// Places of the diagonal blocks among the six of a triangle.
const DIAGONAL: [usize; 3] = [0, 3, 5];

/// The elastic energy of one batch of a model's planar triangles, times a factor (h² in an incremental potential).
pub struct PlaneSolids {
    model: Arc<Model>,
    batch: usize,
    scale: f64,
    magnitude: f64,
}

impl PlaneSolids {
    /// The energy of the model's batch number `batch`, times `scale`.
    pub fn new(model: Arc<Model>, batch: usize, scale: f64) -> Self {
        let slices = &model.elements.plane[batch];
        let moduli = slices.mu.iter().zip(&slices.rest);
        let magnitude = scale * moduli.map(|(mu, rest)| mu * rest.area).sum::<f64>();
        PlaneSolids {
            model,
            batch,
            scale,
            magnitude,
        }
    }

    fn slices(&self) -> &PlaneBatch {
        &self.model.elements.plane[self.batch]
    }
}

impl Elastic for PlaneSolids {
    fn set_scale(&mut self, scale: f64) {
        self.magnitude *= scale / self.scale;
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        self.magnitude
    }

    fn limit(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let slices = self.slices();
        match slices.elasticity {
            Elasticity::NeoHookean => inversion::limit_plane(&slices.triangles, x, p, at_most),
            Elasticity::FixedCorotated => at_most,
        }
    }

    fn tightest(&self, x: &[Vec3], p: &[Vec3]) -> Option<Tightest> {
        let triangles = &self.slices().triangles;
        let batch = |e: usize| std::slice::from_ref(&triangles[e]);
        match self.slices().elasticity {
            Elasticity::NeoHookean => Tightest::find(triangles, "invert", |e| {
                inversion::limit_plane(batch(e), x, p, 1.0)
            }),
            Elasticity::FixedCorotated => None,
        }
    }
}

impl Energy for PlaneSolids {
    fn value(&self, x: &[Vec3]) -> f64 {
        match self.slices().elasticity {
            Elasticity::NeoHookean => self.value_of(x, neo_hookean),
            Elasticity::FixedCorotated => self.value_of(x, fixed_corotated),
        }
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        match self.slices().elasticity {
            Elasticity::NeoHookean => self.gradient_of(x, out, neo_hookean),
            Elasticity::FixedCorotated => self.gradient_of(x, out, fixed_corotated),
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        match self.slices().elasticity {
            Elasticity::NeoHookean => self.hessian_of(x, out, neo_hookean),
            Elasticity::FixedCorotated => self.hessian_of(x, out, fixed_corotated),
        }
    }
}

fn neo_hookean(mu: f64, lambda: f64) -> NeoHookean<f64> {
    NeoHookean { mu, lambda }
}

fn fixed_corotated(mu: f64, lambda: f64) -> FixedCorotated<f64> {
    FixedCorotated { mu, lambda }
}

impl PlaneSolids {
    fn value_of<M: PlaneStrain<f64>>(&self, x: &[Vec3], density: fn(f64, f64) -> M) -> f64 {
        let slices = self.slices();
        let energy = ordered::sum(slices.triangles.len(), |e| {
            let corners = slices.triangles[e].each_ref().map(|&v| &x[v as usize]);
            slices.rest[e].energy(&density(slices.mu[e], slices.lambda[e]), corners)
        });
        self.scale * energy
    }

    fn gradient_of<M: PlaneStrain<f64>>(
        &self,
        x: &[Vec3],
        out: &mut [Vec3],
        density: fn(f64, f64) -> M,
    ) {
        let slices = self.slices();
        stencils::scatter(&slices.triangles, out, |e| {
            let corners = slices.triangles[e].each_ref().map(|&v| &x[v as usize]);
            let material = density(slices.mu[e], slices.lambda[e]);
            let gradient = slices.rest[e].gradient(&material, corners);
            gradient.map(|g| self.scale * g)
        });
    }

    fn hessian_of<M: PlaneStrain<f64>>(
        &self,
        x: &[Vec3],
        out: &mut BlockSink,
        density: fn(f64, f64) -> M,
    ) {
        let slices = self.slices();
        out.extend_uniform(&slices.triangles, |e, blocks| {
            let corners = slices.triangles[e].each_ref().map(|&v| &x[v as usize]);
            let (mu, lambda) = (slices.mu[e] * self.scale, slices.lambda[e] * self.scale);
            let material = density(mu, lambda);
            blocks.copy_from_slice(&slices.rest[e].projected_hessian(&material, corners));
            for k in DIAGONAL {
                // As stiff as the material: a triangle's stiffness does not depend on its size.
                blocks[k][(2, 2)] = mu;
            }
        });
    }
}
