//! Parallel sums and minima whose bits do not depend on the number of threads.

use rayon::prelude::*;

/// Terms summed by one task. Fixed, so that the order of additions is.
const CHUNK: usize = 1024;

/// Σ term(i) for i in 0..len: in order inside chunks of fixed length, then over the chunks in order.
pub fn sum(len: usize, term: impl Fn(usize) -> f64 + Sync) -> f64 {
    let partial: Vec<f64> = (0..len.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let begin = chunk * CHUNK;
            (begin..len.min(begin + CHUNK)).map(&term).sum()
        })
        .collect();
    partial.iter().sum()
}

/// As [`sum`], where `fill(first, terms)` computes the terms from number `first` on, some hundreds at a time.
pub fn sum_runs(len: usize, fill: impl Fn(usize, &mut [f64]) + Sync) -> f64 {
    let partial: Vec<f64> = (0..len.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let begin = chunk * CHUNK;
            let mut terms = [0.0; CHUNK];
            let terms = &mut terms[..CHUNK.min(len - begin)];
            fill(begin, terms);
            terms.iter().copied().sum()
        })
        .collect();
    partial.iter().sum()
}

/// The smallest of `at_most` and term(i) for i in 0..len. Which of equal numbers comes first does not matter.
pub fn smallest(len: usize, at_most: f64, term: impl Fn(usize) -> f64 + Sync) -> f64 {
    let indices = (0..len).into_par_iter().with_min_len(CHUNK / 2);
    indices.map(&term).reduce(|| at_most, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_the_same_bits_for_any_number_of_threads() {
        let term = |i: usize| ((i * 7919) as f64).sin() * 10f64.powi((i % 30) as i32 - 15);
        let with = |threads| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a thread pool")
                .install(|| sum(100_003, term))
        };
        assert_eq!(with(1).to_bits(), with(2).to_bits());
        assert_eq!(with(1).to_bits(), with(7).to_bits());
    }

    #[test]
    fn sums_of_runs_have_the_bits_of_sums() {
        let term = |i: usize| ((i * 7919) as f64).sin() * 10f64.powi((i % 30) as i32 - 15);
        for len in [0, 1, 1023, 1024, 1025, 10_007] {
            let fill = |first: usize, terms: &mut [f64]| {
                (0..terms.len()).for_each(|k| terms[k] = term(first + k));
            };
            assert_eq!(sum_runs(len, fill).to_bits(), sum(len, term).to_bits());
        }
    }

    #[test]
    fn the_smallest_is_found_wherever_it_is() {
        let term = |at: usize| move |i: usize| if i == at { 0.25 } else { 0.5 };
        for at in [0, 511, 512, 9_999] {
            assert_eq!(smallest(10_000, 1.0, term(at)), 0.25);
        }
        assert_eq!(smallest(10_000, 0.125, term(3)), 0.125);
        assert_eq!(smallest(0, 1.0, term(0)), 1.0);
    }
}
