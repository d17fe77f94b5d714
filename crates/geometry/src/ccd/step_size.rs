//! The longest step that keeps a whole surface free of collisions: swept broad phase and additive CCD in one pass.

use super::{edge_edge, point_edge, point_point, point_triangle};
use crate::Vec3;
use crate::bvh::{BroadPhase, Pairs, Surface, Sweep};

/// Which kinds of pairs to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contacts {
    /// Point-triangle and edge-edge: enough where every point and edge belongs to a triangle.
    Surfaces,
    /// Point-edge and point-point as well: for free segments and points.
    AllCodimensions,
}

/// The largest step, at most `t_max`, for which CCD allows every pair of the surface to move from `x` to `x + t p`.
///
/// `thickness` gives a pair's offset `xi` (m), or `None` to leave the pair out, from a vertex of either primitive;
/// `max_thickness` bounds it. `broad` is rebuilt for the swept surface.
#[must_use]
pub fn step_size(
    broad: &mut BroadPhase,
    surface: &Surface,
    x: &[Vec3],
    p: &[Vec3],
    t_max: f64,
    contacts: Contacts,
    max_thickness: f64,
    thickness: impl Fn(u32, u32) -> Option<f64> + Sync,
) -> f64 {
    let sweep = Sweep {
        positions: x,
        motion: Some((p, t_max)),
        inflation: 0.5 * max_thickness,
    };
    broad.update(surface, &sweep);
    let Surface {
        points,
        edges,
        triangles,
    } = *surface;
    let gather = |field: &[Vec3], v: u32| field[v as usize];
    let mut t = t_max;
    t = t.min(shortest(&broad.point_triangle(), t, |t, a, b| {
        let (p0, [t0, t1, t2]) = (points[a as usize], triangles[b as usize]);
        let v = [p0, t0, t1, t2];
        thickness(p0, t0).map_or(t, |xi| {
            point_triangle(v.map(|v| gather(x, v)), v.map(|v| gather(p, v)), xi, t)
        })
    }));
    t = t.min(shortest(&broad.edge_edge(), t, |t, a, b| {
        let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
        let v = [a0, a1, b0, b1];
        thickness(a0, b0).map_or(t, |xi| {
            edge_edge(v.map(|v| gather(x, v)), v.map(|v| gather(p, v)), xi, t)
        })
    }));
    if contacts == Contacts::AllCodimensions {
        t = t.min(shortest(&broad.point_edge(), t, |t, a, b| {
            let (p0, [e0, e1]) = (points[a as usize], edges[b as usize]);
            let v = [p0, e0, e1];
            thickness(p0, e0).map_or(t, |xi| {
                point_edge(v.map(|v| gather(x, v)), v.map(|v| gather(p, v)), xi, t)
            })
        }));
        t = t.min(shortest(&broad.point_point(), t, |t, a, b| {
            let v = [points[a as usize], points[b as usize]];
            thickness(v[0], v[1]).map_or(t, |xi| {
                point_point(v.map(|v| gather(x, v)), v.map(|v| gather(p, v)), xi, t)
            })
        }));
    }
    t
}

/// The smallest time over all pairs; each run of pairs starts anew from `t_max`, so that threads do not matter.
fn shortest<const A: usize, const B: usize>(
    pairs: &Pairs<A, B>,
    t_max: f64,
    test: impl Fn(f64, u32, u32) -> f64 + Sync,
) -> f64 {
    pairs
        .fold(|| t_max, |t, a, b| *t = test(*t, a, b))
        .into_iter()
        .fold(t_max, f64::min)
}
