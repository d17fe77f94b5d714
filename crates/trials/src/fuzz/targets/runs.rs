//! Run folders of which one file was changed.
//!
//! An input is the number of a seed run, the number of a file in it (a byte each), and the contents that take its place.

use std::path::Path;

use tangency_io::npz;
use tangency_io::run_folder::RunReader;
use tangency_scene::{Budget, load_text_within};

use super::arrays::{change_archive, to_bytes};
use super::{FuzzTarget, changes};
use crate::fuzz::seeds::{self, FILES, RunFiles};
use crate::fuzz::{bytes, text};
use crate::random::RandomStream;

/// A run with one file changed.
pub fn mutated(target: FuzzTarget, random: &mut RandomStream) -> Vec<u8> {
    let runs = seeds::runs();
    let number = random.below(runs.len());
    // What a run resumes from matters most where it is resumed.
    let file = match target {
        FuzzTarget::Resume if random.chance(0.7) => seeds::CHECKPOINT,
        _ => random.below(FILES.len()),
    };
    let mut content = runs[number].contents[file].clone();
    let others: Vec<Vec<u8>> = runs.iter().map(|run| run.contents[file].clone()).collect();
    let archive = npz::from_bytes(&content).ok();
    match archive {
        Some(mut archive) if random.chance(0.9) => {
            (0..changes(random)).for_each(|_| change_archive(&mut archive, random));
            content = to_bytes(&archive);
        }
        _ if std::str::from_utf8(&content).is_ok() => {
            (0..changes(random)).for_each(|_| text::change(&mut content, &others, random));
        }
        _ => (0..changes(random)).for_each(|_| bytes::change(&mut content, &others, random)),
    }
    [vec![number as u8, file as u8], content].concat()
}

/// Writes the folder that an input means; `None` where it means none.
fn write(input: &[u8], folder: &Path) -> Option<()> {
    let [number, file, content @ ..] = input else {
        return None;
    };
    let runs = seeds::runs();
    let run: &RunFiles = &runs[usize::from(*number) % runs.len()];
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder.join("frames")).ok()?;
    for (k, name) in FILES.iter().enumerate() {
        let is_changed = k == usize::from(*file) % FILES.len();
        let bytes = if is_changed {
            content
        } else {
            run.contents[k].as_slice()
        };
        std::fs::write(folder.join(name), bytes).ok()?;
    }
    Some(())
}

/// Reads all that a folder holds.
pub fn read(input: &[u8], scratch: &Path) {
    let folder = scratch.join("run");
    if write(input, &folder).is_none() {
        return;
    }
    let Ok(run) = RunReader::open(&folder) else {
        return;
    };
    for number in run.frame_numbers() {
        drop(run.frame(number));
    }
    drop(run.checkpoint());
    drop(run.certificate());
    drop(run.stats());
    if let Ok(text) = run.scene_json() {
        let budget = Budget::of(6_000_000);
        let scene = load_text_within("scene.json", &text, &folder, &[], &budget);
        drop(scene.map(|scene| scene.build()));
    }
}

/// The program, with its arguments.
fn tangency(arguments: &[&str]) {
    let arguments = std::iter::once("tangency").chain(arguments.iter().copied());
    tangency_cli::main_with(arguments.map(Into::into));
}

/// Verifies a folder and writes its frames in another format.
pub fn verify(input: &[u8], scratch: &Path) {
    let folder = scratch.join("run");
    if write(input, &folder).is_some() {
        let path = folder.display().to_string();
        tangency(&["verify", &path]);
        tangency(&["export", &path, "--format", "vtu"]);
        tangency(&["export", &path, "--format", "glb"]);
    }
}

/// Resumes a run by one step.
pub fn resume(input: &[u8], scratch: &Path) {
    let folder = scratch.join("run");
    if write(input, &folder).is_some() {
        let path = folder.display().to_string();
        tangency(&[
            "run",
            &path,
            "--resume",
            "--quiet",
            "--steps",
            "3",
            "--memory-limit",
            "6MB",
        ]);
    }
}
