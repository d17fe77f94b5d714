//! The loop of a run: step, write, tell, until the end or a reason to stop.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tangency_engine::{Simulation, StepReport};
use tangency_io::IoError;
use tangency_io::run_folder::RunWriter;

use super::interrupt::Interrupt;
use super::progress::Progress;
use super::saved::checkpoint;
use super::unsolved::UnsolvedSteps;
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::{metres, note, say};

/// Checkpoints may take this part of the time: they are written after every step unless steps are very short.
const CHECKPOINT_SHARE: u32 = 10;

/// A run under way.
pub struct Session {
    simulation: Simulation,
    writer: RunWriter,
    steps: u64,
    quiet: bool,
    checkpointed: u64,
    last_checkpoint: Instant,
    checkpoint_cost: Duration,
}

/// Sums over the steps of a session.
#[derive(Default)]
struct Totals {
    steps: u64,
    iterations: u64,
    seconds: f64,
    peak_rss_mb: f64,
    unsolved: UnsolvedSteps,
}

impl Session {
    /// A session that goes on until `steps` steps are done.
    pub fn new(
        mut simulation: Simulation,
        writer: RunWriter,
        steps: u64,
        options: &RunOptions,
    ) -> Self {
        if options.paranoid {
            simulation.be_paranoid();
        }
        let checkpointed = simulation.state().step;
        Self {
            simulation,
            writer,
            steps,
            quiet: options.quiet,
            checkpointed,
            last_checkpoint: Instant::now(),
            checkpoint_cost: Duration::ZERO,
        }
    }

    /// The run folder.
    pub fn folder(&self) -> PathBuf {
        self.writer.folder().to_path_buf()
    }

    /// Steps to the end and writes the certificate.
    pub fn finish(mut self, quiet: bool) -> Result<(), Failure> {
        let interrupt = Interrupt::listen();
        let mut progress = Progress::new(self.simulation.state().step, self.steps, quiet);
        let mut totals = Totals::default();
        while self.simulation.state().step < self.steps {
            if interrupt.requested() {
                progress.finish();
                return self.interrupted();
            }
            let report = match self.simulation.step() {
                Ok(report) => report,
                Err(error) => {
                    progress.finish();
                    self.conclude()?;
                    return Err(Failure::step(error));
                }
            };
            self.record(&report).map_err(|e| self.cannot_write(&e))?;
            totals.add(&report);
            let warning = totals.unsolved.add(self.simulation.model(), &report);
            warning.iter().for_each(|warning| progress.tell(warning));
            progress.step(&report);
        }
        progress.finish();
        self.conclude()?;
        self.summarise(&totals)
    }

    /// Writes what a step left: first its frame and statistics, then the checkpoint that makes them count.
    fn record(&mut self, report: &StepReport) -> Result<(), IoError> {
        let vertices = self.simulation.model().vertex_count();
        self.writer
            .write_frame(report.step, &self.simulation.state().x[..vertices])?;
        self.writer.append_stats(report)?;
        let due = self.last_checkpoint.elapsed() >= self.checkpoint_cost * CHECKPOINT_SHARE;
        if due { self.checkpoint() } else { Ok(()) }
    }

    fn checkpoint(&mut self) -> Result<(), IoError> {
        let started = Instant::now();
        let state = self.simulation.state();
        if state.step != self.checkpointed && self.simulation.is_resumable() {
            let vertices = self.simulation.model().vertex_count();
            let certificate = self.simulation.certificate();
            self.writer
                .write_checkpoint(&checkpoint(state, vertices, certificate))?;
            self.checkpointed = state.step;
        }
        self.checkpoint_cost = started.elapsed();
        self.last_checkpoint = Instant::now();
        Ok(())
    }

    /// The last checkpoint, and the certificate for what was done.
    fn conclude(&mut self) -> Result<(), Failure> {
        self.checkpoint().map_err(|e| self.cannot_write(&e))?;
        let written = self.writer.write_certificate(self.simulation.certificate());
        written.map_err(|e| self.cannot_write(&e))
    }

    /// A full disk, a folder taken away: what was written before stays readable.
    fn cannot_write(&self, error: &IoError) -> Failure {
        Failure::Step(anyhow::anyhow!(
            "{error}; what was written before is whole: make room, then go on with: tangency run {} --resume",
            self.folder().display()
        ))
    }

    fn interrupted(mut self) -> Result<(), Failure> {
        self.checkpoint().map_err(|e| self.cannot_write(&e))?;
        let (step, folder) = (self.simulation.state().step, self.folder());
        Err(Failure::Step(anyhow::anyhow!(
            "interrupted after step {step} of {}; go on with: tangency run {} --resume",
            self.steps,
            folder.display()
        )))
    }

    fn summarise(&self, totals: &Totals) -> Result<(), Failure> {
        let certificate = self.simulation.certificate();
        if !self.quiet {
            let per_iteration = 1e3 * totals.seconds / totals.iterations.max(1) as f64;
            say(&format!(
                "{} steps, {} iterations, {:.2} ms an iteration, {:.1} s in all, {:.0} MB at most",
                totals.steps, totals.iterations, per_iteration, totals.seconds, totals.peak_rss_mb
            ));
            say(&format!(
                "smallest distance {}",
                metres(certificate.min_distance)
            ));
            totals.unsolved.summary().iter().for_each(|line| say(line));
            say(&format!(
                "certificate: {} steps, {} intersections, {} inversions, {} thickness violations, {} strain violations",
                certificate.steps,
                certificate.intersections,
                certificate.inversions,
                certificate.thickness_violations,
                certificate.strain_violations
            ));
        }
        if certificate.permitted_inversions > 0 && !self.quiet {
            say(&format!(
                "{} inversions of fixed-corotated tets, which may invert",
                certificate.permitted_inversions
            ));
        }
        if let Some(continuous) = &certificate.continuous {
            if !self.quiet {
                say(&format!(
                    "exact check of {} moves: {} pairs, {} findings",
                    continuous.steps_checked, continuous.pairs_checked, continuous.findings
                ));
            }
            for words in &continuous.described {
                note(words);
            }
        }
        if certificate.verified {
            return Ok(());
        }
        note(&format!("the frames are in {}", self.folder().display()));
        Err(Failure::Certificate(
            "the certificate does not hold: the run has intersections or inversions".into(),
        ))
    }
}

impl Totals {
    fn add(&mut self, report: &StepReport) {
        self.steps += 1;
        self.iterations += u64::from(report.iterations);
        self.seconds += report.seconds.total;
        self.peak_rss_mb = self.peak_rss_mb.max(report.peak_rss_mb);
    }
}
