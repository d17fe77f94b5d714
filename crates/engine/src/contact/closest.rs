//! The closest pair, for reports and explanations.

use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};
use tangency_geometry::Vec3;

use crate::model::Model;

/// The features of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitives {
    /// Two points.
    PointPoint([u32; 2]),
    /// A point and an edge.
    PointEdge([u32; 3]),
    /// A point and a triangle.
    PointTriangle([u32; 4]),
    /// Two edges.
    EdgeEdge([u32; 4]),
    /// A half-space by number, and a point.
    HalfSpace([u32; 2]),
}

impl Primitives {
    /// The distance of the pair at `x`, m; a half-space has none of its own.
    pub fn distance(&self, x: &[Vec3]) -> f64 {
        let at = |v: u32| &x[v as usize];
        let squared = match *self {
            Primitives::PointPoint([a, b]) => point_point::squared(at(a), at(b)),
            Primitives::PointEdge([p, a, b]) => point_edge::squared(at(p), at(a), at(b)),
            Primitives::PointTriangle([p, a, b, c]) => {
                point_triangle::squared(at(p), at(a), at(b), at(c))
            }
            Primitives::EdgeEdge([a0, a1, b0, b1]) => {
                edge_edge::squared(at(a0), at(a1), at(b0), at(b1))
            }
            Primitives::HalfSpace(_) => f64::INFINITY,
        };
        squared.sqrt()
    }
}

/// A pair and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Its distance, m.
    pub distance: f64,
    /// What it is made of.
    pub primitives: Primitives,
}

impl Closest {
    /// The distance that the pair has to keep, m.
    pub fn offset(&self, model: &Model) -> f64 {
        match self.primitives {
            Primitives::PointPoint([a, b])
            | Primitives::PointEdge([a, b, _])
            | Primitives::PointTriangle([a, b, ..])
            | Primitives::EdgeEdge([a, _, b, _]) => model.pair_offset(a, b),
            Primitives::HalfSpace([_, v]) => 0.5 * model.thickness[v as usize],
        }
    }

    /// The pair in words: features, vertices, bodies, distance.
    pub fn describe(&self, model: &Model) -> String {
        let name = |v: u32| model.body_name(v);
        let distance = self.distance;
        let pair = match self.primitives {
            Primitives::PointPoint([a, b]) => {
                format!(
                    "vertex {a} of `{}` and vertex {b} of `{}`",
                    name(a),
                    name(b)
                )
            }
            Primitives::PointEdge([p, a, b]) => format!(
                "vertex {p} of `{}` and edge ({a}, {b}) of `{}`",
                name(p),
                name(a)
            ),
            Primitives::PointTriangle([p, a, b, c]) => format!(
                "vertex {p} of `{}` and triangle ({a}, {b}, {c}) of `{}`",
                name(p),
                name(a)
            ),
            Primitives::EdgeEdge([a0, a1, b0, b1]) => format!(
                "edge ({a0}, {a1}) of `{}` and edge ({b0}, {b1}) of `{}`",
                name(a0),
                name(b0)
            ),
            Primitives::HalfSpace([h, v]) => format!(
                "vertex {v} of `{}` and the half-space `{}`",
                name(v),
                model.half_spaces[h as usize].name
            ),
        };
        format!("{pair}, {distance:.3e} m apart")
    }
}
