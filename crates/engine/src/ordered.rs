//! Parallel sums whose bits do not depend on the number of threads.

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
}
