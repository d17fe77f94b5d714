//! Runs left alone, which interrupted ones are compared with.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

use super::scene::KilledScene;
use super::whole::{is_resumable, unreadable};
use crate::folders::differences;
use crate::program::{Ended, ProgramUnderTest};

/// Time after which a run counts as one that does not end.
pub const LIMIT: Duration = Duration::from_secs(300);

/// A scene with its uninterrupted run.
pub struct Reference {
    /// The scene file.
    pub scene: PathBuf,
    /// The run folder.
    pub run: PathBuf,
    /// Duration of the run.
    pub time: Duration,
    /// Size of the folder on disk, bytes.
    pub size: u64,
    program: ProgramUnderTest,
    words: PathBuf,
}

impl Reference {
    /// Runs a scene in `folder`, and verifies the run.
    pub fn new(
        program: &ProgramUnderTest,
        scene: &KilledScene,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let at = |name: String| folder.join(name);
        let file = at(format!("{}.toml", scene.name));
        fs::write(&file, scene.text)?;
        let mut reference = Reference {
            scene: file,
            run: at(scene.name.to_string()),
            time: Duration::ZERO,
            size: 0,
            program: program.clone(),
            words: at(format!("{}.txt", scene.name)),
        };
        let begun = Instant::now();
        let ended = reference.call(&reference.fresh(&reference.run))?;
        reference.time = begun.elapsed();
        ensure!(ended.code == Some(0), "{}: {}", scene.name, ended.text);
        let run = reference.run.display().to_string();
        let verified = reference.call(&["verify".to_string(), run])?;
        ensure!(
            verified.code == Some(0),
            "{}: {}",
            scene.name,
            verified.text
        );
        reference.size = pages(&reference.run)?;
        Ok(reference)
    }

    /// The arguments of a run from the start into `run`.
    pub fn fresh(&self, run: &Path) -> Vec<String> {
        let (scene, run) = (self.scene.display(), run.display());
        let words = ["run", "--overwrite", "--threads", "1", "--out"];
        let words = words.iter().map(|word| (*word).to_string());
        words.chain([run.to_string(), scene.to_string()]).collect()
    }

    /// The arguments that go on with what is in `run`, from the start where nothing is.
    pub fn onward(&self, run: &Path) -> Vec<String> {
        if !is_resumable(run) {
            return self.fresh(run);
        }
        let run = run.display().to_string();
        let words = ["run", "--resume", "--threads", "1"].map(String::from);
        words.into_iter().chain([run]).collect()
    }

    /// Runs the program to its end.
    pub fn call(&self, arguments: &[String]) -> anyhow::Result<Ended> {
        let ended = self.program.run(arguments, &self.words, LIMIT)?;
        ensure!(!ended.timed_out, "{arguments:?} does not end");
        Ok(ended)
    }

    /// The program.
    pub fn program(&self) -> &ProgramUnderTest {
        &self.program
    }

    /// The file that takes what the program says.
    pub fn words(&self) -> &Path {
        &self.words
    }

    /// Sentences about what is wrong with a run that was ended by force.
    pub fn after_force(&self, run: &Path) -> Vec<String> {
        unreadable(run)
    }

    /// Sentences about what is wrong with a run that has come to its end at last.
    pub fn at_the_end(&self, run: &Path) -> anyhow::Result<Vec<String>> {
        let mut found = differences(&self.run, run, true)?;
        for folder in [run.to_path_buf(), run.join("frames")] {
            let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
            for entry in entries {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if name.ends_with("tmp") {
                    found.push(format!("{name} is left behind"));
                }
            }
        }
        Ok(found)
    }
}

/// Bytes of the pages that the files of a folder take.
fn pages(folder: &Path) -> anyhow::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let data = entry.metadata()?;
        sum += if data.is_dir() {
            pages(&entry.path())?
        } else {
            data.len().next_multiple_of(4096)
        };
    }
    Ok(sum)
}
