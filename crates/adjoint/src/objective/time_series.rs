//! Values at times, with straight lines between them.

use std::ops::{Add, Mul};

/// Values at times that rise, linear between them; there is none before the first and after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSeries<T> {
    times: Vec<f64>,
    values: Vec<T>,
}

/// Share of the last time by which a state may lie outside for rounding.
const ROUNDING: f64 = 1e-9;

impl<T: Clone + Add<Output = T> + Mul<f64, Output = T>> TimeSeries<T> {
    /// A series of as many values as times; none where the times do not rise, or are not as many, or there is none.
    pub fn new(times: Vec<f64>, values: Vec<T>) -> Option<Self> {
        let rises = times.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = times.len() == values.len() && !times.is_empty();
        (rises && fits).then_some(TimeSeries { times, values })
    }

    /// One value at all times.
    pub fn constant(value: T) -> Self {
        TimeSeries {
            times: vec![f64::NEG_INFINITY, f64::INFINITY],
            values: vec![value.clone(), value],
        }
    }

    /// The value at a time.
    pub fn at(&self, time: f64) -> Option<T> {
        let last = self.times.len() - 1;
        let slack = ROUNDING * self.times[last].abs();
        if time < self.times[0] - slack || time > self.times[last] + slack {
            return None;
        }
        if self.times[0].is_infinite() {
            return Some(self.values[0].clone());
        }
        let after = self
            .times
            .partition_point(|t| *t <= time)
            .clamp(1, last.max(1));
        let (Some(end), start) = (self.times.get(after), self.times[after - 1]) else {
            return Some(self.values[0].clone());
        };
        let share = ((time - start) / (end - start)).clamp(0.0, 1.0);
        Some(self.values[after - 1].clone() * (1.0 - share) + self.values[after].clone() * share)
    }

    /// The first and the last time, s.
    pub fn span(&self) -> [f64; 2] {
        [self.times[0], self.times[self.times.len() - 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_on_straight_lines_and_end() {
        let series = TimeSeries::new(vec![0.0, 1.0, 3.0], vec![1.0, 2.0, 6.0]).expect("a series");
        let at = |time: f64| series.at(time);
        assert_eq!(at(0.5), Some(1.5));
        assert_eq!(at(1.0), Some(2.0));
        assert_eq!(at(3.0 + 1e-12), Some(6.0));
        assert_eq!(at(2.0), Some(4.0));
        assert_eq!(at(-0.1), None);
        assert_eq!(at(3.1), None);
        assert_eq!(TimeSeries::constant(4.0).at(17.0), Some(4.0));
        let single = TimeSeries::new(vec![0.5], vec![2.0]).expect("a series");
        assert_eq!(single.at(0.5), Some(2.0));
        assert!(TimeSeries::new(vec![0.0, 0.0], vec![1.0, 1.0]).is_none());
    }
}
