//! Exact intersection tests by the orientation predicates of the crate `robust`; touching counts as intersecting.
//!
//! The answers hold for the very numbers given: a predicate returns the sign of its determinant as if computed
//! without rounding (as long as no product of three coordinates over- or underflows). Every test covers all
//! degeneracies: coplanar, collinear and coincident vertices, edges without length, triangles without area.
//!
//! ```
//! use tangency_geometry::{Vec3, intersection::edge_triangle};
//!
//! let [t0, t1, t2] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! let edge = |z: f64| [Vec3::new(0.3, 0.3, z), Vec3::new(0.3, 0.3, 1.0)];
//! let [e0, e1] = edge(0.0);
//! assert!(edge_triangle(&e0, &e1, &t0, &t1, &t2), "an end on the triangle touches it");
//! let [e0, e1] = edge(f64::MIN_POSITIVE);
//! assert!(!edge_triangle(&e0, &e1, &t0, &t1, &t2));
//! ```

use robust::{Coord, Coord3D};

use crate::Vec3;
use crate::bvh::{BroadPhase, Surface, SweptPositions};

/// The sign of `det[b - a, c - a, d - a]`: positive where `(a, b, c, d)` is a positively oriented tet.
///
/// (`robust::orient3d` has the opposite sign: positive where `d` lies below the plane in which `a, b, c` turn left.)
///
/// Where floating point is sure of it, that is all: the bound is Shewchuk's for the same sum of products (1997, `orient3d`).
/// The plane of `a`, `b` and `c` is computed once for several `d`, since all of it is inlined.
#[inline]
fn orientation(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> f64 {
    const UNIT: f64 = 0.5 * f64::EPSILON;
    const BOUND: f64 = (7.0 + 56.0 * UNIT) * UNIT;
    let (u, v, r) = (b - a, c - a, d - a);
    let [xy, yx, yz, zy, zx, xz] = [
        u.x * v.y,
        u.y * v.x,
        u.y * v.z,
        u.z * v.y,
        u.z * v.x,
        u.x * v.z,
    ];
    let determinant = r.z * (xy - yx) + r.x * (yz - zy) + r.y * (zx - xz);
    let size = (xy.abs() + yx.abs()) * r.z.abs()
        + (yz.abs() + zy.abs()) * r.x.abs()
        + (zx.abs() + xz.abs()) * r.y.abs();
    if determinant.abs() > BOUND * size {
        return determinant;
    }
    exact_orientation(a, b, c, d)
}

#[cold]
fn exact_orientation(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> f64 {
    let coord = |v: &Vec3| Coord3D {
        x: v.x,
        y: v.y,
        z: v.z,
    };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// Whether the tet is inverted or has no volume: `det[x1 - x0, x2 - x0, x3 - x0] <= 0`, exactly.
#[inline]
#[must_use]
pub fn tet_inverted(x0: &Vec3, x1: &Vec3, x2: &Vec3, x3: &Vec3) -> bool {
    let upright = orientation(x0, x1, x2, x3) > 0.0;
    !upright // NaN counts as inverted
}

/// Whether the point lies inside or on the positively oriented tet.
#[must_use]
pub fn point_tet(p: &Vec3, [x0, x1, x2, x3]: &[Vec3; 4]) -> bool {
    // The point in place of each corner in turn: no such tet is inverted.
    orientation(p, x1, x2, x3) >= 0.0
        && orientation(x0, p, x2, x3) >= 0.0
        && orientation(x0, x1, p, x3) >= 0.0
        && orientation(x0, x1, x2, p) >= 0.0
}

/// Whether the triangle in the plane z = 0 is clockwise or has no area, exactly.
#[inline]
#[must_use]
pub fn triangle_inverted(x0: &Vec3, x1: &Vec3, x2: &Vec3) -> bool {
    let upright = View::ALL[0].turn(x0, x1, x2) > 0.0;
    !upright // NaN counts as inverted
}

/// Whether the point lies inside or on the triangle, both in the plane z = 0.
#[must_use]
pub fn point_in_triangle(p: &Vec3, [x0, x1, x2]: &[Vec3; 3]) -> bool {
    coplanar_edge_triangle([p, p], [x0, x1, x2])
}

/// Whether the points coincide.
#[inline]
#[must_use]
pub fn point_point(p: &Vec3, q: &Vec3) -> bool {
    p == q
}

/// Whether the point lies on the edge.
#[inline]
#[must_use]
pub fn point_edge(p: &Vec3, e0: &Vec3, e1: &Vec3) -> bool {
    edge_edge(p, p, e0, e1)
}

/// Whether the edges share a point.
#[inline]
#[must_use]
pub fn edge_edge(a0: &Vec3, a1: &Vec3, b0: &Vec3, b1: &Vec3) -> bool {
    if orientation(a0, a1, b0, b1) != 0.0 {
        return false;
    }
    let triples = [[a0, a1, b0], [a0, a1, b1], [b0, b1, a0], [b0, b1, a1]];
    for view in View::ALL {
        // Seen from where some triple turns, the common plane is not seen edge-on, and the view loses nothing.
        if triples.iter().any(|[p, q, r]| view.turn(p, q, r) != 0.0) {
            return view.segments_meet([a0, a1], [b0, b1]);
        }
    }
    collinear_segments_meet([a0, a1], [b0, b1])
}

/// Whether the edge `(e0, e1)` and the triangle `(t0, t1, t2)` share a point.
#[inline]
#[must_use]
pub fn edge_triangle(e0: &Vec3, e1: &Vec3, t0: &Vec3, t1: &Vec3, t2: &Vec3) -> bool {
    let side0 = orientation(t0, t1, t2, e0);
    let side1 = orientation(t0, t1, t2, e1);
    if (side0 > 0.0 && side1 > 0.0) || (side0 < 0.0 && side1 < 0.0) {
        return false;
    }
    if side0 == 0.0 && side1 == 0.0 {
        return coplanar_edge_triangle([e0, e1], [t0, t1, t2]);
    }
    // The line crosses the plane in one point; it is inside where the line passes all sides the same way.
    let turns = [
        orientation(e0, e1, t0, t1),
        orientation(e0, e1, t1, t2),
        orientation(e0, e1, t2, t0),
    ];
    turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0)
}

/// The part of a triangle in the winding number of an outward closed surface around a point: its crossings with the ray
/// from the point along +z, counted 1 where the ray leaves and -1 where it enters. Exact; `None` where the point is on
/// the triangle.
///
/// The ray is moved aside by (ε, ε²), ε as small as it takes, so that it meets no edge and each triangle decides by itself.
#[must_use]
pub fn winding_triangle(p: &Vec3, t: [&Vec3; 3]) -> Option<i32> {
    if edge_triangle(p, p, t[0], t[1], t[2]) {
        return None;
    }
    let seen = View::ALL[0].turn(t[0], t[1], t[2]);
    let turns = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(|[a, b]| is_left_of(p, a, b));
    if seen == 0.0 || turns.iter().any(|&left| left != (seen > 0.0)) {
        return Some(0);
    }
    let way = if seen > 0.0 { 1 } else { -1 };
    let is_below = orientation(t[0], t[1], t[2], p) * f64::from(way) < 0.0;
    Some(if is_below { way } else { 0 })
}

/// Whether the point, moved aside by (ε, ε²), is left of the line from `a` to `b` as seen along -z.
fn is_left_of(p: &Vec3, a: &Vec3, b: &Vec3) -> bool {
    let turn = View::ALL[0].turn(a, b, p);
    if turn != 0.0 {
        turn > 0.0
    } else if a.y != b.y {
        a.y > b.y
    } else {
        b.x > a.x
    }
}

/// The part of an edge in the winding number, around a point, of a closed outline in the plane z = 0 with its inside on
/// the left: its crossings with the ray from the point along +x. Exact; `None` where the point is on the edge.
#[must_use]
pub fn winding_edge(p: &Vec3, a: &Vec3, b: &Vec3) -> Option<i32> {
    if point_edge(p, a, b) {
        return None;
    }
    let side = View::ALL[0].turn(a, b, p);
    Some(if a.y <= p.y && p.y < b.y && side > 0.0 {
        1
    } else if b.y <= p.y && p.y < a.y && side < 0.0 {
        -1
    } else {
        0
    })
}

/// All intersecting pairs of an edge and a triangle that share no vertex, as sorted indices into the surface's
/// lists. Pairs for which `filter(edge, triangle)` is false are left out; `broad` is rebuilt for `x`.
#[must_use]
pub fn find_all(
    broad: &mut BroadPhase,
    surface: &Surface,
    x: &[Vec3],
    filter: impl Fn(u32, u32) -> bool + Sync,
) -> Vec<(u32, u32)> {
    broad.update(
        surface,
        &SweptPositions {
            positions: x,
            motion: None,
            inflation: 0.0,
        },
    );
    let at = |v: u32| &x[v as usize];
    let mut found = broad.edge_triangle().visit(|edge, triangle, found| {
        let [e0, e1] = surface.edges[edge as usize];
        let [t0, t1, t2] = surface.triangles[triangle as usize];
        if filter(edge, triangle) && edge_triangle(at(e0), at(e1), at(t0), at(t1), at(t2)) {
            found.push((edge, triangle));
        }
    });
    found.sort_unstable();
    found
}

/// An edge in the plane of a triangle, or any edge and a triangle without area.
#[cold]
fn coplanar_edge_triangle(e: [&Vec3; 2], t: [&Vec3; 3]) -> bool {
    let sides = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    for view in View::ALL {
        if view.turn(t[0], t[1], t[2]) != 0.0 {
            return view.inside(e[0], t) || sides.iter().any(|&side| view.segments_meet(e, side));
        }
    }
    sides
        .iter()
        .any(|side| edge_edge(e[0], e[1], side[0], side[1]))
}

/// The projection along one coordinate axis, which is exact.
#[derive(Clone, Copy)]
struct View {
    right: usize,
    up: usize,
}

impl View {
    const ALL: [Self; 3] = [
        Self { right: 0, up: 1 },
        Self { right: 1, up: 2 },
        Self { right: 2, up: 0 },
    ];

    /// Positive where the projections of `a, b, c` turn left, 0 where they are collinear.
    fn turn(self, a: &Vec3, b: &Vec3, c: &Vec3) -> f64 {
        let coord = |v: &Vec3| Coord {
            x: v[self.right],
            y: v[self.up],
        };
        robust::orient2d(coord(a), coord(b), coord(c))
    }

    /// Whether the projected point lies in the projected triangle, which has area.
    fn inside(self, p: &Vec3, t: [&Vec3; 3]) -> bool {
        let turns = [
            self.turn(t[0], t[1], p),
            self.turn(t[1], t[2], p),
            self.turn(t[2], t[0], p),
        ];
        turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0)
    }

    /// Whether the projected segments share a point.
    fn segments_meet(self, a: [&Vec3; 2], b: [&Vec3; 2]) -> bool {
        let [b_from_a0, b_from_a1] = [self.turn(a[0], a[1], b[0]), self.turn(a[0], a[1], b[1])];
        let [a_from_b0, a_from_b1] = [self.turn(b[0], b[1], a[0]), self.turn(b[0], b[1], a[1])];
        let apart = |s: f64, t: f64| (s > 0.0 && t > 0.0) || (s < 0.0 && t < 0.0);
        if apart(b_from_a0, b_from_a1) || apart(a_from_b0, a_from_b1) {
            return false;
        }
        let collinear = [b_from_a0, b_from_a1, a_from_b0, a_from_b1] == [0.0; 4];
        !collinear || self.shadows_meet(a, b)
    }

    /// Whether the bounding boxes of two collinear projected segments overlap, which then decides.
    fn shadows_meet(self, a: [&Vec3; 2], b: [&Vec3; 2]) -> bool {
        [self.right, self.up]
            .into_iter()
            .all(|k| ranges_overlap(a, b, k))
    }
}

/// Whether collinear segments in space share a point: whether their bounding boxes do.
fn collinear_segments_meet(a: [&Vec3; 2], b: [&Vec3; 2]) -> bool {
    (0..3).all(|k| ranges_overlap(a, b, k))
}

fn ranges_overlap(a: [&Vec3; 2], b: [&Vec3; 2], axis: usize) -> bool {
    let range = |s: [&Vec3; 2]| (s[0][axis].min(s[1][axis]), s[0][axis].max(s[1][axis]));
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    a_low <= b_high && b_low <= a_high
}
