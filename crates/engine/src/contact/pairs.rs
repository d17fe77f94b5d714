//! The pairs that repel each other at one configuration, in typed arrays by kind.
//!
//! A point-triangle or edge-edge candidate whose closest points lie on lower features becomes the
//! point-edge or point-point pair of those features, so the same pair may come from several candidates: it is
//! kept once, with their number as weight. Loose points and edges, of rods and grains, also meet directly. Nearly parallel edges keep their full stencil, for the mollifier.
//! Everything is sorted, so that no result depends on the order in which pairs were found.

use rayon::prelude::*;
use tangency_formulas::distance::edge_edge::{self, EdgeEdge};
use tangency_formulas::distance::mollifier;
use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::point_point;
use tangency_formulas::distance::point_triangle::{self, PointTriangle};
use tangency_geometry::Vec3;

use super::broad::{PairLook, Trees};
use super::candidates::{CandidateVisitor, Candidates};
use super::kinds::{
    EdgeEdgeKind, HalfSpaceKind, PairGeometry, PointEdgeKind, PointPointKind, PointTriangleKind,
};
use crate::model::Model;

/// Pairs of one kind: stencils of `K` vertices and how often each counts.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSet<const K: usize> {
    /// Vertices of each pair.
    pub vertices: Vec<[u32; K]>,
    /// Number of primitive pairs that share this closest pair.
    pub weight: Vec<f64>,
}

impl<const K: usize> Default for PairSet<K> {
    fn default() -> Self {
        PairSet {
            vertices: Vec::new(),
            weight: Vec::new(),
        }
    }
}

impl<const K: usize> PairSet<K> {
    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The weight of a pair, where it is one of them; they must be sorted.
    pub(super) fn weight_of(&self, pair: [u32; K]) -> Option<f64> {
        let place = self.vertices.binary_search_by_key(&packed(&pair), packed);
        place.ok().map(|place| self.weight[place])
    }

    /// Adds a pair with its weight.
    pub(super) fn push(&mut self, vertices: [u32; K], weight: f64) {
        self.vertices.push(vertices);
        self.weight.push(weight);
    }
}

/// All pairs that repel each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Point, point.
    pub point_point: PairSet<2>,
    /// Point, then the edge.
    pub point_edge: PairSet<3>,
    /// Point, then the triangle.
    pub point_triangle: PairSet<4>,
    /// Edge a, then edge b.
    pub edge_edge: PairSet<4>,
    /// Edge a, then edge b, nearly parallel: mollified.
    pub parallel_edges: PairSet<4>,
    /// Edge a, then edge b with the end first that the distance is measured from: mollified. Of convergent weights only.
    pub parallel_ends: PairSet<4>,
    /// Half-space, then vertex.
    pub half_space: PairSet<2>,
}

/// A walk over active pairs of any kind.
pub trait PairVisitor {
    /// Visits the pairs of one kind, whose cost is a function of their distance.
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        set: &PairSet<K>,
    );

    /// Visits nearly parallel edges, whose cost is mollified.
    fn visit_parallel(&mut self, _kind: ParallelKind, _set: &PairSet<4>) {}
}

/// A kind of nearly parallel edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParallelKind {
    /// At the distance of the edges.
    Edges,
    /// At the distance of the first end of the second edge from the first.
    Ends,
}

impl ParallelKind {
    /// The closest features of two edges and their squared distance.
    pub fn classify(self, [a0, a1, b0, b1]: [&Vec3; 4]) -> (EdgeEdge, f64) {
        match self {
            ParallelKind::Edges => edge_edge::classify_squared(a0, a1, b0, b1),
            ParallelKind::Ends => {
                let (end, squared) = point_edge::classify_squared(b0, a0, a1);
                let features = match end {
                    PointEdge::E0 => EdgeEdge::A0B0,
                    PointEdge::E1 => EdgeEdge::A1B0,
                    PointEdge::Interior => EdgeEdge::AB0,
                };
                (features, squared)
            }
        }
    }
}

/// The features of two primitives that are close.
#[derive(Clone, Copy)]
pub enum ClassifiedPair {
    /// Two points.
    PointPoint([u32; 2]),
    /// A point and an edge.
    PointEdge([u32; 3]),
    /// A point and a triangle.
    PointTriangle([u32; 4]),
    /// Two edges.
    EdgeEdge([u32; 4]),
    /// Two edges that are nearly parallel.
    ParallelEdges([u32; 4]),
    /// A half-space and a vertex.
    HalfSpace([u32; 2]),
}

/// The pairs of one kind that several tasks have found, sorted and counted.
fn count<const K: usize>(parts: &[Pairs], of: impl Fn(&Pairs) -> &PairSet<K>) -> PairSet<K> {
    let mut found = Vec::with_capacity(parts.iter().map(|part| of(part).len()).sum());
    for part in parts {
        found.extend_from_slice(&of(part).vertices);
    }
    found.par_sort_unstable_by_key(packed);
    let mut set = PairSet::default();
    for same in found.chunk_by(|a, b| a == b) {
        set.push(same[0], same.len() as f64);
    }
    set
}

/// The numbers of a stencil as one, which is ordered as they are.
pub(super) fn packed<const K: usize>(vertices: &[u32; K]) -> u128 {
    let append = |number, &v: &u32| number << 32 | u128::from(v);
    vertices.iter().fold(0, append)
}

/// Candidates classified by one task.
const CHUNK: usize = 2048;

impl Pairs {
    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.point_point.len()
            + self.point_edge.len()
            + self.point_triangle.len()
            + self.edge_edge.len()
            + self.parallel_edges.len()
            + self.parallel_ends.len()
            + self.half_space.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a pair of any kind with its weight.
    pub(super) fn add(&mut self, pair: ClassifiedPair, weight: f64) {
        match pair {
            ClassifiedPair::PointPoint(v) => self.point_point.push(v, weight),
            ClassifiedPair::PointEdge(v) => self.point_edge.push(v, weight),
            ClassifiedPair::PointTriangle(v) => self.point_triangle.push(v, weight),
            ClassifiedPair::EdgeEdge(v) => self.edge_edge.push(v, weight),
            ClassifiedPair::ParallelEdges(v) => self.parallel_edges.push(v, weight),
            ClassifiedPair::HalfSpace(v) => self.half_space.push(v, weight),
        }
    }

    fn add_once(&mut self, pair: Option<ClassifiedPair>) {
        if let Some(pair) = pair {
            self.add(pair, 1.0);
        }
    }

    /// The same pairs with other weights, given in the order of [`Pairs::visit`].
    pub fn reweighted(&self, mut weights: impl Iterator<Item = f64>) -> Self {
        fn set<const K: usize>(
            set: &PairSet<K>,
            weights: &mut impl Iterator<Item = f64>,
        ) -> PairSet<K> {
            PairSet {
                vertices: set.vertices.clone(),
                weight: weights.take(set.len()).collect(),
            }
        }
        let weights = &mut weights;
        Pairs {
            point_point: set(&self.point_point, weights),
            point_edge: set(&self.point_edge, weights),
            point_triangle: set(&self.point_triangle, weights),
            edge_edge: set(&self.edge_edge, weights),
            parallel_edges: set(&self.parallel_edges, weights),
            parallel_ends: set(&self.parallel_ends, weights),
            half_space: set(&self.half_space, weights),
        }
    }

    /// All weights, in that order.
    pub fn weights(&self) -> impl Iterator<Item = f64> {
        let sets = [
            &self.point_point.weight,
            &self.point_edge.weight,
            &self.point_triangle.weight,
            &self.edge_edge.weight,
            &self.parallel_edges.weight,
            &self.parallel_ends.weight,
            &self.half_space.weight,
        ];
        sets.into_iter().flatten().copied()
    }

    /// Visits all, kind after kind.
    pub fn visit(&self, visitor: &mut impl PairVisitor) {
        visitor.visit(PointPointKind, &self.point_point);
        visitor.visit(PointEdgeKind, &self.point_edge);
        visitor.visit(PointTriangleKind, &self.point_triangle);
        visitor.visit(EdgeEdgeKind, &self.edge_edge);
        visitor.visit_parallel(ParallelKind::Edges, &self.parallel_edges);
        visitor.visit_parallel(ParallelKind::Ends, &self.parallel_ends);
        visitor.visit(HalfSpaceKind, &self.half_space);
    }

    /// The candidates closer than d̂ (plus thickness) at `x`.
    pub fn activate(model: &Model, x: &[Vec3], candidates: &Candidates) -> Self {
        let mut activation = Activation {
            classifier: Classifier { model, x },
            parts: Vec::new(),
        };
        candidates.visit(&mut activation);
        Self::counted(&activation.parts)
    }

    /// All admissible pairs closer than d̂ (plus thickness) at `x`, where `trees` have its
    /// boxes.
    pub fn find(model: &Model, x: &[Vec3], trees: &Trees) -> Self {
        Self::counted(&trees.look_at_all(model, &Classifier { model, x }))
    }

    /// The pairs that several tasks have found, sorted, each once, with how often it was found as its weight.
    pub(super) fn counted(parts: &[Pairs]) -> Self {
        Pairs {
            point_point: count(parts, |part| &part.point_point),
            point_edge: count(parts, |part| &part.point_edge),
            point_triangle: count(parts, |part| &part.point_triangle),
            edge_edge: count(parts, |part| &part.edge_edge),
            parallel_edges: count(parts, |part| &part.parallel_edges),
            parallel_ends: PairSet::default(),
            half_space: count(parts, |part| &part.half_space),
        }
    }
}

/// Classifies candidates, many at a time.
struct Activation<'a> {
    classifier: Classifier<'a>,
    parts: Vec<Pairs>,
}

impl CandidateVisitor for Activation<'_> {
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        _: P,
        pairs: &[[u32; K]],
    ) {
        let classifier = &self.classifier;
        self.parts.par_extend(pairs.par_chunks(CHUNK).map(|chunk| {
            let mut found = Pairs::default();
            for &pair in chunk {
                found.add_once(P::classify(classifier, pair));
            }
            found
        }));
    }
}

/// Decides what is near at one configuration.
pub struct Classifier<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions, m.
    pub x: &'a [Vec3],
}

impl PairLook<Pairs> for Classifier<'_> {
    #[inline]
    fn look<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        found: &mut Pairs,
    ) {
        if self.model.is_admissible(P::vertices(pair)) {
            found.add_once(P::classify(self, pair));
        }
    }
}

impl Classifier<'_> {
    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn is_near(&self, squared: f64, a: u32, b: u32) -> bool {
        let reach = self.model.dhat + self.model.pair_offset(a, b);
        squared < reach * reach
    }

    /// The closest features of a point and a triangle, if they are near.
    pub fn point_triangle(&self, vertices: [u32; 4]) -> Option<ClassifiedPair> {
        let [xp, x0, x1, x2] = self.at(vertices);
        let [p, t0, t1, t2] = vertices;
        let (kind, squared) = point_triangle::classify_squared(&xp, &x0, &x1, &x2);
        self.is_near(squared, p, t0).then(|| match kind {
            PointTriangle::T0 => ClassifiedPair::PointPoint(ordered([p, t0])),
            PointTriangle::T1 => ClassifiedPair::PointPoint(ordered([p, t1])),
            PointTriangle::T2 => ClassifiedPair::PointPoint(ordered([p, t2])),
            PointTriangle::E0 => ClassifiedPair::PointEdge(of_edge(p, [t0, t1])),
            PointTriangle::E1 => ClassifiedPair::PointEdge(of_edge(p, [t1, t2])),
            PointTriangle::E2 => ClassifiedPair::PointEdge(of_edge(p, [t2, t0])),
            PointTriangle::Interior => ClassifiedPair::PointTriangle(vertices),
        })
    }

    /// The closest features of two edges, if they are near.
    pub fn edge_edge(&self, vertices: [u32; 4]) -> Option<ClassifiedPair> {
        let [xa0, xa1, xb0, xb1] = self.at(vertices);
        let [a0, a1, b0, b1] = vertices;
        let (kind, squared) = edge_edge::classify_squared(&xa0, &xa1, &xb0, &xb1);
        if !self.is_near(squared, a0, b0) {
            return None;
        }
        if self.is_nearly_parallel(vertices) {
            return Some(ClassifiedPair::ParallelEdges(vertices));
        }
        Some(match kind {
            EdgeEdge::A0B0 => ClassifiedPair::PointPoint(ordered([a0, b0])),
            EdgeEdge::A0B1 => ClassifiedPair::PointPoint(ordered([a0, b1])),
            EdgeEdge::A1B0 => ClassifiedPair::PointPoint(ordered([a1, b0])),
            EdgeEdge::A1B1 => ClassifiedPair::PointPoint(ordered([a1, b1])),
            EdgeEdge::AB0 => ClassifiedPair::PointEdge(of_edge(b0, [a0, a1])),
            EdgeEdge::AB1 => ClassifiedPair::PointEdge(of_edge(b1, [a0, a1])),
            EdgeEdge::A0B => ClassifiedPair::PointEdge(of_edge(a0, [b0, b1])),
            EdgeEdge::A1B => ClassifiedPair::PointEdge(of_edge(a1, [b0, b1])),
            EdgeEdge::Interior => ClassifiedPair::EdgeEdge(vertices),
        })
    }

    /// The closest features of a point and an edge, if they are near.
    pub fn point_edge(&self, vertices: [u32; 3]) -> Option<ClassifiedPair> {
        let [xp, x0, x1] = self.at(vertices);
        let [p, e0, e1] = vertices;
        let (kind, squared) = point_edge::classify_squared(&xp, &x0, &x1);
        self.is_near(squared, p, e0).then(|| match kind {
            PointEdge::E0 => ClassifiedPair::PointPoint(ordered([p, e0])),
            PointEdge::E1 => ClassifiedPair::PointPoint(ordered([p, e1])),
            PointEdge::Interior => ClassifiedPair::PointEdge(of_edge(p, [e0, e1])),
        })
    }

    /// Two points, if they are near.
    pub fn point_point(&self, vertices: [u32; 2]) -> Option<ClassifiedPair> {
        let [xp, xq] = self.at(vertices);
        let [p, q] = vertices;
        let is_near = self.is_near(point_point::squared(&xp, &xq), p, q);
        is_near.then(|| ClassifiedPair::PointPoint(ordered(vertices)))
    }

    /// The mollifier acts below a threshold set by the edges' rest lengths (Li et al. 2020, eq. 24).
    pub fn is_nearly_parallel(&self, vertices: [u32; 4]) -> bool {
        let [a0, a1, b0, b1] = self.at(vertices);
        let [r0, r1, r2, r3] = vertices.map(|v| self.model.rest[v as usize]);
        mollifier::cross_squared(&a0, &a1, &b0, &b1) < mollifier::threshold(&r0, &r1, &r2, &r3)
    }

    /// The vertex, if it is near the half-space.
    pub fn half_space(&self, pair: [u32; 2]) -> Option<ClassifiedPair> {
        let [plane, vertex] = pair.map(|number| number as usize);
        let distance = self.model.half_spaces[plane].distance(self.x[vertex]);
        let is_near = distance < self.model.dhat + 0.5 * self.model.thickness[vertex];
        is_near.then_some(ClassifiedPair::HalfSpace(pair))
    }
}

pub(super) fn ordered(mut pair: [u32; 2]) -> [u32; 2] {
    pair.sort_unstable();
    pair
}

pub(super) fn of_edge(point: u32, edge: [u32; 2]) -> [u32; 3] {
    let [e0, e1] = ordered(edge);
    [point, e0, e1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_by_pair() {
        let set = PairSet {
            vertices: vec![[1, 2], [1, 3], [4, 0]],
            weight: vec![0.5, 0.25, 2.0],
        };
        assert_eq!(set.weight_of([1, 3]), Some(0.25));
        assert_eq!(set.weight_of([3, 1]), None);
    }
}
