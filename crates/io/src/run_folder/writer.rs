//! Writes a run folder step by step; resumes one that was interrupted.

use super::{CERTIFICATE, CHECKPOINT, Checkpoint, FRAMES, SCENE, STATS, TOPOLOGY, Topology};
use super::{entries, frame_path, frame_steps, remove, step_of};
use crate::npy::{self, Array};
use crate::{IoError, atomic};
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tangency_geometry::Vec3;

/// A run folder open for writing.
#[derive(Debug)]
pub struct RunWriter {
    folder: PathBuf,
    vertices: usize,
    stats: File,
}

impl RunWriter {
    /// Starts a run folder. An earlier run in it is replaced only with
    /// `overwrite`, of which its own files alone are deleted; a folder that
    /// holds something else is refused.
    pub fn create(
        folder: impl AsRef<Path>,
        topology: &Topology,
        scene_json: &str,
        overwrite: bool,
    ) -> Result<Self, IoError> {
        let folder = folder.as_ref();
        make_way(folder, overwrite)?;
        let frames = folder.join(FRAMES);
        fs::create_dir_all(&frames).map_err(IoError::system("create the folder", &frames))?;
        atomic::write(&folder.join(SCENE), scene_json.as_bytes())?;
        topology.write(&folder.join(TOPOLOGY))?;
        Self::open(folder, topology.rest.len())
    }

    /// Takes up a run at its checkpoint: frames and statistics of later steps
    /// are deleted, as is a certificate, so that the folder becomes what an
    /// uninterrupted run would have left.
    pub fn open_for_resume(folder: impl AsRef<Path>) -> Result<Self, IoError> {
        let folder = folder.as_ref();
        let topology = Topology::read(&folder.join(TOPOLOGY))?;
        let checkpoint = Checkpoint::read(&folder.join(CHECKPOINT))?;
        remove(&folder.join(CERTIFICATE))?;
        for step in frame_steps(folder)? {
            if step > checkpoint.step {
                remove(&frame_path(folder, step))?;
            }
        }
        truncate_stats(&folder.join(STATS), checkpoint.step)?;
        remove_temporaries(folder)?;
        Self::open(folder, topology.rest.len())
    }

    fn open(folder: &Path, vertices: usize) -> Result<Self, IoError> {
        let path = folder.join(STATS);
        let stats = OpenOptions::new().create(true).append(true).open(&path);
        Ok(Self {
            folder: folder.to_path_buf(),
            vertices,
            stats: stats.map_err(IoError::system("open", &path))?,
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
        atomic::write(&path, &npy::to_bytes(&Array::from_points(positions)))
    }

    /// Appends the statistics of a step as one line of JSON.
    pub fn append_stats(&mut self, stats: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(STATS);
        let mut line = to_json(&path, serde_json::to_vec(stats))?;
        line.push(b'\n');
        let result = self.stats.write_all(&line);
        result.map_err(IoError::system("append to", &path))
    }

    /// Replaces the checkpoint.
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), IoError> {
        let path = self.folder.join(CHECKPOINT);
        self.expect_vertices(&path, checkpoint.x.len())?;
        self.expect_vertices(&path, checkpoint.v.len())?;
        checkpoint.write(&path)
    }

    /// Writes the certificate.
    pub fn write_certificate(&mut self, certificate: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(CERTIFICATE);
        let mut text = to_json(&path, serde_json::to_vec_pretty(certificate))?;
        text.push(b'\n');
        atomic::write(&path, &text)
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

/// Refuses a foreign folder and an earlier run, or deletes the latter's files.
fn make_way(folder: &Path, overwrite: bool) -> Result<(), IoError> {
    let names = entries(folder)?;
    if names.is_empty() {
        return Ok(());
    }
    let own = |name: &str| {
        let name = name.strip_suffix(atomic::TEMPORARY).unwrap_or(name);
        [SCENE, TOPOLOGY, FRAMES, CHECKPOINT, STATS, CERTIFICATE].contains(&name)
    };
    let is_run = names.iter().any(|name| name == TOPOLOGY);
    match names.into_iter().find(|name| !own(name)) {
        Some(found) if !is_run => Err(IoError::ForeignFolder {
            path: folder.to_path_buf(),
            found,
        }),
        _ if !overwrite => Err(IoError::RunExists {
            path: folder.to_path_buf(),
        }),
        _ => remove_run(folder),
    }
}

/// Deletes the files of a run, the topology last: until then it is a run folder.
fn remove_run(folder: &Path) -> Result<(), IoError> {
    remove_temporaries(folder)?;
    for step in frame_steps(folder)? {
        remove(&frame_path(folder, step))?;
    }
    for name in [CERTIFICATE, CHECKPOINT, STATS, SCENE, TOPOLOGY] {
        remove(&folder.join(name))?;
    }
    Ok(())
}

/// Deletes what a killed writer left half-written.
fn remove_temporaries(folder: &Path) -> Result<(), IoError> {
    let whole = [SCENE, TOPOLOGY, CHECKPOINT, CERTIFICATE];
    for name in whole {
        remove(&folder.join(format!("{name}{}", atomic::TEMPORARY)))?;
    }
    let frames = folder.join(FRAMES);
    for name in entries(&frames)? {
        let finished = name.strip_suffix(atomic::TEMPORARY);
        if finished.and_then(step_of).is_some() {
            remove(&frames.join(name))?;
        }
    }
    Ok(())
}

/// Cuts the statistics after the last complete line of a step up to `step`.
fn truncate_stats(path: &Path, step: u64) -> Result<(), IoError> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = atomic::read(path)?;
    let belongs = |line: &&[u8]| {
        let value: Option<Value> = serde_json::from_slice(line).ok();
        let line_step = value.as_ref().and_then(|v| v.get("step")?.as_u64());
        line.ends_with(b"\n") && line_step.is_some_and(|s| s <= step)
    };
    let lines = bytes.split_inclusive(|&b| b == b'\n');
    let kept: usize = lines.take_while(belongs).map(<[u8]>::len).sum();
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|f| f.set_len(kept as u64))
        .map_err(IoError::system("truncate", path))
}
