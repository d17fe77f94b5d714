//! The crates that each crate uses, as Cargo has it and as ARCHITECTURE.md says.
//!
//! ARCHITECTURE.md has one line for each crate, in a block of `text`: `engine -> formulas, geometry`. Names are those of the
//! folders in `crates`. Dependencies of tests alone are not listed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use crate::sources::{entries, file_name};

/// The crates of a workspace that each of its crates uses, by the names of their folders.
pub type CrateUses = BTreeMap<String, BTreeSet<String>>;

/// The dependencies in the manifests under `root/crates`, without those of tests.
pub fn from_manifests(root: &Path) -> io::Result<CrateUses> {
    let mut manifests = Vec::new();
    for folder in entries(&root.join("crates"))? {
        let manifest = folder.join("Cargo.toml");
        if manifest.is_file() {
            manifests.push((file_name(&folder), std::fs::read_to_string(manifest)?));
        }
    }
    let packages = manifests
        .iter()
        .map(|(folder, text)| (package(text), folder));
    let packages: BTreeMap<&str, &String> = packages.collect();
    let uses = manifests.iter().map(|(folder, text)| {
        let used = dependencies(text).into_iter();
        let used = used.filter_map(|name| packages.get(name).map(|&folder| folder.clone()));
        (folder.clone(), used.collect())
    });
    Ok(uses.collect())
}

/// The lines `crate -> crates it uses` in the blocks of `text` of a page.
#[must_use]
pub fn from_text(text: &str) -> CrateUses {
    let mut is_listing = false;
    let mut uses = CrateUses::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_listing = line == "```text";
        }
        let Some((name, used)) = line.split_once("->").filter(|_| is_listing) else {
            continue;
        };
        let used = used
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        uses.insert(name.trim().to_owned(), used.map(str::to_owned).collect());
    }
    uses
}

/// The sentences about what the manifests and the text do not have in common; none in good order.
#[must_use]
pub fn differences(manifests: &CrateUses, text: &CrateUses) -> Vec<String> {
    let none = BTreeSet::new();
    let mut sentences = Vec::new();
    for name in manifests.keys().filter(|name| !text.contains_key(*name)) {
        sentences.push(format!("ARCHITECTURE.md does not list the crate `{name}`"));
    }
    for name in text.keys().filter(|name| !manifests.contains_key(*name)) {
        sentences.push(format!(
            "ARCHITECTURE.md lists the crate `{name}`, which is not there"
        ));
    }
    for (name, used) in manifests {
        let listed = text.get(name).unwrap_or(&none);
        for other in used.difference(listed) {
            sentences.push(format!(
                "`{name}` uses `{other}`, which ARCHITECTURE.md does not list"
            ));
        }
    }
    for (name, listed) in text {
        let used = manifests.get(name).unwrap_or(&none);
        for other in listed.difference(used) {
            sentences.push(format!(
                "`{name}` does not use `{other}`, but ARCHITECTURE.md lists it"
            ));
        }
    }
    sentences
}

/// The name of the package.
fn package(manifest: &str) -> &str {
    let names = sections(manifest).filter(|(section, line)| {
        *section == "package" && line.split('=').next().map(str::trim) == Some("name")
    });
    let name = names
        .map(|(_, line)| line.split('"').nth(1).unwrap_or(""))
        .next();
    name.unwrap_or("")
}

/// The names of the packages that are used outside of tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (section, line) in sections(manifest) {
        let (last, table) = match section.rsplit_once("dependencies.") {
            Some((kind, name)) => (kind, Some(name)),
            None => (section.strip_suffix("dependencies").unwrap_or("none"), None),
        };
        if !(last.is_empty() || last.ends_with('.') || last.ends_with("build-")) {
            continue;
        }
        let key = line.split(['=', '.']).next().unwrap_or("").trim();
        let renamed = line.split_once("package").map_or("", |(_, rest)| rest);
        names.extend(table.or((!key.is_empty()).then_some(key)).map(unquoted));
        names.extend(
            renamed
                .trim_start()
                .strip_prefix('=')
                .and_then(|r| r.split('"').nth(1)),
        );
    }
    names
}

fn unquoted(name: &str) -> &str {
    name.trim_matches(['"', '\''])
}

/// The lines of a manifest without comments, each with the section it is in; the heads too, as empty lines.
fn sections(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = manifest
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim());
    lines.scan("", |section, line| {
        let head = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'));
        let line = if let Some(head) = head {
            *section = head;
            ""
        } else {
            line
        };
        Some((*section, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::tests::workspace;

    const TEXT: &str =
        "the picture:\n```text\nbase ->\ntop  -> base\n```\nnot a line: top -> other\n";

    fn found(top: &str, text: &str) -> Vec<String> {
        let folder = workspace(&[
            ("crates/base/Cargo.toml", "[package]\nname = \"x-base\"\n"),
            ("crates/top/Cargo.toml", top),
        ]);
        differences(&from_manifests(folder.path()).unwrap(), &from_text(text))
    }

    #[test]
    fn a_dependency_that_is_not_listed_is_found() {
        let top = "[package]\nname = \"x-top\"\n";
        let bare = "```text\nbase ->\ntop ->\n```";
        for uses in [
            "[dependencies]\nx-base.workspace = true",
            "[dependencies]\nserde = \"1\"\nx-base = { path = \"../base\", features = [\"a\"] } # why",
            "[dependencies.x-base]\nworkspace = true",
            "[target.'cfg(unix)'.dependencies]\nx-base = \"1\"",
            "[build-dependencies]\n\"x-base\" = \"1\"",
            "[dependencies]\nfoundation = { package = \"x-base\", version = \"1\" }",
        ] {
            let top = format!("{top}{uses}\n");
            let sentence = "`top` uses `base`, which ARCHITECTURE.md does not list";
            assert_eq!(found(&top, bare), [sentence], "{uses}");
            assert_eq!(found(&top, TEXT), Vec::<String>::new(), "{uses}");
        }
    }

    #[test]
    fn dependencies_of_tests_are_not_asked_for() {
        let top = "[package]\nname = \"x-top\"\n[dev-dependencies]\nx-base = \"1\"\n[dev-dependencies.x-base]\na = 1\n";
        let sentence = "`top` does not use `base`, but ARCHITECTURE.md lists it";
        assert_eq!(found(top, TEXT), [sentence]);
    }

    #[test]
    fn crates_that_only_one_of_them_has_are_found() {
        let top = "[package]\nname = \"x-top\"\n";
        let sentences = found(top, "```text\ntop ->\nroof ->\n```");
        assert_eq!(sentences.len(), 2);
        assert!(
            sentences[0].contains("does not list the crate `base`"),
            "{}",
            sentences[0]
        );
        assert!(
            sentences[1].contains("`roof`, which is not there"),
            "{}",
            sentences[1]
        );
    }
}
