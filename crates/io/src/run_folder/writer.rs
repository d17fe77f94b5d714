//! Writes a run folder step by step; resumes one that was interrupted.

use super::{CERTIFICATE, CHECKPOINT, Chain, Checkpoint, FRAMES, SCENE, STATS, TOPOLOGY, Topology};
use super::{entries, frame_path, frame_steps, remove, scenes, step_of};
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
        let path = folder.join(TOPOLOGY);
        let bytes = topology.to_bytes(&path)?;
        atomic::write(&path, &bytes)?;
        let chain = Chain::start(scene_json.as_bytes(), &bytes);
        Self::open(folder, topology.rest.len(), Some(chain))
    }

    /// Takes up a run at its checkpoint: frames and statistics of later steps
    /// are deleted, as is a certificate, so that the folder becomes what an
    /// uninterrupted run would have left.
    pub fn open_for_resume(folder: impl AsRef<Path>) -> Result<Self, IoError> {
        let folder = folder.as_ref();
        let topology = Topology::read(&folder.join(TOPOLOGY))?;
        let checkpoint = Checkpoint::read(&folder.join(CHECKPOINT))?;
        let chain = chain_at(folder, checkpoint.step)?;
        let scenes = scenes::in_force(folder)?;
        remove(&folder.join(CERTIFICATE))?;
        for step in frame_steps(folder)? {
            if step > checkpoint.step {
                remove(&frame_path(folder, step))?;
            }
        }
        truncate_stats(&folder.join(STATS), checkpoint.step)?;
        remove_temporaries(folder)?;
        let mut writer = Self::open(folder, topology.rest.len(), chain)?;
        let changed = scenes
            .into_iter()
            .find(|s| s.after == Some(checkpoint.step));
        writer.new_scene = changed.map(|scene| scene.text);
        Ok(writer)
    }

    fn open(folder: &Path, vertices: usize, chain: Option<Chain>) -> Result<Self, IoError> {
        let path = folder.join(STATS);
        let stats = OpenOptions::new().create(true).append(true).open(&path);
        Ok(Self {
            folder: folder.to_path_buf(),
            vertices,
            stats: stats.map_err(IoError::system("open", &path))?,
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
        let bytes = npy::to_bytes(&Array::from_points(positions));
        atomic::write(&path, &bytes)?;
        if let Some(chain) = &mut self.chain {
            if let Some(scene) = self.new_scene.take() {
                chain.absorb("scene", &scene);
            }
            chain.absorb_frame(step, &bytes);
        }
        Ok(())
    }

    /// Goes on with another scene after a step; the one before is kept beside it, and both are part of the chain.
    pub fn change_scene(&mut self, step: u64, scene_json: &str) -> Result<(), IoError> {
        scenes::change(&self.folder, step, scene_json)?;
        self.new_scene = Some(scene_json.as_bytes().to_vec());
        Ok(())
    }

    /// Appends the statistics of a step, whose frame is written, as one line of JSON.
    pub fn append_stats(&mut self, stats: &impl Serialize) -> Result<(), IoError> {
        let path = self.folder.join(STATS);
        let mut line = to_json(&path, serde_json::to_vec(&self.linked(stats)))?;
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
        let mut text = to_json(&path, serde_json::to_vec_pretty(&self.linked(certificate)))?;
        text.push(b'\n');
        atomic::write(&path, &text)
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

/// Refuses a foreign folder and an earlier run, or deletes the latter's files.
fn make_way(folder: &Path, overwrite: bool) -> Result<(), IoError> {
    let names = entries(folder)?;
    if names.is_empty() {
        return Ok(());
    }
    let own = |name: &str| {
        let name = name.strip_suffix(atomic::TEMPORARY).unwrap_or(name);
        [SCENE, TOPOLOGY, FRAMES, CHECKPOINT, STATS, CERTIFICATE].contains(&name)
            || scenes::ends_at(name).is_some()
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
    scenes::remove_earlier(folder)?;
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

/// The chain at the end of a step, as its statistics have it, and of the start as the files have it; none where the run
/// was begun without one.
fn chain_at(folder: &Path, step: u64) -> Result<Option<Chain>, IoError> {
    if step > 0 {
        let stats = folder.join(STATS);
        let bytes = if stats.exists() {
            atomic::read(&stats)?
        } else {
            Vec::new()
        };
        return Ok(link_of(&bytes, step));
    }
    let scenes = scenes::in_force(folder)?;
    let first = scenes.first().map_or(&[][..], |scene| &scene.text);
    let mut chain = Chain::start(first, &atomic::read(&folder.join(TOPOLOGY))?);
    chain.absorb_frame(0, &atomic::read(&frame_path(folder, 0))?);
    Ok(Some(chain))
}

/// The link in the statistics of a step.
fn link_of(stats: &[u8], step: u64) -> Option<Chain> {
    let lines = stats.split(|&b| b == b'\n').rev();
    let values = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let of_step = |value: &Value| value.get("step").and_then(Value::as_u64) == Some(step);
    let value = values.into_iter().find(of_step)?;
    Chain::from_hex(value.get("chain")?.as_str()?)
}
