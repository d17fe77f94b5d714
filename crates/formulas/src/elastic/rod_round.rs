//! Bending and twist of a rod with a round section, at the joint of two edges (Bergou et al. 2008,
//! "Discrete Elastic Rods", eqs. 3 and 4): with `κ_e` the curvature κb in the material frame of edge
//! `e`,
//!
//! ```text
//! ½ (E I/l̄) ½ (|κ_i - κ⁰|² + |κ_j - κ⁰|²) + ½ (G J/l̄) twist²,   κ_e = (κb·m2_e, -κb·m1_e)
//! ```
//!
//! where `l̄` is half the sum of the edges' rest lengths, and frames and twist are those of
//! [`super::rod_frame`]. In its strains `κ = ½ (κ_i + κ_j)` the first part is
//! `½ (E I/l̄) (|κb|² - 2 κ⁰·κ + |κ⁰|²)`: a rod that is straight at rest bends as
//! [`super::rod::RodBend`] does, however much it is twisted. (With `|κ - κ⁰|²`, which
//! [`super::rod_joint`] has for other sections, it would lose `sin²(twist/2)` of its stiffness.)
//!
//! Unknowns, their order and the projection are those of [`super::rod_joint`]; bending and twist are
//! projected together, which keeps what makes a twisted rod buckle.

use super::rod::{RodBend, Section, curvature_binormal};
use super::rod_frame::{Joint, JointFrame};
use super::rod_joint::{projected, spread, to_nodes};
use crate::{Real, Vec3};
use nalgebra::{SMatrix, SVector};

/// A joint of a round rod that is not twisted at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundJoint<R: Real> {
    /// `E I/l̄`, in J.
    pub bend: R,
    /// `G J/l̄`, in J.
    pub twist: R,
    /// The strains κ1 and κ2 at rest.
    pub rest: [R; 2],
}

impl<R: Real> RoundJoint<R> {
    /// Between edges of the given rest lengths in m; `rest` are the strains κ1 and κ2 at rest, from
    /// [`JointFrame::strains`] with frames that have no twist there.
    #[inline]
    pub fn new(section: &Section<R>, lengths: [R; 2], rest: [R; 2]) -> Self {
        let inverse = R::two() / (lengths[0] + lengths[1]);
        Self {
            bend: section.bend * inverse,
            twist: section.twist * inverse,
            rest,
        }
    }

    /// Energy, in J; not finite where the rod is folded back on itself.
    #[inline]
    pub fn energy(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> R {
        let edges = [x[1] - x[0], x[2] - x[1]];
        let kb = curvature_binormal(&edges[0], &edges[1]);
        let twist = frame.strains(x, phi)[2];
        let mut squares = R::zero();
        for (i, edge) in edges.iter().enumerate() {
            let [m1, m2] = frame.edges[i].directors(edge, phi[i]);
            let (a, b) = (kb.dot(&m2) - self.rest[0], -kb.dot(&m1) - self.rest[1]);
            squares += a * a + b * b;
        }
        R::half() * (R::half() * self.bend * squares + self.twist * twist * twist)
    }

    /// Gradient of the energy: by the nodes in N, by the angles in J.
    #[inline]
    pub fn gradient(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> SVector<R, 11> {
        let joint = Joint::new(frame, x, phi);
        let twist = frame.strains(x, phi)[2];
        let mut slope = joint.twist_gradient() * (self.twist * twist);
        if !self.is_straight() {
            for (component, rest) in self.rest.into_iter().enumerate() {
                slope -= joint.curvature_gradient(component) * (self.bend * rest);
            }
        }
        let mut gradient = spread(&slope);
        for (i, bend) in self.bending().gradient(x).iter().enumerate() {
            for k in 0..3 {
                gradient[3 * i + k] += bend[k];
            }
        }
        gradient
    }

    /// Hessian of the energy, as it is: in general indefinite. By the nodes in N/m, mixed in N, by
    /// the angles in J.
    #[inline]
    pub fn hessian(
        &self,
        frame: &JointFrame<R>,
        x: [&Vec3<R>; 3],
        phi: [R; 2],
    ) -> SMatrix<R, 11, 11> {
        to_nodes(&self.by_edges(frame, x, phi))
    }

    /// Positive semidefinite Hessian of the energy, in the units of [`RoundJoint::hessian`].
    #[inline]
    pub fn projected_hessian(
        &self,
        frame: &JointFrame<R>,
        x: [&Vec3<R>; 3],
        phi: [R; 2],
    ) -> SMatrix<R, 11, 11> {
        to_nodes(&projected(&self.by_edges(frame, x, phi), x))
    }

    /// The Hessian by the edges and angles.
    #[inline]
    fn by_edges(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> SMatrix<R, 8, 8> {
        let joint = Joint::new(frame, x, phi);
        let twist = frame.strains(x, phi)[2];
        let slope = joint.twist_gradient();
        let mut hessian =
            joint.twist_hessian() * (self.twist * twist) + slope * (slope * self.twist).transpose();
        if !self.is_straight() {
            for (component, rest) in self.rest.into_iter().enumerate() {
                hessian -= joint.curvature_hessian(component) * (self.bend * rest);
            }
        }
        let [h00, h01, h11] = self.bending().by_edges(x);
        for (i, j, block) in [
            (0, 0, h00),
            (0, 3, h01),
            (3, 0, h01.transpose()),
            (3, 3, h11),
        ] {
            let mut view = hessian.fixed_view_mut::<3, 3>(i, j);
            view += block;
        }
        // Symmetric up to rounding; make it so exactly.
        (hessian + hessian.transpose()) * R::half()
    }

    #[inline]
    fn bending(&self) -> RodBend<R> {
        RodBend {
            stiffness: self.bend,
        }
    }

    #[inline]
    fn is_straight(&self) -> bool {
        self.rest == [R::zero(); 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::elastic::rod_frame::EdgeFrame;
    use crate::testing::{Random, assert_close, derivatives};
    use crate::vector::normalized;
    use num_dual::HyperDual64;

    fn refs<R: Real>(x: &[Vec3<R>]) -> [&Vec3<R>; 3] {
        [&x[0], &x[1], &x[2]]
    }

    /// Nodes of any scale, bent and turned from the references by up to the given amount.
    fn joint(random: &mut Random, amount: f64) -> (JointFrame<f64>, [Vec3<f64>; 3], [f64; 2]) {
        let scale = libm::pow(10.0, 4.0 * random.uniform());
        let (x0, e0) = (random.point(), normalized(&random.point()));
        let e1 = e0 * (1.0 + 0.5 * random.uniform()) + random.point() * amount;
        let x = [x0, x0 + e0, x0 + e0 + e1].map(|p| p * scale);
        let edges = [e0, e1].map(|e| EdgeFrame::new(&(e + random.point() * amount)));
        let twist = 10.0 * random.uniform();
        let phi = [4.0 * random.uniform(), 4.0 * random.uniform()];
        (JointFrame { edges, twist }, x, phi)
    }

    fn dual(value: f64) -> HyperDual64 {
        Real::from_f64(value)
    }

    #[test]
    fn derivatives_are_exact_and_the_hessian_bounds() {
        let mut random = Random(98);
        for round in 0..200 {
            let amount = [0.0, 1e-8, 1e-4, 0.1, 0.6][round % 5];
            let (frame, x, phi) = joint(&mut random, amount);
            let curved = f64::from(u8::from(round % 2 == 0));
            let rod = RoundJoint::<f64> {
                bend: 1.5 + random.uniform(),
                twist: 1.5 + random.uniform(),
                rest: [0, 1].map(|_| curved * random.uniform()),
            };
            let dual_rod = RoundJoint {
                bend: dual(rod.bend),
                twist: dual(rod.twist),
                rest: rod.rest.map(dual),
            };
            let dual_frame = JointFrame {
                edges: frame.edges.map(|edge| EdgeFrame {
                    tangent: edge.tangent.map(dual),
                    director: edge.director.map(dual),
                }),
                twist: dual(frame.twist),
            };
            // The angles as coordinates of a fourth point, in units of the edge: one scale for all.
            let r = (x[1] - x[0]).norm();
            let angles = Vec3::new(phi[0], phi[1], 0.0) * r;
            let (g, h) = derivatives::<4, 12>([x[0], x[1], x[2], angles], |p| {
                dual_rod.energy(&dual_frame, refs(&p), [p[3].x / dual(r), p[3].y / dual(r)])
            });
            let g = g.fixed_rows::<11>(0).into_owned();
            let h = h.fixed_view::<11, 11>(0, 0).into_owned();
            let unit = |k: usize| if k < 9 { 1.0 } else { 1.0 / r };
            let over = |m: SMatrix<f64, 11, 11>| {
                SMatrix::<f64, 11, 11>::from_fn(|i, j| m[(i, j)] * unit(i) * unit(j))
            };
            let gradient = rod.gradient(&frame, refs(&x), phi);
            let gradient = SVector::<f64, 11>::from_fn(|i, _| gradient[i] * unit(i));
            assert_close(&gradient, &g, 1e-10);
            let exact = over(rod.hessian(&frame, refs(&x), phi));
            assert_close(&exact, &h, 1e-10);
            let projected = over(rod.projected_hessian(&frame, refs(&x), phi));
            assert_bounds(&projected, &exact, 1e-12);
        }
    }

    #[test]
    fn twist_does_not_soften_bending() {
        let mut random = Random(99);
        for _ in 0..100 {
            let (frame, x, phi) = joint(&mut random, 0.5);
            let straight = RoundJoint {
                bend: 2.0,
                twist: 0.0,
                rest: [0.0; 2],
            };
            let energy = straight.energy(&frame, refs(&x), phi);
            let expected = RodBend { stiffness: 2.0 }.energy(refs(&x));
            assert!((energy - expected).abs() < 1e-12 * (1.0 + expected));
        }
    }

    #[test]
    fn what_is_curved_at_rest_has_no_energy_there_and_resists_the_straight() {
        let mut random = Random(100);
        for _ in 0..100 {
            let (mut frame, x, [phi, _]) = joint(&mut random, 0.5);
            // The angle of the second edge that leaves no twist.
            frame.twist = 0.0;
            let angles = [phi, phi - frame.strains(refs(&x), [phi; 2])[2]];
            let [k1, k2, twist] = frame.strains(refs(&x), angles);
            assert!(twist.abs() < 1e-14);
            let rod = RoundJoint {
                bend: 2.0,
                twist: 3.0,
                rest: [k1, k2],
            };
            assert!(rod.energy(&frame, refs(&x), angles) < 1e-28);
            let along = normalized(&(x[1] - x[0]));
            let y = [x[0], x[1], x[1] + along * (x[2] - x[1]).norm()];
            let expected = k1 * k1 + k2 * k2;
            let mut straightened = angles;
            straightened[1] -= frame.strains(refs(&y), angles)[2];
            let energy = rod.energy(&frame, refs(&y), straightened);
            assert!((energy - expected).abs() < 1e-12 * (1.0 + expected));
        }
    }
}
