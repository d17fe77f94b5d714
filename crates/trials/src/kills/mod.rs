//! Runs that are killed at random times or whose disk is full, resumed, and compared with runs left alone.

mod full_disk;
mod killing;
mod reference;
mod scene;
mod whole;

use std::fmt;
use std::path::PathBuf;

use clap::Args;

pub use full_disk::{Disk, Filled};
pub use killing::Killed;
pub use reference::Reference;
pub use scene::{KilledScene, SCENES};

use crate::program::ProgramUnderTest;
use crate::random::RandomStream;

/// The options of `trials kills`.
#[derive(Clone, Debug, Args)]
pub struct KillOptions {
    /// Number of kills
    #[arg(long, default_value_t = 100)]
    pub count: u64,
    /// Number of full disks
    #[arg(long, default_value_t = 20)]
    pub full: u64,
    /// Seed of the times and sizes
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Folder for the runs [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The executable `tangency` to try, instead of the one of this build
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
}

/// The results of all of it, scene by scene.
#[derive(Clone, Debug)]
pub struct KillOutcome {
    /// The way in which disks were made full.
    pub disk: Disk,
    /// By scene.
    pub scenes: Vec<(&'static str, Killed, Filled)>,
}

/// Kills, resumes, compares, and tells whether all bits were equal.
pub fn command(options: &KillOptions) -> anyhow::Result<bool> {
    let outcome = run(
        &ProgramUnderTest::chosen(options.program.as_deref())?,
        options,
    )?;
    print!("{outcome}");
    Ok(outcome.is_clean())
}

/// Kills runs and fills disks, each scene in turn.
pub fn run(program: &ProgramUnderTest, options: &KillOptions) -> anyhow::Result<KillOutcome> {
    let folder = match &options.folder {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let at = folder.path();
    let mut random = RandomStream::new(options.seed);
    let disk = Disk::best(at)?;
    let mut scenes = Vec::new();
    for (number, scene) in SCENES.iter().enumerate() {
        let reference = Reference::new(program, scene, at)?;
        let share = |all: u64| {
            let (number, scenes) = (number as u64, SCENES.len() as u64);
            all / scenes + u64::from(number < all % scenes)
        };
        let place = at.join("killed");
        let killed = killing::kill(&reference, &place, share(options.count), &mut random)?;
        let filled = full_disk::fill(&reference, at, disk, share(options.full), &mut random)?;
        scenes.push((scene.name, killed, filled));
    }
    Ok(KillOutcome { disk, scenes })
}

impl KillOutcome {
    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        let mut scenes = self.scenes.iter();
        scenes.all(|(_, killed, filled)| killed.wrong.is_empty() && filled.wrong.is_empty())
    }

    /// Kills in all.
    pub fn kills(&self) -> u64 {
        self.scenes.iter().map(|(_, killed, _)| killed.kills).sum()
    }
}

impl fmt::Display for KillOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, killed, filled) in &self.scenes {
            let words = killed.wrong.iter().chain(&filled.wrong);
            for wrong in words {
                writeln!(f, "{name}: {wrong}")?;
            }
        }
        writeln!(
            f,
            "{:<10}{:>8}{:>10}{:>12}{:>8}",
            "scene", "kills", "compared", "full disks", "wrong"
        )?;
        for (name, killed, filled) in &self.scenes {
            let wrong = killed.wrong.len() + filled.wrong.len();
            writeln!(
                f,
                "{name:<10}{:>8}{:>10}{:>12}{wrong:>8}",
                killed.kills, killed.compared, filled.full
            )?;
        }
        match self.disk {
            Disk::Memory => writeln!(f, "disks were full memory disks"),
            Disk::FileLimit => writeln!(
                f,
                "no memory disk could be mounted here (it takes root): disks were limits on the length of files"
            ),
        }
    }
}
