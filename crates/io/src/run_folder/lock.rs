//! One program at a time writes to a run folder.
//!
//! The lock is the operating system's, on the file `lock`: it ends with its owner, however that ends. The file itself
//! stays; it names the owner, and is empty when there was an orderly end.

use super::LOCK;
use crate::IoError;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The right to write to a run folder, held until it is dropped.
#[derive(Debug)]
pub struct RunLock {
    file: File,
    trouble: Option<String>,
}

/// Who holds a lock.
#[derive(Debug, Deserialize, Serialize)]
struct Owner {
    pid: u32,
    command: String,
    /// Seconds since 1970.
    since: u64,
}

impl RunLock {
    /// Takes the lock of a folder, which must exist; refuses when another program has it, and names that.
    pub fn take(folder: &Path) -> Result<Self, IoError> {
        let path = folder.join(LOCK);
        let mut options = OpenOptions::new();
        options.create(true).read(true).write(true).truncate(false);
        let mut file = options
            .open(&path)
            .map_err(IoError::system("open", &path))?;
        let trouble = match file.try_lock() {
            Ok(()) => None,
            Err(TryLockError::WouldBlock) => {
                return Err(IoError::InUse {
                    path: folder.to_path_buf(),
                    owner: describe_owner(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => Some(error.to_string()),
        };
        // Only words for others: a full disk is no reason not to hold the lock.
        let _ = name_owner(&mut file);
        Ok(Self { file, trouble })
    }

    /// Why nothing keeps other programs out, where the file system has no locks.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // The lock itself goes with the file.
        let _ = self.file.set_len(0);
    }
}

fn name_owner(file: &mut File) -> std::io::Result<()> {
    let arguments = std::env::args_os();
    let command: Vec<_> = arguments
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let owner = Owner {
        // In a browser there is one process, without a number.
        pid: if cfg!(target_family = "wasm") {
            0
        } else {
            std::process::id()
        },
        command: command.join(" "),
        since: now(),
    };
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&serde_json::to_vec(&owner)?)
}

fn describe_owner(file: &mut File) -> String {
    let mut text = Vec::new();
    let read = file.read_to_end(&mut text);
    let owner: Option<Owner> = read.ok().and_then(|_| serde_json::from_slice(&text).ok());
    let Some(owner) = owner else {
        return "another program".to_owned();
    };
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let command: String = owner.command.chars().map(plain).collect();
    let ago = now().saturating_sub(owner.since);
    format!("process {} ({command}), begun {} ago", owner.pid, span(ago))
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |span| span.as_secs())
}

/// A span of time in words.
fn span(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}
