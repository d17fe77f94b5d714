//! Bodies of every kind, and a frame of them with fields.

use tangency_geometry::Vec3;
use tangency_io::export::ExportFrame;
use tangency_io::run_folder::{FieldArray, FieldLocation, Topology};

/// A tet, and an obstacle of a segment and a point; a triangle of cloth, and a rod of two segments.
pub fn bodies() -> Topology {
    let (solid, needles, cloth, rod) = (4, 3, 3, 3);
    let n = solid + needles + cloth + rod;
    let body = [
        vec![0; solid],
        vec![1; needles],
        vec![2; cloth],
        vec![3; rod],
    ]
    .concat();
    Topology {
        rest: (0..n)
            .map(|i| Vec3::new((i % 2) as f64, (i % 3) as f64, i as f64))
            .collect(),
        tets: vec![[0, 1, 2, 3]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [7, 8, 9]],
        edges: vec![[0, 2], [4, 5], [7, 8], [11, 10], [11, 12]],
        points: (0..n as u32).collect(),
        elastic_triangles: vec![[7, 8, 9]],
        elastic_segments: vec![[10, 11], [11, 12]],
        mass: (0..n).map(|i| i as f64 / 8.0).collect(),
        obstacle: body.iter().map(|&b| b == 1).collect(),
        thickness: (0..n).map(|i| if i >= 10 { 0.25 } else { 0.0 }).collect(),
        body,
        body_names: ["solid", "needles", "a cloth", "rod.1"]
            .map(str::to_owned)
            .into(),
        ..Topology::default()
    }
}

/// A field of numbers that count up from one half.
pub fn field(location: FieldLocation, name: &str, shape: &[usize], entries: usize) -> FieldArray {
    let numbers = entries * shape.iter().product::<usize>();
    FieldArray {
        location,
        name: name.to_owned(),
        shape: shape.to_vec(),
        values: (0..numbers).map(|i| i as f64 + 0.5).collect(),
    }
}

/// A frame at rest with fields of every location.
pub fn frame(topology: &Topology) -> ExportFrame {
    let n = topology.rest.len();
    ExportFrame {
        time: 0.5,
        positions: topology.rest.clone(),
        fields: vec![
            field(FieldLocation::Vertex, "velocity", &[3], n),
            field(FieldLocation::Tet, "von_mises", &[], 1),
            field(FieldLocation::Tet, "cauchy_stress", &[3, 3], 1),
            field(FieldLocation::Triangle, "von_mises", &[], 1),
            field(FieldLocation::Segment, "twist", &[], 2),
            field(FieldLocation::Pair, "position", &[3], 2),
            field(FieldLocation::Pair, "force", &[3], 2),
        ],
    }
}

/// Numbers of four bytes each.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|c| f32::from_le_bytes(*c))
        .collect()
}
