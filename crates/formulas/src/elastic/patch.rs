//! A triangle of a plate with its neighbours: what its three angles say about the curvature.
//!
//! For a deflection of constant curvature `K` (components `k = (k11, k22, k12)` in a frame of the flat patch) the
//! angle at hinge `i` is `θ_i = b_i·k`; with the edge along axis 1 from (0, 0) to (l, 0), the apexes at (a1, h1) and
//! (a2, -h2),
//!
//! ```text
//! θ = ½ k11 (a1 (a1 - l)/h1 + a2 (a2 - l)/h2) + ½ k22 (h1 + h2) + k12 (a1 - a2)
//! ```
//!
//! From the angles, `k` is the one that bends a plate of stiffness `Q` ([`super::plate`]) with the least energy:
//!
//! ```text
//! k = Q⁻¹ Bᵀ M θ,   M = (B Q⁻¹ Bᵀ)⁻¹,   B with the rows b_i
//! ```
//!
//! With three hinges it is determined; with fewer, at a border, what they do not see is free. A curved rest shape
//! enters unfolded, hinge by hinge.
//!
//! **Nearly singular patches.** Six nodes on one conic do not determine the curvature, and `M` is infinite.
//! `B Q⁻¹ Bᵀ` is scaled to a unit diagonal, and its eigenvalues below [`FLOOR`] are raised to it. Triangles of fair
//! shape are far from that (0.36 for equilateral ones with ν = 0.3, above 0.03 in lattices whose nodes are moved by a
//! fifth of a side); slender ones come near as the square of their aspect ratio (0.007 at ten to one). Where the
//! floor acts, the curvature is underestimated.

use crate::symmetric::eigen;
use crate::{Dual, Mat3, Real, Vec3};

/// The least eigenvalue of `B Q⁻¹ Bᵀ`, scaled to a unit diagonal, that is taken as it is.
pub const FLOOR: f64 = 1e-3;

/// Flexural rigidity `D = E t³/(12 (1 - ν²))` in J, from Young's modulus in Pa, Poisson's ratio and
/// the thickness in m.
#[inline]
pub fn rigidity<R: Real>(young: R, poisson: R, thickness: R) -> R {
    young * thickness * thickness * thickness / (R::from_f64(12.0) * (R::one() - poisson * poisson))
}

/// A triangle at rest and what its angles say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch<R: Real> {
    /// The triangle in its plane, `t0` at the origin, `t1` on the first axis, m.
    flat: [[R; 2]; 3],
    /// Curvature `k` in the frame of `flat` from the angles, in 1/m; zero columns where a hinge is missing.
    curvature: Mat3<R>,
}

impl<const N: usize> Patch<Dual<N>> {
    /// [`Patch::new`] with the derivatives of dual numbers: eigenvalues that meet have none of their own, but the inverse that is
    /// made of them has.
    pub fn differentiated(
        triangle: [&Vec3<Dual<N>>; 3],
        opposite: [Option<&Vec3<Dual<N>>>; 3],
        poisson: Dual<N>,
    ) -> Option<Self> {
        Self::with_inverse(
            triangle,
            opposite,
            poisson,
            differentiated_regularized_inverse,
        )
    }
}

/// A side of a triangle along an axis, from 0 to its length, and the corner opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apex<R: Real> {
    /// Length of the side, m.
    pub length: R,
    /// The foot of the opposite corner on the side, m from its start.
    pub foot: R,
    /// Height above the side, m.
    pub height: R,
}

impl<R: Real> Patch<R> {
    /// From the rest positions of a triangle and of the nodes opposite its sides (t0, t1), (t1, t2), (t2, t0), where
    /// there are any, and Poisson's ratio. `None` where the triangle or a neighbour has no area.
    #[inline]
    pub fn new(
        triangle: [&Vec3<R>; 3],
        opposite: [Option<&Vec3<R>>; 3],
        poisson: R,
    ) -> Option<Self> {
        Self::with_inverse(triangle, opposite, poisson, regularized_inverse)
    }

    #[inline]
    fn with_inverse(
        triangle: [&Vec3<R>; 3],
        opposite: [Option<&Vec3<R>>; 3],
        poisson: R,
        inverse: impl Fn(&[[R; 3]; 3]) -> Mat3<R>,
    ) -> Option<Self> {
        let rows = rows(triangle, opposite)?;
        let flexible = rows.map(|b| flexibility(&b, poisson));
        let inverse = inverse(&rows.map(|b| flexible.map(|k| b.dot(&k))));
        Some(Self {
            flat: unfold(triangle)?,
            curvature: Mat3::from_columns(&flexible) * inverse,
        })
    }

    /// Area, m².
    #[inline]
    pub fn area(&self) -> R {
        R::half() * self.flat[1][0] * self.flat[2][1]
    }

    /// A side and the corner opposite.
    #[inline]
    pub fn apex(&self, side: usize) -> Apex<R> {
        let (axis, length) = self.axis(side);
        let (start, apex) = (self.flat[side], self.flat[(side + 2) % 3]);
        let [x, y] = [apex[0] - start[0], apex[1] - start[1]];
        Apex {
            length,
            foot: x * axis[0] + y * axis[1],
            height: y * axis[0] - x * axis[1],
        }
    }

    /// Unit normal of a side, in the frame of the patch.
    #[inline]
    pub fn normal(&self, side: usize) -> [R; 2] {
        let ([x, y], _) = self.axis(side);
        [-y, x]
    }

    /// Curvature in the frame of a side, from the angles at that side and the two that follow.
    #[inline]
    pub fn curvature(&self, side: usize) -> Mat3<R> {
        let ([x, y], _) = self.axis(side);
        let (xx, yy, xy) = (x * x, y * y, x * y);
        let turn = Mat3::new(
            xx,
            yy,
            R::two() * xy,
            yy,
            xx,
            -(R::two() * xy),
            -xy,
            xy,
            xx - yy,
        );
        let turned = turn * self.curvature;
        Mat3::from_fn(|row, k| turned[(row, (side + k) % 3)])
    }

    #[inline]
    fn axis(&self, side: usize) -> ([R; 2], R) {
        let (start, end) = (self.flat[side], self.flat[(side + 1) % 3]);
        let [x, y] = [end[0] - start[0], end[1] - start[1]];
        let length = (x * x + y * y).sqrt();
        ([x / length, y / length], length)
    }
}

/// `Q⁻¹ b`, times `D (1 - ν²)`.
#[inline]
fn flexibility<R: Real>(b: &Vec3<R>, poisson: R) -> Vec3<R> {
    let shear = R::half() * (R::one() + poisson);
    Vec3::new(b.x - poisson * b.y, b.y - poisson * b.x, shear * b.z)
}

/// The rows `b_i` in m, zero where a hinge is missing; `None` where a triangle has no area.
#[inline]
fn rows<R: Real>(triangle: [&Vec3<R>; 3], opposite: [Option<&Vec3<R>>; 3]) -> Option<[Vec3<R>; 3]> {
    let flat = unfold(triangle)?;
    let mut rows = [Vec3::zeros(); 3];
    for (i, node) in opposite.into_iter().enumerate() {
        if let Some(b) = node {
            let (e0, e1) = (triangle[i], triangle[(i + 1) % 3]);
            rows[i] = row([0, 1, 2].map(|k| flat[(i + k) % 3]), &(b - e0), &(e1 - e0))?;
        }
    }
    Some(rows)
}

/// A triangle in its plane: `t0` at the origin, `t1` on the first axis. `None` without area.
#[inline]
fn unfold<R: Real>(t: [&Vec3<R>; 3]) -> Option<[[R; 2]; 3]> {
    let (e, u) = (t[1] - t[0], t[2] - t[0]);
    let (length, normal) = (e.dot(&e).sqrt(), e.cross(&u));
    let height = normal.dot(&normal).sqrt() / length;
    let zero = R::zero();
    (height > zero).then(|| [[zero; 2], [length, zero], [u.dot(&e) / length, height]])
}

/// The row `b_i`: the angle at the edge from `p[0]` to `p[1]` of a flat patch with apexes `p[2]` and,
/// in space, `v` from the start of the edge `e`, for unit k11, k22 and k12.
#[inline]
fn row<R: Real>(p: [[R; 2]; 3], v: &Vec3<R>, e: &Vec3<R>) -> Option<Vec3<R>> {
    let (half, two) = (R::half(), R::two());
    let length = e.dot(e).sqrt();
    let [x, y] = [0, 1].map(|c| (p[1][c] - p[0][c]) / length);
    let [ux, uy] = [0, 1].map(|c| p[2][c] - p[0][c]);
    let (a1, h1) = (ux * x + uy * y, uy * x - ux * y);
    let normal = v.cross(e);
    let (a2, h2) = (v.dot(e) / length, normal.dot(&normal).sqrt() / length);
    if h2.partial_cmp(&R::zero()) != Some(core::cmp::Ordering::Greater) {
        return None;
    }
    let along = half * (a1 * (a1 - length) / h1 + a2 * (a2 - length) / h2);
    let across = half * (h1 + h2);
    let twist = a1 - a2;
    // Curvatures in the edge's frame, (x, y) and (-y, x), from those in the patch's.
    Some(Vec3::new(
        along * x * x + across * y * y - twist * x * y,
        along * y * y + across * x * x + twist * x * y,
        two * (along - across) * x * y + twist * (x * x - y * y),
    ))
}

/// The inverse of a positive semidefinite matrix on the rows that are not zero, with the eigenvalues
/// of the matrix scaled to a unit diagonal raised to [`FLOOR`].
#[inline]
fn regularized_inverse<R: Real>(a: &[[R; 3]; 3]) -> Mat3<R> {
    let scale = unit_scale(a);
    let (values, vectors) = eigen::<R, 3>(core::array::from_fn(|i| {
        core::array::from_fn(|j| a[i][j] * scale[i] * scale[j])
    }));
    let mut inverse = Mat3::zeros();
    for (value, v) in values.into_iter().zip(vectors) {
        let weight = R::one() / value.max(R::from_f64(FLOOR));
        let v = Vec3::new(v[0] * scale[0], v[1] * scale[1], v[2] * scale[2]);
        inverse += v * (v * weight).transpose();
    }
    inverse
}

/// What scales a matrix to a unit diagonal; zero where a row is.
#[inline]
fn unit_scale<R: Real>(a: &[[R; 3]; 3]) -> [R; 3] {
    core::array::from_fn(|i| {
        if a[i][i] > R::zero() {
            R::one() / a[i][i].sqrt()
        } else {
            R::zero()
        }
    })
}

/// [`regularized_inverse`] of a matrix `A` that depends on variables: with `f(λ) = 1/max(λ, FLOOR)` and the eigenvectors `V`
/// of the scaled matrix, the derivative of `V f(Λ) Vᵀ` is `V (f[λi, λj] (Vᵀ dA V)ij) Vᵀ`, in the divided differences of `f`
/// (Daleckii and Krein 1965).
fn differentiated_regularized_inverse<const N: usize>(a: &[[Dual<N>; 3]; 3]) -> Mat3<Dual<N>> {
    let scale = unit_scale(a);
    let scaled: [[Dual<N>; 3]; 3] =
        core::array::from_fn(|i| core::array::from_fn(|j| a[i][j] * scale[i] * scale[j]));
    let (values, vectors) = eigen::<f64, 3>(scaled.map(|row| row.map(|entry| entry.value)));
    let inverse = values.map(|value| 1.0 / value.max(FLOOR));
    let divided = |i: usize, j: usize| match (values[i] > FLOOR, values[j] > FLOOR) {
        (true, true) => -inverse[i] * inverse[j],
        (false, false) => 0.0,
        _ => (inverse[i] - inverse[j]) / (values[i] - values[j]),
    };
    let v = Mat3::from_fn(|row, k| vectors[k][row]);
    let value = v * Mat3::from_diagonal(&Vec3::from(inverse)) * v.transpose();
    let mut whole = value.map(Dual::<N>::constant);
    for n in 0..N {
        // Only the lower triangle counts, as for the eigenvalues.
        let change = Mat3::from_fn(|i, j| scaled[i.max(j)][i.min(j)].slopes[n]);
        let turned = v.transpose() * change * v;
        let slope = v * Mat3::from_fn(|i, j| divided(i, j) * turned[(i, j)]) * v.transpose();
        for (entry, slope) in whole.iter_mut().zip(slope.iter()) {
            entry.slopes[n] = *slope;
        }
    }
    Mat3::from_fn(|i, j| whole[(i, j)] * scale[i] * scale[j])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::hinge::angle;
    use crate::testing::Random;

    #[test]
    fn the_rows_are_the_angles_of_unit_curvatures() {
        let mut random = Random(75);
        for _ in 0..100 {
            let mut x = [
                [0.0, 0.0],
                [1.0, 0.0],
                [0.3, 0.9],
                [0.6, -0.8],
                [1.4, 1.0],
                [-0.7, 0.8],
            ];
            x = x.map(|p| p.map(|c| c + 0.2 * random.uniform()));
            let flat = x.map(|[x, y]| Vec3::new(x, y, 0.0));
            let [t0, t1, t2, o0, o1, o2] = &flat;
            let rows = rows([t0, t1, t2], [Some(o0), Some(o1), Some(o2)]).unwrap();
            // The frame of `unfold`: first axis along t0 t1.
            let axis = (t1 - t0).normalize();
            for component in 0..3 {
                let amplitude = 1e-5;
                let z = flat.map(|p| {
                    let (x, y) = (p.dot(&axis), axis.cross(&p).z);
                    let bump = [0.5 * x * x, 0.5 * y * y, x * y][component];
                    p + Vec3::z() * (amplitude * bump)
                });
                for (i, row) in rows.iter().enumerate() {
                    let measured = angle([&z[i], &z[(i + 1) % 3], &z[(i + 2) % 3], &z[3 + i]]);
                    assert!((measured / amplitude - row[component]).abs() < 1e-8);
                }
            }
        }
    }

    #[test]
    fn the_curvature_of_a_quadratic_is_found_in_the_frame_of_each_side() {
        let mut random = Random(76);
        for _ in 0..100 {
            let x = [
                [0.0, 0.0],
                [1.0, 0.0],
                [0.3, 0.9],
                [0.6, -0.8],
                [1.4, 1.0],
                [-0.7, 0.8],
            ];
            let x = x.map(|p| p.map(|c| c + 0.2 * random.uniform()));
            let flat = x.map(|[x, y]| Vec3::new(x, y, 0.0));
            let [t0, t1, t2, o0, o1, o2] = &flat;
            let patch = Patch::new([t0, t1, t2], [Some(o0), Some(o1), Some(o2)], 0.3).unwrap();
            let k = [random.uniform(), random.uniform(), random.uniform()];
            let amplitude = 1e-5;
            let bent = flat.map(|p| {
                let z = 0.5 * k[0] * p.x * p.x + 0.5 * k[1] * p.y * p.y + k[2] * p.x * p.y;
                p + Vec3::z() * (amplitude * z)
            });
            for side in 0..3 {
                let angles = Vec3::from_fn(|m, _| {
                    let i = (side + m) % 3;
                    let corners = [0, 1, 2].map(|n| &bent[(i + n) % 3]);
                    angle([corners[0], corners[1], corners[2], &bent[3 + i]]) / amplitude
                });
                let found = patch.curvature(side) * angles;
                let e = (flat[(side + 1) % 3] - flat[side]).normalize();
                let n = Vec3::new(-e.y, e.x, 0.0);
                let along = |u: &Vec3<f64>, v: &Vec3<f64>| {
                    k[0] * u.x * v.x + k[1] * u.y * v.y + k[2] * (u.x * v.y + u.y * v.x)
                };
                let expected = Vec3::new(along(&e, &e), along(&n, &n), along(&e, &n));
                assert!((found - expected).norm() < 1e-6, "{found} {expected}");
            }
        }
    }

    #[test]
    fn singular_patches_stay_finite_and_flat_triangles_are_refused() {
        // Six points of a circle, in the order 0 3 1 4 2 5.
        let circle = [0.0, 2.0, 4.0, 1.0, 3.0, 5.0].map(|k| {
            let turn = k * core::f64::consts::PI / 3.0;
            Vec3::new(libm::cos(turn), libm::sin(turn), 0.0)
        });
        let [t0, t1, t2, o0, o1, o2] = &circle;
        let patch = Patch::new([t0, t1, t2], [Some(o0), Some(o1), Some(o2)], 0.3).unwrap();
        let size = patch.curvature(0).norm();
        assert!(size > 0.1 && size < 10.0 / FLOOR, "{size}");
        let [a, b, c] = [Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0];
        assert!(Patch::<f64>::new([&a, &b, &c], [None; 3], 0.3).is_none());
        assert!(Patch::new([&a, &b, &Vec3::y()], [Some(&c), None, None], 0.3).is_none());
    }

    #[test]
    fn the_inverse_is_one_unless_nearly_singular() {
        let fair = [[4.0, 1.0, 0.0], [1.0, 9.0, 2.0], [0.0, 2.0, 1.0]];
        let inverse = regularized_inverse::<f64>(&fair);
        let product = inverse * Mat3::from_fn(|i, j| fair[i][j]);
        assert!((product - Mat3::identity()).norm() < 1e-13);
        let singular = [[4.0, 4.0, 0.0], [4.0, 4.0, 0.0], [0.0, 0.0, 0.0]];
        let inverse = regularized_inverse::<f64>(&singular);
        // Eigenvalues 2 and FLOOR of the scaled matrix; the missing row stays zero.
        let (kept, raised) = (1.0 / 16.0, 1.0 / (8.0 * FLOOR));
        assert!((inverse[(0, 0)] - (kept + raised)).abs() < 1e-11);
        assert!((inverse[(0, 1)] - (kept - raised)).abs() < 1e-11);
        assert_eq!(inverse.row(2).norm(), 0.0);
    }

    /// Curvatures of a patch whose nodes and Poisson's ratio go along a direction, as dual numbers and by differences.
    fn check_differentiated(x: [Vec3<f64>; 6], along: [Vec3<f64>; 6], by_poisson: f64) {
        let at = |h: f64| {
            let x: [Vec3<f64>; 6] = core::array::from_fn(|k| x[k] + along[k] * h);
            let [t0, t1, t2, o0, o1, o2] = &x;
            let poisson = 0.3 + by_poisson * h;
            let patch = Patch::new([t0, t1, t2], [Some(o0), None, Some(o2)], poisson).unwrap();
            let whole = Patch::new([t0, t1, t2], [Some(o0), Some(o1), Some(o2)], poisson);
            [patch.curvature, whole.unwrap().curvature]
        };
        let [h] = Dual::variables([0.0]);
        let x: [Vec3<Dual<1>>; 6] = core::array::from_fn(|k| {
            Vec3::from_fn(|c, _| Dual::constant(x[k][c]) + Dual::constant(along[k][c]) * h)
        });
        let [t0, t1, t2, o0, o1, o2] = &x;
        let poisson = Dual::constant(0.3) + Dual::constant(by_poisson) * h;
        let [cut, whole] = [[Some(o0), None, Some(o2)], [Some(o0), Some(o1), Some(o2)]]
            .map(|opposite| Patch::differentiated([t0, t1, t2], opposite, poisson).unwrap());
        let step = 1e-3;
        let central = |h: f64, i: usize| (at(h)[i] - at(-h)[i]) / (2.0 * h);
        for (i, patch) in [cut, whole].iter().enumerate() {
            let size = patch.curvature.map(|entry| entry.slopes[0]).norm();
            assert!((patch.curvature.map(|entry| entry.value) - at(0.0)[i]).norm() < 1e-12);
            let slopes = patch.curvature.map(|entry| entry.slopes[0]);
            let expected = (central(0.5 * step, i) * 4.0 - central(step, i)) / 3.0;
            let error = (slopes - expected).norm();
            assert!(error < 1e-8 * (1.0 + size), "{error:e} of {size}");
        }
    }

    #[test]
    fn dual_numbers_go_through_the_inverse_where_eigenvalues_meet_too() {
        let mut random = Random(77);
        let height = libm::sqrt(0.75);
        // Equilateral triangles, whose matrix has an eigenvalue twice.
        let fair = [
            [0.0, 0.0],
            [1.0, 0.0],
            [0.5, height],
            [0.5, -height],
            [1.5, height],
            [-0.5, height],
        ];
        for round in 0..50 {
            let noise = if round == 0 { 0.0 } else { 0.1 };
            let mut bump = || Vec3::from_fn(|_, _| random.uniform());
            let x = fair.map(|[x, y]| Vec3::new(x, y, 0.0) + bump() * noise);
            let along = fair.map(|_| bump());
            check_differentiated(x, along, random.uniform());
        }
    }

    #[test]
    fn eigenvalues_that_were_raised_have_no_derivatives() {
        let a: [[Dual<1>; 3]; 3] = {
            let [h] = Dual::<1>::variables([0.0]);
            let c = Dual::<1>::constant;
            let (zero, one) = (c(0.0), c(1.0));
            [[one, one, zero], [one, one + h, zero], [zero, zero, zero]]
        };
        let inverse = differentiated_regularized_inverse(&a);
        let at = |h: f64| regularized_inverse(&[[1.0, 1.0, 0.0], [1.0, 1.0 + h, 0.0], [0.0; 3]]);
        let expected = (at(1e-5) - at(-1e-5)) / 2e-5;
        let slopes = inverse.map(|entry| entry.slopes[0]);
        assert!((slopes - expected).norm() < 1e-5 * expected.norm());
    }
}
