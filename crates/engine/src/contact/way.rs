//! How far all vertices can go along a search direction before a pair touches: the collision filter of the
//! line search (Li et al. 2020, section 4.4), by additive CCD (Li et al. 2021, Algorithm 1).

use rayon::prelude::*;
use tangency_geometry::{Vec3, ccd};

use super::candidates::Candidates;
use super::closest::{Closest, Primitives};
use super::pairs::Pairs;
use crate::model::Model;

/// Share of the gap to a half-space that a step may close.
const HALF_SPACE_SHARE: f64 = 0.9;

/// The way from `x` along `p`.
pub struct Way<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions at its start, m.
    pub x: &'a [Vec3],
    /// Displacements, m.
    pub p: &'a [Vec3],
}

impl Way<'_> {
    /// The largest step, at most `at_most`, that the triangles and edges in contact allow. (Pairs of lower
    /// features are left to the candidates that they come from.)
    pub fn limit_pairs(&self, pairs: &Pairs, at_most: f64) -> f64 {
        let mut bound = Bound(at_most);
        bound.lower(&pairs.point_triangle.vertices, |v, t| {
            self.point_triangle(v, t)
        });
        bound.lower(&pairs.edge_edge.vertices, |v, t| self.edge_edge(v, t));
        bound.lower(&pairs.parallel_edges.vertices, |v, t| self.edge_edge(v, t));
        bound.0
    }

    /// The largest step, at most `at_most`, that the candidates allow.
    pub fn limit_candidates(&self, candidates: &Candidates, at_most: f64) -> f64 {
        let mut bound = Bound(at_most);
        bound.lower(&candidates.half_space, |v, t| self.half_space(v, t));
        bound.lower(&candidates.point_triangle, |v, t| self.point_triangle(v, t));
        bound.lower(&candidates.edge_edge, |v, t| self.edge_edge(v, t));
        bound.lower(&candidates.point_edge, |v, t| self.point_edge(v, t));
        bound.lower(&candidates.point_point, |v, t| self.point_point(v, t));
        bound.0
    }

    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn by<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.p[v as usize])
    }

    fn offset(&self, a: u32, b: u32) -> f64 {
        self.model.pair_offset(a, b)
    }

    fn point_triangle(&self, v: [u32; 4], t: f64) -> f64 {
        ccd::point_triangle(self.at(v), self.by(v), self.offset(v[0], v[1]), t)
    }

    fn edge_edge(&self, v: [u32; 4], t: f64) -> f64 {
        ccd::edge_edge(self.at(v), self.by(v), self.offset(v[0], v[2]), t)
    }

    fn point_edge(&self, v: [u32; 3], t: f64) -> f64 {
        ccd::point_edge(self.at(v), self.by(v), self.offset(v[0], v[1]), t)
    }

    fn point_point(&self, v: [u32; 2], t: f64) -> f64 {
        ccd::point_point(self.at(v), self.by(v), self.offset(v[0], v[1]), t)
    }

    fn half_space(&self, [plane, v]: [u32; 2], t: f64) -> f64 {
        let half_space = &self.model.half_spaces[plane as usize];
        let v = v as usize;
        let gap = half_space.distance(self.x[v]) - 0.5 * self.model.thickness[v];
        let approach = -half_space.normal.dot(&self.p[v]);
        if approach * t > HALF_SPACE_SHARE * gap {
            HALF_SPACE_SHARE * gap / approach
        } else {
            t
        }
    }
}

/// The pair that touches first on the way from `x` along `p`, as far as the share `at_most` of it, and when: for explanations.
pub fn first_to_touch(
    model: &Model,
    x: &[Vec3],
    p: &[Vec3],
    at_most: f64,
) -> Option<(f64, Closest)> {
    let way = Way { model, x, p };
    let candidates = Candidates::on_the_way(model, x, (p, at_most));
    let mut first = First {
        time: at_most,
        pair: None,
    };
    first.lower(&candidates.half_space, Primitives::HalfSpace, |v, t| {
        way.half_space(v, t)
    });
    first.lower(
        &candidates.point_triangle,
        Primitives::PointTriangle,
        |v, t| way.point_triangle(v, t),
    );
    first.lower(&candidates.edge_edge, Primitives::EdgeEdge, |v, t| {
        way.edge_edge(v, t)
    });
    first.lower(&candidates.point_edge, Primitives::PointEdge, |v, t| {
        way.point_edge(v, t)
    });
    first.lower(&candidates.point_point, Primitives::PointPoint, |v, t| {
        way.point_point(v, t)
    });
    let primitives = first.pair?;
    let distance = match primitives {
        Primitives::HalfSpace([plane, v]) => {
            model.half_spaces[plane as usize].distance(x[v as usize])
        }
        other => other.distance(x),
    };
    Some((
        first.time,
        Closest {
            distance,
            primitives,
        },
    ))
}

/// The first pair to touch so far.
struct First {
    time: f64,
    pair: Option<Primitives>,
}

impl First {
    fn lower<const K: usize>(
        &mut self,
        pairs: &[[u32; K]],
        named: impl Fn([u32; K]) -> Primitives,
        time: impl Fn([u32; K], f64) -> f64,
    ) {
        for &pair in pairs {
            let time = time(pair, self.time);
            if time < self.time {
                (self.time, self.pair) = (time, Some(named(pair)));
            }
        }
    }
}

/// The smallest step found so far. It decides for which pairs a cheap test is enough, and where the search for a
/// collision time begins, so that time can depend on it: pairs must meet the same bound on any number of threads.
struct Bound(f64);

/// Pairs that one thread takes in order, each with the bound that those before have left.
const RUN: usize = 128;
/// Pairs of all the runs that begin with the same bound.
const BLOCK: usize = 32 * RUN;

impl Bound {
    /// Lowers the bound to the smallest `time(pair, bound)`.
    fn lower<const K: usize>(
        &mut self,
        pairs: &[[u32; K]],
        time: impl Fn([u32; K], f64) -> f64 + Sync,
    ) {
        for block in pairs.chunks(BLOCK) {
            let start = self.0;
            let runs = block.par_chunks(RUN).map(|run| {
                let pairs = run.iter();
                pairs.fold(start, |bound, &pair| bound.min(time(pair, bound)))
            });
            self.0 = runs.reduce(|| start, f64::min);
        }
    }
}
