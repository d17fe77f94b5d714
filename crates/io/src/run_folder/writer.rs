//! Writes a run folder step by step.

use super::clear::{refuse_others, remove_run};
use super::{
    CERTIFICATE, CHECKPOINT, Chain, Checkpoint, FAILURE, FRAMES, REQUEST, RunLock, SCENE, STATS,
};
use super::{TOPOLOGY, Topology, frame_path};
use crate::durable::Unsynced;
use crate::npy::{self, NpyArray};
use crate::{IoError, atomic};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tangency_geometry::Vec3;

/// A run folder open for writing, by this program alone.
#[derive(Debug)]
pub struct RunWriter {
    folder: PathBuf,
    vertices: usize,
    stats: File,
    unsynced: Unsynced,
    lock: RunLock,
    /// The chain up to what was written last; a run that was begun without one goes on without.
    chain: Option<Chain>,
    /// A scene that comes into force with the next frame, and is not in the chain yet.
    new_scene: Option<Vec<u8>>,
}

/// A line of statistics or a certificate, with the link of the chain that it vouches for.
#[derive(Serialize)]
struct Linked<'a, T> {
    #[serde(flatten)]
    record: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<String>,
}

impl RunWriter {
    /// Starts a run folder. An earlier run in it is replaced only with
    /// `overwrite`, of which its own files alone are deleted; a folder that
    /// holds something else, or that another program writes to, is refused.
    pub fn create(
        folder: impl AsRef<Path>,
        topology: &Topology,
        scene_json: &str,
        overwrite: bool,
    ) -> Result<Self, IoError> {
        let folder = folder.as_ref();
        let path = folder.join(TOPOLOGY);
        let bytes = topology.encode(&path)?;
        refuse_others(folder, overwrite)?;
        fs::create_dir_all(folder).map_err(IoError::system("create the folder", folder))?;
        let lock = RunLock::take(folder)?;
        // Again: before there was a lock, another program may have begun and ended a run.
        refuse_others(folder, overwrite)?;
        remove_run(folder)?;
        let frames = folder.join(FRAMES);
        fs::create_dir_all(&frames).map_err(IoError::system("create the folder", &frames))?;
        let chain = Chain::start(scene_json.as_bytes(), &bytes);
        let mut writer = Self::open(folder, topology.rest.len(), lock, Some(chain))?;
        writer.put(folder.join(SCENE), scene_json.as_bytes())?;
        writer.put(path, &bytes)?;
        Ok(writer)
    }

    /// Opens a run folder to go on writing after what is in `chain`.
    pub(super) fn open(
        folder: &Path,
        vertices: usize,
        lock: RunLock,
        chain: Option<Chain>,
    ) -> Result<Self, IoError> {
        let path = folder.join(STATS);
        let stats = OpenOptions::new().create(true).append(true).open(&path);
        Ok(Self {
            folder: folder.to_path_buf(),
            vertices,
            stats: stats.map_err(IoError::system("open", &path))?,
            unsynced: Unsynced::default(),
            lock,
            chain,
            new_scene: None,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the positions (m) at the end of a step.
    pub fn write_frame(&mut self, step: u64, positions: &[Vec3]) -> Result<(), IoError> {
        let path = frame_path(&self.folder, step);
        self.expect_vertices(&path, positions.len())?;
        let bytes = npy::to_bytes(&NpyArray::from_points(positions));
        self.put(path, &bytes)?;
        if let Some(chain) = &mut self.chain {
            if let Some(scene) = self.new_scene.take() {
                chain.absorb("scene", &scene);
            }
            chain.absorb_frame(step, &bytes);
        }
        Ok(())
    }

    /// Has `scene`, which comes into force with the next frame, be part of the chain.
    pub(super) fn begin_scene(&mut self, scene: Option<Vec<u8>>) {
        self.new_scene = scene;
    }

    /// Appends the statistics of a step, whose frame is written, as one line of JSON.
    pub fn append_stats(&mut self, stats: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(STATS);
        let mut line = to_json(&path, serde_json::to_vec(&self.linked(stats)))?;
        line.push(b'\n');
        let result = self.stats.write_all(&line);
        result.map_err(IoError::system("append to", &path))?;
        self.unsynced.add(path);
        Ok(())
    }

    /// Appends a line to the file `name`, which the next checkpoint syncs.
    pub(super) fn append_line(&mut self, name: &str, line: &str) -> Result<(), IoError> {
        let path = self.folder.join(name);
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(IoError::system("append to", &path))?;
        self.unsynced.add(path);
        Ok(())
    }

    /// Replaces the checkpoint. All that was written before is on the disk before the checkpoint is, so that after a crash
    /// of the machine every file that it stands on is whole. That of the start is left to the next one: a run that has
    /// done nothing can only lose itself.
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), IoError> {
        let path = self.folder.join(CHECKPOINT);
        self.expect_vertices(&path, checkpoint.x.len())?;
        self.expect_vertices(&path, checkpoint.v.len())?;
        let bytes = checkpoint.encode(&path)?;
        if checkpoint.step == 0 {
            return self.put(path, &bytes);
        }
        self.unsynced.sync()?;
        atomic::write(&path, &bytes)
    }

    /// Writes down how the run was asked for.
    pub fn write_request(&mut self, request: &impl Serialize) -> Result<(), IoError> {
        self.write_json(REQUEST, request)
    }

    /// Writes down what stopped the step after the last one.
    pub fn write_failure(&mut self, failure: &impl Serialize) -> Result<(), IoError> {
        self.write_json(FAILURE, failure)
    }

    fn write_json(&mut self, name: &str, content: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(name);
        let mut text = to_json(&path, serde_json::to_vec_pretty(content))?;
        text.push(b'\n');
        self.put(path, &text)
    }

    /// Writes the certificate, after all that it speaks of.
    pub fn write_certificate(&mut self, certificate: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(CERTIFICATE);
        let mut text = to_json(&path, serde_json::to_vec_pretty(&self.linked(certificate)))?;
        text.push(b'\n');
        self.unsynced.sync()?;
        atomic::write(&path, &text)
    }

    /// Ends the writing, but keeps other programs out as long as the lock lives.
    pub fn into_lock(self) -> RunLock {
        self.lock
    }

    /// The lock on the folder.
    pub fn lock(&self) -> &RunLock {
        &self.lock
    }

    /// Writes a file that the next checkpoint syncs.
    pub(super) fn put(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), IoError> {
        atomic::write_unsynced(&path, bytes)?;
        self.unsynced.add(path);
        Ok(())
    }

    fn linked<'a, T>(&self, record: &'a T) -> Linked<'a, T> {
        let chain = self.chain.as_ref().map(Chain::to_hex);
        Linked { record, chain }
    }

    fn expect_vertices(&self, path: &Path, found: usize) -> Result<(), IoError> {
        if found == self.vertices {
            return Ok(());
        }
        Err(IoError::Unwritable {
            path: path.to_path_buf(),
            problem: format!("{found} vertices given, the topology has {}", self.vertices),
        })
    }
}

fn to_json(path: &Path, json: serde_json::Result<Vec<u8>>) -> Result<Vec<u8>, IoError> {
    json.map_err(|e| IoError::Unwritable {
        path: path.to_path_buf(),
        problem: e.to_string(),
    })
}
