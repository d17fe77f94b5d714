//! Membranes: an energy density `Ψ(F)` of the 3x2 deformation gradient of a surface. The
//! energy of a piece of cloth is `area · thickness · Ψ`.
//!
//! An isotropic one depends on the two singular values alone. In the singular basis
//! `F = [u0 u1] diag(σ) Vᵀ`, with the normal `n = u0 × u1`, its second derivative decouples as that of
//! a solid does ([`super::material`]), with `ψ = ∂Ψ/∂σ`:
//!
//! ```text
//! scaling_ij = ∂²Ψ/∂σi∂σj                on u_i v_iᵀ, u_j v_jᵀ
//! flip  = (ψ0 - ψ1)/(σ0 - σ1)            on (u0 v1ᵀ + u1 v0ᵀ)/√2
//! twist = (ψ0 + ψ1)/(σ0 + σ1)            on (u0 v1ᵀ - u1 v0ᵀ)/√2
//! out_i = ψi/σi                          on n v_iᵀ
//! ```
//!
//! Membranes give these in forms free of 0/0. Clamping each of them projects the second derivative
//! exactly in the space of `F`.

use super::svd2::{Svd2, svd2};
use crate::symmetric::clamp;
use crate::{Mat3, Real, VertexQuadratic};
use nalgebra::{Matrix3x2, Vector2};

/// A hyperelastic membrane.
pub trait MembraneEnergy<R: Real> {
    /// Energy density `Ψ(F)`, in J/m³; infinite where the membrane forbids the deformation.
    fn energy(&self, f: &Matrix3x2<R>) -> R;
    /// First Piola-Kirchhoff stress `P = ∂Ψ/∂F`, in Pa, where the energy is finite.
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R>;
    /// The second derivative of `Ψ`, made positive semidefinite, in Pa, where the energy is finite:
    /// its blocks (0,0), (0,1) and (1,1) with respect to the columns of `F`.
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3];
    /// The second derivative of `Ψ` as it is, in general indefinite, in Pa: blocks as those of
    /// [`MembraneEnergy::projected`].
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3];
    /// The quadratic model of a vertex whose displacement `u` changes `F` by `u wᵀ`, per volume: gradient `P w` and a
    /// positive semidefinite Hessian block.
    #[inline]
    fn along(&self, f: &Matrix3x2<R>, w: &Vector2<R>) -> VertexQuadratic<R> {
        let [d00, d01, d11] = self.projected(f);
        VertexQuadratic {
            gradient: self.stress(f) * w,
            hessian: d00 * (w.x * w.x) + (d01 + d01.transpose()) * (w.x * w.y) + d11 * (w.y * w.y),
        }
    }
}

/// A membrane whose energy depends on the singular values of `F` alone.
pub trait Isotropic<R: Real>: MembraneEnergy<R> {
    /// The second derivative in the singular basis at the singular values `sigma`.
    fn principal(&self, sigma: &Vector2<R>) -> MembranePrincipal<R>;
}

/// An isotropic membrane's second derivative in the singular basis, in Pa.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MembranePrincipal<R: Real> {
    /// `∂²Ψ/∂σi∂σj`.
    pub scaling: [[R; 2]; 2],
    /// Eigenvalue of the symmetric shear in the surface.
    pub flip: R,
    /// Eigenvalue of the rotation in the surface.
    pub twist: R,
    /// Eigenvalues of the motions along the normal, by singular direction.
    pub out: [R; 2],
}

impl<R: Real> MembranePrincipal<R> {
    /// With every mode made positive semidefinite.
    #[inline]
    fn clamped(&self) -> Self {
        let zero = R::zero();
        Self {
            scaling: clamp(self.scaling),
            flip: self.flip.max(zero),
            twist: self.twist.max(zero),
            out: self.out.map(|value| value.max(zero)),
        }
    }

    /// The blocks (0,0), (0,1) and (1,1) with respect to the columns of `F`.
    #[inline]
    fn blocks(&self, svd: &Svd2<R>) -> [Mat3<R>; 3] {
        let straight = (self.flip + self.twist) * R::half();
        let crossed = (self.flip - self.twist) * R::half();
        let [u0, u1, n] = core::array::from_fn(|c| svd.u.column(c).into_owned());
        let (n0, n1, nn) = (u0 * u0.transpose(), u1 * u1.transpose(), n * n.transpose());
        let across = u0 * u1.transpose();
        // The blocks with respect to the columns of `F V`.
        let b00 = n0 * self.scaling[0][0] + n1 * straight + nn * self.out[0];
        let b11 = n1 * self.scaling[1][1] + n0 * straight + nn * self.out[1];
        let b01 = across * self.scaling[0][1] + across.transpose() * crossed;
        let v = &svd.v;
        let turned = |k: usize, l: usize| {
            b00 * (v[(k, 0)] * v[(l, 0)])
                + b01 * (v[(k, 0)] * v[(l, 1)])
                + b01.transpose() * (v[(k, 1)] * v[(l, 0)])
                + b11 * (v[(k, 1)] * v[(l, 1)])
        };
        [turned(0, 0), turned(0, 1), turned(1, 1)]
    }
}

/// The projected second derivative of an isotropic membrane: [`MembraneEnergy::projected`] of each.
#[inline]
pub(super) fn projected<R: Real>(membrane: &impl Isotropic<R>, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
    let svd = svd2(f);
    membrane.principal(&svd.sigma).clamped().blocks(&svd)
}

/// The second derivative of an isotropic membrane as it is: [`MembraneEnergy::second`] of each.
#[inline]
pub(super) fn second<R: Real>(membrane: &impl Isotropic<R>, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
    let svd = svd2(f);
    membrane.principal(&svd.sigma).blocks(&svd)
}

/// Two isotropic membranes as one, projected together: a membrane and its strain limit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct MembraneSum<A, B>(pub A, pub B);

impl<R: Real, A: Isotropic<R>, B: Isotropic<R>> MembraneEnergy<R> for MembraneSum<A, B> {
    #[inline]
    fn energy(&self, f: &Matrix3x2<R>) -> R {
        self.0.energy(f) + self.1.energy(f)
    }

    #[inline]
    fn stress(&self, f: &Matrix3x2<R>) -> Matrix3x2<R> {
        self.0.stress(f) + self.1.stress(f)
    }

    #[inline]
    fn projected(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        projected(self, f)
    }

    #[inline]
    fn second(&self, f: &Matrix3x2<R>) -> [Mat3<R>; 3] {
        second(self, f)
    }
}

impl<R: Real, A: Isotropic<R>, B: Isotropic<R>> Isotropic<R> for MembraneSum<A, B> {
    #[inline]
    fn principal(&self, sigma: &Vector2<R>) -> MembranePrincipal<R> {
        let (a, b) = (self.0.principal(sigma), self.1.principal(sigma));
        MembranePrincipal {
            scaling: core::array::from_fn(|i| {
                core::array::from_fn(|j| a.scaling[i][j] + b.scaling[i][j])
            }),
            flip: a.flip + b.flip,
            twist: a.twist + b.twist,
            out: core::array::from_fn(|i| a.out[i] + b.out[i]),
        }
    }
}

/// Lamé parameters `(μ, λ)` of plane stress, in Pa, from Young's modulus in Pa and Poisson's ratio:
/// a sheet that is free to thin as it stretches.
///
/// ```
/// use tangency_formulas::elastic::plane_stress_lame;
///
/// // A sheet is free to become thinner: 2 μ ν/(1 - ν) in place of 2 μ ν/(1 - 2 ν).
/// let (mu, lambda) = plane_stress_lame(1.0e6_f64, 0.25);
/// assert!((mu - 4.0e5).abs() < 1e-9 && (lambda - 8.0e5 / 3.0).abs() < 1e-9);
/// ```
#[inline]
pub fn plane_stress_lame<R: Real>(young: R, poisson: R) -> (R, R) {
    let one = R::one();
    let mu = young / (R::two() * (one + poisson));
    let lambda = young * poisson / (one - poisson * poisson);
    (mu, lambda)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Vec3;
    use crate::elastic::svd3::svd3;
    use crate::elastic::{NeoHookeanMembrane, StrainLimit, StvkMembrane};
    use crate::testing::{Random, assert_close, derivatives, unpack};
    use nalgebra::{Matrix2, SMatrix, SymmetricEigen};
    use num_dual::HyperDual64;

    /// `dP/dF` from the singular basis, without projection, on the columns of `F` in order.
    pub fn expand(principal: &MembranePrincipal<f64>, svd: &Svd2<f64>) -> SMatrix<f64, 6, 6> {
        let mode = |i: usize, j: usize| {
            let m: Matrix3x2<f64> = svd.u.column(i) * svd.v.column(j).transpose();
            SMatrix::<f64, 6, 1>::from_column_slice(m.as_slice())
        };
        let mut total = SMatrix::<f64, 6, 6>::zeros();
        for i in 0..2 {
            for j in 0..2 {
                total += mode(i, i) * mode(j, j).transpose() * principal.scaling[i][j];
            }
            total += mode(2, i) * mode(2, i).transpose() * principal.out[i];
        }
        let (flip, twist) = (mode(0, 1) + mode(1, 0), mode(0, 1) - mode(1, 0));
        total += flip * flip.transpose() * (0.5 * principal.flip);
        total + twist * twist.transpose() * (0.5 * principal.twist)
    }

    /// Stress and second derivative of an energy by dual numbers, on the columns of `F` in order.
    pub fn exact(
        f: &Matrix3x2<f64>,
        energy: impl Fn(&Matrix3x2<HyperDual64>) -> HyperDual64,
    ) -> (Matrix3x2<f64>, SMatrix<f64, 6, 6>) {
        let columns: [Vec3<f64>; 2] = core::array::from_fn(|c| f.column(c).into_owned());
        let (g, h) = derivatives::<2, 6>(columns, |c| energy(&Matrix3x2::from_columns(&c)));
        (Matrix3x2::from_column_slice(g.as_slice()), h)
    }

    /// Checks stress, second derivative and its projection against dual numbers.
    pub fn check(
        membrane: &impl Isotropic<f64>,
        dual: impl Fn(&Matrix3x2<HyperDual64>) -> HyperDual64,
        f: &Matrix3x2<f64>,
        tolerance: f64,
    ) {
        let (stress, h) = exact(f, dual);
        let error = (membrane.stress(f) - stress).norm();
        let scale = h.norm() * f.norm();
        assert!(error <= tolerance * scale, "{error:e} of {scale:e}\n{f}");
        let svd = svd2(f);
        assert_close(
            &expand(&membrane.principal(&svd.sigma), &svd),
            &h,
            tolerance,
        );
        let mut clamped = SymmetricEigen::new(h);
        clamped.eigenvalues.apply(|value| *value = value.max(0.0));
        let actual = unpack(&membrane.projected(f));
        let error = (actual - clamped.recompose()).norm();
        assert!(error <= tolerance * h.norm(), "{error:e} of {}", h.norm());
        assert_close(&unpack(&membrane.second(f)), &h, tolerance);
    }

    pub fn rotation(random: &mut Random) -> Mat3<f64> {
        svd3(&Mat3::from_fn(|_, _| random.uniform())).u
    }

    /// A random deformation with the given singular values.
    pub fn stretched(random: &mut Random, sigma: [f64; 2]) -> Matrix3x2<f64> {
        let angle = 4.0 * random.uniform();
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let stretch = Matrix2::from_diagonal(&Vector2::from(sigma));
        rotation(random).fixed_columns::<2>(0) * stretch * Matrix2::new(cosine, -sine, sine, cosine)
    }

    /// Deformations from mild to strong, never flattened to a line.
    pub fn deformation(random: &mut Random, strength: f64) -> Matrix3x2<f64> {
        loop {
            let noise = Matrix3x2::from_fn(|_, _| strength * random.uniform());
            let f = rotation(random).fixed_columns::<2>(0) + noise;
            if f.column(0).cross(&f.column(1)).norm() > 0.05 {
                return f;
            }
        }
    }

    #[test]
    fn a_sum_is_projected_together() {
        let mut random = Random(62);
        let stvk = StvkMembrane {
            mu: 3.0,
            lambda: 7.0,
        };
        let limit = StrainLimit {
            kappa: 0.5,
            s: 1.3,
            shat: 1.0,
        };
        let sum = MembraneSum(stvk, limit);
        let mut differ = 0;
        for _ in 0..200 {
            let sigma = [1.1 + 0.15 * random.uniform(), 0.7 + 0.4 * random.uniform()];
            let f = stretched(&mut random, sigma);
            assert_eq!(sum.energy(&f), stvk.energy(&f) + limit.energy(&f));
            let svd = svd2(&f);
            let parts = [stvk.principal(&svd.sigma), limit.principal(&svd.sigma)];
            let exact = expand(&parts[0], &svd) + expand(&parts[1], &svd);
            let mut clamped = SymmetricEigen::new(exact);
            clamped.eigenvalues.apply(|value| *value = value.max(0.0));
            let actual: SMatrix<f64, 6, 6> = unpack(&sum.projected(&f));
            assert_close(&actual, &clamped.recompose(), 1e-13);
            let apart: SMatrix<f64, 6, 6> =
                unpack(&stvk.projected(&f)) + unpack(&limit.projected(&f));
            differ += i32::from((apart - actual).norm() > 1e-3 * actual.norm());
        }
        assert!(differ > 20, "{differ}");
    }

    #[test]
    fn rotations_of_space_and_of_the_sheet_change_nothing() {
        let mut random = Random(63);
        let stvk = StvkMembrane {
            mu: 3.0,
            lambda: 7.0,
        };
        let neo_hookean = NeoHookeanMembrane {
            mu: 3.0,
            lambda: 7.0,
        };
        let limit = StrainLimit {
            kappa: 0.5,
            s: 4.0,
            shat: 1.0,
        };
        for _ in 0..200 {
            let f = deformation(&mut random, 0.5);
            let q = rotation(&mut random);
            let angle = 4.0 * random.uniform();
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let turned = q * f * Matrix2::new(cosine, -sine, sine, cosine);
            let same = |m: &dyn Fn(&Matrix3x2<f64>) -> f64| {
                let (a, b) = (m(&f), m(&turned));
                assert!((a - b).abs() <= 1e-13 * (1.0 + a.abs()), "{a} {b}");
            };
            same(&|f| stvk.energy(f));
            same(&|f| neo_hookean.energy(f));
            same(&|f| limit.energy(f));
            let stress = stvk.stress(&(q * f)) - q * stvk.stress(&f);
            assert!(stress.norm() < 1e-13 * (1.0 + stvk.stress(&f).norm()));
        }
    }

    #[test]
    fn uniaxial_plane_stress_follows_youngs_modulus() {
        let (young, poisson) = (820.0, 0.243);
        let (mu, lambda) = plane_stress_lame(young, poisson);
        for e in [1e-4, 1e-6, -1e-6] {
            // Free to contract across: P11 = E e, P22 = 0, to first order.
            let f = Matrix3x2::new(1.0 + e, 0.0, 0.0, 1.0 - poisson * e, 0.0, 0.0);
            let stvk = StvkMembrane { mu, lambda }.stress(&f);
            let neo_hookean = NeoHookeanMembrane { mu, lambda }.stress(&f);
            for p in [stvk, neo_hookean] {
                let expected = Matrix3x2::new(young * e, 0.0, 0.0, 0.0, 0.0, 0.0);
                let error = (p - expected).norm();
                assert!(error < young * (3.0 * e * e + 1e-15), "{e:e}: {error:e}");
            }
        }
    }
}
