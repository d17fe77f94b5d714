//! The linear triangle in plane strain: a slice of a long body, per metre of its depth. It moves in the plane `z = 0` and
//! does not stretch across it, so that
//!
//! ```text
//! F = | F₂  0 |      F₂ = [x1 - x0, x2 - x0] [X1 - X0, X2 - X0]⁻¹,   energy A Ψ(F),   forces -A P₂ g_a
//!     | 0   1 |
//! ```
//!
//! with the rest area `A` and the rest gradients `g_a` of the barycentric functions. With `F₂ = U diag(σ0, σ1) Vᵀ`, the
//! second derivative has the modes of [`super::material`] that stay in the plane: the scaling modes of the first two
//! singular values, and flip and twist about the third axis. Each is clamped to be positive semidefinite, which projects
//! the whole Hessian exactly in the space of `F₂`. All derivatives by `z` are exactly zero.

use nalgebra::{Matrix2, Vector2};

use super::fixed_corotated::FixedCorotated;
use super::material::SolidEnergy;
use super::neo_hookean::NeoHookean;
use super::svd3::jacobi;
use crate::symmetric::clamp;
use crate::{Mat3, Real, Vec3};

/// Rotations after which the columns count as orthogonal; one is usual, two where `σ1` is small.
const MAX_ROTATIONS: usize = 4;

/// A material in a slice that cannot stretch across its plane.
pub trait PlaneStrain<R: Real>: SolidEnergy<R> {
    /// Energy density, in J/m³; infinite where the material forbids the deformation.
    fn plane_energy(&self, f: &Matrix2<R>) -> R;
    /// First Piola-Kirchhoff stress in the plane, in Pa.
    fn plane_stress(&self, f: &Matrix2<R>) -> Matrix2<R>;
    /// The change of that stress per change `df` of `F₂`, as it is: in general indefinite, in Pa.
    fn plane_stress_differential(&self, f: &Matrix2<R>, df: &Matrix2<R>) -> Matrix2<R>;
}

impl<R: Real> PlaneStrain<R> for NeoHookean<R> {
    #[inline]
    fn plane_energy(&self, f: &Matrix2<R>) -> R {
        self.energy(&with_depth(f))
    }

    #[inline]
    fn plane_stress(&self, f: &Matrix2<R>) -> Matrix2<R> {
        let stress = self.stress(&with_depth(f));
        stress.fixed_view::<2, 2>(0, 0).into_owned()
    }

    #[inline]
    fn plane_stress_differential(&self, f: &Matrix2<R>, df: &Matrix2<R>) -> Matrix2<R> {
        let mut change = with_depth(df);
        change[(2, 2)] = R::zero();
        let stress = self.stress_differential(&with_depth(f), &change);
        stress.fixed_view::<2, 2>(0, 0).into_owned()
    }
}

/// `Ψ = μ |F₂ - R|² + λ/2 (J - 1)²` with the rotation `R` in the plane. (In space an inverted body would be closest to a
/// rotation out of the plane, as soon as it is stretched.)
impl<R: Real> PlaneStrain<R> for FixedCorotated<R> {
    #[inline]
    fn plane_energy(&self, f: &Matrix2<R>) -> R {
        let rotation = rotation_of(f);
        let stretch = f - rotation;
        let growth = growth(f, &rotation);
        self.mu * stretch.dot(&stretch) + R::half() * self.lambda * (growth * growth)
    }

    #[inline]
    fn plane_stress(&self, f: &Matrix2<R>) -> Matrix2<R> {
        let rotation = rotation_of(f);
        let cofactor = cofactor(f);
        (f - rotation) * (R::two() * self.mu) + cofactor * (self.lambda * growth(f, &rotation))
    }

    /// `2 μ (dF - dR) + λ (C : dF) C + λ (J - 1) dC` with the cofactor `C`, where `R` turns by `(c ds - s dc)/(c² + s²)`, with
    /// `c = f11 + f22` and `s = f21 - f12`.
    #[inline]
    fn plane_stress_differential(&self, f: &Matrix2<R>, df: &Matrix2<R>) -> Matrix2<R> {
        let (rotation, area) = (rotation_of(f), cofactor(f));
        let (c, s) = (f.m11 + f.m22, f.m21 - f.m12);
        let (dc, ds) = (df.m11 + df.m22, df.m21 - df.m12);
        let squared = c * c + s * s;
        let angle = if squared == R::zero() {
            R::zero()
        } else {
            (c * ds - s * dc) / squared
        };
        let turn = Matrix2::new(-rotation.m21, -rotation.m11, rotation.m11, -rotation.m21) * angle;
        (df - turn) * (R::two() * self.mu)
            + area * (self.lambda * area.dot(df))
            + cofactor(df) * (self.lambda * growth(f, &rotation))
    }
}

/// The cofactor matrix `∂J/∂F₂`.
#[inline]
fn cofactor<R: Real>(f: &Matrix2<R>) -> Matrix2<R> {
    Matrix2::new(f.m22, -f.m21, -f.m12, f.m11)
}

/// The deformation in space: none across the plane.
#[inline]
fn with_depth<R: Real>(f: &Matrix2<R>) -> Mat3<R> {
    let (zero, one) = (R::zero(), R::one());
    Mat3::new(f.m11, f.m12, zero, f.m21, f.m22, zero, zero, zero, one)
}

/// The rotation closest to `f`; none where no rotation is closer than others.
#[inline]
fn rotation_of<R: Real>(f: &Matrix2<R>) -> Matrix2<R> {
    let (c, s) = (f.m11 + f.m22, f.m21 - f.m12);
    let squared = c * c + s * s;
    if squared == R::zero() {
        return Matrix2::identity();
    }
    let scale = R::one() / squared.sqrt();
    let (c, s) = (c * scale, s * scale);
    Matrix2::new(c, -s, s, c)
}

/// `J - 1`, accurate near rest.
#[inline]
fn growth<R: Real>(f: &Matrix2<R>, rotation: &Matrix2<R>) -> R {
    let d = rotation.transpose() * f - Matrix2::identity();
    d.m11 + d.m22 + (d.m11 * d.m22 - d.m12 * d.m21)
}

/// `F₂ = U diag(σ) Vᵀ` with rotations `U` and `V`; `|σ0| >= |σ1|`, and the second is negative where `F₂` is inverted.
struct PlaneSvd<R: Real> {
    u: Matrix2<R>,
    sigma: [R; 2],
    v: Matrix2<R>,
}

#[inline]
fn svd<R: Real>(f: &Matrix2<R>) -> PlaneSvd<R> {
    let zero = R::zero();
    let column = |c: usize| Vec3::new(f[(0, c)], f[(1, c)], zero);
    let (mut b, mut v) = ([column(0), column(1)], [Vector2::x(), Vector2::y()]);
    for _ in 0..MAX_ROTATIONS {
        let Some((cosine, sine)) = jacobi(&b[0], &b[1]) else {
            break;
        };
        b = [b[0] * cosine - b[1] * sine, b[0] * sine + b[1] * cosine];
        v = [v[0] * cosine - v[1] * sine, v[0] * sine + v[1] * cosine];
    }
    // The longer column first; turning one around keeps `v` a rotation.
    if b[0].dot(&b[0]) < b[1].dot(&b[1]) {
        b = [b[1], -b[0]];
        v = [v[1], -v[0]];
    }
    let length = b[0].dot(&b[0]).sqrt();
    let axis = if length > zero {
        Vector2::new(b[0].x / length, b[0].y / length)
    } else {
        Vector2::x()
    };
    let across = Vector2::new(-axis.y, axis.x);
    PlaneSvd {
        u: Matrix2::from_columns(&[axis, across]),
        sigma: [length, across.x * b[1].x + across.y * b[1].y],
        v: Matrix2::from_columns(&v),
    }
}

/// A triangle at rest in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RestPlane<R: Real> {
    /// Inverse of the rest shape matrix `[X1 - X0, X2 - X0]`, in 1/m.
    pub inverse: Matrix2<R>,
    /// Rest area, in m².
    pub area: R,
}

/// The first two coordinates of `b - a`.
#[inline]
fn edge<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> Vector2<R> {
    Vector2::new(b.x - a.x, b.y - a.y)
}

impl<R: Real> RestPlane<R> {
    /// From the rest positions, counter-clockwise; `None` where the area is not positive.
    #[inline]
    pub fn new(x: [&Vec3<R>; 3]) -> Option<Self> {
        let (a, b) = (edge(x[0], x[1]), edge(x[0], x[2]));
        let det = a.x * b.y - a.y * b.x;
        if det.partial_cmp(&R::zero()) != Some(core::cmp::Ordering::Greater) {
            return None;
        }
        Some(Self {
            inverse: Matrix2::new(b.y, -b.x, -a.y, a.x) * (R::one() / det),
            area: det * R::half(),
        })
    }

    /// The deformation gradient `F₂` at the positions `x`.
    #[inline]
    pub fn deformation_gradient(&self, x: [&Vec3<R>; 3]) -> Matrix2<R> {
        Matrix2::from_columns(&[edge(x[0], x[1]), edge(x[0], x[2])]) * self.inverse
    }

    /// Energy, in J per metre of depth.
    #[inline]
    pub fn energy(&self, material: &impl PlaneStrain<R>, x: [&Vec3<R>; 3]) -> R {
        material.plane_energy(&self.deformation_gradient(x)) * self.area
    }

    /// Gradient of the energy, in N per metre of depth: the elastic forces with opposite sign.
    #[inline]
    pub fn gradient(&self, material: &impl PlaneStrain<R>, x: [&Vec3<R>; 3]) -> [Vec3<R>; 3] {
        let stress = material.plane_stress(&self.deformation_gradient(x)) * self.area;
        let forces = stress * self.inverse.transpose();
        let column = |c: usize| Vec3::new(forces[(0, c)], forces[(1, c)], R::zero());
        let (a, b) = (column(0), column(1));
        [-(a + b), a, b]
    }

    /// Projected Hessian of the energy, in N/m per metre of depth: the 6 blocks (0,0), (0,1), ... (2,2) of its upper
    /// triangle.
    #[inline]
    pub fn projected_hessian(
        &self,
        material: &impl PlaneStrain<R>,
        x: [&Vec3<R>; 3],
    ) -> [Mat3<R>; 6] {
        let svd = svd(&self.deformation_gradient(x));
        let [s0, s1] = svd.sigma;
        let principal = material.principal(&Vec3::new(s0, s1, R::one()));
        let [[a, b, _], [c, d, _], _] = principal.scaling;
        let half = R::half();
        let (flip, twist) = (
            principal.flip[2].max(R::zero()),
            principal.twist[2].max(R::zero()),
        );
        let modes = Modes {
            scaling: clamp([[a, b], [c, d]]).map(|row| row.map(|value| value * self.area)),
            straight: (flip + twist) * half * self.area,
            crossed: (flip - twist) * half * self.area,
        };
        let gamma = self.inverse * svd.v;
        let gamma = [gamma.row(0).transpose(), gamma.row(1).transpose()];
        let block = |a: usize, b: usize| {
            let k = svd.u * modes.block(&gamma[a], &gamma[b]) * svd.u.transpose();
            let zero = R::zero();
            Mat3::new(k.m11, k.m12, zero, k.m21, k.m22, zero, zero, zero, zero)
        };
        let (b11, b12, b22) = (block(0, 0), block(0, 1), block(1, 1));
        let b01 = -(b11 + b12.transpose());
        let b02 = -(b12 + b22);
        let b00 = -(b01 + b02);
        // The sum is symmetric up to rounding; make it so exactly.
        let b00 = (b00 + b00.transpose()) * half;
        [b00, b01, b02, b11, b12, b22]
    }
}

/// The projected second derivative in the singular basis, times the area.
struct Modes<R: Real> {
    scaling: [[R; 2]; 2],
    straight: R,
    crossed: R,
}

impl<R: Real> Modes<R> {
    /// `K_ab` of [`super::tet`] from `γ_a` and `γ_b`.
    #[inline]
    fn block(&self, a: &Vector2<R>, b: &Vector2<R>) -> Matrix2<R> {
        let [[s00, s01], [s10, s11]] = self.scaling;
        Matrix2::new(
            a.x * b.x * s00 + a.y * b.y * self.straight,
            a.x * b.y * s01 + a.y * b.x * self.crossed,
            a.y * b.x * s10 + a.x * b.y * self.crossed,
            a.y * b.y * s11 + a.x * b.x * self.straight,
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::elastic::tet::RestTet;
    use crate::symmetric::eigen;
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::SMatrix;
    use num_dual::HyperDual64;

    pub type Triangle = [Vec3<f64>; 3];

    pub fn dual(rest: &RestPlane<f64>) -> RestPlane<HyperDual64> {
        RestPlane {
            inverse: rest.inverse.map(Real::from_f64),
            area: Real::from_f64(rest.area),
        }
    }

    pub fn neo_hookean<R: Real>() -> NeoHookean<R> {
        let (mu, lambda) = (R::from_f64(2.0), R::from_f64(5.0));
        NeoHookean { mu, lambda }
    }

    pub fn corotated<R: Real>() -> FixedCorotated<R> {
        let (mu, lambda) = (R::from_f64(2.0), R::from_f64(5.0));
        FixedCorotated { mu, lambda }
    }

    /// A rest shape that is no sliver.
    pub fn rest(random: &mut Random) -> (Triangle, RestPlane<f64>) {
        loop {
            let x = [0; 3].map(|_| Vec3::new(random.uniform(), random.uniform(), 0.0));
            match RestPlane::new([&x[0], &x[1], &x[2]]) {
                Some(rest) if rest.area > 0.1 => return (x, rest),
                _ => {}
            }
        }
    }

    /// A rotation and a random change; `sign` is that of its determinant.
    pub fn deformed(random: &mut Random, x: &Triangle, strength: f64, sign: f64) -> Triangle {
        loop {
            let angle = 4.0 * random.uniform();
            let (s, c) = (libm::sin(angle), libm::cos(angle));
            let change = Matrix2::from_fn(|_, _| strength * random.uniform());
            let mut f = Matrix2::new(c, -s, s, c) + change;
            if sign < 0.0 {
                f.column_mut(0).neg_mut();
            }
            if sign * f.determinant() > 0.05 {
                return x
                    .map(|x| Vec3::new(f.m11 * x.x + f.m12 * x.y, f.m21 * x.x + f.m22 * x.y, 0.0));
            }
        }
    }

    /// Compares all derivatives with dual numbers; how often the exact Hessian was indefinite.
    fn check<M: PlaneStrain<f64>, D: PlaneStrain<HyperDual64>>(
        material: &M,
        dual_material: &D,
        rest: &RestPlane<f64>,
        x: Triangle,
    ) -> bool {
        let refs = [&x[0], &x[1], &x[2]];
        let slice = dual(rest);
        let (g, h) = derivatives::<3, 9>(x, |x| slice.energy(dual_material, [&x[0], &x[1], &x[2]]));
        let gradient = rest.gradient(material, refs);
        let scale = h.norm();
        assert!((flatten::<3, 9>(gradient) - g).norm() <= 1e-10 * scale.max(g.norm()));
        let blocks = rest.projected_hessian(material, refs);
        let projected: SMatrix<f64, 9, 9> = unpack(&blocks);
        assert_bounds(&projected, &h, 1e-9);
        assert!(gradient.iter().all(|g| g.z == 0.0));
        let across = |m: &Mat3<f64>| (0..3).all(|i| m[(i, 2)] == 0.0 && m[(2, i)] == 0.0);
        assert!(blocks.iter().all(across));
        let rows = core::array::from_fn(|i| core::array::from_fn(|j| h[(i, j)]));
        let least = eigen::<f64, 9>(rows).0.into_iter().fold(0.0, f64::min);
        if least > -1e-10 * scale {
            assert_close(&projected, &h, 1e-8);
            return false;
        }
        true
    }

    #[test]
    fn derivatives_are_exact_and_the_hessian_is_projected() {
        let mut random = Random(70);
        let mut indefinite = 0;
        for round in 0..600 {
            let strength = libm::pow(10.0, -f64::from(round % 5)) * 0.9;
            let (shape, rest) = rest(&mut random);
            let x = deformed(&mut random, &shape, strength, 1.0);
            indefinite += usize::from(check(&neo_hookean(), &neo_hookean(), &rest, x));
            indefinite += usize::from(check(&corotated(), &corotated(), &rest, x));
            let turned_over = deformed(&mut random, &shape, strength, -1.0);
            check(&corotated(), &corotated(), &rest, turned_over);
        }
        assert!(indefinite > 100 && indefinite < 1100, "{indefinite}");
    }

    #[test]
    fn it_is_a_slice_of_the_tet_that_keeps_its_depth() {
        let mut random = Random(71);
        for _ in 0..200 {
            let (shape, rest) = rest(&mut random);
            let x = deformed(&mut random, &shape, 0.5, 1.0);
            let apex = [shape[0] + Vec3::z(), x[0] + Vec3::z()];
            let tet = RestTet::new([&shape[0], &shape[1], &shape[2], &apex[0]]).unwrap();
            let ours = [&x[0], &x[1], &x[2]];
            let theirs = [&x[0], &x[1], &x[2], &apex[1]];
            // The tet is a third of the slice.
            let pairs = [
                (
                    rest.energy(&neo_hookean(), ours),
                    tet.energy(&neo_hookean(), theirs),
                ),
                (
                    rest.energy(&corotated(), ours),
                    tet.energy(&corotated(), theirs),
                ),
            ];
            for (slice, tet) in pairs {
                assert!((slice - 3.0 * tet).abs() <= 1e-12 * slice, "{slice} {tet}");
            }
        }
    }

    #[test]
    fn collapse_costs_what_the_material_says() {
        let flat = Matrix2::new(1.0, 0.0, 0.0, 0.0);
        assert_eq!(neo_hookean::<f64>().plane_energy(&flat), f64::INFINITY);
        for f in [flat, Matrix2::zeros(), Matrix2::new(3.0, 0.0, 0.0, -2.0)] {
            let (energy, stress) = (corotated().plane_energy(&f), corotated().plane_stress(&f));
            assert!(energy.is_finite() && stress.iter().all(|s| s.is_finite()));
            let x = [
                Vec3::zeros(),
                Vec3::new(f.m11, f.m21, 0.0),
                Vec3::new(f.m12, f.m22, 0.0),
            ];
            let rest = RestPlane::new([&Vec3::zeros(), &Vec3::x(), &Vec3::y()]).unwrap();
            let blocks = rest.projected_hessian(&corotated(), [&x[0], &x[1], &x[2]]);
            assert!(blocks.iter().flatten().all(|entry: &f64| entry.is_finite()));
        }
    }
}
