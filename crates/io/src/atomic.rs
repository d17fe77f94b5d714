//! Files appear whole or not at all: written to a temporary file in the same
//! folder, synced, then renamed. A full disk or a killed process leaves the
//! earlier version readable.

use crate::{IoError, ParseError};
use std::fs::{self, File};
use std::io::Write;
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

/// Writes a whole file so that it is complete under its name or absent.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), IoError> {
    let temporary = temporary_beside(path);
    let result = write_and_rename(&temporary, path, bytes);
    if result.is_err() {
        // The first error is the one to report; the leftover is only litter.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(IoError::system("write", path))
}

fn write_and_rename(temporary: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)?;
    sync_folder_of(path)
}

fn temporary_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(TEMPORARY);
    path.with_file_name(name)
}

/// Makes the rename itself durable.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(not(unix))]
fn sync_folder_of(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
