//! Random numbers of a study: each is a hash of seed, run and parameter, so that it depends on nothing else.
//!
//! SHA-256 gives the bits, `libm` the functions: the same numbers on every machine. A longer study keeps its earlier
//! draws, and so does one with a further parameter.

use sha2::{Digest, Sha256};

/// Label of this way to draw; another way would have another.
const LABEL: &[u8] = b"tangency sweep 1";

/// The draws for one parameter of one run.
pub struct Draw {
    bits: [u64; 2],
}

impl Draw {
    /// The draw of a run for a parameter.
    pub fn of(seed: u64, run: u64, parameter: &str) -> Self {
        let hash = Sha256::new()
            .chain_update(LABEL)
            .chain_update(seed.to_le_bytes())
            .chain_update(run.to_le_bytes())
            .chain_update(parameter.as_bytes())
            .finalize();
        let word = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&hash[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        Self {
            bits: [word(0), word(8)],
        }
    }

    /// A number from 0, inclusive, to 1, exclusive: a multiple of 2⁻⁵³.
    pub fn unit(&self) -> f64 {
        unit(self.bits[0])
    }

    /// A number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
    pub fn normal(&self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - unit(self.bits[0])));
        radius * libm::cos(std::f64::consts::TAU * unit(self.bits[1]))
    }

    /// A whole number below `count`.
    pub fn index(&self, count: usize) -> usize {
        // The high word of a product: no index is likelier than another by more than 2⁻⁶⁴ of all.
        ((u128::from(self.bits[0]) * count as u128) >> 64) as usize
    }
}

fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_any_machine() {
        // From Python: int.from_bytes(hashlib.sha256(b"tangency sweep 1" + (7).to_bytes(8, "little")
        //   + (3).to_bytes(8, "little") + b"friction.mu").digest()[:8], "little") >> 11, over 2**53.
        let draw = Draw::of(7, 3, "friction.mu");
        assert_eq!(draw.unit(), UNIT);
        assert_ne!(draw.unit(), Draw::of(8, 3, "friction.mu").unit());
        assert_ne!(draw.unit(), Draw::of(7, 4, "friction.mu").unit());
        assert_ne!(draw.unit(), Draw::of(7, 3, "friction.nu").unit());
    }

    const UNIT: f64 = 0.03133512770010438;

    #[test]
    fn draws_have_the_moments_of_their_distributions() {
        let count = 20_000;
        let draws: Vec<Draw> = (0..count).map(|run| Draw::of(1, run, "a")).collect();
        let mean = |of: &dyn Fn(&Draw) -> f64| draws.iter().map(of).sum::<f64>() / count as f64;
        // Five standard errors of each mean.
        let near = |value: f64, expected: f64, deviation: f64| {
            let error = (value - expected).abs();
            assert!(
                error < 5.0 * deviation / f64::sqrt(count as f64),
                "{value} is not {expected}"
            );
        };
        near(mean(&|d| d.unit()), 0.5, (1.0_f64 / 12.0).sqrt());
        near(mean(&|d| d.normal()), 0.0, 1.0);
        near(mean(&|d| d.normal().powi(2)), 1.0, 2.0_f64.sqrt());
        near(mean(&|d| d.normal().powi(4)), 3.0, 96.0_f64.sqrt());
        for k in 0..3 {
            let share = mean(&|d| f64::from(u8::from(d.index(3) == k)));
            near(share, 1.0 / 3.0, (2.0_f64 / 9.0).sqrt());
        }
    }
}
