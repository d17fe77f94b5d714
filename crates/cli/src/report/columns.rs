//! The statistics of a run by column: one number a step, NaN where there is none.

use serde_json::Value;

/// The content of `stats.jsonl`.
pub struct Columns<'a> {
    stats: &'a [Value],
    /// Numbers of the steps.
    pub steps: Vec<f64>,
}

impl<'a> Columns<'a> {
    /// The columns of at least one line of statistics. Lines without a number are counted.
    pub fn of(stats: &'a [Value]) -> Self {
        let number = |(k, line): (usize, &Value)| {
            let step = line.get("step").and_then(Value::as_f64);
            step.unwrap_or((k + 1) as f64)
        };
        Self {
            steps: stats.iter().enumerate().map(number).collect(),
            stats,
        }
    }

    /// A column by the path of its name (`energy.kinetic`); `None` where no step has it.
    pub fn get(&self, path: &str) -> Option<Vec<f64>> {
        let value = |line: &Value| {
            let found = path
                .split('.')
                .try_fold(line, |value, name| value.get(name));
            found.and_then(Value::as_f64).unwrap_or(f64::NAN)
        };
        let column: Vec<f64> = self.stats.iter().map(value).collect();
        column.iter().any(|v| v.is_finite()).then_some(column)
    }

    /// Each step that has a trace, and the iterations and potentials of that.
    pub fn traces(&self) -> Vec<(f64, Vec<[f64; 2]>)> {
        let point =
            |point: &Value| Some([point["iteration"].as_f64()?, point["potential"].as_f64()?]);
        let trace = |(step, line): (&f64, &Value)| {
            let points = line.get("trace")?.as_array()?.iter();
            Some((*step, points.filter_map(point).collect()))
        };
        self.steps
            .iter()
            .zip(self.stats)
            .filter_map(trace)
            .collect()
    }

    /// The number of steps that the run calls unsolved.
    pub fn unsolved(&self) -> usize {
        let is_unsolved = |line: &&Value| {
            let reasons = line.get("unsolved").and_then(Value::as_array);
            reasons.is_some_and(|reasons| !reasons.is_empty())
        };
        self.stats.iter().filter(is_unsolved).count()
    }

    /// The names in an object of the first line, such as the phases in `seconds`.
    pub fn names_in(&self, object: &str) -> Vec<String> {
        let first = self.stats.first().and_then(|line| line.get(object));
        let fields = first.and_then(Value::as_object);
        fields.map_or(Vec::new(), |fields| fields.keys().cloned().collect())
    }

    /// The sum of a column, 0 where it is absent.
    pub fn sum(&self, path: &str) -> f64 {
        let column = self.get(path).unwrap_or_default();
        column.iter().filter(|v| v.is_finite()).sum()
    }

    /// The largest number of a column.
    pub fn max(&self, path: &str) -> Option<f64> {
        let column = self.get(path)?;
        column
            .into_iter()
            .filter(|v| v.is_finite())
            .reduce(f64::max)
    }

    /// The smallest number of a column.
    pub fn min(&self, path: &str) -> Option<f64> {
        let column = self.get(path)?;
        column
            .into_iter()
            .filter(|v| v.is_finite())
            .reduce(f64::min)
    }
}
