//! The frames of an obstacle: mesh files of a folder, in the order of their numbers.

use std::path::{Path, PathBuf};

use tangency_geometry::Vec3;

use super::{Mesh, placement, read_mesh};
use crate::Scene;
use crate::document::Obstacle;
use crate::document::boundary::Sequence;
use crate::error::SceneError;

/// Reads the frames; `start` are the obstacle's vertices, placed, m.
pub fn read(
    scene: &Scene,
    index: usize,
    obstacle: &Obstacle,
    sequence: &Sequence,
    start: &[Vec3],
) -> Result<tangency_engine::Sequence, SceneError> {
    let number = index.to_string();
    let refuse = |message| scene.invalid(&["obstacle", &number, "sequence"], message);
    let files = frames(Path::new(&sequence.folder), &sequence.files).map_err(refuse)?;
    let mut frames = vec![start.to_vec()];
    for (frame, file) in files {
        if frame < sequence.first {
            continue;
        }
        let points = points(&file, obstacle, sequence.placed).map_err(refuse)?;
        if points.len() != start.len() {
            return Err(refuse(format!(
                "{} has {} vertices, but the obstacle has {}; all frames need the same",
                file.display(),
                points.len(),
                start.len()
            )));
        }
        frames.push(points);
    }
    if frames.len() == 1 {
        return Err(refuse(format!(
            "there is no file {} numbered {} or more in {}",
            sequence.files, sequence.first, sequence.folder
        )));
    }
    Ok(tangency_engine::Sequence {
        interval: sequence.interval.unwrap_or(scene.document.time.step),
        frames,
    })
}

/// The vertices of a frame, m.
fn points(file: &Path, obstacle: &Obstacle, placed: bool) -> Result<Vec<Vec3>, String> {
    let mut mesh = read_mesh(file).map(Mesh::into_surface)?;
    if placed {
        placement(obstacle.scale, obstacle.rotate, obstacle.translate)
            .apply_surface_mesh(&mut mesh)
            .map_err(|e| e.to_string())?;
    }
    Ok(mesh.points)
}

/// The files of a folder whose names fit the pattern, by their numbers.
fn frames(folder: &Path, pattern: &str) -> Result<Vec<(u64, PathBuf)>, String> {
    let (before, after) = pattern
        .split_once('*')
        .ok_or_else(|| format!("`{pattern}` has no * for the number of the frame"))?;
    let entries = std::fs::read_dir(folder)
        .map_err(|e| format!("cannot read the folder {}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|e| format!("cannot read the folder {}: {e}", folder.display()))?
            .path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .and_then(|digits| digits.parse().ok());
        if let Some(number) = number {
            files.push((number, path));
        }
    }
    files.sort_unstable();
    Ok(files)
}
