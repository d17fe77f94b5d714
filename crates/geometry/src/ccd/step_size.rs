//! The longest step that keeps a whole surface free of collisions: swept broad phase and additive CCD in one pass.

use super::{edge_edge, point_edge, point_point, point_triangle};
use crate::Vec3;
use crate::bvh::{BroadPhase, CandidatePairs, Surface, SweptPositions};

/// Which kinds of pairs to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactKinds {
    /// Point-triangle and edge-edge: enough where every point and edge belongs to a triangle.
    Surfaces,
    /// Point-edge and point-point as well: for free segments and points.
    AllCodimensions,
}

/// A motion of a surface from `x` towards `x + p`.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceMotion<'a> {
    /// The contact primitives.
    pub surface: Surface<'a>,
    /// Positions (m).
    pub x: &'a [Vec3],
    /// Displacements (m).
    pub p: &'a [Vec3],
    /// The kinds of pairs to test.
    pub contacts: ContactKinds,
    /// The largest thickness of any pair (m).
    pub max_thickness: f64,
}

impl SurfaceMotion<'_> {
    fn stencil<const K: usize>(&self, vertices: [u32; K]) -> ([Vec3; K], [Vec3; K]) {
        (
            vertices.map(|v| self.x[v as usize]),
            vertices.map(|v| self.p[v as usize]),
        )
    }
}

/// The largest step, at most `t_max`, for which CCD allows every pair of the surface to move from `x` to `x + t p`.
///
/// `thickness` gives a pair's offset `xi` (m), or `None` to leave the pair out, from a vertex of either primitive.
/// `broad` is rebuilt for the swept surface.
#[must_use]
pub fn step_size(
    broad: &mut BroadPhase,
    motion: &SurfaceMotion,
    t_max: f64,
    thickness: impl Fn(u32, u32) -> Option<f64> + Sync,
) -> f64 {
    let Surface {
        points,
        edges,
        triangles,
    } = motion.surface;
    let sweep = SweptPositions {
        positions: motion.x,
        motion: Some((motion.p, t_max)),
        inflation: 0.5 * motion.max_thickness,
    };
    broad.update(&motion.surface, &sweep);
    let mut t = shortest(&broad.point_triangle(), t_max, |t, a, b| {
        let (p, [t0, t1, t2]) = (points[a as usize], triangles[b as usize]);
        let (x, d) = motion.stencil([p, t0, t1, t2]);
        thickness(p, t0).map_or(t, |xi| point_triangle(x, d, xi, t))
    });
    t = shortest(&broad.edge_edge(), t, |t, a, b| {
        let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
        let (x, d) = motion.stencil([a0, a1, b0, b1]);
        thickness(a0, b0).map_or(t, |xi| edge_edge(x, d, xi, t))
    });
    if motion.contacts == ContactKinds::Surfaces {
        return t;
    }
    t = shortest(&broad.point_edge(), t, |t, a, b| {
        let (p, [e0, e1]) = (points[a as usize], edges[b as usize]);
        let (x, d) = motion.stencil([p, e0, e1]);
        thickness(p, e0).map_or(t, |xi| point_edge(x, d, xi, t))
    });
    shortest(&broad.point_point(), t, |t, a, b| {
        let (p, q) = (points[a as usize], points[b as usize]);
        let (x, d) = motion.stencil([p, q]);
        thickness(p, q).map_or(t, |xi| point_point(x, d, xi, t))
    })
}

/// The smallest time over all pairs; each run of pairs starts anew from `t_max`, so that threads do not matter.
fn shortest<const A: usize, const B: usize>(
    pairs: &CandidatePairs<A, B>,
    t_max: f64,
    test: impl Fn(f64, u32, u32) -> f64 + Sync,
) -> f64 {
    pairs
        .fold(|| t_max, |t, a, b| *t = test(*t, a, b))
        .into_iter()
        .fold(t_max, f64::min)
}
