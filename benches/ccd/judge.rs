//! Whether a time is safe: whether a pair stays farther apart than its offset until then.
//!
//! A time interval is safe if along some direction all vertices of the one primitive are beyond all of the other by
//! more than the offset at both its ends, because the vertices move on lines; the direction is that of the closest
//! points in the middle. Intervals without one are halved. Violations are found by exact arithmetic, at an end or in
//! the middle of an interval. Pairs without an offset, which may pass through one another in no time, are
//! left to the exact re-analysis where it knows them (`tangency_geometry::continuous`).

use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::{edge_edge, point_triangle};
use tangency_geometry::{Vec3, continuous};

use crate::query::{Kind, Query};

/// Halvings.
const DEPTH: u32 = 40;
/// Rounding of a gap, in units of the coordinates: as in the crate's own CCD.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// What is known of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The pair stays farther apart than its offset.
    Safe,
    /// Neither was proved.
    Unknown,
    /// It comes as close as its offset, or closer.
    TooClose,
}

/// Judges the time `t` for a query.
pub fn judge(query: &Query, t: f64) -> Verdict {
    if t == 0.0 {
        return Verdict::Safe;
    }
    if !query.kind.are_apart(&query.at(t), query.xi) {
        return Verdict::TooClose;
    }
    let reanalysis = match query.kind {
        Kind::PointTriangle if query.xi == 0.0 => continuous::point_triangle,
        Kind::EdgeEdge if query.xi == 0.0 => continuous::edge_edge,
        _ => return over(query, 0.0, t, DEPTH),
    };
    match reanalysis(&query.x, &query.at(t)) {
        None => Verdict::Safe,
        Some(continuous::Verdict::Undecided) => Verdict::Unknown,
        Some(continuous::Verdict::Touches { .. }) => Verdict::TooClose,
    }
}

fn over(query: &Query, from: f64, to: f64, depth: u32) -> Verdict {
    let middle = 0.5 * (from + to);
    let here = query.at(middle);
    if !query.kind.are_apart(&here, query.xi) {
        return Verdict::TooClose;
    }
    let n = direction(query.kind, &here);
    let size = query.x.iter().chain(&query.end).map(|x| x.amax());
    let floor = query.xi + ROUNDING * size.fold(0.0, f64::max);
    let is_clear = |t: f64| gap(query, &n, t) > floor * (1.0 + 1e-15);
    if is_clear(from) && is_clear(to) {
        return Verdict::Safe;
    }
    if depth == 0 {
        return Verdict::Unknown;
    }
    match over(query, from, middle, depth - 1) {
        Verdict::Safe => over(query, middle, to, depth - 1),
        verdict => verdict,
    }
}

/// Unit vector from the second primitive's closest point to the first's.
fn direction(kind: Kind, [a, b, c, d]: &[Vec3; 4]) -> Vec3 {
    let n = match kind {
        Kind::PointPoint => a - b,
        Kind::PointEdge => match point_edge::classify(a, b, c) {
            PointEdge::E0 => a - b,
            PointEdge::E1 => a - c,
            PointEdge::Interior => point_edge::foot(a, b, c).separation,
        },
        Kind::PointTriangle => {
            let part = point_triangle::classify(a, b, c, d);
            point_triangle::foot_of(part, a, b, c, d).separation
        }
        Kind::EdgeEdge => {
            let part = edge_edge::classify(a, b, c, d);
            edge_edge::foot_of(part, a, b, c, d).separation
        }
    };
    n.normalize()
}

/// The gap between the primitives along `n` at time `t`, m.
fn gap(query: &Query, n: &Vec3, t: f64) -> f64 {
    let (first, all) = query.kind.counts();
    let x = query.at(t);
    // Relative to one vertex, so that only the size of the pair rounds.
    let along = |v: &Vec3| n.dot(&(v - x[0]));
    let low = x[..first].iter().map(along).fold(f64::INFINITY, f64::min);
    let high = x[first..all]
        .iter()
        .map(along)
        .fold(f64::NEG_INFINITY, f64::max);
    low - high
}
