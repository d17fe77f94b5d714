//! Files of targets: numbers in columns, with or without a line of names.

use std::ops::{Add, Mul};
use std::path::Path;

use tangency::adjoint::TimeSeries;

/// The rows of a file of numbers, separated by commas, semicolons or blanks; of each the first `width`. A first line of words is
/// passed over, and so are empty ones and those that begin with `#`.
pub fn columns(path: &Path, width: usize) -> Result<Vec<Vec<f64>>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let cells = text
            .split([',', ';', ' ', '\t'])
            .filter(|cell| !cell.is_empty());
        let numbers: Option<Vec<f64>> = cells.map(|cell| cell.parse().ok()).collect();
        match numbers {
            Some(numbers) if numbers.len() >= width && numbers.iter().all(|x| x.is_finite()) => {
                rows.push(numbers[..width].to_vec());
            }
            None if rows.is_empty() => {}
            _ => {
                let name = path.display();
                return Err(format!(
                    "{name}, line {line}: expected {width} finite numbers, found {text:?}"
                ));
            }
        }
    }
    match rows.is_empty() {
        true => Err(format!("{} has no numbers", path.display())),
        false => Ok(rows),
    }
}

/// A series over the times in the first column.
pub fn series<T: Clone + Add<Output = T> + Mul<f64, Output = T>>(
    rows: &[Vec<f64>],
    value: impl Fn(&Vec<f64>) -> T,
) -> Result<TimeSeries<T>, String> {
    let times = rows.iter().map(|row| row[0]).collect();
    let values = rows.iter().map(value).collect();
    TimeSeries::new(times, values)
        .ok_or_else(|| "its times, the first column, do not rise".to_owned())
}
