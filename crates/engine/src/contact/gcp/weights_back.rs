//! The weights of primitives backwards: from derivatives by their logarithms to those by the rest positions that they are made of.
//!
//! With a length `l` between two vertices at rest, a weight `l^n` has `n/l` for the derivative of its logarithm by `l`; means share
//! theirs out, and a weight that is at a bound passes its own on to the mean.

use tangency_formulas::contact::geometric::{Dimension, weight};
use tangency_geometry::Vec3;

use super::outline::dimension;
use super::rings::Rings;
use super::sharp::{Sharp, Sharpness};
use super::weights::{LEAST, PrimitiveWeights};
use crate::contact::{Primitives, WeightSlopes};
use crate::model::Model;

/// The weights of a model on the way back.
pub struct WeightsBack<'a> {
    /// The model.
    pub model: &'a Model,
    /// Surroundings of its primitives.
    pub rings: &'a Rings,
    /// Weights of its primitives.
    pub weights: &'a PrimitiveWeights,
}

impl WeightsBack<'_> {
    /// Adds to `slopes` what the weight of a pair, with the derivative `by_log` by its logarithm, passes on to its two primitives.
    pub fn add_pair(&self, pair: Primitives, by_log: f64, slopes: &mut WeightSlopes) {
        let rings = self.rings;
        let mut vertex = |v: u32| slopes.vertices[v as usize] += by_log;
        match pair {
            Primitives::PointPoint(pair) => pair.into_iter().for_each(vertex),
            Primitives::PointEdge([p, a, b]) => {
                vertex(p);
                slopes.edges[rings.edge([a, b]) as usize] += by_log;
            }
            Primitives::PointTriangle([p, a, b, c]) => {
                vertex(p);
                slopes.faces[rings.triangle([a, b, c]) as usize] += by_log;
            }
            Primitives::EdgeEdge([a, b, c, d]) => {
                slopes.edges[rings.edge([a, b]) as usize] += by_log;
                slopes.edges[rings.edge([c, d]) as usize] += by_log;
            }
            Primitives::HalfSpace([_, v]) => {
                vertex(v);
                slopes.mean += by_log;
            }
        }
    }

    /// Adds the derivatives by rest positions to `out`.
    pub fn rest_back(&self, slopes: &WeightSlopes, out: &mut [Vec3]) {
        let (model, surface) = (self.model, &self.model.surface);
        let mut by_mean = slopes.mean;
        for (e, (&[a, b], &slope)) in surface.edges.iter().zip(&slopes.edges).enumerate() {
            if self.is_bound(self.weights.edges[e], a) {
                by_mean += slope;
            } else {
                let has_spread = self.is_given(|sharp| sharp.is_sharp(e as u32));
                let power = self.power_of_edge(has_spread);
                self.length_back([a, b], power * slope, out);
            }
        }
        for (f, (triangle, &slope)) in surface.triangles.iter().zip(&slopes.faces).enumerate() {
            if self.is_bound(self.weights.faces[f], triangle[0]) {
                by_mean += slope;
            } else {
                self.area_back(*triangle, slope, out);
            }
        }
        let mut by_vertex = slopes.vertices.clone();
        for (v, slope) in by_vertex.iter_mut().enumerate() {
            if self.is_bound(self.weights.vertices[v], v as u32) {
                by_mean += std::mem::take(slope);
            }
        }
        if self.given().is_none() {
            let free = surface.points.iter().copied();
            let free: Vec<u32> = free.filter(|&v| !model.is_obstacle[v as usize]).collect();
            for &v in &free {
                let share = self.unbound(v) / (self.weights.mean * free.len() as f64);
                by_vertex[v as usize] += share * by_mean;
            }
        }
        for (v, slope) in by_vertex.into_iter().enumerate() {
            if slope != 0.0 {
                self.vertex_back(v as u32, slope, out);
            }
        }
    }

    /// The vertices that can move and have edges.
    fn usual(&self) -> Vec<u32> {
        let points = self.model.surface.points.iter().copied();
        let free = points.filter(|&v| !self.model.is_obstacle[v as usize]);
        free.filter(|&v| !self.rings.around(v).is_empty()).collect()
    }

    fn given(&self) -> Option<f64> {
        let length = self.model.settings.geometric.length;
        length.map(|length| length.resolve(self.model.diagonal))
    }

    /// Whether a length is given for something sharp in space.
    fn is_given(&self, is_sharp: impl Fn(&Sharp) -> bool) -> bool {
        self.given().is_some()
            && self.model.plane.is_none()
            && is_sharp(&Sharp::new(self.model, self.rings))
    }

    fn power_of_edge(&self, has_spread: bool) -> f64 {
        match dimension(self.model) {
            Dimension::Space if !has_spread => 2.0,
            _ => 1.0,
        }
    }

    /// Whether a weight of vertex `v`, or of what has it, is at a bound.
    fn is_bound(&self, weight: f64, v: u32) -> bool {
        let mean = self.weights.mean;
        weight == LEAST * mean || (self.model.is_obstacle[v as usize] && weight == mean)
    }

    fn length(&self, a: u32, b: u32) -> f64 {
        (self.model.rest[b as usize] - self.model.rest[a as usize]).norm()
    }

    /// Mean length of the edges around a vertex.
    fn spread(&self, v: u32) -> Option<f64> {
        let ring = self.rings.around(v);
        let sum: f64 = ring.iter().map(|&w| self.length(v, w)).sum();
        (!ring.is_empty()).then(|| sum / ring.len() as f64)
    }

    /// The weight of a vertex that is free, without bounds.
    fn unbound(&self, v: u32) -> f64 {
        // It is at most at the lower bound.
        let bound = self.weights.vertices[v as usize];
        if bound > LEAST * self.weights.mean {
            return bound;
        }
        let spread = self.spread(v).unwrap_or(self.model.thickness[v as usize]);
        weight::vertex(dimension(self.model), spread)
    }

    fn vertex_back(&self, v: u32, slope: f64, out: &mut [Vec3]) {
        let sharp = Sharp::new(self.model, self.rings);
        let sharpness = match self.given() {
            Some(_) => sharp.sharpness(v),
            None => Sharpness::Smooth,
        };
        let power = match dimension(self.model) {
            Dimension::Plane => 1.0,
            Dimension::Space => 2.0,
        };
        match sharpness {
            Sharpness::Corner => {}
            Sharpness::OnEdge(mean) => {
                let around = self.rings.around(v).iter();
                let ends = around.filter(|&&w| sharp.is_sharp(self.rings.edge([v, w])));
                for &w in ends {
                    self.mean_back([v, w], slope / (2.0 * mean), out);
                }
            }
            Sharpness::Smooth => {
                if let Some(spread) = self.spread(v) {
                    self.spread_back(v, power * slope / spread, out);
                } else if self.model.thickness[v as usize] == 0.0 {
                    // As long as edges usually are.
                    let usual = self.usual();
                    let sum: f64 = usual.iter().filter_map(|&w| self.spread(w)).sum();
                    for w in usual {
                        self.spread_back(w, power * slope / sum, out);
                    }
                }
            }
        }
    }

    /// The derivative by the mean length of the edges around a vertex.
    fn spread_back(&self, v: u32, by_spread: f64, out: &mut [Vec3]) {
        let ring = self.rings.around(v);
        for &w in ring {
            self.mean_back([v, w], by_spread / ring.len() as f64, out);
        }
    }

    /// The derivative by the length between two vertices.
    fn mean_back(&self, [a, b]: [u32; 2], by_length: f64, out: &mut [Vec3]) {
        let axis = (self.model.rest[b as usize] - self.model.rest[a as usize]).normalize();
        out[b as usize] += by_length * axis;
        out[a as usize] -= by_length * axis;
    }

    /// The derivative by the logarithm of that length.
    fn length_back(&self, ends: [u32; 2], by_log: f64, out: &mut [Vec3]) {
        self.mean_back(ends, by_log / self.length(ends[0], ends[1]), out);
    }

    /// The derivative by the logarithm of the area of a triangle.
    fn area_back(&self, triangle: [u32; 3], by_log: f64, out: &mut [Vec3]) {
        let [a, b, c] = triangle.map(|v| self.model.rest[v as usize]);
        let (u, v) = (b - a, c - a);
        let normal = u.cross(&v);
        let slope = normal * (by_log / normal.norm_squared());
        let (by_u, by_v) = (v.cross(&slope), slope.cross(&u));
        for (v, part) in triangle.iter().zip([-by_u - by_v, by_u, by_v]) {
            out[*v as usize] += part;
        }
    }
}
