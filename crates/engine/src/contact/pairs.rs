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

use super::broad::Trees;
use super::candidates::Candidates;
use crate::model::{ContactSurface, Model};

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

    /// Adds a pair that counts once.
    pub(super) fn push_once(&mut self, vertices: [u32; K]) {
        self.vertices.push(vertices);
        self.weight.push(1.0);
    }

    /// Sorts `found`, keeps each pair once, and counts.
    pub(super) fn fill(&mut self, found: &mut [[u32; K]]) {
        found.par_sort_unstable_by_key(packed);
        self.vertices.clear();
        self.weight.clear();
        for same in found.chunk_by(|a, b| a == b) {
            self.vertices.push(same[0]);
            self.weight.push(same.len() as f64);
        }
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

/// What of two primitives is close.
pub(super) enum Close {
    PointPoint([u32; 2]),
    PointEdge([u32; 3]),
    PointTriangle([u32; 4]),
    EdgeEdge([u32; 4]),
    ParallelEdges([u32; 4]),
}

/// Pairs as found, unsorted.
#[derive(Default)]
pub(super) struct Found {
    pub point_point: Vec<[u32; 2]>,
    pub point_edge: Vec<[u32; 3]>,
    pub point_triangle: Vec<[u32; 4]>,
    pub edge_edge: Vec<[u32; 4]>,
    pub parallel_edges: Vec<[u32; 4]>,
}

impl Found {
    fn extend(&mut self, close: Option<Close>) {
        let Some(close) = close else { return };
        match close {
            Close::PointPoint(v) => self.point_point.push(v),
            Close::PointEdge(v) => self.point_edge.push(v),
            Close::PointTriangle(v) => self.point_triangle.push(v),
            Close::EdgeEdge(v) => self.edge_edge.push(v),
            Close::ParallelEdges(v) => self.parallel_edges.push(v),
        }
    }

    /// What several tasks have found of one kind.
    pub fn join<const K: usize>(
        parts: &[Self],
        of: impl Fn(&Self) -> &Vec<[u32; K]>,
    ) -> Vec<[u32; K]> {
        let mut all = Vec::with_capacity(parts.iter().map(|part| of(part).len()).sum());
        for part in parts {
            all.extend_from_slice(of(part));
        }
        all
    }
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

    /// Makes this the set of candidates closer than d̂ (plus thickness) at `x`.
    pub fn activate(&mut self, model: &Model, x: &[Vec3], candidates: &Candidates) {
        let near = Near { model, x };
        let mut parts: Vec<Found> = Vec::new();
        parts.par_extend(
            candidates
                .point_triangle
                .par_chunks(CHUNK)
                .map(|chunk| near.collect(chunk, Near::point_triangle)),
        );
        let edges = candidates.edge_edge.par_chunks(CHUNK);
        let edges: Vec<Found> = edges
            .map(|chunk| near.collect(chunk, Near::edge_edge))
            .collect();
        parts.extend(edges);
        let loose = candidates.point_edge.par_chunks(CHUNK);
        let loose: Vec<Found> = loose
            .map(|chunk| near.collect(chunk, Near::point_edge))
            .collect();
        parts.extend(loose);
        let points = candidates.point_point.par_chunks(CHUNK);
        let points: Vec<Found> = points
            .map(|chunk| near.collect(chunk, Near::point_point))
            .collect();
        parts.extend(points);
        let half_space = candidates.half_space.iter().copied();
        self.fill(&parts, half_space.filter(|pair| near.half_space(*pair)));
    }

    /// Makes this the set of all admissible pairs closer than d̂ (plus thickness) at `x`, where `trees` have its
    /// boxes.
    pub fn find(&mut self, model: &Model, x: &[Vec3], trees: &Trees) {
        let near = Near { model, x };
        let ContactSurface {
            points,
            edges,
            triangles,
            loose,
            ..
        } = &model.surface;
        let broad = &trees.surface;
        let mut parts = broad
            .point_triangle()
            .fold(Found::default, |found, point, triangle| {
                let [t0, t1, t2] = triangles[triangle as usize];
                let vertices = [points[point as usize], t0, t1, t2];
                if model.is_admissible(vertices) {
                    found.extend(near.point_triangle(vertices));
                }
            });
        parts.extend(broad.edge_edge().fold(Found::default, |found, a, b| {
            let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
            let vertices = [a0, a1, b0, b1];
            if model.is_admissible(vertices) {
                found.extend(near.edge_edge(vertices));
            }
        }));
        parts.extend(
            trees
                .loose
                .point_edge()
                .fold(Found::default, |found, point, edge| {
                    let [e0, e1] = loose.edges[edge as usize];
                    let vertices = [loose.points[point as usize], e0, e1];
                    if model.is_admissible(vertices) {
                        found.extend(near.point_edge(vertices));
                    }
                }),
        );
        if loose.has_isolated() {
            parts.extend(
                trees
                    .loose
                    .point_point()
                    .fold(Found::default, |found, a, b| {
                        let vertices = [loose.points[a as usize], loose.points[b as usize]];
                        if loose.are_isolated(a, b) && model.is_admissible(vertices) {
                            found.extend(near.point_point(vertices));
                        }
                    }),
            );
        }
        let planes = 0..model.half_spaces.len() as u32;
        let all = planes.flat_map(|plane| points.iter().map(move |&vertex| [plane, vertex]));
        let is_near = |&[plane, vertex]: &[u32; 2]| {
            model.is_admissible([vertex]) && near.half_space([plane, vertex])
        };
        self.fill(&parts, all.filter(is_near));
    }

    fn fill(&mut self, parts: &[Found], half_space: impl Iterator<Item = [u32; 2]>) {
        self.point_point
            .fill(&mut Found::join(parts, |p| &p.point_point));
        self.point_edge
            .fill(&mut Found::join(parts, |p| &p.point_edge));
        self.point_triangle
            .fill(&mut Found::join(parts, |p| &p.point_triangle));
        self.edge_edge
            .fill(&mut Found::join(parts, |p| &p.edge_edge));
        self.parallel_edges
            .fill(&mut Found::join(parts, |p| &p.parallel_edges));
        self.half_space = PairSet::default();
        half_space.for_each(|pair| self.half_space.push_once(pair));
    }
}

/// Decides what is near at one configuration.
pub(super) struct Near<'a> {
    pub model: &'a Model,
    pub x: &'a [Vec3],
}

impl Near<'_> {
    fn collect<const K: usize>(
        &self,
        chunk: &[[u32; K]],
        close: impl Fn(&Self, [u32; K]) -> Option<Close>,
    ) -> Found {
        let mut found = Found::default();
        for &candidate in chunk {
            found.extend(close(self, candidate));
        }
        found
    }

    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn is_near(&self, squared: f64, a: u32, b: u32) -> bool {
        let reach = self.model.dhat + self.model.pair_offset(a, b);
        squared < reach * reach
    }

    pub fn point_triangle(&self, vertices: [u32; 4]) -> Option<Close> {
        let [xp, x0, x1, x2] = self.at(vertices);
        let [p, t0, t1, t2] = vertices;
        let (kind, squared) = point_triangle::classify_squared(&xp, &x0, &x1, &x2);
        self.is_near(squared, p, t0).then(|| match kind {
            PointTriangle::T0 => Close::PointPoint(ordered([p, t0])),
            PointTriangle::T1 => Close::PointPoint(ordered([p, t1])),
            PointTriangle::T2 => Close::PointPoint(ordered([p, t2])),
            PointTriangle::E0 => Close::PointEdge(of_edge(p, [t0, t1])),
            PointTriangle::E1 => Close::PointEdge(of_edge(p, [t1, t2])),
            PointTriangle::E2 => Close::PointEdge(of_edge(p, [t2, t0])),
            PointTriangle::Interior => Close::PointTriangle(vertices),
        })
    }

    pub fn edge_edge(&self, vertices: [u32; 4]) -> Option<Close> {
        let [xa0, xa1, xb0, xb1] = self.at(vertices);
        let [a0, a1, b0, b1] = vertices;
        let (kind, squared) = edge_edge::classify_squared(&xa0, &xa1, &xb0, &xb1);
        if !self.is_near(squared, a0, b0) {
            return None;
        }
        if self.is_nearly_parallel(vertices) {
            return Some(Close::ParallelEdges(vertices));
        }
        Some(match kind {
            EdgeEdge::A0B0 => Close::PointPoint(ordered([a0, b0])),
            EdgeEdge::A0B1 => Close::PointPoint(ordered([a0, b1])),
            EdgeEdge::A1B0 => Close::PointPoint(ordered([a1, b0])),
            EdgeEdge::A1B1 => Close::PointPoint(ordered([a1, b1])),
            EdgeEdge::AB0 => Close::PointEdge(of_edge(b0, [a0, a1])),
            EdgeEdge::AB1 => Close::PointEdge(of_edge(b1, [a0, a1])),
            EdgeEdge::A0B => Close::PointEdge(of_edge(a0, [b0, b1])),
            EdgeEdge::A1B => Close::PointEdge(of_edge(a1, [b0, b1])),
            EdgeEdge::Interior => Close::EdgeEdge(vertices),
        })
    }

    pub fn point_edge(&self, vertices: [u32; 3]) -> Option<Close> {
        let [xp, x0, x1] = self.at(vertices);
        let [p, e0, e1] = vertices;
        let (kind, squared) = point_edge::classify_squared(&xp, &x0, &x1);
        self.is_near(squared, p, e0).then(|| match kind {
            PointEdge::E0 => Close::PointPoint(ordered([p, e0])),
            PointEdge::E1 => Close::PointPoint(ordered([p, e1])),
            PointEdge::Interior => Close::PointEdge(of_edge(p, [e0, e1])),
        })
    }

    pub fn point_point(&self, vertices: [u32; 2]) -> Option<Close> {
        let [xp, xq] = self.at(vertices);
        let [p, q] = vertices;
        let is_near = self.is_near(point_point::squared(&xp, &xq), p, q);
        is_near.then(|| Close::PointPoint(ordered(vertices)))
    }

    /// The mollifier acts below a threshold set by the edges' rest lengths (Li et al. 2020, eq. 24).
    pub fn is_nearly_parallel(&self, vertices: [u32; 4]) -> bool {
        let [a0, a1, b0, b1] = self.at(vertices);
        let [r0, r1, r2, r3] = vertices.map(|v| self.model.rest[v as usize]);
        mollifier::cross_squared(&a0, &a1, &b0, &b1) < mollifier::threshold(&r0, &r1, &r2, &r3)
    }

    pub fn half_space(&self, [plane, vertex]: [u32; 2]) -> bool {
        let distance = self.model.half_spaces[plane as usize].distance(self.x[vertex as usize]);
        distance < self.model.dhat + 0.5 * self.model.thickness[vertex as usize]
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
