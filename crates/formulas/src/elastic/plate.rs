//! Bending of a thin plate or shell, triangle by triangle, at a cost of constant curvature that does
//! not depend on the mesh.
//!
//! A triangle and its up to three neighbours measure three angles. For a deflection of constant
//! curvature `K` (components `k = (k11, k22, k12)` in a frame of the flat patch) the angle at hinge
//! `i` is `θ_i = b_i·k`; with the edge along axis 1 from (0, 0) to (l, 0), the apexes at (a1, h1)
//! and (a2, -h2),
//!
//! ```text
//! θ = ½ k11 (a1 (a1 - l)/h1 + a2 (a2 - l)/h2) + ½ k22 (h1 + h2) + k12 (a1 - a2)
//! ```
//!
//! A plate's energy per area is (Kirchhoff; E, ν, thickness t)
//!
//! ```text
//! ½ kᵀ Q k = D/2 [(k11 + k22)² - 2 (1 - ν)(k11 k22 - k12²)],   D = E t³/(12 (1 - ν²))
//! ```
//!
//! and the triangle's energy, of rest area `A`, is the least over all `K` that give its angles:
//!
//! ```text
//! ½ A δᵀ M δ,   M = (B Q⁻¹ Bᵀ)⁻¹,   δ_i = θ_i - θ_i⁰,   B with the rows b_i
//! ```
//!
//! With three hinges `K` is determined and constant curvature is met exactly, as by the
//! rotation-free shell triangles of Oñate and Cervera; with fewer, at a boundary, what they do not
//! see is free, as at a free edge. A curved rest shape enters unfolded, hinge by hinge.
//! `M` comes from [`super::patch`].
//!
//! **Limits.** Convergence also asks that constant curvature be in equilibrium inside the mesh. It is
//! on lattices of six triangles to a vertex; elsewhere the nodes relax, and the plate is too soft,
//! however fine. A simply supported square plate of 16x16 cells under a uniform load sags, over the
//! exact solution: 1.00 with all squares cut along one diagonal (1.01 with nodes moved by a fifth of
//! a cell), 1.19 cut at random, 1.74 cut alternately; hinges of [`super::RestHinge`] with a third of
//! their stiffness 0.56, 0.61 and 0.75. An angle per edge as a further unknown (Morley 1968; the
//! mid-edge normals of Grinspun, Gingold, Reisman and Zorin 2006) would give 1.01 on all three.

use super::hinge::{Hinge, angle};
use super::patch::{compliance, regularized_inverse, rows};
use crate::{Mat3, Real, Vec3};

/// The nodes of hinge `i` as `e0, e1, a, b`, among `t0, t1, t2` and the nodes opposite the edges
/// `t0 t1`, `t1 t2`, `t2 t0`.
const HINGES: [[usize; 4]; 3] = [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]];

/// A triangle of a plate or shell at rest, with its neighbours.
///
/// Energies take the stencil `t0, t1, t2` and the nodes opposite the edges `t0 t1`, `t1 t2`,
/// `t2 t0`; one that is missing is not read: any point may stand there, and its derivatives are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestPlate<R: Real> {
    /// `A M`, in J; zero rows and columns where a hinge is missing.
    pub stiffness: Mat3<R>,
    /// Rest angles of the hinges, in radians; zero where missing.
    pub angles: [R; 3],
}

impl<R: Real> RestPlate<R> {
    /// From the rest positions of the triangle and of the nodes opposite its edges, where there are
    /// any; Young's modulus in Pa, Poisson's ratio, thickness in m. `None` where the triangle or a
    /// neighbour has no area.
    #[inline]
    pub fn new(
        triangle: [&Vec3<R>; 3],
        opposite: [Option<&Vec3<R>>; 3],
        young: R,
        poisson: R,
        thickness: R,
    ) -> Option<Self> {
        let [t0, t1, t2] = triangle;
        let mut angles = [R::zero(); 3];
        for (i, edge) in [[t0, t1, t2], [t1, t2, t0], [t2, t0, t1]]
            .iter()
            .enumerate()
        {
            if let Some(b) = opposite[i] {
                angles[i] = angle([edge[0], edge[1], edge[2], b]);
            }
        }
        let compliance = compliance(&rows(triangle, opposite)?, young, poisson, thickness);
        let normal = (t1 - t0).cross(&(t2 - t0));
        let area = R::half() * normal.dot(&normal).sqrt();
        Some(Self {
            stiffness: regularized_inverse(&compliance) * area,
            angles,
        })
    }

    #[inline]
    fn present(&self, i: usize) -> bool {
        self.stiffness[(i, i)] > R::zero()
    }

    /// Energy, in J.
    #[inline]
    pub fn energy(&self, x: [&Vec3<R>; 6]) -> R {
        let mut bend = Vec3::zeros();
        for (i, hinge) in HINGES.iter().enumerate() {
            if self.present(i) {
                bend[i] = angle(hinge.map(|node| x[node])) - self.angles[i];
            }
        }
        R::half() * bend.dot(&(self.stiffness * bend))
    }

    /// Gradient of the energy, in N: the forces with opposite sign.
    #[inline]
    pub fn gradient(&self, x: [&Vec3<R>; 6]) -> [Vec3<R>; 6] {
        let (hinges, moments) = self.bent(x);
        let mut gradient = [Vec3::zeros(); 6];
        for (i, nodes) in HINGES.iter().enumerate() {
            if let Some(hinge) = &hinges[i] {
                for (node, g) in nodes.iter().zip(hinge.gradient()) {
                    gradient[*node] += g * moments[i];
                }
            }
        }
        gradient
    }

    /// Projected Hessian of the energy, in N/m: the 21 blocks (0,0), (0,1), ... (5,5) of its upper
    /// triangle. The part of the angles' gradients, `A Σ M_ij ∇θ_i ∇θ_jᵀ`, is positive semidefinite
    /// as it is; that of their Hessians is projected hinge by hinge.
    #[inline]
    pub fn projected_hessian(&self, x: [&Vec3<R>; 6]) -> [Mat3<R>; 21] {
        let (hinges, moments) = self.bent(x);
        let mut slopes = [[Vec3::zeros(); 6]; 3];
        let mut blocks = [Mat3::<R>::zeros(); 21];
        for (i, nodes) in HINGES.iter().enumerate() {
            if let Some(hinge) = &hinges[i] {
                for (node, g) in nodes.iter().zip(hinge.gradient()) {
                    slopes[i][*node] = g;
                }
                scatter(
                    &mut blocks,
                    nodes,
                    &hinge.projected_hessian(moments[i], R::zero()),
                );
            }
        }
        let mut block = 0;
        for row in 0..6 {
            let combined: [Vec3<R>; 3] = core::array::from_fn(|i| {
                (0..3).fold(Vec3::zeros(), |sum, j| {
                    sum + slopes[j][row] * self.stiffness[(i, j)]
                })
            });
            for column in row..6 {
                for i in 0..3 {
                    blocks[block] += combined[i] * slopes[i][column].transpose();
                }
                block += 1;
            }
        }
        blocks
    }

    /// The hinges in their present shape, and their moments `A M δ`, in J.
    #[inline]
    fn bent(&self, x: [&Vec3<R>; 6]) -> ([Option<Hinge<R>>; 3], Vec3<R>) {
        let mut bend = Vec3::zeros();
        let hinges = core::array::from_fn(|i| {
            self.present(i).then(|| {
                let hinge = Hinge::new(HINGES[i].map(|node| x[node]));
                bend[i] = hinge.angle - self.angles[i];
                hinge
            })
        });
        (hinges, self.stiffness * bend)
    }
}

/// Adds the blocks of a hinge on four of the six nodes.
#[inline]
fn scatter<R: Real>(blocks: &mut [Mat3<R>; 21], nodes: &[usize; 4], hinge: &[Mat3<R>; 10]) {
    let mut block = 0;
    for i in 0..4 {
        for j in i..4 {
            let (row, column) = (nodes[i].min(nodes[j]), nodes[i].max(nodes[j]));
            let place = row * (11 - row) / 2 + column;
            if row == nodes[i] {
                blocks[place] += hinge[block];
            } else {
                blocks[place] += hinge[block].transpose();
            }
            block += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::elastic::patch::{FLOOR, rigidity};
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::SMatrix;
    use num_dual::HyperDual64;

    const MATERIAL: (f64, f64, f64) = (2e9, 0.3, 0.01);

    fn refs<R: Real>(x: &[Vec3<R>; 6]) -> [&Vec3<R>; 6] {
        core::array::from_fn(|i| &x[i])
    }

    /// A flat patch of fair shape around the origin, of unit size.
    fn patch(random: &mut Random) -> [Vec3<f64>; 6] {
        let lattice = [
            [0.0, 0.0],
            [1.0, 0.0],
            [0.0, 1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
        ];
        lattice.map(|[i, j]| {
            let (x, y) = (i + 0.5 * j, 0.87 * j);
            Vec3::new(x + 0.2 * random.uniform(), y + 0.2 * random.uniform(), 0.0)
        })
    }

    fn rest(x: &[Vec3<f64>; 6], present: [bool; 3]) -> RestPlate<f64> {
        let (young, poisson, thickness) = MATERIAL;
        let opposite = core::array::from_fn(|i| present[i].then_some(&x[3 + i]));
        RestPlate::new([&x[0], &x[1], &x[2]], opposite, young, poisson, thickness).unwrap()
    }

    fn dual(plate: &RestPlate<f64>) -> RestPlate<HyperDual64> {
        RestPlate {
            stiffness: plate.stiffness.map(Real::from_f64),
            angles: plate.angles.map(Real::from_f64),
        }
    }

    fn rotation(random: &mut Random) -> Mat3<f64> {
        let turn = crate::elastic::svd3::svd3(&Mat3::from_fn(|_, _| random.uniform())).u;
        turn * turn.determinant().signum()
    }

    #[test]
    fn constant_curvature_costs_what_a_plate_does() {
        let mut random = Random(70);
        let (young, poisson, thickness) = MATERIAL;
        let d = rigidity(young, poisson, thickness);
        for round in 0..300 {
            let x = patch(&mut random);
            let plate = rest(&x, [true; 3]);
            let (c, s) = (libm::cos(f64::from(round)), libm::sin(f64::from(round)));
            // A cylinder in any direction, a sphere, a saddle, any of them.
            let k = match round % 4 {
                0 => [c * c, s * s, c * s],
                1 => [1.0, 1.0, 0.0],
                2 => [c * c - s * s, s * s - c * c, 2.0 * c * s],
                _ => [random.uniform(), random.uniform(), random.uniform()],
            };
            let area = 0.5 * (x[1] - x[0]).cross(&(x[2] - x[0])).norm();
            let (trace, det) = (k[0] + k[1], k[0] * k[1] - k[2] * k[2]);
            let expected = 0.5 * d * area * (trace * trace - 2.0 * (1.0 - poisson) * det);
            for amplitude in [1e-2, 1e-3, 1e-4] {
                let bent = x.map(|p| {
                    let z = 0.5 * k[0] * p.x * p.x + 0.5 * k[1] * p.y * p.y + k[2] * p.x * p.y;
                    Vec3::new(p.x, p.y, amplitude * z)
                });
                let energy = plate.energy(refs(&bent)) / (amplitude * amplitude);
                let error = (energy / expected - 1.0).abs();
                // The slopes change angles and lengths by their squares.
                assert!(
                    error < 40.0 * amplitude * amplitude,
                    "{amplitude}: {error:e}"
                );
            }
        }
    }

    #[test]
    fn one_hinge_alone_costs_the_least_over_all_curvatures() {
        let (young, _, thickness) = MATERIAL;
        let mut x = [
            [0.0, 0.0],
            [1.0, 0.0],
            [0.5, 0.8],
            [0.5, -0.8],
            [0.0, 0.0],
            [0.0, 0.0],
        ]
        .map(|[x, y]| Vec3::new(x, y, 0.0));
        let plate = rest(&x, [true, false, false]);
        // The least ½ kᵀQk with b·k = θ is ½ θ²/(b·Q⁻¹b).
        let (along, across) = (-0.25 / 0.8, 0.8);
        let flexibility = (along * along + across * across - 2.0 * 0.3 * along * across) * 12.0
            / (young * thickness.powi(3));
        let angle = 0.1;
        x[3] = Vec3::new(0.5, -0.8 * libm::cos(angle), 0.8 * libm::sin(angle));
        let expected = 0.5 * 0.4 * angle * angle / flexibility;
        assert!((plate.energy(refs(&x)) / expected - 1.0).abs() < 1e-13);
    }

    #[test]
    fn derivatives_are_exact_and_the_hessian_bounds() {
        let mut random = Random(71);
        for round in 0..60 {
            let scale = libm::pow(10.0, 4.0 * random.uniform());
            let curved = patch(&mut random).map(|p| (p + random.point() * 0.2) * scale);
            let present = [round % 2 == 0, round % 3 == 0, round % 5 < 3];
            let plate = rest(&curved, present);
            let strength = libm::pow(10.0, f64::from(-(round % 4)));
            let mut x = curved.map(|p| p + random.point() * (0.4 * scale * strength));
            for i in 0..3 {
                if !present[i] {
                    x[3 + i] = x[0];
                }
            }
            let dual = dual(&plate);
            let (g, h) = derivatives::<6, 18>(x, |x| dual.energy(refs(&x)));
            // Relative to what a displacement of the patch's size would give.
            let gradient = flatten::<6, 18>(plate.gradient(refs(&x)));
            assert!((gradient - g).norm() <= 1e-11 * h.norm() * scale);
            assert_bounds(&unpack(&plate.projected_hessian(refs(&x))), &h, 1e-10);
        }
    }

    #[test]
    fn at_rest_the_hessian_is_exact() {
        let mut random = Random(72);
        for _ in 0..20 {
            let curved = patch(&mut random).map(|p| p + random.point() * 0.2);
            let plate = rest(&curved, [true; 3]);
            let dual = dual(&plate);
            let (_, h) = derivatives::<6, 18>(curved, |x| dual.energy(refs(&x)));
            let projected: SMatrix<f64, 18, 18> = unpack(&plate.projected_hessian(refs(&curved)));
            assert_close(&projected, &h, 1e-12);
        }
    }

    #[test]
    fn rigid_motions_cost_nothing() {
        let mut random = Random(73);
        for _ in 0..100 {
            let curved = patch(&mut random).map(|p| p + random.point() * 0.2);
            let plate = rest(&curved, [true; 3]);
            let (turn, shift) = (rotation(&mut random), random.point());
            let moved = curved.map(|p| turn * p + shift);
            let energy = plate.energy(refs(&moved));
            assert!(energy <= 1e-28 * plate.stiffness.norm(), "{energy:e}");
        }
    }

    #[test]
    fn singular_patches_stay_finite_and_flat_triangles_are_refused() {
        let (young, poisson, thickness) = MATERIAL;
        // Six points of a circle, in the order 0 3 1 4 2 5.
        let circle = [0.0, 2.0, 4.0, 1.0, 3.0, 5.0].map(|k| {
            let turn = k * core::f64::consts::PI / 3.0;
            Vec3::new(libm::cos(turn), libm::sin(turn), 0.0)
        });
        let plate = rest(&circle, [true; 3]);
        let d = rigidity(young, poisson, thickness);
        assert!(plate.stiffness.norm() < 10.0 * d / FLOOR && plate.stiffness.norm() > d);
        let [a, b, c] = [Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0];
        let new = |t, o| RestPlate::new(t, o, young, poisson, thickness);
        assert!(new([&a, &b, &c], [None; 3]).is_none());
        assert!(new([&a, &b, &Vec3::y()], [Some(&c), None, None]).is_none());
    }
}
