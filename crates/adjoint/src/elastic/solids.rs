//! Solids of tets, and planar solids: exact Hessians, and the derivatives of y · ∇Ψ by Lamé's parameters and rest shapes.

use tangency_engine::energy::{Density, SolidElement};
use tangency_engine::linear::{Block, BlockSink};
use tangency_engine::model::SolidBatch;
use tangency_engine::{Elasticity, Model, Vec3};
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::{FixedCorotated, NeoHookean, RestPlane};

use crate::gradient::Gradient;

/// An element of `K` vertices without projection.
trait ExactElement<const K: usize>: SolidElement<K> {
    /// Writes its Hessian, for a material of shear modulus `mu`.
    fn exact_hessian(&self, density: &impl Density, mu: f64, x: [&Vec3; K], out: &mut [Block]);

    /// The derivative of the work along `y` by the rest positions.
    fn rest_slopes(&self, density: &impl Density, x: [&Vec3; K], y: [&Vec3; K]) -> [Vec3; K];

    /// The derivative of its volume or area by the rest positions.
    fn measure_slopes(&self) -> [Vec3; K];
}

impl ExactElement<4> for RestTet<f64> {
    fn exact_hessian(&self, density: &impl Density, _: f64, x: [&Vec3; 4], out: &mut [Block]) {
        out.copy_from_slice(&RestTet::hessian(self, density, x));
    }

    fn rest_slopes(&self, density: &impl Density, x: [&Vec3; 4], y: [&Vec3; 4]) -> [Vec3; 4] {
        self.rest_product(density, x, y)
    }

    fn measure_slopes(&self) -> [Vec3; 4] {
        self.volume_gradient()
    }
}

impl ExactElement<3> for RestPlane<f64> {
    fn exact_hessian(&self, density: &impl Density, mu: f64, x: [&Vec3; 3], out: &mut [Block]) {
        out.copy_from_slice(&RestPlane::hessian(self, density, x));
        // Held in the plane, as in the run.
        for diagonal in [0, 3, 5] {
            out[diagonal][(2, 2)] = mu;
        }
    }

    fn rest_slopes(&self, density: &impl Density, x: [&Vec3; 3], y: [&Vec3; 3]) -> [Vec3; 3] {
        self.rest_product(density, x, y)
    }

    fn measure_slopes(&self) -> [Vec3; 3] {
        self.area_gradient()
    }
}

/// The derivatives of a run by μ and λ of each element, batch after batch.
pub struct SolidSlopes {
    tets: [Vec<[f64; 2]>; 2],
    plane: [Vec<[f64; 2]>; 2],
}

impl SolidSlopes {
    /// Zeros for a model.
    pub fn zeros(model: &Model) -> Self {
        let elements = &model.elements;
        SolidSlopes {
            tets: [0, 1].map(|k| vec![[0.0; 2]; elements.tets[k].stencils.len()]),
            plane: [0, 1].map(|k| vec![[0.0; 2]; elements.plane[k].stencils.len()]),
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x`, and those by rest positions to `rest`, where it is not empty.
    pub fn add(&mut self, model: &Model, scale: f64, at: (&[Vec3], &[Vec3]), rest: &mut [Vec3]) {
        add_both(&model.elements.tets, scale, at, (&mut self.tets, rest));
        add_both(&model.elements.plane, scale, at, (&mut self.plane, rest));
    }

    /// Adds those by μ and λ of each tet.
    pub fn add_own(&mut self, lame: &[Vec<[f64; 2]>; 2]) {
        for (sums, parts) in self.tets.iter_mut().zip(lame) {
            for (sum, part) in sums.iter_mut().flatten().zip(parts.iter().flatten()) {
                *sum += part;
            }
        }
    }

    /// Adds the derivatives by Young's modulus and Poisson's ratio of each body, and by Young's modulus of each element.
    pub fn finish(&self, model: &Model, out: &mut Gradient) {
        for (batch, slopes) in model.elements.tets.iter().zip(&self.tets) {
            finish_batch(model, batch, slopes, out);
        }
        for (batch, slopes) in model.elements.plane.iter().zip(&self.plane) {
            finish_batch(model, batch, slopes, out);
        }
    }
}

fn add_both<S: ExactElement<K>, const K: usize>(
    batches: &[SolidBatch<S, K>; 2],
    scale: f64,
    at: (&[Vec3], &[Vec3]),
    (slopes, rest): (&mut [Vec<[f64; 2]>; 2], &mut [Vec3]),
) {
    let [neo_hookean, fixed_corotated] = batches;
    let [first, second] = slopes;
    add_batch::<NeoHookean<f64>, S, K>(neo_hookean, scale, at, first, rest);
    add_batch::<FixedCorotated<f64>, S, K>(fixed_corotated, scale, at, second, rest);
}

fn add_batch<M: Density, S: ExactElement<K>, const K: usize>(
    batch: &SolidBatch<S, K>,
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
        let (at, element) = (stencil.map(|v| &x[v as usize]), &batch.rest[e]);
        // The density is linear in μ and λ.
        for (slope, (mu, lambda)) in lame[e].iter_mut().zip([(1.0, 0.0), (0.0, 1.0)]) {
            let unit = element.gradient(&M::new(mu, lambda), at);
            let work = unit.iter().zip(along).map(|(g, y)| g.dot(y));
            *slope += scale * work.sum::<f64>();
        }
        if !rest.is_empty() {
            let density = M::new(batch.mu[e], batch.lambda[e]);
            let product = element.rest_slopes(&density, at, along);
            for (&v, slope) in stencil.iter().zip(product) {
                rest[v as usize] += scale * slope;
            }
        }
    }
}

fn finish_batch<S, const K: usize>(
    model: &Model,
    batch: &SolidBatch<S, K>,
    slopes: &[[f64; 2]],
    out: &mut Gradient,
) {
    for (e, [by_mu, by_lambda]) in slopes.iter().enumerate() {
        let (mu, lambda) = (batch.mu[e], batch.lambda[e]);
        let body = model.body_of[batch.stencils[e][0] as usize] as usize;
        // μ = E / 2(1 + ν), λ = E ν / (1 + ν)(1 - 2ν).
        let nu = 0.5 * lambda / (lambda + mu);
        let modulus = 2.0 * mu * (1.0 + nu);
        let by_young = (by_mu * mu + by_lambda * lambda) / modulus;
        out.young[body] += by_young;
        out.young_by_element[body].push(by_young);
        let room = (1.0 + nu) * (1.0 - 2.0 * nu);
        out.poisson[body] +=
            -by_mu * mu / (1.0 + nu) + by_lambda * modulus * (1.0 + 2.0 * nu * nu) / (room * room);
    }
}

/// Appends the exact Hessian of `scale` Ψ at `x` to `out`.
pub fn hessian(model: &Model, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    each_hessian(&model.elements.tets, scale, x, out);
    each_hessian(&model.elements.plane, scale, x, out);
}

fn each_hessian<S: ExactElement<K>, const K: usize>(
    batches: &[SolidBatch<S, K>; 2],
    scale: f64,
    x: &[Vec3],
    out: &mut BlockSink,
) {
    for batch in batches {
        match batch.elasticity {
            Elasticity::NeoHookean => batch_hessian::<NeoHookean<f64>, S, K>(batch, scale, x, out),
            Elasticity::FixedCorotated => {
                batch_hessian::<FixedCorotated<f64>, S, K>(batch, scale, x, out);
            }
        }
    }
}

fn batch_hessian<M: Density, S: ExactElement<K>, const K: usize>(
    batch: &SolidBatch<S, K>,
    scale: f64,
    x: &[Vec3],
    out: &mut BlockSink,
) {
    out.extend_uniform(&batch.stencils, |e, blocks| {
        let mu = scale * batch.mu[e];
        let density = M::new(mu, scale * batch.lambda[e]);
        let at = batch.stencils[e].map(|v| &x[v as usize]);
        batch.rest[e].exact_hessian(&density, mu, at, blocks);
    });
}

/// Adds the derivatives by rest positions of what depends as `mass` does on masses, to `rest`.
pub fn masses_back(model: &Model, mass: &[f64], rest: &mut [Vec3]) {
    batch_masses_back(model, &model.elements.tets, mass, rest);
    batch_masses_back(model, &model.elements.plane, mass, rest);
}

fn batch_masses_back<S: ExactElement<K>, const K: usize>(
    model: &Model,
    batches: &[SolidBatch<S, K>; 2],
    mass: &[f64],
    rest: &mut [Vec3],
) {
    for batch in batches {
        for (stencil, element) in batch.stencils.iter().zip(&batch.rest) {
            let body = model.body_of[stencil[0] as usize] as usize;
            let sum: f64 = stencil.iter().map(|&v| mass[v as usize]).sum();
            let share = model.bodies[body].density * sum / K as f64;
            for (&v, slope) in stencil.iter().zip(element.measure_slopes()) {
                rest[v as usize] += share * slope;
            }
        }
    }
}
