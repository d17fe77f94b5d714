//! The closest pair, for reports and explanations.

use tangency_geometry::Vec3;

use super::kinds::{
    Configuration, EdgeEdgeKind, HalfSpaceKind, PairGeometry, PointEdgeKind, PointPointKind,
    PointTriangleKind,
};
use crate::model::{Model, PairDescription};

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
    /// The distance of the pair at `x`, m; negative beyond a half-space.
    pub fn distance(&self, model: &Model, x: &[Vec3]) -> f64 {
        let at = Configuration { model, x };
        match *self {
            Primitives::PointPoint(v) => PointPointKind::distance(at, v),
            Primitives::PointEdge(v) => PointEdgeKind::distance(at, v),
            Primitives::PointTriangle(v) => PointTriangleKind::distance(at, v),
            Primitives::EdgeEdge(v) => EdgeEdgeKind::distance(at, v),
            Primitives::HalfSpace(v) => HalfSpaceKind::distance(at, v),
        }
    }

    /// The distance that the pair has to keep, m.
    pub fn offset(&self, model: &Model) -> f64 {
        match *self {
            Primitives::PointPoint(v) => PointPointKind::thickness(model, v),
            Primitives::PointEdge(v) => PointEdgeKind::thickness(model, v),
            Primitives::PointTriangle(v) => PointTriangleKind::thickness(model, v),
            Primitives::EdgeEdge(v) => EdgeEdgeKind::thickness(model, v),
            Primitives::HalfSpace(v) => HalfSpaceKind::thickness(model, v),
        }
    }

    /// Coefficient of friction of the pair.
    pub fn friction(&self, model: &Model) -> f64 {
        match *self {
            Primitives::PointPoint(v) => PointPointKind::friction(model, v),
            Primitives::PointEdge(v) => PointEdgeKind::friction(model, v),
            Primitives::PointTriangle(v) => PointTriangleKind::friction(model, v),
            Primitives::EdgeEdge(v) => EdgeEdgeKind::friction(model, v),
            Primitives::HalfSpace(v) => HalfSpaceKind::friction(model, v),
        }
    }

    /// The unit normal at `x`, towards the first primitive (from a half-space), then the weights of the pair's vertices in
    /// their relative displacement, and these vertices.
    pub fn frame(&self, model: &Model, x: &[Vec3]) -> (Vec3, Vec<f64>, Vec<u32>) {
        fn of<P: PairGeometry<K, V>, const K: usize, const V: usize>(
            _: P,
            at: Configuration,
            pair: [u32; K],
        ) -> (Vec3, Vec<f64>, Vec<u32>) {
            let frame = P::frame(at, pair);
            (frame.n, frame.weights.to_vec(), P::vertices(pair).to_vec())
        }
        let at = Configuration { model, x };
        match *self {
            Primitives::PointPoint(v) => of(PointPointKind, at, v),
            Primitives::PointEdge(v) => of(PointEdgeKind, at, v),
            Primitives::PointTriangle(v) => of(PointTriangleKind, at, v),
            Primitives::EdgeEdge(v) => of(EdgeEdgeKind, at, v),
            Primitives::HalfSpace(v) => of(HalfSpaceKind, at, v),
        }
    }

    /// The features in words, with their vertices and bodies.
    pub fn describe(&self, model: &Model) -> String {
        let name = |v: u32| model.body_name(v);
        match *self {
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
        }
    }

    /// A vertex of each of the two; none of a half-space, which comes first.
    pub fn representatives(&self) -> (Option<u32>, u32) {
        match *self {
            Primitives::PointPoint([a, b])
            | Primitives::PointEdge([a, b, _])
            | Primitives::PointTriangle([a, b, ..])
            | Primitives::EdgeEdge([a, _, b, _]) => (Some(a), b),
            Primitives::HalfSpace([_, v]) => (None, v),
        }
    }
}

/// A pair and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Distance of the pair, m.
    pub distance: f64,
    /// Primitives of the pair.
    pub primitives: Primitives,
}

impl Closest {
    /// The distance that the pair has to keep, m.
    pub fn offset(&self, model: &Model) -> f64 {
        self.primitives.offset(model)
    }

    /// The pair with its bodies, vertices and distance.
    pub fn description(&self, model: &Model) -> Box<PairDescription> {
        let (distance, words) = (Some(self.distance), self.describe(model));
        let (first, all): (usize, &[u32]) = match &self.primitives {
            Primitives::PointPoint(all) => (1, all),
            Primitives::PointEdge(all) => (1, all),
            Primitives::PointTriangle(all) => (1, all),
            Primitives::EdgeEdge(all) => (2, all),
            Primitives::HalfSpace([plane, v]) => {
                let plane = model.half_spaces[*plane as usize].name.clone();
                return Box::new(PairDescription {
                    bodies: [model.body_name(*v).to_owned(), plane],
                    vertices: [vec![*v], Vec::new()],
                    distance,
                    words,
                });
            }
        };
        let (a, b) = all.split_at(first);
        PairDescription::new(model, [a, b], distance, words)
    }

    /// The pair in words: features, vertices, bodies, distance.
    pub fn describe(&self, model: &Model) -> String {
        format!(
            "{}, {:.3e} m apart",
            self.primitives.describe(model),
            self.distance
        )
    }
}
