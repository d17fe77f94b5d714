//! Wavefront OBJ: `v`, `f`, `l`, `p`; indices from 1; numbers as short as they
//! can be and still be read back to the same bits.

use std::fmt::Write;
use tangency_geometry::SurfaceMesh;

/// The bytes of an OBJ file.
pub fn to_bytes(mesh: &SurfaceMesh) -> Vec<u8> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for p in &mesh.points {
        let _ = writeln!(text, "v {:?} {:?} {:?}", p.x, p.y, p.z);
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    for [a, b] in &mesh.edges {
        let _ = writeln!(text, "l {} {}", a + 1, b + 1);
    }
    for v in &mesh.vertices {
        let _ = writeln!(text, "p {}", v + 1);
    }
    text.into_bytes()
}
