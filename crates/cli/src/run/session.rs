//! The loop of a run: step, write, tell, until the end or a reason to stop.

use std::path::PathBuf;

use tangency::{Error, RunFolder, Simulation};
use tangency_engine::{Certificate, Certify, Observer, StepError, StepReport};
use tangency_io::IoError;
use tangency_io::run_folder::RunLock;

use super::doubt::DoubtfulSteps;
use super::interrupt::Interrupt;
use super::live::LivePage;
use super::progress::Progress;
use super::unsolved::UnsolvedSteps;
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::{metres, note, say};

/// A run under way.
pub struct Session {
    simulation: Simulation,
    folder: RunFolder,
    steps: u64,
    quiet: bool,
    follows_input: bool,
    view: Option<bool>,
}

/// Sums over the steps of a session.
#[derive(Default)]
struct Totals {
    steps: u64,
    iterations: u64,
    seconds: f64,
    peak_rss_mb: f64,
    unsolved: UnsolvedSteps,
    doubtful: DoubtfulSteps,
}

impl Session {
    /// A session that goes on until `steps` steps are done.
    pub fn new(
        simulation: Simulation,
        folder: RunFolder,
        steps: u64,
        options: &RunOptions,
    ) -> Self {
        if let (Some(trouble), false) = (folder.lock().trouble(), options.quiet) {
            note(&format!(
                "{} cannot be locked ({trouble}): see to it that no other program writes there",
                folder.path().display()
            ));
        }
        Self {
            simulation,
            folder,
            steps,
            quiet: options.quiet,
            follows_input: options.follows_input,
            view: options.view.then_some(!options.no_open),
        }
    }

    /// The run folder.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }

    /// Steps to the end and writes the certificate; gives the lock on the folder.
    pub fn finish(mut self, quiet: bool) -> Result<RunLock, Failure> {
        let interrupt = Interrupt::listen();
        if self.follows_input {
            interrupt.follow_input();
        }
        let mut progress = Progress::new(self.simulation.state().step, self.steps, quiet);
        let page = self.view.map(|opens_browser| {
            LivePage::open(self.folder.path(), &interrupt, self.steps, opens_browser)
        });
        let page = page.transpose()?;
        let listener = progress.listener();
        self.simulation.observe_solver(match &page {
            Some(page) => page.observer(&interrupt, listener),
            None => Observer::new(interrupt.flag(), listener),
        });
        let mut totals = Totals::default();
        while self.simulation.state().step < self.steps {
            if let Some(page) = &page {
                page.run().wait_while_paused();
            }
            if interrupt.requested() {
                progress.finish();
                return self.interrupted();
            }
            let report = match self.simulation.step() {
                Ok(report) => report,
                Err(Error::Step(StepError::Interrupted { .. })) => {
                    progress.finish();
                    return self.interrupted();
                }
                Err(error) => {
                    progress.finish();
                    if let Error::Step(error) = &error {
                        let written = self.folder.write_failure(error, &self.simulation);
                        written.map_err(|e| self.cannot_write(&e))?;
                    }
                    self.conclude()?;
                    let failure = self.ended(self.hint(error));
                    if let Some(page) = &page {
                        page.keep(&interrupt, &failure.to_string());
                    }
                    return Err(failure);
                }
            };
            let written = self.folder.write_step(&self.simulation, &report);
            written.map_err(|e| self.cannot_write(&e))?;
            totals.add(&report);
            (totals.doubtful).add(self.simulation.model(), &report);
            let warning = totals.unsolved.add(self.simulation.model(), &report);
            warning.iter().for_each(|warning| progress.tell(warning));
            progress.step(&report);
            if let Some(page) = &page {
                page.run().end_step();
            }
        }
        progress.finish();
        self.conclude()?;
        let warning = totals.doubtful.warning(self.simulation.model());
        warning.iter().for_each(|warning| note(warning));
        let summary = self.summarise(&totals);
        if let Some(page) = &page {
            page.keep(&interrupt, "the run has ended");
        }
        summary.map(|()| self.folder.into_lock())
    }

    /// The failure of a step, with what to type where the engine cannot know.
    fn hint(&self, error: Error) -> Failure {
        let folder = self.folder();
        match &error {
            Error::Step(StepError::Device { .. }) => Failure::Step(anyhow::anyhow!(
                "{error}; go on with: tangency run {} --resume",
                folder.display()
            )),
            Error::Step(StepError::ElementLost { .. }) => {
                Failure::Step(anyhow::anyhow!("{error} (--stepper vbd)"))
            }
            _ => Failure::step(error),
        }
    }

    /// The last checkpoint, and the certificate for what was done.
    fn conclude(&mut self) -> Result<(), Failure> {
        let written = self.folder.conclude(&self.simulation);
        written.map_err(|e| self.cannot_write(&e))
    }

    /// A full disk, a folder taken away: what was written before stays readable.
    fn cannot_write(&self, error: &IoError) -> Failure {
        self.ended(Failure::Step(anyhow::anyhow!(
            "{error}; what was written before is whole: make room, then go on with: tangency run {} --resume",
            self.folder().display()
        )))
    }

    /// The failure that ended the run before its time, and that its certificate did not hold even so.
    fn ended(&self, failure: Failure) -> Failure {
        let certificate = &self.simulation.concluded_certificate();
        if certificate.verified {
            return failure;
        }
        Failure::Step(anyhow::anyhow!(
            "{failure}\n  The certificate had failed before that: {} (tangency verify {} tells where)",
            counts(certificate),
            self.folder().display()
        ))
    }

    fn interrupted<T>(mut self) -> Result<T, Failure> {
        self.folder
            .write_checkpoint()
            .map_err(|e| self.cannot_write(&e))?;
        let (step, folder) = (self.simulation.state().step, self.folder());
        Err(self.ended(Failure::interrupted(format!(
            "interrupted: {step} of {} steps are saved, the step under way is given up; go on with: tangency run {} --resume",
            self.steps,
            folder.display()
        ))))
    }

    fn summarise(&self, totals: &Totals) -> Result<(), Failure> {
        let certificate = &self.simulation.concluded_certificate();
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
            say(&format!("certificate: {}", counts(certificate)));
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

/// The counts of a certificate, in words.
fn counts(certificate: &Certificate) -> String {
    let tested = match certificate.certify {
        Certify::Every => String::new(),
        some => format!(", certified {some}: {} not", certificate.untested),
    };
    format!(
        "{} steps{tested}, {} intersections, {} inversions, {} thickness violations, {} strain violations",
        certificate.steps,
        certificate.intersections,
        certificate.inversions,
        certificate.thickness_violations,
        certificate.strain_violations
    )
}

impl Totals {
    fn add(&mut self, report: &StepReport) {
        self.steps += 1;
        self.iterations += u64::from(report.iterations);
        self.seconds += report.seconds.total;
        self.peak_rss_mb = self.peak_rss_mb.max(report.peak_rss_mb);
    }
}
