//! Files of tests that belong to no program, so that nothing would ever run them.
//!
//! The tests of a crate in `tests/*.rs` are modules of one program, `tests/main.rs`: it is linked once. A file that this one
//! does not list is never compiled, and no compiler says so.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::sources::entries;
use crate::tokens::{RustToken, tokenize};

/// The files in `tests` of the crates below `root/crates` that their `tests/main.rs` does not list.
pub fn unlisted_tests(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut unlisted = Vec::new();
    for krate in entries(&root.join("crates"))? {
        let main = krate.join("tests/main.rs");
        if !main.is_file() {
            continue;
        }
        let listed = modules(&fs::read_to_string(&main)?);
        let is_unlisted = |file: &PathBuf| {
            let is_rust = file.extension().is_some_and(|extension| extension == "rs");
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            is_rust && stem != "main" && !listed.iter().any(|name| *name == stem)
        };
        unlisted.extend(
            entries(&krate.join("tests"))?
                .into_iter()
                .filter(is_unlisted),
        );
    }
    Ok(unlisted)
}

/// The names after `mod` in a source text.
fn modules(text: &str) -> Vec<String> {
    let tokens = tokenize(text);
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter_map(|(first, second)| match (&first.token, &second.token) {
            (RustToken::Word("mod"), RustToken::Word(name)) => Some((*name).to_owned()),
            _ => None,
        })
        .collect()
}
