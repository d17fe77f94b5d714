//! Do two shapes touch while all of their corners go straight from one place to another?
//!
//! Either of two things proves that they do not, from a time `a` to a time `b`:
//! - *A direction between them.* For any fixed direction `n`, the heights `n . x` of the corners are linear in time. Where
//!   all of one shape are above all of the other at `a` and at `b`, they are so in between.
//! - *No common plane.* A point and a triangle, or two segments, that touch are in one plane: the determinant of three of
//!   their differences, a cubic in time, is zero. It lies between its coefficients in Bernstein's form, which are
//!   `det[u_a, v_a, w_a]`, the means of the three determinants with one vector at `b` and of the three with two, and
//!   `det[u_b, v_b, w_b]`. Where all have one sign there is no zero.
//!
//! Where neither is proved the time is halved. Floating point comes first, with bounds for its error; what it leaves open
//! is decided in integers, down to intervals of 2^-50 of the way. What is open even then touches, or cannot be told
//! from what does.
//!
//! Errors, with `u = 2^-53`: a height is `n . (x - o)`, at most `5 u S` off, `S` the largest sum of absolute values; at a
//! time between, `g + t (h - g)`, at most `7 u S` are added; so the difference of two is at most `25 u S` off. A component
//! of a difference of corners up to `W` is at most `u W` off, and at a time between `8 u W`; a determinant of such ones
//! has six products of three, together at most `6 (3 * 8 + 7) u W³` off, and the sum of three of them at most `600 u W³`.

use dashu_int::IBig;

use crate::apart::Pair;
use crate::exact::{
    IntPoint, Point, UNIT_ROUNDOFF, cross, cross_integers, dot, dot_integers, sign, sub,
    sub_integers, to_integers,
};
use std::cmp::Ordering;

const HEIGHT_DOUBT: f64 = 40.0 * UNIT_ROUNDOFF;
const PLANE_DOUBT: f64 = 1000.0 * UNIT_ROUNDOFF;

/// Sizes between which nothing that counts under- or overflows.
const SMALLEST_SUM: f64 = 1e-200;
const COMPONENTS: std::ops::RangeInclusive<f64> = 1e-50..=1e50;

/// Number of times that time is halved.
const DEEPEST: u32 = 50;
/// Intervals looked at, in floating point and in integers.
const INTERVALS: [usize; 2] = [20_000, 5_000];

/// Two shapes at the start and at the end of their way.
pub(crate) struct Passage {
    pub from: Pair,
    pub to: Pair,
}

/// The time from `start` to `start + 1`, in units of `2^-depth` of the way.
#[derive(Clone, Copy)]
struct Interval {
    start: u64,
    depth: u32,
}

impl Interval {
    const WHOLE: Self = Self { start: 0, depth: 0 };

    /// Start and end as parts of the way; exact, as it is at most [`DEEPEST`] deep.
    fn ends(&self) -> [f64; 2] {
        let unit = (-f64::from(self.depth)).exp2();
        [self.start, self.start + 1].map(|k| k as f64 * unit)
    }

    fn middle(&self) -> f64 {
        let [a, b] = self.ends();
        0.5 * (a + b)
    }

    /// The halves, the later one first.
    fn halves(&self) -> [Self; 2] {
        let half = |start| Self {
            start,
            depth: self.depth + 1,
        };
        [half(2 * self.start + 1), half(2 * self.start)]
    }
}

impl Passage {
    /// Whether the two are proved never to touch.
    pub(crate) fn keeps_apart(&self) -> bool {
        let in_floats = |interval| self.is_apart_in_floats(interval);
        let integers = Integers::new(self);
        search(INTERVALS[0], in_floats)
            || search(INTERVALS[1], |interval| integers.are_apart(self, interval))
    }

    /// A direction that may lie between the two in an interval: that of their distance in the middle of it.
    fn direction(&self, interval: Interval) -> Point {
        self.from
            .on_the_way(&self.to, interval.middle())
            .gap()
            .along
    }

    fn is_apart_in_floats(&self, interval: Interval) -> bool {
        self.have_no_common_plane(interval) || self.are_divided(interval)
    }

    /// Whether the direction is proved to lie between them.
    fn are_divided(&self, interval: Interval) -> bool {
        let along = self.direction(interval);
        let absolute = along.map(f64::abs);
        let (first, _) = self.from.shapes();
        let origin = first[0];
        let mut size = 0.0f64;
        let mut height = |x: Point| {
            let way = sub(x, origin);
            size = size.max(dot(absolute, way.map(f64::abs)));
            dot(along, way)
        };
        let mut heights = |corners: &[Point], ends: &[Point]| -> Vec<[f64; 2]> {
            let both = corners.iter().zip(ends);
            both.map(|(x, y)| [height(*x), height(*y)]).collect()
        };
        let ((a, b), (c, d)) = (self.from.shapes(), self.to.shapes());
        let (ones, others) = (heights(a, c), heights(b, d));
        let above = |upper: &[[f64; 2]], lower: &[[f64; 2]]| {
            interval.ends().into_iter().all(|t| {
                let at = |[g, h]: &[f64; 2]| g + t * (h - g);
                let least = upper.iter().map(at).fold(f64::INFINITY, f64::min);
                let most = lower.iter().map(at).fold(f64::NEG_INFINITY, f64::max);
                least - most > HEIGHT_DOUBT * size
            })
        };
        size >= SMALLEST_SUM && size.is_finite() && (above(&ones, &others) || above(&others, &ones))
    }

    /// Whether they are proved never to be in one plane.
    fn have_no_common_plane(&self, interval: Interval) -> bool {
        let (Some(from), Some(to)) = (differences(&self.from), differences(&self.to)) else {
            return false;
        };
        let largest = from
            .iter()
            .chain(&to)
            .flatten()
            .fold(0.0f64, |m, c| m.max(c.abs()));
        let at = |t: f64| -> [Point; 3] {
            std::array::from_fn(|i| [0, 1, 2].map(|k| from[i][k] + t * (to[i][k] - from[i][k])))
        };
        let [a, b] = interval.ends().map(at);
        let det = |u: Point, v: Point, w: Point| dot(u, cross(v, w));
        let coefficients = [
            det(a[0], a[1], a[2]),
            det(b[0], a[1], a[2]) + det(a[0], b[1], a[2]) + det(a[0], a[1], b[2]),
            det(a[0], b[1], b[2]) + det(b[0], a[1], b[2]) + det(b[0], b[1], a[2]),
            det(b[0], b[1], b[2]),
        ];
        let doubt = PLANE_DOUBT * largest * largest * largest;
        COMPONENTS.contains(&largest)
            && (coefficients.iter().all(|&c| c > doubt) || coefficients.iter().all(|&c| c < -doubt))
    }
}

/// Whether every part of the way is proved, halving those that are not.
fn search(mut left: usize, is_proved: impl Fn(Interval) -> bool) -> bool {
    let mut open = vec![Interval::WHOLE];
    while let Some(interval) = open.pop() {
        if is_proved(interval) {
            continue;
        }
        if interval.depth == DEEPEST || left == 0 {
            return false;
        }
        left -= 1;
        open.extend(interval.halves());
    }
    true
}

/// Three differences of corners that are in one plane where the shapes touch.
fn differences(pair: &Pair) -> Option<[Point; 3]> {
    match *pair {
        Pair::PointTriangle([p, a, b, c]) => Some([sub(p, a), sub(b, a), sub(c, a)]),
        Pair::Segments([a, b, c, d]) => Some([sub(b, a), sub(d, c), sub(c, a)]),
        Pair::Points(_) | Pair::PointSegment(_) => None,
    }
}

/// The corners in integers: those of one shape, then those of the other, at the start and at the end.
struct Integers {
    from: Vec<IntPoint>,
    to: Vec<IntPoint>,
    /// Number of those of the first shape.
    first: usize,
}

impl Integers {
    fn new(passage: &Passage) -> Self {
        let corners = |pair: &Pair| {
            let (first, second) = pair.shapes();
            let mut padded = [first[0]; 4];
            let all = first.iter().chain(second);
            padded
                .iter_mut()
                .zip(all)
                .for_each(|(place, x)| *place = *x);
            (padded, first.len(), first.len() + second.len())
        };
        let ((from, first, count), (to, ..)) = (corners(&passage.from), corners(&passage.to));
        let [a, b, c, d, e, f, g, h] = to_integers([
            from[0], from[1], from[2], from[3], to[0], to[1], to[2], to[3],
        ]);
        let [mut from, mut to] = [vec![a, b, c, d], vec![e, f, g, h]];
        from.truncate(count);
        to.truncate(count);
        Self { from, to, first }
    }

    /// The corners at a time of `k` units of `2^-depth` of the way, times `2^depth`.
    fn at(&self, k: u64, depth: u32) -> Vec<IntPoint> {
        let whole = IBig::ONE << depth as usize;
        let (done, left) = (IBig::from(k), whole - IBig::from(k));
        let both = self.from.iter().zip(&self.to);
        both.map(|(x, y)| [0, 1, 2].map(|i| &left * &x[i] + &done * &y[i]))
            .collect()
    }

    fn are_apart(&self, passage: &Passage, interval: Interval) -> bool {
        let [a, b] = [0, 1].map(|k| self.at(interval.start + k, interval.depth));
        self.have_no_common_plane(&a, &b) || {
            let along = passage.direction(interval);
            along.iter().all(|c| c.is_finite()) && self.are_divided([&a, &b], along)
        }
    }

    fn are_divided(&self, ends: [&[IntPoint]; 2], along: Point) -> bool {
        let [along] = to_integers([along]);
        let heights = ends.map(|corners| -> Vec<IBig> {
            corners.iter().map(|x| dot_integers(&along, x)).collect()
        });
        let above = |is_first_above: bool| {
            heights.iter().all(|all| {
                let (ones, others) = all.split_at(self.first);
                let (upper, lower) = if is_first_above {
                    (ones, others)
                } else {
                    (others, ones)
                };
                upper.iter().min() > lower.iter().max()
            })
        };
        above(true) || above(false)
    }

    fn have_no_common_plane(&self, a: &[IntPoint], b: &[IntPoint]) -> bool {
        if a.len() < 4 {
            return false;
        }
        let differences = |x: &[IntPoint]| match self.first {
            1 => [1, 2, 3].map(|i| sub_integers(&x[i], &x[0])),
            _ => [
                sub_integers(&x[1], &x[0]),
                sub_integers(&x[3], &x[2]),
                sub_integers(&x[2], &x[0]),
            ],
        };
        let (a, b) = (differences(a), differences(b));
        let det = |u: &IntPoint, v: &IntPoint, w: &IntPoint| dot_integers(u, &cross_integers(v, w));
        let signs = [
            sign(&det(&a[0], &a[1], &a[2])),
            sign(&(det(&b[0], &a[1], &a[2]) + det(&a[0], &b[1], &a[2]) + det(&a[0], &a[1], &b[2]))),
            sign(&(det(&a[0], &b[1], &b[2]) + det(&b[0], &a[1], &b[2]) + det(&b[0], &b[1], &a[2]))),
            sign(&det(&b[0], &b[1], &b[2])),
        ];
        signs[0] != Ordering::Equal && signs.iter().all(|sign| *sign == signs[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(pair: [Point; 4], by: [Point; 4]) -> [Point; 4] {
        std::array::from_fn(|i| [0, 1, 2].map(|k| pair[i][k] + by[i][k]))
    }

    const T: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

    fn point_over(p: Point, to: Point) -> Passage {
        Passage {
            from: Pair::PointTriangle([p, T[0], T[1], T[2]]),
            to: Pair::PointTriangle([to, T[0], T[1], T[2]]),
        }
    }

    #[test]
    fn a_point_through_a_triangle_and_beside_it() {
        assert!(!point_over([0.2, 0.2, 1.0], [0.2, 0.2, -1.0]).keeps_apart());
        assert!(point_over([0.2, 0.2, 1.0], [0.2, 0.2, 1e-9]).keeps_apart());
        assert!(point_over([2.0, 0.2, 1.0], [0.6, 0.6, -1.0]).keeps_apart());
        // It touches at its very end, at a corner in passing, and misses the corner by one step of the numbers.
        assert!(!point_over([0.2, 0.2, 1.0], [0.2, 0.2, 0.0]).keeps_apart());
        assert!(!point_over([1.0, 0.0, 1.0], [1.0, 0.0, -1.0]).keeps_apart());
        let beside = 1.0f64.next_up();
        assert!(point_over([beside, 0.0, 1.0], [beside, 0.0, -1.0]).keeps_apart());
    }

    #[test]
    fn segments_that_cross_and_such_that_slide_along_each_other() {
        let pair = [
            [-1.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, -1.0, 0.5],
            [0.0, 1.0, 0.5],
        ];
        let passage = |by: [Point; 4]| Passage {
            from: Pair::Segments(pair),
            to: Pair::Segments(moved(pair, by)),
        };
        let down = [0.0, 0.0, -1.0];
        let still = [0.0; 3];
        assert!(!passage([still, still, down, down]).keeps_apart());
        assert!(passage([down, down, down, down]).keeps_apart());
        assert!(
            passage([still, still, [5.0, 0.0, -0.4999999], [5.0, 0.0, -0.4999999]]).keeps_apart()
        );
        // One end dips below, far off: the segment turns about the other.
        assert!(!passage([still, still, down, still]).keeps_apart());
        assert!(passage([still, still, [0.0, 0.0, -0.999], still]).keeps_apart());
    }

    /// Random ways on a coarse grid, against positions at many times: what is met there must not be proved apart, and what
    /// keeps a distance all along must be.
    #[test]
    fn agrees_with_positions_on_the_way() {
        let mut state = 9u64;
        let mut next = move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 61) as f64
        };
        let (mut apart, mut met) = (0, 0);
        for round in 0..1500 {
            let mut corners = || [(); 4].map(|()| [(); 3].map(|()| next()));
            let (x, y) = (corners(), corners());
            let make = |x: [Point; 4]| match round % 4 {
                0 => Pair::PointTriangle(x),
                1 => Pair::Segments(x),
                2 => Pair::PointSegment([x[0], x[1], x[2]]),
                _ => Pair::Points([x[0], x[1]]),
            };
            let passage = Passage {
                from: make(x),
                to: make(y),
            };
            let times = (0..=512).map(|k| f64::from(k) / 512.0);
            let smallest = times
                .map(|t| passage.from.on_the_way(&passage.to, t).gap().distance)
                .fold(f64::INFINITY, f64::min);
            let keeps = passage.keeps_apart();
            // Nothing moves faster than 13 a step: between two times at most this much closer.
            if smallest > 13.0 / 512.0 {
                assert!(keeps, "{smallest}: {:?} to {:?}", passage.from, passage.to);
            }
            assert!(
                smallest > 0.0 || !keeps,
                "{:?} to {:?}",
                passage.from,
                passage.to
            );
            if !keeps {
                assert!(smallest < 13.0 / 512.0);
            }
            apart += usize::from(keeps);
            met += usize::from(!keeps);
        }
        assert!(apart > 500 && met > 100, "{apart} apart, {met} met");
    }
}
