//! Elastic energy of solids: h² Σ V Ψ(F) over tetrahedra, h² Σ A Ψ(F) per metre of depth over triangles in plane strain.
//!
//! Nothing of a planar solid moves along z: no force has a component there. So that the matrix of a step can be factored,
//! each triangle also holds its vertices in the plane, by a spring of its own stiffness whose length is always zero.

use std::sync::Arc;

use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::{FixedCorotated, NeoHookean, PlaneStrain, RestPlane, SolidEnergy};
use tangency_geometry::Vec3;

use super::{Elastic, Energy, Tightest, inversion, stencils};
use crate::linear::{Block, BlockSink};
use crate::material::Elasticity;
use crate::model::{Elements, Model, PlaneBatch, SolidBatch, TetBatch};
use crate::ordered;

/// Places of the diagonal blocks among the six of a triangle.
const DIAGONAL: [usize; 3] = [0, 3, 5];

/// An energy density Ψ(F), in space and in plane strain.
pub trait Density: SolidEnergy<f64> + PlaneStrain<f64> + Sync {
    /// With the moduli μ and λ, Pa.
    fn new(mu: f64, lambda: f64) -> Self;
}

impl Density for NeoHookean<f64> {
    fn new(mu: f64, lambda: f64) -> Self {
        NeoHookean { mu, lambda }
    }
}

impl Density for FixedCorotated<f64> {
    fn new(mu: f64, lambda: f64) -> Self {
        FixedCorotated { mu, lambda }
    }
}

/// The rest shape of an element of `K` vertices.
pub trait SolidElement<const K: usize>: Sized + Send + Sync + 'static {
    /// The batches of such elements.
    fn batches(elements: &Elements) -> &[SolidBatch<Self, K>; 2];

    /// Volume, m³, or area, m².
    fn measure(&self) -> f64;

    /// Energy of the element.
    fn energy(&self, density: &impl Density, x: [&Vec3; K]) -> f64;

    /// The gradient of its energy.
    fn gradient(&self, density: &impl Density, x: [&Vec3; K]) -> [Vec3; K];

    /// The projected Hessian of its energy, for a material of shear modulus `mu`.
    fn hessian(&self, density: &impl Density, mu: f64, x: [&Vec3; K], out: &mut [Block]);

    /// The largest step along `p`, at most `at_most`, in which no element inverts.
    fn limit(stencils: &[[u32; K]], x: &[Vec3], p: &[Vec3], at_most: f64) -> f64;
}

impl SolidElement<4> for RestTet<f64> {
    fn batches(elements: &Elements) -> &[TetBatch; 2] {
        &elements.tets
    }

    fn measure(&self) -> f64 {
        self.volume
    }

    fn energy(&self, density: &impl Density, x: [&Vec3; 4]) -> f64 {
        self.energy(density, x)
    }

    fn gradient(&self, density: &impl Density, x: [&Vec3; 4]) -> [Vec3; 4] {
        self.gradient(density, x)
    }

    fn hessian(&self, density: &impl Density, _: f64, x: [&Vec3; 4], out: &mut [Block]) {
        out.copy_from_slice(&self.projected_hessian(density, x));
    }

    fn limit(stencils: &[[u32; 4]], x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        inversion::limit(stencils, x, p, at_most)
    }
}

impl SolidElement<3> for RestPlane<f64> {
    fn batches(elements: &Elements) -> &[PlaneBatch; 2] {
        &elements.plane
    }

    fn measure(&self) -> f64 {
        self.area
    }

    fn energy(&self, density: &impl Density, x: [&Vec3; 3]) -> f64 {
        self.energy(density, x)
    }

    fn gradient(&self, density: &impl Density, x: [&Vec3; 3]) -> [Vec3; 3] {
        self.gradient(density, x)
    }

    fn hessian(&self, density: &impl Density, mu: f64, x: [&Vec3; 3], out: &mut [Block]) {
        out.copy_from_slice(&self.projected_hessian(density, x));
        for k in DIAGONAL {
            // As stiff as the material: a triangle's stiffness does not depend on its size.
            out[k][(2, 2)] = mu;
        }
    }

    fn limit(stencils: &[[u32; 3]], x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        inversion::limit_plane(stencils, x, p, at_most)
    }
}

/// The elastic energy of one batch of a model's solids, times a factor (h² in an incremental potential).
pub struct Solids<S, const K: usize> {
    model: Arc<Model>,
    batch: fn(&Elements) -> &SolidBatch<S, K>,
    scale: f64,
    magnitude: f64,
}

impl<S: SolidElement<K>, const K: usize> Solids<S, K> {
    /// The energies of all that `model` has, times `scale`.
    pub fn all(model: &Arc<Model>, scale: f64) -> impl Iterator<Item = Box<dyn Elastic>> {
        let batches: [fn(&Elements) -> &SolidBatch<S, K>; 2] = [
            |elements| &S::batches(elements)[0],
            |elements| &S::batches(elements)[1],
        ];
        let used = batches
            .into_iter()
            .filter(|batch| !batch(&model.elements).stencils.is_empty());
        used.map(move |batch| -> Box<dyn Elastic> {
            let solids = batch(&model.elements);
            let moduli = solids.mu.iter().zip(&solids.rest);
            let magnitude = scale * moduli.map(|(mu, rest)| mu * rest.measure()).sum::<f64>();
            Box::new(Solids {
                model: Arc::clone(model),
                batch,
                scale,
                magnitude,
            })
        })
    }

    fn solids(&self) -> &SolidBatch<S, K> {
        (self.batch)(&self.model.elements)
    }

    fn value_of<M: Density>(&self, x: &[Vec3]) -> f64 {
        let solids = self.solids();
        let energy = ordered::sum(solids.stencils.len(), |e| {
            let density = M::new(solids.mu[e], solids.lambda[e]);
            solids.rest[e].energy(&density, corners(&solids.stencils[e], x))
        });
        self.scale * energy
    }

    fn add_energies_of<M: Density>(&self, x: &[Vec3], out: &mut [f64]) {
        let solids = self.solids();
        stencils::add_energies(
            solids.stencils.len(),
            |e| solids.stencils[e][0],
            out,
            |e| {
                let density = M::new(solids.mu[e], solids.lambda[e]);
                self.scale * solids.rest[e].energy(&density, corners(&solids.stencils[e], x))
            },
        );
    }

    fn gradient_of<M: Density>(&self, x: &[Vec3], out: &mut [Vec3]) {
        let solids = self.solids();
        stencils::scatter(&solids.stencils, out, |e| {
            let density = M::new(solids.mu[e], solids.lambda[e]);
            let gradient = solids.rest[e].gradient(&density, corners(&solids.stencils[e], x));
            gradient.map(|g| self.scale * g)
        });
    }

    fn hessian_of<M: Density>(&self, x: &[Vec3], out: &mut BlockSink) {
        let solids = self.solids();
        out.extend_uniform(&solids.stencils, |e, blocks| {
            let (mu, lambda) = (solids.mu[e] * self.scale, solids.lambda[e] * self.scale);
            let (density, x) = (M::new(mu, lambda), corners(&solids.stencils[e], x));
            solids.rest[e].hessian(&density, mu, x, blocks);
        });
    }
}

fn corners<'a, const K: usize>(stencil: &[u32; K], x: &'a [Vec3]) -> [&'a Vec3; K] {
    stencil.map(|v| &x[v as usize])
}

impl<S: SolidElement<K>, const K: usize> Elastic for Solids<S, K> {
    fn set_scale(&mut self, scale: f64) {
        self.magnitude *= scale / self.scale;
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        self.magnitude
    }

    fn limit(&self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let solids = self.solids();
        match solids.elasticity {
            Elasticity::NeoHookean => S::limit(&solids.stencils, x, p, at_most),
            Elasticity::FixedCorotated => at_most,
        }
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        match self.solids().elasticity {
            Elasticity::NeoHookean => self.add_energies_of::<NeoHookean<f64>>(x, out),
            Elasticity::FixedCorotated => self.add_energies_of::<FixedCorotated<f64>>(x, out),
        }
    }

    fn tightest(&self, x: &[Vec3], p: &[Vec3]) -> Option<Tightest> {
        let stencils = &self.solids().stencils;
        let one = |e: usize| std::slice::from_ref(&stencils[e]);
        match self.solids().elasticity {
            Elasticity::NeoHookean => {
                Tightest::find(stencils, "invert", |e| S::limit(one(e), x, p, 1.0))
            }
            Elasticity::FixedCorotated => None,
        }
    }
}

impl<S: SolidElement<K>, const K: usize> Energy for Solids<S, K> {
    fn value(&self, x: &[Vec3]) -> f64 {
        match self.solids().elasticity {
            Elasticity::NeoHookean => self.value_of::<NeoHookean<f64>>(x),
            Elasticity::FixedCorotated => self.value_of::<FixedCorotated<f64>>(x),
        }
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        match self.solids().elasticity {
            Elasticity::NeoHookean => self.gradient_of::<NeoHookean<f64>>(x, out),
            Elasticity::FixedCorotated => self.gradient_of::<FixedCorotated<f64>>(x, out),
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        match self.solids().elasticity {
            Elasticity::NeoHookean => self.hessian_of::<NeoHookean<f64>>(x, out),
            Elasticity::FixedCorotated => self.hessian_of::<FixedCorotated<f64>>(x, out),
        }
    }
}
