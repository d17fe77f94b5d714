//! Runs scenes and prints what a Newton iteration costs, phase by phase.
//!
//! `cargo bench -p tangency --bench scenes -- [SCENE[:key=value,...][@STEPS] ...]`, where SCENE is a scene of the
//! catalogue, a scene file (relative to the repository), or `reference/NAME` for `benches/reference/NAME.toml`: a
//! scene of the published IPC code on its own meshes, with that code's figures beside ours. Without arguments: the
//! reference scenes whose times are published; with the word `reference`: all of them. Every scene runs in a process
//! of its own, so that its peak memory is its own; `RAYON_NUM_THREADS` sets the number of threads.

#[path = "scenes/child.rs"]
mod child;
#[path = "scenes/published.rs"]
mod published;
#[path = "scenes/spec.rs"]
mod spec;
#[path = "scenes/table.rs"]
mod table;

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

/// Measures each scene and prints the tables; false where one failed or its certificate does not hold.
fn run_all(arguments: &[String]) -> Result<bool> {
    let mut rows = Vec::new();
    let mut all_well = true;
    for scene in spec::expand(arguments) {
        let spec = Spec::parse(&scene);
        if let Some(folder) = spec.missing_reference() {
            println!("skipped {scene}: there is no {}", folder.display());
            continue;
        }
        eprintln!("{scene} ...");
        match measure(&scene) {
            Ok(measured) => rows.push((spec, measured)),
            Err(error) => {
                println!("failed {scene}: {error:#}");
                all_well = false;
            }
        }
    }
    table::print(&rows);
    Ok(all_well && rows.iter().all(|(_, measured)| measured.verified))
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
