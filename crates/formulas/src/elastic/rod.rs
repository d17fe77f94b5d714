//! Rods that are straight at rest and have a round section (Bergou, Wardetzky, Robinson, Audoly and
//! Grinspun 2008, "Discrete Elastic Rods"; Codimensional IPC 2021, section 3): stretch of an edge
//! and bending at a vertex between the edges `e0 = x1 - x0` and `e1 = x2 - x1`,
//!
//! ```text
//! ½ E A L (l/L - 1)²        ½ (E I/l̄) |κb|²,   κb = 2 e0 x e1/(|e0||e1| + e0·e1)
//! ```
//!
//! where `l̄` is half the sum of the edges' rest lengths. With unit tangents `t0, t1` at the angle ψ,
//! `|κb|² = f(ψ) = 4 T²`, `T = tan(ψ/2)`: infinite only where the rod is folded back on itself.
//!
//! **Projection.** Let `b` be the binormal, `m_i = b x t_i`; in the displacements `d` of the edges
//! over their lengths write `x_i = m_i·d_i`, `y_i = t_i·d_i`, `z_i = b·d_i`. Then
//!
//! ```text
//! d²f = f'' (x1 - x0)² - 2 f' (x1 y1 - x0 y0) + 2 (1 + T²)² [cos ψ (z0² + z1²) - 2 z0 z1]
//! f' = 4 T (1 + T²),   f'' = 2 (1 + T²)(1 + 3 T²)
//! ```
//!
//! falls apart in sums and differences over the edges: two 2x2 matrices with one positive eigenvalue
//! each, and `2 (1 + T²)(z1 - z0)²`. The projected Hessian is the sum of these three modes; like the
//! nearest positive semidefinite one it bounds the exact Hessian from above.

use super::mode::{add_mode, positive_mode};
use super::spring::Spring;
use crate::vector::perpendicular;
use crate::{Mat3, Real, Vec3, VertexQuadratic, pick3};

/// The stiffnesses of a rod's section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section<R: Real> {
    /// Stretching stiffness `E A`, in N.
    pub stretch: R,
    /// Bending stiffness `E I`, in N m².
    pub bend: R,
    /// Twisting stiffness `G J`, in N m².
    pub twist: R,
}

impl<R: Real> Section<R> {
    /// A round section of radius `r` in m, Young's modulus in Pa, Poisson's ratio (Kirchhoff;
    /// Bergou et al. 2010): `A = π r²`, `I = π r⁴/4`, `J = π r⁴/2`, `G = E/(2 (1 + ν))`.
    ///
    /// ```
    /// use tangency_formulas::elastic::Section;
    ///
    /// // Steel, 1 mm thick: E I = E π r⁴/4.
    /// let wire = Section::round(0.5e-3_f64, 2e11, 0.3);
    /// assert!((wire.bend / (2e11 * 4.908_738_5e-14) - 1.0).abs() < 1e-8);
    /// assert!((wire.twist / wire.bend - 1.0 / 1.3).abs() < 1e-15);
    /// ```
    #[inline]
    pub fn round(radius: R, young: R, poisson: R) -> Self {
        let square = radius * radius;
        let stretch = young * R::from_f64(core::f64::consts::PI) * square;
        let bend = stretch * square * R::from_f64(0.25);
        Self {
            stretch,
            bend,
            twist: bend / (R::one() + poisson),
        }
    }

    /// The stretch of an edge of rest length `L` in m: a spring of stiffness `E A/L`.
    #[inline]
    pub fn spring(&self, length: R) -> Spring<R> {
        Spring {
            stiffness: self.stretch / length,
            length,
        }
    }

    /// Bending at a vertex between edges of the given rest lengths, in m.
    #[inline]
    pub fn bend(&self, lengths: [R; 2]) -> RodBend<R> {
        RodBend {
            stiffness: self.bend / (R::half() * (lengths[0] + lengths[1])),
        }
    }
}

/// The curvature binormal κb of two edges; its length is 2 tan(ψ/2).
#[inline]
pub fn curvature_binormal<R: Real>(e0: &Vec3<R>, e1: &Vec3<R>) -> Vec3<R> {
    let lengths = (e0.dot(e0) * e1.dot(e1)).sqrt();
    e0.cross(e1) * (R::two() / (lengths + e0.dot(e1)))
}

/// Bending at a vertex of a rod that is straight at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RodBend<R: Real> {
    /// `E I/l̄`, in J.
    pub stiffness: R,
}

/// Two edges in their present shape.
struct Corner<R: Real> {
    /// Unit tangents.
    t: [Vec3<R>; 2],
    /// Inverse lengths, in 1/m.
    inverse: [R; 2],
    /// `t0 x t1`.
    sine: Vec3<R>,
    /// `1 + t0·t1`.
    chi: R,
}

impl<R: Real> Corner<R> {
    #[inline]
    fn new(x: [&Vec3<R>; 3]) -> Self {
        let edges = [x[1] - x[0], x[2] - x[1]];
        let inverse = edges.map(|e| R::one() / e.dot(&e).sqrt());
        let t = [edges[0] * inverse[0], edges[1] * inverse[1]];
        let sum = t[0] + t[1];
        Self {
            t,
            inverse,
            sine: t[0].cross(&t[1]),
            // Keeps its digits where the rod is nearly folded.
            chi: sum.dot(&sum) * R::half(),
        }
    }

    /// Derivatives of `t0·t1` by the edges, in 1/m.
    #[inline]
    fn slopes(&self) -> [Vec3<R>; 2] {
        [
            self.sine.cross(&self.t[0]) * self.inverse[0],
            self.t[1].cross(&self.sine) * self.inverse[1],
        ]
    }

    /// A unit vector across both tangents: of a straight rod, any.
    #[inline]
    fn binormal(&self) -> Vec3<R> {
        let t = &self.t[0];
        let square = self.sine.dot(&self.sine);
        let tiny = R::from_f64(64.0) * R::epsilon();
        if square <= tiny * tiny {
            return perpendicular(t);
        }
        // A small sine has lost digits; what matters then is only that it stands across.
        let b = self.sine * (R::one() / square.sqrt());
        let b = b - t * t.dot(&b);
        b * (R::one() / b.dot(&b).sqrt())
    }
}

/// From derivatives by the edges to those by the three nodes.
#[inline]
fn to_nodes<R: Real>([g0, g1]: [Vec3<R>; 2]) -> [Vec3<R>; 3] {
    [-g0, g0 - g1, g1]
}

impl<R: Real> RodBend<R> {
    /// Energy, in J; infinite where the rod is folded back on itself.
    #[inline]
    pub fn energy(&self, x: [&Vec3<R>; 3]) -> R {
        let corner = Corner::new(x);
        if corner.chi <= R::zero() {
            return R::infinity();
        }
        let kb = corner.sine * (R::two() / corner.chi);
        R::half() * self.stiffness * kb.dot(&kb)
    }

    /// Gradient of the energy, in N: the forces with opposite sign.
    #[inline]
    pub fn gradient(&self, x: [&Vec3<R>; 3]) -> [Vec3<R>; 3] {
        let corner = Corner::new(x);
        let first = self.by_cosine(corner.chi)[0];
        to_nodes(corner.slopes().map(|slope| slope * first))
    }

    /// Hessian of the energy, in N/m, as it is: in general indefinite. The 6 blocks (0,0), (0,1),
    /// (0,2), (1,1), (1,2), (2,2).
    #[inline]
    pub fn hessian(&self, x: [&Vec3<R>; 3]) -> [Mat3<R>; 6] {
        let [h00, h01, h11] = self.by_edges(x);
        [
            h00,
            h01 - h00,
            -h01,
            h00 + h11 - h01 - h01.transpose(),
            h01 - h11,
            h11,
        ]
    }

    /// The Hessian by the edges: blocks (0,0), (0,1), (1,1).
    #[inline]
    pub(super) fn by_edges(&self, x: [&Vec3<R>; 3]) -> [Mat3<R>; 3] {
        let corner = Corner::new(x);
        let [first, second] = self.by_cosine(corner.chi);
        let slopes = corner.slopes();
        let identity = Mat3::<R>::identity();
        let cosine = corner.chi - R::one();
        let across = |i: usize| identity - corner.t[i] * corner.t[i].transpose();
        let own = |i: usize| {
            let mixed = slopes[i] * (corner.t[i] * corner.inverse[i]).transpose();
            let turn = across(i) * (cosine * corner.inverse[i] * corner.inverse[i]);
            slopes[i] * (slopes[i] * second).transpose()
                - (mixed + mixed.transpose() + turn) * first
        };
        let (h00, h11) = (own(0), own(1));
        let h01 = slopes[0] * (slopes[1] * second).transpose()
            + across(0) * across(1) * (first * corner.inverse[0] * corner.inverse[1]);
        [h00, h01, h11]
    }

    /// The quadratic model of the energy at vertex `i`.
    #[inline]
    pub fn at_vertex(&self, x: [&Vec3<R>; 3], i: usize) -> VertexQuadratic<R> {
        let [b00, _, _, b11, _, b22] = self.projected_hessian(x);
        VertexQuadratic {
            gradient: pick3(self.gradient(x), i),
            hessian: pick3([b00, b11, b22], i),
        }
    }

    /// Projected Hessian of the energy, in N/m: blocks as in [`RodBend::hessian`].
    #[inline]
    pub fn projected_hessian(&self, x: [&Vec3<R>; 3]) -> [Mat3<R>; 6] {
        let (one, two, half) = (R::one(), R::two(), R::half());
        let corner = Corner::new(x);
        let b = corner.binormal();
        let m = corner.t.map(|t| b.cross(&t));
        let tangent = corner.sine.dot(&b) / corner.chi;
        let square = one + tangent * tangent;
        let scale = half * self.stiffness;
        let first = scale * R::from_f64(4.0) * tangent * square;
        let second = scale * two * square * (square + two * tangent * tangent);
        // f'' (x1 - x0)² - 2 f' (x1 y1 - x0 y0): the difference of x with the sum of y, and the
        // sum of x with the difference of y.
        let (bend, [bx, by]) = positive_mode(two * second, -first);
        let (slide, [sx, sy]) = positive_mode(R::zero(), -first);
        let root = half.sqrt();
        let [w0, w1] = corner.inverse.map(|inverse| inverse * root);
        let t = &corner.t;
        let modes = [
            (
                bend,
                [(t[0] * by - m[0] * bx) * w0, (t[1] * by + m[1] * bx) * w1],
            ),
            (
                slide,
                [(m[0] * sx - t[0] * sy) * w0, (m[1] * sx + t[1] * sy) * w1],
            ),
            (scale * R::from_f64(4.0) * square, [-b * w0, b * w1]),
        ];
        let mut blocks = [Mat3::<R>::zeros(); 6];
        for (value, mode) in modes {
            add_mode(&mut blocks, &to_nodes(mode), value);
        }
        blocks
    }

    /// First and second derivative of the energy by `t0·t1 = χ - 1`, in J: `f = 4 (2 - χ)/χ`.
    #[inline]
    fn by_cosine(&self, chi: R) -> [R; 2] {
        let scale = self.stiffness * R::from_f64(4.0) / (chi * chi);
        [-scale, R::two() * scale / chi]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::mode::tests::assert_bounds;
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use core::f64::consts::PI;

    fn refs<R: Real>(x: &[Vec3<R>; 3]) -> [&Vec3<R>; 3] {
        [&x[0], &x[1], &x[2]]
    }

    /// Two edges of any scale at the angle `psi`.
    fn bent(random: &mut Random, psi: f64) -> [Vec3<f64>; 3] {
        let scale = libm::pow(10.0, 4.0 * random.uniform());
        let turn = crate::elastic::svd3::svd3(&Mat3::from_fn(|_, _| random.uniform())).u;
        let e0 = turn * Vec3::x() * (1.0 + 0.6 * random.uniform());
        let e1 = turn * Vec3::new(libm::cos(psi), libm::sin(psi), 0.0);
        let x0 = random.point();
        [x0, x0 + e0, x0 + e0 + e1 * (1.0 + 0.6 * random.uniform())].map(|p| p * scale)
    }

    #[test]
    fn derivatives_are_exact_and_the_hessian_bounds() {
        let mut random = Random(90);
        let bend = RodBend { stiffness: 3.0 };
        let dual = RodBend {
            stiffness: Real::from_f64(3.0),
        };
        for psi in [0.0, 1e-14, 1e-12, 1e-8, 1e-4, 0.1, 1.0, 2.0, 3.0] {
            for _ in 0..30 {
                let x = bent(&mut random, psi);
                let (g, h) = derivatives::<3, 9>(x, |x| dual.energy(refs(&x)));
                let size = (x[1] - x[0]).norm();
                let gradient = flatten::<3, 9>(bend.gradient(refs(&x)));
                assert!((gradient - g).norm() <= 1e-12 * h.norm() * size);
                let exact = unpack(&bend.hessian(refs(&x)));
                assert_close(&exact, &h, 1e-11);
                let projected = unpack(&bend.projected_hessian(refs(&x)));
                assert_bounds(&projected, &exact, 1e-12);
                // The part that is dropped has the opposite sign, and shrinks with the angle.
                let dropped = (projected - exact).norm() / exact.norm();
                assert!(dropped <= psi + 1e-12, "{psi}: {dropped:e}");
            }
        }
    }

    #[test]
    fn a_circle_costs_half_the_stiffness_over_its_squared_radius() {
        let section = Section::round(0.01, 2e9, 0.25);
        let radius = 3.0;
        for n in [10, 100, 1000] {
            let point = |k: f64| {
                let turn = 2.0 * PI * k / f64::from(n);
                Vec3::new(libm::cos(turn), libm::sin(turn), 0.0) * radius
            };
            let x = [point(-1.0), point(0.0), point(1.0)];
            let length = (x[1] - x[0]).norm();
            let energy = section.bend([length; 2]).energy(refs(&x)) / length;
            let expected = 0.5 * 2e9 * (PI / 4.0 * 1e-8) / (radius * radius);
            // tan² (π/n) and chords for arcs: relative (2/3 + 1/3) (π/n)² to leading order.
            let error = energy / expected - 1.0;
            let leading = PI / f64::from(n) * PI / f64::from(n);
            assert!((error / leading - 1.0).abs() < 0.1, "{n}: {error:e}");
        }
    }

    #[test]
    fn a_stretched_edge_costs_half_the_stiffness_times_the_squared_strain() {
        let section = Section::round(0.01, 2e9, 0.25);
        let (x0, x1) = (Vec3::zeros(), Vec3::new(0.0, 0.0, 2.02));
        let energy = section.spring(2.0).energy([&x0, &x1]);
        let expected = 0.5 * 2e9 * PI * 1e-4 * 2.0 * 0.01 * 0.01;
        assert!((energy / expected - 1.0).abs() < 1e-12);
        assert!((section.twist / (0.8e9 * PI * 0.5e-8) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn the_energy_is_that_of_the_curvature_binormal_and_infinite_when_folded() {
        let mut random = Random(91);
        let bend = RodBend { stiffness: 3.0 };
        for psi in [0.0, 1e-6, 1.0, 2.5] {
            let x = bent(&mut random, psi);
            let kb = curvature_binormal(&(x[1] - x[0]), &(x[2] - x[1]));
            let tangent = 2.0 * libm::tan(0.5 * psi);
            assert!((kb.norm() - tangent).abs() <= 1e-13 * (1.0 + tangent));
            // Both know κb to a few roundings of 1, not of itself.
            let (energy, rounding) = (1.5 * kb.norm_squared(), 1e-15 * (1.0 + tangent));
            let error = (bend.energy(refs(&x)) - energy).abs();
            assert!(
                error <= 3.0 * (kb.norm() + rounding) * rounding,
                "{error:e}"
            );
        }
        let folded = [Vec3::zeros(), Vec3::x(), Vec3::zeros()];
        assert_eq!(bend.energy(refs(&folded)), f64::INFINITY);
    }
}
