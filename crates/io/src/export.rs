//! Frames of a run as files for other programs.

use crate::free::{free_edges, free_vertices};
use crate::read::{extension, unknown};
use crate::run_folder::Topology;
use crate::write::{glb, vtu, write_surface_mesh};
use crate::{IoError, atomic};
use std::path::Path;
use tangency_geometry::{SurfaceMesh, Vec3};

const SUPPORTED: &str = ".vtu, .obj, .ply, .glb";

/// Writes one frame; the extension says the format. `.vtu` holds the tets and
/// the obstacles, with the body of each point; `.obj`, `.ply` and `.glb` the
/// contact surface. `positions` (m) has one entry per vertex of the topology.
pub fn export_frame(
    path: impl AsRef<Path>,
    topology: &Topology,
    positions: &[Vec3],
) -> Result<(), IoError> {
    let path = path.as_ref();
    expect_vertices(path, topology, positions)?;
    match extension(path).as_str() {
        "vtu" => atomic::write(path, &volume(topology, positions)),
        "obj" | "ply" => write_surface_mesh(path, &surface(topology, positions)),
        "glb" => export_animation(path, topology, &[(0.0, positions.to_vec())]),
        _ => Err(unknown(path, "export a frame to", SUPPORTED)),
    }
}

/// Writes frames, each with its time (s), as one animated `.glb` file.
pub fn export_animation(
    path: impl AsRef<Path>,
    topology: &Topology,
    frames: &[(f64, Vec<Vec3>)],
) -> Result<(), IoError> {
    let path = path.as_ref();
    if extension(path) != "glb" {
        return Err(unknown(path, "export an animation to", ".glb"));
    }
    for (_, positions) in frames {
        expect_vertices(path, topology, positions)?;
    }
    if frames.is_empty() {
        return Err(unwritable(path, "there are no frames".into()));
    }
    let times: Vec<f64> = frames.iter().map(|(time, _)| *time).collect();
    if !times.is_sorted_by(|a, b| a < b) {
        return Err(unwritable(
            path,
            "the times of the frames do not increase".into(),
        ));
    }
    let bytes = glb::to_bytes(&bodies(topology, frames), &times);
    // The header of a GLB file holds its length in 32 bits.
    if u32::try_from(bytes.len()).is_err() {
        let problem = "a GLB file cannot exceed 4 GB; export fewer frames".into();
        return Err(unwritable(path, problem));
    }
    atomic::write(path, &bytes)
}

/// Writes a ParaView collection (`.pvd`): time (s) and file name of each frame.
pub fn export_collection(path: impl AsRef<Path>, frames: &[(f64, String)]) -> Result<(), IoError> {
    atomic::write(path.as_ref(), &vtu::collection(frames))
}

/// The contact surface of a run at these positions: triangles, free segments
/// and free points, with the points they name only.
pub fn surface(topology: &Topology, positions: &[Vec3]) -> SurfaceMesh {
    let edges = free_edges(&topology.triangles, &topology.edges);
    let mut mesh = SurfaceMesh {
        points: positions.to_vec(),
        triangles: topology.triangles.clone(),
        vertices: free_vertices(
            positions.len(),
            &topology.triangles,
            &edges,
            &topology.points,
        ),
        edges,
    };
    mesh.remove_unused_points();
    mesh
}

/// Tets, and what is no boundary of tets: the obstacles.
fn volume(topology: &Topology, positions: &[Vec3]) -> Vec<u8> {
    let mut solid = vec![false; positions.len()];
    let named = topology.tets.as_flattened().iter();
    named.for_each(|&v| solid[v as usize] = true);
    let of_tets = |t: &&[u32; 3]| !t.iter().all(|&v| solid[v as usize]);
    let triangles: Vec<[u32; 3]> = topology.triangles.iter().filter(of_tets).copied().collect();
    let edges = free_edges(&topology.triangles, &topology.edges);
    let n = positions.len();
    vtu::to_bytes(&vtu::UnstructuredGrid {
        points: positions,
        tets: &topology.tets,
        triangles: &triangles,
        vertices: &free_vertices(n, &topology.triangles, &edges, &topology.points),
        edges: &edges,
        body: &topology.body,
    })
}

/// The contact surface of each body, with points of its own.
fn bodies<'a>(topology: &'a Topology, frames: &[(f64, Vec<Vec3>)]) -> Vec<glb::AnimatedBody<'a>> {
    let n = topology.rest.len();
    let edges = free_edges(&topology.triangles, &topology.edges);
    let vertices = free_vertices(n, &topology.triangles, &edges, &topology.points);
    let mut bodies: Vec<glb::AnimatedBody> = topology
        .body_names
        .iter()
        .map(|name| glb::AnimatedBody {
            name,
            ..glb::AnimatedBody::default()
        })
        .collect();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); bodies.len()];
    let mut used = vec![false; n];
    let named = topology
        .triangles
        .as_flattened()
        .iter()
        .chain(edges.as_flattened());
    named
        .chain(&vertices)
        .for_each(|&v| used[v as usize] = true);
    let mut local = vec![0; n];
    for v in (0..n).filter(|&v| used[v]) {
        let own = &mut members[topology.body[v] as usize];
        local[v] = own.len() as u32;
        own.push(v as u32);
    }
    let body_of = |v: u32| topology.body[v as usize] as usize;
    let renamed = |v: u32| local[v as usize];
    for &t in &topology.triangles {
        bodies[body_of(t[0])].triangles.push(t.map(renamed));
    }
    for &e in &edges {
        bodies[body_of(e[0])].edges.push(e.map(renamed));
    }
    for &v in &vertices {
        bodies[body_of(v)].vertices.push(renamed(v));
    }
    for (body, own) in bodies.iter_mut().zip(&members) {
        let at = |positions: &Vec<Vec3>| own.iter().map(|&v| positions[v as usize]).collect();
        body.frames = frames.iter().map(|(_, positions)| at(positions)).collect();
    }
    bodies
}

fn expect_vertices(path: &Path, topology: &Topology, positions: &[Vec3]) -> Result<(), IoError> {
    let (given, there) = (positions.len(), topology.rest.len());
    if given != there {
        let problem = format!("{given} positions given, the topology has {there} vertices");
        return Err(unwritable(path, problem));
    }
    topology.check().map_err(|e| unwritable(path, e.problem))
}

fn unwritable(path: &Path, problem: String) -> IoError {
    IoError::Unwritable {
        path: path.to_path_buf(),
        problem,
    }
}
