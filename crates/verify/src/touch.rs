//! Does a closed segment meet a closed triangle? Exact; touching counts.
//!
//! Let `p, q` be the segment and `t0, t1, t2` the triangle. Where they are not coplanar they meet iff `p` and `q` are
//! not strictly on one side of the triangle's plane and the line `pq` does not pass strictly on different sides of two
//! of the directed sides (no two of `orient(p, q, ti, tj)` have opposite signs). Coplanar pairs are decided after
//! dropping a coordinate in which the plane keeps its area; degenerate triangles are three segments. A point is the
//! segment `p = q`, a segment against a segment the triangle `a, b, b`.

use std::cmp::Ordering;

use crate::exact::{
    IntPoint, Point, cross, cross_integers, dot, orient_filtered, orient_integers, sign, sub,
    sub_integers, to_integers,
};

/// Whether the closed segment `p q` and the closed triangle `t` have a point in common.
pub(crate) fn touches(p: Point, q: Point, t: [Point; 3]) -> bool {
    decide_by_floats(p, q, t).unwrap_or_else(|| {
        let [p, q, t0, t1, t2] = to_integers([p, q, t[0], t[1], t[2]]);
        touches_exact(&p, &q, [&t0, &t1, &t2])
    })
}

/// The answer where floating point can prove it.
fn decide_by_floats(p: Point, q: Point, t: [Point; 3]) -> Option<bool> {
    let ends = [
        orient_filtered(t[0], t[1], t[2], p),
        orient_filtered(t[0], t[1], t[2], q),
    ];
    let certain = |s: Option<Ordering>| s.filter(|s| s.is_ne());
    if let [Some(a), Some(b)] = ends.map(certain)
        && a == b
    {
        return Some(false);
    }
    let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| certain(orient_filtered(p, q, t[i], t[j])));
    if sides.contains(&Some(Ordering::Less)) && sides.contains(&Some(Ordering::Greater)) {
        return Some(false);
    }
    if ends.iter().all(|s| certain(*s).is_some()) && sides.iter().all(Option::is_some) {
        return Some(true);
    }
    separated(p, q, t).then_some(false)
}

/// Whether one of four directions in the triangle's plane (across each side, across the segment) provably separates the
/// two. Any direction that does is a proof: only the error of the five dot products matters, not the direction's own.
fn separated(p: Point, q: Point, t: [Point; 3]) -> bool {
    let normal = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    let along = [sub(t[1], t[0]), sub(t[2], t[1]), sub(t[0], t[2]), sub(q, p)];
    along.iter().any(|&direction| {
        let n = cross(normal, direction);
        let absolute = [n[0].abs(), n[1].abs(), n[2].abs()];
        let (mut size, mut heights) = (0.0, [0.0; 5]);
        for (height, x) in heights.iter_mut().zip([p, q, t[0], t[1], t[2]]) {
            let d = sub(x, t[0]);
            *height = dot(n, d);
            size += dot(absolute, [d[0].abs(), d[1].abs(), d[2].abs()]);
        }
        let [p, q, a, b, c] = heights;
        let error = 5.0 * f64::EPSILON * size;
        let above = p.min(q) - a.max(b).max(c);
        let below = a.min(b).min(c) - p.max(q);
        error > 1e-200 && error.is_finite() && (above > error || below > error)
    })
}

fn touches_exact(p: &IntPoint, q: &IntPoint, t: [&IntPoint; 3]) -> bool {
    let normal = cross_integers(&sub_integers(t[1], t[0]), &sub_integers(t[2], t[0]));
    let Some(axis) = nonzero_axis(&normal) else {
        return [(0, 1), (1, 2), (2, 0)]
            .iter()
            .any(|&(i, j)| segments_touch(p, q, t[i], t[j]));
    };
    let ends = [
        orient_integers(t[0], t[1], t[2], p),
        orient_integers(t[0], t[1], t[2], q),
    ];
    if ends[0] == ends[1] {
        return ends[0].is_eq() && touches_in_plane(p, q, t, axis);
    }
    let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| orient_integers(p, q, t[i], t[j]));
    !(sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater))
}

/// Coplanar segment and triangle of nonzero area in the projection that drops `axis`.
fn touches_in_plane(p: &IntPoint, q: &IntPoint, t: [&IntPoint; 3], axis: usize) -> bool {
    let inside = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| orient_flat(t[i], t[j], p, axis));
    if !(inside.contains(&Ordering::Less) && inside.contains(&Ordering::Greater)) {
        return true;
    }
    [(0, 1), (1, 2), (2, 0)]
        .iter()
        .any(|&(i, j)| segments_touch(p, q, t[i], t[j]))
}

/// Whether two closed segments, either of which may be a point, have a point in common.
fn segments_touch(p: &IntPoint, q: &IntPoint, a: &IntPoint, b: &IntPoint) -> bool {
    if orient_integers(p, q, a, b).is_ne() {
        return false;
    }
    let (u, v) = (sub_integers(q, p), sub_integers(b, a));
    if let Some(axis) = nonzero_axis(&cross_integers(&u, &v)) {
        let crosses = |a, b, c, d| orient_flat(a, b, c, axis) != orient_flat(a, b, d, axis);
        let straddles = |a, b, c, d| crosses(a, b, c, d) || orient_flat(a, b, c, axis).is_eq();
        return straddles(p, q, a, b) && straddles(a, b, p, q);
    }
    // Parallel, or a point: they meet iff they lie on one line and their boxes overlap.
    let between = sub_integers(a, p);
    let on_one_line = nonzero_axis(&cross_integers(&between, &u)).is_none()
        && nonzero_axis(&cross_integers(&between, &v)).is_none();
    on_one_line
        && (0..3).all(|k| {
            (&p[k]).min(&q[k]) <= (&a[k]).max(&b[k]) && (&a[k]).min(&b[k]) <= (&p[k]).max(&q[k])
        })
}

fn nonzero_axis(v: &IntPoint) -> Option<usize> {
    (0..3).find(|&k| sign(&v[k]).is_ne())
}

/// Orientation of the triangle `a b c` after dropping `axis`.
fn orient_flat(a: &IntPoint, b: &IntPoint, c: &IntPoint, axis: usize) -> Ordering {
    sign(&cross_integers(&sub_integers(b, a), &sub_integers(c, a))[axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

    #[test]
    fn through_beside_and_above() {
        assert!(touches([0.2, 0.2, -1.0], [0.2, 0.2, 1.0], T));
        assert!(!touches([0.8, 0.8, -1.0], [0.8, 0.8, 1.0], T));
        assert!(!touches([0.2, 0.2, 1e-300], [0.2, 0.2, 1.0], T));
    }

    #[test]
    fn touching_at_exactly_zero_counts() {
        assert!(
            touches([0.2, 0.2, 0.0], [0.2, 0.2, 1.0], T),
            "end on the face"
        );
        assert!(
            touches(
                [0.5, -1.0, 0.0],
                [0.5, 0.0, 1.0],
                [T[0], T[1], [0.5, -1.0, 0.0]]
            ),
            "end on a corner"
        );
        assert!(
            touches([0.5, 0.5, -1.0], [0.5, 0.5, 1.0], T),
            "across the long side"
        );
        assert!(
            touches([2.0, 0.0, 0.0], [1.0, 0.0, 0.0], T),
            "end to corner, coplanar"
        );
        assert!(!touches([2.0, 0.0, 0.0], [1.0f64.next_up(), 0.0, 0.0], T));
    }

    #[test]
    fn one_ulp_decides() {
        let long_side = [[0.3, 0.3, 0.1], [0.1, 0.9, 0.4], [0.7, 0.2, 0.9]];
        // The exact midpoint need not be a float; bracket it by ulps and demand agreement with the integers.
        let mid: Point = [0.2, 0.6, 0.25];
        for k in 0..3 {
            for z in [mid[k].next_down(), mid[k], mid[k].next_up()] {
                let mut end = mid;
                end[k] = z;
                let [p, q, a, b, c] = to_integers([
                    end,
                    [0.0, 0.0, 0.0],
                    long_side[0],
                    long_side[1],
                    long_side[2],
                ]);
                assert_eq!(
                    touches(end, [0.0; 3], long_side),
                    touches_exact(&p, &q, [&a, &b, &c])
                );
            }
        }
    }

    #[test]
    fn coplanar_overlap_and_gap() {
        assert!(touches([-1.0, 0.25, 0.0], [1.0, 0.25, 0.0], T), "crosses");
        assert!(touches([0.1, 0.1, 0.0], [0.2, 0.2, 0.0], T), "inside");
        assert!(!touches([0.6, 0.6, 0.0], [2.0, 0.6, 0.0], T), "beside");
        assert!(
            touches([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0], T),
            "along a side"
        );
    }

    #[test]
    fn degenerate_shapes() {
        let (a, b) = ([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        assert!(
            touches([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [a, b, b]),
            "point on segment"
        );
        assert!(!touches(
            [0.5, 0.5, 0.5f64.next_up()],
            [0.5, 0.5, 0.5f64.next_up()],
            [a, b, b]
        ));
        assert!(touches([0.5; 3], [2.0; 3], [a, b, b]), "collinear overlap");
        assert!(!touches([1.5; 3], [2.0; 3], [a, b, b]), "collinear gap");
        assert!(
            touches([0.0, 1.0, 0.5], [1.0, 0.0, 0.5], [a, b, b]),
            "segments cross"
        );
        assert!(
            touches(a, a, [a, a, a]) && !touches(a, a, [b, b, b]),
            "points"
        );
    }

    #[test]
    fn floats_never_contradict_integers() {
        let mut state = 1u64;
        let mut coordinate = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 61) as f64 * 0.1
        };
        let mut met = 0;
        for _ in 0..20_000 {
            let mut point = || [coordinate(), coordinate(), coordinate()];
            let (p, q, t) = (point(), point(), [point(), point(), point()]);
            let [ip, iq, a, b, c] = to_integers([p, q, t[0], t[1], t[2]]);
            let exact = touches_exact(&ip, &iq, [&a, &b, &c]);
            met += usize::from(exact);
            assert_eq!(touches(p, q, t), exact, "{p:?} {q:?} {t:?}");
        }
        assert!(
            met > 1000 && met < 19_000,
            "the sample has both answers: {met}"
        );
    }
}
