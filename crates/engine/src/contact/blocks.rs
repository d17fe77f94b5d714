//! The pairs that push each other in Offset Geometric Contact: of all that are near, those whose point lies in the
//! other's offset block.
//!
//! Every vertex looks at the surfaces, wires and points around it, and each feature that it finds there pushes it once:
//! a face over its inside, an edge or a vertex within its block (`formulas/contact/offset_block.rs`). Two vertices
//! that find each other therefore count twice, once for each; everything else counts once. Edges that cross push
//! each other once. Where the closest point of a crossing is the end of an edge, vertices have seen to it already, except
//! that a vertex of a surface only looks at wires along its own edges.

use rayon::prelude::*;
use tangency_formulas::distance::edge_edge::{self, EdgeEdge};
use tangency_formulas::distance::mollifier;
use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::point_triangle::{self, PointTriangle};
use tangency_geometry::Vec3;

use super::candidates::Candidates;
use super::fans::Fans;
use super::pairs::{Found, PairSet, Pairs, of_edge, ordered};
use crate::model::Model;

/// Candidates looked at by one task.
const CHUNK: usize = 2048;

/// Decides what pushes at one configuration.
pub struct Blocks<'a> {
    /// The model.
    pub model: &'a Model,
    /// What surrounds each feature.
    pub fans: &'a Fans,
    /// Positions, m.
    pub x: &'a [Vec3],
}

impl Blocks<'_> {
    /// The pairs among `candidates` that push each other.
    pub fn pairs(&self, candidates: &Candidates) -> Pairs {
        let mut parts = self.each(&candidates.point_triangle, Self::point_triangle);
        parts.extend(self.each(&candidates.edge_edge, Self::edge_edge));
        parts.extend(self.each(&candidates.point_edge, Self::point_edge));
        parts.extend(self.each(&candidates.point_point, |_, pair, found| {
            found.point_point.push(ordered(pair));
        }));
        Pairs {
            point_point: views(Found::join(&parts, |part| &part.point_point)),
            point_edge: once(Found::join(&parts, |part| &part.point_edge)),
            point_triangle: once(Found::join(&parts, |part| &part.point_triangle)),
            edge_edge: once(Found::join(&parts, |part| &part.edge_edge)),
            parallel_edges: once(Found::join(&parts, |part| &part.parallel_edges)),
            half_space: candidates.half_space.clone(),
        }
    }

    fn each<const K: usize>(
        &self,
        candidates: &[[u32; K]],
        add: impl Fn(&Self, [u32; K], &mut Found) + Sync,
    ) -> Vec<Found> {
        let collect = |chunk: &[[u32; K]]| {
            let mut found = Found::default();
            for &candidate in chunk {
                add(self, candidate, &mut found);
            }
            found
        };
        candidates.par_chunks(CHUNK).map(collect).collect()
    }

    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn point_triangle(&self, vertices: [u32; 4], found: &mut Found) {
        let [xp, x0, x1, x2] = self.at(vertices);
        let [p, t0, t1, t2] = vertices;
        match point_triangle::classify(&xp, &x0, &x1, &x2) {
            PointTriangle::T0 => self.look_at_vertex(p, t0, found),
            PointTriangle::T1 => self.look_at_vertex(p, t1, found),
            PointTriangle::T2 => self.look_at_vertex(p, t2, found),
            PointTriangle::E0 => self.look_at_edge(p, [t0, t1], found),
            PointTriangle::E1 => self.look_at_edge(p, [t1, t2], found),
            PointTriangle::E2 => self.look_at_edge(p, [t2, t0], found),
            PointTriangle::Interior => found.point_triangle.push(vertices),
        }
    }

    fn point_edge(&self, vertices: [u32; 3], found: &mut Found) {
        let [xp, x0, x1] = self.at(vertices);
        let [p, e0, e1] = vertices;
        match point_edge::classify(&xp, &x0, &x1) {
            PointEdge::E0 => self.look_at_vertex(p, e0, found),
            PointEdge::E1 => self.look_at_vertex(p, e1, found),
            PointEdge::Interior => self.look_at_edge(p, [e0, e1], found),
        }
    }

    fn edge_edge(&self, vertices: [u32; 4], found: &mut Found) {
        let [xa0, xa1, xb0, xb1] = self.at(vertices);
        let [a0, a1, b0, b1] = vertices;
        let (a, b) = ([a0, a1], [b0, b1]);
        match edge_edge::classify(&xa0, &xa1, &xb0, &xb1) {
            EdgeEdge::A0B0 => self.look_along(a0, a, b0, b, found),
            EdgeEdge::A0B1 => self.look_along(a0, a, b1, b, found),
            EdgeEdge::A1B0 => self.look_along(a1, a, b0, b, found),
            EdgeEdge::A1B1 => self.look_along(a1, a, b1, b, found),
            EdgeEdge::AB0 => self.look_at_wire(b0, a, found),
            EdgeEdge::AB1 => self.look_at_wire(b1, a, found),
            EdgeEdge::A0B => self.look_at_wire(a0, b, found),
            EdgeEdge::A1B => self.look_at_wire(a1, b, found),
            EdgeEdge::Interior if self.is_nearly_parallel(vertices) => {
                found.parallel_edges.push(vertices);
            }
            EdgeEdge::Interior => found.edge_edge.push(vertices),
        }
    }

    /// The vertex `p` of edge `a` and `q` of edge `b`, where they are closest to each other: those of wires are seen.
    fn look_along(&self, p: u32, a: [u32; 2], q: u32, b: [u32; 2], found: &mut Found) {
        if self.fans.is_wire(b) {
            self.look_at_vertex(p, q, found);
        }
        if self.fans.is_wire(a) {
            self.look_at_vertex(q, p, found);
        }
    }

    fn look_at_wire(&self, p: u32, edge: [u32; 2], found: &mut Found) {
        if self.fans.is_wire(edge) {
            found.point_edge.push(of_edge(p, edge));
        }
    }

    fn look_at_edge(&self, p: u32, edge: [u32; 2], found: &mut Found) {
        if self.fans.edge_pushes(self.x, &self.x[p as usize], edge) {
            found.point_edge.push(of_edge(p, edge));
        }
    }

    fn look_at_vertex(&self, p: u32, q: u32, found: &mut Found) {
        if self.fans.vertex_pushes(self.x, &self.x[p as usize], q) {
            found.point_point.push([p, q]);
        }
    }

    fn is_nearly_parallel(&self, vertices: [u32; 4]) -> bool {
        let [a0, a1, b0, b1] = self.at(vertices);
        let [r0, r1, r2, r3] = vertices.map(|v| self.model.rest[v as usize]);
        mollifier::cross_squared(&a0, &a1, &b0, &b1) < mollifier::threshold(&r0, &r1, &r2, &r3)
    }
}

/// Each pair once.
fn once<const K: usize>(mut found: Vec<[u32; K]>) -> PairSet<K> {
    found.par_sort_unstable();
    found.dedup();
    PairSet {
        weight: vec![1.0; found.len()],
        vertices: found,
    }
}

/// Pairs of vertices by who looks at whom: each look once, and as many as there are.
fn views(found: Vec<[u32; 2]>) -> PairSet<2> {
    let looks = once(found).vertices;
    let mut pairs = PairSet::default();
    pairs.fill(&mut looks.into_iter().map(ordered).collect::<Vec<_>>());
    pairs
}
