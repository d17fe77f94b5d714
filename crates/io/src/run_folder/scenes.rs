//! The scenes that a run was made with: `scene.json`, and those before it where the scene was changed on the way.
//!
//! `scene.NNNNNN.json` was in force up to the end of step `NNNNNN`; `scene.json` is in force at last. A scene that
//! comes into force after step `k` is a link of the chain before frame `k + 1`.

use super::{SCENE, entries, remove};
use crate::{IoError, atomic};
use std::path::{Path, PathBuf};

/// A scene and the steps that it ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneInForce {
    /// The step after which it came into force; none of the one that the run began with.
    pub after: Option<u64>,
    /// The bytes of its file.
    pub text: Vec<u8>,
}

/// The last step of an earlier scene, by the name of its file.
pub(super) fn ends_at(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("scene.")?.strip_suffix(".json")?;
    let step: u64 = digits.parse().ok()?;
    (format!("{step:06}") == digits).then_some(step)
}

fn earlier_path(folder: &Path, step: u64) -> PathBuf {
    folder.join(format!("scene.{step:06}.json"))
}

/// The last steps of the earlier scenes, ascending.
fn ends(folder: &Path) -> Result<Vec<u64>, IoError> {
    let names = entries(folder)?;
    let mut ends: Vec<u64> = names.iter().filter_map(|name| ends_at(name)).collect();
    ends.sort_unstable();
    Ok(ends)
}

/// All scenes of a run in the order in which they were in force.
pub(super) fn in_force(folder: &Path) -> Result<Vec<SceneInForce>, IoError> {
    let (mut scenes, mut after) = (Vec::new(), None);
    for end in ends(folder)? {
        let text = atomic::read(&earlier_path(folder, end))?;
        scenes.push(SceneInForce { after, text });
        after = Some(end);
    }
    let text = atomic::read(&folder.join(SCENE))?;
    scenes.push(SceneInForce { after, text });
    Ok(scenes)
}

/// Replaces the scene after a step. The one before stays, unless it has ruled no step.
pub(super) fn change(folder: &Path, step: u64, scene_json: &str) -> Result<(), IoError> {
    let (scene, earlier) = (folder.join(SCENE), earlier_path(folder, step));
    if !earlier.exists() {
        atomic::write(&earlier, &atomic::read(&scene)?)?;
    }
    atomic::write(&scene, scene_json.as_bytes())
}

/// Deletes the earlier scenes.
pub(super) fn remove_earlier(folder: &Path) -> Result<(), IoError> {
    for end in ends(folder)? {
        remove(&earlier_path(folder, end))?;
    }
    Ok(())
}
