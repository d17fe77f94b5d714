//! Files appear whole or not at all: written to a temporary file in the same
//! folder, then renamed. A full disk or a killed process leaves the earlier
//! version readable; with [`write`], which syncs, so does a crash of the machine.

use crate::{IoError, ParseError};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The ending of temporary files; what a killed process left may be deleted.
pub(crate) const TEMPORARY: &str = ".tmp";

/// Reads a whole file. What is no regular file is refused: a pipe would never end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, IoError> {
    let metadata = fs::metadata(path).map_err(IoError::system("read", path))?;
    if !metadata.is_file() {
        let kind = if metadata.is_dir() {
            "a folder"
        } else {
            "a pipe or a device"
        };
        return Err(ParseError::whole(format!("this is {kind}, not a file")).in_file(path));
    }
    fs::read(path).map_err(IoError::system("read", path))
}

/// Writes a whole file so that it is complete under its name or absent, and on the disk when this returns.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), IoError> {
    put(path, true, |file| file.write_all(bytes))
}

/// Writes a whole file as [`write`] does, piece by piece: a file that is too large to be in memory twice.
pub(crate) fn write_with(
    path: &Path,
    pieces: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), IoError> {
    put(path, true, |file| {
        let mut buffered = BufWriter::with_capacity(1 << 20, file);
        pieces(&mut buffered)?;
        buffered.flush()
    })
}

/// Writes a whole file so that it is complete under its name or absent as long as the machine does not crash; the
/// system puts it on the disk when it likes, or [`crate::durable`] does.
pub(crate) fn write_unsynced(path: &Path, bytes: &[u8]) -> Result<(), IoError> {
    put(path, false, |file| file.write_all(bytes))
}

fn put(
    path: &Path,
    is_synced: bool,
    fill: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> Result<(), IoError> {
    let temporary = temporary_beside(path);
    let result = write_and_rename(&temporary, path, is_synced, fill);
    if result.is_err() {
        // The first error is the one to report; the leftover is only litter.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(IoError::system("write", path))
}

fn write_and_rename(
    temporary: &Path,
    path: &Path,
    is_synced: bool,
    fill: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut file = File::create(temporary)?;
    fill(&mut file)?;
    if is_synced {
        file.sync_all()?;
    }
    drop(file);
    fs::rename(temporary, path)?;
    if is_synced {
        sync_folder(folder_of(path))?;
    }
    Ok(())
}

fn temporary_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(TEMPORARY);
    path.with_file_name(name)
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes durable which files a folder has: what was created, renamed or deleted in it.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Makes durable which files a folder has; where folders cannot be synced, nothing.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
