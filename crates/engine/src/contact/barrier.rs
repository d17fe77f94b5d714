//! Cost of a pair as a function of its distance, scaled by the stiffness: the clamped log barrier (Li et al. 2020, eq.
//! 6, on squared distances; thickness as in Li et al. 2021, section 5), or the two stages of Offset Geometric Contact
//! (Chen et al. 2025) on the gap beyond the thickness.

use tangency_formulas::contact::log_ratio::LANES;
use tangency_formulas::contact::{TwoStage, log_barrier, mollified};

/// The shape of a contact potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierShape {
    /// b(d² - ξ², 2 ξ d̂ + d̂²).
    Log,
    /// g(d - ξ) with radius d̂ and stiffness 1.
    TwoStage,
}

/// κ times a potential of the distance that acts below d̂ beyond the thickness ξ.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    /// Shape of the potential.
    pub shape: BarrierShape,
    /// Distance below which it acts, m.
    pub dhat: f64,
    /// Stiffness κ.
    pub kappa: f64,
}

/// First and second derivative of a potential of the distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derivatives {
    /// dE/dd: minus the force.
    pub first: f64,
    /// d²E/dd².
    pub second: f64,
}

impl Barrier {
    /// Value for a squared distance and a thickness.
    pub fn value(&self, squared: f64, thickness: f64) -> f64 {
        match self.shape {
            BarrierShape::Log => {
                let (s, shat) = self.gap(squared, thickness);
                self.kappa * log_barrier::value(s, shat)
            }
            BarrierShape::TwoStage => self.two_stage().value(squared.sqrt() - thickness),
        }
    }

    /// Derivatives with respect to the distance d itself.
    pub fn derivatives(&self, squared: f64, thickness: f64) -> Derivatives {
        match self.shape {
            BarrierShape::Log => {
                let (s, shat) = self.gap(squared, thickness);
                let (first, second) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
                Derivatives {
                    first: self.kappa * 2.0 * squared.sqrt() * first,
                    second: self.kappa * (2.0 * first + 4.0 * squared * second),
                }
            }
            BarrierShape::TwoStage => {
                let (first, second) = self.two_stage().slopes(squared.sqrt() - thickness);
                Derivatives { first, second }
            }
        }
    }

    /// [`Barrier::value`] of many pairs, with the same bits: `squares` become values.
    pub fn values(&self, squares: &mut [f64], thickness: &[f64]) {
        self.many(
            squares,
            thickness,
            log_barrier::values,
            |b, squares, logs| {
                (0..squares.len()).for_each(|k| squares[k] = b.kappa * logs[k]);
            },
            |b, squared, thickness| b.value(squared, thickness),
        );
    }

    /// The first derivatives by the distance of many pairs, with the bits of [`Barrier::derivatives`]: `squares` become
    /// derivatives.
    pub fn firsts(&self, squares: &mut [f64], thickness: &[f64]) {
        self.many(
            squares,
            thickness,
            log_barrier::firsts,
            |b, squares, firsts| {
                for k in 0..squares.len() {
                    squares[k] = b.kappa * 2.0 * squares[k].sqrt() * firsts[k];
                }
            },
            |b, squared, thickness| b.derivatives(squared, thickness).first,
        );
    }

    /// Makes numbers of squared distances, eight at a time where that is known how.
    fn many(
        &self,
        squares: &mut [f64],
        thickness: &[f64],
        of_log: impl Fn(&[f64; LANES], &[f64; LANES]) -> [f64; LANES],
        finish: impl Fn(&Self, &mut [f64], &[f64; LANES]),
        of_one: impl Fn(&Self, f64, f64) -> f64,
    ) {
        if self.shape == BarrierShape::TwoStage {
            for (squared, &thickness) in squares.iter_mut().zip(thickness) {
                *squared = of_one(self, *squared, thickness);
            }
            return;
        }
        for (squares, thickness) in squares.chunks_mut(LANES).zip(thickness.chunks(LANES)) {
            // Beyond the end: out of reach.
            let (mut s, mut shat) = ([1.0; LANES], [1.0; LANES]);
            for k in 0..squares.len() {
                (s[k], shat[k]) = self.gap(squares[k], thickness[k]);
            }
            finish(self, squares, &of_log(&s, &shat));
        }
    }

    /// Value and derivatives with respect to the squared distance, times `weight`.
    pub fn by_square(
        &self,
        squared: f64,
        thickness: f64,
        weight: f64,
    ) -> mollified::BarrierDerivatives<f64> {
        match self.shape {
            BarrierShape::Log => {
                let (s, shat) = self.gap(squared, thickness);
                let scale = weight * self.kappa;
                mollified::BarrierDerivatives {
                    value: scale * log_barrier::value(s, shat),
                    first: scale * log_barrier::first(s, shat),
                    second: scale * log_barrier::second(s, shat),
                }
            }
            BarrierShape::TwoStage => {
                let distance = squared.sqrt();
                let (first, second) = self.two_stage().slopes(distance - thickness);
                let by_square = 0.5 * first / distance;
                mollified::BarrierDerivatives {
                    value: weight * self.value(squared, thickness),
                    first: weight * by_square,
                    second: weight * (0.25 * second - 0.5 * by_square) / squared,
                }
            }
        }
    }

    fn two_stage(&self) -> TwoStage<f64> {
        TwoStage {
            radius: self.dhat,
            stiffness: self.kappa,
        }
    }

    /// s and ŝ. With a thickness, s is the product (d - ξ)(d + ξ), which does not cancel.
    fn gap(&self, squared: f64, thickness: f64) -> (f64, f64) {
        let shat = (2.0 * thickness + self.dhat) * self.dhat;
        if thickness == 0.0 {
            return (squared, shat);
        }
        let distance = squared.sqrt();
        ((distance - thickness) * (distance + thickness), shat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [BarrierShape; 2] = [BarrierShape::Log, BarrierShape::TwoStage];

    fn barrier(shape: BarrierShape, kappa: f64) -> Barrier {
        Barrier {
            shape,
            dhat: 0.1,
            kappa,
        }
    }

    #[test]
    fn slopes_match_difference_quotients() {
        for (shape, thickness) in SHAPES.into_iter().flat_map(|s| [(s, 0.0), (s, 0.3)]) {
            let barrier = barrier(shape, 7.0);
            let energy = |d: f64| barrier.value(d * d, thickness);
            for share in [0.1, 0.5, 0.9] {
                let d = thickness + share * 0.1;
                let slope = barrier.derivatives(d * d, thickness);
                let h = 1e-6;
                let first = (energy(d + h) - energy(d - h)) / (2.0 * h);
                let second = (energy(d + h) - 2.0 * energy(d) + energy(d - h)) / (h * h);
                assert!((slope.first - first).abs() < 1e-6 * first.abs());
                assert!((slope.second - second).abs() < 1e-3 * second.abs());
                // By the square s: E' = 2 d E_s, E'' = 2 E_s + 4 s E_ss.
                let by_square = barrier.by_square(d * d, thickness, 3.0);
                let first = 2.0 * d * by_square.first;
                let second = 2.0 * by_square.first + 4.0 * d * d * by_square.second;
                assert!((first - 3.0 * slope.first).abs() < 1e-12 * first.abs());
                assert!((second - 3.0 * slope.second).abs() < 1e-9 * second.abs());
                let value = 3.0 * energy(d);
                assert!((by_square.value - value).abs() <= 1e-15 * value);
            }
        }
    }

    #[test]
    fn many_pairs_have_the_bits_of_one() {
        for shape in SHAPES {
            let barrier = barrier(shape, 1.0);
            let squares: Vec<f64> = (0..37).map(|k| (0.004 * f64::from(k)).powi(2)).collect();
            let thickness: Vec<f64> = (0..37).map(|k| 0.001 * f64::from(k % 3)).collect();
            let (mut values, mut firsts) = (squares.clone(), squares.clone());
            barrier.values(&mut values, &thickness);
            barrier.firsts(&mut firsts, &thickness);
            for k in 0..squares.len() {
                let value = barrier.value(squares[k], thickness[k]);
                let first = barrier.derivatives(squares[k], thickness[k]).first;
                assert_eq!(values[k].to_bits(), value.to_bits());
                assert!(firsts[k].to_bits() == first.to_bits() || first.is_nan());
            }
        }
    }

    #[test]
    fn it_vanishes_beyond_dhat_and_is_infinite_at_contact() {
        for shape in SHAPES {
            let barrier = barrier(shape, 1.0);
            assert_eq!(barrier.value(0.1 * 0.1, 0.0), 0.0);
            assert_eq!(barrier.value(0.0, 0.0), f64::INFINITY);
            assert_eq!(barrier.value(0.25, 0.5), f64::INFINITY);
        }
    }
}
