//! The paths that a text names, and whether they are there.
//!
//! Text between backquotes is a path if it has a slash or ends like a source file, and nothing in it but letters,
//! digits and `_ - . /`; `a/{b,c}.rs` stands for two. Paths begin at the root of the workspace or in `crates`. The name of
//! a file alone is looked for in the folders that are named in the same line, or anywhere where none is.

use std::io;
use std::path::{Path, PathBuf};

use crate::sources::{entries, file_name};

/// The paths in a text that are not there, with their lines, from 1.
pub fn missing_paths(root: &Path, text: &str) -> io::Result<Vec<(usize, String)>> {
    let everything = everything(root)?;
    let mut missing = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let paths: Vec<String> = spans(line).flat_map(alternatives).collect();
        let folders: Vec<PathBuf> = paths.iter().filter_map(|path| folder(root, path)).collect();
        for path in paths.into_iter().filter(|path| is_path(path)) {
            let is_there = if path.contains('/') {
                found(root, &path).is_some()
            } else {
                everything.iter().any(|file| {
                    let is_near = folders.iter().any(|folder| file.starts_with(folder));
                    file_name(file) == path && (folders.is_empty() || is_near)
                })
            };
            if !is_there {
                missing.push((number, path));
            }
        }
    }
    Ok(missing)
}

/// The pieces of a line that are between backquotes.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The paths that a path with one choice in braces stands for.
fn alternatives(path: &str) -> Vec<String> {
    let parts = path.split_once('{').and_then(|(before, rest)| {
        let (choices, after) = rest.split_once('}')?;
        Some((before, choices, after))
    });
    match parts {
        Some((before, choices, after)) => {
            let choices = choices.split(',');
            choices
                .map(|choice| format!("{before}{}{after}", choice.trim()))
                .collect()
        }
        None => vec![path.to_owned()],
    }
}

fn is_path(text: &str) -> bool {
    let has_path_letters = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let ends = [".rs", ".py", ".sh", ".toml"];
    let is_file = ends
        .iter()
        .any(|end| text.len() > end.len() && text.ends_with(end));
    text.chars().all(has_path_letters) && (is_file || text.contains('/'))
}

fn found(root: &Path, path: &str) -> Option<PathBuf> {
    let places = [root.join(path), root.join("crates").join(path)];
    places.into_iter().find(|path| path.exists())
}

/// The folder that a path with a slash is, or is in; without a slash, a folder at the root.
fn folder(root: &Path, path: &str) -> Option<PathBuf> {
    if !path.contains('/') {
        return Some(root.join(path)).filter(|path| path.is_dir());
    }
    let path = found(root, path).filter(|_| is_path(path))?;
    if path.is_dir() {
        Some(path)
    } else {
        path.parent().map(Path::to_owned)
    }
}

/// All files of the workspace, without what is built.
fn everything(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_symlink() || matches!(&file_name(&path)[..], "target" | ".git") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::tests::workspace;

    fn missing(text: &str) -> Vec<String> {
        let folder = workspace(&[
            ("crates/a/src/deep/one.rs", ""),
            ("crates/a/src/two.rs", ""),
            ("benches/three.py", ""),
            ("target/four.rs", ""),
        ]);
        let missing = missing_paths(folder.path(), text).unwrap();
        missing
            .into_iter()
            .map(|(line, path)| format!("{line} {path}"))
            .collect()
    }

    #[test]
    fn a_path_that_is_not_there_is_found() {
        for (text, expected) in [
            ("see\n`crates/b`", "2 crates/b"),
            ("`a/src/one.rs`", "1 a/src/one.rs"),
            ("`a/src/{two,one}.rs`", "1 a/src/one.rs"),
            ("`five.rs`", "1 five.rs"),
            ("`four.rs` is built", "1 four.rs"),
            ("| `a/src/deep` | `two.rs`, `one.rs` |", "1 two.rs"),
            ("| `a/src/deep/one.rs`, `two.rs` |", "1 two.rs"),
            ("| `benches` | `three.py`, `two.rs` |", "1 two.rs"),
        ] {
            assert_eq!(missing(text), [expected], "{text}");
        }
    }

    #[test]
    fn what_is_there_or_is_no_path_is_left_alone() {
        for text in [
            "`crates/a`, `a/src/deep`, `crates/a/src/two.rs`, `benches/three.py`",
            "`one.rs`, `three.py`",
            "| `a/src` | `two.rs`, `one.rs` |",
            "`cargo run a/b`, `x ◄── y`, `Vec<T>`, `ccd`, `1/2 m²`, b/c, `.rs`",
        ] {
            assert_eq!(missing(text), Vec::<String>::new(), "{text}");
        }
    }
}
