//! The linear tetrahedron: `F = Σ_a x_a g_aᵀ` with the rest gradients `g_a` of the barycentric
//! functions, energy `V Ψ(F)`, forces `-V P g_a`, and the projected Hessian
//!
//! ```text
//! H_ab = V U K_ab Uᵀ,   γ_a = Vᵀ g_a   (V the right rotation of F = U diag(σ) Vᵀ)
//! K_ab[i][i] = γ_a[i] γ_b[i] A_ii + Σ_{j≠i} γ_a[j] γ_b[j] (flip_k + twist_k)/2
//! K_ab[i][j] = γ_a[i] γ_b[j] A_ij + γ_a[j] γ_b[i] (flip_k - twist_k)/2
//! ```
//!
//! where the scaling modes `A`, flips and twists of [`super::material`] are clamped to be positive
//! semidefinite first; that projects the whole Hessian exactly in the space of `F`.
//!
//! ```
//! use tangency_formulas::Vec3;
//! use tangency_formulas::elastic::{NeoHookean, tet::RestTet};
//!
//! let x = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
//! let tet = RestTet::new(x.each_ref()).unwrap();
//! assert_eq!(tet.volume, 1.0 / 6.0);
//! // Forces within a tet add up to nothing.
//! let material = NeoHookean { mu: 1e5, lambda: 2e5 };
//! let moved = x.map(|x| x * 1.5);
//! let forces = tet.gradient(&material, moved.each_ref());
//! assert!(forces.iter().sum::<Vec3<f64>>().norm() < 1e-9 * forces[1].norm());
//! ```

use super::material::SolidEnergy;
use super::svd3::svd3;
use crate::symmetric::clamp;
use crate::{Mat3, Real, Vec3, VertexQuadratic};

/// A tetrahedron at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RestTet<R: Real> {
    /// Inverse of the rest shape matrix `[X1 - X0, X2 - X0, X3 - X0]`, in 1/m.
    pub inverse: Mat3<R>,
    /// Rest volume, in m³.
    pub volume: R,
}

impl<R: Real> RestTet<R> {
    /// From the rest positions; `None` where the volume is not positive.
    #[inline]
    pub fn new(x: [&Vec3<R>; 4]) -> Option<Self> {
        let (a, b, c) = (x[1] - x[0], x[2] - x[0], x[3] - x[0]);
        let det = a.dot(&b.cross(&c));
        if det.partial_cmp(&R::zero()) != Some(core::cmp::Ordering::Greater) {
            return None;
        }
        let scale = R::one() / det;
        let rows = [b.cross(&c), c.cross(&a), a.cross(&b)].map(|row| row.transpose() * scale);
        Some(Self {
            inverse: Mat3::from_rows(&rows),
            volume: det / R::from_f64(6.0),
        })
    }

    /// The deformation gradient at the positions `x`.
    #[inline]
    pub fn deformation_gradient(&self, x: [&Vec3<R>; 4]) -> Mat3<R> {
        Mat3::from_columns(&[x[1] - x[0], x[2] - x[0], x[3] - x[0]]) * self.inverse
    }

    /// Energy, in J.
    #[inline]
    pub fn energy(&self, material: &impl SolidEnergy<R>, x: [&Vec3<R>; 4]) -> R {
        material.energy(&self.deformation_gradient(x)) * self.volume
    }

    /// Gradient of the energy, in N: the elastic forces with opposite sign.
    #[inline]
    pub fn gradient(&self, material: &impl SolidEnergy<R>, x: [&Vec3<R>; 4]) -> [Vec3<R>; 4] {
        let stress = material.stress(&self.deformation_gradient(x)) * self.volume;
        let forces = stress * self.inverse.transpose();
        let column = |c: usize| forces.column(c).into_owned();
        let (a, b, c) = (column(0), column(1), column(2));
        [-(a + b + c), a, b, c]
    }

    /// The quadratic model of the energy at vertex `i`.
    #[inline]
    pub fn at_vertex(
        &self,
        material: &impl SolidEnergy<R>,
        x: [&Vec3<R>; 4],
        i: usize,
    ) -> VertexQuadratic<R> {
        material.along(&self.deformation_gradient(x), &self.slope(i)) * self.volume
    }

    /// The rest gradient `g_i` of the barycentric function of vertex `i`, in 1/m.
    #[inline]
    pub fn slope(&self, i: usize) -> Vec3<R> {
        let row = |k: usize| {
            let inverse = &self.inverse;
            Vec3::new(inverse[(k, 0)], inverse[(k, 1)], inverse[(k, 2)])
        };
        match i {
            0 => -(self.slope(1) + self.slope(2) + self.slope(3)),
            1 => row(0),
            2 => row(1),
            _ => row(2),
        }
    }

    /// Projected Hessian of the energy, in N/m: the 10 blocks (0,0), (0,1), ... (3,3) of its upper
    /// triangle.
    #[inline]
    pub fn projected_hessian(
        &self,
        material: &impl SolidEnergy<R>,
        x: [&Vec3<R>; 4],
    ) -> [Mat3<R>; 10] {
        let svd = svd3(&self.deformation_gradient(x));
        let principal = material.principal(&svd.sigma);
        let scaling = clamp(principal.scaling);
        let half_volume = R::half() * self.volume;
        let flip = principal
            .flip
            .map(|value| value.max(R::zero()) * half_volume);
        let twist = principal
            .twist
            .map(|value| value.max(R::zero()) * half_volume);
        let mut modes = Modes {
            scaling: scaling.map(|row| row.map(|value| value * self.volume)),
            straight: [R::zero(); 3],
            crossed: [R::zero(); 3],
        };
        for k in 0..3 {
            modes.straight[k] = flip[k] + twist[k];
            modes.crossed[k] = flip[k] - twist[k];
        }
        let gamma = self.inverse * svd.v;
        let gamma: [Vec3<R>; 3] = core::array::from_fn(|a| gamma.row(a).transpose());
        let block =
            |a: usize, b: usize| svd.u * modes.block(&gamma[a], &gamma[b]) * svd.u.transpose();
        let (b11, b12, b13) = (block(0, 0), block(0, 1), block(0, 2));
        let (b22, b23, b33) = (block(1, 1), block(1, 2), block(2, 2));
        let b01 = -(b11 + b12.transpose() + b13.transpose());
        let b02 = -(b12 + b22 + b23.transpose());
        let b03 = -(b13 + b23 + b33);
        let b00 = -(b01 + b02 + b03);
        // The sum is symmetric up to rounding; make it so exactly.
        let b00 = (b00 + b00.transpose()) * R::half();
        [b00, b01, b02, b03, b11, b12, b13, b22, b23, b33]
    }

    /// Hessian of the energy as it is, in general indefinite, in N/m: the 10 blocks (0,0), (0,1), ... (3,3) of its upper
    /// triangle.
    #[inline]
    pub fn hessian(&self, material: &impl SolidEnergy<R>, x: [&Vec3<R>; 4]) -> [Mat3<R>; 10] {
        let f = self.deformation_gradient(x);
        let slopes: [Vec3<R>; 4] = core::array::from_fn(|a| self.slope(a));
        // Block (a, b), column c: V (dP) g_a, where vertex b goes along axis c.
        let mut columns = [[Mat3::<R>::zeros(); 3]; 4];
        for b in 0..4 {
            for c in 0..3 {
                let mut df = Mat3::zeros();
                df.set_row(c, &slopes[b].transpose());
                columns[b][c] = material.stress_differential(&f, &df) * self.volume;
            }
        }
        let block = |a: usize, b: usize| {
            Mat3::from_columns(&core::array::from_fn::<_, 3, _>(|c| {
                columns[b][c] * slopes[a]
            }))
        };
        let mut blocks = [Mat3::zeros(); 10];
        let mut k = 0;
        for a in 0..4 {
            for b in a..4 {
                // Symmetric up to rounding; diagonal blocks are made so exactly.
                blocks[k] = (block(a, b) + block(b, a).transpose()) * R::half();
                k += 1;
            }
        }
        blocks
    }

    /// The change of the work `∂E/∂x · y` per change of the rest positions, in N: with `W = Dy B`, `B` the inverse rest
    /// shape and `A` the derivative of the stress,
    ///
    /// ```text
    /// ∂/∂DX [V P : W] = V ((P : W) I - Fᵀ A[W] - Wᵀ P) Bᵀ
    /// ```
    ///
    /// `DX` being the rest shape matrix `[X1 - X0, X2 - X0, X3 - X0]`.
    #[inline]
    pub fn rest_product(
        &self,
        material: &impl SolidEnergy<R>,
        x: [&Vec3<R>; 4],
        y: [&Vec3<R>; 4],
    ) -> [Vec3<R>; 4] {
        let (f, w) = (self.deformation_gradient(x), self.deformation_gradient(y));
        let stress = material.stress(&f);
        let more = material.stress_differential(&f, &w);
        let inner =
            Mat3::identity() * stress.dot(&w) - f.transpose() * more - w.transpose() * stress;
        spread(&(inner * self.inverse.transpose() * self.volume))
    }

    /// The change of the volume per change of the rest positions, in m².
    #[inline]
    pub fn volume_gradient(&self) -> [Vec3<R>; 4] {
        spread(&(self.inverse.transpose() * self.volume))
    }
}

/// A gradient by the edges from the first vertex, as one by the vertices.
#[inline]
fn spread<R: Real>(by_edges: &Mat3<R>) -> [Vec3<R>; 4] {
    let column = |c: usize| by_edges.column(c).into_owned();
    let (a, b, c) = (column(0), column(1), column(2));
    [-(a + b + c), a, b, c]
}

/// The projected second derivative in the singular basis, times the volume.
struct Modes<R: Real> {
    scaling: [[R; 3]; 3],
    straight: [R; 3],
    crossed: [R; 3],
}

impl<R: Real> Modes<R> {
    /// `K_ab` from `γ_a` and `γ_b`.
    #[inline]
    fn block(&self, a: &Vec3<R>, b: &Vec3<R>) -> Mat3<R> {
        let product = a.component_mul(b);
        let mut k = Mat3::<R>::zeros();
        for i in 0..3 {
            let (j, l) = ((i + 1) % 3, (i + 2) % 3);
            k[(i, i)] = product[i] * self.scaling[i][i]
                + product[j] * self.straight[l]
                + product[l] * self.straight[j];
            k[(i, j)] = a[i] * b[j] * self.scaling[i][j] + a[j] * b[i] * self.crossed[l];
            k[(j, i)] = a[j] * b[i] * self.scaling[i][j] + a[i] * b[j] * self.crossed[l];
        }
        k
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::material::tests::{deformation, expand};
    use crate::elastic::{FixedCorotated, NeoHookean};
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::{SMatrix, SymmetricEigen};

    fn rest(random: &mut Random) -> ([Vec3<f64>; 4], RestTet<f64>) {
        loop {
            let x = random.stencil::<4>();
            if let Some(tet) = RestTet::new([&x[0], &x[1], &x[2], &x[3]])
                && tet.volume > 0.05 * (x[1] - x[0]).norm().powi(3)
            {
                return (x, tet);
            }
        }
    }

    /// The stiffness from `dP/dF` with clamped eigenvalues, by the chain rule.
    fn expected(
        material: &impl SolidEnergy<f64>,
        tet: &RestTet<f64>,
        f: &Mat3<f64>,
    ) -> SMatrix<f64, 12, 12> {
        let svd = svd3(f);
        let exact = expand(&material.principal(&svd.sigma), &svd.u, &svd.v);
        let mut clamped = SymmetricEigen::new(exact);
        clamped.eigenvalues.apply(|value| *value = value.max(0.0));
        let mut chain = SMatrix::<f64, 9, 12>::zeros();
        for column in 0..3 {
            for row in 0..3 {
                for a in 0..3 {
                    let weight = tet.inverse[(a, column)];
                    chain[(3 * column + row, 3 * (a + 1) + row)] = weight;
                    chain[(3 * column + row, row)] -= weight;
                }
            }
        }
        chain.transpose() * clamped.recompose() * chain * tet.volume
    }

    #[test]
    fn the_gradient_is_exact() {
        let mut random = Random(50);
        for _ in 0..100 {
            let (rest, tet) = rest(&mut random);
            let f = deformation(&mut random, 0.3);
            let x = rest.map(|p| f * p);
            let (mu, lambda) = (2.0, 5.0);
            let (g, _) = derivatives::<4, 12>(x, |x| {
                let material = NeoHookean {
                    mu: Real::from_f64(mu),
                    lambda: Real::from_f64(lambda),
                };
                let dual = RestTet {
                    inverse: tet.inverse.map(Real::from_f64),
                    volume: Real::from_f64(tet.volume),
                };
                dual.energy(&material, [&x[0], &x[1], &x[2], &x[3]])
            });
            let actual = tet.gradient(&NeoHookean { mu, lambda }, [&x[0], &x[1], &x[2], &x[3]]);
            assert_close(&flatten(actual), &g, 1e-10);
        }
    }

    #[test]
    fn the_exact_hessian_is_the_derivative_of_the_gradient() {
        let mut random = Random(52);
        for _ in 0..100 {
            let (rest, tet) = rest(&mut random);
            let f = deformation(&mut random, 0.5);
            let x = rest.map(|p| f * p);
            let (mu, lambda) = (2.0, 5.0);
            let (_, h) = derivatives::<4, 12>(x, |x| {
                let material = NeoHookean {
                    mu: Real::from_f64(mu),
                    lambda: Real::from_f64(lambda),
                };
                let dual = RestTet {
                    inverse: tet.inverse.map(Real::from_f64),
                    volume: Real::from_f64(tet.volume),
                };
                dual.energy(&material, x.each_ref())
            });
            let actual = tet.hessian(&NeoHookean { mu, lambda }, x.each_ref());
            assert_close(&unpack(&actual), &h, 1e-9);
        }
    }

    /// The mixed second derivatives by positions and rest positions, by dual numbers.
    #[test]
    fn products_with_the_rest_shape_are_exact() {
        use num_dual::HyperDual64;
        let mut random = Random(53);
        for _ in 0..50 {
            let (at_rest, tet) = rest(&mut random);
            let f = deformation(&mut random, 0.5);
            let x = at_rest.map(|p| f * p);
            let y = random.stencil::<4>();
            let material = NeoHookean {
                mu: 2.0,
                lambda: 5.0,
            };
            let dual = NeoHookean {
                mu: HyperDual64::from_f64(2.0),
                lambda: HyperDual64::from_f64(5.0),
            };
            let product = tet.rest_product(&material, x.each_ref(), y.each_ref());
            let volume = tet.volume_gradient();
            let moving: [Vec3<HyperDual64>; 4] = core::array::from_fn(|i| {
                Vec3::from_fn(|c, _| HyperDual64::new(x[i][c], y[i][c], 0.0, 0.0))
            });
            for (i, c) in (0..4).flat_map(|i| (0..3).map(move |c| (i, c))) {
                let mut shape = at_rest.map(|p| p.map(HyperDual64::from_f64));
                shape[i][c].eps2 = 1.0;
                let dual_tet = RestTet::new(shape.each_ref()).unwrap();
                let energy = dual_tet.energy(&dual, moving.each_ref());
                let scale = product.iter().map(|p| p.norm()).fold(0.0, f64::max);
                assert!((product[i][c] - energy.eps1eps2).abs() < 1e-9 * scale);
                let slope = dual_tet.volume.eps2;
                assert!((volume[i][c] - slope).abs() < 1e-12 * volume[i].norm());
            }
        }
    }

    #[test]
    fn the_hessian_is_the_clamped_one() {
        let mut random = Random(51);
        for round in 0..1000 {
            let (rest, tet) = rest(&mut random);
            let mut f = deformation(&mut random, libm::pow(10.0, -f64::from(round % 5)));
            let neo_hookean = NeoHookean {
                mu: 2.0,
                lambda: 5.0,
            };
            let corotated = FixedCorotated {
                mu: 2.0,
                lambda: 5.0,
            };
            let x = rest.map(|p| f * p);
            let refs = [&x[0], &x[1], &x[2], &x[3]];
            let actual = unpack(&tet.projected_hessian(&neo_hookean, refs));
            assert_close(&actual, &expected(&neo_hookean, &tet, &f), 1e-11);
            if round % 3 == 0 {
                f.column_mut(0).neg_mut();
            }
            let x = rest.map(|p| f * p);
            let refs = [&x[0], &x[1], &x[2], &x[3]];
            let actual = unpack(&tet.projected_hessian(&corotated, refs));
            assert_close(&actual, &expected(&corotated, &tet, &f), 1e-11);
        }
    }
}
