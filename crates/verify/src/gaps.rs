//! Gaps in a topology. A certificate about a part of the surface proves nothing.
//!
//! The surface of tets that carry one in contact is the one that they carry, which has to be closed.

use std::collections::HashSet;

use tangency_io::run_folder::Topology;

use crate::embedded::{covered, open_side};
use crate::solids::connected;

/// The gaps of the contact surface: outer faces of tets that are no contact triangles, sides of triangles that are
/// no contact edges, corners that are no contact points; and tets that overlap, so that faces of theirs are no outer ones.
pub(crate) fn gaps(topology: &Topology) -> Vec<String> {
    if topology.plane {
        return planar_gaps(topology);
    }
    // Each face by its vertices and by the way it runs around them.
    let face = |[a, b, c]: [u32; 3]| {
        let mut vertices = [a, b, c];
        vertices.sort_unstable();
        let runs_on = [[a, b, c], [b, c, a], [c, a, b]].contains(&vertices);
        (vertices, runs_on)
    };
    let faces_of =
        |&[a, b, c, d]: &[u32; 4]| [[b, c, d], [a, d, c], [a, b, d], [a, c, b]].map(face);
    let mut faces: Vec<([u32; 3], bool)> = topology.tets.iter().flat_map(faces_of).collect();
    faces.sort_unstable();
    let solid_of = connected(topology.rest.len(), topology.tets.iter().map(|t| &t[..]));
    let covered = covered(topology, &solid_of);
    let triangles: HashSet<[u32; 3]> = topology.triangles.iter().map(|&t| face(t).0).collect();
    let mut same_faces = faces.chunk_by(|a, b| a.0 == b.0);
    let missing_face = same_faces
        .clone()
        .find(|same| {
            let is_outer = same.len() == 1 && !triangles.contains(&same[0].0);
            is_outer && !covered.contains(&solid_of[same[0].0[0] as usize])
        })
        .map(|same| same[0].0);
    let crowded_face = same_faces
        .find(|same| same.len() > 2 || (same.len() == 2 && same[0].1 == same[1].1))
        .map(|same| same[0].0);

    let ordered = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let edges: HashSet<[u32; 2]> = topology.edges.iter().map(|&e| ordered(e)).collect();
    let mut sides = topology
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(ordered));
    let missing_side = sides.find(|side| !edges.contains(side));

    let points: HashSet<u32> = topology.points.iter().copied().collect();
    let missing_corner = topology
        .edges
        .iter()
        .flatten()
        .find(|v| !points.contains(v));
    [
        missing_face
            .map(|f| format!("topology.npz: the outer face {f:?} of a tet is no contact triangle")),
        crowded_face.map(|f| format!("topology.npz: tets overlap at their common face {f:?}")),
        missing_side
            .map(|e| format!("topology.npz: the side {e:?} of a triangle is no contact edge")),
        missing_corner.map(|v| format!("topology.npz: vertex {v} of an edge is no contact point")),
        open_side(topology).map(|e| {
            format!(
                "topology.npz: the embedded surface is open at the side {e:?} of a contact triangle"
            )
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The gaps in the boundary of a planar run: outer sides of triangles that are no contact edges, ends that are no
/// contact points; and what is not in the plane at rest.
fn planar_gaps(topology: &Topology) -> Vec<String> {
    let ordered = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let sides_of = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]].map(ordered);
    let mut sides: Vec<[u32; 2]> = topology.triangles.iter().flat_map(sides_of).collect();
    sides.sort_unstable();
    let edges: HashSet<[u32; 2]> = topology.edges.iter().map(|&e| ordered(e)).collect();
    let missing_side = sides
        .chunk_by(|a, b| a == b)
        .find(|same| same.len() == 1 && !edges.contains(&same[0]))
        .map(|same| same[0]);
    let points: HashSet<u32> = topology.points.iter().copied().collect();
    let mut ends = topology.edges.iter().flatten();
    let missing_end = ends.find(|v| !points.contains(v));
    let astray = topology.rest.iter().position(|x| x.z != 0.0);
    [
        missing_side.map(|e| {
            format!("topology.npz: the outer side {e:?} of a triangle is no contact edge")
        }),
        missing_end.map(|v| format!("topology.npz: vertex {v} of an edge is no contact point")),
        astray.map(|v| format!("topology.npz: vertex {v} of a planar run is not at z = 0")),
    ]
    .into_iter()
    .flatten()
    .collect()
}
