//! PLY, binary little endian, in double precision: `vertex`, `face`, and where
//! there are any, `edge` (free segments) and `point` (free points).

use tangency_geometry::SurfaceMesh;

/// The bytes of a PLY file.
pub fn to_bytes(mesh: &SurfaceMesh) -> Vec<u8> {
    let mut bytes = header(mesh).into_bytes();
    for p in &mesh.points {
        p.iter().for_each(|c| bytes.extend(c.to_le_bytes()));
    }
    let mut indices = |prefix: &[u8], vertices: &[u32]| {
        bytes.extend(prefix);
        vertices.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
    };
    mesh.triangles.iter().for_each(|t| indices(&[3], t));
    mesh.edges.iter().for_each(|e| indices(&[], e));
    indices(&[], &mesh.vertices);
    bytes
}

fn header(mesh: &SurfaceMesh) -> String {
    let mut lines = vec![
        "ply".to_string(),
        "format binary_little_endian 1.0".to_string(),
    ];
    lines.push(format!("element vertex {}", mesh.points.len()));
    lines.extend(["x", "y", "z"].map(|axis| format!("property double {axis}")));
    lines.push(format!("element face {}", mesh.triangles.len()));
    lines.push("property list uchar uint vertex_indices".to_string());
    if !mesh.edges.is_empty() {
        lines.push(format!("element edge {}", mesh.edges.len()));
        lines.extend(["vertex1", "vertex2"].map(|end| format!("property uint {end}")));
    }
    if !mesh.vertices.is_empty() {
        lines.push(format!("element point {}", mesh.vertices.len()));
        lines.push("property uint vertex_index".to_string());
    }
    lines.push("end_header\n".to_string());
    lines.join("\n")
}
