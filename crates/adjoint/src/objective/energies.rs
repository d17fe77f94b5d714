//! Energies and volumes of bodies.
//!
//! ```text
//! T = ½ Σ m |v|²,   U = -Σ m g·x,   E = Σ V Ψ(F),   F = Ds Dm⁻¹
//! ∂E/∂Dm = (Ψ I - Fᵀ P) V Dm⁻ᵀ
//! ```

use tangency_engine::energy::Density;
use tangency_engine::model::TetBatch;
use tangency_engine::{Elasticity, Vec3};
use tangency_formulas::elastic::{FixedCorotated, NeoHookean};

use super::{Objective, StateGradient, StateView};

/// ½ Σ m |v|² of some vertices, J.
#[derive(Clone, Debug)]
pub struct KineticEnergy {
    /// The vertices.
    pub vertices: Vec<u32>,
}

impl Objective for KineticEnergy {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        for &v in &self.vertices {
            let (mass, speed) = (state.model.mass[v as usize], state.v[v as usize]);
            gradient.v[v as usize] += weight * mass * speed;
            gradient.mass[v as usize] += weight * 0.5 * speed.norm_squared();
            sum += 0.5 * mass * speed.norm_squared();
        }
        sum
    }
}

/// Energy -Σ m a·x of some vertices in a field of acceleration a, J; zero at the origin. Where a is gravity, it is taken as a number:
/// its derivative by gravity is that through the motion alone.
#[derive(Clone, Debug)]
pub struct PotentialEnergy {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The acceleration, m/s².
    pub acceleration: Vec3,
}

impl Objective for PotentialEnergy {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        for &v in &self.vertices {
            let v = v as usize;
            let height = -self.acceleration.dot(&state.x[v]);
            sum += state.model.mass[v] * height;
            gradient.x[v] -= weight * state.model.mass[v] * self.acceleration;
            gradient.mass[v] += weight * height;
        }
        sum
    }
}

/// The volume of the tets of a body, m³; tets that are inside out count as less than nothing.
#[derive(Clone, Debug)]
pub struct Volume {
    /// The body.
    pub body: u32,
}

impl Objective for Volume {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let mut sum = 0.0;
        let batches = state.model.elements.tets.iter();
        for stencil in batches.flat_map(|batch| &batch.stencils) {
            if state.model.body_of[stencil[0] as usize] != self.body {
                continue;
            }
            let x = stencil.map(|v| state.x[v as usize]);
            let [a, b, c] = [1, 2, 3].map(|k| x[k] - x[0]);
            sum += a.dot(&b.cross(&c)) / 6.0;
            let slopes =
                [b.cross(&c), c.cross(&a), a.cross(&b)].map(|slope| slope * (weight / 6.0));
            gradient.x[stencil[0] as usize] -= slopes.iter().sum::<Vec3>();
            for (&v, slope) in stencil[1..].iter().zip(slopes) {
                gradient.x[v as usize] += slope;
            }
        }
        sum
    }
}

/// The elastic energy of the tets of a body, J.
#[derive(Clone, Debug)]
pub struct StrainEnergy {
    /// The body.
    pub body: u32,
}

impl Objective for StrainEnergy {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let batches = state.model.elements.tets.iter().enumerate();
        batches
            .map(|(k, batch)| match batch.elasticity {
                Elasticity::NeoHookean => {
                    self.batch::<NeoHookean<f64>>((k, batch), state, weight, gradient)
                }
                Elasticity::FixedCorotated => {
                    self.batch::<FixedCorotated<f64>>((k, batch), state, weight, gradient)
                }
            })
            .sum()
    }
}

impl StrainEnergy {
    fn batch<M: Density>(
        &self,
        (k, batch): (usize, &TetBatch),
        state: &StateView,
        weight: f64,
        gradient: &mut StateGradient,
    ) -> f64 {
        let mut sum = 0.0;
        for (e, stencil) in batch.stencils.iter().enumerate() {
            if state.model.body_of[stencil[0] as usize] != self.body {
                continue;
            }
            let (tet, x) = (&batch.rest[e], stencil.map(|v| &state.x[v as usize]));
            let density = M::new(batch.mu[e], batch.lambda[e]);
            let energy = tet.energy(&density, x);
            sum += energy;
            let by_x = tet.gradient(&density, x);
            for (&v, slope) in stencil.iter().zip(by_x) {
                gradient.x[v as usize] += weight * slope;
            }
            // Per volume: Ψ Dm⁻ᵀ - Fᵀ P Dm⁻ᵀ.
            let f = tet.deformation_gradient(x);
            let (lame, rest) = gradient.by_elements(state.model);
            for (slope, (mu, lambda)) in lame[k][e].iter_mut().zip([(1.0, 0.0), (0.0, 1.0)]) {
                *slope += weight * tet.energy(&M::new(mu, lambda), x);
            }
            let by_volume = tet.volume_gradient();
            for (a, &v) in stencil.iter().enumerate() {
                let by_rest = by_volume[a] * (energy / tet.volume) - f.tr_mul(&by_x[a]);
                rest[v as usize] += weight * by_rest;
            }
        }
        sum
    }
}
