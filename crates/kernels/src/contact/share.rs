//! What a vertex feels of the contacts around it: the potential of their gap, and friction.
//!
//! Which parts push each other stays as detected; where the closest points of their lines and planes are, is found anew
//! each time. Friction uses the force and the normal of the moment: where the sweeps converge, they converge to friction
//! that is not lagged.

use tangency_formulas::contact::{TwoStage, friction, log_barrier};
use tangency_formulas::distance::mollifier;
use tangency_formulas::{Real, Vec3, VertexShare};

use super::pair::{Pair, PairKind, Touch};
use super::surface::HalfSpace;
use crate::vbd::{Positions, Uses};

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

/// All contacts.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'a, R: Real> {
    /// The pairs.
    pub pairs: &'a [Pair<R>],
    /// By vertex.
    pub uses: Uses<'a>,
    /// The half-spaces.
    pub half_spaces: &'a [HalfSpace<R>],
    /// The potential.
    pub law: Law<R>,
    /// Where sliding is measured from, m.
    pub start: &'a [Vec3<R>],
    /// Sliding below which contacts stick, m.
    pub eps: R,
}

impl<R: Real> Contacts<'_, R> {
    /// What vertex `v` feels of all contacts.
    #[inline]
    pub fn share(&self, v: u32, x: Positions<'_, R>) -> VertexShare<R> {
        let mut share = VertexShare::zero();
        for &item in self.uses.of(v as usize) {
            let pair = &self.pairs[(item >> 2) as usize];
            if pair.kind.pushes() {
                share += self.pair(pair, (item & 3) as usize, x);
            }
        }
        share
    }

    #[inline]
    fn pair(&self, pair: &Pair<R>, i: usize, x: Positions<'_, R>) -> VertexShare<R> {
        let touch = pair.touch(self.half_spaces, |v| x.at(v));
        let (distance, normal) = if pair.kind == PairKind::HalfSpace {
            (touch.separation.dot(&pair.normal), pair.normal)
        } else {
            let distance = touch.separation.dot(&touch.separation).sqrt();
            (distance, touch.separation * (R::one() / distance))
        };
        let (first, second) = self.law.slopes(distance, pair.offset);
        if first == R::zero() {
            return VertexShare::zero();
        }
        let w = touch.weights[i];
        let mut scale = pair.weight;
        let mut share = VertexShare::zero();
        if pair.kind == PairKind::ParallelEdges {
            let [a0, a1, b0, b1] = pair.vertices.map(|v| x.at(v));
            let c = mollifier::cross_squared(&a0, &a1, &b0, &b1);
            let value = pair.weight * self.law.value(distance, pair.offset);
            let slope = mollifier::first(c, pair.threshold) * value;
            share.gradient = mollifier::gradient(&a0, &a1, &b0, &b1)[i] * slope;
            scale *= mollifier::value(c, pair.threshold);
        }
        share.gradient += normal * (scale * first * w);
        share.hessian += normal * (normal * (scale * second * w * w)).transpose();
        if pair.mu > R::zero() && pair.kind != PairKind::ParallelEdges {
            let limit = -(pair.mu * scale * first);
            share += self.friction(pair, &touch, &normal, limit, i, x);
        }
        share
    }

    /// Friction of at most `limit` on vertex `i`.
    #[inline]
    fn friction(
        &self,
        pair: &Pair<R>,
        touch: &Touch<R>,
        normal: &Vec3<R>,
        limit: R,
        i: usize,
        x: Positions<'_, R>,
    ) -> VertexShare<R> {
        let mut slide = Vec3::zeros();
        for k in 0..pair.kind.vertices() {
            let v = pair.vertices[k];
            slide += (x.at(v) - self.start[v as usize]) * touch.weights[k];
        }
        slide -= normal * normal.dot(&slide);
        let stiffness = limit * friction::f1_over_y(slide.dot(&slide).sqrt(), self.eps);
        let w = touch.weights[i];
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
