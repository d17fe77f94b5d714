//! The conservative strategy of IPC 2020 on a floating-point root finder, as Codimensional IPC 2021 (section 6.6) tests it.
//!
//! The time at which the distance has shrunk to `ξ + s (d - ξ)`, `s = 0.2`; where that is below 1e-6, the time at which it
//! has shrunk to `ξ`, times `1 - s`. A pair is asked with all its lower features. With `r` from the second feature to
//! the first and `m` the distance looked for, the features are within `m` where
//!
//! ```text
//! two points           |r|² <= m²
//! point, edge          |r x e|² <= m² |e|²       and the foot is on the edge
//! point, triangle      (r · n)² <= m² |n|²       and the foot is in the triangle, n = u x v
//! two edges            (r · n)² <= m² |n|²       and both feet are on their edges
//! ```
//!
//! polynomials of degree 2, 4, 6 and 6 in time; without a distance, where `r · n = 0`, a cubic.

use tangency_geometry::Vec3;

use crate::polynomial::{Polynomial, Vectors};
use crate::query::{Kind, Query};

/// The share `s` of the gap that is kept.
const S: f64 = 0.2;
/// A time below this is asked again.
const TINY: f64 = 1e-6;

/// The time of impact, or 1.
pub fn time(query: &Query) -> f64 {
    let d = query.distance();
    let Some(t) = first_time(query, query.xi + S * (d - query.xi)) else {
        return 1.0;
    };
    if t >= TINY {
        return t;
    }
    first_time(query, query.xi).map_or(1.0, |t| (1.0 - S) * t)
}

/// The first time at which the pair is within `m`.
fn first_time(query: &Query, m: f64) -> Option<f64> {
    if are_boxes_apart(query, m) {
        return None;
    }
    let p = query.p();
    let line = |i: usize| Vectors::line(query.x[i] - query.x[0], p[i]);
    let [a, b, c, d] = [line(0), line(1), line(2), line(3)];
    let mut first = Earliest(None);
    match query.kind {
        Kind::PointPoint => first.point_point(&a, &b, m),
        Kind::PointEdge => first.point_edge(&a, [&b, &c], m),
        Kind::PointTriangle => {
            first.point_triangle(&a, [&b, &c, &d], m);
            for edge in [[&b, &c], [&c, &d], [&d, &b]] {
                first.point_edge(&a, edge, m);
            }
        }
        Kind::EdgeEdge => {
            first.edge_edge([&a, &b], [&c, &d], m);
            for (point, edge) in [
                (&a, [&c, &d]),
                (&b, [&c, &d]),
                (&c, [&a, &b]),
                (&d, [&a, &b]),
            ] {
                first.point_edge(point, edge, m);
            }
        }
    }
    first.0
}

/// Whether the boxes of the primitives' ways are farther apart than `m`.
fn are_boxes_apart(query: &Query, m: f64) -> bool {
    let (first, all) = query.kind.counts();
    let bounds = |range: std::ops::Range<usize>| {
        let ends = query.x[range.clone()].iter().chain(&query.end[range]);
        let start = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        ends.fold(start, |(low, high), x| (low.inf(x), high.sup(x)))
    };
    let ((a_low, a_high), (b_low, b_high)) = (bounds(0..first), bounds(first..all));
    (0..3).any(|k| a_low[k] - b_high[k] > m || b_low[k] - a_high[k] > m)
}

/// The earliest time found so far.
struct Earliest(Option<f64>);

impl Earliest {
    fn offer(&mut self, t: f64) {
        self.0 = Some(self.0.map_or(t, |best: f64| best.min(t)));
    }

    fn point_point(&mut self, p: &Vectors, q: &Vectors, m: f64) {
        let r = p.minus(q);
        self.within(&r.dot(&r).minus(&Polynomial::constant(m * m)), &[]);
    }

    fn point_edge(&mut self, p: &Vectors, [e0, e1]: [&Vectors; 2], m: f64) {
        self.point_point(p, e0, m);
        self.point_point(p, e1, m);
        let (r, e) = (p.minus(e0), e1.minus(e0));
        let (across, along, whole) = (r.cross(&e), r.dot(&e), e.dot(&e));
        let limit = Polynomial::constant(m * m).times(&whole);
        self.within(
            &across.dot(&across).minus(&limit),
            &[along, whole.minus(&along)],
        );
    }

    fn point_triangle(&mut self, p: &Vectors, t: [&Vectors; 3], m: f64) {
        let n = t[1].minus(t[0]).cross(&t[2].minus(t[0]));
        let inside = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
            .map(|[from, to]| to.minus(from).cross(&p.minus(from)).dot(&n));
        self.near_plane(&p.minus(t[0]), &n, m, &inside);
    }

    fn edge_edge(&mut self, [a0, a1]: [&Vectors; 2], [b0, b1]: [&Vectors; 2], m: f64) {
        let (u, v, w) = (a1.minus(a0), b1.minus(b0), b0.minus(a0));
        let n = u.cross(&v);
        let whole = n.dot(&n);
        let (on_a, on_b) = (w.cross(&v).dot(&n), w.cross(&u).dot(&n));
        let inside = [on_a, whole.minus(&on_a), on_b, whole.minus(&on_b)];
        self.near_plane(&w, &n, m, &inside);
    }

    fn near_plane(&mut self, r: &Vectors, n: &Vectors, m: f64, inside: &[Polynomial]) {
        let height = r.dot(n);
        if m > 0.0 {
            let limit = Polynomial::constant(m * m).times(&n.dot(n));
            self.within(&height.times(&height).minus(&limit), inside);
            return;
        }
        let mut roots = Vec::new();
        height.roots(&mut roots);
        let is_inside = |t: &f64| inside.iter().all(|inside| inside.at(*t) >= 0.0);
        if let Some(t) = roots.into_iter().find(is_inside) {
            self.offer(t);
        }
    }

    /// Looks for the first time at which `beyond` is not positive and nothing of `inside` negative.
    fn within(&mut self, beyond: &Polynomial, inside: &[Polynomial]) {
        let mut changes = Vec::new();
        beyond.roots(&mut changes);
        if changes.is_empty() && beyond.at(0.5) > 0.0 {
            return;
        }
        for inside in inside {
            inside.roots(&mut changes);
        }
        changes.push(1.0);
        changes.sort_unstable_by(f64::total_cmp);
        let mut from = 0.0;
        for to in changes {
            let middle = 0.5 * (from + to);
            if beyond.at(middle) <= 0.0 && inside.iter().all(|inside| inside.at(middle) >= 0.0) {
                self.offer(from);
                return;
            }
            from = to;
        }
    }
}
