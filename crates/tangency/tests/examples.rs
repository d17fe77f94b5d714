//! Every example runs to its end; what it shows it asserts itself.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder in which cargo has put the examples beside this test.
fn built() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().with_file_name("examples")
}

#[test]
fn every_example_runs_and_tells_something() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(sources).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let program = built().join(&name);
        let output = Command::new(&program)
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let told = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {told}{complaint}");
        assert!(!told.trim().is_empty(), "{name} says nothing");
    }
}
