//! Series of a run side by side, one row for each time, and these as text.

use std::fmt::Write as _;

use crate::output::quoted;

/// Times that differ by less than this part of them are one.
const SAME: f64 = 1e-9;

/// Rows of numbers: time, then one for each series, NaN where it has none.
pub struct SeriesTable {
    /// The rows, ascending in time.
    pub rows: Vec<Vec<f64>>,
}

impl SeriesTable {
    /// Puts series, each with times and numbers, side by side.
    pub fn of(series: &[&[[f64; 2]]]) -> Self {
        let mut times: Vec<f64> = series.iter().flat_map(|s| s.iter().map(|p| p[0])).collect();
        times.sort_by(f64::total_cmp);
        let is_same = |a: f64, b: f64| (a - b).abs() <= SAME * a.abs().max(b.abs());
        times.dedup_by(|a, b| is_same(*a, *b));
        let mut next = vec![0; series.len()];
        let rows = times.into_iter().map(|time| {
            let mut row = vec![time];
            for (series, next) in series.iter().zip(&mut next) {
                let here = series.get(*next).filter(|p| is_same(p[0], time));
                *next += usize::from(here.is_some());
                row.push(here.map_or(f64::NAN, |p| p[1]));
            }
            row
        });
        Self {
            rows: rows.collect(),
        }
    }
}

/// Tables of runs as text with commas; with several runs, their names are the first column.
pub fn csv(header: &[String], runs: &[(String, SeriesTable)]) -> String {
    let is_many = runs.len() > 1;
    let mut out = String::new();
    let head: Vec<String> = header.iter().map(|name| quoted(name)).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}{}",
        if is_many { "run," } else { "" },
        head.join(",")
    );
    for (run, table) in runs {
        for row in &table.rows {
            let number = |v: &f64| {
                if v.is_finite() {
                    format!("{v:?}")
                } else {
                    String::new()
                }
            };
            let cells: Vec<String> = row.iter().map(number).collect();
            let run = if is_many {
                quoted(run) + ","
            } else {
                String::new()
            };
            let _ = writeln!(out, "{run}{}", cells.join(","));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_by_time_and_absent_numbers_are_empty() {
        let table =
            SeriesTable::of(&[&[[0.0, 1.0], [0.1, 2.0]], &[[0.1 + 1e-17, 5.0], [0.2, 6.0]]]);
        let text = csv(
            &["time".into(), "a".into(), "b,c".into()],
            &[("r".into(), table)],
        );
        assert_eq!(text, "time,a,\"b,c\"\n0.0,1.0,\n0.1,2.0,5.0\n0.2,,6.0\n");
    }
}
