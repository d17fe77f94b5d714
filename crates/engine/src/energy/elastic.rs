//! Elastic energy of tetrahedra: h² Σ V Ψ(F).

use std::sync::Arc;

use rayon::prelude::*;
use tangency_formulas::elastic::{FixedCorotated, Material, NeoHookean};
use tangency_geometry::Vec3;

use super::Energy;
use crate::linear::BlockSink;
use crate::material::Elasticity;
use crate::model::{Model, TetBatch};
use crate::ordered;

/// The elastic energy of one batch of a model, times a factor (h² in an incremental potential).
pub struct Elastic {
    model: Arc<Model>,
    batch: usize,
    scale: f64,
    magnitude: f64,
}

impl Elastic {
    /// The energy of the model's batch number `batch`, times `scale`.
    pub fn new(model: Arc<Model>, batch: usize, scale: f64) -> Self {
        let tets = &model.tets[batch];
        let moduli = tets
            .mu
            .iter()
            .zip(&tets.rest)
            .map(|(mu, rest)| mu * rest.volume);
        let magnitude = scale * moduli.sum::<f64>();
        Elastic {
            model,
            batch,
            scale,
            magnitude,
        }
    }

    /// Changes the factor.
    pub fn set_scale(&mut self, scale: f64) {
        self.magnitude *= scale / self.scale;
        self.scale = scale;
    }

    /// Size of the numbers that cancel in the energy of undeformed tets: its rounding error is relative
    /// to this.
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }

    fn tets(&self) -> &TetBatch {
        &self.model.tets[self.batch]
    }
}

impl Energy for Elastic {
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

impl Elastic {
    fn value_of<M: Material<f64>>(&self, x: &[Vec3], density: fn(f64, f64) -> M) -> f64 {
        let tets = self.tets();
        let energy = ordered::sum(tets.tets.len(), |e| {
            let corners = tets.tets[e].each_ref().map(|&v| &x[v as usize]);
            tets.rest[e].energy(&density(tets.mu[e], tets.lambda[e]), corners)
        });
        self.scale * energy
    }

    /// Gradients in parallel, then their sum in the order of the tets.
    fn gradient_of<M: Material<f64>>(
        &self,
        x: &[Vec3],
        out: &mut [Vec3],
        density: fn(f64, f64) -> M,
    ) {
        let tets = self.tets();
        let gradients: Vec<[Vec3; 4]> = (0..tets.tets.len())
            .into_par_iter()
            .with_min_len(256)
            .map(|e| {
                let corners = tets.tets[e].each_ref().map(|&v| &x[v as usize]);
                tets.rest[e].gradient(&density(tets.mu[e], tets.lambda[e]), corners)
            })
            .collect();
        for (tet, gradients) in tets.tets.iter().zip(gradients) {
            for (&v, gradient) in tet.iter().zip(gradients) {
                out[v as usize] += self.scale * gradient;
            }
        }
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
