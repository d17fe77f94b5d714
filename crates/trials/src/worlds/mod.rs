//! Random worlds: scenes of everything the language has, run, verified, and compared with closed forms.

mod generate;
mod laws;
mod materials;
mod method;
mod shapes;
mod surroundings;
mod tally;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;
use clap::Args;

pub use generate::RandomWorld;
pub use laws::Checks;
pub use method::WorldMethod;
pub use tally::Tally;
pub use trial::{Extras, WorldVerdict, judge};

use crate::program::ProgramUnderTest;

/// Every so many worlds one is run again with two threads, one in two parts, one with exact checks, and one is exported.
const EXTRAS: u64 = 8;

/// The options of `trials worlds`.
#[derive(Clone, Debug, Args)]
pub struct WorldOptions {
    /// Number of worlds
    #[arg(long, default_value_t = 200)]
    pub count: u64,
    /// Seed of the first world; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Only worlds of this method
    #[arg(long, value_name = "METHOD")]
    pub only: Option<WorldMethod>,
    /// Worlds at a time
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Folder for scenes that fail
    #[arg(long, value_name = "DIR", default_value = "crates/trials/failures")]
    pub keep: PathBuf,
    /// Judges these scene files instead of random worlds
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub scenes: Vec<PathBuf>,
    /// Tells of each world as it is done
    #[arg(long)]
    pub verbose: bool,
    /// The executable `tangency` to try, instead of the one of this build
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
}

/// Runs the worlds and tells whether all of them held.
pub fn command(options: &WorldOptions) -> anyhow::Result<bool> {
    let program = ProgramUnderTest::chosen(options.program.as_deref())?;
    if !options.scenes.is_empty() {
        return replay(&program, &options.scenes);
    }
    let tally = run(&program, options)?;
    print!("{tally}");
    Ok(tally.is_clean())
}

/// Judges scene files and tells whether none is broken.
fn replay(program: &ProgramUnderTest, scenes: &[PathBuf]) -> anyhow::Result<bool> {
    let mut clean = true;
    for scene in scenes {
        let folder = tempfile::tempdir()?;
        let verdict = judge(program, scene, folder.path(), Extras::ALL)?;
        println!("{}: {verdict:?}", scene.display());
        clean &= !matches!(verdict, WorldVerdict::Broken(_));
    }
    Ok(clean)
}

/// Runs random worlds, keeps those that fail, and counts.
pub fn run(program: &ProgramUnderTest, options: &WorldOptions) -> anyhow::Result<Tally> {
    let tally = Mutex::new(Tally::default());
    let next = AtomicU64::new(options.seed);
    let end = options.seed + options.count;
    let work = || -> anyhow::Result<()> {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return Ok(());
            }
            let world = RandomWorld::new(seed, options.only);
            let verdict = one(program, &world, &options.keep)?;
            if options.verbose {
                println!("{seed} {} {verdict:?}", world.method);
            }
            if let Ok(mut tally) = tally.lock() {
                tally.add(&world, verdict);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        workers.into_iter().try_for_each(|worker| {
            let ended = worker.join();
            ended.unwrap_or_else(|_| anyhow::bail!("a worker panicked"))
        })
    })?;
    tally
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a worker panicked"))
}

/// Runs one world; its scene is kept where it fails.
fn one(
    program: &ProgramUnderTest,
    world: &RandomWorld,
    keep: &Path,
) -> anyhow::Result<WorldVerdict> {
    let folder = tempfile::tempdir()?;
    let scene = folder.path().join("world.json");
    fs::write(&scene, world.text())?;
    let extras = Extras {
        threads: world.seed.is_multiple_of(EXTRAS),
        resume: world.seed % EXTRAS == 2,
        paranoid: world.seed % EXTRAS == 4,
        products: world.seed % EXTRAS == 6,
    };
    let mut verdict = judge(program, &scene, folder.path(), extras)
        .with_context(|| format!("world {}", world.seed))?;
    if world.method == WorldMethod::Wrong && !matches!(verdict, WorldVerdict::Refused(_)) {
        let words = format!("bodies inside one another are not refused: {verdict:?}");
        verdict = WorldVerdict::Broken(vec![words]);
    }
    if matches!(verdict, WorldVerdict::Broken(_) | WorldVerdict::Stopped(_)) {
        fs::create_dir_all(keep)?;
        let kind = match verdict {
            WorldVerdict::Broken(_) => "broken",
            _ => "stopped",
        };
        let name = format!("{kind}-{}-{}.json", world.method, world.seed);
        fs::write(keep.join(name), world.text())?;
    }
    Ok(verdict)
}
