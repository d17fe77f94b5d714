//! The clamped log barrier as a function of the unsigned distance, scaled by the stiffness
//! (Li et al. 2020, eq. 6, on squared distances; thickness as in Li et al. 2021, section 5).

use tangency_formulas::contact::log_barrier;

/// κ b(d² - ξ², 2 ξ d̂ + d̂²).
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    /// Distance below which it acts, m.
    pub dhat: f64,
    /// Stiffness κ.
    pub kappa: f64,
}

/// First and second derivative of a potential of the distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// dE/dd: minus the force.
    pub first: f64,
    /// d²E/dd².
    pub second: f64,
}

impl Barrier {
    /// Its value for a squared distance and a thickness.
    pub fn value(&self, squared: f64, thickness: f64) -> f64 {
        let (s, shat) = self.gap(squared, thickness);
        self.kappa * log_barrier::value(s, shat)
    }

    /// Its derivatives with respect to the distance d itself.
    pub fn slope(&self, squared: f64, thickness: f64) -> Slope {
        let (s, shat) = self.gap(squared, thickness);
        let (first, second) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
        Slope {
            first: self.kappa * 2.0 * squared.sqrt() * first,
            second: self.kappa * (2.0 * first + 4.0 * squared * second),
        }
    }

    /// s and ŝ. With a thickness, s is the product (d - ξ)(d + ξ), which does not cancel.
    pub fn gap(&self, squared: f64, thickness: f64) -> (f64, f64) {
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

    #[test]
    fn slope_matches_difference_quotients() {
        for thickness in [0.0, 0.3] {
            let barrier = Barrier {
                dhat: 0.1,
                kappa: 7.0,
            };
            let energy = |d: f64| barrier.value(d * d, thickness);
            for share in [0.1, 0.5, 0.9] {
                let d = thickness + share * 0.1;
                let slope = barrier.slope(d * d, thickness);
                let h = 1e-6;
                let first = (energy(d + h) - energy(d - h)) / (2.0 * h);
                let second = (energy(d + h) - 2.0 * energy(d) + energy(d - h)) / (h * h);
                assert!((slope.first - first).abs() < 1e-6 * first.abs());
                assert!((slope.second - second).abs() < 1e-3 * second.abs());
            }
        }
    }

    #[test]
    fn it_vanishes_beyond_dhat_and_is_infinite_at_contact() {
        let barrier = Barrier {
            dhat: 0.1,
            kappa: 1.0,
        };
        assert_eq!(barrier.value(0.1 * 0.1, 0.0), 0.0);
        assert_eq!(barrier.value(0.0, 0.0), f64::INFINITY);
        assert_eq!(barrier.value(0.25, 0.5), f64::INFINITY);
    }
}
