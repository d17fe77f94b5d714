//! Public type names, and where each is defined.

use std::collections::BTreeMap;

use crate::sources::{CrateSources, SourceFile};
use crate::tokens::{RustToken, starts_with};

/// The types, traits and aliases that are declared `pub`, in public modules or not: where each name is defined.
#[must_use]
pub fn public_types(crates: &[CrateSources]) -> BTreeMap<String, Vec<String>> {
    let mut names = BTreeMap::<String, Vec<String>>::new();
    for file in crates.iter().flat_map(|krate| &krate.files) {
        for (name, line) in definitions(file) {
            let place = format!("{}:{line}", file.path.display());
            names.entry(name).or_default().push(place);
        }
    }
    names
}

/// The names that are defined in more than one place.
#[must_use]
pub fn defined_twice(crates: &[CrateSources]) -> BTreeMap<String, Vec<String>> {
    let mut names = public_types(crates);
    names.retain(|_, places| places.len() > 1);
    names
}

fn definitions(file: &SourceFile) -> Vec<(String, usize)> {
    let tokens = file.tokens();
    let is_type = |at: usize| {
        let kinds = ["struct", "enum", "union", "trait", "type"];
        kinds.iter().any(|kind| starts_with(&tokens, at, &[kind]))
    };
    let mut definitions = Vec::new();
    for at in 0..tokens.len() {
        // `pub(crate)` and the like are not public.
        if !starts_with(&tokens, at, &["pub"]) || starts_with(&tokens, at + 1, &["("]) {
            continue;
        }
        let kind = if starts_with(&tokens, at + 1, &["unsafe"]) {
            at + 2
        } else {
            at + 1
        };
        if let (true, Some(located)) = (is_type(kind), tokens.get(kind + 1))
            && let RustToken::Word(name) = located.token
        {
            definitions.push((name.to_owned(), located.line));
        }
    }
    definitions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::crates;
    use crate::sources::tests::workspace;

    fn twice(files: &[(&str, &str)]) -> Vec<String> {
        let folder = workspace(files);
        let names = defined_twice(&crates(folder.path()).unwrap());
        names.into_keys().collect()
    }

    #[test]
    fn a_name_for_two_things_is_found() {
        for second in [
            "pub struct Pair;",
            "pub enum Pair<'a, T: Copy> { A(&'a T) }",
            "pub trait Pair: Copy {}",
            "pub unsafe trait Pair {}",
            "pub type Pair = [u32; 2];",
            "mod private { #[derive(Debug)]\npub struct Pair(u32); }",
        ] {
            let first = ("crates/a/src/deep/pair.rs", "pub struct Pair { a: u32 }");
            assert_eq!(
                twice(&[first, ("crates/b/src/lib.rs", second)]),
                ["Pair"],
                "{second}"
            );
        }
        assert_eq!(
            twice(&[(
                "crates/a/src/lib.rs",
                "pub struct Pair; mod m { pub struct Pair; }"
            )]),
            ["Pair"]
        );
    }

    #[test]
    fn what_is_not_public_may_have_any_name() {
        for second in [
            "struct Pair;",
            "pub(crate) struct Pair;",
            "pub(super) enum Pair {}",
            "// pub struct Pair;",
            "const TEXT: &str = \"pub struct Pair;\";",
            "#[cfg(test)] mod tests { pub struct Pair; }",
            "impl Iterator for X { type Pair = u8; }",
            "pub use a::Pair;",
            "pub struct Pairs;",
        ] {
            let first = ("crates/a/src/lib.rs", "pub struct Pair;");
            let files = [
                first,
                ("crates/b/src/lib.rs", second),
                ("crates/b/tests/t.rs", first.1),
            ];
            assert_eq!(twice(&files), Vec::<String>::new(), "{second}");
        }
    }
}
