//! Runs scenes and prints what a Newton iteration costs, phase by phase.
//!
//! `cargo bench -p tangency-cli --bench scenes -- [SCENE[:key=value,...][@STEPS] ...]`, where SCENE is a scene of the
//! catalogue, a scene file (relative to the repository), or `ipc/SCRIPT`: a script of the published IPC code, in
//! `../shared/reference-scenes/ipc/input`, with that code's figures beside ours. Instead of scenes, one word:
//!
//! - none: the scripts whose times are published; `published`: all whose iterations are published
//! - `table1`: the rods twist with ten time steps, 2 ms to 2 s (Table 1 of the paper)
//! - `scaling`: the twisted mat and the twisted creature from 3K vertices upwards, with growth exponents (Fig. 21)
//! - `thin [WORD ...]`: the scenes of Codimensional IPC at its sizes, 50 steps each (Fig. 24), those with a word in them
//! - `strain`: cloth under four limits of stretch (Fig. 16 of Codimensional IPC)
//!
//! Every scene runs in a process of its own, so that its peak memory is its own; `RAYON_NUM_THREADS` sets the number
//! of threads.

#[path = "scenes/child.rs"]
mod child;
#[path = "scenes/published.rs"]
mod published;
#[path = "scenes/scaling.rs"]
mod scaling;
#[path = "scenes/spec.rs"]
mod spec;
#[path = "scenes/strain.rs"]
mod strain;
#[path = "scenes/table.rs"]
mod table;
#[path = "scenes/thin.rs"]
mod thin;
#[path = "scenes/time_steps.rs"]
mod time_steps;

use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use child::Measured;
use spec::Spec;

/// The argument after which a process runs one scene and prints what it measured.
const CHILD: &str = "--child";

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let done = match arguments.as_slice() {
        [flag, scene] if flag == CHILD => child::run(&Spec::parse(scene)).map(|()| true),
        _ => run_all(&arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures what the arguments ask for and prints it; false where a scene failed or its certificate does not hold.
fn run_all(arguments: &[String]) -> Result<bool> {
    match arguments {
        [word] if word == "table1" => Ok(time_steps::run()),
        [word] if word == "scaling" => Ok(scaling::run()),
        [word] if word == "strain" => Ok(strain::run()),
        [word, some @ ..] if word == "thin" => Ok(thin::run(some)),
        scenes => {
            let scenes = spec::expand(scenes);
            let rows = measure_all(&scenes);
            table::print(&rows);
            Ok(rows.len() == scenes.len() && all_certified(&rows))
        }
    }
}

/// Whether every certificate holds.
fn all_certified(rows: &[(Spec, Measured)]) -> bool {
    rows.iter().all(|(_, measured)| measured.verified)
}

/// Measures the scenes one after another; says which are skipped or fail, and leaves those out.
fn measure_all(scenes: &[String]) -> Vec<(Spec, Measured)> {
    let mut rows = Vec::new();
    for scene in scenes {
        let spec = Spec::parse(scene);
        if let Some(folder) = spec.missing_reference() {
            println!("skipped {scene}: there is no {}", folder.display());
            continue;
        }
        eprintln!("{scene} ...");
        match measure(scene) {
            Ok(measured) => rows.push((spec, measured)),
            Err(error) => println!("failed {scene}: {error:#}"),
        }
    }
    rows
}

/// Runs one scene in a process of its own.
fn measure(scene: &str) -> Result<Measured> {
    let program = std::env::current_exe().context("this program has no path")?;
    let output = Command::new(program)
        .args([CHILD, scene])
        .stderr(Stdio::inherit())
        .output()
        .context("the process of the scene did not start")?;
    if !output.status.success() {
        bail!("its process ended with {}", output.status);
    }
    serde_json::from_slice(&output.stdout).context("its process printed no measurement")
}
