//! The request for a run: `run.json`. With it a scene file can be read later as it was read then, and compared.

use serde::{Deserialize, Serialize};
use tangency_engine::{Certify, ContactKind, Finish, LinearKind, Precision, StepperKind};
use tangency_io::run_folder::RunReader;
use tangency_scene::document::TimeSpec;
use tangency_scene::{Budget, Choices, Scene, load_within};

use crate::arguments::{RunOptions, budget};
use crate::failure::Failure;

/// The words of the command line about a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The scene, as given.
    pub scene: String,
    /// Values set in it (`--set`).
    pub set: Vec<String>,
    /// The contact model in place of the scene's, if any; likewise what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<ContactKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stepper: Option<StepperKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linear: Option<LinearKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<Precision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certify: Option<Certify>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    trace: bool,
    /// The step to stop after, where that is not the scene's last.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    /// The time to stop at, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<f64>,
    /// Memory that the scene may take, bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_limit: Option<u64>,
}

/// A step to stop after that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The step.
    pub step: u64,
    /// The words that asked for it.
    pub words: String,
}

impl Request {
    /// The request for a run from the start.
    pub fn new(options: &RunOptions) -> Result<Self, Failure> {
        if let Some(until) = options.until
            && !(until.is_finite() && until >= 0.0)
        {
            return Err(Failure::refuse(format!(
                "--until must be a time in seconds, is {until}"
            )));
        }
        Ok(Self {
            scene: options.scene.clone(),
            set: options.sets.clone(),
            contact: options.contact,
            stepper: options.stepper,
            linear: options.linear,
            finish: options.finish,
            precision: options.precision,
            certify: options.certify,
            trace: options.trace,
            steps: options.steps,
            until: options.until,
            memory_limit: options.memory_limit,
        })
    }

    /// The request that a run was begun with; an empty one of runs from before it was written down.
    pub fn of(run: &RunReader) -> Result<Self, Failure> {
        let Some(value) = run.request().map_err(Failure::input)? else {
            return Ok(Self::default());
        };
        serde_json::from_value(value).map_err(|error| {
            let file = run.folder().join("run.json");
            Failure::refuse(format!(
                "{}: not the request for a run: {error}",
                file.display()
            ))
        })
    }

    /// This request where it is made again: what is asked for now goes before, the rest stays. Where to stop does not,
    /// nor a trace, which changes nothing.
    pub fn renewed(&self, now: &Self) -> Self {
        let older = self.clone();
        Self {
            scene: now.scene.clone(),
            set: [&older.set[..], &now.set].concat(),
            contact: now.contact.or(older.contact),
            stepper: now.stepper.or(older.stepper),
            linear: now.linear.or(older.linear),
            finish: now.finish.or(older.finish),
            precision: now.precision.or(older.precision),
            certify: now.certify.or(older.certify),
            trace: older.trace,
            steps: now.steps,
            until: now.until,
            memory_limit: now.memory_limit.or(older.memory_limit),
        }
    }

    /// Memory that the scene may take.
    pub fn budget(&self) -> Budget {
        budget(self.memory_limit)
    }

    /// The scene that is asked for.
    pub fn load(&self) -> Result<Scene, Failure> {
        let loaded = load_within(&self.scene, &self.set, &self.budget());
        let mut scene = loaded.map_err(Failure::input)?;
        self.choose(&mut scene)?;
        Ok(scene)
    }

    /// Replaces the words that choose methods, where asked for.
    pub fn choose(&self, scene: &mut Scene) -> Result<(), Failure> {
        let choices = Choices {
            contact: self.contact,
            stepper: self.stepper,
            linear: self.linear,
            finish: self.finish,
            precision: self.precision,
            certify: self.certify,
            trace: self.trace,
        };
        scene.choose(&choices).map_err(Failure::input)
    }

    /// The step that the run is asked to stop after, if not at the scene's end.
    pub fn stop(&self, time: TimeSpec) -> Option<Stop> {
        if let Some(step) = self.steps {
            let words = format!("--steps {step}");
            return Some(Stop { step, words });
        }
        let duration = self.until?;
        Some(Stop {
            step: TimeSpec { duration, ..time }.steps(),
            words: format!("--until {duration}"),
        })
    }

    /// Asks to stop where another request does.
    pub fn stop_like(&mut self, other: &Self) {
        (self.steps, self.until) = (other.steps, other.until);
    }
}
