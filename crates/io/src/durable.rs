//! Files that are written but perhaps not on the disk yet, and how they get there: many at a time, because one by one
//! a disk takes milliseconds for each.

use crate::{IoError, atomic};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// From so many files on, the whole file system is synced at once, where the system can do that: it waits for what other
/// programs have written, too, but that is quicker than many single files.
const MANY: usize = 8;

/// Files whose contents and names are perhaps not on the disk yet, all on the same file system.
#[derive(Debug, Default)]
pub(crate) struct Unsynced(BTreeSet<PathBuf>);

impl Unsynced {
    /// Counts a file among them.
    pub(crate) fn add(&mut self, path: PathBuf) {
        self.0.insert(path);
    }

    /// Puts all of them on the disk, with the entries of their folders.
    pub(crate) fn sync(&mut self) -> Result<(), IoError> {
        let Some(first) = self.0.first() else {
            return Ok(());
        };
        let at_once = self.0.len() >= MANY && sync_file_system(atomic::folder_of(first)).is_ok();
        if !at_once {
            self.sync_each()?;
        }
        self.0.clear();
        Ok(())
    }

    fn sync_each(&self) -> Result<(), IoError> {
        for path in &self.0 {
            // Open for writing: some systems sync no file that was opened for reading.
            match OpenOptions::new().write(true).open(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                file => file.and_then(|file| file.sync_all()),
            }
            .map_err(IoError::system("sync", path))?;
        }
        let folders: BTreeSet<&Path> = self.0.iter().map(|path| atomic::folder_of(path)).collect();
        for folder in folders {
            atomic::sync_folder(folder).map_err(IoError::system("sync", folder))?;
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
fn sync_file_system(folder: &Path) -> std::io::Result<()> {
    Ok(rustix::fs::syncfs(std::fs::File::open(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
fn sync_file_system(_folder: &Path) -> std::io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
