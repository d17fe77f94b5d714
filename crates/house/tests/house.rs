//! This workspace is in order: imports, dependencies, names, paths, programs of tests, pages of documentation.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tangency_house::pages::{self, MarkdownPage};
use tangency_house::sources::{CrateSources, crates};
use tangency_house::{dependencies, imports, names, paths, test_programs};

/// Public type names that stand for more than one thing on purpose, with the reason; at most ten.
const SHARED_NAMES: [(&str, &str); 6] = [
    (
        "Vec3",
        "of any scalar in formulas, of f64 from geometry on: the same vector",
    ),
    (
        "Scene",
        "one that a program writes in tangency, one that was read and checked in scene",
    ),
    (
        "Simulation",
        "the engine's, and the front door's around it with bodies, observers and checkpoints",
    ),
    (
        "Solid",
        "a shape with words about it in tangency, a mesh with its material in engine",
    ),
    ("Obstacle", "as `Solid`"),
    ("Grains", "as `Solid`"),
];

/// Names that still wait to be given to one thing alone.
const PENDING_NAMES: &[&str] = &[];

/// Crates whose modules still wait to be put in order.
const PENDING_CYCLES: &[&str] = &[];

/// Paths in ARCHITECTURE.md that programs make, with who does.
const MADE_PATHS: [(&str, &str); 1] = [(
    "crates/trials/failures",
    "trials leave scenes that fail there",
)];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn workspace() -> Vec<CrateSources> {
    let crates = crates(root()).unwrap();
    assert!(crates.len() > 5, "the workspace is not there");
    crates
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// Fails where something is found that is not excused, and where something is excused that is not found.
#[track_caller]
fn expect(found: &[(&str, String)], excused: &[&str]) {
    let known: BTreeSet<&str> = found.iter().map(|(key, _)| *key).collect();
    let new: Vec<&str> = found
        .iter()
        .filter(|(key, _)| !excused.contains(key))
        .map(|(_, sentence)| &sentence[..])
        .collect();
    assert!(new.is_empty(), "{}", new.join("\n"));
    let stale: Vec<&&str> = excused
        .iter()
        .filter(|key| !known.contains(**key))
        .collect();
    assert!(stale.is_empty(), "no longer to be excused: {stale:?}");
}

#[test]
fn modules_import_each_other_in_one_direction() {
    let crates = workspace();
    let cycles: Vec<_> = crates.iter().flat_map(imports::import_cycles).collect();
    let found: Vec<_> = cycles
        .iter()
        .map(|c| (&c.krate[..], c.to_string()))
        .collect();
    expect(&found, PENDING_CYCLES);
}

#[test]
fn crates_use_what_the_architecture_says() {
    let manifests = dependencies::from_manifests(root()).unwrap();
    let text = dependencies::from_text(&architecture());
    let differences = dependencies::differences(&manifests, &text);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_public_type_name_stands_for_one_thing() {
    assert!(SHARED_NAMES.len() <= 10);
    let twice = names::defined_twice(&workspace());
    let sentence = |(name, places): (&String, &Vec<String>)| {
        format!("`{name}` is defined in {}", places.join(" and "))
    };
    let found: Vec<_> = twice
        .iter()
        .map(|entry| (&entry.0[..], sentence(entry)))
        .collect();
    let shared = SHARED_NAMES.iter().map(|(name, _)| *name);
    let excused: Vec<&str> = shared.chain(PENDING_NAMES.iter().copied()).collect();
    expect(&found, &excused);
}

#[test]
fn paths_in_the_architecture_are_there() {
    let made: Vec<&str> = MADE_PATHS.iter().map(|(path, _)| *path).collect();
    let missing = paths::missing_paths(root(), &architecture()).unwrap();
    let sentence = |line: usize, path: &str| format!("ARCHITECTURE.md:{line}: {path} is not there");
    let found = missing
        .iter()
        .filter(|(_, path)| !made.contains(&&path[..]));
    let found: Vec<_> = found.map(|(line, path)| sentence(*line, path)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn documentation() -> Vec<MarkdownPage> {
    let pages = pages::pages(root(), &["README.md", "ARCHITECTURE.md", "CHANGELOG.md"]).unwrap();
    assert!(pages.len() > 40, "{} pages", pages.len());
    pages
}

#[test]
fn links_of_the_documentation_lead_somewhere() {
    let pages = documentation();
    let broken = pages::broken_links(root(), &pages);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let unlisted = pages::unlisted_pages(&pages);
    assert!(unlisted.is_empty(), "not in docs/SUMMARY.md: {unlisted:?}");
}

#[test]
fn code_beside_formulas_is_that_of_the_sources() {
    let (count, stale) = pages::stale_excerpts(root(), &documentation()).unwrap();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    assert!(count >= 10, "{count} excerpts");
}

#[test]
fn messages_in_the_documentation_are_those_of_the_program() {
    let page = documentation()
        .into_iter()
        .find(|page| page.path == Path::new("docs/troubleshooting.md"));
    let files = workspace().into_iter().flat_map(|one| one.files);
    let sources = files.map(|file| fs::read_to_string(root().join(file.path)).unwrap());
    let sources: Vec<String> = sources.collect();
    let (count, unknown) = pages::unknown_messages(&page.unwrap(), &sources);
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(count >= 40, "{count} messages");
}

#[test]
fn every_file_of_tests_is_part_of_a_program() {
    let unlisted = test_programs::unlisted_tests(root()).unwrap();
    assert!(
        unlisted.is_empty(),
        "not in `main.rs` beside them, so never run: {unlisted:?}"
    );
}

#[test]
fn a_file_of_tests_that_is_not_listed_is_found() {
    let root = tempfile::tempdir().unwrap();
    let tests = root.path().join("crates/some/tests");
    fs::create_dir_all(&tests).unwrap();
    for (name, text) in [
        ("main.rs", "mod listed;\n// mod commented;\n"),
        ("listed.rs", ""),
        ("commented.rs", ""),
        ("make.py", ""),
    ] {
        fs::write(tests.join(name), text).unwrap();
    }
    let unlisted = test_programs::unlisted_tests(root.path()).unwrap();
    assert_eq!(unlisted, [tests.join("commented.rs")]);
}
