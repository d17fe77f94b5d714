//! Wavefront OBJ: `o`, `v`, `vn`, `vt`, `f`, `l`, `p`; indices from 1; positions as short as they can be and still be read back to
//! the same bits.

use super::normals::vertex_normals;
use std::collections::HashMap;
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

/// A named part of an OBJ file.
pub struct Object<'a> {
    /// The name, which ends up in one line.
    pub name: &'a str,
    /// The mesh.
    pub mesh: SurfaceMesh,
    /// Texture coordinates of the corners of each triangle; empty where there are none.
    pub uv: &'a [[[f64; 2]; 3]],
}

/// The bytes of an OBJ file of several objects; triangles have normals, and texture coordinates where there are some, at their
/// corners.
pub fn of_objects<'a>(objects: impl Iterator<Item = Object<'a>>) -> Vec<u8> {
    let mut text = String::from("# Tangency, lengths in m\n");
    let mut before = Counts::default();
    for Object { name, mesh, uv } in objects {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "o {}", one_line(name));
        positions(&mut text, &mesh);
        if !mesh.triangles.is_empty() {
            triangles(&mut text, &mesh, uv, &mut before);
        }
        segments_and_points(&mut text, &mesh, before.vertices);
        before.vertices += mesh.points.len() as u32;
    }
    text.into_bytes()
}

/// What a file holds of each kind so far.
#[derive(Default)]
struct Counts {
    vertices: u32,
    normals: u32,
    uv: u32,
}

/// Normals, texture coordinates, each once, and the triangles over them.
fn triangles(text: &mut String, mesh: &SurfaceMesh, uv: &[[[f64; 2]; 3]], before: &mut Counts) {
    for n in vertex_normals(&mesh.points, &mesh.triangles) {
        let _ = writeln!(text, "vn {:.6} {:.6} {:.6}", n.x, n.y, n.z);
    }
    let mut numbers = HashMap::new();
    for &[u, v] in uv.as_flattened() {
        let next = before.uv + numbers.len() as u32 + 1;
        numbers
            .entry([u.to_bits(), v.to_bits()])
            .or_insert_with(|| {
                let _ = writeln!(text, "vt {u:?} {v:?}");
                next
            });
    }
    for (i, triangle) in mesh.triangles.iter().enumerate() {
        text.push('f');
        for (k, v) in triangle.iter().enumerate() {
            let at = uv.get(i).map(|uv| numbers[&uv[k].map(f64::to_bits)]);
            let texture = at.map_or_else(String::new, |number| number.to_string());
            let (vertex, normal) = (before.vertices + v + 1, before.normals + v + 1);
            let _ = write!(text, " {vertex}/{texture}/{normal}");
        }
        text.push('\n');
    }
    before.normals += mesh.points.len() as u32;
    before.uv += numbers.len() as u32;
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
