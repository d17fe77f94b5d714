//! `tangency info`: what a scene or a mesh is made of.

use std::path::Path;

use tangency_geometry::mend::find_faults;
use tangency_geometry::topology::{check_closed_manifold, check_manifold};
use tangency_geometry::{SurfaceMesh, TetMesh};
use tangency_io::read::list;
use tangency_scene::document::values::LengthUnit;
use tangency_scene::{BuildInfo, Mesh, Note, Scene, load_within, read_mesh};

use crate::arguments::{InfoOptions, budget};
use crate::failure::Failure;
use crate::output::{say, table};
use crate::scenes::parameter_rows;

/// Endings of mesh files; everything else is a scene.
const MESH_ENDINGS: [&str; 8] = ["msh", "vtk", "vtu", "obj", "stl", "ply", "seg", "pt"];

/// Describes a scene or a mesh.
pub fn info(options: &InfoOptions) -> Result<(), Failure> {
    let path = Path::new(&options.subject);
    let ending = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    if !MESH_ENDINGS.contains(&ending.as_str()) {
        let budget = budget(options.memory_limit);
        let loaded = load_within(&options.subject, &options.sets, &budget);
        return scene(&loaded.map_err(Failure::input)?);
    }
    let read = read_mesh(path, LengthUnit::M).map_err(Failure::refuse)?;
    match &read.mesh {
        Mesh::Solid(mesh) => solid(mesh),
        Mesh::Surface(mesh) => surface(mesh),
    }
    for group in &read.groups {
        say(&format!(
            "group `{}`: {} vertices, {} tets, {} triangles, {} segments, {} points",
            group.name,
            group.points().len(),
            group.tets.len(),
            group.triangles.len(),
            group.edges.len(),
            group.vertices.len()
        ));
    }
    Ok(())
}

fn scene(scene: &Scene) -> Result<(), Failure> {
    let (_, _, info) = scene.build().map_err(Failure::input)?;
    let document = &scene.document;
    say(&format!("{}: {}", scene.name, document.title));
    for Note { line, text } in &scene.notes {
        say(&format!("line {line}: {text}"));
    }
    if !document.description.is_empty() {
        say(document.description.trim());
    }
    say(&format!(
        "{} steps of {} s",
        document.time.steps(),
        document.time.step.most
    ));
    if !scene.parameters.is_empty() {
        say("parameters");
        say(&table(&parameter_rows(&scene.parameters)));
    }
    say(&table(&body_rows(&info)));
    for body in info.bodies.iter().filter(|body| !body.groups.is_empty()) {
        let groups = body.groups.iter();
        let groups: Vec<String> = groups.map(|(name, n)| format!("{name} ({n})")).collect();
        let groups = list(groups.iter().map(String::as_str));
        say(&format!("groups of `{}`: {groups}", body.name));
    }
    for (name, vertices) in &info.programs {
        say(&format!("boundary `{name}` moves {vertices} vertices"));
    }
    for seam in &info.seams {
        say(&format!(
            "seam `{}` has {} stitches, up to {:.4} m long",
            seam.name, seam.stitches, seam.longest
        ));
    }
    numbers(&info);
    say(&format!(
        "contact {}, stepper {}",
        document.solver.contact, document.solver.stepper
    ));
    Ok(())
}

/// A row for each body and obstacle, below their headings.
fn body_rows(info: &BuildInfo) -> Vec<Vec<String>> {
    let mut rows = vec![
        [
            "",
            "vertices",
            "tets",
            "triangles",
            "volume (m³)",
            "material",
        ]
        .map(String::from)
        .to_vec(),
    ];
    for body in &info.bodies {
        let material = body.material.map_or("obstacle".to_string(), |m| {
            format!("{} kg/m³, E {:e} Pa, nu {}", m.density, m.young, m.poisson)
        });
        rows.push(vec![
            body.name.clone(),
            body.vertices.to_string(),
            body.tets.to_string(),
            body.triangles.to_string(),
            format!("{:.4e}", body.volume),
            material,
        ]);
    }
    rows
}

/// Lengths and accuracies as resolved, and what to know before a run.
fn numbers(info: &BuildInfo) {
    say(&format!("diagonal {:.6e} m", info.diagonal));
    say(&format!("dhat {:.6e} m", info.dhat));
    say(&format!(
        "newton_tolerance {:.6e} m/s",
        info.newton_tolerance
    ));
    for caution in &info.cautions {
        say(&format!("warning: {caution}"));
    }
    for line in info.offset.iter().flat_map(|offset| offset.describe()) {
        say(&line);
    }
    for line in info.repair.iter().flat_map(|report| report.describe()) {
        say(&line);
    }
}

fn solid(mesh: &TetMesh) {
    say(&format!(
        "{} points, {} tets",
        mesh.points.len(),
        mesh.tets.len()
    ));
    say(&format!("volume {:.6e} m³", mesh.volume()));
    if let Some(quality) = mesh.quality() {
        say(&format!(
            "dihedral angles {:.2} to {:.2} degrees",
            quality.min_dihedral, quality.max_dihedral
        ));
        say(&format!("smallest tet {:.3e} m³", quality.min_volume));
    }
    say("surface:");
    surface(&mesh.surface());
}

fn surface(mesh: &SurfaceMesh) {
    say(&format!(
        "{} points, {} triangles, {} free segments, {} free points",
        mesh.points.len(),
        mesh.triangles.len(),
        mesh.edges.len(),
        mesh.vertices.len()
    ));
    if let Some(bounds) = mesh.bounding_box() {
        let [a, b] = [bounds.min, bounds.max];
        say(&format!(
            "between [{}, {}, {}] and [{}, {}, {}] m",
            a.x, a.y, a.z, b.x, b.y, b.z
        ));
    }
    if mesh.triangles.is_empty() {
        return;
    }
    say(&format!("area {:.6e} m²", mesh.area()));
    for line in find_faults(mesh).lines() {
        say(&format!("fault: {line}"));
    }
    match (
        check_closed_manifold(&mesh.triangles),
        check_manifold(&mesh.triangles),
    ) {
        (Ok(()), _) => say(&format!("closed manifold, volume {:.6e} m³", mesh.volume())),
        (_, Ok(())) => say("manifold with a border"),
        (_, Err(error)) => say(&format!("not manifold: {error}")),
    }
}
