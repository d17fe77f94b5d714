//! Files and folders that a scene names.

use std::path::{Path, PathBuf};

/// A mesh file beside the scene file, or else from the current folder; absolute.
pub fn find_file(folder: &Path, file: &str) -> Option<PathBuf> {
    find(folder, file, Path::is_file)
}

/// A folder beside the scene file, or else from the current folder; absolute.
pub fn find_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    find(folder, name, Path::is_dir)
}

fn find(folder: &Path, name: &str, fits: fn(&Path) -> bool) -> Option<PathBuf> {
    [folder.join(name), PathBuf::from(name)]
        .into_iter()
        .find(|p| fits(p))
        .and_then(|p| p.canonicalize().ok())
}
