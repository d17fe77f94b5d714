//! Steps that are cut where they are in trouble.
//!
//! A step of length h is done in parts of lengths h/2ᵏ, each of which begins at a multiple of its length, so that a step
//! always ends after exactly h. The rule:
//!
//! - A part that fails, or takes more iterations than it may, is given up and begun again with half its length, down to
//!   the shortest.
//! - After two parts of one length that were solved without trouble (in at most half of the iterations), the next part
//!   has twice the length, as soon as it can begin at a multiple of that.
//! - Where the first part of a doubled length fails, the number of parts to wait for doubles, up to 64; where it is
//!   solved, it is two again.
//!
//! Nothing but the iterations decides, so that the lengths are the same for any number of threads and after a resumption.

use super::time_step::StepPart;
use super::{StepError, StepReport};
use crate::settings::{Pace, Settings};
use crate::state::Pacing;

/// Parts of one length that have to be solved before the length is doubled, at first and at most.
const PATIENCE: [u32; 2] = [2, 64];
/// Halvings at most: 2²⁰ is above the largest number of parts that settings allow.
const MOST_HALVINGS: u32 = 20;

impl Default for Pacing {
    fn default() -> Self {
        Pacing {
            last: 0,
            level: 0,
            solved: 0,
            patience: PATIENCE[0],
            has_grown: false,
        }
    }
}

impl Pacing {
    /// Length of the part that was solved last, s, where that of a whole step is `dt`.
    pub(crate) fn last_length(&self, dt: f64) -> f64 {
        dt / (1u64 << self.last) as f64
    }

    /// Takes note that the part was given up; false where there is no shorter one.
    fn fail(&mut self, halvings: u32) -> bool {
        if self.level >= halvings {
            return false;
        }
        if self.has_grown {
            self.patience = (2 * self.patience).min(PATIENCE[1]);
        }
        (self.level, self.solved, self.has_grown) = (self.level + 1, 0, false);
        true
    }

    /// Takes note that the part was solved, and where the next one may begin.
    fn solve(&mut self, is_easy: bool, can_double: bool) {
        if self.has_grown {
            self.patience = PATIENCE[0];
        }
        (self.last, self.has_grown) = (self.level, false);
        let counts = is_easy && self.level > 0;
        self.solved = if counts { self.solved + 1 } else { 0 };
        if self.level > 0 && can_double && self.solved >= self.patience {
            (self.level, self.solved, self.has_grown) = (self.level - 1, 0, true);
        }
    }
}

/// The parts of one step, one after another.
pub(super) struct Parts {
    /// Length of the step, s.
    dt: f64,
    /// Steps before it.
    before: u64,
    /// Iterations of a part that can be cut, and of one that cannot.
    most_iterations: [u32; 2],
    /// Halvings of the shortest part.
    halvings: u32,
    /// The length.
    pub pacing: Pacing,
    /// What is done, in shortest parts.
    done: u64,
    /// The account of the parts that were done, put together.
    so_far: Option<StepReport>,
    told: Vec<super::PartReport>,
}

impl Parts {
    /// The parts of the step that follows so many.
    pub fn new(settings: &Settings, pace: Pace, before: u64, pacing: Pacing) -> Self {
        let mut halvings = 0;
        // Room for the rounding of a ratio such as 1/30 s to 1/960 s.
        while halvings < MOST_HALVINGS
            && settings.dt / f64::from(2u32 << halvings) >= pace.least * (1.0 - 1e-9)
        {
            halvings += 1;
        }
        let most = settings.max_iterations;
        Parts {
            dt: settings.dt,
            before,
            most_iterations: [pace.iterations.map_or(most, |n| n.min(most)), most],
            halvings,
            pacing: Pacing {
                level: pacing.level.min(halvings),
                ..pacing
            },
            done: 0,
            so_far: None,
            told: Vec::new(),
        }
    }

    fn all(&self) -> u64 {
        1 << self.halvings
    }

    /// The next part in shortest ones.
    fn width(&self) -> u64 {
        1 << (self.halvings - self.pacing.level)
    }

    /// The next part.
    pub fn next(&self) -> StepPart {
        let end = (self.done + self.width()) as f64 / self.all() as f64;
        let can_halve = self.pacing.level < self.halvings;
        StepPart {
            time: (self.before as f64 + end) * self.dt,
            dt: self.dt / (1u64 << self.pacing.level) as f64,
            before: self.pacing.last_length(self.dt),
            most_iterations: self.most_iterations[usize::from(!can_halve)],
        }
    }

    /// Factor between the squares of the lengths of the next part and of the one solved last.
    pub fn growth(&self) -> f64 {
        4f64.powi(self.pacing.last as i32 - self.pacing.level as i32)
    }

    /// Takes note of a part that was solved; the report of the whole step after the last one.
    pub fn solve(&mut self, mut report: StepReport) -> Option<StepReport> {
        let part = self.next();
        self.told.push(super::PartReport {
            time: part.time,
            dt: part.dt,
            iterations: report.iterations,
            min_distance: report.min_distance,
            trouble: None,
        });
        let is_easy = report.iterations <= self.most_iterations[0] / 2;
        self.done += self.width();
        self.pacing.solve(
            is_easy,
            self.done.is_multiple_of(2 * self.width()) || self.done == self.all(),
        );
        if let Some(before) = self.so_far.take() {
            report.follow(&before);
        }
        if self.done < self.all() {
            self.so_far = Some(report);
            return None;
        }
        report.dt = self.dt;
        report.parts = std::mem::take(&mut self.told);
        Some(report)
    }

    /// Takes note of a part that failed after so many iterations; the error where it cannot be cut, or cutting is no help.
    pub fn fail(&mut self, error: StepError, iterations: u32) -> Result<(), StepError> {
        let part = self.next();
        let is_of_length = matches!(
            error,
            StepError::BoundaryBlocked { .. }
                | StepError::NotConverged { .. }
                | StepError::LineSearch { .. }
                | StepError::Linear { .. }
                | StepError::NotFinite { .. }
        );
        if !is_of_length || !self.pacing.fail(self.halvings) {
            return Err(error);
        }
        self.told.push(super::PartReport {
            time: part.time,
            dt: part.dt,
            iterations,
            min_distance: None,
            trouble: Some(error.to_string()),
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(pacing: Pacing, before: u64) -> Parts {
        let settings = Settings {
            dt: 0.1,
            ..Settings::default()
        };
        let pace = Pace {
            least: 0.1 / 8.0,
            iterations: Some(50),
        };
        Parts::new(&settings, pace, before, pacing)
    }

    fn trouble() -> StepError {
        StepError::NotFinite {
            step: 1,
            iteration: 1,
            vertex: 0,
            body: "box".to_owned(),
        }
    }

    #[test]
    fn a_step_without_trouble_is_one_part_with_the_bits_of_a_fixed_one() {
        let mut parts = parts(Pacing::default(), 2);
        let part = parts.next();
        assert_eq!((part.time, part.dt), (3.0 * 0.1, 0.1));
        let report = parts
            .solve(StepReport::default())
            .expect("the step is done");
        assert_eq!(report.parts.len(), 1);
        assert_eq!(parts.pacing, Pacing::default());
    }

    #[test]
    fn lengths_halve_in_trouble_and_double_where_they_fit() {
        let mut parts = parts(Pacing::default(), 0);
        parts.fail(trouble(), 7).unwrap();
        parts.fail(trouble(), 7).unwrap();
        let mut widths = Vec::new();
        loop {
            let part = parts.next();
            widths.push((0.1 / part.dt).round() as u32);
            if let Some(report) = parts.solve(StepReport::default()) {
                assert_eq!(report.dt, 0.1);
                let solved = report.parts.iter().filter(|part| part.trouble.is_none());
                let total: f64 = solved.map(|part| part.dt).sum();
                assert!((total - 0.1).abs() < 1e-15);
                assert_eq!(report.parts.last().map(|part| part.time), Some(0.1));
                break;
            }
        }
        assert_eq!(widths, [4, 4, 2], "two quarters, then a half fits");
        assert_eq!(parts.pacing.level, 1);
    }

    #[test]
    fn the_shortest_part_that_fails_is_an_error_and_so_is_an_interruption() {
        let mut parts = parts(Pacing::default(), 0);
        for _ in 0..3 {
            parts.fail(trouble(), 7).unwrap();
        }
        assert!(parts.fail(trouble(), 7).is_err());
        let mut parts = self::parts(Pacing::default(), 0);
        let interrupted = StepError::Interrupted { step: 1 };
        assert!(parts.fail(interrupted, 7).is_err());
    }

    #[test]
    fn a_length_that_fails_again_is_tried_less_often() {
        let mut pacing = Pacing {
            level: 1,
            ..Pacing::default()
        };
        let mut tries = Vec::new();
        for part in 0..40 {
            pacing.solve(true, true);
            if pacing.level == 0 {
                tries.push(part);
                assert!(pacing.fail(3));
            }
        }
        assert_eq!(tries, [1, 5, 13, 29]);
    }
}
