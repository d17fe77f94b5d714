//! The linear triangle of a membrane: `F = Σ_a x_a w_aᵀ` (3x2) with the rest gradients `w_a` of the
//! barycentric functions, energy `A ξ Ψ(F)` for the rest area `A` and the thickness `ξ`, forces
//! `-A ξ P w_a`, and the projected Hessian
//!
//! ```text
//! H_ab = A ξ Σ_kl w_a[k] w_b[l] D_kl,   D_kl the blocks of ∂²Ψ/∂F², projected
//! ```
//!
//! as [`MembraneEnergy::projected`] gives them (Codimensional IPC 2021, equation 6 with `V = A ξ`).

use super::membrane::MembraneEnergy;
use crate::{Mat3, Real, Vec3, VertexQuadratic};
use nalgebra::{Matrix2, Matrix3x2, Vector2};

/// A triangle at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RestTriangle<R: Real> {
    /// Inverse of the rest shape matrix `[U1 - U0, U2 - U0]` in the material plane, in 1/m.
    pub inverse: Matrix2<R>,
    /// Rest area, in m².
    pub area: R,
}

impl<R: Real> RestTriangle<R> {
    /// From rest positions in a material plane, in m (a pattern, whose axes are warp and weft);
    /// `None` where the area is not positive.
    #[inline]
    pub fn from_plane(u: [&Vector2<R>; 3]) -> Option<Self> {
        let (a, b) = (u[1] - u[0], u[2] - u[0]);
        let det = a.x * b.y - a.y * b.x;
        if det.partial_cmp(&R::zero()) != Some(core::cmp::Ordering::Greater) {
            return None;
        }
        Some(Self {
            inverse: Matrix2::new(b.y, -b.x, -a.y, a.x) * (R::one() / det),
            area: det * R::half(),
        })
    }

    /// From rest positions in space, the first material axis along `x1 - x0`; `None` where the area
    /// is not positive.
    #[inline]
    pub fn new(x: [&Vec3<R>; 3]) -> Option<Self> {
        Self::along(x, &(x[1] - x[0]))
    }

    /// From rest positions in space, the first material axis along the projection of `warp` into the
    /// triangle's plane, the second one `normal × first`; `None` where the area is not positive, or
    /// where `warp` is so close to the normal that rounding would take half the direction's digits.
    #[inline]
    pub fn along(x: [&Vec3<R>; 3], warp: &Vec3<R>) -> Option<Self> {
        let (a, b) = (x[1] - x[0], x[2] - x[0]);
        let normal = unit(&a.cross(&b), R::zero())?;
        let length = warp.dot(warp).sqrt();
        let inside = warp - normal * normal.dot(warp);
        let first = unit(&inside, R::epsilon().sqrt() * length)?;
        let second = normal.cross(&first);
        let flat = |p: &Vec3<R>| Vector2::new(first.dot(p), second.dot(p));
        Self::from_plane([&Vector2::zeros(), &flat(&a), &flat(&b)])
    }

    /// The deformation gradient at the positions `x`.
    #[inline]
    pub fn deformation_gradient(&self, x: [&Vec3<R>; 3]) -> Matrix3x2<R> {
        Matrix3x2::from_columns(&[x[1] - x[0], x[2] - x[0]]) * self.inverse
    }

    /// Energy of a sheet of the given thickness in m, in J.
    #[inline]
    pub fn energy(&self, membrane: &impl MembraneEnergy<R>, thickness: R, x: [&Vec3<R>; 3]) -> R {
        membrane.energy(&self.deformation_gradient(x)) * (self.area * thickness)
    }

    /// Gradient of the energy, in N: the elastic forces with opposite sign.
    #[inline]
    pub fn gradient(
        &self,
        membrane: &impl MembraneEnergy<R>,
        thickness: R,
        x: [&Vec3<R>; 3],
    ) -> [Vec3<R>; 3] {
        let stress = membrane.stress(&self.deformation_gradient(x)) * (self.area * thickness);
        let forces = stress * self.inverse.transpose();
        let (a, b) = (forces.column(0).into_owned(), forces.column(1).into_owned());
        [-(a + b), a, b]
    }

    /// The quadratic model of the energy at vertex `i`.
    #[inline]
    pub fn at_vertex(
        &self,
        membrane: &impl MembraneEnergy<R>,
        thickness: R,
        x: [&Vec3<R>; 3],
        i: usize,
    ) -> VertexQuadratic<R> {
        let quadratic = membrane.along(&self.deformation_gradient(x), &self.slope(i));
        quadratic * (self.area * thickness)
    }

    /// The rest gradient `w_i` of the barycentric function of vertex `i`, in 1/m.
    #[inline]
    pub fn slope(&self, i: usize) -> Vector2<R> {
        match i {
            0 => -(self.slope(1) + self.slope(2)),
            1 => Vector2::new(self.inverse[(0, 0)], self.inverse[(0, 1)]),
            _ => Vector2::new(self.inverse[(1, 0)], self.inverse[(1, 1)]),
        }
    }

    /// Projected Hessian of the energy, in N/m: the 6 blocks (0,0), (0,1), (0,2), (1,1), (1,2), (2,2)
    /// of its upper triangle.
    #[inline]
    pub fn projected_hessian(
        &self,
        membrane: &impl MembraneEnergy<R>,
        thickness: R,
        x: [&Vec3<R>; 3],
    ) -> [Mat3<R>; 6] {
        self.by_vertices(
            &membrane.projected(&self.deformation_gradient(x)),
            thickness,
        )
    }

    /// Hessian of the energy as it is, in general indefinite, in N/m: blocks as those of
    /// [`RestTriangle::projected_hessian`].
    #[inline]
    pub fn hessian(
        &self,
        membrane: &impl MembraneEnergy<R>,
        thickness: R,
        x: [&Vec3<R>; 3],
    ) -> [Mat3<R>; 6] {
        self.by_vertices(&membrane.second(&self.deformation_gradient(x)), thickness)
    }

    /// Blocks by the vertices from those by the columns of `F`.
    #[inline]
    fn by_vertices(&self, modes: &[Mat3<R>; 3], thickness: R) -> [Mat3<R>; 6] {
        let volume = self.area * thickness;
        let [d00, d01, d11] = modes.map(|block| block * volume);
        let w = &self.inverse;
        let block = |a: usize, b: usize| {
            d00 * (w[(a, 0)] * w[(b, 0)])
                + d01 * (w[(a, 0)] * w[(b, 1)])
                + d01.transpose() * (w[(a, 1)] * w[(b, 0)])
                + d11 * (w[(a, 1)] * w[(b, 1)])
        };
        let (b11, b12, b22) = (block(0, 0), block(0, 1), block(1, 1));
        let b01 = -(b11 + b12.transpose());
        let b02 = -(b12 + b22);
        let b00 = -(b01 + b02);
        // The sum is symmetric up to rounding; make it so exactly.
        let b00 = (b00 + b00.transpose()) * R::half();
        [b00, b01, b02, b11, b12, b22]
    }
}

/// The work of a membrane along displacements, per volume at rest, and its derivative by the rest shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestWork<R: Real> {
    /// The work `P : W` with `W = Σ_a y_a w_aᵀ`, in J/m³.
    pub density: R,
    /// Its derivative by [`RestTriangle::inverse`], in J/m².
    pub by_inverse: Matrix2<R>,
}

impl<R: Real> RestTriangle<R> {
    /// The work of the membrane's forces along the displacements `y`: the energy's gradient times `y` is the rest volume times
    /// it. With `Dx` the edges `[x1 - x0, x2 - x0]`, `B` the inverse of the rest shape and `A` the derivative of the stress,
    ///
    /// ```text
    /// P : W = P(Dx B) : Dy B,   ∂/∂B = Dyᵀ P + Dxᵀ A[W]
    /// ```
    #[inline]
    pub fn rest_work(
        &self,
        membrane: &impl MembraneEnergy<R>,
        x: [&Vec3<R>; 3],
        y: [&Vec3<R>; 3],
    ) -> RestWork<R> {
        let edges = |x: [&Vec3<R>; 3]| Matrix3x2::from_columns(&[x[1] - x[0], x[2] - x[0]]);
        let (dx, dy) = (edges(x), edges(y));
        let (f, w) = (dx * self.inverse, dy * self.inverse);
        let stress = membrane.stress(&f);
        let [d00, d01, d11] = membrane.second(&f);
        let (w0, w1) = (w.column(0), w.column(1));
        let more = Matrix3x2::from_columns(&[d00 * w0 + d01 * w1, d01.transpose() * w0 + d11 * w1]);
        RestWork {
            density: stress.dot(&w),
            by_inverse: dy.transpose() * stress + dx.transpose() * more,
        }
    }
}

/// The unit vector along `v`; `None` unless `v` is longer than `least`.
#[inline]
fn unit<R: Real>(v: &Vec3<R>, least: R) -> Option<Vec3<R>> {
    let length = v.dot(v).sqrt();
    if length > least {
        Some(v * (R::one() / length))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dual;
    use crate::elastic::membrane::tests::{deformation, expand, rotation, stretched};
    use crate::elastic::svd2::svd2;
    use crate::elastic::{
        Isotropic, MembraneSum, NeoHookeanMembrane, Orthotropic, StrainLimit, StvkMembrane,
    };
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::{SMatrix, SymmetricEigen};
    use num_dual::HyperDual64;

    const THICKNESS: f64 = 0.3e-3;

    /// A triangle of a pattern that is not a sliver.
    fn pattern(random: &mut Random) -> ([Vector2<f64>; 3], RestTriangle<f64>) {
        loop {
            let u = random.stencil::<3>().map(|p| p.xy());
            if let Some(triangle) = RestTriangle::from_plane([&u[0], &u[1], &u[2]])
                && triangle.area > 0.05 * (u[1] - u[0]).norm_squared()
            {
                return (u, triangle);
            }
        }
    }

    fn constant<R: Real>(value: f64) -> R {
        R::from_f64(value)
    }

    fn stvk<R: Real>() -> StvkMembrane<R> {
        StvkMembrane {
            mu: constant(2.0),
            lambda: constant(5.0),
        }
    }

    fn neo_hookean<R: Real>() -> NeoHookeanMembrane<R> {
        NeoHookeanMembrane {
            mu: constant(2.0),
            lambda: constant(5.0),
        }
    }

    fn wool<R: Real>() -> Orthotropic<R> {
        Orthotropic {
            a11: constant(2.290),
            a12: constant(1.145),
            a22: constant(2.219),
            g12: constant(0.371),
            limits: [0.50, 0.62, 0.12].map(constant),
        }
    }

    const LIMIT: StrainLimit<f64> = StrainLimit {
        kappa: 0.1,
        s: 1.6,
        shat: 1.0,
    };

    fn check_gradient(
        random: &mut Random,
        membrane: &impl MembraneEnergy<f64>,
        dual: &impl MembraneEnergy<HyperDual64>,
        f: Matrix3x2<f64>,
    ) {
        let (u, triangle) = pattern(random);
        let x = u.map(|p| f * p);
        let twin = RestTriangle {
            inverse: triangle.inverse.map(Real::from_f64),
            area: Real::from_f64(triangle.area),
        };
        let thickness = Real::from_f64(THICKNESS);
        let (g, h) =
            derivatives::<3, 9>(x, |x| twin.energy(dual, thickness, [&x[0], &x[1], &x[2]]));
        let actual = triangle.gradient(membrane, THICKNESS, [&x[0], &x[1], &x[2]]);
        let size = (u[1] - u[0]).norm() + (u[2] - u[0]).norm();
        let error = (flatten::<3, 9>(actual) - g).norm();
        assert!(error <= 1e-12 * h.norm() * size, "{error:e}");
        let actual = triangle.hessian(membrane, THICKNESS, [&x[0], &x[1], &x[2]]);
        assert_close(&unpack(&actual), &h, 1e-11);
    }

    /// The work per volume along `y` and its derivatives by the inverse rest shape, by dual numbers.
    fn check_rest_work(
        random: &mut Random,
        membrane: &impl MembraneEnergy<f64>,
        dual: &impl MembraneEnergy<Dual<4>>,
        f: Matrix3x2<f64>,
    ) {
        let (u, triangle) = pattern(random);
        let (x, y) = (u.map(|p| f * p), random.stencil::<3>());
        let b = triangle.inverse;
        let [b11, b21, b12, b22] = Dual::variables([b.m11, b.m21, b.m12, b.m22]);
        let twin = RestTriangle {
            inverse: Matrix2::new(b11, b12, b21, b22),
            area: Dual::constant(1.0),
        };
        let at = x.map(|x| x.map(Dual::constant));
        let forces = twin.gradient(dual, Dual::constant(1.0), [&at[0], &at[1], &at[2]]);
        let work = forces
            .iter()
            .zip(&y)
            .fold(Dual::constant(0.0), |sum, (f, y)| {
                sum + f.dot(&y.map(Dual::constant))
            });
        let actual = triangle.rest_work(membrane, [&x[0], &x[1], &x[2]], [&y[0], &y[1], &y[2]]);
        let scale = work.slopes.iter().fold(0.0, |sum: f64, s| sum + s.abs());
        let size = triangle.inverse.norm();
        assert!((actual.density - work.value).abs() <= 1e-12 * scale * size);
        let by = Matrix2::from_column_slice(&work.slopes);
        assert!((actual.by_inverse - by).norm() <= 1e-11 * scale);
    }

    #[test]
    fn the_work_has_the_derivatives_of_dual_numbers_by_the_rest_shape() {
        let mut random = Random(78);
        for _ in 0..100 {
            let f = deformation(&mut random, 0.3);
            check_rest_work(&mut random, &stvk(), &stvk(), f);
            check_rest_work(&mut random, &neo_hookean(), &neo_hookean(), f);
            let f = deformation(&mut random, 0.03);
            check_rest_work(&mut random, &wool(), &wool(), f);
        }
    }

    #[test]
    fn the_gradient_is_exact() {
        let mut random = Random(77);
        for _ in 0..100 {
            let f = deformation(&mut random, 0.3);
            check_gradient(&mut random, &stvk(), &stvk(), f);
            check_gradient(&mut random, &neo_hookean(), &neo_hookean(), f);
            let f = deformation(&mut random, 0.03);
            check_gradient(&mut random, &wool(), &wool(), f);
        }
    }

    /// The stiffness from `∂²Ψ/∂F²` on the columns of `F`, by the chain rule.
    fn chained(triangle: &RestTriangle<f64>, second: &SMatrix<f64, 6, 6>) -> SMatrix<f64, 9, 9> {
        let mut chain = SMatrix::<f64, 6, 9>::zeros();
        for column in 0..2 {
            for row in 0..3 {
                for a in 0..2 {
                    let weight = triangle.inverse[(a, column)];
                    chain[(3 * column + row, 3 * (a + 1) + row)] = weight;
                    chain[(3 * column + row, row)] -= weight;
                }
            }
        }
        chain.transpose() * second * chain * (triangle.area * THICKNESS)
    }

    fn check_hessian(random: &mut Random, membrane: &impl Isotropic<f64>, f: &Matrix3x2<f64>) {
        let (u, triangle) = pattern(random);
        let x = u.map(|p| f * p);
        let x = [&x[0], &x[1], &x[2]];
        let svd = svd2(&triangle.deformation_gradient(x));
        let exact = expand(&membrane.principal(&svd.sigma), &svd);
        let mut clamped = SymmetricEigen::new(exact);
        clamped.eigenvalues.apply(|value| *value = value.max(0.0));
        let actual = unpack(&triangle.projected_hessian(membrane, THICKNESS, x));
        let expected = chained(&triangle, &clamped.recompose());
        assert_close(&actual, &expected, 1e-11);
    }

    #[test]
    fn the_hessian_is_the_clamped_one() {
        let mut random = Random(78);
        for round in 0..1000 {
            let f = deformation(&mut random, libm::pow(10.0, -f64::from(round % 5)));
            check_hessian(&mut random, &stvk(), &f);
            check_hessian(&mut random, &neo_hookean(), &f);
            let sigma = [1.3 + 0.29 * random.uniform(), 1.1 + 0.4 * random.uniform()];
            let f = stretched(&mut random, sigma);
            check_hessian(&mut random, &LIMIT, &f);
            check_hessian(&mut random, &MembraneSum(neo_hookean(), LIMIT), &f);
        }
    }

    #[test]
    fn the_orthotropic_hessian_is_exact_in_tension() {
        let mut random = Random(79);
        for _ in 0..100 {
            let (u, triangle) = pattern(&mut random);
            // Both strains of about 0.2, so that stress and stiffness are definite.
            let f = rotation(&mut random).fixed_columns::<2>(0) * 1.18;
            let f = f + Matrix3x2::from_fn(|_, _| 0.02 * random.uniform());
            let x = u.map(|p| f * p);
            let twin = RestTriangle {
                inverse: triangle.inverse.map(Real::from_f64),
                area: Real::from_f64(triangle.area),
            };
            let (_, h) = derivatives::<3, 9>(x, |x| {
                twin.energy(&wool(), Real::from_f64(THICKNESS), [&x[0], &x[1], &x[2]])
            });
            let refs = [&x[0], &x[1], &x[2]];
            let actual = unpack(&triangle.projected_hessian(&wool(), THICKNESS, refs));
            assert_close(&actual, &h, 1e-11);
        }
    }

    #[test]
    fn a_rest_shape_in_space_is_flattened_along_its_warp() {
        let mut random = Random(80);
        for _ in 0..500 {
            let (u, planar) = pattern(&mut random);
            let q = rotation(&mut random);
            let shift = random.point();
            let size = (u[1] - u[0]).norm();
            let x = u.map(|p| q.fixed_columns::<2>(0) * p + shift * size);
            let refs = [&x[0], &x[1], &x[2]];
            // The warp may leave the plane: only its projection counts.
            let warp = q * Vec3::new(2.0, 0.0, random.uniform());
            let (Some(along), Some(own)) =
                (RestTriangle::along(refs, &warp), RestTriangle::new(refs))
            else {
                panic!("not degenerate")
            };
            assert_close(&along.inverse, &planar.inverse, 1e-12);
            assert!((along.area - planar.area).abs() < 1e-12 * planar.area);
            assert!((own.area - planar.area).abs() < 1e-12 * planar.area);
            // At rest F is the material frame in space: warp, weft.
            let f = along.deformation_gradient(refs);
            assert_close(&f, &q.fixed_columns::<2>(0).into_owned(), 1e-12);
            let f = own.deformation_gradient(refs);
            assert_close(&(f.transpose() * f), &Matrix2::identity(), 1e-12);
            let edge = (x[1] - x[0]).normalize();
            assert_close(&f.column(0).into_owned(), &edge, 1e-12);
            assert_close(
                &f.column(0).cross(&f.column(1)),
                &q.column(2).into_owned(),
                1e-12,
            );
        }
    }

    #[test]
    fn degenerate_rest_shapes_are_refused() {
        let (o, x, y) = (Vec3::zeros(), Vec3::x(), Vec3::y());
        assert_eq!(RestTriangle::<f64>::new([&o, &x, &(x * 2.0)]), None);
        assert_eq!(RestTriangle::<f64>::new([&o, &o, &x]), None);
        assert_eq!(RestTriangle::<f64>::new([&o, &x, &(y * f64::NAN)]), None);
        assert_eq!(RestTriangle::<f64>::along([&o, &x, &y], &Vec3::z()), None);
        assert_eq!(RestTriangle::<f64>::along([&o, &x, &y], &o), None);
        let (o, x, y) = (Vector2::zeros(), Vector2::x(), Vector2::y());
        assert!(RestTriangle::<f64>::from_plane([&o, &x, &y]).is_some());
        assert_eq!(RestTriangle::<f64>::from_plane([&o, &y, &x]), None);
        assert_eq!(RestTriangle::<f64>::from_plane([&o, &x, &x]), None);
    }
}
