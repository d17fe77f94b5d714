//! Limit of how far all vertices can go along a search direction before a pair touches: the collision filter of the
//! line search (Li et al. 2020, section 4.4), by additive CCD (Li et al. 2021, Algorithm 1).

use rayon::prelude::*;
use tangency_geometry::Vec3;

use super::candidates::{CandidateVisitor, Candidates};
use super::closest::{Closest, Primitives};
use super::kinds::{Configuration, EdgeEdgeKind, PairGeometry, PointTriangleKind};
use super::pairs::Pairs;
use crate::model::Model;

/// The way from `x` along `p`.
pub struct CollisionFilter<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions at its start, m.
    pub x: &'a [Vec3],
    /// Displacements, m.
    pub p: &'a [Vec3],
}

impl CollisionFilter<'_> {
    /// The largest step, at most `at_most`, that the triangles and edges in contact allow. (Pairs of lower
    /// features are left to the candidates that they come from.)
    pub fn limit_pairs(&self, pairs: &Pairs, at_most: f64) -> f64 {
        let mut bound = Bound {
            filter: self,
            time: at_most,
        };
        bound.visit(PointTriangleKind, &pairs.point_triangle.vertices);
        bound.visit(EdgeEdgeKind, &pairs.edge_edge.vertices);
        bound.visit(EdgeEdgeKind, &pairs.parallel_edges.vertices);
        bound.time
    }

    /// The largest step, at most `at_most`, that the candidates allow.
    pub fn limit_candidates(&self, candidates: &Candidates, at_most: f64) -> f64 {
        let mut bound = Bound {
            filter: self,
            time: at_most,
        };
        candidates.visit(&mut bound);
        bound.time
    }

    fn time<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        at_most: f64,
    ) -> f64 {
        let at = Configuration {
            model: self.model,
            x: self.x,
        };
        P::time_of_impact(at, self.p, pair, at_most)
    }
}

/// The pair that touches first on the way from `x` along `p`, as far as the share `at_most` of it, and when: for explanations.
pub fn first_to_touch(
    model: &Model,
    x: &[Vec3],
    p: &[Vec3],
    at_most: f64,
) -> Option<(f64, Closest)> {
    let mut first = First {
        filter: &CollisionFilter { model, x, p },
        time: at_most,
        pair: None,
    };
    Candidates::on_the_way(model, x, (p, at_most)).visit(&mut first);
    let primitives = first.pair?;
    let distance = primitives.distance(model, x);
    Some((
        first.time,
        Closest {
            distance,
            primitives,
        },
    ))
}

/// The first pair to touch so far.
struct First<'a> {
    filter: &'a CollisionFilter<'a>,
    time: f64,
    pair: Option<Primitives>,
}

impl CandidateVisitor for First<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        pairs: &[[u32; K]],
    ) {
        for &pair in pairs {
            let time = self.filter.time(kind, pair, self.time);
            if time < self.time {
                (self.time, self.pair) = (time, Some(P::primitives(pair)));
            }
        }
    }
}

/// The smallest step found so far. It decides for which pairs a cheap test is enough, and where the search for a
/// collision time begins, so that time can depend on it: pairs must meet the same bound on any number of threads.
struct Bound<'a> {
    filter: &'a CollisionFilter<'a>,
    time: f64,
}

/// Pairs that one thread takes in order, each with the bound that those before have left.
const RUN: usize = 128;
/// Pairs of all the runs that begin with the same bound.
const BLOCK: usize = 32 * RUN;

impl CandidateVisitor for Bound<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        pairs: &[[u32; K]],
    ) {
        let time = |pair, bound| self.filter.time(kind, pair, bound);
        for block in pairs.chunks(BLOCK) {
            let start = self.time;
            let runs = block.par_chunks(RUN).map(|run| {
                let pairs = run.iter();
                pairs.fold(start, |bound: f64, &pair| bound.min(time(pair, bound)))
            });
            self.time = runs.reduce(|| start, f64::min);
        }
    }
}
