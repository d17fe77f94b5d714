//! The mollifier, which fades a term where the closest point leaves the inside of its primitive (Huang et al. 2025,
//! appendix A): there the direction between the closest points has a kink, and another term takes over. With the
//! distance `d` of the two primitives and the distances `d_k` from parts of one to the other,
//!
//! ```text
//! M = Π_k h((d_k/d - 1)/c),     h(z) = z (2 - z) for z < 1, else 1
//!
//! vertex-edge    d_k from the vertex to both ends of the edge
//! vertex-face    d_k from the vertex to the three lines of the face's edges
//! edge-edge      d_k from each of the four ends to the other edge
//! ```
//!
//! `ρ_k = (d_k/d)² - 1` vanishes to second order where the closest point reaches the part, and so does `M`. Nearly parallel
//! edges fade as well.
//!
//! The published library has `h(ρ_k/c)`, squared ratios: [`Ratio::Squared`]. Of a face's edge it takes the line, where
//! the paper has the edge; that differs only over obtuse triangles, and the line is smooth.

use super::jet::Jet;
use super::stencil::TermKind;
use crate::distance::foot::Foot;
use crate::distance::point_edge::{self, PointEdge};
use crate::distance::{edge_edge, point_point, point_triangle};
use crate::{Mat3, Real, Vec3};

/// The ratio that is compared with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ratio {
    /// `d_k/d`, as in the paper.
    #[default]
    Plain,
    /// `(d_k/d)²`, as in the published library.
    Squared,
}

/// The mollifier's width and ratio: how fast a term fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mollifier<R: Real> {
    /// `c`; 0.01 in the paper.
    pub width: R,
    /// The ratio that is compared with one.
    pub ratio: Ratio,
}

impl<R: Real> Mollifier<R> {
    /// One factor of `M` and its derivatives by `ρ = (d_k/d)² - 1`.
    #[inline]
    pub fn jet(&self, rho: R) -> Jet<R> {
        let (one, two) = (R::one(), R::two());
        if rho <= R::zero() {
            return Jet::constant(R::zero());
        }
        let inverse = one / self.width;
        let z = match self.ratio {
            Ratio::Squared => Jet {
                value: rho * inverse,
                first: inverse,
                second: R::zero(),
            },
            Ratio::Plain => {
                let root = (one + rho).sqrt();
                let first = inverse / (two * root);
                Jet {
                    // √(1 + ρ) - 1 without cancellation.
                    value: rho / (root + one) * inverse,
                    first,
                    second: -first / (two * (one + rho)),
                }
            }
        };
        if z.value >= one {
            return Jet::constant(one);
        }
        let slope = two * (one - z.value);
        Jet {
            value: z.value * (two - z.value),
            first: slope * z.first,
            second: slope * z.second - two * z.first * z.first,
        }
    }
}

/// `ρ_k + 1 = S_k/S` of the parts, and how many there are, given `S` in m².
#[inline]
pub fn ratios<R: Real>(kind: TermKind, x: &[Vec3<R>], squared: R) -> ([R; 4], usize) {
    let line = |p: usize, e0: usize, e1: usize| point_edge::squared_line(&x[p], &x[e0], &x[e1]);
    let edge = |p: usize, e0: usize, e1: usize| point_edge::squared(&x[p], &x[e0], &x[e1]);
    let point = |p: usize, q: usize| point_point::squared(&x[p], &x[q]);
    let zero = R::zero();
    let (parts, count) = match kind {
        TermKind::VertexVertex => ([zero; 4], 0),
        TermKind::VertexEdge => ([point(0, 1), point(0, 2), zero, zero], 2),
        TermKind::VertexFace => ([line(0, 1, 2), line(0, 2, 3), line(0, 3, 1), zero], 3),
        TermKind::EdgeEdge => {
            let ends = [edge(0, 2, 3), edge(1, 2, 3), edge(2, 0, 1), edge(3, 0, 1)];
            (ends, 4)
        }
    };
    (parts.map(|part| part / squared), count)
}

/// The foot of the two primitives, inside of both.
#[inline]
fn whole<R: Real>(kind: TermKind, x: &[Vec3<R>]) -> Foot<R, 4> {
    match kind {
        TermKind::VertexVertex => Foot::point_point(&x[0], &x[1]).embed([0, 1]),
        TermKind::VertexEdge => point_edge::foot(&x[0], &x[1], &x[2]).embed([0, 1, 2]),
        TermKind::VertexFace => point_triangle::foot(&x[0], &x[1], &x[2], &x[3]),
        TermKind::EdgeEdge => edge_edge::foot(&x[0], &x[1], &x[2], &x[3]),
    }
}

/// The foot of part `k`.
#[inline]
fn part<R: Real>(kind: TermKind, x: &[Vec3<R>], k: usize) -> Foot<R, 4> {
    let point = |p: usize, q: usize| Foot::point_point(&x[p], &x[q]).embed([p, q]);
    let line =
        |p: usize, e0: usize, e1: usize| point_edge::foot(&x[p], &x[e0], &x[e1]).embed([p, e0, e1]);
    let edge = |p: usize, e0: usize, e1: usize| match point_edge::classify(&x[p], &x[e0], &x[e1]) {
        PointEdge::E0 => point(p, e0),
        PointEdge::E1 => point(p, e1),
        PointEdge::Interior => line(p, e0, e1),
    };
    match (kind, k) {
        (TermKind::VertexVertex, _) | (TermKind::VertexEdge, 0) => point(0, 1),
        (TermKind::VertexEdge, _) => point(0, 2),
        (TermKind::VertexFace, 0) => line(0, 1, 2),
        (TermKind::VertexFace, 1) => line(0, 2, 3),
        (TermKind::VertexFace, _) => line(0, 3, 1),
        (TermKind::EdgeEdge, 0 | 1) => edge(k, 2, 3),
        (TermKind::EdgeEdge, _) => edge(k, 0, 1),
    }
}

/// `ρ = S_k/S - 1` of two squared distances, as a function of the primitives' vertices (of which there may be fewer than
/// four; the rest has no share).
#[derive(Clone, Copy, Debug)]
pub struct Excess<R: Real> {
    part: Foot<R, 4>,
    whole: Foot<R, 4>,
    /// `1/S`, in 1/m².
    inverse: R,
    /// `S_k/S`
    ratio: R,
    /// `∇ρ = (∇S_k - (S_k/S) ∇S)/S`, in 1/m.
    pub gradient: [Vec3<R>; 4],
}

impl<R: Real> Excess<R> {
    /// Of part `k`.
    #[inline]
    pub fn new(kind: TermKind, x: &[Vec3<R>], k: usize) -> Self {
        let (part, whole) = (part(kind, x, k), whole(kind, x));
        let squared = |foot: &Foot<R, 4>| foot.separation.dot(&foot.separation);
        let inverse = R::one() / squared(&whole);
        let ratio = squared(&part) * inverse;
        let (by_part, by_whole) = (part.gradient(), whole.gradient());
        Self {
            part,
            whole,
            inverse,
            ratio,
            gradient: core::array::from_fn(|i| (by_part[i] - by_whole[i] * ratio) * inverse),
        }
    }

    /// Block `(i, j)` of `∇²ρ = (∇²S_k - (S_k/S) ∇²S - ∇ρ ∇Sᵀ - ∇S ∇ρᵀ)/S`, in 1/m².
    #[inline]
    pub fn hessian_block(&self, i: usize, j: usize) -> Mat3<R> {
        let by_whole = |k: usize| self.whole.separation * (R::two() * self.whole.weights[k]);
        (self.part.hessian_block(i, j)
            - self.whole.hessian_block(i, j) * self.ratio
            - self.gradient[i] * by_whole(j).transpose()
            - by_whole(i) * self.gradient[j].transpose())
            * self.inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};
    use nalgebra::SMatrix;
    use num_dual::HyperDual64;

    #[test]
    fn one_factor_has_exact_derivatives() {
        for ratio in [Ratio::Plain, Ratio::Squared] {
            for k in 1..300 {
                let rho = 1e-4 * f64::from(k);
                let mut dual = HyperDual64::from_re(rho);
                (dual.eps1, dual.eps2) = (1.0, 1.0);
                let width = HyperDual64::from_re(0.01);
                let exact = Mollifier { width, ratio }.jet(dual).value;
                let jet = Mollifier { width: 0.01, ratio }.jet(rho);
                assert!((jet.value - exact.re).abs() < 1e-14);
                assert!((jet.first - exact.eps1).abs() < 1e-11);
                assert!((jet.second - exact.eps1eps2).abs() < 1e-9);
            }
            let mollifier = Mollifier { width: 0.01, ratio };
            assert_eq!(mollifier.jet(0.0).value, 0.0);
            assert_eq!(mollifier.jet(0.021), Jet::constant(1.0));
        }
    }

    #[test]
    fn excesses_have_exact_derivatives() {
        let mut random = Random(31);
        for _ in 0..300 {
            let x = random.stencil::<4>();
            for (kind, k) in [
                (TermKind::VertexEdge, 0),
                (TermKind::VertexEdge, 1),
                (TermKind::VertexFace, 0),
                (TermKind::VertexFace, 1),
                (TermKind::VertexFace, 2),
                (TermKind::EdgeEdge, 0),
                (TermKind::EdgeEdge, 1),
                (TermKind::EdgeEdge, 2),
                (TermKind::EdgeEdge, 3),
            ] {
                let excess = Excess::new(kind, &x, k);
                let (g, h) = derivatives::<4, 12>(x, |x| {
                    let foot = whole(kind, &x);
                    ratios(kind, &x, foot.separation.dot(&foot.separation)).0[k]
                });
                assert_close(&flatten(excess.gradient), &g, 1e-8);
                let mut hessian = SMatrix::<f64, 12, 12>::zeros();
                for i in 0..4 {
                    for j in 0..4 {
                        let block = excess.hessian_block(i, j);
                        let mut place = hessian.fixed_view_mut::<3, 3>(3 * i, 3 * j);
                        place.copy_from(&block);
                    }
                }
                assert_close(&hessian, &h, 1e-8);
            }
        }
    }
}
