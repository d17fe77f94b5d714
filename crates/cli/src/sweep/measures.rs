//! Numbers of a run for the table: a series of `tangency plot`, reduced to one number.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::plot::{RunSeries, SeriesName};

/// Ways to make one number of many, and their words.
const REDUCTIONS: [&str; 5] = ["last", "max", "min", "mean", "sum"];

/// A column of the table that is measured: `last displacement:ball.y`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Name of the column.
    pub name: String,
    /// The reduction and the series, as written.
    pub of: String,
}

impl Measure {
    /// A measure, checked as far as that goes without a run.
    pub fn read(name: &str, of: &str) -> Result<Self, String> {
        let (_, series) = parts(of);
        let is_series = SeriesName::parse(series).is_ok_and(|name| !name.word.contains(' '));
        is_series.then_some(()).ok_or_else(|| {
            format!(
                "{of:?} is no measure; it is written as \"max force:plate.y\": one of {} (last, where none is named), then a series of `tangency plot`",
                REDUCTIONS.join(", ")
            )
        })?;
        Ok(Self {
            name: name.to_owned(),
            of: of.to_owned(),
        })
    }

    /// The number of an opened run; nothing where the series has no number.
    pub fn value(&self, run: &RunSeries) -> Result<Option<f64>, Failure> {
        let (reduction, series) = parts(&self.of);
        let numbers = run.numbers(&SeriesName::parse(series)?)?;
        let values = numbers.points.iter().map(|[_, value]| *value);
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        Ok(reduce(reduction, &values))
    }
}

/// The numbers of a run, one for each measure, or why one of them cannot be had.
pub fn measure(measures: &[Measure], folder: &Path) -> Result<Vec<Option<f64>>, Failure> {
    if measures.is_empty() {
        return Ok(Vec::new());
    }
    let run = RunSeries::open(folder)?;
    measures.iter().map(|measure| measure.value(&run)).collect()
}

fn parts(of: &str) -> (&str, &str) {
    let (first, rest) = of
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or_default();
    match REDUCTIONS.contains(&first) {
        true => (first, rest.trim()),
        false => ("last", of.trim()),
    }
}

fn reduce(reduction: &str, values: &[f64]) -> Option<f64> {
    let last = *values.last()?;
    Some(match reduction {
        "max" => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "min" => values.iter().copied().fold(f64::INFINITY, f64::min),
        "mean" => values.iter().sum::<f64>() / values.len() as f64,
        "sum" => values.iter().sum(),
        _ => last,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_reduced_to_one_number() {
        let values = [3.0, 1.0, 2.0];
        let all = REDUCTIONS.map(|reduction| reduce(reduction, &values).unwrap());
        assert_eq!(all, [2.0, 3.0, 1.0, 2.0, 6.0]);
        assert_eq!(reduce("mean", &[]), None);
        assert_eq!(parts("max force:a b.y"), ("max", "force:a b.y"));
        assert_eq!(parts("force:max b"), ("last", "force:max b"));
        assert!(Measure::read("a", "max force:my plate.y").is_ok());
        assert!(Measure::read("a", "biggest force:plate.y").is_err());
        assert!(Measure::read("a", "max plate").is_err());
    }
}
