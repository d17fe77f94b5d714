//! Course of a step to its end: the potential after each iteration, where that is asked for.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::process;

/// Progress of a step after an iteration of Newton's method or a sweep of block descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TracePoint {
    /// Iterations or sweeps so far; 0: the first guess.
    pub iteration: u32,
    /// The incremental potential over the factor of forces in it (h² with implicit Euler), J. It is that of the moment:
    /// of a barrier with the stiffness it has, of friction with the forces it has; block descent leaves friction out.
    pub potential: f64,
    /// Largest component of the iteration's direction (or its mean, as the settings say), or motion of the sweep, as a
    /// speed, m/s; absent of the first guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual: Option<f64>,
    /// Wall-clock time since the step began without that of tracing, s.
    pub seconds: f64,
}

/// The trace of a step under way.
pub struct Trace {
    is_on: bool,
    started: Instant,
    scale: f64,
    points: Vec<TracePoint>,
    spent: Duration,
    spent_cpu: f64,
}

impl Trace {
    /// The trace of a step that began at `started`, where `scale` is the factor of forces in its potential; no point is
    /// ever added to one that is not on.
    pub fn begin(is_on: bool, started: Instant, scale: f64) -> Self {
        Trace {
            is_on,
            started,
            scale,
            points: Vec::new(),
            spent: Duration::ZERO,
            spent_cpu: 0.0,
        }
    }

    /// Whether the first guess is still to be added.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Adds a point, whose potential is `value()`.
    pub fn add(&mut self, iteration: u32, residual: Option<f64>, value: impl FnOnce() -> f64) {
        if !self.is_on {
            return;
        }
        let asked = Instant::now();
        let cpu = process::cpu_seconds();
        self.points.push(TracePoint {
            iteration,
            potential: value() / self.scale,
            residual,
            seconds: (asked - self.started)
                .saturating_sub(self.spent)
                .as_secs_f64(),
        });
        self.spent_cpu += process::cpu_seconds() - cpu;
        self.spent += asked.elapsed();
    }

    /// Wall-clock time since the step began without that of tracing, s.
    pub fn seconds(&self) -> f64 {
        let elapsed = self.started.elapsed();
        elapsed.saturating_sub(self.spent).as_secs_f64()
    }

    /// Processor time that tracing took, s.
    pub fn cpu_seconds(&self) -> f64 {
        self.spent_cpu
    }

    /// Takes out what was recorded.
    pub fn take(&mut self) -> Vec<TracePoint> {
        std::mem::take(&mut self.points)
    }
}
