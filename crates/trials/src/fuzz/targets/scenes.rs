//! Scenes and scripts: loaded, and built where they are small.

use std::path::Path;

use tangency_scene::{Budget, load_text_within};

use crate::fuzz::seeds;

/// Memory that a scene may take: about three thousand vertices, so that it is built at once.
const MEMORY: u64 = 6_000_000;

/// Loads a scene and builds it.
pub fn read(file: &str, input: &[u8], folder: &Path) {
    let text = String::from_utf8_lossy(input);
    if let Ok(scene) = load_text_within(file, &text, folder, &[], &Budget::of(MEMORY)) {
        drop(scene.build());
        drop(scene.resolved_json());
    }
}

/// Writes the meshes that scenes and scripts name.
pub fn prepare(folder: &Path) -> std::io::Result<()> {
    for (name, bytes) in seeds::mesh_files() {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
