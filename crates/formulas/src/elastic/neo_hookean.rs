//! The compressible neo-Hookean material (IPC 2020, section 7; Bonet and Wood):
//!
//! ```text
//! Ψ = μ/2 (tr FᵀF - 3) - μ ln J + λ/2 (ln J)²,   J = det F
//! P = μ (F - F⁻ᵀ) + λ ln J F⁻ᵀ
//! ```
//!
//! Near rest the terms of first order cancel; both are taken from `A = FᵀF - I`, with
//! `ln J = ½ ln(1 + (det(I + A) - 1))`, so that the energy keeps its digits for small strains.
//!
//! ```
//! use tangency_formulas::elastic::{NeoHookean, SolidEnergy, lame};
//! use tangency_formulas::{Mat3, Vec3};
//!
//! let (mu, lambda) = lame(1e5, 0.3);
//! let rubber = NeoHookean { mu, lambda };
//! assert_eq!(rubber.energy(&Mat3::identity()), 0.0);
//! // A mirror image would need infinite energy.
//! let mirrored = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, -1.0));
//! assert_eq!(rubber.energy(&mirrored), f64::INFINITY);
//! ```

use super::material::{Principal, SolidEnergy, cofactor};
use crate::{Mat3, Real, Vec3, VertexQuadratic};

/// The material's Lamé parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookean<R: Real> {
    /// Shear modulus μ, in Pa.
    pub mu: R,
    /// First Lamé parameter λ, in Pa.
    pub lambda: R,
}

/// `tr FᵀF - 3` and `ln J`, for `J > 0`.
#[inline]
fn invariants<R: Real>(f: &Mat3<R>, j: R) -> (R, R) {
    let a = f.transpose() * f - Mat3::identity();
    let (a00, a11, a22) = (a[(0, 0)], a[(1, 1)], a[(2, 2)]);
    let (a01, a02, a12) = (a[(0, 1)], a[(0, 2)], a[(1, 2)]);
    let trace = a00 + a11 + a22;
    let (m0, m1, m2) = (
        a11 * a22 - a12 * a12,
        a00 * a22 - a02 * a02,
        a00 * a11 - a01 * a01,
    );
    let det = a00 * m0 - a01 * (a01 * a22 - a12 * a02) + a02 * (a01 * a12 - a11 * a02);
    let growth = trace + (m0 + m1 + m2) + det;
    let log = if growth.abs() < R::half() {
        growth.ln_1p() * R::half()
    } else {
        j.ln()
    };
    (trace, log)
}

impl<R: Real> SolidEnergy<R> for NeoHookean<R> {
    #[inline]
    fn energy(&self, f: &Mat3<R>) -> R {
        let j = f.column(0).cross(&f.column(1)).dot(&f.column(2));
        if j <= R::zero() {
            return R::infinity();
        }
        let (stretch, log) = invariants(f, j);
        let half = R::half();
        self.mu * (half * stretch - log) + half * self.lambda * (log * log)
    }

    #[inline]
    fn stress(&self, f: &Mat3<R>) -> Mat3<R> {
        let cofactor = cofactor(f);
        let j = cofactor.column(0).dot(&f.column(0));
        let (_, log) = invariants(f, j);
        f * self.mu + cofactor * ((self.lambda * log - self.mu) / j)
    }

    /// With `G = F⁻ᵀ`: `μ dF + λ (G : dF) G - (λ ln J - μ) G dFᵀ G`.
    #[inline]
    fn stress_differential(&self, f: &Mat3<R>, df: &Mat3<R>) -> Mat3<R> {
        let cofactor = cofactor(f);
        let j = cofactor.column(0).dot(&f.column(0));
        let (_, log) = invariants(f, j);
        let inverse = cofactor * (R::one() / j);
        let turned = inverse * df.transpose() * inverse;
        df * self.mu + inverse * (self.lambda * inverse.dot(df))
            - turned * (self.lambda * log - self.mu)
    }

    /// `J` is linear in `u` with the slope `c = ∂J/∂F w`: `H = μ |w|² I + (μ + λ (1 - ln J))/J² c cᵀ`, where an
    /// expansion beyond `ln J = 1 + μ/λ`, which makes the second term negative, is left out.
    #[inline]
    fn along(&self, f: &Mat3<R>, w: &Vec3<R>) -> VertexQuadratic<R> {
        let cofactor = cofactor(f);
        let j = cofactor.column(0).dot(&f.column(0));
        let (_, log) = invariants(f, j);
        let inverse = R::one() / j;
        let slope = cofactor * (w * inverse);
        let swell = self.lambda * log - self.mu;
        VertexQuadratic {
            gradient: f * w * self.mu + slope * swell,
            hessian: Mat3::from_diagonal_element(self.mu * w.dot(w))
                + slope * (slope * (self.lambda - swell).max(R::zero())).transpose(),
        }
    }

    #[inline]
    fn principal(&self, sigma: &Vec3<R>) -> Principal<R> {
        let inverse = sigma.map(|s| R::one() / s);
        let spread = |s: R| s - R::one();
        let (d0, d1, d2) = (spread(sigma[0]), spread(sigma[1]), spread(sigma[2]));
        let growth = d0 + d1 + d2 + (d0 * d1 + d1 * d2 + d2 * d0) + d0 * d1 * d2;
        let log = if growth.abs() < R::half() {
            growth.ln_1p()
        } else {
            (sigma[0] * sigma[1] * sigma[2]).ln()
        };
        let pressure = self.mu - self.lambda * log;
        let mut principal = Principal {
            scaling: [[R::zero(); 3]; 3],
            flip: [R::zero(); 3],
            twist: [R::zero(); 3],
        };
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let across = inverse[j] * inverse[k];
            principal.scaling[i][i] =
                self.mu + (pressure + self.lambda) * (inverse[i] * inverse[i]);
            principal.scaling[j][k] = self.lambda * across;
            principal.scaling[k][j] = self.lambda * across;
            principal.flip[i] = self.mu + pressure * across;
            principal.twist[i] = self.mu - pressure * across;
        }
        principal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::material::tests::{check, deformation};
    use crate::testing::Random;

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(40);
        let material = NeoHookean {
            mu: 3.0,
            lambda: 7.0,
        };
        let dual = NeoHookean {
            mu: Real::from_f64(3.0),
            lambda: Real::from_f64(7.0),
        };
        for strength in [0.0, 1e-8, 1e-3, 0.1, 0.5, 2.0] {
            for _ in 0..50 {
                check(&material, &dual, deformation(&mut random, strength), 1e-11);
            }
        }
    }

    #[test]
    fn inversion_costs_infinite_energy() {
        let material = NeoHookean {
            mu: 3.0,
            lambda: 7.0,
        };
        assert_eq!(material.energy(&-Mat3::<f64>::identity()), f64::INFINITY);
        assert_eq!(material.energy(&Mat3::<f64>::zeros()), f64::INFINITY);
    }

    #[test]
    fn small_strains_keep_their_energy() {
        // Uniaxial stretch by e: Ψ = (μ + λ/2) e² - (μ/3 + λ/2) e³ + ...
        let material = NeoHookean {
            mu: 3.0,
            lambda: 7.0,
        };
        for e in [1e-3, 1e-5, 1e-7, 1e-9] {
            let f = Mat3::from_diagonal(&Vec3::new(1.0 + e, 1.0, 1.0));
            let e = (1.0 + e) - 1.0;
            let expected = 6.5 * e * e - 4.5 * e * e * e;
            let error = (material.energy(&f) - expected).abs();
            assert!(error < 20.0 * e * e * e * e + 1e-15 * e, "{e:e}: {error:e}");
        }
    }
}
