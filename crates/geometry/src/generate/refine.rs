//! Red refinement: every tet into eight, four at its corners and four from the octahedron in its middle.
//!
//! The octahedron between the six edge midpoints is cut along its shortest diagonal (Zhang 1995), which keeps
//! the shapes from getting worse level after level. All edges are halved, so the result conforms.

use crate::topology::unique_tet_edges;
use crate::{TetMesh, Vec3};

/// Cuts every tet into eight of the same volume.
pub fn refine(mesh: &TetMesh) -> TetMesh {
    let edges = unique_tet_edges(&mesh.tets);
    let first = mesh.points.len() as u32;
    let mut points = mesh.points.clone();
    points.extend(
        edges
            .iter()
            .map(|&[a, b]| (mesh.points[a as usize] + mesh.points[b as usize]) / 2.0),
    );
    let middle = |a: u32, b: u32| {
        let edge = [a.min(b), a.max(b)];
        first + edges.partition_point(|e| *e < edge) as u32
    };
    let tets = mesh
        .tets
        .iter()
        .flat_map(|&tet| eight(tet, middle, &points))
        .collect();
    let mut refined = TetMesh { points, tets };
    refined.orient();
    refined
}

fn eight(
    [a, b, c, d]: [u32; 4],
    middle: impl Fn(u32, u32) -> u32,
    points: &[Vec3],
) -> [[u32; 4]; 8] {
    let [ab, ac, ad] = [middle(a, b), middle(a, c), middle(a, d)];
    let [bc, bd, cd] = [middle(b, c), middle(b, d), middle(c, d)];
    let length = |p: u32, q: u32| (points[p as usize] - points[q as usize]).norm_squared();
    // Opposite midpoints of the octahedron, and the ring of the other four around that diagonal.
    let diagonals = [
        (ab, cd, [ac, ad, bd, bc]),
        (ac, bd, [ab, bc, cd, ad]),
        (ad, bc, [ab, ac, cd, bd]),
    ];
    let (mut p, mut q, mut ring) = diagonals[0];
    for &(r, s, other) in &diagonals[1..] {
        if length(r, s) < length(p, q) {
            (p, q, ring) = (r, s, other);
        }
    }
    let [r0, r1, r2, r3] = ring;
    [
        [a, ab, ac, ad],
        [b, ab, bc, bd],
        [c, ac, bc, cd],
        [d, ad, bd, cd],
        [p, q, r0, r1],
        [p, q, r1, r2],
        [p, q, r2, r3],
        [p, q, r3, r0],
    ]
}
