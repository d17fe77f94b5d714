//! Contribution of each primitive to the weights of its terms: an area, in the plane a length, from the rest state
//! (Huang et al. 2025, equation 13). None is zero, or the primitive would have no barrier.
//!
//! Obstacles are often meshed by a few large triangles, whose area says nothing about the contact: there the mean weight
//! of what can move is the most that counts. A half-space has that mean weight.
//!
//! Both depend on the mesh. Where the settings name a length, it stands in their place: sharp corners and edges have the
//! weight of that length, obstacles at most that of its square (in the plane of itself), whatever the mesh is.

use tangency_formulas::contact::geometric::weight;

use super::outline::dimension;
use super::rings::Rings;
use super::sharp::{Sharp, Sharpness};
use crate::model::Model;

/// Smallest weight, relative to the mean, so that slivers keep a barrier that can hold.
pub const LEAST: f64 = 1e-3;

/// PrimitiveWeights of all primitives, m² (in the plane m).
pub struct PrimitiveWeights {
    /// Of each vertex.
    pub vertices: Vec<f64>,
    /// Of each edge.
    pub edges: Vec<f64>,
    /// Of each triangle.
    pub faces: Vec<f64>,
    /// Mean weight of the vertices that can move, or that of the length in the settings; also that of a half-space.
    pub mean: f64,
}

impl PrimitiveWeights {
    /// The weights of a model's surface.
    pub fn new(model: &Model, rings: &Rings) -> Self {
        let dimension = dimension(model);
        let x = |v: u32| &model.rest[v as usize];
        let length = |a: u32, b: u32| (x(a) - x(b)).norm();
        let surface = &model.surface;
        let spread = |v: u32| {
            let ring = rings.around(v);
            let sum: f64 = ring.iter().map(|&w| length(v, w)).sum();
            (!ring.is_empty()).then(|| sum / ring.len() as f64)
        };
        let mean_of = |lengths: &mut dyn Iterator<Item = f64>| {
            let (mut sum, mut count) = (0.0, 0.0);
            lengths.for_each(|length| {
                sum += length;
                count += 1.0;
            });
            (count > 0.0).then(|| sum / count)
        };
        let free = || {
            let points = surface.points.iter().copied();
            points.filter(|&v| !model.is_obstacle[v as usize])
        };
        let usual = mean_of(&mut free().filter_map(spread));
        // A point has no edges; a length of its own is its thickness, or else that of others.
        let alone = |v: u32| {
            let thickness = model.thickness[v as usize];
            if thickness > 0.0 {
                thickness
            } else {
                usual.unwrap_or(model.dhat)
            }
        };
        let sharp = Sharp::new(model, rings);
        let given = model
            .settings
            .geometric
            .length
            .map(|l| l.resolve(model.diagonal));
        let vertex = |v: u32| {
            let smooth = || weight::vertex(dimension, spread(v).unwrap_or_else(|| alone(v)));
            let Some(given) = given else {
                return smooth();
            };
            match sharp.sharpness(v) {
                Sharpness::Smooth => smooth(),
                Sharpness::OnEdge(length) => weight::edge(dimension, given, length),
                Sharpness::Corner => weight::vertex(dimension, given),
            }
        };
        let mean_of_all = || {
            let mean = mean_of(&mut free().map(vertex));
            mean.unwrap_or_else(|| weight::vertex(dimension, model.dhat))
        };
        let mean = given.map_or_else(mean_of_all, |given| weight::vertex(dimension, given));
        let bounded = |weight: f64, v: u32| {
            let most = if model.is_obstacle[v as usize] {
                mean
            } else {
                f64::INFINITY
            };
            weight.clamp(LEAST * mean, most)
        };
        let edge = |(&[a, b], e): (&[u32; 2], u32)| {
            let length = length(a, b);
            let spread = given.filter(|_| model.plane.is_none() && sharp.is_sharp(e));
            bounded(weight::edge(dimension, spread.unwrap_or(length), length), a)
        };
        let face = |&[a, b, c]: &[u32; 3]| {
            let area = 0.5 * (x(b) - x(a)).cross(&(x(c) - x(a))).norm();
            bounded(weight::face(area), a)
        };
        let vertices = 0..model.vertex_count() as u32;
        PrimitiveWeights {
            vertices: vertices.map(|v| bounded(vertex(v), v)).collect(),
            edges: surface.edges.iter().zip(0..).map(edge).collect(),
            faces: surface.triangles.iter().map(face).collect(),
            mean,
        }
    }
}
