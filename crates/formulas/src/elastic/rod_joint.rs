//! Bending with natural curvature and twist of a rod, at the joint of two edges (Bergou et al. 2008
//! and 2010), with the strains of [`super::rod_frame`]:
//!
//! ```text
//! ½ (E I1/l̄)(κ1 - κ1⁰)² + ½ (E I2/l̄)(κ2 - κ2⁰)² + ½ (G J/l̄)(twist - twist⁰)²
//! ```
//!
//! where `l̄` is half the sum of the edges' rest lengths. The unknowns are three nodes and the edges'
//! angles φ; derivatives are by `x0, x1, x2, φ_i, φ_j`, in this order. Where an angle is stored as an
//! arc length `y = φ r`, in m, its derivatives are those by φ over `r`.
//!
//! The projected Hessian is made of the exact one: lengths are measured by the present edges, and
//! negative eigenvalues on the 8 coordinates (edges and angles) are set to zero.

use super::rod::Section;
use super::rod_frame::{Joint, JointFrame, Row};
use crate::symmetric::clamp;
use crate::{Real, Vec3};
use nalgebra::{SMatrix, SVector};

/// A joint of a rod at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RodJoint<R: Real> {
    /// `E I1/l̄`, `E I2/l̄` and `G J/l̄`, in J.
    pub stiffness: [R; 3],
    /// The strains κ1, κ2 and twist at rest.
    pub rest: [R; 3],
}

impl<R: Real> RodJoint<R> {
    /// Between edges of the given rest lengths in m, of a section that bends alike in all directions;
    /// `rest` are the strains at rest, from [`JointFrame::strains`].
    #[inline]
    pub fn new(section: &Section<R>, lengths: [R; 2], rest: [R; 3]) -> Self {
        Self::anisotropic([section.bend; 2], section.twist, lengths, rest)
    }

    /// With bending stiffnesses `E I1` (of κ1, about m2) and `E I2` (of κ2, about m1) and twisting
    /// stiffness `G J`, in N m².
    #[inline]
    pub fn anisotropic(bend: [R; 2], twist: R, lengths: [R; 2], rest: [R; 3]) -> Self {
        let inverse = R::two() / (lengths[0] + lengths[1]);
        Self {
            stiffness: [bend[0], bend[1], twist].map(|stiffness| stiffness * inverse),
            rest,
        }
    }

    /// Energy, in J.
    #[inline]
    pub fn energy(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> R {
        let strains = frame.strains(x, phi);
        (0..3).fold(R::zero(), |sum, k| {
            let strain = strains[k] - self.rest[k];
            sum + R::half() * self.stiffness[k] * strain * strain
        })
    }

    /// Gradient of the energy: by the nodes in N, by the angles in J.
    #[inline]
    pub fn gradient(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> SVector<R, 11> {
        let moments = self.moments(frame, x, phi);
        let slopes = slopes(&Joint::new(frame, x, phi));
        spread(&(slopes[0] * moments[0] + slopes[1] * moments[1] + slopes[2] * moments[2]))
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

    /// Positive semidefinite Hessian of the energy, in the units of [`RodJoint::hessian`].
    #[inline]
    pub fn projected_hessian(
        &self,
        frame: &JointFrame<R>,
        x: [&Vec3<R>; 3],
        phi: [R; 2],
    ) -> SMatrix<R, 11, 11> {
        to_nodes(&projected(&self.by_edges(frame, x, phi), x))
    }

    /// The derivatives of the energy by the strains, in J.
    #[inline]
    fn moments(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> [R; 3] {
        let strains = frame.strains(x, phi);
        core::array::from_fn(|k| self.stiffness[k] * (strains[k] - self.rest[k]))
    }

    /// The Hessian by the edges and angles.
    #[inline]
    fn by_edges(&self, frame: &JointFrame<R>, x: [&Vec3<R>; 3], phi: [R; 2]) -> SMatrix<R, 8, 8> {
        let moments = self.moments(frame, x, phi);
        let joint = Joint::new(frame, x, phi);
        let mut hessian = joint.curvature_hessian(0) * moments[0]
            + joint.curvature_hessian(1) * moments[1]
            + joint.twist_hessian() * moments[2];
        for (slope, stiffness) in slopes(&joint).iter().zip(self.stiffness) {
            hessian += slope * (slope * stiffness).transpose();
        }
        // Symmetric up to rounding; make it so exactly.
        (hessian + hessian.transpose()) * R::half()
    }
}

/// The gradients of the strains.
#[inline]
fn slopes<R: Real>(joint: &Joint<R>) -> [Row<R>; 3] {
    [
        joint.curvature_gradient(0),
        joint.curvature_gradient(1),
        joint.twist_gradient(),
    ]
}

/// A Hessian by the edges and angles without its negative eigenvalues, lengths measured by the edges.
#[inline]
pub(super) fn projected<R: Real>(exact: &SMatrix<R, 8, 8>, x: [&Vec3<R>; 3]) -> SMatrix<R, 8, 8> {
    let lengths = [0, 1].map(|i| {
        let e = x[i + 1] - x[i];
        e.dot(&e).sqrt()
    });
    let scale = |k: usize| if k < 6 { lengths[k / 3] } else { R::one() };
    let scaled =
        core::array::from_fn(|i| core::array::from_fn(|j| exact[(i, j)] * scale(i) * scale(j)));
    let clamped = clamp::<R, 8>(scaled);
    SMatrix::from_fn(|i, j| clamped[i][j] / (scale(i) * scale(j)))
}

/// From rows by the edges and angles to rows by the nodes and angles.
#[inline]
pub(super) fn spread<R: Real, const C: usize>(rows: &SMatrix<R, 8, C>) -> SMatrix<R, 11, C> {
    SMatrix::from_fn(|i, j| match i {
        0..3 => -rows[(i, j)],
        3..6 => rows[(i - 3, j)] - rows[(i, j)],
        _ => rows[(i - 3, j)],
    })
}

/// Rows and columns by the nodes and angles.
#[inline]
pub(super) fn to_nodes<R: Real>(hessian: &SMatrix<R, 8, 8>) -> SMatrix<R, 11, 11> {
    spread(&spread(hessian).transpose())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::elastic::rod::RodBend;
    use crate::elastic::rod_frame::{EdgeFrame, transport};
    use crate::testing::{Random, assert_close, derivatives};
    use crate::{Mat3, vector::normalized};
    use core::f64::consts::PI;
    use num_dual::HyperDual64;

    fn refs<R: Real>(x: &[Vec3<R>]) -> [&Vec3<R>; 3] {
        [&x[0], &x[1], &x[2]]
    }

    fn rotation(random: &mut Random) -> Mat3<f64> {
        let turn = crate::elastic::svd3::svd3(&Mat3::from_fn(|_, _| random.uniform())).u;
        turn * turn.determinant().signum()
    }

    /// Nodes of any scale, bent and turned from the references by up to the given amount.
    fn joint(random: &mut Random, amount: f64) -> (JointFrame<f64>, [Vec3<f64>; 3], [f64; 2]) {
        let scale = libm::pow(10.0, 4.0 * random.uniform());
        let (x0, e0) = (random.point(), normalized(&random.point()));
        let e0 = e0 * (1.0 + 0.5 * random.uniform());
        let e1 = e0 * (1.0 + 0.5 * random.uniform()) + random.point() * (amount * e0.norm());
        let x = [x0, x0 + e0, x0 + e0 + e1].map(|p| p * scale);
        let edges = [e0, e1].map(|e| EdgeFrame::new(&(e + random.point() * (amount * e.norm()))));
        let twist = 10.0 * random.uniform();
        (
            JointFrame { edges, twist },
            x,
            [4.0 * random.uniform(), 4.0 * random.uniform()],
        )
    }

    fn dual_frame(frame: &JointFrame<f64>) -> JointFrame<HyperDual64> {
        JointFrame {
            edges: [0, 1].map(|i| EdgeFrame {
                tangent: frame.edges[i].tangent.map(Real::from_f64),
                director: frame.edges[i].director.map(Real::from_f64),
            }),
            twist: Real::from_f64(frame.twist),
        }
    }

    #[test]
    fn derivatives_are_exact_and_the_hessian_bounds() {
        let mut random = Random(95);
        for round in 0..200 {
            let amount = [0.0, 1e-8, 1e-4, 0.1, 0.6][round % 5];
            let (frame, x, phi) = joint(&mut random, amount);
            let strains = frame.strains(refs(&x), phi);
            let rod = RodJoint::<f64> {
                stiffness: [0, 1, 2].map(|_| 1.5 + random.uniform()),
                rest: strains.map(|strain| strain + random.uniform()),
            };
            let dual = RodJoint {
                stiffness: rod.stiffness.map(Real::from_f64),
                rest: rod.rest.map(Real::from_f64),
            };
            let dual_frame = dual_frame(&frame);
            // The angles as coordinates of a fourth point, in units of the edge: one scale for all.
            let r = (x[1] - x[0]).norm();
            let angles = Vec3::new(phi[0], phi[1], 0.0) * r;
            let (g, h) = derivatives::<4, 12>([x[0], x[1], x[2], angles], |p| {
                let radius = <HyperDual64 as Real>::from_f64(r);
                dual.energy(&dual_frame, refs(&p), [p[3].x / radius, p[3].y / radius])
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
    fn strains_move_with_the_rod() {
        let mut random = Random(96);
        for _ in 0..200 {
            let (mut frame, x, phi) = joint(&mut random, 0.5);
            frame.twist = frame.strains(refs(&x), phi)[2];
            let strains = frame.strains(refs(&x), phi);
            let check = |other: [f64; 3], full_turns: bool| {
                let mut change = other[2] - strains[2];
                if full_turns {
                    change -= 2.0 * PI * libm::round(change / (2.0 * PI));
                }
                let error = libm::hypot(other[0] - strains[0], other[1] - strains[1]);
                assert!(
                    error < 1e-12 && change.abs() < 1e-12,
                    "{error:e} {change:e}"
                );
            };
            // References carried along: the same directors.
            let edges = [0, 1].map(|i| frame.edges[i].transported(&(x[i + 1] - x[i])));
            let carried = JointFrame { edges, ..frame };
            check(carried.strains(refs(&x), phi), false);
            // Turned nodes, with angles that turn the directors too.
            let turn = rotation(&mut random);
            let turned = x.map(|p| turn * p);
            let angles = [0, 1].map(|i| {
                let (e, moved) = (x[i + 1] - x[i], turned[i + 1] - turned[i]);
                let target = turn * frame.edges[i].directors(&e, phi[i])[0];
                let [u, v] = frame.edges[i].directors(&moved, 0.0);
                libm::atan2(target.dot(&v), target.dot(&u))
            });
            check(frame.strains(refs(&turned), angles), true);
        }
    }

    #[test]
    fn a_twisted_straight_rod_costs_half_the_stiffness_times_the_squared_rate() {
        let section = Section::round(0.01, 2e9, 0.25);
        let (n, length, rate) = (50, 0.1, 30.0);
        let along = Vec3::new(1.0, 2.0, -0.5).normalize() * length;
        let frame = EdgeFrame::new(&along);
        let rod = RodJoint::new(&section, [length; 2], [0.0; 3]);
        let mut energy = 0.0;
        for k in 0..n {
            let x = [0, 1, 2].map(|i| along * f64::from(k + i));
            let phi = [0, 1].map(|i| rate * length * f64::from(k + i));
            // Three radians a joint, nearly half a turn; the sum goes round many times.
            let frame = JointFrame {
                edges: [frame; 2],
                twist: rate * length,
            };
            energy += rod.energy(&frame, refs(&x), phi);
        }
        let per_length = energy / (f64::from(n) * length);
        let expected = 0.5 * (0.8e9 * PI / 2.0 * 1e-8) * rate * rate;
        assert!((per_length / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_twist_it_bends_as_a_straight_rod_does() {
        let mut random = Random(97);
        for _ in 0..100 {
            let (frame, x, phi) = joint(&mut random, 0.5);
            let [a, b] = [x[1] - x[0], x[2] - x[1]];
            let first = frame.edges[0].transported(&a);
            let second = EdgeFrame {
                tangent: normalized(&b),
                director: transport(&normalized(&a), &normalized(&b), &first.director),
            };
            let frame = JointFrame {
                edges: [first, second],
                twist: 0.0,
            };
            let rod = RodJoint {
                stiffness: [2.0, 2.0, 5.0],
                rest: [0.0; 3],
            };
            let energy = rod.energy(&frame, refs(&x), [phi[0]; 2]);
            let expected = RodBend { stiffness: 2.0 }.energy(refs(&x));
            assert!((energy - expected).abs() < 1e-12 * (1.0 + expected));
        }
    }
}
