//! The way from one frame to the next: does anything touch where every vertex goes straight, all at the same pace?
//!
//! The solver has a way of its own, a straight piece for each of its moves, which no frame tells of. A pair that touches
//! on the straight way may have kept apart on that one, as where bodies turn fast; a body that was exchanged for another,
//! or has jumped through one, is found.

mod passage;

use rayon::prelude::*;

use crate::apart::Pair;
use crate::exact::Point;
use crate::frame::DESCRIBED;
use crate::hierarchy::{Bounds, Hierarchy};
use crate::report::{FailureKind, FrameFailure, PrimitiveShape};
use crate::surface::{Simplex, Surface};
use passage::Passage;

/// Queries per parallel piece.
const PIECE: usize = 256;

/// The findings between two frames.
#[derive(Default)]
pub(crate) struct MotionReport {
    /// Pairs whose boxes meet on the way.
    pub pairs: u64,
    /// Pairs that touch.
    pub findings: u64,
    /// The first of them.
    pub failures: Vec<FrameFailure>,
}

impl MotionReport {
    fn add(mut self, other: Self) -> Self {
        self.pairs += other.pairs;
        self.findings += other.findings;
        let room = DESCRIBED.saturating_sub(self.failures.len());
        self.failures.extend(other.failures.into_iter().take(room));
        self
    }
}

/// Judges the way from `from` to `to`, the positions of frame number `frame`.
pub(crate) fn check_motion(
    surface: &Surface,
    frame: u64,
    from: &[Point],
    to: &[Point],
) -> MotionReport {
    let frames = FramePair {
        surface,
        frame,
        from,
        to,
    };
    let lists = if surface.is_planar() {
        vec![(&surface.points, &surface.edges)]
    } else {
        vec![
            (&surface.points, &surface.triangles),
            (&surface.edges, &surface.edges),
            (&surface.loose_points, &surface.free_edges),
            (&surface.free_points, &surface.free_points),
        ]
    };
    let reports = lists
        .into_iter()
        .map(|(queries, targets)| frames.meet(queries, targets));
    reports.fold(MotionReport::default(), MotionReport::add)
}

/// Two consecutive frames, and the straight motion between them.
struct FramePair<'a> {
    surface: &'a Surface<'a>,
    frame: u64,
    from: &'a [Point],
    to: &'a [Point],
}

impl FramePair<'_> {
    /// The box around a primitive all along its way.
    fn bounds(&self, s: &Simplex) -> Bounds {
        let ends = [self.from, self.to].into_iter();
        Bounds::around(ends.flat_map(|x| s.vertices.map(|v| x[v as usize])))
    }

    /// Primitives of bodies, or of obstacles, in a tree.
    fn tree(&self, list: &[Simplex], of_obstacles: bool) -> Hierarchy {
        let all = (0..).zip(list);
        let chosen = all.filter(|(_, s)| self.surface.is_of_obstacle(s) == of_obstacles);
        Hierarchy::new(chosen.map(|(i, s)| (i, self.bounds(s))))
    }

    fn meet(&self, queries: &[Simplex], targets: &[Simplex]) -> MotionReport {
        let twice = std::ptr::eq(queries, targets);
        let [bodies, obstacles] = [false, true].map(|of| self.tree(targets, of));
        let judge = |report: &mut MotionReport, i: usize| {
            let query = &queries[i];
            let mut near = Vec::new();
            let mut visit = |j: u32| {
                let is_new = !(twice && j as usize <= i);
                if is_new && self.surface.is_pair(query, &targets[j as usize]) {
                    near.push(j);
                }
                0.0
            };
            bodies.search(&self.bounds(query), 0.0, &mut visit);
            if !self.surface.is_of_obstacle(query) {
                obstacles.search(&self.bounds(query), 0.0, &mut visit);
            }
            near.sort_unstable();
            report.pairs += near.len() as u64;
            for j in near {
                self.judge(query, &targets[j as usize], report);
            }
        };
        let pieces: Vec<MotionReport> = (0..queries.len().div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let mut report = MotionReport::default();
                let end = queries.len().min((piece + 1) * PIECE);
                (piece * PIECE..end).for_each(|i| judge(&mut report, i));
                report
            })
            .collect();
        pieces
            .into_iter()
            .fold(MotionReport::default(), MotionReport::add)
    }

    fn judge(&self, query: &Simplex, target: &Simplex, report: &mut MotionReport) {
        let [from, to] = [self.from, self.to].map(|x| pair(query, target, x));
        if (Passage { from, to }).keeps_apart() {
            return;
        }
        report.findings += 1;
        if report.failures.len() < DESCRIBED {
            report.failures.push(FrameFailure {
                frame: self.frame,
                kind: FailureKind::Passage,
                first: self.surface.describe(query),
                second: Some(self.surface.describe(target)),
            });
        }
    }
}

fn pair(a: &Simplex, b: &Simplex, x: &[Point]) -> Pair {
    let [a0, a1, _] = a.vertices.map(|v| x[v as usize]);
    let [b0, b1, b2] = b.vertices.map(|v| x[v as usize]);
    match (a.shape, b.shape) {
        (PrimitiveShape::Point, PrimitiveShape::Point) => Pair::Points([a0, b0]),
        (PrimitiveShape::Point, PrimitiveShape::Edge) => Pair::PointSegment([a0, b0, b1]),
        (PrimitiveShape::Edge, PrimitiveShape::Edge) => Pair::Segments([a0, a1, b0, b1]),
        _ => Pair::PointTriangle([a0, b0, b1, b2]),
    }
}
