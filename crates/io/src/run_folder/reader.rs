//! Reads a run folder, finished or not.

use super::{CERTIFICATE, CHECKPOINT, Checkpoint, SCENE, STATS, TOPOLOGY, Topology};
use super::{Change, REQUEST, changes, frame_path, frame_steps};
use crate::{IoError, Location, ParseError, atomic, npy};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tangency_geometry::Vec3;

/// A run folder open for reading.
#[derive(Clone, Debug)]
pub struct RunReader {
    folder: PathBuf,
    topology: Topology,
    frames: Vec<u64>,
}

impl RunReader {
    /// Opens a run folder, reads its topology and lists its frames.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, IoError> {
        let folder = folder.as_ref().to_path_buf();
        let topology = Topology::read(&folder.join(TOPOLOGY))?;
        let frames = frame_steps(&folder)?;
        Ok(Self {
            folder,
            topology,
            frames,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What does not change during the run.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The steps that had a frame when the folder was opened, ascending.
    pub fn frame_numbers(&self) -> Vec<u64> {
        self.frames.clone()
    }

    /// Positions (m) at the end of a step, in the very bits the solver had.
    pub fn frame(&self, step: u64) -> Result<Vec<Vec3>, IoError> {
        let path = frame_path(&self.folder, step);
        let bytes = atomic::read(&path)?;
        self.parse_frame(&bytes).map_err(|e| e.in_file(&path))
    }

    fn parse_frame(&self, bytes: &[u8]) -> Result<Vec<Vec3>, ParseError> {
        let positions = npy::from_bytes(bytes)?.into_points()?;
        let expected = self.topology.rest.len();
        if positions.len() != expected {
            return Err(ParseError::whole(format!(
                "the frame has {} vertices, the topology {expected}",
                positions.len()
            )));
        }
        let finite = |p: &Vec3| p.iter().all(|c| c.is_finite());
        match positions.iter().position(|p| !finite(p)) {
            None => Ok(positions),
            Some(vertex) => Err(ParseError::whole(format!(
                "vertex {vertex} is at {:?}, which is not finite",
                positions[vertex].as_slice()
            ))),
        }
    }

    /// The last checkpoint.
    pub fn checkpoint(&self) -> Result<Checkpoint, IoError> {
        Checkpoint::read(&self.folder.join(CHECKPOINT))
    }

    /// The certificate the run ended with.
    pub fn certificate(&self) -> Result<Value, IoError> {
        let path = self.folder.join(CERTIFICATE);
        serde_json::from_slice(&atomic::read(&path)?).map_err(|e| json_error(&e).in_file(&path))
    }

    /// The statistics of each step. A last line that a killed run left
    /// incomplete (without its line end) is not counted.
    pub fn stats(&self) -> Result<Vec<Value>, IoError> {
        let path = self.folder.join(STATS);
        let bytes = atomic::read(&path)?;
        let complete = bytes.iter().rposition(|&b| b == b'\n').unwrap_or(0);
        let lines = bytes[..complete].split(|&b| b == b'\n').enumerate();
        lines
            .filter(|(_, line)| !line.is_empty())
            .map(|(i, line)| {
                serde_json::from_slice(line).map_err(|e| {
                    let at = Location::Line(i + 1);
                    ParseError {
                        at,
                        ..json_error(&e)
                    }
                    .in_file(&path)
                })
            })
            .collect()
    }

    /// How the run was asked for; `None` of runs from before this was written down.
    pub fn request(&self) -> Result<Option<Value>, IoError> {
        let path = self.folder.join(REQUEST);
        if !path.exists() {
            return Ok(None);
        }
        let value = serde_json::from_slice(&atomic::read(&path)?);
        value.map(Some).map_err(|e| json_error(&e).in_file(&path))
    }

    /// The changes of the scene in the middle of the run, in order.
    pub fn changes(&self) -> Result<Vec<Change>, IoError> {
        changes::read(&self.folder)
    }

    /// The scene as resolved.
    pub fn scene_json(&self) -> Result<String, IoError> {
        let path = self.folder.join(SCENE);
        String::from_utf8(atomic::read(&path)?)
            .map_err(|_| ParseError::whole("not UTF-8 text").in_file(&path))
    }
}

fn json_error(error: &serde_json::Error) -> ParseError {
    ParseError::whole(format!("not readable as JSON: {error}"))
}
