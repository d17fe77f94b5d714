//! Inputs that failed once, kept as files `TARGET-HASH`.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum as _;

use super::campaign::Campaign;
use super::targets::FuzzTarget;

/// The folder of this repository.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Keeps an input; gives its file.
pub fn keep(folder: &Path, target: FuzzTarget, input: &[u8]) -> anyhow::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let file = folder.join(format!("{target}-{:016x}", hasher.finish()));
    std::fs::create_dir_all(folder)?;
    std::fs::write(&file, input)?;
    Ok(file)
}

/// Reads all inputs of a folder again; tells those that fail, and how many there are.
pub fn replay(campaign: &Campaign, folder: &Path) -> anyhow::Result<(Vec<String>, usize)> {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let target = name.rsplit_once('-').map_or("", |(target, _)| target);
        let Ok(target) = FuzzTarget::from_str(target, false) else {
            continue;
        };
        count += 1;
        if let Some(what) = campaign.try_input(target, &std::fs::read(&file)?)? {
            failures.push(format!("{name}: {what}"));
        }
    }
    Ok((failures, count))
}
