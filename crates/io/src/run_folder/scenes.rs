//! The scenes that a run was made with: `scene.json`, and those before it where the scene was changed on the way.
//!
//! `scene.NNNNNN.json` was in force up to the end of step `NNNNNN`; `scene.json` is in force at last. A scene that
//! comes into force after step `k` is a link of the chain before frame `k + 1`.

use super::{SCENE, entries};
use crate::{IoError, atomic};
use std::path::Path;

/// A scene and the steps that it ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneInForce {
    /// The step after which it came into force; none of the one that the run began with.
    pub after: Option<u64>,
    /// The bytes of its file.
    pub text: Vec<u8>,
}

/// The name of the file that keeps the scene of the steps up to `step`.
pub(super) fn earlier(step: u64) -> String {
    format!("scene.{step:06}.json")
}

/// The last step of an earlier scene, by the name of its file.
pub(super) fn ends_at(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("scene.")?.strip_suffix(".json")?;
    let step: u64 = digits.parse().ok()?;
    (earlier(step) == name).then_some(step)
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
        let text = atomic::read(&folder.join(earlier(end)))?;
        scenes.push(SceneInForce { after, text });
        after = Some(end);
    }
    let text = atomic::read(&folder.join(SCENE))?;
    scenes.push(SceneInForce { after, text });
    Ok(scenes)
}
