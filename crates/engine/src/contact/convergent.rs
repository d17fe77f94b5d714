//! The weights of Convergent IPC (Li et al. 2023): a barrier per area, and none counted twice, so that the potential
//! tends to a limit as meshes are refined (with d̂ and the mesh together).
//!
//! The potential is half of the integral over all surfaces of the largest barrier that a point feels, summed over vertices with their
//! areas, and half of the same along edges with theirs. The largest is found by taking away what neighbours share:
//! ```text
//! max over triangles t  ≈  Σ b(x, t) - Σ b(x, inner edge) + Σ b(x, inner vertex)
//! max over edges e      ≈  Σ b(e', e) - Σ (edges at x - 1) b(e', x)
//! ```
//! In a planar model it is half of the integral along all boundaries, summed over vertices with their lengths, and
//! `max over edges e ≈ Σ b(x, e) - Σ (edges at x' - 1) b(x, x')`.
//!
//! Some pairs therefore weigh less than nothing. κ is a pressure: the barrier is divided by d̂⁴ and times d̂.

use rayon::prelude::*;
use tangency_geometry::Vec3;

use super::candidates::Candidates;
use super::gcp::Rings;
use super::pairs::{ClassifiedPair, Classifier, PairSet, Pairs, of_edge, ordered, packed};
use crate::model::Model;

/// Candidates looked at by one task.
const CHUNK: usize = 2048;
/// Size of a sum of weights that cancel, relative to their sizes, up to which it is rounding.
const ROUNDING: f64 = 1e-12;

/// A share of a pair's weight: so many times the weight of a vertex, or of an edge of the surface.
#[derive(Clone, Copy)]
pub enum WeightShare {
    /// Of a vertex.
    Vertex(u32, f64),
    /// Of an edge, by its number.
    Edge(u32, f64),
}

/// A receiver of pairs and the shares of their weights.
pub trait WeightedPairs: Default + Send {
    /// Takes a pair.
    fn take(&mut self, weights: &ConvergentWeights, pair: ClassifiedPair, shares: &[WeightShare]);

    /// Takes two nearly parallel edges with the end first that the distance is measured from.
    fn take_ends(&mut self, weights: &ConvergentWeights, edges: [u32; 4], share: WeightShare);
}

impl WeightedPairs for Pairs {
    fn take(&mut self, weights: &ConvergentWeights, pair: ClassifiedPair, shares: &[WeightShare]) {
        let weight = shares.iter().map(|share| weights.of(*share)).sum();
        self.add(pair, weight);
    }

    fn take_ends(&mut self, weights: &ConvergentWeights, edges: [u32; 4], share: WeightShare) {
        self.parallel_ends.push(edges, weights.of(share));
    }
}

/// Areas, and what is around vertices and edges.
pub struct ConvergentWeights {
    /// Surroundings of primitives.
    pub rings: Rings,
    /// A third of the triangles of each vertex, in the plane half of its edges, over d̂³.
    pub vertices: Vec<f64>,
    /// A third of the triangles of each edge, over d̂³.
    pub edges: Vec<f64>,
    /// Whether each vertex is at the border of its surface.
    is_border: Vec<bool>,
    /// Mean weight of a vertex that can move.
    pub mean: f64,
}

impl ConvergentWeights {
    /// The weights of a model's surface. Obstacles are often meshed by a few large triangles, whose area says nothing
    /// about the contact: there the mean weight of what can move is the most that counts.
    pub fn new(model: &Model) -> Self {
        let surface = &model.surface;
        let rings = Rings::new(model);
        let scale = model.dhat.powi(-3);
        let mut vertices = vec![0.0; model.vertex_count()];
        let mut edges = vec![0.0; surface.edges.len()];
        for &[a, b, c] in &surface.triangles {
            let [xa, xb, xc] = [a, b, c].map(|v| model.rest[v as usize]);
            let third = scale * (xb - xa).cross(&(xc - xa)).norm() / 6.0;
            for v in [a, b, c] {
                vertices[v as usize] += third;
            }
            for ends in [[a, b], [b, c], [c, a]] {
                edges[rings.edge(ends) as usize] += third;
            }
        }
        if model.plane.is_some() {
            for &[a, b] in &surface.edges {
                let length = (model.rest[a as usize] - model.rest[b as usize]).norm();
                for v in [a, b] {
                    vertices[v as usize] += 0.5 * scale * length;
                }
            }
        }
        let free = surface
            .points
            .iter()
            .filter(|&&v| !model.is_obstacle[v as usize]);
        let free: Vec<f64> = free.map(|&v| vertices[v as usize]).collect();
        let mean = free.iter().sum::<f64>() / free.len().max(1) as f64;
        for (v, weight) in vertices.iter_mut().enumerate() {
            if model.is_obstacle[v] {
                *weight = weight.min(mean);
            }
        }
        let mut is_border = vec![false; model.vertex_count()];
        for (e, &[a, b]) in surface.edges.iter().enumerate() {
            if model.is_obstacle[a as usize] {
                edges[e] = edges[e].min(mean);
            }
            if rings.beside(e as u32).len() < 2 {
                is_border[a as usize] = true;
                is_border[b as usize] = true;
            }
        }
        ConvergentWeights {
            rings,
            vertices,
            edges,
            is_border,
            mean,
        }
    }

    /// The pairs closer than d̂ at `x` among candidates, with their weights.
    pub fn pairs(&self, model: &Model, x: &[Vec3], candidates: &Candidates) -> Pairs {
        let parts = self.visit::<Pairs>(model, x, candidates);
        let near = Classifier { model, x };
        let mut half_space = PairSet::default();
        for &[plane, v] in &candidates.half_space {
            if near.half_space([plane, v]).is_some() {
                half_space.push([plane, v], self.vertices[v as usize]);
            }
        }
        Pairs {
            point_point: sum(&parts, |found| &found.point_point),
            point_edge: sum(&parts, |found| &found.point_edge),
            point_triangle: sum(&parts, |found| &found.point_triangle),
            edge_edge: sum(&parts, |found| &found.edge_edge),
            parallel_edges: sum(&parts, |found| &found.parallel_edges),
            parallel_ends: sum(&parts, |found| &found.parallel_ends),
            half_space,
        }
    }

    /// Visits the pairs closer than d̂ at `x` among candidates, but for those with half-spaces.
    pub fn visit<F: WeightedPairs>(
        &self,
        model: &Model,
        x: &[Vec3],
        candidates: &Candidates,
    ) -> Vec<F> {
        let at = At {
            near: Classifier { model, x },
            weights: self,
        };
        let mut parts: Vec<F> = at.visit(&candidates.point_triangle, At::triangle);
        parts.extend(at.visit(&candidates.edge_edge, At::edges));
        let edges_by_points = unique(&candidates.point_triangle, |&[p, t0, t1, t2]| {
            [[t0, t1], [t1, t2], [t2, t0]].map(|edge| of_edge(p, edge))
        });
        parts.extend(at.visit(&edges_by_points, At::shared_edge));
        let points_by_points = unique(&candidates.point_triangle, |&[p, t0, t1, t2]| {
            [t0, t1, t2].map(|t| ordered([p, t]))
        });
        parts.extend(at.visit(&points_by_points, At::shared_vertex));
        let ends_by_edges = unique(&candidates.edge_edge, |&[a0, a1, b0, b1]| {
            let (a, b) = ([a0, a1], [b0, b1]);
            [(b0, a), (b1, a), (a0, b), (a1, b)].map(|(end, edge)| of_edge(end, edge))
        });
        parts.extend(at.visit(&ends_by_edges, At::shared_end));
        parts.extend(at.visit(&candidates.point_edge, At::edge_in_plane));
        let ends_by_points = unique(&candidates.point_edge, |&[p, e0, e1]| {
            [e0, e1].map(|end| ordered([p, end]))
        });
        parts.extend(at.visit(&ends_by_points, At::shared_in_plane));
        parts
    }

    fn of(&self, share: WeightShare) -> f64 {
        match share {
            WeightShare::Vertex(v, times) => times * self.vertices[v as usize],
            WeightShare::Edge(e, times) => times * self.edges[e as usize],
        }
    }

    fn are_neighbours(&self, v: u32, w: u32) -> bool {
        self.rings.around(v).contains(&w)
    }
}

/// One configuration. The weights are quarters: half for the two surfaces that both count a contact, and half for
/// vertices and edges; in the plane, which has no pairs of edges, halves.
struct At<'a> {
    near: Classifier<'a>,
    weights: &'a ConvergentWeights,
}

impl At<'_> {
    fn visit<F: WeightedPairs, const K: usize>(
        &self,
        items: &[[u32; K]],
        add: impl Fn(&Self, [u32; K], &mut F) + Sync,
    ) -> Vec<F> {
        let chunks = items.par_chunks(CHUNK).map(|chunk| {
            let mut found = F::default();
            for &item in chunk {
                add(self, item, &mut found);
            }
            found
        });
        chunks.collect()
    }

    fn edge(&self, ends: [u32; 2], times: f64) -> WeightShare {
        WeightShare::Edge(self.weights.rings.edge(ends), times)
    }

    fn triangle(&self, vertices: [u32; 4], found: &mut impl WeightedPairs) {
        if let Some(close) = self.near.point_triangle(vertices) {
            found.take(
                self.weights,
                close,
                &[WeightShare::Vertex(vertices[0], 0.25)],
            );
        }
    }

    fn edges(&self, vertices: [u32; 4], found: &mut impl WeightedPairs) {
        let [a0, a1, b0, b1] = vertices;
        if let Some(close) = self.near.edge_edge(vertices) {
            let both = [self.edge([a0, a1], 0.25), self.edge([b0, b1], 0.25)];
            found.take(self.weights, close, &both);
        }
    }

    /// Takes away what the triangles at an edge have counted of it once too often for a point.
    fn shared_edge(&self, [p, e0, e1]: [u32; 3], found: &mut impl WeightedPairs) {
        let rings = &self.weights.rings;
        let opposite = rings.beside(rings.edge([e0, e1]));
        let triangles = opposite.iter().filter(|&&v| v != p).count();
        if triangles < 2 {
            return;
        }
        if let Some(close) = self.near.point_edge([p, e0, e1]) {
            let times = 0.25 * (1.0 - triangles as f64);
            found.take(self.weights, close, &[WeightShare::Vertex(p, times)]);
        }
    }

    /// Gives back what their edges have taken away of a vertex once too often for a point: each of the two is the
    /// other's.
    fn shared_vertex(&self, [p, q]: [u32; 2], found: &mut impl WeightedPairs) {
        let weights = self.weights;
        if weights.are_neighbours(p, q) {
            return;
        }
        let of = |point: u32, vertex: u32| {
            let is_inner = !weights.is_border[vertex as usize];
            WeightShare::Vertex(point, if is_inner { 0.25 } else { 0.0 })
        };
        let both = [of(p, q), of(q, p)];
        if weights.of(both[0]) + weights.of(both[1]) == 0.0 {
            return;
        }
        if let Some(close) = self.near.point_point([p, q]) {
            found.take(weights, close, &both);
        }
    }

    /// Takes away what the edges at an end have counted of it once too often for an edge. Those nearly parallel to it
    /// are mollified, and so is what is taken away of them.
    fn shared_end(&self, [end, e0, e1]: [u32; 3], found: &mut impl WeightedPairs) {
        let Some(close) = self.near.point_edge([end, e0, e1]) else {
            return;
        };
        let mut full = 0.0;
        for &other in self.weights.rings.around(end) {
            if other == e0 || other == e1 {
                continue;
            }
            let edges = [e0, e1, end, other];
            if self.near.is_nearly_parallel(edges) {
                found.take_ends(self.weights, edges, self.edge([e0, e1], -0.25));
            } else {
                full += 1.0;
            }
        }
        if full != 1.0 {
            let share = self.edge([e0, e1], -0.25 * (full - 1.0));
            found.take(self.weights, close, &[share]);
        }
    }

    fn edge_in_plane(&self, vertices: [u32; 3], found: &mut impl WeightedPairs) {
        if let Some(close) = self.near.point_edge(vertices) {
            let share = WeightShare::Vertex(vertices[0], 0.5);
            found.take(self.weights, close, &[share]);
        }
    }

    /// Takes away what the edges at a vertex have counted of it once too often for a point: each of the two is the
    /// other's.
    fn shared_in_plane(&self, [p, q]: [u32; 2], found: &mut impl WeightedPairs) {
        let of = |point: u32, vertex: u32| {
            let others = self.weights.rings.around(vertex).iter();
            let edges = others.filter(|&&other| other != point).count();
            WeightShare::Vertex(point, 0.5 * (1.0 - edges.max(1) as f64))
        };
        let both = [of(p, q), of(q, p)];
        if self.weights.of(both[0]) + self.weights.of(both[1]) == 0.0 {
            return;
        }
        if let Some(close) = self.near.point_point([p, q]) {
            found.take(self.weights, close, &both);
        }
    }
}

/// The parts of all candidates, each once.
fn unique<const K: usize, const L: usize, const N: usize>(
    candidates: &[[u32; K]],
    parts: impl Fn(&[u32; K]) -> [[u32; L]; N],
) -> Vec<[u32; L]> {
    let mut all: Vec<[u32; L]> = candidates.iter().flat_map(parts).collect();
    all.par_sort_unstable_by_key(packed);
    all.dedup();
    all
}

/// The pairs of one kind, sorted, each with the sum of its weights, in an order that no thread decides.
fn sum<const K: usize>(parts: &[Pairs], of: impl Fn(&Pairs) -> &PairSet<K>) -> PairSet<K> {
    let mut all: Vec<([u32; K], f64)> = Vec::new();
    for set in parts.iter().map(of) {
        all.extend(set.vertices.iter().copied().zip(set.weight.iter().copied()));
    }
    all.par_sort_unstable_by_key(|(vertices, weight)| (packed(vertices), weight.to_bits()));
    let mut set = PairSet::default();
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        let total: f64 = same.iter().map(|(_, weight)| weight).sum();
        let size: f64 = same.iter().map(|(_, weight)| weight.abs()).sum();
        if total.abs() > ROUNDING * size {
            set.push(same[0].0, total);
        }
    }
    set
}
