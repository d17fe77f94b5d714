//! Mutated input for every reader of the program: scenes, scripts, meshes, arrays, run folders.
//!
//! Input number n of a target is a function of the seed, the target and n alone. Inputs run in child processes with a limit
//! on memory; a panic, a child that dies (memory, stack) and an input that takes too long are failures. A failing input
//! is made smaller and kept in `crates/trials/corpus`, which a test replays.

mod bytes;
mod campaign;
mod child;
mod corpus;
mod minimise;
mod seeds;
mod targets;
mod text;
mod worker;

use std::path::PathBuf;

use clap::Args;

pub use campaign::{Campaign, FuzzFinding};
pub use child::Limits;
pub use corpus::{folder, replay};
pub use targets::FuzzTarget;
pub use worker::{WorkerOptions, work};

use crate::random::RandomStream;

/// The options of `trials fuzz`.
#[derive(Clone, Debug, Args)]
pub struct FuzzOptions {
    /// Number of inputs over all targets [default: until stopped]
    #[arg(long, value_name = "N")]
    pub inputs: Option<u64>,
    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// One target only [default: all]
    #[arg(long, value_name = "NAME")]
    pub target: Option<FuzzTarget>,
    /// Stops after so many seconds
    #[arg(long, value_name = "N")]
    pub seconds: Option<f64>,
    /// Number of child processes at a time
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Folder for inputs that fail
    #[arg(long, value_name = "DIR", default_value = "crates/trials/corpus")]
    pub corpus: PathBuf,
}

/// Tries inputs, keeps those that fail, and tells whether none did.
pub fn command(options: &FuzzOptions) -> anyhow::Result<bool> {
    let campaign = Campaign {
        program: std::env::current_exe()?,
        seed: options.seed,
        limits: Limits::default(),
        jobs: options.jobs.max(1),
    };
    let report = campaign.run(options.target, options.inputs, options.seconds, |line| {
        println!("{line}");
    })?;
    for finding in &report.findings {
        let small = minimise::minimise(&campaign, finding)?;
        let file = corpus::keep(&options.corpus, finding.target, &small)?;
        println!("{}: {} -> {}", finding.target, finding.what, file.display());
    }
    println!("{report}");
    Ok(report.findings.is_empty())
}

/// Input number `index` of a target.
pub fn input(target: FuzzTarget, seed: u64, index: u64) -> Vec<u8> {
    let stream =
        RandomStream::new(seed).bits() ^ (target as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mut random = RandomStream::new(RandomStream::new(stream.wrapping_add(index)).bits());
    targets::mutated(target, &mut random)
}
