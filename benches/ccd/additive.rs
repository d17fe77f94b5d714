//! Additive CCD as published (Codimensional IPC 2021, Algorithm 1), line by line.

use crate::query::{Query, centre};

/// The share of the gap that is kept.
const S: f64 = 0.1;
/// Passes after which the loop, which has no bound, counts as endless.
const MOST_PASSES: usize = 100_000;

/// The time of impact, or 1; NaN where the loop does not end.
pub fn time(query: &Query) -> f64 {
    let (kind, xi) = (query.kind, query.xi);
    let (first, all) = kind.counts();
    let (mut x, mut p) = (query.x, query.p());
    let approach = centre(&mut p[..all], first);
    if approach == 0.0 {
        return 1.0;
    }
    let gap = |squared: f64| (squared - xi * xi) / (squared.sqrt() + xi);
    let start = gap(kind.squared_distance(&x));
    let kept = S * start;
    let (mut t, mut step) = (0.0, (1.0 - S) * start / approach);
    for _ in 0..MOST_PASSES {
        for (x, p) in x.iter_mut().zip(&p).take(all) {
            *x += p * step;
        }
        let here = gap(kind.squared_distance(&x));
        if t > 0.0 && here < kept {
            return t;
        }
        t += step;
        if t > 1.0 {
            return 1.0;
        }
        step = 0.9 * here / approach;
    }
    f64::NAN
}
