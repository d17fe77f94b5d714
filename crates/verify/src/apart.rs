//! Are two shapes farther apart than their offset? Exact; a pair at its offset is not.
//!
//! Floating point proves most pairs apart: along any direction `n` at all, two convex shapes are at least
//! `(min n . x - max n . y) / |n|` apart, `x` and `y` the corners of one and the other. Only the error of this
//! expression matters, not that of the direction: `5 u S` for each of the two heights (see `exact`; `S` the largest sum
//! of absolute values), `u` of their difference, at most `2 S`, and `5 u` of `offset |n|`. `16 u` of both sizes is more
//! than that and the roundings of the comparison.
//!
//! Otherwise coordinates and offset `ξ` become integers, and squares of distances are compared as fractions:
//!
//! ```text
//! points                |p - q|²           > ξ²
//! point, segment        |e x (p - a)|²     > ξ² |e|²   e = b - a, where the foot is on the segment
//! point, triangle       (n . (p - t0))²    > ξ² |n|²   n = (t1 - t0) x (t2 - t0), where the foot is in the triangle
//! segment, segment      (n . (b0 - a0))²   > ξ² |n|²   n = u x v, where both feet are on their segments
//! ```
//!
//! and where a foot is not, with the ends or sides instead.

use dashu_int::IBig;

use crate::distance::{Gap, point_point, point_segment, point_triangle, segment_segment};
use crate::exact::{
    IntPoint, Point, UNIT_ROUNDOFF, cross_integers, dot, dot_integers, sign, sub, sub_integers,
    to_integers,
};

const DOUBT: f64 = 16.0 * UNIT_ROUNDOFF;

/// Beside sums and lengths above these, underflow is nothing beside `u` times them.
const SMALLEST_SUM: f64 = 1e-200;
const SMALLEST_LENGTH: f64 = 1e-140;

/// Two shapes that must keep apart, by their corners, m.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pair {
    /// Two points.
    Points([Point; 2]),
    /// A point, then a segment.
    PointSegment([Point; 3]),
    /// A point, then a triangle.
    PointTriangle([Point; 4]),
    /// A segment, then another.
    Segments([Point; 4]),
}

impl Pair {
    /// The distance between them, rounded.
    pub(crate) fn gap(&self) -> Gap {
        match *self {
            Self::Points([p, q]) => point_point(p, q),
            Self::PointSegment([p, a, b]) => point_segment(p, [a, b]),
            Self::PointTriangle([p, t0, t1, t2]) => point_triangle(p, [t0, t1, t2]),
            Self::Segments([a0, a1, b0, b1]) => segment_segment([a0, a1], [b0, b1]),
        }
    }

    /// Whether they are farther apart than a positive `offset`, m; `along` is a direction that may prove it.
    pub(crate) fn is_apart(&self, along: Point, offset: f64) -> bool {
        self.is_proved_apart(along, offset) || self.is_apart_in_integers(offset)
    }

    /// The pair at time `t` between 0 and 1 where each corner goes straight to where it is in `to`, rounded.
    pub(crate) fn on_the_way(&self, to: &Self, t: f64) -> Self {
        fn mix<const N: usize>(from: [Point; N], to: [Point; N], t: f64) -> [Point; N] {
            let along = |i: usize, k: usize| from[i][k] + t * (to[i][k] - from[i][k]);
            std::array::from_fn(|i| [0, 1, 2].map(|k| along(i, k)))
        }
        match (*self, *to) {
            (Self::Points(a), Self::Points(b)) => Self::Points(mix(a, b, t)),
            (Self::PointSegment(a), Self::PointSegment(b)) => Self::PointSegment(mix(a, b, t)),
            (Self::PointTriangle(a), Self::PointTriangle(b)) => Self::PointTriangle(mix(a, b, t)),
            (Self::Segments(a), Self::Segments(b)) => Self::Segments(mix(a, b, t)),
            (other, _) => other,
        }
    }

    /// The corners of the one and of the other.
    pub(crate) fn shapes(&self) -> (&[Point], &[Point]) {
        match self {
            Self::Points(x) => x.split_at(1),
            Self::PointSegment(x) => x.split_at(1),
            Self::PointTriangle(x) => x.split_at(1),
            Self::Segments(x) => x.split_at(2),
        }
    }

    fn is_proved_apart(&self, along: Point, offset: f64) -> bool {
        let (first, second) = self.shapes();
        let absolute = along.map(f64::abs);
        let mut size = 0.0f64;
        let mut range = |corners: &[Point]| {
            corners
                .iter()
                .fold([f64::INFINITY, -f64::INFINITY], |r, x| {
                    let way = sub(*x, first[0]);
                    size = size.max(dot(absolute, way.map(f64::abs)));
                    let height = dot(along, way);
                    [r[0].min(height), r[1].max(height)]
                })
        };
        let ([low, high], [other_low, other_high]) = (range(first), range(second));
        let length = dot(along, along).sqrt();
        let needed = offset * length;
        let is_in_range = size >= SMALLEST_SUM && size.is_finite() && length >= SMALLEST_LENGTH;
        is_in_range && (other_low - high).max(low - other_high) > needed + DOUBT * (size + needed)
    }

    fn is_apart_in_integers(&self, offset: f64) -> bool {
        let offset = [offset, 0.0, 0.0];
        match *self {
            Self::Points([p, q]) => {
                let [p, q, [xi, ..]] = to_integers([p, q, offset]);
                points_apart(&p, &q, &(&xi * &xi))
            }
            Self::PointSegment([p, a, b]) => {
                let [p, a, b, [xi, ..]] = to_integers([p, a, b, offset]);
                point_segment_apart(&p, [&a, &b], &(&xi * &xi))
            }
            Self::PointTriangle([p, t0, t1, t2]) => {
                let [p, t0, t1, t2, [xi, ..]] = to_integers([p, t0, t1, t2, offset]);
                point_triangle_apart(&p, [&t0, &t1, &t2], &(&xi * &xi))
            }
            Self::Segments([a0, a1, b0, b1]) => {
                let [a0, a1, b0, b1, [xi, ..]] = to_integers([a0, a1, b0, b1, offset]);
                segments_apart([&a0, &a1], [&b0, &b1], &(&xi * &xi))
            }
        }
    }
}

fn square(v: &IntPoint) -> IBig {
    dot_integers(v, v)
}

fn points_apart(p: &IntPoint, q: &IntPoint, xi2: &IBig) -> bool {
    square(&sub_integers(p, q)) > *xi2
}

fn point_segment_apart(p: &IntPoint, [a, b]: [&IntPoint; 2], xi2: &IBig) -> bool {
    let (e, to_p) = (sub_integers(b, a), sub_integers(p, a));
    let (at, whole) = (dot_integers(&to_p, &e), square(&e));
    if sign(&at).is_le() {
        points_apart(p, a, xi2)
    } else if at >= whole {
        points_apart(p, b, xi2)
    } else {
        square(&cross_integers(&e, &to_p)) > xi2 * whole
    }
}

fn point_triangle_apart(p: &IntPoint, t: [&IntPoint; 3], xi2: &IBig) -> bool {
    let n = cross_integers(&sub_integers(t[1], t[0]), &sub_integers(t[2], t[0]));
    let sides = [(0, 1), (1, 2), (2, 0)];
    let is_above = |(i, j): (usize, usize)| {
        let moment = cross_integers(&sub_integers(t[j], t[i]), &sub_integers(p, t[i]));
        sign(&dot_integers(&moment, &n)).is_ge()
    };
    let n2 = square(&n);
    if sign(&n2).is_gt() && sides.into_iter().all(is_above) {
        let height = dot_integers(&n, &sub_integers(p, t[0]));
        return &height * &height > xi2 * n2;
    }
    let is_apart = |(i, j): (usize, usize)| point_segment_apart(p, [t[i], t[j]], xi2);
    sides.into_iter().all(is_apart)
}

fn segments_apart(a: [&IntPoint; 2], b: [&IntPoint; 2], xi2: &IBig) -> bool {
    let (u, v) = (sub_integers(a[1], a[0]), sub_integers(b[1], b[0]));
    let w = sub_integers(b[0], a[0]);
    let n = cross_integers(&u, &v);
    let n2 = square(&n);
    let is_on = |along: &IntPoint| {
        let at = dot_integers(&cross_integers(&w, along), &n);
        sign(&at).is_ge() && at <= n2
    };
    if sign(&n2).is_gt() && is_on(&v) && is_on(&u) {
        let height = dot_integers(&n, &w);
        return &height * &height > xi2 * n2;
    }
    a.iter().all(|p| point_segment_apart(p, b, xi2))
        && b.iter().all(|p| point_segment_apart(p, a, xi2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const O: Point = [0.0; 3];

    /// That the pair is exactly `offset` apart: decided there and one ulp beside it, whichever comes first.
    fn is_exactly(pair: Pair, swapped: Pair, offset: f64) {
        for pair in [pair, swapped] {
            let along = pair.gap().along;
            assert!(
                !pair.is_proved_apart(along, offset.next_down()),
                "{pair:?}: hard"
            );
            assert!(pair.is_apart(along, offset.next_down()), "{pair:?}");
            assert!(!pair.is_apart(along, offset), "{pair:?}");
            assert!(!pair.is_apart(along, offset.next_up()), "{pair:?}");
            assert!(
                pair.is_proved_apart(along, 0.999_999_999 * offset),
                "{pair:?}: easy"
            );
        }
    }

    #[test]
    fn one_ulp_of_each_kind_of_pair() {
        let p = [1.0, 2.0, 2.0];
        is_exactly(Pair::Points([p, O]), Pair::Points([O, p]), 3.0);
        let (a, b) = ([-2.0, 1.0, 0.0], [4.0, -2.0, 0.0]);
        is_exactly(
            Pair::PointSegment([p, a, b]),
            Pair::PointSegment([p, b, a]),
            3.0,
        );
        // The plane x + 2y + 2z = 0 has the unit normal (1, 2, 2) / 3.
        let t = [[0.0, 4.0, -4.0], [-8.0, -2.0, 6.0], [8.0, -2.0, -2.0]];
        is_exactly(
            Pair::PointTriangle([p, t[0], t[1], t[2]]),
            Pair::PointTriangle([p, t[1], t[0], t[2]]),
            3.0,
        );
        let (c, d) = ([2.0, -1.0, 0.0], [0.0, 1.0, -1.0]);
        let ends = |m: Point, e: Point| {
            [0, 1].map(|s| [0, 1, 2].map(|k| m[k] + f64::from(2 * s - 1) * e[k]))
        };
        let ([a0, a1], [b0, b1]) = (ends(O, c), ends(p, d));
        is_exactly(
            Pair::Segments([a0, a1, b0, b1]),
            Pair::Segments([b1, b0, a0, a1]),
            3.0,
        );
    }

    #[test]
    fn ends_sides_and_parallel_rods_at_exactly_the_offset() {
        let t = [O, [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let corner = [-1.0, -2.0, 2.0];
        is_exactly(
            Pair::PointTriangle([corner, t[0], t[1], t[2]]),
            Pair::PointTriangle([corner, t[2], t[1], t[0]]),
            3.0,
        );
        let side = [1.0, -3.0, 4.0];
        is_exactly(
            Pair::PointTriangle([side, t[0], t[1], t[2]]),
            Pair::PointTriangle([side, t[1], t[2], t[0]]),
            5.0,
        );
        // Parallel and overlapping, side by side along (2, -1, 0), (1, 2, 2) apart; then end to end.
        let rod =
            |from: f64, to: f64, by: Point| [from, to].map(|s| [by[0] + 2.0 * s, by[1] - s, by[2]]);
        let ([a0, a1], [b0, b1]) = (rod(0.0, 3.0, O), rod(1.0, 7.0, [1.0, 2.0, 2.0]));
        is_exactly(
            Pair::Segments([a0, a1, b0, b1]),
            Pair::Segments([b0, b1, a1, a0]),
            3.0,
        );
        let ([c0, c1], [d0, d1]) = ([O, [1.0, 0.0, 0.0]], [[4.0, 0.0, 0.0], [9.0, 0.0, 0.0]]);
        is_exactly(
            Pair::Segments([c0, c1, d0, d1]),
            Pair::Segments([d1, d0, c0, c1]),
            3.0,
        );
        let flat = Pair::PointTriangle([[0.5, 2.0, 0.0], O, [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
        is_exactly(flat, flat, 2.0);
    }

    #[test]
    fn shapes_that_meet_are_never_apart() {
        let tiny = f64::from_bits(1);
        let crossing = Pair::Segments([
            [-1.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, -1.0, 0.0],
            [0.0, 1.0, 0.0],
        ]);
        assert!(!crossing.is_apart(crossing.gap().along, tiny));
        assert!(!Pair::Points([O, O]).is_apart(O, tiny));
        let far = Pair::Points([O, [1e300, 0.0, 0.0]]);
        assert!(far.is_apart(far.gap().along, 1e299) && !far.is_apart(far.gap().along, 1e301));
        let near = Pair::Points([O, [2.0 * tiny, 0.0, 0.0]]);
        assert!(
            near.is_apart(near.gap().along, tiny) && !near.is_apart(near.gap().along, 3.0 * tiny)
        );
    }

    /// Any pair of points, one of each shape, and any direction give bounds that the decision must respect.
    #[test]
    fn floats_never_contradict_integers_nor_those_samples() {
        let mut state = 5u64;
        let mut next = move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            state >> 61
        };
        let (mut apart, mut at) = (0, 0);
        for round in 0..4000 {
            // A coarse grid has many parallel, flat and touching shapes, and many at exactly a whole distance.
            let mut point = || [(); 3].map(|()| next() as f64);
            let (p, q, r, s) = (point(), point(), point(), point());
            let pair = match round % 4 {
                0 => Pair::Points([p, q]),
                1 => Pair::PointSegment([p, q, r]),
                2 => Pair::PointTriangle([p, q, r, s]),
                _ => Pair::Segments([p, q, r, s]),
            };
            let gap = pair.gap();
            for offset in [1.0, 2.0, 3.0, gap.distance.max(1e-3), 4.5] {
                let exact = pair.is_apart_in_integers(offset);
                assert!(
                    exact || !pair.is_proved_apart(gap.along, offset),
                    "{pair:?}"
                );
                if (gap.distance - offset).abs() > 1e-12 {
                    assert_eq!(exact, gap.distance > offset, "{pair:?} {offset}");
                }
                assert!(
                    !exact || sampled(&pair) > offset * offset - 1e-9,
                    "{pair:?} {offset}"
                );
                apart += usize::from(exact);
                at += usize::from(gap.distance == offset && !exact);
            }
        }
        assert!(apart > 4000 && apart < 16_000, "both answers: {apart}");
        assert!(at > 1000, "many exactly at their offset: {at}");
    }

    /// Smallest squared distance of points on a grid over each of the shapes.
    fn sampled(pair: &Pair) -> f64 {
        let (first, second) = pair.shapes();
        let over = |corners: &[Point]| -> Vec<Point> {
            let (a, b, c) = (
                corners[0],
                corners[corners.len() / 2],
                corners[corners.len() - 1],
            );
            let weights = (0..=6)
                .flat_map(|i| (0..=6 - i).map(move |j| (f64::from(i) / 6.0, f64::from(j) / 6.0)));
            weights
                .map(|(s, t)| [0, 1, 2].map(|k| a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k])))
                .collect()
        };
        let (x, y) = (over(first), over(second));
        let squares = x
            .iter()
            .flat_map(|x| y.iter().map(move |y| dot(sub(*x, *y), sub(*x, *y))));
        squares.fold(f64::INFINITY, f64::min)
    }
}
