//! The progress of a run: a bar on a terminal, plain lines elsewhere, nothing when quiet.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tangency_engine::{Listener, StepProgress, StepReport};

use crate::output::{metres, note};

/// Least time between two plain lines.
const PAUSE: Duration = Duration::from_secs(1);
/// Least time between two plain lines about the same step.
const LONG_PAUSE: Duration = Duration::from_secs(5);

/// Tells how far a run is.
pub enum Progress {
    /// A bar that is redrawn.
    Bar(ProgressBar),
    /// A line now and then.
    Lines {
        /// Number of steps of the run.
        steps: u64,
        /// The step the session began at.
        first: u64,
        /// When the session began.
        started: Instant,
        /// When the last line was printed.
        last: Option<Instant>,
    },
    /// Nothing.
    Quiet,
}

impl Progress {
    /// Progress from step `first` of `steps`.
    pub fn new(first: u64, steps: u64, quiet: bool) -> Self {
        if quiet {
            return Progress::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Progress::Lines {
                steps,
                first,
                started: Instant::now(),
                last: None,
            };
        }
        let bar = ProgressBar::new(steps);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} step {pos}/{len}, {eta} left, {msg}")
        {
            bar.set_style(style);
        }
        bar.set_position(first);
        bar.reset_eta();
        Progress::Bar(bar)
    }

    /// Tells of a step that is done.
    pub fn step(&mut self, report: &StepReport) {
        match self {
            Progress::Bar(bar) => {
                bar.set_message(message(report));
                bar.set_position(report.step);
            }
            Progress::Lines {
                steps,
                first,
                started,
                last,
            } => {
                if report.step < *steps && last.is_some_and(|at| at.elapsed() < PAUSE) {
                    return;
                }
                *last = Some(Instant::now());
                let done = report.step.saturating_sub(*first).max(1);
                let left = started.elapsed().as_secs_f64() / done as f64
                    * steps.saturating_sub(report.step) as f64;
                note(&format!(
                    "step {}/{steps}, {left:.0} s left, {}",
                    report.step,
                    message(report)
                ));
            }
            Progress::Quiet => {}
        }
    }

    /// Tells something apart from the steps; warnings also when quiet.
    pub fn tell(&self, words: &str) {
        match self {
            Progress::Bar(bar) => bar.suspend(|| note(words)),
            Progress::Lines { .. } | Progress::Quiet => note(words),
        }
    }

    /// Tells of a step that takes long, while it is under way; `None` when quiet.
    pub fn listener(&self) -> Option<Listener> {
        match self {
            Progress::Bar(bar) => {
                let bar = bar.clone();
                Some(Box::new(move |progress| {
                    if progress.is_stalled {
                        bar.suspend(|| note(&stalled(progress)));
                    }
                    bar.set_message(under_way(progress));
                }))
            }
            Progress::Lines { .. } => {
                let mut last: Option<Instant> = None;
                Some(Box::new(move |progress| {
                    if progress.is_stalled {
                        note(&stalled(progress));
                    } else if last.is_some_and(|at| at.elapsed() < LONG_PAUSE) {
                        return;
                    } else {
                        note(&format!("step {}, {}", progress.step, under_way(progress)));
                    }
                    last = Some(Instant::now());
                }))
            }
            Progress::Quiet => None,
        }
    }

    /// Leaves the terminal clean.
    pub fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn message(report: &StepReport) -> String {
    format!(
        "{} iterations, {} contacts, smallest distance {}",
        report.iterations,
        report.contacts,
        metres(report.min_distance)
    )
}

fn under_way(progress: &StepProgress) -> String {
    format!(
        "iteration {}: residual {:.1e} m/s (tolerance {:.1e}), step length {:.1e}, {}",
        progress.iteration, progress.residual, progress.tolerance, progress.alpha, progress.held_by
    )
}

fn stalled(progress: &StepProgress) -> String {
    format!(
        "step {} comes no closer to its solution: {}",
        progress.step,
        under_way(progress)
    )
}
