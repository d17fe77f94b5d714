//! A simulation under way: what it tells the page, and what the page tells it. It never waits for the page, unless the page
//! asks it to pause.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tangency_engine::StepProgress;

/// Time between two looks at whether a pause is over.
const NAP: Duration = Duration::from_millis(20);

/// What a simulation and its page share.
pub struct LiveRun {
    stop: Arc<AtomicBool>,
    is_paused: AtomicBool,
    progress: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    step: Option<StepProgress>,
    since: Option<Instant>,
    stalled: Option<String>,
    end: Option<String>,
    steps: u64,
}

impl LiveRun {
    /// One whose simulation ends when `stop` is raised, at the latest after `steps` steps.
    pub fn new(stop: Arc<AtomicBool>, steps: u64) -> Self {
        let told = Told {
            steps,
            ..Told::default()
        };
        Self {
            stop,
            is_paused: AtomicBool::new(false),
            progress: Mutex::new(told),
        }
    }

    /// Takes in how far a step is.
    pub fn tell(&self, progress: &StepProgress) {
        self.told(|told| {
            if progress.is_stalled {
                told.stalled = Some(progress.held_by.clone());
            }
            told.step = Some(progress.clone());
            told.since = Some(Instant::now());
        });
    }

    /// A step has ended.
    pub fn end_step(&self) {
        self.told(|told| (told.step, told.stalled) = (None, None));
    }

    /// The simulation has ended, as these words say.
    pub fn end(&self, words: &str) {
        self.told(|told| {
            (told.step, told.end) = (None, Some(words.to_owned()));
        });
    }

    /// Waits while the page has it pause; to be called between steps.
    pub fn wait_while_paused(&self) {
        while self.is_paused.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(NAP);
        }
    }

    /// Carries out `pause`, `go` or `stop`.
    pub fn command(&self, word: &str) -> bool {
        match word {
            "pause" => self.is_paused.store(true, Ordering::Relaxed),
            "go" => self.is_paused.store(false, Ordering::Relaxed),
            "stop" => self.stop.store(true, Ordering::Relaxed),
            _ => return false,
        }
        true
    }

    /// How far it is, for the page.
    pub fn status(&self) -> Value {
        let told = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let step = told.step.as_ref().map(|step| {
            json!({
                "step": step.step,
                "iteration": step.iteration,
                "residual": step.residual,
                "tolerance": step.tolerance,
                "alpha": step.alpha,
                "held_by": step.held_by,
                "seconds_ago": told.since.map(|since| since.elapsed().as_secs_f64()),
            })
        });
        json!({
            "paused": self.is_paused.load(Ordering::Relaxed),
            "steps": told.steps,
            "step": step,
            "stalled": told.stalled,
            "end": told.end,
        })
    }

    fn told(&self, change: impl FnOnce(&mut Told)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
