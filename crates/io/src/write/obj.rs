//! Wavefront OBJ: `o`, `v`, `vn`, `f`, `l`, `p`; indices from 1; positions as short as they can be and still be read back to
//! the same bits.

use super::normals::vertex_normals;
use std::fmt::Write;
use tangency_geometry::SurfaceMesh;

/// Points in a line: some programs warn of each line of them.
const POINTS_A_LINE: usize = 64;

/// The bytes of an OBJ file.
pub fn to_bytes(mesh: &SurfaceMesh) -> Vec<u8> {
    let mut text = String::new();
    positions(&mut text, mesh);
    // Writing to a string cannot fail.
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    segments_and_points(&mut text, mesh, 0);
    text.into_bytes()
}

/// The bytes of an OBJ file of several objects, each with its name; triangles have normals at their corners.
pub fn of_objects(objects: &[(&str, SurfaceMesh)]) -> Vec<u8> {
    let mut text = String::from("# Tangency, lengths in m\n");
    let (mut first, mut first_normal) = (0, 0);
    for (name, mesh) in objects {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "o {}", one_line(name));
        positions(&mut text, mesh);
        if !mesh.triangles.is_empty() {
            for n in vertex_normals(&mesh.points, &mesh.triangles) {
                let _ = writeln!(text, "vn {:.6} {:.6} {:.6}", n.x, n.y, n.z);
            }
            for triangle in &mesh.triangles {
                let corner = |v: u32| format!("{}//{}", first + v + 1, first_normal + v + 1);
                let [a, b, c] = triangle.map(corner);
                let _ = writeln!(text, "f {a} {b} {c}");
            }
            first_normal += mesh.points.len() as u32;
        }
        segments_and_points(&mut text, mesh, first);
        first += mesh.points.len() as u32;
    }
    text.into_bytes()
}

fn positions(text: &mut String, mesh: &SurfaceMesh) {
    for p in &mesh.points {
        let _ = writeln!(text, "v {:?} {:?} {:?}", p.x, p.y, p.z);
    }
}

/// Free segments and points; `first` vertices come before those of the mesh.
fn segments_and_points(text: &mut String, mesh: &SurfaceMesh, first: u32) {
    for [a, b] in &mesh.edges {
        let _ = writeln!(text, "l {} {}", first + a + 1, first + b + 1);
    }
    for some in mesh.vertices.chunks(POINTS_A_LINE) {
        let words = some.iter().map(|v| format!(" {}", first + v + 1));
        let _ = writeln!(text, "p{}", words.collect::<String>());
    }
}

/// A name that does not end its line.
fn one_line(name: &str) -> String {
    name.replace(char::is_control, "_")
}
