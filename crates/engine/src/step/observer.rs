//! Who looks on while a step is solved: may stop it, and is told how far it is. Looking on changes no result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::StepError;

/// Tells whether the step under way is to be given up; asked at every iteration.
pub type StopQuestion = Box<dyn Fn() -> bool + Send>;

/// Time after which a step counts as long, and between two words about it.
const PAUSE: Duration = Duration::from_secs(2);

/// Progress of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepProgress {
    /// Number of the step, from 1.
    pub step: u64,
    /// Iterations so far.
    pub iteration: u32,
    /// Largest component of the last direction, or its mean, as a speed, m/s.
    pub residual: f64,
    /// The accuracy asked for, m/s.
    pub tolerance: f64,
    /// Share of the last direction that was taken.
    pub alpha: f64,
    /// Description of what holds it: a pair, an element at its limit, a boundary program, or the vertex with the
    /// largest residual.
    pub held_by: String,
    /// Whether it has come no closer for long. Told once in a step.
    pub is_stalled: bool,
}

/// Takes what is told of a step.
pub type Listener = Box<dyn FnMut(&StepProgress) + Send>;

/// Looks on while steps are solved. The default one never stops a step and is told nothing.
#[derive(Default)]
pub struct Observer {
    stop: Arc<AtomicBool>,
    asked: Option<StopQuestion>,
    listener: Option<Listener>,
    told: Option<Instant>,
    pause: Option<Duration>,
}

impl Observer {
    /// One that gives the step under way up once `stop` is raised, and tells `listener` of steps that take long.
    pub fn new(stop: Arc<AtomicBool>, listener: Option<Listener>) -> Self {
        Observer {
            stop,
            listener,
            ..Observer::default()
        }
    }

    /// One that gives the step under way up once `asked` says so, and tells `listener` of steps that take long.
    pub fn asking(asked: StopQuestion, listener: Option<Listener>) -> Self {
        Observer {
            asked: Some(asked),
            listener,
            ..Observer::default()
        }
    }

    /// The same, told as often as every `pause`, also at the beginning of a step.
    #[must_use]
    pub fn every(self, pause: Duration) -> Self {
        Observer {
            pause: Some(pause),
            ..self
        }
    }

    /// A step begins.
    pub fn begin(&mut self) {
        self.told = self.listener.is_some().then(Instant::now);
    }

    /// Fails when the step, of this number, is to be given up.
    pub fn check(&self, step: u64) -> Result<(), StepError> {
        if self.stop.load(Ordering::Relaxed) || self.asked.as_ref().is_some_and(|asked| asked()) {
            return Err(StepError::Interrupted { step });
        }
        Ok(())
    }

    /// Whether it is time to tell how far the step is.
    pub fn is_due(&self) -> bool {
        self.told
            .is_some_and(|at| at.elapsed() >= self.pause.unwrap_or(PAUSE))
    }

    /// Whether anybody listens.
    pub fn has_listener(&self) -> bool {
        self.listener.is_some()
    }

    /// Tells how far the step is.
    pub fn tell(&mut self, progress: &StepProgress) {
        if let Some(listener) = &mut self.listener {
            listener(progress);
            self.told = Some(Instant::now());
        }
    }
}

/// Iterations without progress after which a step stalls.
const PATIENCE: u32 = 100;
/// Progress: the residual is below this share of the smallest one so far.
const CLOSER: f64 = 0.9;

/// Notices that the iterations of a step come no closer.
#[derive(Debug)]
pub struct Stall {
    smallest: f64,
    in_vain: u32,
    is_told: bool,
}

impl Default for Stall {
    fn default() -> Self {
        Stall {
            smallest: f64::INFINITY,
            in_vain: 0,
            is_told: false,
        }
    }
}

impl Stall {
    /// After an iteration with this residual: whether the step has now stalled, once in a step.
    pub fn notices(&mut self, residual: f64) -> bool {
        if residual < CLOSER * self.smallest {
            (self.smallest, self.in_vain) = (residual, 0);
            return false;
        }
        self.in_vain += 1;
        let is_new = self.in_vain >= PATIENCE && !self.is_told;
        self.is_told |= is_new;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_is_noticed_once_after_a_hundred_iterations_in_vain() {
        let mut stall = Stall::default();
        // Slow, but closer and closer.
        assert!((0..500).all(|k| !stall.notices(0.99f64.powi(k))));
        let noticed: Vec<usize> = (0..500).filter(|_| stall.notices(1.0)).collect();
        assert_eq!(noticed.len(), 1);
        assert!(
            (90..=PATIENCE as usize).contains(&noticed[0]),
            "{noticed:?}"
        );
    }

    #[test]
    fn a_raised_flag_gives_the_step_up() {
        let stop = Arc::new(AtomicBool::new(false));
        let observer = Observer::new(Arc::clone(&stop), None);
        assert!(observer.check(3).is_ok() && !observer.is_due());
        stop.store(true, Ordering::Relaxed);
        let error = observer.check(3).map_err(|e| e.to_string());
        assert_eq!(
            error,
            Err("step 3 was interrupted and is given up".to_owned())
        );
    }
}
