//! One frame judged: crossings, inversions, half-spaces, thickness, strain, and the smallest distance.

mod enclosed;
mod plane;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::apart::Pair;
use crate::exact::{Point, dot, orient, side_of_plane, sub};
use crate::hierarchy::{Bounds, Hierarchy};
use crate::report::{FailureKind, FrameFailure, Primitive, PrimitiveShape};
use crate::strain::beyond;
use crate::surface::{Simplex, Surface};
use crate::touch::touches;

/// Queries per parallel piece; fixed, so that results do not depend on the number of threads.
const PIECE: usize = 512;

/// Failures a frame describes in full; the rest is counted.
pub(crate) const DESCRIBED: usize = 16;

/// The findings in one frame.
#[derive(Default)]
pub(crate) struct FrameReport {
    pub intersections: u64,
    pub inversions: u64,
    /// Tets of no or negative volume whose material may invert.
    pub permitted_inversions: u64,
    pub thickness_violations: u64,
    pub strain_violations: u64,
    /// Smallest distance beyond its offset; infinite where there are no pairs.
    pub min_distance: f64,
    /// Primitives that searches for distances came upon: the work done.
    pub looked_at: u64,
    pub failures: Vec<FrameFailure>,
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
        self.strain_violations += other.strain_violations;
        self.looked_at += other.looked_at;
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
            FailureKind::Intersection | FailureKind::Enclosure | FailureKind::Passage => {
                &mut self.intersections
            }
            FailureKind::Inversion => &mut self.inversions,
            FailureKind::Thickness { .. } => &mut self.thickness_violations,
            FailureKind::Strain { .. }
            | FailureKind::Squeeze { .. }
            | FailureKind::GreenStrain { .. } => &mut self.strain_violations,
        } += 1;
        if self.failures.len() < DESCRIBED {
            let (first, second) = primitives();
            self.failures.push(FrameFailure {
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
    if surface.is_planar() {
        return judge.planar();
    }
    let [triangles, edges, free_edges, loose_points, free_points] = [
        &surface.triangles,
        &surface.edges,
        &surface.free_edges,
        &surface.loose_points,
        &surface.free_points,
    ]
    .map(|list| Targets::new(&judge, list));
    let parts = [
        judge.inversions(),
        judge.strains(),
        judge.half_spaces(),
        judge.enclosures(),
        judge.crossings(&surface.edges, &triangles),
        judge.crossings(&surface.loose_points, &triangles),
        judge.crossings(&surface.free_edges, &free_edges),
        judge.crossings(&surface.free_edges, &loose_points),
        judge.crossings(&surface.free_points, &free_points),
        judge.distances(&surface.points, &triangles),
        judge.distances(&surface.edges, &edges),
        judge.distances(&surface.free_edges, &loose_points),
        judge.distances(&surface.free_points, &free_points),
    ];
    parts
        .into_iter()
        .fold(FrameReport::empty(), FrameReport::add)
}

/// A list of primitives to be met, in trees of boxes that have half of each one's thickness added on all sides: pairs
/// at their offset or closer have boxes that meet.
struct Targets<'a> {
    list: &'a [Simplex],
    bodies: Hierarchy,
    obstacles: Hierarchy,
}

impl<'a> Targets<'a> {
    fn new(judge: &Judge, list: &'a [Simplex]) -> Self {
        let tree = |of_obstacles: bool| {
            let all = (0..).zip(list);
            let chosen = all.filter(|(_, s)| judge.surface.is_of_obstacle(s) == of_obstacles);
            Hierarchy::new(chosen.map(|(i, s)| (i, judge.thick_box(s))))
        };
        Self {
            list,
            bodies: tree(false),
            obstacles: tree(true),
        }
    }

    /// Whether `queries` are these primitives themselves, so that each pair comes up twice.
    fn are(&self, queries: &[Simplex]) -> bool {
        std::ptr::eq(self.list, queries)
    }

    /// [`Hierarchy::search`] among all that can be a pair with a primitive of a body or an obstacle.
    fn search(
        &self,
        of_obstacle: bool,
        query: &Bounds,
        radius: f64,
        mut visit: impl FnMut(u32) -> f64,
    ) {
        let radius = self.bodies.search(query, radius, &mut visit);
        if !of_obstacle {
            self.obstacles.search(query, radius, visit);
        }
    }
}

struct Judge<'a> {
    surface: &'a Surface<'a>,
    frame: u64,
    x: &'a [Point],
    /// Rounding allowance when distances of boxes and primitives are compared, m.
    slack: f64,
}

impl<'a> Judge<'a> {
    fn new(surface: &'a Surface<'a>, frame: u64, x: &'a [Point]) -> Self {
        let diagonal =
            Bounds::around(surface.points.iter().map(|p| x[p.vertices[0] as usize])).diagonal();
        Self {
            surface,
            frame,
            x,
            slack: 1e-13 * diagonal,
        }
    }

    fn corners(&self, s: &Simplex) -> [Point; 3] {
        s.vertices.map(|v| self.x[v as usize])
    }

    /// The box of all that is within half its thickness, and some rounding, of a primitive.
    fn thick_box(&self, s: &Simplex) -> Bounds {
        // A pair's offset is a rounded mean: a relative `f64::EPSILON` is more than it can exceed the two halves by.
        let half = self.surface.thickness(s) / 2.0 * (1.0 + 2.0 * f64::EPSILON);
        Bounds::around(self.corners(s)).grown(half)
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

    /// Sheets at or beyond a limit, each counted once.
    fn strains(&self) -> FrameReport {
        self.in_pieces(self.surface.sheets().len(), |i, report| {
            let sheet = &self.surface.sheets()[i];
            let x = sheet.vertices.map(|v| self.x[v as usize]);
            if let Some(kind) = beyond(x, sheet) {
                report.fail(self.frame, kind, || (self.surface.describe_sheet(i), None));
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
                } else if offset > 0.0 && distance <= offset {
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

    /// Pairs that cross or touch, by exact arithmetic.
    fn crossings(&self, queries: &[Simplex], targets: &Targets) -> FrameReport {
        let twice = targets.are(queries);
        self.in_pieces(queries.len(), |i, report| {
            let query = &queries[i];
            let of_obstacle = self.surface.is_of_obstacle(query);
            let [p, q, _] = self.corners(query);
            let mut met = Vec::new();
            targets.search(of_obstacle, &Bounds::around([p, q]), 0.0, |j| {
                let target = &targets.list[j as usize];
                let counts = !(twice && j as usize <= i) && self.surface.is_pair(query, target);
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

    /// The smallest distance beyond its offset, found by a search whose radius shrinks to the best so far of all
    /// pieces, and every pair that is not beyond its offset, by exact arithmetic. Pairs without offset are left to
    /// `crossings`. (How far a search looks depends on which piece comes first; what it finds does not.)
    fn distances(&self, queries: &[Simplex], targets: &Targets) -> FrameReport {
        let twice = targets.are(queries);
        let radius = |best: f64| best.max(0.0) + self.slack;
        // Bits of numbers that are not negative are ordered as the numbers are.
        let shared = AtomicU64::new(f64::INFINITY.to_bits());
        self.in_pieces(queries.len(), |i, report| {
            let query = &queries[i];
            let of_obstacle = self.surface.is_of_obstacle(query);
            let known = f64::from_bits(shared.load(Ordering::Relaxed));
            let (mut best, mut looked_at) = (report.min_distance.min(known), 0);
            let mut close = Vec::new();
            targets.search(of_obstacle, &self.thick_box(query), radius(best), |j| {
                looked_at += 1;
                let target = &targets.list[j as usize];
                let counts = !(twice && j as usize <= i) && self.surface.is_pair(query, target);
                if counts {
                    let pair = self.pair(query, target);
                    let gap = pair.gap();
                    let offset = self.surface.offset(query, target);
                    best = best.min(gap.distance - offset);
                    if offset > 0.0 && !pair.is_apart(gap.along, offset) {
                        close.push((j, gap.distance, offset));
                    }
                }
                radius(best)
            });
            shared.fetch_min(best.max(0.0).to_bits(), Ordering::Relaxed);
            report.min_distance = best;
            report.looked_at += looked_at;
            close.sort_unstable_by_key(|c| c.0);
            for (j, distance, offset) in close {
                let kind = FailureKind::Thickness { distance, offset };
                report.fail(self.frame, kind, || {
                    self.name(query, &targets.list[j as usize])
                });
            }
        })
    }

    fn pair(&self, a: &Simplex, b: &Simplex) -> Pair {
        let (x, y) = (self.corners(a), self.corners(b));
        match (a.shape, b.shape) {
            (PrimitiveShape::Point, PrimitiveShape::Point) => Pair::Points([x[0], y[0]]),
            (PrimitiveShape::Point, PrimitiveShape::Edge) => Pair::PointSegment([x[0], y[0], y[1]]),
            (PrimitiveShape::Edge, PrimitiveShape::Point) => Pair::PointSegment([y[0], x[0], x[1]]),
            (PrimitiveShape::Edge, PrimitiveShape::Edge) => {
                Pair::Segments([x[0], x[1], y[0], y[1]])
            }
            _ => Pair::PointTriangle([x[0], y[0], y[1], y[2]]),
        }
    }

    fn name(&self, a: &Simplex, b: &Simplex) -> (Primitive, Option<Primitive>) {
        (self.surface.describe(a), Some(self.surface.describe(b)))
    }
}

fn half_space(id: usize) -> Primitive {
    Primitive {
        shape: PrimitiveShape::HalfSpace,
        id: id as u32,
        vertices: Vec::new(),
        body: String::new(),
    }
}

#[cfg(test)]
mod tests;
