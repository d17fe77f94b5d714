//! Words for people: results to the standard output, the rest to the standard error.
//! A closed pipe is no reason to fail.

use std::io::Write as _;

use crate::failure::Failure;

/// A line of the result.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// A line about what is going on.
pub fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The one error that ends the program.
pub fn complain(failure: &Failure) {
    note(&format!("error: {failure}"));
}

/// A length in words: `1.23e-4 m`, or a dash when there is none.
pub fn metres(length: Option<f64>) -> String {
    length.map_or("-".to_string(), |d| format!("{d:.3e} m"))
}

/// Columns of text, each as wide as its widest cell; the last is not padded.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        rows.iter()
            .filter_map(|row| row.get(c))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
