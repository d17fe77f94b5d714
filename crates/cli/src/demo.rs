//! `tangency` without a command: the demo scene, simulated and rendered.

use std::path::{Path, PathBuf};

use crate::arguments::{RenderArguments, RunOptions};
use crate::failure::Failure;
use crate::output::say;
use crate::{pictures, run};

/// The name of the demo in the catalogue.
const DEMO: &str = "demo";

/// Runs the demo into `runs/demo`, renders its last frame and an animation, and says what to try next.
pub fn demo() -> Result<(), Failure> {
    let folder = Path::new("runs").join(DEMO);
    // Held until the pictures are there: they are of this run.
    let _lock = run::run(&RunOptions {
        scene: DEMO.into(),
        out: Some(folder.clone()),
        overwrite: true,
        ..RunOptions::default()
    })?;
    let picture = |name: &str, size: (u32, u32)| {
        let output: PathBuf = folder.join(name);
        pictures::render(&RenderArguments::plain(folder.clone(), output, size))
    };
    picture("last.png", (1280, 720))?;
    picture("animation.gif", (480, 270))?;
    say("");
    say("next: tangency scenes           lists the other scenes");
    say("      tangency run chain        simulates one of them");
    say("      tangency help             tells the rest");
    Ok(())
}
