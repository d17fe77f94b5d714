//! Words for people: results to the standard output, the rest to the standard error.
//! A closed pipe is no reason to fail.

use std::borrow::Cow;
use std::io::Write as _;

use crate::failure::Failure;

/// A line of the result.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{}", plain(line));
}

/// A line of the result, unless nothing is to be said.
pub fn say_unless(quiet: bool, line: &str) {
    if !quiet {
        say(line);
    }
}

/// A line about what is going on.
pub fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", plain(line));
}

/// Text without what a terminal obeys: names and files may hold anything. Line ends and tabs stay; what is left out is
/// written as JSON and TOML do.
fn plain(text: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| {
        let turns_text_round = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        c.is_control() && c != '\n' && c != '\t' || turns_text_round
    };
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        if is_obeyed(c) {
            written.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            written.push(c);
        }
    }
    Cow::Owned(written)
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

/// A cell of text with commas, in quotes where it needs them (RFC 4180).
pub fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        assert_eq!(plain("two\nlines\tand é µ"), "two\nlines\tand é µ");
        let hostile = "\u{1b}]0;owned\u{7}\u{9b}2J\r\u{202e}";
        let shown = plain(hostile);
        assert_eq!(shown, "\\u001b]0;owned\\u0007\\u009b2J\\u000d\\u202e");
        // JSON that was escaped in this way still says the same.
        let json = plain("\"a\u{9b}\"").into_owned();
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "a\u{9b}");
    }
}
