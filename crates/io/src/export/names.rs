//! Names for other programs: of allowed characters only, and each once.

use std::collections::HashSet;

/// Names that are taken; upper and lower case are the same, as on some file systems.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// The name, or where it is taken, the name with a number.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let mut candidate = name.to_owned();
        let mut number = 2;
        while !self.taken.insert(candidate.to_lowercase()) {
            candidate = format!("{name}_{number}");
            number += 1;
        }
        candidate
    }

    /// The first name where it is free, else the second, if need be with a number.
    pub(super) fn either(&mut self, name: &str, otherwise: &str) -> String {
        match self.taken.contains(&name.to_lowercase()) {
            true => self.unique(otherwise),
            false => self.unique(name),
        }
    }
}

/// A name that is an identifier: letters, digits and underscores of ASCII, no digit first.
pub(super) fn identifier(name: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let kept = |c: char| if is_kept(c) { c } else { '_' };
    let mut word: String = name.chars().map(kept).collect();
    if word.chars().next().is_none_or(|c| c.is_ascii_digit()) {
        word.insert(0, '_');
    }
    word
}

/// A name that a file may have on any system: letters, digits, `-`, `_`, and `.` within.
pub(super) fn file_stem(name: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let kept = |c: char| if is_kept(c) { c } else { '_' };
    let word: String = name.chars().map(kept).take(100).collect();
    let word = word.trim_matches('.');
    match word.is_empty() {
        true => "body".to_owned(),
        false => word.to_owned(),
    }
}
