//! Value, gradient and projected Hessian of the barriers over all active pairs.
//!
//! Per pair: κ w b(d²) with its weight w; nearly parallel edges times the mollifier. The Hessians are
//! projected analytically, in the pair's contact frame; those of pairs that are far too close are softened by the forces
//! that a direction predicts (`recovery.rs` says why; Nocedal and Wright 2006, chapter 19).

use rayon::prelude::*;
use tangency_formulas::contact::geometric::Curvature;
use tangency_formulas::contact::mollified;
use tangency_formulas::distance::edge_edge::EdgeEdge;
use tangency_formulas::distance::mollifier;
use tangency_geometry::Vec3;

use super::barrier::{Barrier, Derivatives};
use super::closest::{Closest, Primitives};
use super::friction::{FrictionContact, FrictionContacts};
use super::kinds::{Configuration, PairGeometry};
use super::pairs::{PairSet, PairVisitor, Pairs, ParallelKind};
use super::recovery;
use super::{PairGradient, PairGradientVisitor};
use crate::energy::stencils;
use crate::linear::BlockSink;
use crate::ordered;

/// The barriers of all pairs at one configuration.
#[derive(Clone, Copy)]
pub struct PairBarriers<'a> {
    /// The configuration.
    pub at: Configuration<'a>,
    /// The active pairs there.
    pub pairs: &'a Pairs,
    /// The barrier.
    pub barrier: Barrier,
    /// Forces that pairs far too close will have to exert, as their weights.
    pub predicted: Option<&'a Pairs>,
}

impl PairBarriers<'_> {
    /// The sum of all barriers.
    pub fn value(&self) -> f64 {
        let mut sums = Sums(self, Vec::new());
        self.pairs.visit(&mut sums);
        sums.1.iter().sum()
    }

    /// Adds the gradient to `out`.
    pub fn gradient(&self, out: &mut [Vec3]) {
        self.pairs.visit(&mut Gradient(self, out));
    }

    /// Calls `visit` with the gradient of every pair.
    pub fn visit_gradients(&self, visit: &mut PairGradientVisitor) {
        self.pairs.visit(&mut EachGradient(self, visit));
    }

    /// Appends the projected Hessian to `out`.
    pub fn hessian(&self, out: &mut BlockSink) {
        self.curved_hessian(Curvature::Projected, out);
    }

    /// Appends the Hessian to `out`: as it is where `curvature` is exact, else projected.
    pub fn curved_hessian(&self, curvature: Curvature, out: &mut BlockSink) {
        self.pairs.visit(&mut Hessian(self, curvature, out));
    }

    /// The contacts as friction sees them: force, weights and tangents of every pair whose bodies rub.
    pub fn friction_contacts(&self) -> FrictionContacts {
        let mut friction = Friction(self, FrictionContacts::default());
        self.pairs.visit(&mut friction);
        friction.1
    }

    /// The forces that the pairs far too close will have to exert, if all vertices go along the direction `p`.
    pub fn predict_forces(&self, p: &[Vec3]) -> Pairs {
        let mut prediction = Prediction {
            terms: self,
            p,
            forces: Pairs::default(),
        };
        self.pairs.visit(&mut prediction);
        prediction.forces
    }

    /// The largest product of force and distance.
    pub fn complementarity(&self) -> f64 {
        let mut largest: f64 = 0.0;
        self.pairs.visit_gaps(self.at, |_, distance| {
            // Of the barrier without thickness: force and distance of one pair.
            let first = self.barrier.derivatives(distance * distance, 0.0).first;
            largest = largest.max(-first * distance);
        });
        largest
    }

    /// The mean distance of all pairs beyond their thickness, weighted by the force they exert, m.
    pub fn mean_distance(&self) -> Option<f64> {
        let (mut moment, mut total) = (0.0, 0.0);
        self.pairs.visit_gaps(self.at, |_, distance| {
            let force = -self.barrier.derivatives(distance * distance, 0.0).first;
            moment += force * distance;
            total += force;
        });
        (total > 0.0).then(|| moment / total)
    }

    /// Makes `squares` the squared distances of pairs; what they keep.
    fn measure<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        pairs: &[[u32; K]],
        squares: &mut [f64],
    ) -> Vec<f64> {
        let measured = pairs.iter().zip(squares).map(|(&pair, square)| {
            let thickness;
            (*square, thickness) = P::measure(self.at, pair);
            thickness
        });
        measured.collect()
    }

    /// The first derivatives by the distance of pairs with their weights.
    fn firsts<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        pairs: &[[u32; K]],
        weights: &[f64],
    ) -> Vec<f64> {
        let mut firsts = vec![0.0; pairs.len()];
        let thickness = self.measure::<P, K, V>(pairs, &mut firsts);
        self.barrier.firsts(&mut firsts, &thickness);
        for (first, weight) in firsts.iter_mut().zip(weights) {
            *first *= weight;
        }
        firsts
    }

    fn derivatives(&self, (squared, thickness): (f64, f64), weight: f64) -> Derivatives {
        let derivatives = self.barrier.derivatives(squared, thickness);
        Derivatives {
            first: weight * derivatives.first,
            second: weight * derivatives.second,
        }
    }

    fn is_far_too_close(&self, (squared, thickness): (f64, f64)) -> bool {
        let near = thickness + recovery::NEAR * self.barrier.dhat;
        squared < near * near
    }

    /// The derivatives of a pair for its Hessian: softened where it is far too close and its force is predicted.
    fn softened<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        weight: f64,
    ) -> Derivatives {
        let measured = P::measure(self.at, pair);
        let derivatives = self.derivatives(measured, weight);
        if weight <= 0.0 || !self.is_far_too_close(measured) {
            return derivatives;
        }
        let Some(force) = self
            .predicted
            .and_then(|forces| P::set(forces).weight_of(pair))
        else {
            return derivatives;
        };
        let thickness = measured.1;
        let near = thickness + recovery::NEAR * self.barrier.dhat;
        let least = -self.derivatives((near * near, thickness), weight).first;
        recovery::softened(derivatives, force, least)
    }

    fn offset(&self, v: [u32; 4]) -> f64 {
        self.at.model.pair_offset(v[0], v[2])
    }

    fn threshold(&self, v: [u32; 4]) -> f64 {
        let [a0, a1, b0, b1] = &v.map(|v| self.at.model.rest[v as usize]);
        mollifier::threshold(a0, a1, b0, b1)
    }

    /// The closest features of nearly parallel edges and the weighted barrier on their squared distance.
    fn parallel_barrier(
        &self,
        kind: ParallelKind,
        v: [u32; 4],
        weight: f64,
    ) -> (EdgeEdge, mollified::BarrierDerivatives<f64>) {
        let (features, squared) = kind.classify(self.at.at(v).each_ref());
        let barrier = self.barrier.by_square(squared, self.offset(v), weight);
        (features, barrier)
    }
}

/// The sum of each kind.
struct Sums<'a>(&'a PairBarriers<'a>, Vec<f64>);

impl PairVisitor for Sums<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        set: &PairSet<K>,
    ) {
        self.1.push(ordered::sum_runs(set.len(), |first, terms| {
            let pairs = first..first + terms.len();
            let thickness = self
                .0
                .measure::<P, K, V>(&set.vertices[pairs.clone()], terms);
            self.0.barrier.values(terms, &thickness);
            for (value, weight) in terms.iter_mut().zip(&set.weight[pairs]) {
                *value *= weight;
            }
        }));
    }

    fn visit_parallel(&mut self, kind: ParallelKind, set: &PairSet<4>) {
        let terms = self.0;
        self.1.push(ordered::sum(set.len(), |k| {
            let v = set.vertices[k];
            let (_, squared) = kind.classify(terms.at.at(v).each_ref());
            let barrier = terms.barrier.value(squared, terms.offset(v));
            let x = &terms.at.at(v);
            set.weight[k] * mollified::value(x.each_ref(), terms.threshold(v), barrier)
        }));
    }
}

/// The sum of all gradients.
struct Gradient<'a>(&'a PairBarriers<'a>, &'a mut [Vec3]);

impl PairVisitor for Gradient<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        set: &PairSet<K>,
    ) {
        stencils::scatter_runs(
            &P::stencils(&set.vertices),
            |v| v,
            self.1,
            |first, gradients| {
                let pairs = first..first + gradients.len();
                let (vertices, weights) = (&set.vertices[pairs.clone()], &set.weight[pairs]);
                let firsts = self.0.firsts::<P, K, V>(vertices, weights);
                for ((slot, &pair), first) in gradients.iter_mut().zip(vertices).zip(firsts) {
                    *slot = P::gradient(self.0.at, pair, first);
                }
            },
        );
    }

    fn visit_parallel(&mut self, kind: ParallelKind, set: &PairSet<4>) {
        let terms = self.0;
        stencils::scatter(&set.vertices, self.1, |k| {
            let v = set.vertices[k];
            let (features, barrier) = terms.parallel_barrier(kind, v, set.weight[k]);
            let x = &terms.at.at(v);
            mollified::gradient(features, x.each_ref(), terms.threshold(v), barrier)
        });
    }
}

/// The gradient of each pair.
struct EachGradient<'a, 'b>(&'a PairBarriers<'a>, &'a mut PairGradientVisitor<'b>);

impl PairVisitor for EachGradient<'_, '_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        set: &PairSet<K>,
    ) {
        for (&pair, &weight) in set.vertices.iter().zip(&set.weight) {
            let first = (self.0)
                .derivatives(P::measure(self.0.at, pair), weight)
                .first;
            let gradient = P::gradient(self.0.at, pair, first);
            let vertices = &P::vertices(pair);
            let (first, _) = gradient.split_at(P::SECOND);
            (self.1)(&PairGradient {
                primitives: P::primitives(pair),
                vertices,
                gradient: &gradient,
                first: first.iter().sum(),
            });
        }
    }

    fn visit_parallel(&mut self, kind: ParallelKind, set: &PairSet<4>) {
        let terms = self.0;
        for (&v, &weight) in set.vertices.iter().zip(&set.weight) {
            let (features, barrier) = terms.parallel_barrier(kind, v, weight);
            let x = &terms.at.at(v);
            let gradient = mollified::gradient(features, x.each_ref(), terms.threshold(v), barrier);
            let on_a = gradient[0] + gradient[1];
            let (primitives, first) = match kind {
                ParallelKind::Edges => (Primitives::EdgeEdge(v), on_a),
                ParallelKind::Ends => (Primitives::PointEdge([v[2], v[0], v[1]]), -on_a),
            };
            (self.1)(&PairGradient {
                primitives,
                vertices: &v,
                gradient: &gradient,
                first,
            });
        }
    }
}

/// All Hessians: as they are where the curvature is exact, else projected.
struct Hessian<'a>(&'a PairBarriers<'a>, Curvature, &'a mut BlockSink);

impl PairVisitor for Hessian<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        set: &PairSet<K>,
    ) {
        let Hessian(terms, curvature, out) = self;
        out.extend_uniform(&P::stencils(&set.vertices), |k, blocks| {
            let (pair, weight) = (set.vertices[k], set.weight[k]);
            if *curvature == Curvature::Exact {
                let (squared, thickness) = P::measure(terms.at, pair);
                let barrier = terms.barrier.by_square(squared, thickness, weight);
                return P::exact_hessian(terms.at, pair, barrier, blocks);
            }
            let derivatives = terms.softened(kind, pair, weight);
            P::hessian(terms.at, pair, derivatives, blocks);
        });
    }

    fn visit_parallel(&mut self, kind: ParallelKind, set: &PairSet<4>) {
        let Hessian(terms, curvature, out) = self;
        out.extend_uniform(&set.vertices, |k, blocks| {
            let v = set.vertices[k];
            let (features, barrier) = terms.parallel_barrier(kind, v, set.weight[k]);
            let (x, threshold) = (&terms.at.at(v), terms.threshold(v));
            if *curvature == Curvature::Exact {
                let hessian = mollified::hessian(features, x.each_ref(), threshold, barrier);
                let places = (0..4).flat_map(|i| (i..4).map(move |j| (3 * i, 3 * j)));
                for (block, (i, j)) in blocks.iter_mut().zip(places) {
                    *block = hessian.fixed_view::<3, 3>(i, j).into_owned();
                }
                return;
            }
            let hessian = mollified::projected_hessian(features, x.each_ref(), threshold, barrier);
            blocks.copy_from_slice(&hessian);
        });
    }
}

/// The contacts that rub. Nearly parallel edges do not: the contacts beside them do.
struct Friction<'a>(&'a PairBarriers<'a>, FrictionContacts);

impl PairVisitor for Friction<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        set: &PairSet<K>,
    ) {
        let terms = self.0;
        let mut forces = vec![0.0; set.len()];
        let runs = forces.par_chunks_mut(stencils::RUN).enumerate();
        runs.for_each(|(run, forces)| {
            let pairs = run * stencils::RUN..run * stencils::RUN + forces.len();
            let firsts = terms.firsts::<P, K, V>(&set.vertices[pairs.clone()], &set.weight[pairs]);
            (forces.iter_mut().zip(firsts)).for_each(|(force, first)| *force = -first);
        });
        let pairs = set.vertices.par_iter().zip(&forces).with_min_len(256);
        let contacts =
            pairs.map(|(&pair, &force)| FrictionContact::of::<P, K>(terms.at, pair, force));
        let list = P::friction_list(&mut self.1);
        let known = list.len();
        list.par_extend(contacts);
        // Where weights are convergent, some contacts take back what others count twice.
        let does_rub = |contact: &FrictionContact<V>| contact.limit != 0.0;
        if !list[known..].par_iter().with_min_len(4096).all(does_rub) {
            list.retain(does_rub);
        }
    }
}

/// The forces to come, of pairs that are far too close.
struct Prediction<'a> {
    terms: &'a PairBarriers<'a>,
    p: &'a [Vec3],
    forces: Pairs,
}

impl PairVisitor for Prediction<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        set: &PairSet<K>,
    ) {
        let terms = self.terms;
        let pairs = set.vertices.par_iter().zip(&set.weight).with_min_len(256);
        let near = pairs.filter_map(|(&pair, &weight)| {
            let measured = P::measure(terms.at, pair);
            if !terms.is_far_too_close(measured) {
                return None;
            }
            let frame = P::frame(terms.at, pair);
            let used = terms.softened(kind, pair, weight);
            let vertices = P::vertices(pair);
            let parts = vertices.iter().zip(&frame.weights);
            let growth = parts
                .map(|(&v, w)| w * frame.n.dot(&self.p[v as usize]))
                .sum();
            let force =
                recovery::predicted_force(terms.derivatives(measured, weight), used, growth);
            Some((pair, force))
        });
        let (vertices, weight) = near.unzip();
        *P::set_mut(&mut self.forces) = PairSet { vertices, weight };
    }
}

impl Pairs {
    /// Calls `visit` with every pair and its distance at a configuration beyond its thickness, in order. (The ends of
    /// nearly parallel edges take back what the edges count.)
    pub(super) fn visit_gaps(&self, at: Configuration, visit: impl FnMut(Primitives, f64)) {
        self.visit(&mut Gaps(at, visit));
    }

    /// The closest pair.
    pub fn closest(&self, at: Configuration) -> Option<Closest> {
        let mut closest: Option<Closest> = None;
        self.visit_gaps(at, |primitives, distance| {
            if closest.is_none_or(|best| distance < best.distance) {
                closest = Some(Closest {
                    distance,
                    primitives,
                });
            }
        });
        closest
    }

    /// Pairs closer than `limit` (beyond their thickness), and their distances.
    pub fn closer_than(&self, at: Configuration, limit: f64) -> Vec<(Primitives, f64)> {
        let mut found = Vec::new();
        self.visit_gaps(at, |primitives, distance| {
            if distance < limit {
                found.push((primitives, distance));
            }
        });
        found
    }
}

/// A function of every gap.
struct Gaps<'a, F>(Configuration<'a>, F);

impl<F: FnMut(Primitives, f64)> PairVisitor for Gaps<'_, F> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        set: &PairSet<K>,
    ) {
        for &pair in &set.vertices {
            (self.1)(P::primitives(pair), P::gap(self.0, pair));
        }
    }

    fn visit_parallel(&mut self, kind: ParallelKind, set: &PairSet<4>) {
        if kind == ParallelKind::Edges {
            for &v in &set.vertices {
                let pair = Primitives::EdgeEdge(v);
                let distance = pair.distance(self.0.model, self.0.x);
                (self.1)(pair, distance - pair.offset(self.0.model));
            }
        }
    }
}
