//! Laws with closed forms that a run of a world must obey.

mod energy;
mod flight;
mod held;

use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;
use tangency_engine::{Finish, Model, State, StepperKind, Vec3};
use tangency_io::run_folder::RunReader;
use tangency_scene::Scene;

/// A run with the scene it is of.
pub struct Story {
    scene: Scene,
    model: Model,
    start: State,
    frames: Vec<Vec<Vec3>>,
    stats: Vec<Value>,
}

/// Numbers of comparisons with closed forms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks {
    /// Centres of mass in free flight.
    pub flights: u64,
    /// Steps whose energy must not rise.
    pub energies: u64,
    /// Vertices that follow a motion.
    pub held: u64,
}

impl Story {
    /// Reads a scene and the run folder it has led to.
    pub fn read(scene: &Path, run: &Path) -> anyhow::Result<Self> {
        let scene = tangency_scene::load(&scene.to_string_lossy(), &[])?;
        let (model, start, _) = scene.build()?;
        let reader = RunReader::open(run)?;
        let numbers = reader.frame_numbers();
        let frames: Result<_, _> = numbers.iter().map(|&n| reader.frame(n)).collect();
        Ok(Story {
            scene,
            model,
            start,
            frames: frames.context("a frame cannot be read")?,
            stats: reader.stats()?,
        })
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.stats.len()
    }

    /// Compares with all laws, and says in `broken` which are not obeyed.
    pub fn judge(&self, broken: &mut Vec<String>) -> Checks {
        let expected = self.scene.document.time.steps();
        if self.frames.len() as u64 != expected + 1 || self.stats.len() as u64 != expected {
            broken.push(format!(
                "{expected} steps leave {} frames and {} lines of statistics",
                self.frames.len(),
                self.stats.len()
            ));
            return Checks::default();
        }
        Checks {
            flights: self.flight(broken),
            energies: self.energy(broken),
            held: self.held(broken),
        }
    }

    /// Length of a step, s.
    fn step_length(&self) -> f64 {
        self.scene.document.time.step.most
    }

    /// Whether each step is solved to `newton_tolerance`.
    fn is_solved(&self) -> bool {
        let solver = &self.scene.document.solver;
        solver.stepper == StepperKind::Newton || solver.vbd.finish == Finish::Newton
    }

    /// Whether the run has said of one of the steps up to `k` that it is not solved.
    fn is_unsolved_by(&self, k: usize) -> bool {
        let said = |stats: &Value| {
            let reasons = stats.get("unsolved").and_then(Value::as_array);
            reasons.is_some_and(|reasons| !reasons.is_empty())
        };
        self.stats[..k].iter().any(said)
    }

    /// Whether anything has touched anything by the end of step `k`.
    fn has_contacts_by(&self, k: usize) -> bool {
        (1..=k).any(|k| self.number(k, "/contacts") != 0.0)
    }

    /// Whether positions are computed in single precision.
    fn is_single(&self) -> bool {
        self.scene.document.solver.stepper == StepperKind::Gpu
    }

    /// A number of the statistics of step `k`, from 1.
    fn number(&self, k: usize, path: &str) -> f64 {
        let value = self.stats[k - 1].pointer(path);
        value.and_then(Value::as_f64).unwrap_or(f64::NAN)
    }
}
