//! Whether one piece is clear of all others: exact for crossings, half-spaces and the insides of solids, by distances for
//! gaps.

use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};
use tangency_geometry::{Vec3, intersection};

use super::pieces::ScenePieces;
use crate::certificate::enclosed::Enclosures;
use crate::model::Model;

/// The judge of places for a piece.
pub struct Clearing<'a> {
    /// The model.
    pub model: &'a Model,
    /// The pieces.
    pub pieces: &'a ScenePieces,
    /// Witnesses and solids.
    pub enclosures: &'a Enclosures,
    /// Gap to leave beyond the offsets, m.
    pub clearance: f64,
}

/// The primitives near a piece.
struct Near {
    points: Vec<u32>,
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
}

impl Clearing<'_> {
    /// Whether nothing of the piece meets, is inside of, or is too close to anything else at `x`.
    pub fn is_free(&self, x: &[Vec3], piece: u32) -> bool {
        if self.is_beyond(x, piece) {
            return false;
        }
        let reach = self.reach();
        let near = self.near(x, piece, reach);
        if self.meets(x, piece, &near, reach) {
            return false;
        }
        let is_own = |v: u32| self.pieces.of[v as usize] == piece;
        let differ = |a: u32, b: u32| self.pieces.of[a as usize] != self.pieces.of[b as usize];
        let found = self.enclosures.find(self.model, x);
        !found
            .iter()
            .any(|f| (is_own(f.vertex) || is_own(f.solid)) && differ(f.vertex, f.solid))
    }

    /// Largest gap that any pair is to keep, m.
    fn reach(&self) -> f64 {
        let thickest = self.model.thickness.iter().copied().fold(0.0, f64::max);
        thickest + self.clearance
    }

    fn is_beyond(&self, x: &[Vec3], piece: u32) -> bool {
        let model = self.model;
        if model.is_obstacle[self.pieces.vertices[piece as usize][0] as usize] {
            return false;
        }
        model.half_spaces.iter().any(|half_space| {
            self.pieces.vertices[piece as usize].iter().any(|&v| {
                let margin = 0.5 * model.thickness[v as usize] + self.clearance;
                half_space.distance(x[v as usize]) < margin
            })
        })
    }

    /// The primitives whose boxes come near that of the piece.
    fn near(&self, x: &[Vec3], piece: u32, reach: f64) -> Near {
        let mut low = Vec3::repeat(f64::INFINITY);
        let mut high = -low;
        for &v in &self.pieces.vertices[piece as usize] {
            low = low.inf(&x[v as usize]);
            high = high.sup(&x[v as usize]);
        }
        let (low, high) = (low.add_scalar(-reach), high.add_scalar(reach));
        let is_near = |vertices: &[u32]| {
            (0..3).all(|k| {
                let along = || vertices.iter().map(|&v| x[v as usize][k]);
                along().fold(f64::INFINITY, f64::min) <= high[k]
                    && along().fold(f64::NEG_INFINITY, f64::max) >= low[k]
            })
        };
        let surface = &self.model.surface;
        let points = surface.points.iter().filter(|v| is_near(&[**v]));
        let edges = surface.edges.iter().filter(|e| is_near(&e[..]));
        let triangles = surface.triangles.iter().filter(|t| is_near(&t[..]));
        Near {
            points: points.copied().collect(),
            edges: edges.copied().collect(),
            triangles: triangles.copied().collect(),
        }
    }

    /// Whether a primitive of the piece and one of another cross or are too close.
    fn meets(&self, x: &[Vec3], piece: u32, near: &Near, reach: f64) -> bool {
        let (of, model) = (&self.pieces.of, self.model);
        let counts = |a: u32, b: u32| {
            let (a, b) = (of[a as usize], of[b as usize]);
            a != b && (a == piece || b == piece)
        };
        let gap = |a: u32, b: u32| (model.pair_offset(a, b) + self.clearance).powi(2);
        let at = |v: u32| &x[v as usize];
        let surface = Surface {
            points: &near.points,
            edges: &near.edges,
            triangles: &near.triangles,
        };
        let mut broad = BroadPhase::new();
        let sweep = SweptPositions {
            positions: x,
            motion: None,
            inflation: 0.5 * reach,
        };
        broad.update(&surface, &sweep);
        let crossings = broad.edge_triangle().visit(|e, t, found| {
            let (e, t) = (near.edges[e as usize], near.triangles[t as usize]);
            let cross = || {
                let [e0, e1] = e.map(at);
                let [t0, t1, t2] = t.map(at);
                intersection::edge_triangle(e0, e1, t0, t1, t2)
            };
            if counts(e[0], t[0]) && cross() {
                found.push(());
            }
        });
        if !crossings.is_empty() {
            return true;
        }
        let close = broad.point_triangle().visit(|p, t, found| {
            let (p, [a, b, c]) = (near.points[p as usize], near.triangles[t as usize]);
            let squared = || point_triangle::squared(at(p), at(a), at(b), at(c));
            if counts(p, a) && squared() < gap(p, a) {
                found.push(());
            }
        });
        let edges = broad.edge_edge().visit(|e, f, found| {
            let ([a, b], [c, d]) = (near.edges[e as usize], near.edges[f as usize]);
            let squared = || edge_edge::squared(at(a), at(b), at(c), at(d));
            if counts(a, c) && squared() < gap(a, c) {
                found.push(());
            }
        });
        if !close.is_empty() || !edges.is_empty() {
            return true;
        }
        if model.surface.loose.points.is_empty() {
            return false;
        }
        let ends = broad.point_edge().visit(|p, e, found| {
            let (p, [a, b]) = (near.points[p as usize], near.edges[e as usize]);
            let squared = || point_edge::squared(at(p), at(a), at(b));
            if counts(p, a) && squared() < gap(p, a) {
                found.push(());
            }
        });
        let points = broad.point_point().visit(|p, q, found| {
            let (p, q) = (near.points[p as usize], near.points[q as usize]);
            if counts(p, q) && point_point::squared(at(p), at(q)) < gap(p, q) {
                found.push(());
            }
        });
        !ends.is_empty() || !points.is_empty()
    }
}
