//! The fixed corotated material (Stomakhin et al. 2012; IPC 2020, section 7):
//!
//! ```text
//! Ψ = μ Σ (σi - 1)² + λ/2 (J - 1)²,   P = 2 μ (F - R) + λ (J - 1) cof F,   R = U Vᵀ
//! ```
//!
//! It is finite for every deformation, also an inverted one, where the last singular value is
//! negative.

use super::material::{Principal, SolidEnergy, cofactor};
use super::svd3::svd3;
use crate::{Mat3, Real, Vec3, VertexQuadratic};

/// The material's Lamé parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedCorotated<R: Real> {
    /// Shear modulus μ, in Pa.
    pub mu: R,
    /// First Lamé parameter λ, in Pa.
    pub lambda: R,
}

/// `J - 1` from the singular values, accurate near rest.
#[inline]
fn growth<R: Real>(sigma: &Vec3<R>) -> R {
    let d = sigma.map(|s| s - R::one());
    d[0] + d[1] + d[2] + (d[0] * d[1] + d[1] * d[2] + d[2] * d[0]) + d[0] * d[1] * d[2]
}

impl<R: Real> SolidEnergy<R> for FixedCorotated<R> {
    #[inline]
    fn energy(&self, f: &Mat3<R>) -> R {
        let sigma = svd3(f).sigma;
        let stretch = sigma.map(|s| s - R::one());
        let growth = growth(&sigma);
        self.mu * stretch.dot(&stretch) + R::half() * self.lambda * (growth * growth)
    }

    #[inline]
    fn stress(&self, f: &Mat3<R>) -> Mat3<R> {
        let svd = svd3(f);
        let rotation = svd.u * svd.v.transpose();
        (f - rotation) * (R::two() * self.mu) + cofactor(f) * (self.lambda * growth(&svd.sigma))
    }

    /// `2 μ (dF - dR) + λ (cof : dF) cof + λ (J - 1) dcof`, with `dR = U Ω Vᵀ`, `Ω_ij = (M_ij - M_ji)/(σi + σj)` and
    /// `M = Uᵀ dF V`.
    #[inline]
    fn stress_differential(&self, f: &Mat3<R>, df: &Mat3<R>) -> Mat3<R> {
        let svd = svd3(f);
        let turned = svd.u.transpose() * df * svd.v;
        let mut spin = Mat3::<R>::zeros();
        for i in 0..3 {
            for j in 0..i {
                // As in `principal`: the rotation jumps where the sum is zero.
                let sum = (svd.sigma[i] + svd.sigma[j]).max(R::from_f64(1e-30));
                spin[(i, j)] = (turned[(i, j)] - turned[(j, i)]) / sum;
                spin[(j, i)] = -spin[(i, j)];
            }
        }
        let rotation = svd.u * spin * svd.v.transpose();
        let column = |m: &Mat3<R>, c: usize| m.column(c).into_owned();
        let more: [Vec3<R>; 3] = core::array::from_fn(|c| {
            let (a, b) = ((c + 1) % 3, (c + 2) % 3);
            column(df, a).cross(&column(f, b)) + column(f, a).cross(&column(df, b))
        });
        let cofactor = cofactor(f);
        (df - rotation) * (R::two() * self.mu)
            + cofactor * (self.lambda * cofactor.dot(df))
            + Mat3::from_columns(&more) * (self.lambda * growth(&svd.sigma))
    }

    /// `H <= 2 μ |w|² I + λ c cᵀ` with `c = ∂J/∂F w`: the part that the turning rotation takes away, which is never
    /// more than the first term, is left out.
    #[inline]
    fn along(&self, f: &Mat3<R>, w: &Vec3<R>) -> VertexQuadratic<R> {
        let slope = cofactor(f) * w;
        VertexQuadratic {
            gradient: self.stress(f) * w,
            hessian: Mat3::from_diagonal_element(R::two() * self.mu * w.dot(w))
                + slope * (slope * self.lambda).transpose(),
        }
    }

    #[inline]
    fn principal(&self, sigma: &Vec3<R>) -> Principal<R> {
        let (one, two) = (R::one(), R::two());
        let growth = growth(sigma);
        let mut principal = Principal {
            scaling: [[R::zero(); 3]; 3],
            flip: [R::zero(); 3],
            twist: [R::zero(); 3],
        };
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let across = sigma[j] * sigma[k];
            let pressure = self.lambda * growth * sigma[i];
            let coupling = self.lambda * sigma[i] * (two * growth + one);
            principal.scaling[i][i] = two * self.mu + self.lambda * (across * across);
            principal.scaling[j][k] = coupling;
            principal.scaling[k][j] = coupling;
            principal.flip[i] = two * self.mu - pressure;
            // The polar rotation jumps where σj + σk = 0: minus infinity, which projection drops.
            let sum = (sigma[j] + sigma[k]).max(R::from_f64(1e-30));
            principal.twist[i] = two * self.mu * (sum - two) / sum + pressure;
        }
        principal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::material::tests::{check, deformation, expand};
    use crate::elastic::neo_hookean::NeoHookean;
    use crate::testing::{Random, assert_close};
    use nalgebra::SMatrix;
    use num_dual::HyperDual64;

    /// The same energy without a singular value decomposition, for dual numbers:
    /// `Σ (σi - 1)² = |F|² - 2 tr S + 3`, and `tr S` is the root of a quartic that Newton finds.
    struct ByTrace;

    impl SolidEnergy<HyperDual64> for ByTrace {
        fn energy(&self, f: &Mat3<HyperDual64>) -> HyperDual64 {
            let c = f.transpose() * f;
            let j = f.column(0).cross(&f.column(1)).dot(&f.column(2));
            let one = c[(0, 0)] + c[(1, 1)] + c[(2, 2)];
            let squares = (c * c).trace();
            let two = (one * one - squares) * 0.5;
            // t = tr S solves (t² - I)² = 4 (II + 2 J t); start at its real value.
            let real = svd3(&f.map(|x| x.re)).sigma.sum();
            let mut t = HyperDual64::from_re(real);
            for _ in 0..3 {
                let value = (t * t - one) * (t * t - one) - (two + j * t * 2.0) * 4.0;
                let slope = (t * t - one) * t * 4.0 - j * 8.0;
                t -= value / slope;
            }
            let growth = j - 1.0;
            (one - t * 2.0 + 3.0) * 3.0 + growth * growth * 3.5
        }
        fn stress(&self, _: &Mat3<HyperDual64>) -> Mat3<HyperDual64> {
            unreachable!("only the energy is differentiated")
        }
        fn stress_differential(
            &self,
            _: &Mat3<HyperDual64>,
            _: &Mat3<HyperDual64>,
        ) -> Mat3<HyperDual64> {
            unreachable!("only the energy is differentiated")
        }
        fn principal(&self, _: &Vec3<HyperDual64>) -> Principal<HyperDual64> {
            unreachable!("only the energy is differentiated")
        }
        fn along(
            &self,
            _: &Mat3<HyperDual64>,
            _: &Vec3<HyperDual64>,
        ) -> VertexQuadratic<HyperDual64> {
            unreachable!("only the energy is differentiated")
        }
    }

    #[test]
    fn derivatives_are_exact() {
        let mut random = Random(41);
        let material = FixedCorotated {
            mu: 3.0,
            lambda: 7.0,
        };
        for strength in [0.0, 1e-8, 1e-3, 0.1, 0.5, 2.0] {
            for _ in 0..50 {
                check(
                    &material,
                    &ByTrace,
                    deformation(&mut random, strength),
                    1e-9,
                );
            }
        }
    }

    #[test]
    fn inverted_deformations_are_exact_and_finite() {
        let mut random = Random(42);
        let material = FixedCorotated {
            mu: 3.0,
            lambda: 7.0,
        };
        for _ in 0..50 {
            let mut f = deformation(&mut random, 0.3);
            f.column_mut(0).neg_mut();
            check(&material, &ByTrace, f, 1e-7);
        }
        for f in [Mat3::zeros(), -Mat3::identity(), Mat3::from_element(1.0)] {
            assert!(material.energy(&f).is_finite());
            assert!(material.stress(&f).iter().all(|x: &f64| x.is_finite()));
            let principal = material.principal(&svd3(&f).sigma);
            assert!(principal.twist.iter().all(|x| x.is_finite()));
        }
    }

    #[test]
    fn both_materials_agree_to_second_order_at_rest() {
        let (mu, lambda) = (3.0, 7.0);
        let sigma = Vec3::new(1.0, 1.0, 1.0);
        let at = |p| -> SMatrix<f64, 9, 9> { expand(&p, &Mat3::identity(), &Mat3::identity()) };
        let corotated = at(FixedCorotated { mu, lambda }.principal(&sigma));
        let neo_hookean = at(NeoHookean { mu, lambda }.principal(&sigma));
        assert_close(&corotated, &neo_hookean, 1e-15);
    }
}
