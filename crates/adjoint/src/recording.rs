//! A run that can be gone back: its states, or, where they would take too much memory, checkpoints between which steps are
//! computed again. Runs repeat bit for bit, so that what is computed again is what was.

use std::borrow::Cow;
use std::sync::Arc;

use tangency_engine::{Model, State, Stepper, Vec3};

use crate::check;
use crate::error::GradientError;

/// Memory that states may take where nothing else is said, bytes.
const MEMORY: usize = 1 << 30;

/// The end of a step, or the start of the run.
#[derive(Clone)]
pub(crate) struct Entry {
    /// The state.
    pub state: State,
    /// Positions from which friction was taken anew within the step.
    pub rounds: Vec<Vec<Vec3>>,
    /// Stiffness of limits of strain at the end of each round, Pa.
    pub strain_stiffness: Vec<f64>,
}

impl Entry {
    /// With the angles of segments behind the vertices, where steps have them.
    pub fn joined(&self) -> Cow<'_, Entry> {
        if self.state.angles.x.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut joined = self.clone();
        joined.state.join_angles();
        Cow::Owned(joined)
    }
}

/// A run of steps solved by Newton's method, recorded to be differentiated.
pub struct Recording {
    model: Arc<Model>,
    /// Steps between two checkpoints; 1 where all states are kept.
    interval: usize,
    /// Every `interval`-th state, from the first.
    kept: Vec<Entry>,
    end: Entry,
    steps: usize,
    /// Stiffness of the barrier at the end of each step.
    kappa: Vec<f64>,
}

impl Recording {
    /// Runs so many steps of `model` from `state`, keeping at most a gigabyte of states.
    pub fn run(model: &Arc<Model>, state: State, steps: usize) -> Result<Self, GradientError> {
        Self::within(model, state, steps, MEMORY)
    }

    /// Runs so many steps, keeping at most `memory` bytes of states, or two square roots of the number of steps where that
    /// is more.
    pub fn within(
        model: &Arc<Model>,
        state: State,
        steps: usize,
        memory: usize,
    ) -> Result<Self, GradientError> {
        check::model(model)?;
        let vectors = 8 + model.settings.friction_iterations.unwrap_or(4) as usize;
        let size = vectors * model.node_count() * size_of::<Vec3>();
        let interval = if steps * size <= memory {
            1
        } else {
            ((steps as f64).sqrt().ceil() as usize).max(1)
        };
        let start = Entry {
            state,
            rounds: Vec::new(),
            strain_stiffness: Vec::new(),
        };
        let mut recording = Recording {
            model: Arc::clone(model),
            interval,
            kept: vec![start.clone()],
            end: start,
            steps,
            kappa: Vec::with_capacity(steps),
        };
        let mut stepper = recording.stepper()?;
        for step in 1..=steps {
            let entry = advance(&mut stepper, &recording.end.state)?;
            recording.kappa.push(entry.state.kappa.unwrap_or(0.0));
            if step % interval == 0 && step < steps {
                recording.kept.push(entry.clone());
            }
            recording.end = entry;
        }
        Ok(recording)
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The state at the end.
    pub fn end(&self) -> &State {
        &self.end.state
    }

    /// Steps between two checkpoints; 1 where all states are kept.
    pub fn interval(&self) -> usize {
        self.interval
    }

    /// Stiffness of the barrier at the end of each step.
    pub(crate) fn kappa(&self) -> &[f64] {
        &self.kappa
    }

    /// Calls `visit` with every state in order, from the first.
    pub fn visit(&self, mut visit: impl FnMut(&State)) -> Result<(), GradientError> {
        for segment in 0..self.kept.len() {
            let entries = self.segment(segment)?;
            let skip = usize::from(segment > 0);
            entries
                .iter()
                .skip(skip)
                .for_each(|entry| visit(&entry.state));
        }
        Ok(())
    }

    /// Number of segments between checkpoints.
    pub(crate) fn segments(&self) -> usize {
        self.kept.len()
    }

    /// The states of a segment, from its checkpoint to the next one, both included.
    pub(crate) fn segment(&self, segment: usize) -> Result<Vec<Entry>, GradientError> {
        let first = &self.kept[segment];
        let next = self.kept.get(segment + 1).unwrap_or(&self.end);
        let count = (self.interval).min(self.steps - segment * self.interval);
        let mut entries = vec![first.clone()];
        if count <= 1 {
            if count == 1 {
                entries.push(next.clone());
            }
            return Ok(entries);
        }
        let mut stepper = self.stepper()?;
        for _ in 0..count {
            let entry = advance(&mut stepper, &entries[entries.len() - 1].state)?;
            entries.push(entry);
        }
        let (last, step) = (&entries[count].state, next.state.step);
        if last.x != next.state.x || last.v != next.state.v {
            return Err(GradientError::NotRepeatable { step });
        }
        Ok(entries)
    }

    fn stepper(&self) -> Result<Stepper, GradientError> {
        let mut stepper = Stepper::new(&self.model).ok_or_else(check::not_newton)?;
        stepper.record_rounds(true);
        stepper.arrive_exactly(true);
        stepper.record_forces(false);
        Ok(stepper)
    }
}

/// One step from `before`.
fn advance(stepper: &mut Stepper, before: &State) -> Result<Entry, GradientError> {
    let mut state = before.clone();
    stepper.step(&mut state)?;
    let step = stepper.last_step();
    let mut strain_stiffness = step.round_strain_stiffness.clone();
    strain_stiffness.push(step.strain_limit_stiffness());
    Ok(Entry {
        state,
        rounds: step.rounds.clone(),
        strain_stiffness,
    })
}
