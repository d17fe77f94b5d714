//! Reads a run folder, finished or not.

use super::{CERTIFICATE, CHECKPOINT, Checkpoint, SCENE, STATS, TOPOLOGY, Topology};
use super::{Change, FAILURE, REQUEST, SceneInForce, changes, frame_path, frame_steps, scenes};
use crate::{IoError, Location, ParseError, atomic, npy};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tangency_geometry::Vec3;

/// A run folder open for reading.
#[derive(Clone, Debug)]
pub struct RunReader {
    folder: PathBuf,
    topology: Topology,
    /// The topology as it is to be seen, where that differs.
    shown: OnceLock<Topology>,
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
            shown: OnceLock::new(),
            frames,
        })
    }

    /// Lists the frames again: those of a run under way become more.
    pub fn refresh(&mut self) -> Result<(), IoError> {
        self.frames = frame_steps(&self.folder)?;
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bodies and elements, which do not change during the run.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The bodies as they are to be seen, see [`Topology::shown`].
    pub fn shown(&self) -> &Topology {
        match self.topology.embedded.triangles.is_empty() {
            true => &self.topology,
            false => self.shown.get_or_init(|| self.topology.shown()),
        }
    }

    /// The steps that had a frame when the folder was opened or refreshed, ascending.
    pub fn frame_numbers(&self) -> Vec<u64> {
        self.frames.clone()
    }

    /// Positions (m) at the end of a step, in the very bits the solver had.
    pub fn frame(&self, step: u64) -> Result<Vec<Vec3>, IoError> {
        self.parse_frame(step, &self.frame_bytes(step)?)
    }

    /// The bytes of a frame's file, as the chain has them.
    pub fn frame_bytes(&self, step: u64) -> Result<Vec<u8>, IoError> {
        atomic::read(&frame_path(&self.folder, step))
    }

    /// The positions in the bytes of a frame's file, m.
    pub fn parse_frame(&self, step: u64, bytes: &[u8]) -> Result<Vec<Vec3>, IoError> {
        let parsed = self.positions_in(bytes);
        parsed.map_err(|e| e.in_file(&frame_path(&self.folder, step)))
    }

    fn positions_in(&self, bytes: &[u8]) -> Result<Vec<Vec3>, ParseError> {
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

    /// Whether the run has ended and left a certificate.
    pub fn has_certificate(&self) -> bool {
        self.folder.join(CERTIFICATE).symlink_metadata().is_ok()
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

    /// What stopped the step after the last one; `None` of runs in which none failed.
    pub fn failure(&self) -> Result<Option<Value>, IoError> {
        self.json_if_there(FAILURE)
    }

    /// The command that asked for the run; `None` of runs from before this was written down.
    pub fn request(&self) -> Result<Option<Value>, IoError> {
        self.json_if_there(REQUEST)
    }

    /// A file of JSON that not every run has.
    fn json_if_there(&self, name: &str) -> Result<Option<Value>, IoError> {
        let path = self.folder.join(name);
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

    /// The bytes of `topology.npz`, as the chain has them.
    pub fn topology_bytes(&self) -> Result<Vec<u8>, IoError> {
        atomic::read(&self.folder.join(TOPOLOGY))
    }

    /// The scenes that the run was made with, in the order in which they were in force.
    pub fn scenes(&self) -> Result<Vec<SceneInForce>, IoError> {
        scenes::in_force(&self.folder)
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
