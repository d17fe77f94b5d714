//! The frames of an obstacle: mesh files of a folder, in the order of their numbers.

use std::path::{Path, PathBuf};

use tangency_engine::Sequence;
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::{SurfaceMesh, Vec3};

use crate::document::ObstacleSpec;
use crate::document::boundary::SequenceSpec;
use crate::error::SceneError;
use crate::meshes::{self, placement};
use crate::scene::Scene;

/// Reads the frames; `start` are the obstacle's vertices, placed, m.
pub fn read(
    scene: &Scene,
    index: usize,
    obstacle: &ObstacleSpec,
    sequence: &SequenceSpec,
    start: &[Vec3],
) -> Result<Sequence, SceneError> {
    let number = index.to_string();
    let refuse = |message| scene.invalid(&["obstacle", &number, "sequence"], message);
    let mut files = frames(Path::new(&sequence.folder), &sequence.files).map_err(refuse)?;
    files.retain(|(number, _)| *number >= sequence.first);
    check_numbers(&files, sequence).map_err(refuse)?;
    let mut frames = vec![start.to_vec()];
    let mut triangles = Vec::new();
    for (_, file) in &files {
        let mesh = placed(file, obstacle, sequence.placed).map_err(refuse)?;
        if mesh.points.len() != start.len() {
            return Err(refuse(format!(
                "{} has {} vertices, but the obstacle has {}; all frames need the same",
                file.display(),
                mesh.points.len(),
                start.len()
            )));
        }
        if frames.len() == 1 {
            triangles = mesh.triangles;
        } else if mesh.triangles != triangles {
            return Err(refuse(format!(
                "{} has other triangles than {}: the frames must be one mesh that moves, its vertices in one order",
                file.display(),
                files[0].1.display()
            )));
        }
        frames.push(mesh.points);
    }
    check_jump(&frames, &files[0].1).map_err(refuse)?;
    Ok(Sequence {
        interval: sequence.interval.unwrap_or(scene.document.time.step.most),
        frames,
    })
}

/// There must be frames, at even numbers: one after the other, or every second, third...
fn check_numbers(files: &[(u64, PathBuf)], sequence: &SequenceSpec) -> Result<(), String> {
    if files.is_empty() {
        return Err(format!(
            "there is no file {} numbered {} or more in {}",
            sequence.files, sequence.first, sequence.folder
        ));
    }
    let gaps = || files.windows(2).map(|pair| pair[1].0 - pair[0].0);
    let step = gaps().min().unwrap_or(1);
    let at = |k: usize| [files[k].1.display(), files[k + 1].1.display()];
    if let Some([a, b]) = gaps().position(|gap| gap == 0).map(at) {
        return Err(format!("{a} and {b} have the same number: remove one"));
    }
    if let Some(k) = gaps().position(|gap| gap != step) {
        let ([a, b], missing) = (at(k), files[k].0 + step);
        return Err(format!(
            "frame {missing} is missing: {a} is followed by {b}; frames follow each other by {step}"
        ));
    }
    Ok(())
}

/// The way from the obstacle's shape to the first frame must not be far longer than those between the frames: then the
/// shape, and what was placed around it, is not where the frames are.
fn check_jump(frames: &[Vec<Vec3>], first: &Path) -> Result<(), String> {
    let way = |pair: &[Vec<Vec3>]| {
        let ways = pair[0].iter().zip(&pair[1]).map(|(a, b)| (b - a).norm());
        ways.fold(0.0, f64::max)
    };
    let jump = way(&frames[..2]);
    let longest = frames[1..].windows(2).map(way).fold(0.0, f64::max);
    let size = BoundingBox::of(&frames[0]).map_or(0.0, |bounds| bounds.diagonal());
    if frames.len() > 2 && jump > 0.25 * size && jump > 4.0 * longest {
        return Err(format!(
            "{} lies up to {jump:.3} m from the obstacle's shape, but the frames are at most {longest:.3} m apart: place \
             the shape as the first frame is (`translate`, `rotate`; or `placed`)",
            first.display()
        ));
    }
    Ok(())
}

/// A frame, in its place.
fn placed(file: &Path, obstacle: &ObstacleSpec, placed: bool) -> Result<SurfaceMesh, String> {
    let (mut mesh, _) = meshes::read(file, obstacle.unit)?.into_surface();
    if placed {
        placement(obstacle.scale, obstacle.rotate, obstacle.translate)
            .apply_surface_mesh(&mut mesh)
            .map_err(|e| e.to_string())?;
    }
    Ok(mesh)
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
