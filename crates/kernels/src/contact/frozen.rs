//! Contacts that push, as they are at the start of a sweep: which points of their parts are closest stays for the time of
//! the sweep, so that it is found once for each contact and not once for each of its vertices.
//!
//! ```text
//! q = Σ w_k x_k       from one of the points to the other, with weights w that are held and positions x of the moment
//! d = n·q             along the normal n that is held, as long as d > |q| / √2
//! d = |q|             else
//! ```
//!
//! The distance is that of the moment, so that a vertex sees what others have done about a gap already. Along the normal that
//! is held, points slide past each other without getting farther apart, as on a triangle: |q| alone would have them lose touch
//! where gaps are small, and sweeps converge more slowly. Either is positive, and both are exact where the sweeps have converged.

use tangency_formulas::distance::mollifier;
use tangency_formulas::{Real, Vec3, VertexQuadratic, pick4};

use super::potential::{Law, friction};
use super::{ContactPairKind, GroundPlane, Push};
use crate::positions::At;
use crate::storage::plain;

/// A contact whose closest points are held. 64 bytes in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct FrozenContact<R: Real> {
    /// Vertices; in place of those that it has not, the first.
    vertices: [u32; 4],
    /// Weights of the vertices in the separation of its points. Their sum is zero, but one on a half-space.
    weights: [R; 4],
    /// The normal: that of the half-space, or from one of its points to the other as they were.
    normal: Vec3<R>,
    /// The distance that it keeps, on a half-space beyond that of the plane from the origin, m.
    offset: R,
    /// The separation of the same points at the start of the step, from which sliding is measured, m.
    start: Vec3<R>,
    /// Coefficient of friction. Nearly parallel edges have none, but less than zero, the threshold of their mollifier, m⁴.
    mu: R,
}

plain!(; FrozenContact);

impl<R: Real> FrozenContact<R> {
    /// In place of a pair that does not push.
    pub fn nothing() -> Self {
        FrozenContact {
            vertices: [0; 4],
            weights: [R::zero(); 4],
            normal: Vec3::zeros(),
            offset: R::zero(),
            start: Vec3::zeros(),
            mu: R::zero(),
        }
    }

    /// The contact where vertices are at `x`; they started the step from `start`.
    #[inline]
    pub fn new(
        push: &Push<R>,
        half_spaces: &[GroundPlane<R>],
        x: impl At<R>,
        start: impl At<R>,
    ) -> Self {
        let weights = push.touch(half_spaces, |v| x.at(v)).weights;
        let [a, b, c, d] = push.vertices;
        let count = push.kind.vertex_count();
        let or_first = |v: u32, k: usize| if k < count { v } else { a };
        let vertices = [a, or_first(b, 1), or_first(c, 2), or_first(d, 3)];
        let mut result = FrozenContact {
            vertices,
            weights,
            offset: push.offset,
            mu: push.mu,
            ..Self::nothing()
        };
        if push.kind == ContactPairKind::HalfSpace {
            let plane = &half_spaces[b as usize];
            result.normal = plane.normal;
            result.offset += plane.distance;
        } else {
            let separation = result.separation(&result.positions(x));
            result.normal = separation * (R::one() / separation.dot(&separation).sqrt());
        }
        if push.kind == ContactPairKind::ParallelEdges {
            result.mu = -push.threshold;
        } else if push.mu > R::zero() {
            result.start = result.separation(&result.positions(start));
        }
        result
    }

    #[inline]
    fn is_on_half_space(&self) -> bool {
        let [a, b, ..] = self.vertices;
        a == b
    }

    #[inline]
    fn positions(&self, x: impl At<R>) -> [Vec3<R>; 4] {
        let [a, b, c, d] = self.vertices;
        [x.at(a), x.at(b), x.at(c), x.at(d)]
    }

    /// From one point to the other, by differences of positions, which lose no digits to the distance from the origin.
    #[inline]
    fn separation(&self, [a, b, c, d]: &[Vec3<R>; 4]) -> Vec3<R> {
        if self.is_on_half_space() {
            return *a;
        }
        let [_, wb, wc, wd] = self.weights;
        (b - a) * wb + (c - a) * wc + (d - a) * wd
    }

    /// The distance of the moment, and its normal. Along the normal that is held, points slide past each other without a
    /// change; where they have slid farther than they are apart, it is that of the points, which is positive in any case.
    #[inline]
    fn distance(&self, separation: &Vec3<R>) -> (R, Vec3<R>) {
        let along = separation.dot(&self.normal);
        let squared = separation.dot(separation);
        if self.is_on_half_space() || along > R::zero() && (along + along) * along > squared {
            return (along, self.normal);
        }
        let distance = squared.sqrt();
        (distance, *separation * (R::one() / distance))
    }

    /// The quadratic model of it, as the vertex at place `i` feels it.
    #[inline]
    pub fn quadratic(&self, i: usize, law: &Law<R>, eps: R, x: impl At<R>) -> VertexQuadratic<R> {
        let at = self.positions(x);
        let separation = self.separation(&at);
        let (distance, normal) = self.distance(&separation);
        let (first, second) = law.slopes(distance, self.offset);
        if first == R::zero() {
            return VertexQuadratic::zero();
        }
        let w = pick4(self.weights, i);
        let mut scale = R::one();
        let mut local = VertexQuadratic::zero();
        if self.mu < R::zero() {
            let [a0, a1, b0, b1] = &at;
            let c = mollifier::cross_squared(a0, a1, b0, b1);
            let slope = mollifier::first(c, -self.mu) * law.value(distance, self.offset);
            local.gradient = pick4(mollifier::gradient(a0, a1, b0, b1), i) * slope;
            scale = mollifier::value(c, -self.mu);
        }
        local.gradient += normal * (scale * first * w);
        local.hessian += normal * (normal * (scale * second * w * w)).transpose();
        if self.mu > R::zero() {
            let limit = -(self.mu * first);
            local += friction(&(separation - self.start), &normal, limit, w, eps);
        }
        local
    }
}
