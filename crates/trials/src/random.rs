//! Random numbers that depend on their seed alone, on every machine and in every version.

/// A stream of random numbers: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct RandomStream {
    state: u64,
}

impl RandomStream {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Any of the 2^64 numbers.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from `low` to below `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number from `low` to below `high`, each decade as likely as the next; both are positive.
    pub fn decades(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// A whole number from 0 to below `count`, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// A whole number from `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in a share of all cases.
    pub fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// One of the items, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567 as published with the generator (prng.di.unimi.it, also Rosetta Code).
    #[test]
    fn the_stream_is_splitmix64() {
        let mut random = RandomStream::new(1_234_567);
        let first = [random.bits(), random.bits(), random.bits()];
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = RandomStream::new(5);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((2..=4).contains(&random.count(2, 4)));
            assert!((1e-3..1e-1).contains(&random.decades(1e-3, 1e-1)));
        }
    }
}
