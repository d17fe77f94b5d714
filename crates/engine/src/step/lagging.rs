//! When rounds of lagged friction have gone on long enough (Li et al. 2020, section 5.5).
//!
//! Each round solves the step with the contact forces and sliding directions of the round before. They agree when
//! the first Newton direction of a round is below the tolerance: eq. 17, in the norm in which steps are solved.
//! Lagging need not converge, above all where structures collapse: without a cap, rounds end as well when they
//! have ceased to come closer.

/// A round comes closer when its residual is below this share of the smallest one so far.
const CLOSER: f64 = 0.9;
/// Rounds in a row that may come no closer.
const PATIENCE: u32 = 5;

/// The rounds of one step.
pub struct Lagging {
    cap: Option<u32>,
    tolerance: f64,
    rounds: u32,
    smallest: f64,
    in_vain: u32,
}

impl Lagging {
    /// At most `cap` rounds, or until directions are below `tolerance`, m/s.
    pub fn new(cap: Option<u32>, tolerance: f64) -> Self {
        Lagging {
            cap,
            tolerance,
            rounds: 0,
            smallest: f64::INFINITY,
            in_vain: 0,
        }
    }

    /// After a round whose first direction was `residual`, m/s: whether it was the last one.
    pub fn is_done(&mut self, residual: f64) -> bool {
        self.rounds += 1;
        if self.cap.is_some_and(|cap| self.rounds >= cap) {
            return true;
        }
        if self.rounds == 1 {
            // The first round starts from the step before: its residual says nothing of friction.
            return false;
        }
        if residual < CLOSER * self.smallest {
            self.smallest = residual;
            self.in_vain = 0;
        } else {
            self.in_vain += 1;
        }
        residual < self.tolerance || (self.cap.is_none() && self.in_vain >= PATIENCE)
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(cap: Option<u32>, residuals: impl Iterator<Item = f64>) -> u32 {
        let mut lagging = Lagging::new(cap, 1e-3);
        residuals
            .take_while(|&residual| !lagging.is_done(residual))
            .count();
        lagging.rounds()
    }

    #[test]
    fn rounds_end_at_the_cap_on_agreement_or_when_in_vain() {
        let halving = || (0..).map(|k| 0.5f64.powi(k));
        assert_eq!(rounds(Some(1), halving()), 1);
        assert_eq!(rounds(Some(4), halving()), 4);
        // 2^-10 < 1e-3 is the eleventh.
        assert_eq!(rounds(None, halving()), 11);
        assert_eq!(rounds(Some(50), halving()), 11);
        // The second sets the mark, five more do not reach it.
        assert_eq!(rounds(None, std::iter::repeat(1.0)), 7);
        assert_eq!(rounds(Some(9), std::iter::repeat(1.0)), 9);
    }
}
