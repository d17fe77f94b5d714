//! `tangency report`: a run on one page, with plots, pictures and the certificate; one file that needs no other.

mod columns;
pub mod html;
mod page;
mod phases;
pub mod pictures;
mod player;
pub mod plot;
mod scene;
mod trace;

use std::path::Path;

use tangency_io::run_folder::RunReader;

use crate::arguments::ReportOptions;
use crate::failure::Failure;
use crate::output::say;
use columns::Columns;
use page::Page;
pub use page::whole_page;

/// The page's name in the run folder.
const DEFAULT: &str = "report.html";

/// Writes the page.
pub fn report(options: &ReportOptions) -> Result<(), Failure> {
    let run = RunReader::open(&options.run).map_err(|error| not_a_run(&options.run, error))?;
    let stats = run.stats().map_err(Failure::input)?;
    if stats.is_empty() {
        return Err(Failure::refuse(format!(
            "{} has no finished step to report on: its stats.jsonl is empty",
            options.run.display()
        )));
    }
    let html = match options.only_player {
        true => player::alone(options)?,
        false => Page {
            player: &player::of(options)?,
            columns: &Columns::of(&stats),
            scene: &scene::SceneSummary::of(&run),
            certificate: run.certificate().ok().as_ref(),
            pictures: &pictures::of(&run)?,
        }
        .html(),
    };
    let path = options
        .output
        .clone()
        .unwrap_or_else(|| options.run.join(DEFAULT));
    std::fs::write(&path, html)
        .map_err(|error| Failure::refuse(format!("cannot write {}: {error}", path.display())))?;
    say(&path.display().to_string());
    Ok(())
}

fn not_a_run(folder: &Path, error: tangency_io::IoError) -> Failure {
    let reason = format!(
        "{} is not a run folder (tangency run SCENE makes one)",
        folder.display()
    );
    Failure::Input(anyhow::Error::new(error).context(reason))
}
