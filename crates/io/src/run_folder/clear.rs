//! Deleting an earlier run in a run folder: which files, and when.

use super::fields::{FIELD_EXTENSION, fields_path};
use super::{
    CERTIFICATE, CHANGES, CHECKPOINT, DRAPE, FAILURE, FIELDS, FRAME_EXTENSION, FRAMES, LOCK,
    PROBES, REQUEST, SCENE, STATS, TOPOLOGY,
};
use super::{entries, frame_path, frame_steps, remove, scenes, step_of, steps_in};
use crate::{IoError, atomic};
use std::fs::OpenOptions;
use std::path::Path;

/// Files of a run that are written whole, in the order in which they are deleted: until the topology is, the folder is
/// one of a run.
const WHOLE: [&str; 7] = [
    CERTIFICATE,
    FAILURE,
    CHECKPOINT,
    REQUEST,
    CHANGES,
    SCENE,
    TOPOLOGY,
];

/// Refuses a folder with something else in it, and, unless it may be overwritten, one with an earlier run.
pub(super) fn refuse_others(folder: &Path, overwrite: bool) -> Result<(), IoError> {
    let mut names = entries(folder)?;
    names.retain(|name| name != LOCK && name != DRAPE);
    let own = |name: &str| {
        let name = name.strip_suffix(atomic::TEMPORARY).unwrap_or(name);
        [FRAMES, FIELDS, STATS, PROBES].contains(&name)
            || WHOLE.contains(&name)
            || scenes::ends_at(name).is_some()
    };
    let is_run = names.iter().any(|name| name == TOPOLOGY);
    match names.iter().find(|name| !own(name)) {
        Some(found) if !is_run => Err(IoError::ForeignFolder {
            path: folder.to_path_buf(),
            found: found.clone(),
        }),
        _ if names.is_empty() || overwrite => Ok(()),
        _ => Err(IoError::RunExists {
            path: folder.to_path_buf(),
        }),
    }
}

/// Deletes the files of a run, if there is one, so that after a crash of the machine none of them comes back.
pub(super) fn remove_run(folder: &Path) -> Result<(), IoError> {
    let names = entries(folder)?;
    if names.iter().all(|name| name == LOCK) {
        return Ok(());
    }
    remove_temporaries(folder)?;
    remove_frames_after(folder, None)?;
    remove(&folder.join(STATS))?;
    remove(&folder.join(PROBES))?;
    for name in names.iter().filter(|name| scenes::ends_at(name).is_some()) {
        remove(&folder.join(name))?;
    }
    for name in WHOLE {
        remove(&folder.join(name))?;
    }
    sync_folders(folder)
}

/// Deletes what a run has written after `step`: its certificate, its failure, frames, and statistics beyond `stats_length` bytes.
pub(super) fn remove_after(folder: &Path, step: u64, stats_length: u64) -> Result<(), IoError> {
    remove(&folder.join(CERTIFICATE))?;
    remove(&folder.join(FAILURE))?;
    remove_frames_after(folder, Some(step))?;
    let path = folder.join(STATS);
    let file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&path);
    file.and_then(|file| file.set_len(stats_length))
        .map_err(IoError::system("truncate", &path))?;
    super::probes::keep_up_to(folder, step)?;
    remove_temporaries(folder)?;
    sync_folders(folder)
}

fn remove_frames_after(folder: &Path, last: Option<u64>) -> Result<(), IoError> {
    for step in frame_steps(folder)? {
        if last.is_none_or(|last| step > last) {
            remove(&frame_path(folder, step))?;
        }
    }
    for step in steps_in(&folder.join(FIELDS), FIELD_EXTENSION)? {
        if last.is_none_or(|last| step > last) {
            remove(&fields_path(folder, step))?;
        }
    }
    Ok(())
}

/// Makes deletions durable.
fn sync_folders(folder: &Path) -> Result<(), IoError> {
    let (frames, fields) = (folder.join(FRAMES), folder.join(FIELDS));
    for folder in [frames.as_path(), fields.as_path(), folder] {
        if folder.is_dir() {
            atomic::sync_folder(folder).map_err(IoError::system("sync", folder))?;
        }
    }
    Ok(())
}

/// Deletes what a killed writer left half-written.
fn remove_temporaries(folder: &Path) -> Result<(), IoError> {
    for name in entries(folder)? {
        let finished = name.strip_suffix(atomic::TEMPORARY);
        let is_own = |name: &str| WHOLE.contains(&name) || scenes::ends_at(name).is_some();
        if finished.is_some_and(is_own) {
            remove(&folder.join(name))?;
        }
    }
    for (kind, extension) in [(FRAMES, FRAME_EXTENSION), (FIELDS, FIELD_EXTENSION)] {
        let inside = folder.join(kind);
        for name in entries(&inside)? {
            let finished = name.strip_suffix(atomic::TEMPORARY);
            if finished.is_some_and(|name| step_of(name, extension).is_some()) {
                remove(&inside.join(name))?;
            }
        }
    }
    Ok(())
}
