//! The search trees of a contact surface: one set over everything, one over what is loose.

use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface, Sweep};

use super::candidates::Path;
use crate::model::Model;

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
    pub fn fit(&mut self, model: &Model, x: &[Vec3], path: Option<Path>) {
        self.fit_within(model, x, path, model.dhat);
    }

    /// As [`Trees::fit`], for pairs within `reach` of touching, m.
    pub fn fit_within(&mut self, model: &Model, x: &[Vec3], path: Option<Path>, reach: f64) {
        let sweep = sweep(model, x, path, reach);
        let all = Surface {
            points: &model.surface.points,
            // In the plane a pair of edges is closest at an end of one: its points tell.
            edges: if model.plane.is_some() {
                &[]
            } else {
                &model.surface.edges
            },
            triangles: &model.surface.triangles,
        };
        let loose = Surface {
            points: &model.surface.loose.points,
            edges: &model.surface.loose.edges,
            triangles: &[],
        };
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

/// The boxes of the way from `x` along `path`, inflated so that pairs within reach overlap.
fn sweep<'a>(model: &Model, x: &'a [Vec3], path: Option<Path<'a>>, reach: f64) -> Sweep<'a> {
    let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
    Sweep {
        positions: x,
        motion: path,
        inflation: 0.5 * (reach + thickest),
    }
}
