//! The pairs that push each other at one configuration, with their terms and stencils in flat arrays.
//!
//! Each pair is looked at once. A vertex and an edge, or two vertices, are found beside many triangles: the first triangle of
//! the edge, or of the vertex, speaks for all (one that has both cannot: such a pair never pushes, since a tangent of the
//! one leads to the other). Of a wire near vertices of triangles the edges tell. In the plane all edges are wires.

use rayon::prelude::*;
use tangency_formulas::contact::geometric::Term;
use tangency_geometry::Vec3;

use super::rings::NONE;
use super::stencils::{Stencils, gather};
use crate::contact::candidates::Candidates;
use crate::contact::pairs::{of_edge, ordered, packed};
use crate::contact::{Pairs, Primitives};
use crate::model::Model;

/// Candidates looked at by one task.
const CHUNK: usize = 512;

/// Pairs that push each other.
pub struct TermSet {
    /// Primitives of each pair, sorted by kind and vertices.
    pub primitives: Vec<Primitives>,
    /// Term of each pair, for stiffness 1.
    pub terms: Vec<Term<f64>>,
    begin: Vec<usize>,
    nodes: Vec<u32>,
}

impl Default for TermSet {
    fn default() -> Self {
        TermSet {
            primitives: Vec::new(),
            terms: Vec::new(),
            begin: vec![0],
            nodes: Vec::new(),
        }
    }
}

impl TermSet {
    /// All that are not exactly zero at `x`.
    pub fn find(model: &Model, stencils: &Stencils, x: &[Vec3], candidates: &Candidates) -> Self {
        let search = Search { model, stencils, x };
        let mut found = search.all(&candidates.point_triangle, Search::point_triangle);
        found.extend(search.all(&candidates.edge_edge, Search::edge_edge));
        found.extend(search.all(&candidates.point_edge, Search::point_edge));
        found.extend(search.all(&candidates.point_point, |s, pair, look| {
            look(s, Primitives::PointPoint(ordered(pair)));
        }));
        found.extend(search.all(&candidates.half_space, |s, pair, look| {
            look(s, Primitives::HalfSpace(pair));
        }));
        found.par_sort_unstable_by_key(order);
        let mut terms = TermSet::default();
        for pair in found {
            let term = stencils.term(model, pair, &mut terms.nodes);
            terms.begin.push(terms.nodes.len());
            terms.primitives.push(pair);
            terms.terms.push(term);
        }
        terms
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The vertices in the stencil of term `k`, [`NONE`] where a point is no vertex.
    pub fn nodes(&self, k: usize) -> &[u32] {
        &self.nodes[self.begin[k]..self.begin[k + 1]]
    }

    /// Makes `out` the points of term `k` at `x`.
    pub fn gather(&self, model: &Model, x: &[Vec3], k: usize, out: &mut Vec<Vec3>) {
        let (pair, term) = (self.primitives[k], &self.terms[k]);
        gather(model, pair, term, self.nodes(k), x, out);
    }

    /// The distance of a pair at `x` beyond what it keeps, m.
    pub fn gap(&self, model: &Model, x: &[Vec3], k: usize) -> f64 {
        self.primitives[k].distance(model, x) - self.terms[k].offset
    }

    /// The pairs by kind, each once.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for &pair in &self.primitives {
            match pair {
                Primitives::PointPoint(v) => pairs.point_point.push(v, 1.0),
                Primitives::PointEdge(v) => pairs.point_edge.push(v, 1.0),
                Primitives::PointTriangle(v) => pairs.point_triangle.push(v, 1.0),
                Primitives::EdgeEdge(v) => pairs.edge_edge.push(v, 1.0),
                Primitives::HalfSpace(v) => pairs.half_space.push(v, 1.0),
            }
        }
        pairs
    }
}

/// By kind, then by vertices.
fn order(pair: &Primitives) -> (u8, u128) {
    match pair {
        Primitives::PointPoint(v) => (0, packed(v)),
        Primitives::PointEdge(v) => (1, packed(v)),
        Primitives::PointTriangle(v) => (2, packed(v)),
        Primitives::EdgeEdge(v) => (3, packed(v)),
        Primitives::HalfSpace(v) => (4, packed(v)),
    }
}

/// Finds pairs that push each other among candidates.
struct Search<'a> {
    model: &'a Model,
    stencils: &'a Stencils,
    x: &'a [Vec3],
}

/// Findings of one task, and room to look.
#[derive(Default)]
struct SearchTask {
    pairs: Vec<Primitives>,
    nodes: Vec<u32>,
    points: Vec<Vec3>,
}

impl Search<'_> {
    /// Looks at the pairs that `propose` makes of each candidate.
    fn all<const K: usize>(
        &self,
        candidates: &[[u32; K]],
        propose: impl Fn(&Self, [u32; K], &mut dyn FnMut(&Self, Primitives)) + Sync,
    ) -> Vec<Primitives> {
        let chunks = candidates.par_chunks(CHUNK).map(|chunk| {
            let mut found = SearchTask::default();
            for &candidate in chunk {
                propose(self, candidate, &mut |search, pair| {
                    search.look(pair, &mut found)
                });
            }
            found.pairs
        });
        chunks.collect::<Vec<_>>().concat()
    }

    /// Keeps a pair that pushes.
    fn look(&self, pair: Primitives, found: &mut SearchTask) {
        if self.is_far(pair) {
            return;
        }
        found.nodes.clear();
        let term = self.stencils.term(self.model, pair, &mut found.nodes);
        gather(
            self.model,
            pair,
            &term,
            &found.nodes,
            self.x,
            &mut found.points,
        );
        if term.is_active(&self.stencils.potential, &found.points) {
            found.pairs.push(pair);
        }
    }

    /// Whether a pair is too far apart, which is known before any stencil.
    fn is_far(&self, pair: Primitives) -> bool {
        let offset = pair.offset(self.model);
        pair.distance(self.model, self.x) >= self.stencils.activation.target + offset
    }

    fn point_triangle(&self, v: [u32; 4], look: &mut dyn FnMut(&Self, Primitives)) {
        let [p, a, b, c] = v;
        let rings = &self.stencils.rings;
        // What is on the triangle is no closer.
        if self.is_far(Primitives::PointTriangle(v)) {
            return;
        }
        look(self, Primitives::PointTriangle(v));
        let triangle = rings.triangle([a, b, c]);
        for side in [[a, b], [b, c], [c, a]] {
            if rings.first_face_of_edge[rings.edge(side) as usize] == triangle {
                look(self, Primitives::PointEdge(of_edge(p, side)));
            }
        }
        let is_loose = rings.first_face[p as usize] == NONE;
        for corner in [a, b, c] {
            let speaks = rings.first_face[corner as usize] == triangle;
            if speaks && (is_loose || p < corner) {
                look(self, Primitives::PointPoint(ordered([p, corner])));
            }
        }
    }

    fn edge_edge(&self, v: [u32; 4], look: &mut dyn FnMut(&Self, Primitives)) {
        let [a0, a1, b0, b1] = v;
        let mut edges = [ordered([a0, a1]), ordered([b0, b1])];
        edges.sort_unstable();
        let [a, b] = edges;
        look(self, Primitives::EdgeEdge([a[0], a[1], b[0], b[1]]));
        self.beside_wire(a, b, look);
        self.beside_wire(b, a, look);
    }

    /// The ends of an edge that are vertices of triangles, near another edge that is none of a triangle.
    fn beside_wire(&self, edge: [u32; 2], wire: [u32; 2], look: &mut dyn FnMut(&Self, Primitives)) {
        let rings = &self.stencils.rings;
        if rings.first_face_of_edge[rings.edge(wire) as usize] != NONE {
            return;
        }
        for [end, other] in [edge, [edge[1], edge[0]]] {
            let first = rings.around(end).iter().find(|w| !wire.contains(w));
            if rings.first_face[end as usize] != NONE && first == Some(&other) {
                look(self, Primitives::PointEdge(of_edge(end, wire)));
            }
        }
    }

    /// A point and an edge of no triangle.
    fn point_edge(&self, v: [u32; 3], look: &mut dyn FnMut(&Self, Primitives)) {
        let [p, a, b] = v;
        let rings = &self.stencils.rings;
        look(self, Primitives::PointEdge(of_edge(p, [a, b])));
        let wire = rings.edge([a, b]);
        let is_isolated = rings.first_wire[p as usize] == NONE;
        for end in [a, b] {
            let is_loose = rings.first_face[end as usize] == NONE;
            let speaks = rings.first_wire[end as usize] == wire;
            if is_loose && speaks && (is_isolated || p < end) {
                look(self, Primitives::PointPoint(ordered([p, end])));
            }
        }
    }
}
