//! The potential of the gap of contacts, and friction: what a vertex feels of them.
//!
//! Which parts push each other stays as detected; where their closest points are, is found anew each time.
//! Friction uses the force and the normal of the moment: where the sweeps converge, they converge to friction that is not
//! lagged.

use tangency_formulas::contact::{TwoStage, friction as smoothed, log_barrier};
use tangency_formulas::distance::mollifier;
use tangency_formulas::{Real, Vec3, VertexQuadratic, pick4};

use super::{ContactPair, ContactPairKind, FrozenContact, GroundPlane, Push, Touch};
use crate::lane::Lane;
use crate::positions::At;
use crate::rows::{Incidence, split};
use crate::storage::Borrowed;

/// The potential of a gap, as it enters the incremental potential.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub enum Law<R: Real> {
    /// Offset Geometric Contact.
    TwoStage(TwoStage<R>),
    /// The log barrier of squared distances, of stiffness κ.
    Log {
        /// Distance below which it acts, m.
        dhat: R,
        /// Stiffness κ.
        kappa: R,
    },
}

impl<R: Real> Law<R> {
    /// First and second derivative by the distance.
    #[inline]
    pub(super) fn slopes(&self, distance: R, offset: R) -> (R, R) {
        match self {
            Law::TwoStage(law) => law.slopes(distance - offset),
            Law::Log { dhat, kappa } => {
                let two = R::two();
                let shat = (two * offset + *dhat) * *dhat;
                let s = (distance - offset) * (distance + offset);
                let (first, second) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
                let square = distance * distance;
                (
                    *kappa * two * distance * first,
                    *kappa * (two * first + two * two * square * second),
                )
            }
        }
    }

    /// The value.
    #[inline]
    pub(super) fn value(&self, distance: R, offset: R) -> R {
        match self {
            Law::TwoStage(law) => law.value(distance - offset),
            Law::Log { dhat, kappa } => {
                let shat = (R::two() * offset + *dhat) * *dhat;
                *kappa * log_barrier::value((distance - offset) * (distance + offset), shat)
            }
        }
    }
}

/// The law, the friction and the planes that all contacts have in common.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a, R: Real> {
    /// The half-spaces.
    pub half_spaces: &'a [GroundPlane<R>],
    /// The potential.
    pub law: Law<R>,
    /// Positions from which sliding is measured, m.
    pub start: &'a [Vec3<R>],
    /// Sliding below which contacts stick, m.
    pub eps: R,
}

/// All contacts.
#[derive(Clone, Copy, Debug)]
pub struct VertexContacts<'a, R: Real> {
    /// The pairs.
    pub pairs: &'a [ContactPair<R>],
    /// By vertex.
    pub incidence: Incidence<Borrowed<'a>>,
    /// Rules that they have in common.
    pub rules: Rules<'a, R>,
}

/// The contacts that push, by vertex, whose closest points are held for a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Pushes<'a, R: Real> {
    /// Begins of those of each vertex, and the end of the last.
    pub begin: &'a [u32],
    /// For each four times its number, plus the place of the vertex in it.
    pub items: &'a [u32],
    /// The contacts.
    pub contacts: &'a [FrozenContact<R>],
    /// The potential.
    pub law: Law<R>,
    /// Sliding below which contacts stick, m.
    pub eps: R,
}

impl<R: Real> VertexContacts<'_, R> {
    /// The quadratic model of all contacts, as vertex `v` feels them.
    #[inline]
    pub fn quadratic(&self, v: u32, x: impl At<R>) -> VertexQuadratic<R> {
        let mut local = VertexQuadratic::zero();
        for &item in self.incidence.of(v as usize) {
            let pair = &self.pairs[split(item).0];
            if pair.kind.pushes() {
                let push = pair.push();
                if let Some(place) = push.place_of(v) {
                    local += self.rules.quadratic(&push, pair.weight, place, x);
                }
            }
        }
        local
    }
}

impl<'a, R: Real> Pushes<'a, R> {
    /// The contacts of vertex `v`. Where numbers in `begin` do not fit, there are none: the list is too short, and what
    /// is computed will be thrown away.
    #[inline]
    pub fn of(&self, v: u32) -> &'a [u32] {
        let v = v as usize;
        let (begin, end) = (self.begin[v] as usize, self.begin[v + 1] as usize);
        self.items.get(begin..end).unwrap_or(&[])
    }

    /// The quadratic model of the contacts of one lane, as vertex `v` feels them.
    #[inline]
    pub fn quadratic(&self, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        let mut local = VertexQuadratic::zero();
        lane.each(self.of(v), |item| {
            let (contact, place) = split(item);
            local += self.contacts[contact].quadratic(place, &self.law, self.eps, x);
        });
        local
    }
}

impl<R: Real> Rules<'_, R> {
    /// The quadratic model of a contact that counts `weight` times, as the vertex at place `i` feels it.
    #[inline]
    pub fn quadratic(
        &self,
        push: &Push<R>,
        weight: R,
        i: usize,
        x: impl At<R>,
    ) -> VertexQuadratic<R> {
        let touch = push.touch(self.half_spaces, |v| x.at(v));
        let (distance, normal) = if push.kind == ContactPairKind::HalfSpace {
            let normal = self.half_spaces[push.vertices[1] as usize].normal;
            (touch.separation.dot(&normal), normal)
        } else {
            let distance = touch.separation.dot(&touch.separation).sqrt();
            (distance, touch.separation * (R::one() / distance))
        };
        let (first, second) = self.law.slopes(distance, push.offset);
        if first == R::zero() {
            return VertexQuadratic::zero();
        }
        let w = pick4(touch.weights, i);
        let mut scale = weight;
        let mut local = VertexQuadratic::zero();
        if push.kind == ContactPairKind::ParallelEdges {
            let [a0, a1, b0, b1] = push.vertices.map(|v| x.at(v));
            let c = mollifier::cross_squared(&a0, &a1, &b0, &b1);
            let value = weight * self.law.value(distance, push.offset);
            let slope = mollifier::first(c, push.threshold) * value;
            local.gradient = pick4(mollifier::gradient(&a0, &a1, &b0, &b1), i) * slope;
            scale *= mollifier::value(c, push.threshold);
        }
        local.gradient += normal * (scale * first * w);
        local.hessian += normal * (normal * (scale * second * w * w)).transpose();
        if push.mu > R::zero() && push.kind != ContactPairKind::ParallelEdges {
            let limit = -(push.mu * scale * first);
            local += self.friction(push, &touch, &normal, limit, i, x);
        }
        local
    }

    /// Friction of at most `limit` on vertex `i`.
    #[inline]
    fn friction(
        &self,
        push: &Push<R>,
        touch: &Touch<R>,
        normal: &Vec3<R>,
        limit: R,
        i: usize,
        x: impl At<R>,
    ) -> VertexQuadratic<R> {
        let mut slide = Vec3::zeros();
        let [a, b, c, d] = push.vertices;
        let [wa, wb, wc, wd] = touch.weights;
        let count = push.kind.vertex_count();
        let moved = |v: u32, w: R| (x.at(v) - self.start[v as usize]) * w;
        slide += moved(a, wa);
        if count > 1 {
            slide += moved(b, wb);
        }
        if count > 2 {
            slide += moved(c, wc);
        }
        if count > 3 {
            slide += moved(d, wd);
        }
        friction(&slide, normal, limit, pick4(touch.weights, i), self.eps)
    }
}

/// Friction of at most `limit` on a vertex of weight `w` in a contact that has come to `slide`.
#[inline]
pub(super) fn friction<R: Real>(
    slide: &Vec3<R>,
    normal: &Vec3<R>,
    limit: R,
    w: R,
    eps: R,
) -> VertexQuadratic<R> {
    let slide = slide - normal * normal.dot(slide);
    let stiffness = limit * smoothed::f1_over_y(slide.dot(&slide).sqrt(), eps);
    // Held like a spring, which bounds the smoothed friction from above.
    let across = stiffness * w * w;
    let mut hessian = normal * (normal * (-across)).transpose();
    for k in 0..3 {
        hessian[(k, k)] += across;
    }
    VertexQuadratic {
        gradient: slide * (stiffness * w),
        hessian,
    }
}
