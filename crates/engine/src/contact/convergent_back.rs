//! Convergent weights backwards: from derivatives by the weights of pairs to those by the areas that they are made of, and from
//! there to rest positions.

use tangency_geometry::Vec3;

use super::WeightSlopes;
use super::broad::Trees;
use super::candidates::Candidates;
use super::convergent::{ConvergentWeights, WeightShare, WeightedPairs};
use super::pairs::{ClassifiedPair, Pairs};
use crate::model::Model;

/// The weights of a model on the way back, at the positions of the last detection.
pub struct ConvergentBack<'a> {
    /// The model.
    pub(super) model: &'a Model,
    /// Weights of vertices and edges.
    pub(super) weights: &'a ConvergentWeights,
    /// Trees over the surface, at these positions.
    pub(super) trees: &'a Trees,
}

/// Pairs and the shares of their weights.
#[derive(Default)]
struct Shares {
    pairs: Vec<(ClassifiedPair, WeightShare)>,
    ends: Vec<([u32; 4], WeightShare)>,
}

impl WeightedPairs for Shares {
    fn take(&mut self, _: &ConvergentWeights, pair: ClassifiedPair, shares: &[WeightShare]) {
        self.pairs.extend(shares.iter().map(|share| (pair, *share)));
    }

    fn take_ends(&mut self, _: &ConvergentWeights, edges: [u32; 4], share: WeightShare) {
        self.ends.push((edges, share));
    }
}

impl ConvergentBack<'_> {
    /// Adds to `slopes` what the derivatives `by_weight` by the weights of the pairs at `x` are by those of vertices and edges.
    pub fn add_pairs(&self, x: &[Vec3], by_weight: &Pairs, slopes: &mut WeightSlopes) {
        let mut add = |share: WeightShare, slope: Option<f64>| {
            // What has no slope has cancelled, and all of its shares with it.
            let slope = slope.unwrap_or(0.0);
            match share {
                WeightShare::Vertex(v, times) => slopes.vertices[v as usize] += times * slope,
                WeightShare::Edge(e, times) => slopes.edges[e as usize] += times * slope,
            }
        };
        let near = Candidates::within(self.model, self.trees, x, self.model.dhat);
        for part in self.weights.visit::<Shares>(self.model, x, &near) {
            for (pair, share) in part.pairs {
                let slope = match pair {
                    ClassifiedPair::PointPoint(v) => by_weight.point_point.weight_of(v),
                    ClassifiedPair::PointEdge(v) => by_weight.point_edge.weight_of(v),
                    ClassifiedPair::PointTriangle(v) => by_weight.point_triangle.weight_of(v),
                    ClassifiedPair::EdgeEdge(v) => by_weight.edge_edge.weight_of(v),
                    ClassifiedPair::ParallelEdges(v) => by_weight.parallel_edges.weight_of(v),
                    ClassifiedPair::HalfSpace(v) => by_weight.half_space.weight_of(v),
                };
                add(share, slope);
            }
            for (edges, share) in part.ends {
                add(share, by_weight.parallel_ends.weight_of(edges));
            }
        }
        let half_space = &by_weight.half_space;
        for (&[_, v], slope) in half_space.vertices.iter().zip(&half_space.weight) {
            add(WeightShare::Vertex(v, 1.0), Some(*slope));
        }
    }

    /// Adds the derivatives by rest positions to `out`.
    pub fn rest_back(&self, slopes: &WeightSlopes, out: &mut [Vec3]) {
        let (model, surface, weights) = (self.model, &self.model.surface, self.weights);
        let (mut vertices, mut edges) = (slopes.vertices.clone(), slopes.edges.clone());
        // Obstacles weigh at most the mean.
        let mut by_mean = 0.0;
        let is_bound =
            |v: u32, weight: f64| model.is_obstacle[v as usize] && weight == weights.mean;
        for (v, slope) in vertices.iter_mut().enumerate() {
            if is_bound(v as u32, weights.vertices[v]) {
                by_mean += std::mem::take(slope);
            }
        }
        for (e, slope) in edges.iter_mut().enumerate() {
            if is_bound(surface.edges[e][0], weights.edges[e]) {
                by_mean += std::mem::take(slope);
            }
        }
        let free = surface.points.iter().copied();
        let free: Vec<u32> = free.filter(|&v| !model.is_obstacle[v as usize]).collect();
        for &v in &free {
            vertices[v as usize] += by_mean / free.len() as f64;
        }
        let scale = model.dhat.powi(-3);
        for &[a, b, c] in &surface.triangles {
            let of_vertices: f64 = [a, b, c].map(|v| vertices[v as usize]).iter().sum();
            let sides = [[a, b], [b, c], [c, a]];
            let of_edges: f64 = (sides.iter())
                .map(|&side| edges[weights.rings.edge(side) as usize])
                .sum();
            area_back(
                model,
                [a, b, c],
                scale / 3.0 * (of_vertices + of_edges),
                out,
            );
        }
        if model.plane.is_some() {
            for &[a, b] in &surface.edges {
                let slope = 0.5 * scale * (vertices[a as usize] + vertices[b as usize]);
                let axis = (model.rest[b as usize] - model.rest[a as usize]).normalize();
                out[b as usize] += slope * axis;
                out[a as usize] -= slope * axis;
            }
        }
    }
}

/// The derivative by the area of a triangle at rest.
fn area_back(model: &Model, triangle: [u32; 3], by_area: f64, out: &mut [Vec3]) {
    let [a, b, c] = triangle.map(|v| model.rest[v as usize]);
    let (u, v) = (b - a, c - a);
    let normal = u.cross(&v);
    let slope = normal * (0.5 * by_area / normal.norm());
    let (by_u, by_v) = (v.cross(&slope), slope.cross(&u));
    for (v, part) in triangle.iter().zip([-by_u - by_v, by_u, by_v]) {
        out[*v as usize] += part;
    }
}
