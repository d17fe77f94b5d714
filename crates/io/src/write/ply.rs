//! PLY, binary little endian, positions in double precision: `vertex` with any further properties, `face`, and where there
//! are any, `edge` (free segments) and `point` (free points).

use tangency_geometry::SurfaceMesh;

/// The numbers of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum PlyValues {
    /// `float`.
    F32(Vec<f32>),
    /// `uint`.
    U32(Vec<u32>),
    /// `uchar`.
    U8(Vec<u8>),
}

/// A property of the vertices, one number each.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyProperty {
    /// Name, without blanks.
    pub name: String,
    /// A number for each vertex.
    pub values: PlyValues,
}

impl PlyProperty {
    fn kind(&self) -> &'static str {
        match self.values {
            PlyValues::F32(_) => "float",
            PlyValues::U32(_) => "uint",
            PlyValues::U8(_) => "uchar",
        }
    }

    fn append_to(&self, bytes: &mut Vec<u8>, vertex: usize) {
        match &self.values {
            PlyValues::F32(values) => bytes.extend(values[vertex].to_le_bytes()),
            PlyValues::U32(values) => bytes.extend(values[vertex].to_le_bytes()),
            PlyValues::U8(values) => bytes.push(values[vertex]),
        }
    }
}

/// The bytes of a PLY file.
pub fn to_bytes(mesh: &SurfaceMesh) -> Vec<u8> {
    with_properties(mesh, &[], &[])
}

/// The bytes of a PLY file whose vertices have more than a position; comments are lines of the header.
pub fn with_properties(
    mesh: &SurfaceMesh,
    properties: &[PlyProperty],
    comments: &[String],
) -> Vec<u8> {
    let mut bytes = header(mesh, properties, comments).into_bytes();
    for (vertex, p) in mesh.points.iter().enumerate() {
        p.iter().for_each(|c| bytes.extend(c.to_le_bytes()));
        (properties.iter()).for_each(|property| property.append_to(&mut bytes, vertex));
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

fn header(mesh: &SurfaceMesh, properties: &[PlyProperty], comments: &[String]) -> String {
    let mut lines = vec![
        "ply".to_string(),
        "format binary_little_endian 1.0".to_string(),
    ];
    let one_line = |text: &String| text.replace(char::is_control, "_");
    lines.extend((comments.iter()).map(|text| format!("comment {}", one_line(text))));
    lines.push(format!("element vertex {}", mesh.points.len()));
    lines.extend(["x", "y", "z"].map(|axis| format!("property double {axis}")));
    for property in properties {
        lines.push(format!("property {} {}", property.kind(), property.name));
    }
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
