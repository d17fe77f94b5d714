//! One frame of a planar run judged: boundary segments that cross, triangles that are inverted, points inside of bodies,
//! vertices that have left the plane. All by exact arithmetic.

use std::cmp::Ordering;

use super::enclosed::wound_around;
use super::{FrameReport, Judge, Targets};
use crate::exact::{Point, turn};
use crate::hierarchy::{Bounds, Hierarchy};
use crate::report::{FailureKind, PrimitiveShape};
use crate::surface::Simplex;

impl Judge<'_> {
    /// Everything that must be true of a planar frame.
    pub(super) fn planar(&self) -> FrameReport {
        let edges = Targets::new(self, &self.surface.edges);
        let parts = [
            self.astray(),
            self.turned_over(),
            self.half_spaces(),
            self.segment_crossings(&edges),
            self.inside_areas(),
            self.distances(&self.surface.points, &edges),
        ];
        let parts = parts.into_iter();
        parts.fold(FrameReport::empty(), FrameReport::add)
    }

    /// Vertices that are not in the plane.
    fn astray(&self) -> FrameReport {
        self.in_pieces(self.x.len(), |i, report| {
            if self.x[i][2] != 0.0 {
                let vertex = Simplex {
                    shape: PrimitiveShape::Point,
                    id: i as u32,
                    vertices: [i as u32; 3],
                };
                report.fail(self.frame, FailureKind::Intersection, || {
                    (self.surface.describe(&vertex), None)
                });
            }
        })
    }

    /// Triangles of bodies without positive area.
    fn turned_over(&self) -> FrameReport {
        self.in_pieces(self.surface.triangles.len(), |i, report| {
            let triangle = &self.surface.triangles[i];
            let [a, b, c] = self.corners(triangle);
            if self.surface.is_of_obstacle(triangle) || turn(a, b, c).is_gt() {
                return;
            }
            if self.surface.may_invert(i) {
                report.permitted_inversions += 1;
            } else {
                report.fail(self.frame, FailureKind::Inversion, || {
                    (self.surface.describe(triangle), None)
                });
            }
        })
    }

    /// Pairs of boundary segments that share a point but no vertex.
    fn segment_crossings(&self, edges: &Targets) -> FrameReport {
        let queries = &self.surface.edges;
        self.in_pieces(queries.len(), |i, report| {
            let query = &queries[i];
            let [p, q, _] = self.corners(query);
            let mut met = Vec::new();
            let of_obstacle = self.surface.is_of_obstacle(query);
            edges.search(of_obstacle, &Bounds::around([p, q]), 0.0, |j| {
                let target = &queries[j as usize];
                let [r, s, _] = self.corners(target);
                // Each pair comes up twice.
                let is_new = j as usize > i && self.surface.is_pair(query, target);
                if is_new && segments_meet([p, q], [r, s]) {
                    met.push(j);
                }
                0.0
            });
            met.sort_unstable();
            for j in met {
                report.min_distance = report.min_distance.min(0.0);
                report.fail(self.frame, FailureKind::Intersection, || {
                    self.name(query, &queries[j as usize])
                });
            }
        })
    }

    /// Boundary points inside of a body or on it: in a triangle that is not their own, or, where triangles may invert,
    /// within the outline. All points, since parts of one body may hang together at a vertex alone.
    fn inside_areas(&self) -> FrameReport {
        let (triangles, solids) = (&self.surface.triangles, &self.surface.solids);
        let solid_of = |v: u32| solids.of_vertex[v as usize];
        let rigid = (0..).zip(triangles);
        let rigid = rigid.filter(|(_, t)| !solids.may_invert[solid_of(t.vertices[0]) as usize]);
        let tree = Hierarchy::new(rigid.map(|(i, t)| (i, Bounds::around(self.corners(t)))));
        let ends = |side: [u32; 2]| side.map(|v| self.x[v as usize]);
        let sides = (0..).zip(solids.sides.iter().map(|&side| Bounds::around(ends(side))));
        let outlines = Hierarchy::new(sides);
        self.in_pieces(self.surface.points.len(), |i, report| {
            let point = &self.surface.points[i];
            let vertex = point.vertices[0];
            let p = self.x[vertex as usize];
            let mut inside = Vec::new();
            tree.search(&Bounds::around([p]), 0.0, |j| {
                let triangle = &triangles[j as usize];
                let is_pair = self.surface.is_pair(point, triangle);
                if is_pair && is_inside(p, self.corners(triangle)) {
                    inside.push(solid_of(triangle.vertices[0]));
                }
                0.0
            });
            let mut crossings = Vec::new();
            let ahead = Bounds::around([p, [f64::INFINITY, p[1], p[2]]]);
            outlines.search(&ahead, 0.0, |j| {
                let side = solids.sides[j as usize];
                if solid_of(side[0]) != solid_of(vertex) {
                    crossings.push((solid_of(side[0]), crossing(p, ends(side))));
                }
                0.0
            });
            inside.extend(wound_around(crossings));
            self.tell_enclosures(point, inside, report);
        })
    }
}

/// The crossing of the ray from `p` along x with a side of an outline that has its inside on the left: 1 out, -1 in, 0
/// not; `None` where `p` is on the side. A side has its lower end and not its upper one.
fn crossing(p: Point, [a, b]: [Point; 2]) -> Option<i32> {
    if segments_meet([p, p], [a, b]) {
        return None;
    }
    let rises = a[1] <= p[1] && p[1] < b[1] && turn(a, b, p).is_gt();
    let falls = b[1] <= p[1] && p[1] < a[1] && turn(a, b, p).is_lt();
    Some(i32::from(rises) - i32::from(falls))
}

/// Whether two closed segments in the plane have a point in common.
fn segments_meet([p, q]: [Point; 2], [r, s]: [Point; 2]) -> bool {
    let of_second = [turn(p, q, r), turn(p, q, s)];
    let of_first = [turn(r, s, p), turn(r, s, q)];
    let one_side = |[a, b]: [Ordering; 2]| a == b && a.is_ne();
    if one_side(of_second) || one_side(of_first) {
        return false;
    }
    // Neither is strictly on one side of the other's line: they meet, unless all lie on one line, apart.
    let on_line = of_second.iter().chain(&of_first).all(|side| side.is_eq());
    !on_line || (0..2).all(|k| ranges_meet([p[k], q[k]], [r[k], s[k]]))
}

fn ranges_meet([a, b]: [f64; 2], [c, d]: [f64; 2]) -> bool {
    a.min(b) <= c.max(d) && c.min(d) <= a.max(b)
}

/// Whether a point is in a closed triangle; one without area is its three sides.
fn is_inside(p: Point, [a, b, c]: [Point; 3]) -> bool {
    let turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
    if turn(a, b, c).is_eq() {
        let sides = [[a, b], [b, c], [c, a]];
        return sides.into_iter().any(|side| segments_meet([p, p], side));
    }
    turns.iter().all(|turn| turn.is_ge()) || turns.iter().all(|turn| turn.is_le())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        [x, y, 0.0]
    }

    #[test]
    fn segments_meet_where_they_cross_touch_or_overlap() {
        let (o, x) = (at(0.0, 0.0), at(1.0, 0.0));
        assert!(segments_meet([o, x], [at(0.5, -1.0), at(0.5, 1.0)]));
        assert!(segments_meet([o, x], [at(0.5, 0.0), at(0.5, 1.0)]));
        assert!(segments_meet([o, x], [at(1.0, 0.0), at(2.0, 0.0)]));
        assert!(!segments_meet(
            [o, x],
            [at(1.0f64.next_up(), 0.0), at(2.0, 0.0)]
        ));
        assert!(!segments_meet([o, x], [at(0.5, 5e-324), at(0.5, 1.0)]));
        // Lines cross, segments do not.
        assert!(!segments_meet([o, x], [at(2.0, -1.0), at(2.0, 1.0)]));
    }

    #[test]
    fn a_triangle_holds_its_sides() {
        let triangle = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)];
        let over = [triangle[0], triangle[2], triangle[1]];
        for t in [triangle, over] {
            assert!(is_inside(at(0.25, 0.25), t) && is_inside(at(0.5, 0.5), t));
            assert!(!is_inside(at(0.5, 0.5f64.next_up()), t));
        }
        let flat = [at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0)];
        assert!(is_inside(at(1.5, 0.0), flat) && !is_inside(at(2.5, 0.0), flat));
    }
}
