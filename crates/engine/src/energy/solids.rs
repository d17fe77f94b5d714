//! Elastic energy of tetrahedra: h² Σ V Ψ(F).

use std::sync::Arc;

use tangency_formulas::elastic::{FixedCorotated, Material, NeoHookean};
use tangency_geometry::Vec3;

use super::{Elastic, Energy, Tightest, inversion, stencils};
use crate::linear::BlockSink;
use crate::material::Elasticity;
use crate::model::{Model, TetBatch};
use crate::ordered;

/// The elastic energy of one batch of a model's tets, times a factor (h² in an incremental potential).
pub struct Solids {
    model: Arc<Model>,
    batch: usize,
    scale: f64,
    magnitude: f64,
}

impl Solids {
    /// The energy of the model's batch number `batch`, times `scale`.
    pub fn new(model: Arc<Model>, batch: usize, scale: f64) -> Self {
        let tets = &model.elements.tets[batch];
        let moduli = tets
            .mu
            .iter()
            .zip(&tets.rest)
            .map(|(mu, rest)| mu * rest.volume);
        let magnitude = scale * moduli.sum::<f64>();
        Solids {
            model,
            batch,
            scale,
            magnitude,
        }
    }

    fn tets(&self) -> &TetBatch {
        &self.model.elements.tets[self.batch]
    }
}

impl Elastic for Solids {
    fn set_scale(&mut self, scale: f64) {
        self.magnitude *= scale / self.scale;
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        self.magnitude
    }

    fn limit(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let tets = self.tets();
        match tets.elasticity {
            Elasticity::NeoHookean => inversion::limit(&tets.tets, x, p, at_most),
            Elasticity::FixedCorotated => at_most,
        }
    }

    fn tightest(&self, x: &[Vec3], p: &[Vec3]) -> Option<Tightest> {
        let tets = &self.tets().tets;
        let batch = |e: usize| std::slice::from_ref(&tets[e]);
        match self.tets().elasticity {
            Elasticity::NeoHookean => {
                Tightest::find(tets, "invert", |e| inversion::limit(batch(e), x, p, 1.0))
            }
            Elasticity::FixedCorotated => None,
        }
    }
}

impl Energy for Solids {
    fn value(&self, x: &[Vec3]) -> f64 {
        match self.tets().elasticity {
            Elasticity::NeoHookean => self.value_of(x, neo_hookean),
            Elasticity::FixedCorotated => self.value_of(x, fixed_corotated),
        }
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        match self.tets().elasticity {
            Elasticity::NeoHookean => self.gradient_of(x, out, neo_hookean),
            Elasticity::FixedCorotated => self.gradient_of(x, out, fixed_corotated),
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        match self.tets().elasticity {
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

impl Solids {
    fn value_of<M: Material<f64>>(&self, x: &[Vec3], density: fn(f64, f64) -> M) -> f64 {
        let tets = self.tets();
        let energy = ordered::sum(tets.tets.len(), |e| {
            let corners = tets.tets[e].each_ref().map(|&v| &x[v as usize]);
            tets.rest[e].energy(&density(tets.mu[e], tets.lambda[e]), corners)
        });
        self.scale * energy
    }

    fn gradient_of<M: Material<f64>>(
        &self,
        x: &[Vec3],
        out: &mut [Vec3],
        density: fn(f64, f64) -> M,
    ) {
        let tets = self.tets();
        stencils::scatter(&tets.tets, out, |e| {
            let corners = tets.tets[e].each_ref().map(|&v| &x[v as usize]);
            let material = density(tets.mu[e], tets.lambda[e]);
            let gradient = tets.rest[e].gradient(&material, corners);
            gradient.map(|g| self.scale * g)
        });
    }

    fn hessian_of<M: Material<f64>>(
        &self,
        x: &[Vec3],
        out: &mut BlockSink,
        density: fn(f64, f64) -> M,
    ) {
        let tets = self.tets();
        out.extend_uniform(&tets.tets, |e, blocks| {
            let corners = tets.tets[e].each_ref().map(|&v| &x[v as usize]);
            let material = density(tets.mu[e] * self.scale, tets.lambda[e] * self.scale);
            blocks.copy_from_slice(&tets.rest[e].projected_hessian(&material, corners));
        });
    }
}
