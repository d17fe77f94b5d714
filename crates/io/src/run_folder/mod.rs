//! The run folder: all that a simulation leaves behind, and all that verify,
//! render, export and resume need.
//!
//! ```text
//! RUN/ scene.json         the scene as resolved
//!      scene.NNNNNN.json  an earlier one, in force up to step NNNNNN
//!      topology.npz       what never changes: rest positions, elements, bodies
//!      frames/NNNNNN.npy  float64 (n, 3): positions (m) at the end of step NNNNNN, 000000 the start
//!      fields/NNNNNN.npz  fields at the end of step NNNNNN, where the scene asks for them
//!      checkpoint.npz     the whole state at the end of a step
//!      stats.jsonl        one line of JSON a step
//!      probes.csv         one line a step: what the scene's probes see
//!      certificate.json   what was proved about the run
//!      failure.json       what stopped a step that could not be completed
//!      run.json           how the run was asked for
//!      changes.jsonl      changes of the scene in the middle of the run
//!      scene.NNNNNN.json  the scene as it was up to step NNNNNN, where it changed there
//!      lock               held by the program that writes here
//! ```
//! Every file but `stats.jsonl` and `lock` is written whole or not at all. A checkpoint is synced, and everything that
//! it stands on before it: see [`RunWriter::write_checkpoint`].
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_io::run_folder::{RunReader, RunWriter, Topology};
//!
//! let folder = tempfile::tempdir()?;
//! let run = folder.path().join("run");
//! let topology = Topology {
//!     rest: vec![Vec3::zeros()],
//!     points: vec![0],
//!     body: vec![0],
//!     body_names: vec!["dust".to_owned()],
//!     obstacle: vec![false],
//!     thickness: vec![0.0],
//!     ..Topology::default()
//! };
//! let mut writer = RunWriter::create(&run, &topology, "{}", false)?;
//! writer.write_frame(0, &[Vec3::zeros()])?;
//! writer.write_frame(1, &[Vec3::new(0.0, -1e-3, 0.0)])?;
//!
//! let reader = RunReader::open(&run)?;
//! assert_eq!(reader.frame_numbers(), [0, 1]);
//! assert_eq!(reader.frame(1)?[0].y, -1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod changes;
mod checkpoint;
mod clear;
mod embedded;
mod field_layout;
mod fields;
mod leaves;
mod lock;
mod probes;
mod reader;
mod resumable;
mod scenes;
mod topology;
mod world;
mod writer;

pub use chain::Chain;
pub use changes::{Change, Difference, differences};
pub use checkpoint::Checkpoint;
pub use embedded::EmbeddedVertices;
pub use field_layout::FieldLayout;
pub use fields::FieldPrecision;
pub use leaves::{LeafPath, Leaves};
pub use lock::RunLock;
pub use probes::ProbeTable;
pub use reader::RunReader;
pub use resumable::Resumable;
pub use scenes::SceneInForce;
pub use tangency_geometry::field::{FieldArray, FieldLocation};
pub use topology::{LimitedSheet, Topology};
pub use world::{RunWorld, up};
pub use writer::RunWriter;

use crate::IoError;
use std::path::{Path, PathBuf};

const SCENE: &str = "scene.json";
const TOPOLOGY: &str = "topology.npz";
const FRAMES: &str = "frames";
const FIELDS: &str = "fields";
const CHECKPOINT: &str = "checkpoint.npz";
const STATS: &str = "stats.jsonl";
const CERTIFICATE: &str = "certificate.json";
const REQUEST: &str = "run.json";
const FAILURE: &str = "failure.json";
const CHANGES: &str = "changes.jsonl";
const PROBES: &str = "probes.csv";
const LOCK: &str = "lock";
/// Folder of the run of a drape, inside of that which it comes before.
const DRAPE: &str = "drape";

/// Extension of the files of frames.
const FRAME_EXTENSION: &str = ".npy";

fn frame_path(folder: &Path, step: u64) -> PathBuf {
    folder.join(FRAMES).join(format!("{step:06}.npy"))
}

/// The step of a file name, `NNNNNN` and the extension.
fn step_of(name: &str, extension: &str) -> Option<u64> {
    let digits = name.strip_suffix(extension)?;
    let step: u64 = digits.parse().ok()?;
    (format!("{step:06}") == digits).then_some(step)
}

/// The steps that have a frame, ascending.
fn frame_steps(folder: &Path) -> Result<Vec<u64>, IoError> {
    steps_in(&folder.join(FRAMES), FRAME_EXTENSION)
}

/// The steps that have a file in a folder, ascending.
fn steps_in(folder: &Path, extension: &str) -> Result<Vec<u64>, IoError> {
    let names = entries(folder)?;
    let steps = names.iter().filter_map(|name| step_of(name, extension));
    let mut steps: Vec<u64> = steps.collect();
    steps.sort_unstable();
    Ok(steps)
}

/// The names in a folder, sorted; none when the folder does not exist.
fn entries(folder: &Path) -> Result<Vec<String>, IoError> {
    let listing = match std::fs::read_dir(folder) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        listing => listing.map_err(IoError::system("list", folder))?,
    };
    let mut names = Vec::new();
    for entry in listing {
        let entry = entry.map_err(IoError::system("list", folder))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Deletes a file; one that is not there is no error.
fn remove(path: &Path) -> Result<(), IoError> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        result => result.map_err(IoError::system("remove", path)),
    }
}
