//! `tangency verify`: the certificate repeated from the files of a run alone.

mod rebuilt;

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use tangency_verify::{Options, Report, verify_run_with};

use crate::arguments::VerifyOptions;
use crate::failure::Failure;
use crate::output::{metres, say};
use rebuilt::compare_with_scene;

/// Verifies a run and says what was found.
pub fn verify(options: &VerifyOptions) -> Result<(), Failure> {
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("verifying {bar:30} {pos}/{len} frames, {eta} left")
    {
        bar.set_style(style);
    }
    let checks = Options {
        continuous: options.continuous,
    };
    let report = verify_run_with(&options.run, checks, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let mut report = report.map_err(Failure::input)?;
    let planned = compare_with_scene(&options.run, &mut report);
    if options.json {
        let text = serde_json::to_string_pretty(&report).map_err(Failure::input)?;
        say(&text);
    } else {
        tell(&report, planned);
    }
    if report.verified {
        return Ok(());
    }
    Err(Failure::Certificate(refusal(&report, &options.run)))
}

/// Why the run is not verified, in one line.
fn refusal(report: &Report, run: &Path) -> String {
    let run = run.display();
    let counts = [
        report.intersections,
        report.inversions,
        report.thickness_violations,
        report.strain_violations,
    ];
    let are_sound = counts == [0; 4] && report.problems.is_empty();
    if are_sound && report.continuous.is_some() {
        format!("the frames of {run} hold, but something touches on the straight way between them")
    } else if report.is_finished {
        format!("the certificate of {run} does not hold")
    } else {
        format!("the frames of {run}, which has not ended, do not hold")
    }
}

/// Says in words what was found; `planned` is the number of steps that the scene has.
fn tell(report: &Report, planned: Option<u64>) {
    say(&format!(
        "{} frames: {} intersections, {} inversions, {} thickness violations, {} strain violations",
        report.frames,
        report.intersections,
        report.inversions,
        report.thickness_violations,
        report.strain_violations
    ));
    if report.permitted_inversions > 0 {
        say(&format!(
            "{} inversions of tets whose material may invert",
            report.permitted_inversions
        ));
    }
    say(&format!(
        "smallest distance {}",
        metres(report.min_distance)
    ));
    if let Some(found) = report.continuous {
        say(&format!(
            "straight ways between frames: {} moves, {} pairs near each other, {} touch",
            found.moves, found.pairs, found.findings
        ));
        if found.findings > 0 {
            say(
                "  (the solver goes another way between frames: fast turning bodies may touch on the straight one alone)",
            );
        }
    }
    if report.untested > 0 {
        say(&format!(
            "the run itself certified {} of its {} steps, as it was asked to",
            report.steps - report.untested.min(report.steps),
            report.steps
        ));
    }
    for failure in &report.failures {
        say(&format!("  {failure}"));
    }
    for problem in &report.problems {
        say(&format!("  {problem}"));
    }
    for trusted in &report.on_trust {
        say(&format!("taken on trust: {trusted}"));
    }
    if !report.is_finished {
        let all = planned.map_or(String::new(), |steps| format!(" of {steps}"));
        let steps = report.steps;
        say(&format!(
            "unfinished: {steps}{all} steps; no certificate to compare with yet"
        ));
    }
    match (report.verified, report.is_finished) {
        (true, true) => say("verified: the certificate holds"),
        (true, false) => say("sound so far: the frames that are there hold"),
        (false, _) => {}
    }
}
