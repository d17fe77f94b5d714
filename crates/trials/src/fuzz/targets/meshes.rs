//! Mesh files: parsed, and turned into what the program makes of them.

use tangency_geometry::SurfaceMesh;
use tangency_geometry::topology::{check_closed_manifold, check_manifold};
use tangency_io::ParseError;
use tangency_io::read::{MeshFile, obj, parse_garment};

/// Parses a file and asks what `info` and a scene ask of a mesh.
pub fn read(parse: fn(&[u8]) -> Result<MeshFile, ParseError>, input: &[u8]) {
    let Ok(file) = parse(input) else {
        return;
    };
    for group in &file.groups {
        if let Ok(part) = file.clone().part(&group.name) {
            let _ = (
                part.clone().into_grouped_tet_mesh(),
                part.into_grouped_surface_mesh(),
            );
        }
    }
    if let Ok(mut solid) = file.clone().into_tet_mesh() {
        solid.orient();
        let _ = (solid.check(), solid.quality(), solid.volume());
        surface(&solid.surface());
    }
    if let Ok(mesh) = file.into_surface_mesh() {
        surface(&mesh);
    }
}

/// As [`read`], and as a garment.
pub fn read_obj(input: &[u8]) {
    read(obj::parse, input);
    drop(parse_garment(input));
}

fn surface(mesh: &SurfaceMesh) {
    let _ = (mesh.check(), mesh.area(), mesh.volume());
    let _ = (
        check_manifold(&mesh.triangles),
        check_closed_manifold(&mesh.triangles),
    );
    let _ = mesh.bounding_box();
}
