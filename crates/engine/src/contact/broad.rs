//! The search trees of a contact surface: one set over everything, one over what is loose.

use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};

use super::candidates::SweptPath;
use super::kinds::{
    EdgeEdgeKind, HalfSpaceKind, PairGeometry, PointEdgeKind, PointPointKind, PointTriangleKind,
};
use crate::model::{ContactSurface, Model};

/// Trees over the primitives that may touch.
pub struct Trees {
    /// Points, edges and triangles: pairs of a point and a triangle, and of two edges.
    pub surface: BroadPhase,
    /// Points and edges of no triangle: pairs of a point and an edge, and of two points.
    pub loose: BroadPhase,
    /// Points of triangles and edges of none: pairs of a point and an edge, where they are asked for.
    pub wires: BroadPhase,
    has_wires: bool,
    is_built: bool,
}

impl Default for Trees {
    fn default() -> Self {
        Self::new()
    }
}

impl Trees {
    /// Trees over nothing.
    pub fn new() -> Self {
        Trees {
            surface: BroadPhase::with_diagonals(),
            loose: BroadPhase::new(),
            wires: BroadPhase::new(),
            has_wires: false,
            is_built: false,
        }
    }

    /// Trees over nothing, for which wires will also be asked for near the points of triangles.
    pub fn with_wires() -> Self {
        Trees {
            has_wires: true,
            ..Self::new()
        }
    }

    /// Forgets the shape of the trees, so that the next fit builds them.
    pub fn forget(&mut self) {
        self.is_built = false;
    }

    /// Fits the trees to the positions `x`, or to the way from there along `path`, so that pairs within d̂ of touching
    /// overlap.
    pub fn fit(&mut self, model: &Model, x: &[Vec3], path: Option<SweptPath>) {
        self.fit_within(model, x, path, model.dhat);
    }

    /// As [`Trees::fit`], for pairs within `reach` of touching, m.
    pub fn fit_within(&mut self, model: &Model, x: &[Vec3], path: Option<SweptPath>, reach: f64) {
        let sweep = sweep(model, x, path, reach);
        let mut all = model.surface.primitives();
        if model.plane.is_some() {
            // In the plane a pair of edges is closest at an end of one: its points tell.
            all.edges = &[];
        }
        let loose = model.surface.loose.primitives();
        let wires = Surface {
            points: &model.surface.solid_points,
            ..loose
        };
        let has_wires = self.has_wires && !wires.edges.is_empty();
        for (trees, surface, is_wanted) in [
            (&mut self.surface, all, true),
            (&mut self.loose, loose, true),
            (&mut self.wires, wires, has_wires),
        ] {
            if surface.points.is_empty() || !is_wanted {
                continue;
            }
            if self.is_built {
                trees.refit(&sweep);
            } else {
                trees.update(&surface, &sweep);
            }
        }
        self.is_built = true;
    }
}

/// A look at pairs of any kind whose boxes overlap, which keeps what it finds in a `T`.
pub trait PairLook<T>: Sync {
    /// Looks at one pair.
    fn look<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        kind: P,
        pair: [u32; K],
        found: &mut T,
    );
}

impl Trees {
    /// Looks at every pair whose boxes overlap, and at every vertex and half-space; what each task has found, in the order
    /// of the pairs.
    pub fn look_at_all<T: Default + Send>(&self, model: &Model, look: &impl PairLook<T>) -> Vec<T> {
        let ContactSurface {
            points,
            edges,
            triangles,
            loose,
            ..
        } = &model.surface;
        let mut parts = self
            .surface
            .point_triangle()
            .fold(T::default, |found, p, t| {
                let [t0, t1, t2] = triangles[t as usize];
                look.look(PointTriangleKind, [points[p as usize], t0, t1, t2], found);
            });
        parts.extend(self.surface.edge_edge().fold(T::default, |found, a, b| {
            let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
            look.look(EdgeEdgeKind, [a0, a1, b0, b1], found);
        }));
        parts.extend(self.loose.point_edge().fold(T::default, |found, p, e| {
            let [e0, e1] = loose.edges[e as usize];
            look.look(PointEdgeKind, [loose.points[p as usize], e0, e1], found);
        }));
        if loose.has_isolated() {
            parts.extend(self.loose.point_point().fold(T::default, |found, a, b| {
                if loose.are_isolated(a, b) {
                    let pair = [a, b].map(|k| loose.points[k as usize]);
                    look.look(PointPointKind, pair, found);
                }
            }));
        }
        let mut on_planes = T::default();
        for plane in 0..model.half_spaces.len() as u32 {
            for &v in points {
                look.look(HalfSpaceKind, [plane, v], &mut on_planes);
            }
        }
        parts.push(on_planes);
        parts
    }
}

/// The boxes of the way from `x` along `path`, inflated so that pairs within reach overlap.
fn sweep<'a>(
    model: &Model,
    x: &'a [Vec3],
    path: Option<SweptPath<'a>>,
    reach: f64,
) -> SweptPositions<'a> {
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    SweptPositions {
        positions: x,
        motion: path,
        inflation: 0.5 * (reach + thickest),
    }
}
