//! The work on one vertex, divided among several threads.

use core::ops::AddAssign;

use tangency_formulas::Real;

/// One of several threads that work on a vertex together: each takes every so manieth item of a list. What they find is
/// added up in pairs, then pairs of pairs ([`Lane::joined`]), so that sums have the same bits wherever they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Number, from 0.
    pub number: usize,
    /// Number of lanes: a power of two.
    pub of: usize,
}

impl Lane {
    /// One thread for all.
    pub const ALONE: Lane = Lane { number: 0, of: 1 };

    /// Calls `work` with every item of this lane.
    #[inline]
    pub fn each<T: Copy>(self, items: &[T], mut work: impl FnMut(T)) {
        let mut k = self.number;
        while k < items.len() {
            work(items[k]);
            k += self.of;
        }
    }

    /// The smallest of `start` and what `measure` says of every item of this lane. Items are read four at a time: a GPU
    /// waits for memory once for all of them.
    #[inline]
    pub fn smallest<T: Copy, R: Real>(self, items: &[T], start: R, measure: impl Fn(T) -> R) -> R {
        let mut least = start;
        let mut k = self.number;
        while k + 3 * self.of < items.len() {
            let four = [0, 1, 2, 3].map(|i| items[k + i * self.of]);
            let [a, b, c, d] = four.map(&measure);
            least = least.min(a).min(b).min(c.min(d));
            k += 4 * self.of;
        }
        while k < items.len() {
            least = least.min(measure(items[k]));
            k += self.of;
        }
        least
    }

    /// The sum of what the lanes have found, added as the lanes of a GPU do: each with the one half of all lanes away,
    /// then a quarter, and so on. Leaves `found` in a state that means nothing; it has as many items as there are lanes.
    pub fn joined<T: Copy + AddAssign>(found: &mut [T]) -> T {
        let mut half = found.len() / 2;
        while half > 0 {
            for k in 0..half {
                let other = found[k + half];
                found[k] += other;
            }
            half /= 2;
        }
        found[0]
    }
}
