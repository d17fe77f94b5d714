//! Random worlds of every method, and the worlds that broke the program once.

use std::fs;
use std::path::{Path, PathBuf};

use tangency_trials::program::ProgramUnderTest;
use tangency_trials::worlds::{self, Extras, Tally, WorldMethod, WorldOptions, WorldVerdict};

fn program() -> ProgramUnderTest {
    ProgramUnderTest::new(env!("CARGO_BIN_EXE_trials"))
}

/// Worlds of a method from a fixed seed on; those that fail are kept beside the others of the crate.
fn run(method: WorldMethod, count: u64) -> Tally {
    let options = WorldOptions {
        count,
        seed: 1,
        only: Some(method),
        jobs: 1,
        keep: Path::new(env!("CARGO_MANIFEST_DIR")).join("failures"),
        scenes: Vec::new(),
        verbose: false,
        program: None,
    };
    worlds::run(&program(), &options).unwrap()
}

fn assert_clean(methods: &[WorldMethod], count: u64) {
    for &method in methods {
        let tally = run(method, count);
        assert!(tally.is_clean(), "{tally}");
        assert!(tally.checks.flights > 0, "{tally}");
    }
}

#[test]
fn worlds_solved_by_newton_hold() {
    assert_clean(
        &[
            WorldMethod::Ipc,
            WorldMethod::Convergent,
            WorldMethod::Gcp,
            WorldMethod::Ogc,
            WorldMethod::Plane,
        ],
        40,
    );
}

#[test]
fn worlds_of_block_descent_hold() {
    assert_clean(
        &[WorldMethod::IpcVbd, WorldMethod::OgcVbd, WorldMethod::Gpu],
        30,
    );
}

#[test]
fn bodies_inside_one_another_are_refused() {
    let tally = run(WorldMethod::Wrong, 30);
    let counts = tally.counts[&WorldMethod::Wrong];
    assert_eq!((counts.worlds, counts.refused), (30, 30), "{tally}");
}

#[test]
fn worlds_that_broke_the_program_once_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("worlds");
    let entries = fs::read_dir(folder).unwrap();
    let mut scenes: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    scenes.sort();
    assert!(!scenes.is_empty());
    for scene in scenes {
        let folder = tempfile::tempdir().unwrap();
        let verdict = worlds::judge(&program(), &scene, folder.path(), Extras::ALL).unwrap();
        assert!(
            matches!(verdict, WorldVerdict::Held(_)),
            "{}: {verdict:?}",
            scene.display()
        );
    }
}
