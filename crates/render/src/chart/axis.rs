//! An axis: from numbers to places, and a range for it.

use super::ticks;

/// The rule by which numbers become places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisScale {
    /// Evenly.
    #[default]
    Linear,
    /// By powers of ten; numbers that are not positive are left out.
    Log,
}

impl AxisScale {
    /// Whether a number has a place.
    pub fn shows(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }

    /// The numbers at the ends of an axis for some that go from `low` to `high`, which it shows: whole powers of ten, or a
    /// little more than the numbers, with zero among them where that costs little.
    pub fn range(self, [mut low, high]: [f64; 2]) -> [f64; 2] {
        if self == Self::Log {
            let low = 10f64.powf(low.log10().floor());
            let high = 10f64.powf(high.log10().ceil());
            return [low, if high > low { high } else { 10.0 * low }];
        }
        if low > 0.0 && low < 0.5 * high {
            low = 0.0;
        }
        let margin = if high > low {
            0.04 * (high - low)
        } else {
            0.5 * high.abs().max(1e-300)
        };
        let below = if low == 0.0 { 0.0 } else { margin };
        [low - below, high + margin]
    }
}

/// From numbers to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The numbers at its ends.
    pub range: [f64; 2],
    /// The places of its ends.
    pub ends: [f64; 2],
    /// The rule between them.
    pub scale: AxisScale,
}

impl Axis {
    /// The place of a number.
    pub fn place(&self, value: f64) -> f64 {
        let along = |v: f64| match self.scale {
            AxisScale::Log => v.log10(),
            AxisScale::Linear => v,
        };
        let [low, high] = self.range.map(along);
        let part = (along(value) - low) / (high - low);
        self.ends[0] + part * (self.ends[1] - self.ends[0])
    }

    /// Round numbers on the axis, about so many.
    pub fn marks(&self, count: usize) -> Vec<f64> {
        let [low, high] = self.range;
        match self.scale {
            AxisScale::Linear => ticks::linear(low, high, count),
            AxisScale::Log => ticks::decades(low, high, count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_along_the_axis() {
        let linear = Axis {
            range: [0.0, 10.0],
            ends: [100.0, 200.0],
            scale: AxisScale::Linear,
        };
        assert_eq!(linear.place(2.5), 125.0);
        let log = Axis {
            range: [1.0, 100.0],
            scale: AxisScale::Log,
            ..linear
        };
        assert_eq!(log.place(10.0), 150.0);
        assert_eq!(log.marks(3), [1.0, 10.0, 100.0]);
    }

    #[test]
    fn ranges_hold_the_numbers() {
        assert_eq!(AxisScale::Linear.range([1.0, 10.0])[0], 0.0);
        assert_eq!(AxisScale::Log.range([2.0, 50.0]), [1.0, 100.0]);
        let [low, high] = AxisScale::Linear.range([3.0, 3.0]);
        assert!(low < 3.0 && high > 3.0);
        let [low, high] = AxisScale::Linear.range([0.0, 0.0]);
        assert!(low < high);
    }
}
