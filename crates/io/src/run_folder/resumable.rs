//! A run that can be taken up at its checkpoint: first everything is checked, and only then is anything deleted.

use super::clear::remove_after;
use super::{CHECKPOINT, Chain, Checkpoint, RunLock, RunReader, RunWriter, STATS};
use super::{changes, frame_path, scenes};
use crate::{IoError, Location, ParseError, atomic};
use serde_json::Value;
use std::path::Path;

/// A run folder whose checkpoint agrees with its other files, locked and as yet untouched.
#[derive(Debug)]
pub struct Resumable {
    reader: RunReader,
    checkpoint: Checkpoint,
    statistics: Statistics,
    lock: RunLock,
}

/// The statistics up to the checkpoint.
#[derive(Debug, Default)]
struct Statistics {
    /// Bytes of their lines.
    length: u64,
    /// The last of them.
    last: Option<Value>,
}

impl Resumable {
    /// Locks a run folder and checks that it has what the checkpoint stands on: the frame of its step with the same
    /// positions in every bit, and the statistics of each step up to it.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, IoError> {
        let folder = folder.as_ref();
        // A folder that is none of a run is left alone.
        RunReader::open(folder)?;
        let lock = RunLock::take(folder)?;
        let reader = RunReader::open(folder)?;
        let checkpoint = reader.checkpoint()?;
        check_positions(&reader, &checkpoint)?;
        let statistics = Statistics::up_to(checkpoint.step, &folder.join(STATS))?;
        Ok(Self {
            reader,
            checkpoint,
            statistics,
            lock,
        })
    }

    /// The files of the run.
    pub fn reader(&self) -> &RunReader {
        &self.reader
    }

    /// The state to go on from.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// The statistics of the step of the checkpoint; `None` at the start.
    pub fn last_statistics(&self) -> Option<&Value> {
        self.statistics.last.as_ref()
    }

    /// Deletes what was written after the checkpoint, so that the folder becomes what an uninterrupted run would have
    /// left, and goes on with `scene_json`, the scene as resolved; where that is another than before, the change is
    /// recorded.
    pub fn take_up(self, scene_json: &str) -> Result<RunWriter, IoError> {
        let folder = self.reader.folder();
        let step = self.checkpoint.step;
        let chain = self.chain()?;
        remove_after(folder, step, self.statistics.length)?;
        changes::record(folder, step, scene_json)?;
        let vertices = self.reader.topology().rest.len();
        let mut writer = RunWriter::open(folder, vertices, self.lock, chain)?;
        let mut scenes = scenes::in_force(folder)?.into_iter();
        let changed = scenes.rfind(|scene| scene.after == Some(step));
        writer.begin_scene(changed.map(|scene| scene.text));
        Ok(writer)
    }

    /// The chain at the checkpoint, as its statistics have it, at the start as the files have it; none where the run was
    /// begun without one.
    fn chain(&self) -> Result<Option<Chain>, IoError> {
        if let Some(last) = &self.statistics.last {
            let link = last.get("chain").and_then(Value::as_str);
            return Ok(link.and_then(Chain::from_hex));
        }
        let scenes = self.reader.scenes()?;
        let first = scenes.first().map_or(&[][..], |scene| &scene.text);
        let mut chain = Chain::start(first, &self.reader.topology_bytes()?);
        chain.absorb_frame(0, &self.reader.frame_bytes(0)?);
        Ok(Some(chain))
    }
}

/// Refuses a checkpoint whose positions are not those of its frame.
fn check_positions(reader: &RunReader, checkpoint: &Checkpoint) -> Result<(), IoError> {
    let folder = reader.folder();
    let wrong = |problem: String| ParseError::whole(problem).in_file(&folder.join(CHECKPOINT));
    let (expected, found) = (reader.topology().rest.len(), checkpoint.x.len());
    if expected != found {
        return Err(wrong(format!(
            "the array \"x\" has {found} vertices, the topology {expected}"
        )));
    }
    let frame = reader.frame(checkpoint.step)?;
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
    let mut vertices = frame.iter().zip(&checkpoint.x);
    match vertices.position(|(a, b)| !a.iter().zip(b.iter()).all(same)) {
        None => Ok(()),
        Some(vertex) => Err(wrong(format!(
            "the array \"x\" has vertex {vertex} at {:?}, {} at {:?}",
            checkpoint.x[vertex].as_slice(),
            frame_path(folder, checkpoint.step).display(),
            frame[vertex].as_slice()
        ))),
    }
}

impl Statistics {
    /// The lines of steps 1 to `step`, which must be there.
    fn up_to(step: u64, path: &Path) -> Result<Self, IoError> {
        let mut found = Self::default();
        if step == 0 {
            return Ok(found);
        }
        let bytes = atomic::read(path)?;
        let mut lines = bytes.split_inclusive(|&b| b == b'\n');
        for expected in 1..=step {
            let line = lines.next().filter(|line| line.ends_with(b"\n"));
            let value: Option<Value> = line.and_then(|line| serde_json::from_slice(line).ok());
            let line_step = value.as_ref().and_then(|v| v.get("step")?.as_u64());
            if line_step != Some(expected) {
                return Err(ParseError {
                    at: Location::Line(usize::try_from(expected).unwrap_or(usize::MAX)),
                    problem: format!(
                        "the statistics of step {expected} should be here; the checkpoint is that of step {step}"
                    ),
                }
                .in_file(path));
            }
            found.length += line.map_or(0, |line| line.len() as u64);
            found.last = value;
        }
        Ok(found)
    }
}
