//! Elasticity of solids: exact Hessians, and the derivatives of y · ∇Ψ by material and rest shape.

use tangency_engine::energy::Density;
use tangency_engine::linear::BlockSink;
use tangency_engine::model::TetBatch;
use tangency_engine::{Elasticity, Model, Vec3};
use tangency_formulas::elastic::{FixedCorotated, NeoHookean};

use crate::objective::StateGradient;

/// The derivatives of a run by Lamé's parameters, and by rest shapes through elasticity.
pub struct ElasticDerivatives {
    /// By μ and λ of each tet, batch after batch.
    pub lame: [Vec<[f64; 2]>; 2],
    /// By the rest position of each vertex; empty where nobody asks.
    pub rest: Vec<Vec3>,
}

impl ElasticDerivatives {
    /// Zeros for a model.
    pub fn zeros(model: &Model, with_rest: bool) -> Self {
        let batches = &model.elements.tets;
        ElasticDerivatives {
            lame: [0, 1].map(|k| vec![[0.0; 2]; batches[k].stencils.len()]),
            rest: if with_rest {
                vec![Vec3::zeros(); model.vertex_count()]
            } else {
                Vec::new()
            },
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x`.
    pub fn add(&mut self, model: &Model, scale: f64, x: &[Vec3], y: &[Vec3]) {
        let [neo_hookean, fixed_corotated] = &model.elements.tets;
        let [first, second] = &mut self.lame;
        let rest = &mut self.rest;
        add_batch::<NeoHookean<f64>>(neo_hookean, scale, (x, y), first, rest);
        add_batch::<FixedCorotated<f64>>(fixed_corotated, scale, (x, y), second, rest);
    }

    /// Adds the derivatives that an objective has by materials and rest shapes of the elements that it looks at.
    pub fn add_own(&mut self, own: &StateGradient) {
        for (sums, parts) in self.lame.iter_mut().zip(&own.lame) {
            for (sum, part) in sums.iter_mut().flatten().zip(parts.iter().flatten()) {
                *sum += part;
            }
        }
        for (sum, part) in self.rest.iter_mut().zip(&own.rest) {
            *sum += part;
        }
    }

    /// Adds the derivatives by Young's modulus and Poisson's ratio of each body to `young` and `poisson`.
    pub fn finish(&self, model: &Model, young: &mut [f64], poisson: &mut [f64]) {
        for (batch, slopes) in model.elements.tets.iter().zip(&self.lame) {
            for (e, [by_mu, by_lambda]) in slopes.iter().enumerate() {
                let (mu, lambda) = (batch.mu[e], batch.lambda[e]);
                let body = model.body_of[batch.stencils[e][0] as usize] as usize;
                // μ = E / 2(1 + ν), λ = E ν / (1 + ν)(1 - 2ν).
                let nu = 0.5 * lambda / (lambda + mu);
                let modulus = 2.0 * mu * (1.0 + nu);
                young[body] += (by_mu * mu + by_lambda * lambda) / modulus;
                let room = (1.0 + nu) * (1.0 - 2.0 * nu);
                poisson[body] += -by_mu * mu / (1.0 + nu)
                    + by_lambda * modulus * (1.0 + 2.0 * nu * nu) / (room * room);
            }
        }
    }
}

fn add_batch<M: Density>(
    batch: &TetBatch,
    scale: f64,
    (x, y): (&[Vec3], &[Vec3]),
    lame: &mut [[f64; 2]],
    rest: &mut [Vec3],
) {
    for (e, stencil) in batch.stencils.iter().enumerate() {
        let along = stencil.map(|v| &y[v as usize]);
        if along.iter().all(|y| **y == Vec3::zeros()) {
            continue;
        }
        let (at, tet) = (stencil.map(|v| &x[v as usize]), &batch.rest[e]);
        // The density is linear in μ and λ.
        for (slope, (mu, lambda)) in lame[e].iter_mut().zip([(1.0, 0.0), (0.0, 1.0)]) {
            let unit = tet.gradient(&M::new(mu, lambda), at);
            let work = unit.iter().zip(along).map(|(g, y)| g.dot(y));
            *slope += scale * work.sum::<f64>();
        }
        if !rest.is_empty() {
            let density = M::new(batch.mu[e], batch.lambda[e]);
            let product = tet.rest_product(&density, at, along);
            for (&v, slope) in stencil.iter().zip(product) {
                rest[v as usize] += scale * slope;
            }
        }
    }
}

/// Appends the exact Hessian of `scale` Ψ at `x` to `out`.
pub fn hessian(model: &Model, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    for batch in &model.elements.tets {
        match batch.elasticity {
            Elasticity::NeoHookean => batch_hessian::<NeoHookean<f64>>(batch, scale, x, out),
            Elasticity::FixedCorotated => {
                batch_hessian::<FixedCorotated<f64>>(batch, scale, x, out);
            }
        }
    }
}

fn batch_hessian<M: Density>(batch: &TetBatch, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    out.extend_uniform(&batch.stencils, |e, blocks| {
        let density = M::new(scale * batch.mu[e], scale * batch.lambda[e]);
        let at = batch.stencils[e].map(|v| &x[v as usize]);
        blocks.copy_from_slice(&batch.rest[e].hessian(&density, at));
    });
}

/// From the derivatives by masses to those by the density of each body and, where asked for, by rest positions.
pub fn masses_back(model: &Model, mass: &[f64], density: &mut [f64], rest: &mut [Vec3]) {
    let mut volumes = vec![0.0; model.bodies.len()];
    for batch in &model.elements.tets {
        for (stencil, tet) in batch.stencils.iter().zip(&batch.rest) {
            volumes[model.body_of[stencil[0] as usize] as usize] += tet.volume;
        }
    }
    let of_body = |body: usize| {
        let vertices = model.bodies[body].vertices.clone();
        vertices.map(|v| v as usize)
    };
    let densities: Vec<f64> = (0..volumes.len())
        .map(|body| of_body(body).map(|v| model.mass[v]).sum::<f64>() / volumes[body])
        .collect();
    for body in (0..volumes.len()).filter(|&body| volumes[body] > 0.0) {
        let by_scale: f64 = of_body(body).map(|v| mass[v] * model.mass[v]).sum();
        density[body] += by_scale / densities[body];
    }
    if rest.is_empty() {
        return;
    }
    for batch in &model.elements.tets {
        for (stencil, tet) in batch.stencils.iter().zip(&batch.rest) {
            let density = densities[model.body_of[stencil[0] as usize] as usize];
            let sum: f64 = stencil.iter().map(|&v| mass[v as usize]).sum();
            for (&v, slope) in stencil.iter().zip(tet.volume_gradient()) {
                rest[v as usize] += 0.25 * density * sum * slope;
            }
        }
    }
}
