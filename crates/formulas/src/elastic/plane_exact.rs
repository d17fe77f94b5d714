//! The triangle of [`super::plane_strain`] without projection: its Hessian, and how the work of its forces depends on the rest
//! shape. With `W = Dy B`, `B` the inverse rest shape and `A` the derivative of the stress,
//!
//! ```text
//! H_ab e_c = A ∂P[e_c g_bᵀ] g_a,   ∂/∂DX [A P : W] = A ((P : W) I - Fᵀ ∂P[W] - Wᵀ P) Bᵀ
//! ```
//!
//! in N/m and N per metre of depth.

use nalgebra::Matrix2;

use super::plane_strain::{PlaneStrain, RestPlane};
use crate::{Mat3, Real, Vec3};

impl<R: Real> RestPlane<R> {
    /// Hessian of the energy as it is, in general indefinite, in N/m per metre of depth: blocks as those of
    /// [`RestPlane::projected_hessian`].
    #[inline]
    pub fn hessian(&self, material: &impl PlaneStrain<R>, x: [&Vec3<R>; 3]) -> [Mat3<R>; 6] {
        let f = self.deformation_gradient(x);
        let (g1, g2) = (self.inverse.row(0), self.inverse.row(1));
        let slopes = [-(g1 + g2), g1.into_owned(), g2.into_owned()];
        // Forces by the vertices, where vertex b goes along axis c.
        let columns = slopes.map(|slope| {
            [0, 1].map(|c| {
                let mut df = Matrix2::zeros();
                df.set_row(c, &slope);
                material.plane_stress_differential(&f, &df) * self.area
            })
        });
        let mut blocks = [Mat3::zeros(); 6];
        let places = (0..3).flat_map(|a| (a..3).map(move |b| (a, b)));
        for (block, (a, b)) in blocks.iter_mut().zip(places) {
            for c in 0..2 {
                let (there, back) = (
                    columns[b][c] * slopes[a].transpose(),
                    columns[a][c] * slopes[b].transpose(),
                );
                for r in 0..2 {
                    // Symmetric up to rounding; diagonal blocks are made so exactly.
                    block[(r, c)] += there[r] * R::half();
                    block[(c, r)] += back[r] * R::half();
                }
            }
        }
        blocks
    }

    /// The change of the work `∂E/∂x · y` per change of the rest positions, in N per metre of depth: as that of a tet.
    #[inline]
    pub fn rest_product(
        &self,
        material: &impl PlaneStrain<R>,
        x: [&Vec3<R>; 3],
        y: [&Vec3<R>; 3],
    ) -> [Vec3<R>; 3] {
        let (f, w) = (self.deformation_gradient(x), self.deformation_gradient(y));
        let stress = material.plane_stress(&f);
        let more = material.plane_stress_differential(&f, &w);
        let inner =
            Matrix2::identity() * stress.dot(&w) - f.transpose() * more - w.transpose() * stress;
        spread(&(inner * self.inverse.transpose() * self.area))
    }

    /// The change of the area per change of the rest positions, in m.
    #[inline]
    pub fn area_gradient(&self) -> [Vec3<R>; 3] {
        spread(&(self.inverse.transpose() * self.area))
    }
}

/// A gradient by the edges from the first vertex, as one by the vertices.
#[inline]
fn spread<R: Real>(by_edges: &Matrix2<R>) -> [Vec3<R>; 3] {
    let column = |c: usize| Vec3::new(by_edges[(0, c)], by_edges[(1, c)], R::zero());
    let (a, b) = (column(0), column(1));
    [-(a + b), a, b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dual;
    use crate::elastic::plane_strain::tests::{
        Triangle, corotated, deformed, dual, neo_hookean, rest,
    };
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::SVector;
    use num_dual::HyperDual64;

    fn check_hessian<M: PlaneStrain<f64>, D: PlaneStrain<HyperDual64>>(
        material: &M,
        dual_material: &D,
        rest: &RestPlane<f64>,
        x: Triangle,
    ) {
        let twin = dual(rest);
        let (_, h) = derivatives::<3, 9>(x, |x| twin.energy(dual_material, x.each_ref()));
        // As exact as dual numbers are where a turned-over triangle has nearly no rotation.
        assert_close(&unpack(&rest.hessian(material, x.each_ref())), &h, 1e-9);
    }

    #[test]
    fn the_hessian_is_exact() {
        let mut random = Random(74);
        for round in 0..200 {
            let strength = libm::pow(10.0, -f64::from(round % 5)) * 0.9;
            let (shape, rest) = rest(&mut random);
            let x = deformed(&mut random, &shape, strength, 1.0);
            check_hessian(&neo_hookean(), &neo_hookean(), &rest, x);
            check_hessian(&corotated(), &corotated(), &rest, x);
            let turned_over = deformed(&mut random, &shape, strength, -1.0);
            check_hessian(&corotated(), &corotated(), &rest, turned_over);
        }
    }

    /// The work along `y` as a function of the rest shape, by dual numbers.
    fn check_rest<M: PlaneStrain<f64>, D: PlaneStrain<Dual<9>>>(
        material: &M,
        dual_material: &D,
        (shape, x, y): (Triangle, Triangle, Triangle),
    ) {
        let flat = SVector::<f64, 9>::from_iterator(shape.iter().flatten().copied());
        let variables = Dual::variables(core::array::from_fn::<f64, 9, _>(|k| flat[k]));
        let shape_of = |k: usize| Vec3::from_fn(|c, _| variables[3 * k + c]);
        let at = [0, 1, 2].map(shape_of);
        let twin = RestPlane::new(at.each_ref()).unwrap();
        let here = x.map(|x| x.map(Dual::constant));
        let forces = twin.gradient(dual_material, here.each_ref());
        let work = forces
            .iter()
            .zip(&y)
            .fold(Dual::constant(0.0), |sum, (f, y)| {
                sum + f.dot(&y.map(Dual::constant))
            });
        let rest = RestPlane::new(shape.each_ref()).unwrap();
        let actual = rest.rest_product(material, x.each_ref(), y.each_ref());
        let expected = SVector::<f64, 9>::from_column_slice(&work.slopes);
        let error = (flatten::<3, 9>(actual) - expected).norm();
        assert!(error <= 1e-10 * expected.norm(), "{error:e}");
        let area = SVector::<f64, 9>::from_column_slice(&twin.area.slopes);
        assert_close(&flatten::<3, 9>(rest.area_gradient()), &area, 1e-12);
    }

    #[test]
    fn the_work_has_the_derivatives_of_dual_numbers_by_the_rest_shape() {
        let mut random = Random(73);
        for _ in 0..200 {
            let (shape, _) = rest(&mut random);
            let x = deformed(&mut random, &shape, 0.5, 1.0);
            let y = random.stencil::<3>();
            check_rest(&neo_hookean(), &neo_hookean(), (shape, x, y));
            check_rest(&corotated(), &corotated(), (shape, x, y));
        }
    }
}
