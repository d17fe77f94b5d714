//! One frame judged: crossings, inversions, half-spaces, thickness, and the smallest distance.

use rayon::prelude::*;

use crate::distance::{point_point, point_segment, point_triangle, segment_segment};
use crate::exact::{Point, dot, orient, side_of_plane, sub};
use crate::hierarchy::{Bounds, Hierarchy};
use crate::report::{Failure, FailureKind, Primitive, Shape};
use crate::surface::{Simplex, Surface};
use crate::touch::touches;

/// Queries per parallel piece; fixed, so that results do not depend on the number of threads.
const PIECE: usize = 512;

/// Failures a frame describes in full; the rest is counted.
pub(crate) const DESCRIBED: usize = 16;

/// What is true of one frame.
#[derive(Default)]
pub(crate) struct FrameReport {
    pub intersections: u64,
    pub inversions: u64,
    /// Tets of no or negative volume whose material may invert.
    pub permitted_inversions: u64,
    pub thickness_violations: u64,
    /// Smallest distance beyond its offset; infinite where there are no pairs.
    pub min_distance: f64,
    pub failures: Vec<Failure>,
}

impl FrameReport {
    fn empty() -> Self {
        Self {
            min_distance: f64::INFINITY,
            ..Self::default()
        }
    }

    fn add(mut self, other: Self) -> Self {
        self.intersections += other.intersections;
        self.inversions += other.inversions;
        self.permitted_inversions += other.permitted_inversions;
        self.thickness_violations += other.thickness_violations;
        self.min_distance = self.min_distance.min(other.min_distance);
        let room = DESCRIBED.saturating_sub(self.failures.len());
        self.failures.extend(other.failures.into_iter().take(room));
        self
    }

    fn fail(
        &mut self,
        frame: u64,
        kind: FailureKind,
        primitives: impl FnOnce() -> (Primitive, Option<Primitive>),
    ) {
        *match kind {
            FailureKind::Intersection => &mut self.intersections,
            FailureKind::Inversion => &mut self.inversions,
            FailureKind::Thickness { .. } => &mut self.thickness_violations,
        } += 1;
        if self.failures.len() < DESCRIBED {
            let (first, second) = primitives();
            self.failures.push(Failure {
                frame,
                kind,
                first,
                second,
            });
        }
    }
}

/// Judges the positions `x` of frame number `frame`.
pub(crate) fn check(surface: &Surface, frame: u64, x: &[Point]) -> FrameReport {
    let judge = Judge::new(surface, frame, x);
    let none = |_: &Simplex, _: &Simplex| false;
    let both_edges = |a: &Simplex, b: &Simplex| a.shape == Shape::Edge && b.shape == Shape::Edge;
    let (triangles, edges, free) = (
        judge.tree(&surface.triangles),
        judge.tree(&surface.edges),
        judge.tree(&surface.free),
    );
    let over_triangles = Targets {
        list: &surface.triangles,
        tree: &triangles,
        symmetric: false,
    };
    let over_edges = Targets {
        list: &surface.edges,
        tree: &edges,
        symmetric: true,
    };
    let over_free = Targets {
        list: &surface.free,
        tree: &free,
        symmetric: true,
    };
    let parts = [
        judge.inversions(),
        judge.half_spaces(),
        judge.enclosures(),
        judge.crossings(&surface.edges, &over_triangles),
        judge.crossings(&surface.free_points, &over_triangles),
        judge.crossings(&surface.free, &over_free),
        judge.distances(&surface.points, &over_triangles, none),
        judge.distances(&surface.edges, &over_edges, none),
        judge.distances(&surface.free, &over_free, both_edges),
    ];
    parts
        .into_iter()
        .fold(FrameReport::empty(), FrameReport::add)
}

/// A list of primitives to be met and its tree.
struct Targets<'a> {
    list: &'a [Simplex],
    tree: &'a Hierarchy,
    /// Queries come from the same list: look at each pair once.
    symmetric: bool,
}

struct Judge<'a> {
    surface: &'a Surface<'a>,
    frame: u64,
    x: &'a [Point],
    /// Rounding allowance when distances of boxes and primitives are compared, m.
    slack: f64,
    thickest: f64,
}

impl<'a> Judge<'a> {
    fn new(surface: &'a Surface<'a>, frame: u64, x: &'a [Point]) -> Self {
        let diagonal =
            Bounds::around(surface.points.iter().map(|p| x[p.vertices[0] as usize])).diagonal();
        let thickest = surface
            .points
            .iter()
            .map(|p| surface.thickness(p))
            .fold(0.0, f64::max);
        Self {
            surface,
            frame,
            x,
            slack: 1e-13 * diagonal,
            thickest,
        }
    }

    fn corners(&self, s: &Simplex) -> [Point; 3] {
        s.vertices.map(|v| self.x[v as usize])
    }

    fn tree(&self, list: &[Simplex]) -> Hierarchy {
        Hierarchy::new(list.iter().map(|s| Bounds::around(self.corners(s))))
    }

    /// Runs `judge` on every piece of `0..count` and joins the answers in order.
    fn in_pieces(
        &self,
        count: usize,
        judge: impl Fn(usize, &mut FrameReport) + Sync,
    ) -> FrameReport {
        let pieces: Vec<FrameReport> = (0..count.div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let mut report = FrameReport::empty();
                (piece * PIECE..count.min((piece + 1) * PIECE)).for_each(|i| judge(i, &mut report));
                report
            })
            .collect();
        pieces
            .into_iter()
            .fold(FrameReport::empty(), FrameReport::add)
    }

    fn inversions(&self) -> FrameReport {
        self.in_pieces(self.surface.tets().len(), |i, report| {
            let [a, b, c, d] = self.surface.tets()[i].map(|v| self.x[v as usize]);
            if orient(b, c, d, a).is_gt() {
                return;
            }
            if self.surface.may_invert(i) {
                report.permitted_inversions += 1;
            } else {
                report.fail(self.frame, FailureKind::Inversion, || {
                    (self.surface.describe_tet(i), None)
                });
            }
        })
    }

    /// Every point of a body must be strictly on the normal's side, beyond half its thickness.
    fn half_spaces(&self) -> FrameReport {
        self.in_pieces(self.surface.points.len(), |i, report| {
            let point = &self.surface.points[i];
            if self.surface.is_obstacle(point.vertices[0]) {
                return;
            }
            for (id, h) in self.surface.half_spaces().iter().enumerate() {
                let (x, origin, normal) = (
                    self.x[point.vertices[0] as usize],
                    [h[0], h[1], h[2]],
                    [h[3], h[4], h[5]],
                );
                let distance = dot(normal, sub(x, origin)) / dot(normal, normal).sqrt();
                let offset = self.surface.thickness(point) / 2.0;
                report.min_distance = report.min_distance.min(distance - offset);
                let kind = if side_of_plane(x, origin, normal).is_le() {
                    FailureKind::Intersection
                } else if distance < offset {
                    FailureKind::Thickness { distance, offset }
                } else {
                    continue;
                };
                report.fail(self.frame, kind, || {
                    (self.surface.describe(point), Some(half_space(id)))
                });
            }
        })
    }

    /// Witnesses inside or on a tet that is not their own.
    fn enclosures(&self) -> FrameReport {
        let tets = self.surface.tets();
        let corners = |tet: &[u32; 4]| tet.map(|v| self.x[v as usize]);
        let tree = Hierarchy::new(tets.iter().map(|tet| Bounds::around(corners(tet))));
        self.in_pieces(self.surface.witnesses.len(), |i, report| {
            let witness = &self.surface.witnesses[i];
            let p = self.x[witness.vertices[0] as usize];
            let mut inside = Vec::new();
            tree.search(&Bounds::around([p]), 0.0, |j| {
                let tet = &tets[j as usize];
                let [a, b, c, d] = corners(tet);
                // The point in place of each corner in turn: no such tet is inverted.
                let parts = [[b, c, d, p], [p, c, d, a], [b, p, d, a], [b, c, p, a]];
                let is_in = parts.iter().all(|&[b, c, d, a]| orient(b, c, d, a).is_ge());
                if is_in && !tet.contains(&witness.vertices[0]) {
                    inside.push(j);
                }
                0.0
            });
            inside.sort_unstable();
            for j in inside {
                report.fail(self.frame, FailureKind::Intersection, || {
                    let tet = self.surface.describe_tet(j as usize);
                    (self.surface.describe(witness), Some(tet))
                });
            }
        })
    }

    /// Pairs that cross or touch, by exact arithmetic.
    fn crossings(&self, queries: &[Simplex], targets: &Targets) -> FrameReport {
        self.in_pieces(queries.len(), |i, report| {
            let query = &queries[i];
            let [p, q, _] = self.corners(query);
            let mut met = Vec::new();
            targets.tree.search(&Bounds::around([p, q]), 0.0, |j| {
                let target = &targets.list[j as usize];
                let counts =
                    !(targets.symmetric && j as usize <= i) && self.surface.is_pair(query, target);
                if counts && touches(p, q, self.corners(target)) {
                    met.push(j);
                }
                0.0
            });
            met.sort_unstable();
            for j in met {
                report.min_distance = report.min_distance.min(0.0);
                report.fail(self.frame, FailureKind::Intersection, || {
                    self.name(query, &targets.list[j as usize])
                });
            }
        })
    }

    /// The smallest distance beyond its offset, found by a search whose radius shrinks to the best so far, and every pair closer than its
    /// offset. `skip` names pairs that another call covers.
    fn distances(
        &self,
        queries: &[Simplex],
        targets: &Targets,
        skip: impl Fn(&Simplex, &Simplex) -> bool + Sync,
    ) -> FrameReport {
        self.in_pieces(queries.len(), |i, report| {
            let query = &queries[i];
            let reach = (self.surface.thickness(query) + self.thickest) / 2.0;
            let radius = |best: f64| best.max(0.0) + reach + self.slack;
            let mut best = report.min_distance;
            let mut close = Vec::new();
            targets
                .tree
                .search(&Bounds::around(self.corners(query)), radius(best), |j| {
                    let target = &targets.list[j as usize];
                    let seen = targets.symmetric && j as usize <= i || skip(query, target);
                    if !seen && self.surface.is_pair(query, target) {
                        let distance = self.distance(query, target);
                        let offset =
                            (self.surface.thickness(query) + self.surface.thickness(target)) / 2.0;
                        best = best.min(distance - offset);
                        if distance < offset {
                            close.push((j, distance, offset));
                        }
                    }
                    radius(best)
                });
            report.min_distance = best;
            close.sort_unstable_by_key(|c| c.0);
            for (j, distance, offset) in close {
                let kind = FailureKind::Thickness { distance, offset };
                report.fail(self.frame, kind, || {
                    self.name(query, &targets.list[j as usize])
                });
            }
        })
    }

    fn distance(&self, a: &Simplex, b: &Simplex) -> f64 {
        let (x, y) = (self.corners(a), self.corners(b));
        match (a.shape, b.shape) {
            (Shape::Point, Shape::Point) => point_point(x[0], y[0]),
            (Shape::Point, Shape::Edge) => point_segment(x[0], y[0], y[1]),
            (Shape::Edge, Shape::Point) => point_segment(y[0], x[0], x[1]),
            (Shape::Edge, Shape::Edge) => segment_segment([x[0], x[1]], [y[0], y[1]]),
            _ => point_triangle(x[0], y),
        }
    }

    fn name(&self, a: &Simplex, b: &Simplex) -> (Primitive, Option<Primitive>) {
        (self.surface.describe(a), Some(self.surface.describe(b)))
    }
}

fn half_space(id: usize) -> Primitive {
    Primitive {
        shape: Shape::HalfSpace,
        id: id as u32,
        vertices: Vec::new(),
        body: String::new(),
    }
}
