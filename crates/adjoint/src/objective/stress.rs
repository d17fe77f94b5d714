//! The p-mean of the equivalent stress of a body, by volume at rest:
//!
//! ```text
//! S = (Σ V σₑᵖ / Σ V)^(1/p),   σₑ = √(3/2 s:s),   s = dev σ,   σ = P Fᵀ / J
//! ∂S = S^(1-p) / Σ V · Σ (V σₑᵖ⁻¹ ∂σₑ + (σₑᵖ - Sᵖ) ∂V / p)
//! ∂σₑ/∂F = (σ̄ᵀ P + A[σ̄ F]) / J - (σ̄:σ) F⁻ᵀ,   σ̄ = 3/2 s/σₑ,   A = ∂P/∂F
//! ```

use nalgebra::Matrix3;
use tangency_engine::Elasticity;
use tangency_engine::energy::Density;
use tangency_engine::model::TetBatch;
use tangency_formulas::elastic::{FixedCorotated, NeoHookean};

use super::{Objective, StateGradient, StateView};

/// (Σ V σₑᵖ / Σ V)^(1/p) over the tets of a body, with the equivalent stress σₑ of von Mises and volumes at rest, Pa. With a large
/// p it is near the largest.
#[derive(Clone, Debug)]
pub struct StressNorm {
    /// The body.
    pub body: u32,
    /// The exponent p, 1 or more.
    pub exponent: f64,
}

/// The stress of one element and its derivatives.
struct ElementStress {
    batch: usize,
    element: usize,
    value: f64,
    by_f: Matrix3<f64>,
    by_lame: [f64; 2],
}

impl Objective for StressNorm {
    fn add(&self, state: &StateView, weight: f64, gradient: &mut StateGradient) -> f64 {
        let model = state.model;
        let mut all = Vec::new();
        for (k, batch) in model.elements.tets.iter().enumerate() {
            for (e, stencil) in batch.stencils.iter().enumerate() {
                if model.body_of[stencil[0] as usize] == self.body {
                    all.push(match batch.elasticity {
                        Elasticity::NeoHookean => element::<NeoHookean<f64>>(k, batch, e, state),
                        Elasticity::FixedCorotated => {
                            element::<FixedCorotated<f64>>(k, batch, e, state)
                        }
                    });
                }
            }
        }
        // Relative to the largest, so that no power leaves the range of numbers.
        let largest = all.iter().map(|s| s.value).fold(0.0, f64::max);
        if largest == 0.0 || !largest.is_finite() {
            return largest;
        }
        let p = self.exponent;
        let batches = &model.elements.tets;
        let volume = |s: &ElementStress| batches[s.batch].rest[s.element].volume;
        let total: f64 = all.iter().map(volume).sum();
        let power = |s: &ElementStress| (s.value / largest).powf(p);
        let mean = all.iter().map(|s| volume(s) * power(s)).sum::<f64>() / total;
        let norm = largest * mean.powf(1.0 / p);
        let factor = weight * (mean.powf(1.0 / p - 1.0)) / total;
        let (lame, _) = gradient.by_elements(model);
        for s in &all {
            let share = factor * volume(s) * (s.value / largest).powf(p - 1.0);
            let slopes = lame[s.batch][s.element].iter_mut().zip(s.by_lame);
            slopes.for_each(|(sum, slope)| *sum += share * slope);
        }
        for s in &all {
            let batch = &batches[s.batch];
            let (tet, stencil) = (&batch.rest[s.element], &batch.stencils[s.element]);
            let share = factor * tet.volume * (s.value / largest).powf(p - 1.0);
            let x = stencil.map(|v| &state.x[v as usize]);
            let f = tet.deformation_gradient(x);
            let by_volume = tet.volume_gradient();
            let more = factor * largest / p * (power(s) - mean);
            for (a, &v) in stencil.iter().enumerate() {
                let by_x = share * (s.by_f * tet.slope(a));
                gradient.x[v as usize] += by_x;
                gradient.rest[v as usize] += more * by_volume[a] - f.tr_mul(&by_x);
            }
        }
        norm
    }
}

fn element<M: Density>(k: usize, batch: &TetBatch, e: usize, state: &StateView) -> ElementStress {
    let x = batch.stencils[e].map(|v| &state.x[v as usize]);
    let f = batch.rest[e].deformation_gradient(x);
    let density = M::new(batch.mu[e], batch.lambda[e]);
    let stress = density.stress(&f);
    let j = f.determinant();
    let cauchy = stress * f.transpose() / j;
    let deviator = cauchy - Matrix3::identity() * (cauchy.trace() / 3.0);
    let value = (1.5 * deviator.norm_squared()).sqrt();
    let mut found = ElementStress {
        batch: k,
        element: e,
        value,
        by_f: Matrix3::zeros(),
        by_lame: [0.0; 2],
    };
    // At rest the length has no derivative, and counts for nothing where p is above 1.
    let (true, Some(inverse)) = (value > 0.0, f.try_inverse()) else {
        return found;
    };
    let slope = deviator * (1.5 / value);
    found.by_f = (slope.tr_mul(&stress) + density.stress_differential(&f, &(slope * f))) / j
        - inverse.transpose() * slope.dot(&cauchy);
    found.by_lame = [(1.0, 0.0), (0.0, 1.0)].map(|(mu, lambda)| {
        let unit = M::new(mu, lambda).stress(&f) * f.transpose() / j;
        slope.dot(&unit)
    });
    found
}
