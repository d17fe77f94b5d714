//! The world of a run: which way is up, and when its frames are.

use super::RunReader;
use serde_json::Value;
use std::collections::HashMap;
use tangency_geometry::Vec3;

/// Gravity of a run's scene, and the times of its steps.
#[derive(Clone, Debug)]
pub struct RunWorld {
    /// Up: opposite to gravity, and +y without any.
    pub up: Vec3,
    /// Time step, s.
    step: f64,
    /// Times of the steps that the statistics tell of, s.
    told: HashMap<u64, f64>,
}

impl RunWorld {
    /// Reads scene and statistics of a run; without a scene, up is +y.
    pub fn of(run: &RunReader) -> Self {
        let text = run.scene_json().unwrap_or_default();
        let scene: Value = serde_json::from_str(&text).unwrap_or_default();
        let gravity: Option<Vec<f64>> = scene["gravity"]
            .as_array()
            .map(|g| g.iter().filter_map(Value::as_f64).collect());
        let up = match gravity.as_deref() {
            Some([x, y, z]) => up(Vec3::new(*x, *y, *z)),
            _ => Vec3::y(),
        };
        let stats = run.stats().unwrap_or_default();
        let told = stats.iter().filter_map(|line| {
            let step = line.get("step").and_then(Value::as_u64)?;
            Some((step, line.get("time").and_then(Value::as_f64)?))
        });
        let told: HashMap<u64, f64> = told.collect();
        let last = told.iter().max_by_key(|(step, _)| **step);
        let mean = last.map(|(step, time)| time / (*step).max(1) as f64);
        let step = &scene["time"]["step"];
        let step = step.as_f64().or(step["most"].as_f64());
        let step = step.filter(|h| *h > 0.0);
        Self {
            up,
            step: step.or(mean).unwrap_or(0.0),
            told,
        }
    }

    /// Times of frames, s: those of the statistics, else the number of the step times the time step.
    pub fn times(&self, numbers: &[u64]) -> Vec<f64> {
        let time = |n: &u64| self.told.get(n).copied().unwrap_or(*n as f64 * self.step);
        numbers.iter().map(time).collect()
    }

    /// Length of a step, s; zero where nothing tells it.
    pub fn time_step(&self) -> f64 {
        self.step
    }
}

/// Unit vector against gravity; +y without any.
pub fn up(gravity: Vec3) -> Vec3 {
    (-gravity).try_normalize(0.0).unwrap_or_else(Vec3::y)
}
