//! A pair as seen from contact: the Minkowski difference of its two primitives, moving.
//!
//! Two convex primitives share a point exactly where the origin lies in the set of their differences. For a point and
//! a triangle that set is the triangle `t_j - p`; for two edges it is the parallelogram `b_j - a_i`. Either is a flat
//! convex polygon of `N` corners `c_i(t)` that move on lines, and all questions are about it and the origin:
//! - the plane of the polygon passes through the origin only where the cubic `det[c_0, c_1, c_{N-1}]` is zero;
//! - a direction `n` with `n · c_i > 0` at both ends of an interval keeps the origin out for all of it;
//! - seen along an axis `k` the origin is inside where all turns `(c_i × c_{i+1})_k`, quadratic in time, have one
//!   sign, and outside where one of them has the sign that the polygon's own turns have not.
//!
//! The signs of polynomials over an interval follow from their Bernstein coefficients: the value lies between the
//! smallest and the largest.

use super::number::{Number, Vector, add, cross, dot, minor, scale, sub};

/// A kind of pair by its Minkowski difference of `N` corners.
pub trait MinkowskiDifference<const N: usize> {
    /// The corners, in cyclic order.
    fn corners<T: Number>(x: &[Vector<T>; 4]) -> [Vector<T>; N];
}

/// A point `x[0]` and the triangle of the others.
pub struct PointTriangleDifference;

impl MinkowskiDifference<3> for PointTriangleDifference {
    #[inline]
    fn corners<T: Number>([p, t0, t1, t2]: &[Vector<T>; 4]) -> [Vector<T>; 3] {
        [sub(t0, p), sub(t1, p), sub(t2, p)]
    }
}

/// Edges `(x[0], x[1])` and `(x[2], x[3])`.
pub struct EdgeEdgeDifference;

impl MinkowskiDifference<4> for EdgeEdgeDifference {
    #[inline]
    fn corners<T: Number>([a0, a1, b0, b1]: &[Vector<T>; 4]) -> [Vector<T>; 4] {
        [sub(b0, a0), sub(b0, a1), sub(b1, a1), sub(b1, a0)]
    }
}

/// The polygon at the two ends of a time interval.
#[derive(Clone)]
pub struct Moving<T, const N: usize> {
    /// Corners at the start.
    pub start: [Vector<T>; N],
    /// Corners at the end.
    pub end: [Vector<T>; N],
}

impl<T: Number, const N: usize> Moving<T, N> {
    /// The corners half-way, twice as large.
    #[inline]
    fn doubled_middle(&self) -> [Vector<T>; N] {
        std::array::from_fn(|i| add(&self.start[i], &self.end[i]))
    }

    /// The two halves of the interval, twice as large, which changes no sign.
    #[inline]
    pub fn halves(&self) -> [Self; 2] {
        let doubled =
            |corners: &[Vector<T>; N]| std::array::from_fn(|i| add(&corners[i], &corners[i]));
        let middle = self.doubled_middle();
        let first = Self {
            start: doubled(&self.start),
            end: middle.clone(),
        };
        let second = Self {
            start: middle,
            end: doubled(&self.end),
        };
        [first, second]
    }

    /// The Bernstein coefficients of `det[c_0, c_1, c_{N-1}]`, those in the middle three times as large.
    #[inline]
    pub fn coplanarity(&self) -> [T; 4] {
        let corners = |c: &[Vector<T>; N]| [c[0].clone(), c[1].clone(), c[N - 1].clone()];
        let ([u, v, w], [x, y, z]) = (corners(&self.start), corners(&self.end));
        let (vw, vz, yw, yz) = (cross(&v, &w), cross(&v, &z), cross(&y, &w), cross(&y, &z));
        [
            dot(&u, &vw),
            dot(&x, &vw).plus(&dot(&u, &yw)).plus(&dot(&u, &vz)),
            dot(&x, &yw).plus(&dot(&x, &vz)).plus(&dot(&u, &yz)),
            dot(&x, &yz),
        ]
    }

    /// Whether one of the directions that are natural half-way has all corners beyond `margin(n)` at both ends. Among
    /// them is that of the closest points, so that any interval is proved once it is short enough.
    #[inline]
    pub fn is_separated(&self, margin: impl Fn(&Vector<T>) -> T) -> bool {
        let corners = self.doubled_middle();
        let proves = |n: &Vector<T>| {
            let margin = margin(n);
            let beyond = |c: &Vector<T>| dot(n, c) > margin;
            self.start.iter().all(beyond) && self.end.iter().all(beyond)
        };
        let total = corners[1..]
            .iter()
            .fold(corners[0].clone(), |sum, c| add(&sum, c));
        if proves(&total) {
            return true;
        }
        let normal = cross(
            &sub(&corners[1], &corners[0]),
            &sub(&corners[N - 1], &corners[0]),
        );
        let ahead = dot(&normal, &corners[0]) > T::ZERO;
        if proves(&if ahead { normal } else { opposite(&normal) }) {
            return true;
        }
        (0..N).any(|i| proves(&to_line(&corners[i], &corners[(i + 1) % N])))
            || corners.iter().any(proves)
    }

    /// The place of the origin during the whole interval, seen along one of the axes.
    pub fn view(&self) -> View {
        let views = (0..3).map(|axis| self.view_along(axis));
        views.fold(View::Unclear, |view, next| match view {
            View::Unclear => next,
            known => known,
        })
    }

    fn view_along(&self, axis: usize) -> View {
        let turns: [[T; 3]; N] = std::array::from_fn(|i| self.turn(i, axis));
        if have_one_sign(turns.iter().flatten(), &T::ZERO) {
            return View::Inside;
        }
        let area = self.turn_about_first(axis);
        let (left, right) = (all_above(&area), all_below(&area));
        let outside = |turn: &[T; 3]| (left && all_below(turn)) || (right && all_above(turn));
        if turns.iter().any(outside) {
            return View::Outside;
        }
        View::Unclear
    }

    /// The Bernstein coefficients of the turn at side `i` as seen along an axis, that in the middle twice as large.
    fn turn(&self, i: usize, axis: usize) -> [T; 3] {
        let j = (i + 1) % N;
        let ends = [&self.start, &self.end];
        turns(ends.map(|c| &c[i]), ends.map(|c| &c[j]), axis)
    }

    /// The same of the polygon itself: its turn at the first corner.
    fn turn_about_first(&self, axis: usize) -> [T; 3] {
        let ends = [&self.start, &self.end];
        let [a, b] = [1, N - 1].map(|i| ends.map(|c| sub(&c[i], &c[0])));
        turns(a.each_ref(), b.each_ref(), axis)
    }
}

/// The place of the origin, seen along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Strictly inside the polygon.
    Inside,
    /// Strictly outside: they do not touch.
    Outside,
    /// Neither is proved.
    Unclear,
}

/// The Bernstein coefficients of component `axis` of `a(t) × b(t)`, that in the middle twice as large.
fn turns<T: Number>(a: [&Vector<T>; 2], b: [&Vector<T>; 2], axis: usize) -> [T; 3] {
    [
        minor(a[0], b[0], axis),
        minor(a[0], b[1], axis).plus(&minor(a[1], b[0], axis)),
        minor(a[1], b[1], axis),
    ]
}

fn all_above<T: Number>(numbers: &[T]) -> bool {
    numbers.iter().all(|number| *number > T::ZERO)
}

fn all_below<T: Number>(numbers: &[T]) -> bool {
    numbers.iter().all(|number| *number < T::ZERO)
}

/// Whether all numbers are above `margin`, or all below its negative.
#[inline]
pub fn have_one_sign<'a, T: Number + 'a>(
    numbers: impl IntoIterator<Item = &'a T>,
    margin: &T,
) -> bool {
    let negative = T::ZERO.minus(margin);
    let (mut above, mut below) = (true, true);
    for number in numbers {
        above &= number > margin;
        below &= *number < negative;
        if !above && !below {
            return false;
        }
    }
    true
}

/// Whether the origin lies in the polygon, its boundary included: for numbers without rounding.
pub fn origin_is_inside<T: Number, const N: usize>(corners: &[Vector<T>; N]) -> bool {
    let (u, v, w) = (&corners[0], &corners[1], &corners[N - 1]);
    if dot(u, &cross(v, w)) != T::ZERO {
        return false;
    }
    let area = cross(&sub(v, u), &sub(w, u));
    match (0..3).find(|&axis| area[axis] != T::ZERO) {
        Some(axis) => {
            let turn = |i: usize| minor(&corners[i], &corners[(i + 1) % N], axis);
            (0..N).all(|i| turn(i) >= T::ZERO) || (0..N).all(|i| turn(i) <= T::ZERO)
        }
        None => origin_is_between(corners),
    }
}

/// Whether the origin lies among corners that are all on one line.
fn origin_is_between<T: Number, const N: usize>(corners: &[Vector<T>; N]) -> bool {
    let on_the_line = |a: &Vector<T>, b: &Vector<T>| (0..3).all(|k| minor(a, b, k) == T::ZERO);
    let in_line = (0..N).all(|i| (0..i).all(|j| on_the_line(&corners[i], &corners[j])));
    let in_range = |k: usize| {
        corners.iter().any(|c| c[k] <= T::ZERO) && corners.iter().any(|c| c[k] >= T::ZERO)
    };
    in_line && (0..3).all(in_range)
}

/// `-a`.
#[inline]
fn opposite<T: Number>(a: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|k| T::ZERO.minus(&a[k]))
}

/// The direction to the point of the line through `a` and `b` that is nearest to the origin.
#[inline]
fn to_line<T: Number>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
    let along = sub(b, a);
    sub(
        &scale(&dot(&along, &along), a),
        &scale(&dot(a, &along), &along),
    )
}
