//! A scene that asks for a repair: its mesh files mended, its start searched for, or read from a file.

use std::path::Path;

use tangency_engine::{Model, RepairOptions, RepairReport, State, prepare, repair};
use tangency_geometry::Vec3;
use tangency_geometry::mend;

use crate::document::shape::Shape;
use crate::error::SceneError;
use crate::files::find_file;
use crate::meshes::{GroupedMesh, Mesh};
use crate::scene::Scene;

/// Repairs the start as the scene asks for it; the account of that.
pub fn repaired(
    scene: &Scene,
    model: &Model,
    state: &mut State,
) -> Result<RepairReport, SceneError> {
    let spec = &scene.document.repair;
    let refuse = |source| SceneError::Model {
        file: scene.file.clone(),
        source,
    };
    if let Some(file) = &spec.start {
        let start = read(scene, file, model.vertex_count())?;
        prepare::check_positions(model, &start).map_err(refuse)?;
        let report = RepairReport::of_motion(model, &state.x, &start);
        state.start[..start.len()].copy_from_slice(&start);
        state.x = start;
        return Ok(report);
    }
    let options = RepairOptions { most: spec.most };
    repair::repair(model, state, &options).map_err(refuse)
}

/// The positions in a file, one for each vertex of the model.
fn read(scene: &Scene, file: &str, count: usize) -> Result<Vec<Vec3>, SceneError> {
    let refuse = |message: String| scene.invalid(&["repair", "start"], message);
    let found = find_file(&scene.folder, file).unwrap_or_else(|| Path::new(file).to_owned());
    let bytes = std::fs::read(&found)
        .map_err(|error| refuse(format!("cannot read {}: {error}", found.display())))?;
    let points = tangency_io::npy::from_bytes(&bytes).and_then(|array| array.into_points());
    let points = points.map_err(|error| refuse(format!("{}: {error}", found.display())))?;
    if points.len() != count {
        return Err(refuse(format!(
            "{} has {} positions, but the scene has {count} vertices: repair it anew (`tangency repair`)",
            found.display(),
            points.len()
        )));
    }
    if let Some(v) = points.iter().position(|p| !p.iter().all(|c| c.is_finite())) {
        return Err(refuse(format!(
            "{}: position {v} is not a finite number",
            found.display()
        )));
    }
    Ok(points)
}

/// Mends a surface that was read from a file, where there is one right way; tells what was found in words.
pub fn mend(made: &mut GroupedMesh, shape: &Shape) -> Vec<String> {
    // Of others, edges alone were taken, or they are filled or stretched.
    let is_as_read = matches!(shape, Shape::File(_) | Shape::Piece(_));
    let (Mesh::Surface(surface), Some(file), true) = (&mut made.mesh, shape.file(), is_as_read)
    else {
        return Vec::new();
    };
    let mended = mend::mend(surface);
    let faults = mended.faults.lines();
    if faults.is_empty() {
        return faults;
    }
    let outcome = match mended.faults.can_be_mended() {
        true => "mended",
        false => "not mended, there is more than one way",
    };
    let lines = faults
        .iter()
        .map(|line| format!("{file}: {outcome}: {line}"))
        .collect();
    if mended.faults.can_be_mended() {
        if !made.uv.is_empty() {
            let corners = mended.triangles.iter().map(|&(old, turned)| {
                let [a, b, c] = made.uv[old];
                if turned { [a, c, b] } else { [a, b, c] }
            });
            made.uv = corners.collect();
        }
        made.groups
            .iter_mut()
            .for_each(|group| group.renumber(&mended.vertices));
        *surface = mended.mesh;
    }
    lines
}
