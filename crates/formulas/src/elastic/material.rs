//! Hyperelastic materials: an energy density `Ψ(F)` that depends on the singular values of
//! the deformation gradient alone.
//!
//! In the singular basis `F = U diag(σ) Vᵀ` its second derivative decouples (Smith, de Goes and Kim
//! 2019, "Analytic Eigensystems for Isotropic Distortion Energies"): a 3x3 matrix of scaling modes
//! `∂²Ψ/∂σi∂σj`, and for each pair of axes a flip (symmetric shear) and a twist (rotation) with
//!
//! ```text
//! flip_k  = (ψi - ψj)/(σi - σj),   twist_k = (ψi + ψj)/(σi + σj),   ψ = ∂Ψ/∂σ
//! ```
//!
//! where `k` is the axis other than `i` and `j`. Materials give these in forms free of 0/0.

use crate::{Mat3, Real, Vec3, VertexQuadratic};

/// A material's second derivative in the singular basis, in Pa.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal<R: Real> {
    /// `∂²Ψ/∂σi∂σj`.
    pub scaling: [[R; 3]; 3],
    /// Eigenvalues of the symmetric shear modes, by the axis they leave alone.
    pub flip: [R; 3],
    /// Eigenvalues of the rotation modes, by their axis.
    pub twist: [R; 3],
}

/// A hyperelastic, isotropic material.
pub trait SolidEnergy<R: Real> {
    /// Energy density `Ψ(F)`, in J/m³; infinite where the material forbids the deformation.
    fn energy(&self, f: &Mat3<R>) -> R;
    /// First Piola-Kirchhoff stress `P = ∂Ψ/∂F`, in Pa.
    fn stress(&self, f: &Mat3<R>) -> Mat3<R>;
    /// The change of the stress per change `df` of `F`, `∂²Ψ/∂F² : df`, as it is: in general indefinite, in Pa.
    fn stress_differential(&self, f: &Mat3<R>, df: &Mat3<R>) -> Mat3<R>;
    /// The second derivative in the singular basis at signed singular values `sigma`.
    fn principal(&self, sigma: &Vec3<R>) -> Principal<R>;
    /// The quadratic model of a vertex whose displacement `u` changes `F` by `u wᵀ`, per volume: gradient `P w` and a
    /// positive semidefinite Hessian block.
    fn along(&self, f: &Mat3<R>, w: &Vec3<R>) -> VertexQuadratic<R>;
}

/// Lamé parameters `(μ, λ)` in Pa from Young's modulus in Pa and Poisson's ratio.
///
/// ```
/// use tangency_formulas::elastic::lame;
///
/// let (mu, lambda) = lame(1.0e6, 0.25);
/// assert_eq!((mu, lambda), (4.0e5, 4.0e5));
/// ```
#[inline]
pub fn lame<R: Real>(young: R, poisson: R) -> (R, R) {
    let one = R::one();
    let mu = young / (R::two() * (one + poisson));
    let lambda = young * poisson / ((one + poisson) * (one - R::two() * poisson));
    (mu, lambda)
}

/// The cofactor matrix `∂J/∂F`.
#[inline]
pub(super) fn cofactor<R: Real>(f: &Mat3<R>) -> Mat3<R> {
    let column = |c: usize| f.column(c).into_owned();
    let (a, b, c) = (column(0), column(1), column(2));
    Mat3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};
    use nalgebra::{SMatrix, SymmetricEigen};
    use num_dual::HyperDual64;

    /// `dP/dF` from the singular basis, without projection, on the columns of `F` in order.
    pub fn expand(principal: &Principal<f64>, u: &Mat3<f64>, v: &Mat3<f64>) -> SMatrix<f64, 9, 9> {
        let mut total = SMatrix::<f64, 9, 9>::zeros();
        let mut add = |value: f64, a: Mat3<f64>, b: Mat3<f64>| {
            let (a, b) = (u * a * v.transpose(), u * b * v.transpose());
            let flat = |m: Mat3<f64>| SMatrix::<f64, 9, 1>::from_column_slice(m.as_slice());
            total += flat(a) * flat(b).transpose() * value;
        };
        let unit = |i: usize, j: usize| {
            let mut m = Mat3::zeros();
            m[(i, j)] = 1.0;
            m
        };
        for i in 0..3 {
            for j in 0..3 {
                add(principal.scaling[i][j], unit(i, i), unit(j, j));
            }
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let (flip, twist) = (unit(j, k) + unit(k, j), unit(j, k) - unit(k, j));
            add(0.5 * principal.flip[i], flip, flip);
            add(0.5 * principal.twist[i], twist, twist);
        }
        total
    }

    /// Checks stress and second derivative of a material against dual numbers.
    pub fn check<M: SolidEnergy<f64>, D: SolidEnergy<HyperDual64>>(
        material: &M,
        dual: &D,
        f: Mat3<f64>,
        tolerance: f64,
    ) {
        let columns: [Vec3<f64>; 3] = core::array::from_fn(|c| f.column(c).into_owned());
        let (g, h) = derivatives::<3, 9>(columns, |c| dual.energy(&Mat3::from_columns(&c)));
        let stress = material.stress(&f);
        let scale = h.norm() * f.norm();
        let p = flatten::<3, 9>(core::array::from_fn(|c| stress.column(c).into_owned()));
        assert!((p - g).norm() <= tolerance * scale, "{stress} {g}");
        let svd = crate::elastic::svd3::svd3(&f);
        let expanded = expand(&material.principal(&svd.sigma), &svd.u, &svd.v);
        assert_close(&expanded, &h, tolerance);
        let differential = SMatrix::<f64, 9, 9>::from_fn(|row, column| {
            let mut df = Mat3::zeros();
            df[(column % 3, column / 3)] = 1.0;
            material.stress_differential(&f, &df)[(row % 3, row / 3)]
        });
        assert_close(&differential, &h, tolerance);
        let least = SymmetricEigen::new(h).eigenvalues.min();
        assert!(least.is_finite());
    }

    /// Deformations with a positive determinant, from mild to strong.
    pub fn deformation(random: &mut Random, strength: f64) -> Mat3<f64> {
        loop {
            let rotation = crate::elastic::svd3::svd3(&Mat3::from_fn(|_, _| random.uniform())).u;
            let f = rotation + Mat3::from_fn(|_, _| strength * random.uniform());
            if f.determinant() > 0.05 {
                return f;
            }
        }
    }
}
