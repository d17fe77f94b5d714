//! The contact surface of each body, with points of its own.

use crate::ParseError;
use crate::free::{free_edges, free_vertices};
use crate::run_folder::Topology;
use crate::write::obj::Object;
use tangency_geometry::{SurfaceMesh, Vec3};

/// The contact surface of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct BodySurface<'a> {
    pub(super) name: &'a str,
    pub(super) is_obstacle: bool,
    /// The vertices of the run that are its points.
    pub(super) members: Vec<u32>,
    /// Triangles over its points.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Texture coordinates of the corners of its triangles; empty where it has none.
    pub(super) uv: Vec<[[f64; 2]; 3]>,
    /// Free segments.
    pub(super) edges: Vec<[u32; 2]>,
    /// Free points.
    pub(super) vertices: Vec<u32>,
}

impl BodySurface<'_> {
    /// The points of the body among the positions of all vertices.
    pub(super) fn points(&self, positions: &[Vec3]) -> Vec<Vec3> {
        self.members
            .iter()
            .map(|&v| positions[v as usize])
            .collect()
    }

    pub(super) fn mesh(&self, positions: &[Vec3]) -> SurfaceMesh {
        SurfaceMesh {
            points: self.points(positions),
            triangles: self.triangles.clone(),
            edges: self.edges.clone(),
            vertices: self.vertices.clone(),
        }
    }

    /// The body as a part of an OBJ file.
    pub(super) fn object(&self, positions: &[Vec3]) -> Object<'_> {
        Object {
            name: self.name,
            mesh: self.mesh(positions),
            uv: &self.uv,
        }
    }

    /// An element with the vertices of the run.
    pub(super) fn global<const N: usize>(&self, element: [u32; N]) -> [u32; N] {
        element.map(|v| self.members[v as usize])
    }
}

/// The surfaces of the bodies that have one, in the order of the run.
pub(super) fn body_surfaces(topology: &Topology) -> Result<Vec<BodySurface<'_>>, ParseError> {
    let n = topology.rest.len();
    let edges = free_edges(&topology.triangles, &topology.edges);
    let vertices = free_vertices(n, &topology.triangles, &edges, &topology.points);
    let names = topology.body_names.iter();
    let mut bodies: Vec<BodySurface> = names
        .map(|name| BodySurface {
            name,
            ..BodySurface::default()
        })
        .collect();
    let body_of = |v: u32| topology.body[v as usize] as usize;
    let mut is_used = vec![false; n];
    let elements = [topology.triangles.as_flattened(), edges.as_flattened()];
    for &v in elements.into_iter().flatten().chain(&vertices) {
        is_used[v as usize] = true;
    }
    let mut local = vec![0; n];
    for v in (0..n as u32).filter(|&v| is_used[v as usize]) {
        let body = &mut bodies[body_of(v)];
        local[v as usize] = body.members.len() as u32;
        body.members.push(v);
        body.is_obstacle = topology.obstacle[v as usize];
    }
    for (i, triangle) in topology.triangles.iter().enumerate() {
        let own = one_body("triangle", i, &triangle.map(body_of))?;
        let body = &mut bodies[own];
        body.triangles.push(triangle.map(|v| local[v as usize]));
        let uv = topology.uv.get(i);
        body.uv.extend(uv.filter(|uv| !uv[0][0].is_nan()));
    }
    for (i, edge) in edges.iter().enumerate() {
        let own = one_body("free segment", i, &edge.map(body_of))?;
        bodies[own].edges.push(edge.map(|v| local[v as usize]));
    }
    for &v in &vertices {
        bodies[body_of(v)].vertices.push(local[v as usize]);
    }
    bodies.retain(|body| !body.members.is_empty());
    Ok(bodies)
}

/// The body of an element, from those of its vertices.
fn one_body(kind: &str, index: usize, bodies: &[usize]) -> Result<usize, ParseError> {
    match bodies {
        [first, rest @ ..] if rest.iter().all(|body| body == first) => Ok(*first),
        _ => Err(ParseError::whole(format!(
            "{kind} {index} of the topology has vertices of several bodies ({bodies:?})"
        ))),
    }
}
