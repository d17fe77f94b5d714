//! Writes a run folder step by step.

use super::clear::{refuse_others, remove_run};
use super::{CERTIFICATE, CHECKPOINT, Checkpoint, FRAMES, REQUEST, RunLock, SCENE, STATS};
use super::{TOPOLOGY, Topology, frame_path};
use crate::durable::Unsynced;
use crate::npy::{self, Array};
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
        let mut writer = Self::open(folder, topology.rest.len(), lock)?;
        writer.put(folder.join(SCENE), scene_json.as_bytes())?;
        writer.put(path, &bytes)?;
        Ok(writer)
    }

    /// Opens a run folder to go on writing.
    pub(super) fn open(folder: &Path, vertices: usize, lock: RunLock) -> Result<Self, IoError> {
        let path = folder.join(STATS);
        let stats = OpenOptions::new().create(true).append(true).open(&path);
        Ok(Self {
            folder: folder.to_path_buf(),
            vertices,
            stats: stats.map_err(IoError::system("open", &path))?,
            unsynced: Unsynced::default(),
            lock,
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
        self.put(path, &npy::to_bytes(&Array::from_points(positions)))
    }

    /// Appends the statistics of a step as one line of JSON.
    pub fn append_stats(&mut self, stats: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(STATS);
        let mut line = to_json(&path, serde_json::to_vec(stats))?;
        line.push(b'\n');
        let result = self.stats.write_all(&line);
        result.map_err(IoError::system("append to", &path))?;
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
        let path = self.folder.join(REQUEST);
        let mut text = to_json(&path, serde_json::to_vec_pretty(request))?;
        text.push(b'\n');
        self.put(path, &text)
    }

    /// Writes the certificate, after all that it speaks of.
    pub fn write_certificate(&mut self, certificate: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(CERTIFICATE);
        let mut text = to_json(&path, serde_json::to_vec_pretty(certificate))?;
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
    fn put(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), IoError> {
        atomic::write_unsynced(&path, bytes)?;
        self.unsynced.add(path);
        Ok(())
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
