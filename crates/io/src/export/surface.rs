//! Surfaces of one frame: OBJ with an object for each body, PLY with fields over its vertices.

use super::bodies::BodySurface;
use super::names::{Names, identifier};
use super::{ExportFrame, fields_of};
use crate::free::{free_edges, free_vertices};
use crate::run_folder::{FieldArray, FieldLocation, Topology};
use crate::write::ply::{PlyProperty, PlyValues};
use crate::write::{obj, ply};
use tangency_geometry::SurfaceMesh;

/// The bytes of an OBJ file.
pub(super) fn obj(bodies: &[BodySurface], frame: &ExportFrame) -> Vec<u8> {
    let objects = bodies.iter().map(|body| body.object(&frame.positions));
    obj::of_objects(objects)
}

/// All bodies in one surface.
pub(super) struct WholeSurface {
    /// The vertices of the run that are its points.
    members: Vec<u32>,
    /// The surface at rest.
    mesh: SurfaceMesh,
    comments: Vec<String>,
}

impl WholeSurface {
    pub(super) fn of(topology: &Topology) -> Self {
        let n = topology.rest.len();
        let edges = free_edges(&topology.triangles, &topology.edges);
        let vertices = free_vertices(n, &topology.triangles, &edges, &topology.points);
        let elements = [topology.triangles.as_flattened(), edges.as_flattened()];
        let mut is_used = vec![false; n];
        let used = elements.into_iter().flatten().chain(&vertices);
        used.for_each(|&v| is_used[v as usize] = true);
        let mut mesh = SurfaceMesh {
            points: topology.rest.clone(),
            triangles: topology.triangles.clone(),
            edges,
            vertices,
        };
        mesh.remove_unused_points();
        let names = topology.body_names.iter().enumerate();
        let mut comments = vec!["Tangency, lengths in m".to_owned()];
        comments.extend(names.map(|(i, name)| format!("body {i} {name}")));
        Self {
            members: (0..n as u32).filter(|&v| is_used[v as usize]).collect(),
            mesh,
            comments,
        }
    }

    /// The bytes of a PLY file, whose vertices know their body.
    pub(super) fn ply(&self, topology: &Topology, frame: &ExportFrame) -> Vec<u8> {
        let at = |&v: &u32| frame.positions[v as usize];
        let mesh = SurfaceMesh {
            points: self.members.iter().map(at).collect(),
            ..self.mesh.clone()
        };
        let properties = properties(topology, frame, &self.members);
        ply::with_properties(&mesh, &properties, &self.comments)
    }
}

/// Vertex of the run, body, obstacle or not, and the fields.
fn properties(topology: &Topology, frame: &ExportFrame, members: &[u32]) -> Vec<PlyProperty> {
    let mut names = Names::default();
    ["x", "y", "z"]
        .iter()
        .for_each(|axis| drop(names.unique(axis)));
    let body = members.iter().map(|&v| topology.body[v as usize]);
    let obstacle = members
        .iter()
        .map(|&v| u8::from(topology.obstacle[v as usize]));
    let mut properties: Vec<PlyProperty> = [
        ("vertex", PlyValues::U32(members.to_vec())),
        ("body", PlyValues::U32(body.collect())),
        ("obstacle", PlyValues::U8(obstacle.collect())),
    ]
    .map(|(name, values)| PlyProperty {
        name: names.unique(name),
        values,
    })
    .into();
    for field in fields_of(frame, FieldLocation::Vertex) {
        let width = field.width();
        for (component, suffix) in suffixes(field).iter().enumerate() {
            let at = |&v: &u32| field.values[v as usize * width + component] as f32;
            let name = |start: &str| identifier(&format!("{start}{suffix}"));
            properties.push(PlyProperty {
                name: names.either(&name(&field.name), &name(&field.key())),
                values: PlyValues::F32(members.iter().map(at).collect()),
            });
        }
    }
    properties
}

/// The endings of the components of a field: none, `_x`..., `_xx`..., or numbers.
fn suffixes(field: &FieldArray) -> Vec<String> {
    let axes = ["x", "y", "z"];
    match field.shape[..] {
        [] => vec![String::new()],
        [n @ 2..=3] => axes[..n].iter().map(|axis| format!("_{axis}")).collect(),
        [n @ 2..=3, m @ 2..=3] => {
            let rows = axes[..n].iter();
            rows.flat_map(|row| {
                axes[..m]
                    .iter()
                    .map(move |column| format!("_{row}{column}"))
            })
            .collect()
        }
        _ => (0..field.width()).map(|i| format!("_{i}")).collect(),
    }
}
