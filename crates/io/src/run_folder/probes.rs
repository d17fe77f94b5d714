//! What probes see, as `probes.csv`: a line of column names, then one line a step, which begins with its number and time.

use super::{PROBES, RunReader, RunWriter};
use crate::{IoError, Location, ParseError, atomic};
use std::path::Path;

/// The table of a run's probes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProbeTable {
    /// Names of the columns: `step`, `time`, then those of the probes.
    pub columns: Vec<String>,
    /// The rows, one a step.
    pub rows: Vec<Vec<f64>>,
}

impl RunWriter {
    /// Appends the values of all probes at the end of a step; the names of the columns first, where the table is new.
    pub fn append_probes(
        &mut self,
        (step, time): (u64, f64),
        columns: &[String],
        values: &[f64],
    ) -> Result<(), IoError> {
        let mut text = String::new();
        if !self.folder().join(PROBES).exists() {
            text = format!("step,time,{}\n", columns.join(","));
        }
        text.push_str(&format!("{step},{time}"));
        for value in values {
            text.push_str(&format!(",{value}"));
        }
        text.push('\n');
        self.append_line(PROBES, &text)
    }
}

impl RunReader {
    /// The table of the probes; empty where the run has none.
    pub fn probes(&self) -> Result<ProbeTable, IoError> {
        let path = self.folder().join(PROBES);
        if !path.exists() {
            return Ok(ProbeTable::default());
        }
        let bytes = atomic::read(&path)?;
        table(&String::from_utf8_lossy(&bytes)).map_err(|e| e.in_file(&path))
    }
}

fn table(text: &str) -> Result<ProbeTable, ParseError> {
    let mut lines = text.lines();
    let names = lines.next().unwrap_or_default().split(',');
    let columns: Vec<String> = names.map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (k, line) in lines.enumerate() {
        let numbers: Result<Vec<f64>, _> = line.split(',').map(str::parse).collect();
        match numbers {
            Ok(numbers) if numbers.len() == columns.len() => rows.push(numbers),
            _ => {
                return Err(ParseError {
                    at: Location::Line(k + 2),
                    problem: format!("{} numbers should be here", columns.len()),
                });
            }
        }
    }
    Ok(ProbeTable { columns, rows })
}

/// Drops the lines of steps after `step`.
pub(super) fn keep_up_to(folder: &Path, step: u64) -> Result<(), IoError> {
    let path = folder.join(PROBES);
    if !path.exists() {
        return Ok(());
    }
    let bytes = atomic::read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_kept = |line: &&str| {
        let number = line.split(',').next().and_then(|n| n.parse::<u64>().ok());
        line.ends_with('\n') && number.is_none_or(|number| number <= step)
    };
    let kept: String = text.split_inclusive('\n').filter(is_kept).collect();
    if kept.len() == text.len() {
        return Ok(());
    }
    atomic::write(&path, kept.as_bytes())
}
