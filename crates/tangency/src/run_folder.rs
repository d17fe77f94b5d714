//! The run folder: frames, statistics, checkpoint and certificate of a simulation on the disk.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use tangency_engine::{Blockage, StepError, StepReport};
use tangency_io::IoError;
use tangency_io::run_folder::{
    Checkpoint, FieldArray, FieldPrecision, Resumable, RunLock, RunWriter,
};
use tangency_scene::document::output::OutputPrecision;
use tangency_scene::{OutputPlan, Scene, load_text, topology};

use crate::error::Error;
use crate::probes::probe_values;
use crate::simulation::{PreparedScene, Simulation, SimulationOptions, StepObserver};

/// Checkpoints may take one part in so many of the time: they are written after every step unless steps are short.
const CHECKPOINT_SHARE: u32 = 10;

/// Least time between two checkpoints: each waits for the disk.
const CHECKPOINT_PAUSE: Duration = Duration::from_secs(1);

/// Writes a simulation into a folder, as an observer of it: `tangency verify`, `render`, `report` and `export` read it, and
/// a run that was killed at any moment goes on from its last checkpoint with the same bits.
///
/// ```
/// use tangency::prelude::*;
///
/// # let parent = tempfile::tempdir().unwrap();
/// # let folder = parent.path().join("run");
/// let mut scene = Scene::new().time_step(0.01).ground(0.0);
/// scene.add(Solid::ball(0.1).at([0.0, 0.2, 0.0]));
/// let mut sim = scene.record(&folder)?; // a simulation that writes there
/// sim.run_until(0.05)?;
/// drop(sim); // without `finish`: as if it were killed
///
/// let mut sim = tangency::resume(&folder)?;
/// sim.run_until(0.2)?;
/// let certificate = sim.finish()?;
/// assert_eq!((certificate.steps, certificate.verified), (20, true));
/// assert!(folder.join("frames/000020.npy").exists());
/// # Ok::<(), Error>(())
/// ```
pub struct RunFolder {
    writer: RunWriter,
    output: OutputPlan,
    /// The last state that a run can go on from, until it is on the disk.
    resumable: Option<Checkpoint>,
    last_checkpoint: Instant,
    checkpoint_cost: Duration,
}

impl RunFolder {
    /// A new folder for the simulation of `scene` from its start; an earlier run in it is replaced only where `overwrite`
    /// says so.
    pub fn create(
        folder: &Path,
        scene: &Scene,
        simulation: &Simulation,
        overwrite: bool,
    ) -> Result<Self, IoError> {
        let topology = topology(simulation.model());
        let writer = RunWriter::create(folder, &topology, &scene.resolved_json(), overwrite)?;
        Ok(Self::of(writer, simulation))
    }

    /// The folder of a run whose `simulation` is taken up at its checkpoint.
    pub fn of(writer: RunWriter, simulation: &Simulation) -> Self {
        Self {
            writer,
            output: simulation.info().output.clone(),
            resumable: None,
            last_checkpoint: Instant::now(),
            checkpoint_cost: Duration::ZERO,
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.writer.folder()
    }

    /// The lock that keeps other programs from writing there.
    pub fn lock(&self) -> &RunLock {
        self.writer.lock()
    }

    /// Gives the lock, and writes no more.
    pub fn into_lock(self) -> RunLock {
        self.writer.into_lock()
    }

    /// Writes how the run was asked for.
    pub fn write_request(&mut self, request: &impl Serialize) -> Result<(), IoError> {
        self.writer.write_request(request)
    }

    /// Writes the state before the first step, with those fields that need no forces.
    pub fn write_start(&mut self, simulation: &Simulation) -> Result<(), IoError> {
        let vertices = simulation.model().vertex_count();
        let start = &simulation.state().x[..vertices];
        self.writer.write_frame(0, start)?;
        self.write_fields(simulation, 0)?;
        self.writer.write_checkpoint(&simulation.checkpoint())
    }

    /// Writes what a step left: first its frame and statistics, then, where one is due, the checkpoint that makes them
    /// count.
    pub fn write_step(
        &mut self,
        simulation: &Simulation,
        report: &StepReport,
    ) -> Result<(), IoError> {
        let vertices = simulation.model().vertex_count();
        self.writer
            .write_frame(report.step, &simulation.state().x[..vertices])?;
        self.write_fields(simulation, report.step)?;
        self.write_probes(simulation, report)?;
        self.writer.append_stats(report)?;
        if simulation.is_resumable() {
            self.resumable = Some(simulation.checkpoint());
        }
        let pause = CHECKPOINT_PAUSE.max(self.checkpoint_cost * CHECKPOINT_SHARE);
        if self.last_checkpoint.elapsed() >= pause {
            return self.write_checkpoint();
        }
        Ok(())
    }

    /// Writes the fields that the scene asks for at this step.
    fn write_fields(&mut self, simulation: &Simulation, step: u64) -> Result<(), IoError> {
        let output = &self.output;
        if output.fields.is_empty() || !step.is_multiple_of(output.every) {
            return Ok(());
        }
        let kinds = output.fields.iter();
        let fields: Vec<FieldArray> = kinds.flat_map(|&kind| simulation.field(kind)).collect();
        let precision = match output.precision {
            OutputPrecision::Single => FieldPrecision::Single,
            OutputPrecision::Double => FieldPrecision::Double,
        };
        (self.writer).write_fields(step, &fields, precision, !output.is_compressed)
    }

    fn write_probes(
        &mut self,
        simulation: &Simulation,
        report: &StepReport,
    ) -> Result<(), IoError> {
        if self.output.probes.is_empty() {
            return Ok(());
        }
        let (columns, values) = probe_values(simulation, &self.output.probes);
        (self.writer).append_probes((report.step, report.time), &columns, &values)
    }

    /// Writes the last state that a run can go on from.
    pub fn write_checkpoint(&mut self) -> Result<(), IoError> {
        let Some(checkpoint) = &self.resumable else {
            return Ok(());
        };
        let started = Instant::now();
        self.writer.write_checkpoint(checkpoint)?;
        self.resumable = None;
        self.checkpoint_cost = started.elapsed();
        self.last_checkpoint = Instant::now();
        Ok(())
    }

    /// Writes down what stopped the step after the last one; a run that was interrupted has no such thing.
    pub fn write_failure(
        &mut self,
        error: &StepError,
        simulation: &Simulation,
    ) -> Result<(), IoError> {
        match error {
            StepError::Interrupted { .. } => Ok(()),
            _ => {
                let blockage = Blockage::of(error, simulation.step_number());
                self.writer.write_failure(&blockage)
            }
        }
    }

    /// Writes the last checkpoint, and the certificate for what was done.
    pub fn conclude(&mut self, simulation: &Simulation) -> Result<(), IoError> {
        self.write_checkpoint()?;
        self.writer
            .write_certificate(&simulation.concluded_certificate())
    }
}

impl StepObserver for RunFolder {
    fn after_step(&mut self, simulation: &Simulation, report: &StepReport) -> Result<(), Error> {
        Ok(self.write_step(simulation, report)?)
    }

    fn records(&self) -> bool {
        true
    }

    fn finish(&mut self, simulation: &Simulation) -> Result<(), Error> {
        Ok(self.conclude(simulation)?)
    }
}

/// The simulation in a run folder, from its last checkpoint; it goes on to write there. See [`RunFolder`].
pub fn resume(folder: impl AsRef<Path>) -> Result<Simulation, Error> {
    let run = Resumable::open(folder)?;
    let text = run.reader().scene_json()?;
    let folder = run.reader().folder().to_path_buf();
    let file = folder.join("scene.json").display().to_string();
    let prepared = PreparedScene::new(&load_text(&file, &text, &folder, &[])?)?;
    let arrays = prepared
        .topology()
        .differing_arrays(run.reader().topology());
    if !arrays.is_empty() {
        return Err(Error::OtherBodies { folder, arrays });
    }
    let options = SimulationOptions::default();
    let mut simulation = prepared.resume(run.checkpoint(), options)?;
    let folder = RunFolder::of(run.take_up(&text)?, &simulation);
    simulation.observe(folder);
    Ok(simulation)
}
