//! The St. Venant-Kirchhoff membrane (Codimensional IPC 2021, section 3; Chen et al. 2018):
//!
//! ```text
//! Ψ = μ |E|² + λ/2 (tr E)²,   E = (FᵀF - I)/2,   P = F (2 μ E + λ tr E I)
//! ```
//!
//! In singular values `Ei = (σi² - 1)/2`, and `ψi = σi (2 μ Ei + λ tr E)`. It is finite for every
//! deformation, also a triangle pressed flat to a line.

use super::membrane::{Isotropic, MembraneEnergy, MembranePrincipal, projected, second};
use crate::{Mat3, Real, VertexQuadratic};
use nalgebra::{Matrix2, Matrix3x2, Vector2};

/// The membrane's Lamé parameters, of plane stress: [`super::plane_stress_lame`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct StvkMembrane<R: Real> {
    /// Shear modulus μ, in Pa.
    pub mu: R,
    /// Plane-stress Lamé parameter λ, in Pa.
    pub lambda: R,
}

/// The Green-Lagrange strain `E = (FᵀF - I)/2`.
#[inline]
pub(super) fn green_strain<R: Real>(f: &Matrix3x2<R>) -> Matrix2<R> {
    (f.transpose() * f - Matrix2::identity()) * R::half()
}

impl<R: Real> MembraneEnergy<R> for StvkMembrane<R> {
    #[inline]
    fn energy(&self, f: &Matrix3x2<R>) -> R {
        let e = green_strain(f);
        let trace = e.trace();
        self.mu * e.dot(&e) + R::half() * self.lambda * (trace * trace)
    }

    #[inline]
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R> {
        let e = green_strain(f);
        f * (e * (R::two() * self.mu)) + f * (self.lambda * e.trace())
    }

    #[inline]
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        projected(self, f)
    }

    #[inline]
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        second(self, f)
    }

    /// With `S = 2 μ E + λ tr E I`: `H = (w·S w) I + μ |w|² F Fᵀ + (μ + λ) F w (F w)ᵀ`, where compression, which makes
    /// the first term negative, is left out.
    #[inline]
    fn along(&self, f: &Matrix3x2<R>, w: &Vector2<R>) -> VertexQuadratic<R> {
        let e = green_strain(f);
        let pull = e * w * (R::two() * self.mu) + w * (self.lambda * e.trace());
        let fw = f * w;
        let tension = w.dot(&pull).max(R::zero());
        VertexQuadratic {
            gradient: f * pull,
            hessian: Mat3::from_diagonal_element(tension)
                + f * f.transpose() * (self.mu * w.dot(w))
                + fw * (fw * (self.mu + self.lambda)).transpose(),
        }
    }
}

impl<R: Real> Isotropic<R> for StvkMembrane<R> {
    #[inline]
    fn principal(&self, sigma: &Vector2<R>) -> MembranePrincipal<R> {
        let (one, half, two_mu) = (R::one(), R::half(), R::two() * self.mu);
        let (s0, s1) = (sigma[0], sigma[1]);
        let [e0, e1] = [s0, s1].map(|s| (s - one) * (s + one) * half);
        let pressure = self.lambda * (e0 + e1);
        let out = [two_mu * e0 + pressure, two_mu * e1 + pressure];
        let coupling = self.lambda * (s0 * s1);
        // (ψ0 ± ψ1)/(σ0 ± σ1) with the division carried out.
        let common = (self.lambda + self.mu) * (e0 + e1);
        let (sum, difference) = (s0 + s1, s0 - s1);
        MembranePrincipal {
            scaling: [
                [out[0] + (two_mu + self.lambda) * (s0 * s0), coupling],
                [coupling, out[1] + (two_mu + self.lambda) * (s1 * s1)],
            ],
            flip: common + half * self.mu * (sum * sum),
            twist: common + half * self.mu * (difference * difference),
            out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::membrane::tests::{check, deformation, stretched};
    use crate::testing::Random;

    const SOFT: StvkMembrane<f64> = StvkMembrane {
        mu: 3.0,
        lambda: 7.0,
    };

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(64);
        let dual = StvkMembrane {
            mu: Real::from_f64(SOFT.mu),
            lambda: Real::from_f64(SOFT.lambda),
        };
        for strength in [0.0, 1e-8, 1e-3, 0.1, 0.5, 2.0] {
            for _ in 0..50 {
                let f = deformation(&mut random, strength);
                check(&SOFT, |f| dual.energy(f), &f, 1e-13);
            }
        }
        // Equal, nearly equal, tiny and zero singular values; compressed and stretched.
        for scale in [0.5, 1.0, 2.0] {
            for ratio in [1.0, 1.0 - 1e-15, 1.0 - 1e-9, 1e-9, 0.0] {
                let f = stretched(&mut random, [scale, scale * ratio]);
                check(&SOFT, |f| dual.energy(f), &f, 1e-13);
            }
        }
        check(&SOFT, |f| dual.energy(f), &Matrix3x2::zeros(), 1e-13);
    }

    #[test]
    fn small_strains_keep_their_energy() {
        // Stretch by e along one axis: E = e + e²/2, Ψ = (μ + λ/2) E².
        let mut random = Random(65);
        for e in [1e-3, 1e-5, 1e-7, 1e-9] {
            let stretch = 1.0 + e;
            let strain = (stretch - 1.0) * (stretch + 1.0) * 0.5;
            let expected = (SOFT.mu + 0.5 * SOFT.lambda) * strain * strain;
            let aligned = Matrix3x2::new(stretch, 0.0, 0.0, 1.0, 0.0, 0.0);
            // Turned, the entries of F themselves are rounded: 1e-16 of a stretch of 1.
            for f in [aligned, stretched(&mut random, [stretch, 1.0])] {
                let error = (SOFT.energy(&f) - expected).abs();
                assert!(error < 2e-14 * e + 1e-30, "{e:e}: {error:e}");
            }
            let principal = SOFT.principal(&Vector2::new(stretch, 1.0));
            let twist = (SOFT.lambda + SOFT.mu) * strain + 0.5 * SOFT.mu * e * e;
            assert!((principal.twist - twist).abs() < 1e-15 * twist + 1e-15 * e);
            assert!((principal.out[1] - SOFT.lambda * strain).abs() < 1e-15 * strain);
        }
    }
}
