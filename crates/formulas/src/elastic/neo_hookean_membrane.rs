//! The neo-Hookean membrane (Codimensional IPC 2021, section 3), the surface's counterpart of
//! [`super::neo_hookean`]:
//!
//! ```text
//! Ψ = μ/2 (tr FᵀF - 2) - μ ln J + λ/2 (ln J)²,   J = σ0 σ1 = |f0 × f1|
//! P = μ F + (λ ln J - μ)/J ∂J/∂F,   ∂J/∂F = [f1 × n, n × f0]
//! ```
//!
//! with the columns `f0`, `f1` of `F` and the unit normal `n`: infinite where the area vanishes. Near
//! rest the terms of first order cancel; both are taken from `A = FᵀF - I`, with
//! `ln J = ½ ln(1 + tr A + det A)`, so that the energy keeps its digits for small strains.

use super::membrane::{Isotropic, MembraneEnergy, MembranePrincipal, projected, second};
use crate::{Mat3, Real, VertexQuadratic};
use nalgebra::{Matrix2, Matrix3x2, Vector2};

/// The membrane's Lamé parameters, of plane stress: [`super::plane_stress_lame`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct NeoHookeanMembrane<R: Real> {
    /// Shear modulus μ, in Pa.
    pub mu: R,
    /// Plane-stress Lamé parameter λ, in Pa.
    pub lambda: R,
}

/// `tr FᵀF - 2` and `ln J`, for `J > 0`, whose square is given.
#[inline]
fn invariants<R: Real>(f: &Matrix3x2<R>, squared: R) -> (R, R) {
    let a = f.transpose() * f - Matrix2::identity();
    let trace = a[(0, 0)] + a[(1, 1)];
    let growth = trace + (a[(0, 0)] * a[(1, 1)] - a[(0, 1)] * a[(0, 1)]);
    let log = if growth.abs() < R::half() {
        growth.ln_1p()
    } else {
        squared.ln()
    };
    (trace, log * R::half())
}

impl<R: Real> MembraneEnergy<R> for NeoHookeanMembrane<R> {
    #[inline]
    fn energy(&self, f: &Matrix3x2<R>) -> R {
        let normal = f.column(0).cross(&f.column(1));
        let squared = normal.dot(&normal);
        if squared <= R::zero() {
            return R::infinity();
        }
        let (stretch, log) = invariants(f, squared);
        let half = R::half();
        self.mu * (half * stretch - log) + half * self.lambda * (log * log)
    }

    #[inline]
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R> {
        let (f0, f1) = (f.column(0), f.column(1));
        let normal = f0.cross(&f1);
        let squared = normal.dot(&normal);
        let (_, log) = invariants(f, squared);
        // J ∂J/∂F, so that the area is divided by once.
        let cofactor = Matrix3x2::from_columns(&[f1.cross(&normal), normal.cross(&f0)]);
        f * self.mu + cofactor * ((self.lambda * log - self.mu) / squared)
    }

    #[inline]
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        projected(self, f)
    }

    #[inline]
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        second(self, f)
    }

    /// With `c = w0 f1 - w1 f0`: `∂J/∂u = c × n`, `∂²J/∂u² = |c|²/J n nᵀ`, so that in the surface
    /// `H = μ |w|² I + ψ'' (c × n)(c × n)ᵀ` and along the normal `μ |w|² + ψ' |c|²/J`, which compression makes negative
    /// and is then left out; `ψ' = (λ ln J - μ)/J`, `ψ'' = (μ + λ (1 - ln J))/J²`.
    #[inline]
    fn along(&self, f: &Matrix3x2<R>, w: &Vector2<R>) -> VertexQuadratic<R> {
        let (f0, f1) = (f.column(0), f.column(1));
        let normal = f0.cross(&f1);
        let squared = normal.dot(&normal);
        let (_, log) = invariants(f, squared);
        let (zero, inverse) = (R::zero(), R::one() / squared);
        let c = f1 * w.x - f0 * w.y;
        // J ∂J/∂u, so that nothing but the squared area is divided by.
        let growth = c.cross(&normal);
        let swell = self.lambda * log - self.mu;
        let stretch = self.mu * w.dot(w);
        let second = (self.lambda - swell).max(zero) * (inverse * inverse);
        let out = (stretch + swell * c.dot(&c) * inverse).max(zero) - stretch;
        VertexQuadratic {
            gradient: f * w * self.mu + growth * (swell * inverse),
            hessian: Mat3::from_diagonal_element(stretch)
                + growth * (growth * second).transpose()
                + normal * (normal * (out * inverse)).transpose(),
        }
    }
}

impl<R: Real> Isotropic<R> for NeoHookeanMembrane<R> {
    #[inline]
    fn principal(&self, sigma: &Vector2<R>) -> MembranePrincipal<R> {
        let one = R::one();
        let (d0, d1) = (sigma[0] - one, sigma[1] - one);
        let growth = d0 + d1 + d0 * d1;
        let log = if growth.abs() < R::half() {
            growth.ln_1p()
        } else {
            (sigma[0] * sigma[1]).ln()
        };
        let swell = self.lambda * log;
        let pressure = self.mu - swell;
        let inverse = [one / sigma[0], one / sigma[1]];
        let across = inverse[0] * inverse[1];
        let own = |i: usize| self.mu + (pressure + self.lambda) * (inverse[i] * inverse[i]);
        // μ - pressure/σi² and μ - pressure/J, with μ taken out where it cancels.
        let out =
            |i: usize, d: R| (self.mu * d * (sigma[i] + one) + swell) * (inverse[i] * inverse[i]);
        MembranePrincipal {
            scaling: [
                [own(0), self.lambda * across],
                [self.lambda * across, own(1)],
            ],
            flip: self.mu + pressure * across,
            twist: (self.mu * growth + swell) * across,
            out: [out(0, d0), out(1, d1)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::membrane::tests::{check, deformation, stretched};
    use crate::testing::Random;

    const SOFT: NeoHookeanMembrane<f64> = NeoHookeanMembrane {
        mu: 3.0,
        lambda: 7.0,
    };

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(66);
        let dual = NeoHookeanMembrane {
            mu: Real::from_f64(SOFT.mu),
            lambda: Real::from_f64(SOFT.lambda),
        };
        for strength in [0.0, 1e-8, 1e-3, 0.1, 0.5, 2.0] {
            for _ in 0..50 {
                let f = deformation(&mut random, strength);
                check(&SOFT, |f| dual.energy(f), &f, 1e-11);
            }
        }
        for scale in [0.5, 1.0, 2.0] {
            for ratio in [1.0, 1.0 - 1e-15, 1.0 - 1e-9, 0.1] {
                let f = stretched(&mut random, [scale, scale * ratio]);
                check(&SOFT, |f| dual.energy(f), &f, 1e-12);
            }
        }
    }

    #[test]
    fn a_vanished_area_costs_infinite_energy() {
        assert_eq!(SOFT.energy(&Matrix3x2::zeros()), f64::INFINITY);
        assert_eq!(SOFT.energy(&Matrix3x2::from_element(1.0)), f64::INFINITY);
    }

    #[test]
    fn small_strains_keep_their_energy() {
        // Uniaxial stretch by e: Ψ = (μ + λ/2) e² - (μ/3 + λ/2) e³ + ...
        let mut random = Random(67);
        for e in [1e-3, 1e-5, 1e-7, 1e-9] {
            let stretch = 1.0 + e;
            let e = stretch - 1.0;
            let expected = 6.5 * e * e - 4.5 * e * e * e;
            let aligned = Matrix3x2::new(stretch, 0.0, 0.0, 1.0, 0.0, 0.0);
            let error = (SOFT.energy(&aligned) - expected).abs();
            assert!(error < 20.0 * e * e * e * e + 1e-15 * e, "{e:e}: {error:e}");
            // Turned, the entries of F themselves are rounded: 1e-16 of a stretch of 1.
            let turned = stretched(&mut random, [stretch, 1.0]);
            let error = (SOFT.energy(&turned) - expected).abs();
            assert!(error < 20.0 * e * e * e * e + 2e-14 * e, "{e:e}: {error:e}");
            // twist = (μ (J - 1) + λ ln J)/J, here J = 1 + e.
            let twist = SOFT.principal(&Vector2::new(stretch, 1.0)).twist;
            let expected = (SOFT.mu * e + SOFT.lambda * libm::log1p(e)) / stretch;
            assert!((twist - expected).abs() <= 1e-15 * expected);
        }
    }
}
