//! The verdict on one pair: bisection in time, in floating point with proven error bounds, and in integers where
//! these do not suffice.
//!
//! An interval is free of contact when the plane of the Minkowski difference misses the origin all the time or a
//! fixed direction separates the two (`moving.rs`). Contact is proved where the coplanarity changes its sign while the
//! origin stays inside as seen along an axis, or by the exact test at an end of an interval. A pair with a positive
//! distance throughout is decided after finitely many halvings.
//!
//! **Error bounds.** Let `u = 2^-53` and `W` the largest component of a corner. A corner is a rounded difference and a
//! half-way corner a rounded sum, so after `d` halvings a component is off by at most `(d + 1) u W`, both doubling
//! alike with each halving.
//! - `n · c` adds at most `3 u |n|_1 W` to `|n|_1 (d + 1) u W`: the margin is `(d + 8) u |n|_1 W`.
//! - A determinant has six products of three components; their errors move it by at most `18 (d + 1) u W^3`, five
//!   roundings of each product by `30 u W^3`. Three determinants with two additions are off by at most
//!   `(54 (d + 1) + 126) u W^3`: the margin is `60 (d + 4) u W^3`.
//!
//! Terms of second order and the rounding of the margins fit in what is left. `W` is kept far from where products
//! of six components under- or overflow.

use dashu_int::IBig;

use super::Verdict;
use super::moving::{MinkowskiDifference, Moving, View, have_one_sign, origin_is_inside};
use super::number::{Number, Vector, to_integers};

/// Half the distance from 1 to the next double.
const U: f64 = 0.5 * f64::EPSILON;
/// Components for which no product of six under- or overflows, also after all halvings.
const RANGE: std::ops::Range<f64> = 1e-40..1e40;
/// A shorter direction may be spoilt by underflow.
const SHORTEST_DIRECTION: f64 = 1e-200;
/// Halvings in floating point.
const FLOAT_DEPTH: u32 = 14;
/// Halvings before an interval may pass for flat: until then a separating direction may still turn up.
const FLAT_DEPTH: u32 = 4;
/// Halvings in all.
const DEPTH: u32 = 80;
/// Intervals looked at in floating point before integers take over.
const FLOAT_INTERVALS: u32 = 1 << 13;
/// Intervals looked at in integers before a pair is given up.
const EXACT_INTERVALS: u32 = 1 << 9;

/// Halvings to find the time of a contact that is proved.
const CROSSING_DEPTH: u32 = 30;

/// The verdict on a pair whose vertices, all finite, move linearly from `x0` to `x1`; `None`: proved to stay apart.
#[inline]
pub fn decide<K: MinkowskiDifference<N>, const N: usize>(
    x0: [Vector<f64>; 4],
    x1: [Vector<f64>; 4],
) -> Option<Verdict> {
    let moving = Moving {
        start: K::corners(&x0),
        end: K::corners(&x1),
    };
    let corners = moving.start.iter().chain(&moving.end).flatten();
    let width = corners.fold(0.0, |width: f64, c| width.max(c.abs()));
    let is_in_range = RANGE.contains(&width);
    Bisection::<K, N> {
        pair: (x0, x1),
        exact: None,
        float_intervals: if is_in_range { FLOAT_INTERVALS } else { 0 },
        exact_intervals: EXACT_INTERVALS,
        kind: std::marker::PhantomData,
    }
    .in_floats(&moving, width, Interval { index: 0, depth: 0 })
}

/// The answer of floating point about an interval.
#[derive(PartialEq, Eq)]
enum Estimate {
    /// Proved to be free of contact.
    Free,
    /// Shorter intervals will tell.
    Unclear,
    /// Flat within rounding: integers will tell.
    Flat,
}

/// Looks at an interval of depth `depth` with components up to `width`.
#[inline]
fn estimate<const N: usize>(moving: &Moving<f64, N>, width: f64, depth: u32) -> Estimate {
    let halvings = f64::from(depth);
    let margin = |n: &Vector<f64>| {
        let size = n[0].abs() + n[1].abs() + n[2].abs();
        if size >= SHORTEST_DIRECTION {
            (halvings + 8.0) * U * size * width
        } else {
            f64::INFINITY
        }
    };
    let volumes = moving.coplanarity();
    let smallest = 60.0 * (halvings + 4.0) * U * width * width * width;
    if have_one_sign(&volumes, &smallest) || moving.is_separated(margin) {
        Estimate::Free
    } else if depth >= FLAT_DEPTH && volumes.iter().all(|volume| volume.abs() <= smallest) {
        Estimate::Flat
    } else {
        Estimate::Unclear
    }
}

/// A time interval: the `index`-th of `2^depth` parts.
#[derive(Clone, Copy)]
struct Interval {
    index: u64,
    depth: u32,
}

/// A pair being decided.
struct Bisection<K, const N: usize> {
    pair: ([Vector<f64>; 4], [Vector<f64>; 4]),
    /// The whole motion in integers, once it is needed.
    exact: Option<Moving<IBig, N>>,
    /// Number of intervals that may still be looked at.
    float_intervals: u32,
    exact_intervals: u32,
    kind: std::marker::PhantomData<K>,
}

impl<K: MinkowskiDifference<N>, const N: usize> Bisection<K, N> {
    /// Looks for contact in the interval by floating point, and by integers where that does not suffice.
    fn in_floats(
        &mut self,
        moving: &Moving<f64, N>,
        width: f64,
        interval: Interval,
    ) -> Option<Verdict> {
        let Interval { index, depth } = interval;
        if depth < FLOAT_DEPTH && self.float_intervals > 0 {
            self.float_intervals -= 1;
            match estimate(moving, width, depth) {
                Estimate::Free => return None,
                Estimate::Unclear => return self.in_halves(moving, width, interval),
                Estimate::Flat => {}
            }
        }
        let exact = self.exact_over(index, depth);
        let length = 0.5f64.powi(depth as i32);
        self.in_integers(&exact, index as f64 * length, length, depth)
    }

    fn in_halves(
        &mut self,
        moving: &Moving<f64, N>,
        width: f64,
        Interval { index, depth }: Interval,
    ) -> Option<Verdict> {
        let [first, second] = moving.halves();
        let mut half = |moving, k| {
            let interval = Interval {
                index: 2 * index + k,
                depth: depth + 1,
            };
            self.in_floats(moving, 2.0 * width, interval)
        };
        first_proved(half(&first, 0), || half(&second, 1))
    }

    /// The `index`-th of `2^depth` parts of the motion in integers.
    fn exact_over(&mut self, index: u64, depth: u32) -> Moving<IBig, N> {
        let (x0, x1) = &self.pair;
        let whole = self.exact.get_or_insert_with(|| {
            let all: [Vector<f64>; 8] =
                std::array::from_fn(|i| if i < 4 { x0[i] } else { x1[i - 4] });
            let [a, b, c, d, e, f, g, h] = to_integers(&all);
            Moving {
                start: K::corners(&[a, b, c, d]),
                end: K::corners(&[e, f, g, h]),
            }
        });
        let at = |index: u64| {
            let (after, before) = (IBig::from(index), IBig::from((1u64 << depth) - index));
            std::array::from_fn(|i| {
                std::array::from_fn(|k| {
                    let (start, end) = (&whole.start[i][k], &whole.end[i][k]);
                    start.times(&before).plus(&end.times(&after))
                })
            })
        };
        Moving {
            start: at(index),
            end: at(index + 1),
        }
    }

    /// Looks for contact in an interval from `time`, `length` long, by integers.
    fn in_integers(
        &mut self,
        moving: &Moving<IBig, N>,
        time: f64,
        length: f64,
        depth: u32,
    ) -> Option<Verdict> {
        if depth == DEPTH || self.exact_intervals == 0 {
            return Some(Verdict::Undecided);
        }
        self.exact_intervals -= 1;
        let volumes = moving.coplanarity();
        for (volume, corners, time) in [
            (&volumes[0], &moving.start, time),
            (&volumes[3], &moving.end, time + length),
        ] {
            if *volume == IBig::ZERO && origin_is_inside(corners) {
                return Some(Verdict::Touches { time });
            }
        }
        if have_one_sign(&volumes, &IBig::ZERO) || moving.is_separated(|_| IBig::ZERO) {
            return None;
        }
        match moving.view() {
            View::Outside => return None,
            View::Inside if volumes[0].times(&volumes[3]) < IBig::ZERO => {
                let time = time + length * crossing(moving.clone());
                return Some(Verdict::Touches { time });
            }
            _ => {}
        }
        let [first, second] = moving.halves();
        let length = 0.5 * length;
        let mut half = |moving, time| self.in_integers(moving, time, length, depth + 1);
        first_proved(half(&first, time), || half(&second, time + length))
    }
}

/// The time, as a fraction of the interval and to [`CROSSING_DEPTH`] bits, at which the coplanarity changes the sign
/// that it has at the start for the other, which it has at the end.
fn crossing<const N: usize>(mut moving: Moving<IBig, N>) -> f64 {
    let [start, ..] = moving.coplanarity();
    let (mut time, mut length) = (0.0, 1.0);
    for _ in 0..CROSSING_DEPTH {
        let [first, second] = moving.halves();
        let [middle, ..] = second.coplanarity();
        let is_later = start.times(&middle) > IBig::ZERO;
        length *= 0.5;
        (time, moving) = if is_later {
            (time + length, second)
        } else {
            (time, first)
        };
    }
    time + 0.5 * length
}

/// The verdict on an interval from those on its halves: a contact that is proved goes before one that is not.
fn first_proved(
    first: Option<Verdict>,
    second: impl FnOnce() -> Option<Verdict>,
) -> Option<Verdict> {
    match first {
        Some(Verdict::Touches { .. }) => first,
        Some(Verdict::Undecided) => second().or(first),
        None => second(),
    }
}
