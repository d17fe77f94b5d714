//! `tangency verify`: the certificate repeated from the files of a run alone.

use indicatif::{ProgressBar, ProgressStyle};
use tangency_verify::verify_run;

use crate::arguments::VerifyOptions;
use crate::failure::Failure;
use crate::output::{metres, say};

/// Verifies a run and says what was found.
pub fn verify(options: &VerifyOptions) -> Result<(), Failure> {
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("verifying {bar:30} {pos}/{len} frames, {eta} left")
    {
        bar.set_style(style);
    }
    let report = verify_run(&options.run, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let report = report.map_err(Failure::input)?;
    if options.json {
        let text = serde_json::to_string_pretty(&report).map_err(Failure::input)?;
        say(&text);
    } else {
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
        report
            .failures
            .iter()
            .for_each(|failure| say(&format!("  {failure}")));
        report
            .problems
            .iter()
            .for_each(|problem| say(&format!("  {problem}")));
    }
    if report.verified {
        if !options.json {
            say("verified: the certificate holds");
        }
        return Ok(());
    }
    Err(Failure::Certificate(format!(
        "the certificate of {} does not hold",
        options.run.display()
    )))
}
