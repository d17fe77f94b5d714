//! What a vertex feels of the contacts around it: the potential of their gap, and friction.
//!
//! Which parts push each other stays as detected; where their closest points are, is found anew each time. Friction uses the force and the normal of the moment: where the sweeps converge, they converge to friction
//! that is not lagged.

use tangency_formulas::contact::{TwoStage, friction, log_barrier};
use tangency_formulas::distance::mollifier;
use tangency_formulas::{Real, Vec3, VertexShare, pick4};

use super::pair::{Pair, PairKind};
use super::push::{Push, Touch};
use super::surface::HalfSpace;
use crate::vbd::{At, Lane, Uses};

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
    fn slopes(&self, distance: R, offset: R) -> (R, R) {
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

    /// Its value.
    #[inline]
    fn value(&self, distance: R, offset: R) -> R {
        match self {
            Law::TwoStage(law) => law.value(distance - offset),
            Law::Log { dhat, kappa } => {
                let shat = (R::two() * offset + *dhat) * *dhat;
                *kappa * log_barrier::value((distance - offset) * (distance + offset), shat)
            }
        }
    }
}

/// What all contacts have in common.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a, R: Real, P = Vec3<R>> {
    /// The half-spaces.
    pub half_spaces: &'a [HalfSpace<R>],
    /// The potential.
    pub law: Law<R>,
    /// Where sliding is measured from, m.
    pub start: &'a [P],
    /// Sliding below which contacts stick, m.
    pub eps: R,
}

/// All contacts.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a, R: Real> {
    /// The pairs.
    pub pairs: &'a [Pair<R>],
    /// By vertex.
    pub uses: Uses<'a>,
    /// What they have in common.
    pub rules: Rules<'a, R>,
}

/// The contacts that push, by vertex.
#[derive(Clone, Copy, Debug)]
pub struct Pushes<'a, R: Real, P = Vec3<R>> {
    /// Where those of each vertex begin, and the end of the last.
    pub begin: &'a [u32],
    /// The contacts.
    pub items: &'a [Push<R>],
    /// What they have in common.
    pub rules: Rules<'a, R, P>,
}

impl<R: Real> Contacts<'_, R> {
    /// What vertex `v` feels of all contacts.
    #[inline]
    pub fn share(&self, v: u32, x: impl At<R>) -> VertexShare<R> {
        let mut share = VertexShare::zero();
        for &item in self.uses.of(v as usize) {
            let pair = &self.pairs[(item >> 2) as usize];
            if pair.kind.pushes() {
                let push = pair.push();
                if let Some(place) = push.place_of(v) {
                    share += self.rules.share(&push, pair.weight, place, x);
                }
            }
        }
        share
    }
}

impl<'a, R: Real, P: Copy + Into<Vec3<R>>> Pushes<'a, R, P> {
    /// The contacts of vertex `v`. Where numbers in `begin` do not fit, there are none: the list is too short, and what
    /// is computed will be thrown away.
    #[inline]
    pub fn of(&self, v: u32) -> &'a [Push<R>] {
        let v = v as usize;
        let (begin, end) = (self.begin[v] as usize, self.begin[v + 1] as usize);
        self.items.get(begin..end).unwrap_or(&[])
    }

    /// What vertex `v` feels of the contacts of one lane.
    #[inline]
    pub fn share(&self, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        let mut share = VertexShare::zero();
        lane.each(self.of(v), |push| {
            if let Some(place) = push.place_of(v) {
                share += self.rules.share(&push, R::one(), place, x);
            }
        });
        share
    }
}

impl<R: Real, P: Copy + Into<Vec3<R>>> Rules<'_, R, P> {
    /// What the vertex at place `i` feels of a contact that counts `weight` times.
    #[inline]
    pub fn share(&self, push: &Push<R>, weight: R, i: usize, x: impl At<R>) -> VertexShare<R> {
        let touch = push.touch(self.half_spaces, |v| x.at(v));
        let (distance, normal) = if push.kind == PairKind::HalfSpace {
            let normal = self.half_spaces[push.vertices[1] as usize].normal;
            (touch.separation.dot(&normal), normal)
        } else {
            let distance = touch.separation.dot(&touch.separation).sqrt();
            (distance, touch.separation * (R::one() / distance))
        };
        let (first, second) = self.law.slopes(distance, push.offset);
        if first == R::zero() {
            return VertexShare::zero();
        }
        let w = pick4(touch.weights, i);
        let mut scale = weight;
        let mut share = VertexShare::zero();
        if push.kind == PairKind::ParallelEdges {
            let [a0, a1, b0, b1] = push.vertices.map(|v| x.at(v));
            let c = mollifier::cross_squared(&a0, &a1, &b0, &b1);
            let value = weight * self.law.value(distance, push.offset);
            let slope = mollifier::first(c, push.threshold) * value;
            share.gradient = pick4(mollifier::gradient(&a0, &a1, &b0, &b1), i) * slope;
            scale *= mollifier::value(c, push.threshold);
        }
        share.gradient += normal * (scale * first * w);
        share.hessian += normal * (normal * (scale * second * w * w)).transpose();
        if push.mu > R::zero() && push.kind != PairKind::ParallelEdges {
            let limit = -(push.mu * scale * first);
            share += self.friction(push, &touch, &normal, limit, i, x);
        }
        share
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
    ) -> VertexShare<R> {
        let mut slide = Vec3::zeros();
        let [a, b, c, d] = push.vertices;
        let [wa, wb, wc, wd] = touch.weights;
        let count = push.kind.vertices();
        let moved = |v: u32, w: R| (x.at(v) - self.start[v as usize].into()) * w;
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
        slide -= normal * normal.dot(&slide);
        let stiffness = limit * friction::f1_over_y(slide.dot(&slide).sqrt(), self.eps);
        let w = pick4(touch.weights, i);
        // Held like a spring, which bounds the smoothed friction from above.
        let across = stiffness * w * w;
        let mut hessian = normal * (normal * (-across)).transpose();
        for k in 0..3 {
            hessian[(k, k)] += across;
        }
        VertexShare {
            gradient: slide * (stiffness * w),
            hessian,
        }
    }
}
