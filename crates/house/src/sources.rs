//! The crates of a workspace and their sources, without what is compiled for tests only.

use std::io;
use std::path::{Path, PathBuf};

use crate::tokens::{LocatedToken, RustToken, after_group, starts_with, tokenize};

/// A source file of a crate.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// From the root of the workspace.
    pub path: PathBuf,
    /// The module it is, from the root of the crate; empty for `lib.rs` and `main.rs`.
    pub module: Vec<String>,
    text: String,
}

impl SourceFile {
    /// The tokens that are compiled outside of tests.
    #[must_use]
    pub fn tokens(&self) -> Vec<LocatedToken<'_>> {
        without_tests(tokenize(&self.text)).0
    }
}

/// A crate of the workspace: a folder in `crates`.
#[derive(Clone, Debug)]
pub struct CrateSources {
    /// Name of its folder.
    pub name: String,
    /// The files under `src` that are compiled outside of tests, sorted by path.
    pub files: Vec<SourceFile>,
}

/// The crates under `root/crates` that have sources, sorted by name.
pub fn crates(root: &Path) -> io::Result<Vec<CrateSources>> {
    let folders = entries(&root.join("crates"))?.into_iter();
    let folders = folders.filter(|folder| folder.join("src").is_dir());
    let read = |folder: PathBuf| {
        let mut files = Vec::new();
        read_folder(root, &folder.join("src"), &[], &mut files)?;
        Ok(CrateSources {
            name: file_name(&folder),
            files: without_test_files(files),
        })
    };
    folders.map(read).collect()
}

/// The paths in a folder, sorted.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn read_folder(
    root: &Path,
    folder: &Path,
    module: &[String],
    files: &mut Vec<SourceFile>,
) -> io::Result<()> {
    for path in entries(folder)? {
        let name = file_name(&path);
        let child = |name: &str| [module, &[name.to_owned()]].concat();
        if path.is_dir() {
            read_folder(root, &path, &child(&name), files)?;
        } else if let Some(name) = name.strip_suffix(".rs") {
            let is_root = module.is_empty() && matches!(name, "lib" | "main");
            files.push(SourceFile {
                path: path.strip_prefix(root).unwrap_or(&path).to_owned(),
                module: match name {
                    "mod" => module.to_vec(),
                    _ if is_root => Vec::new(),
                    _ => child(name),
                },
                text: std::fs::read_to_string(&path)?,
            });
        }
    }
    Ok(())
}

/// The files that are not modules for tests, nor inside of one.
fn without_test_files(files: Vec<SourceFile>) -> Vec<SourceFile> {
    let for_tests = |file: &SourceFile| -> Vec<Vec<String>> {
        let names = without_tests(tokenize(&file.text)).1.into_iter();
        names
            .map(|name| [&file.module[..], &[name.to_owned()]].concat())
            .collect()
    };
    let for_tests: Vec<Vec<String>> = files.iter().flat_map(for_tests).collect();
    let is_used = |file: &SourceFile| !for_tests.iter().any(|m| file.module.starts_with(m));
    files.into_iter().filter(is_used).collect()
}

/// The tokens without the items under `#[cfg(test)]`, and the names of the files among those.
fn without_tests(tokens: Vec<LocatedToken<'_>>) -> (Vec<LocatedToken<'_>>, Vec<&str>) {
    let (mut kept, mut files) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if !is_test_attribute(&tokens, at) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let start = after_attributes(&tokens, at);
        at = after_item(&tokens, start);
        let module = (start..at).find(|&k| starts_with(&tokens, k, &["mod"]));
        if let Some(module) = module.filter(|&module| starts_with(&tokens, module + 2, &[";"]))
            && let RustToken::Word(name) = tokens[module + 1].token
        {
            files.push(name);
        }
    }
    (kept, files)
}

/// Whether `#[cfg(test)]`, or another condition that asks for tests, is at `at`.
fn is_test_attribute(tokens: &[LocatedToken], at: usize) -> bool {
    if !starts_with(tokens, at, &["#", "[", "cfg", "("]) {
        return false;
    }
    let condition = &tokens[at..after_group(tokens, at + 1)];
    let has = |word| condition.iter().any(|t| t.token == RustToken::Word(word));
    has("test") && !has("not")
}

fn after_attributes(tokens: &[LocatedToken], mut at: usize) -> usize {
    while starts_with(tokens, at, &["#", "["]) {
        at = after_group(tokens, at + 1);
    }
    at
}

/// The place after an item, a statement, a field or a variant.
fn after_item(tokens: &[LocatedToken], start: usize) -> usize {
    const ITEMS: [&str; 14] = [
        "pub",
        "fn",
        "struct",
        "enum",
        "mod",
        "use",
        "const",
        "static",
        "impl",
        "trait",
        "type",
        "unsafe",
        "extern",
        "macro_rules",
    ];
    let is_item = ITEMS.iter().any(|item| starts_with(tokens, start, &[item]));
    let mut at = start;
    while let Some(located) = tokens.get(at) {
        match located.token {
            RustToken::Mark(';') => return at + 1,
            RustToken::Mark(',') if !is_item => return at + 1,
            RustToken::Mark('{') => return after_group(tokens, at),
            RustToken::Mark('(' | '[') => at = after_group(tokens, at),
            RustToken::Mark(')' | ']' | '}') => return at,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::fs;

    /// A workspace of these files, in a folder that is removed when it is dropped.
    pub fn workspace(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn kept(text: &str) -> String {
        let kept = without_tests(tokenize(text)).0.into_iter();
        let words = kept.map(|t| match t.token {
            RustToken::Word(word) => word.to_owned(),
            RustToken::Mark(mark) => mark.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_tests_alone_have_is_left_out() {
        assert_eq!(kept("a; #[cfg(test)] mod tests { use b; } c;"), "a ; c ;");
        assert_eq!(
            kept("#[cfg(test)] #[allow(x)] pub fn f<A, B>(a: [u8; 2]) { g } c"),
            "c"
        );
        assert_eq!(
            kept("struct S { a: u8, #[cfg(test)] b: u8, c: u8 }"),
            "struct S { a : u8 , c : u8 }"
        );
        assert_eq!(kept("struct S { #[cfg(test)] b: u8 } c"), "struct S { } c");
        assert_eq!(
            kept("#[cfg(not(test))] a; #[cfg(all(test, unix))] b;"),
            "# [ cfg ( not ( test ) ) ] a ;"
        );
    }

    #[test]
    fn modules_are_read_from_their_paths() {
        let folder = workspace(&[
            (
                "crates/a/src/lib.rs",
                "mod x; mod y; #[cfg(test)] mod testing;",
            ),
            ("crates/a/src/x.rs", "#[cfg(test)] mod tests;"),
            ("crates/a/src/x/tests.rs", ""),
            ("crates/a/src/x/tests/deep.rs", ""),
            ("crates/a/src/x/part.rs", ""),
            ("crates/a/src/y/mod.rs", ""),
            ("crates/a/src/testing.rs", ""),
            ("crates/no-sources/Cargo.toml", ""),
        ]);
        let crates = crates(folder.path()).unwrap();
        let names: Vec<&str> = crates.iter().map(|c| &c.name[..]).collect();
        assert_eq!(names, ["a"]);
        let modules: Vec<String> = crates[0]
            .files
            .iter()
            .map(|f| f.module.join("::"))
            .collect();
        assert_eq!(modules, ["", "x::part", "x", "y"]);
    }
}
