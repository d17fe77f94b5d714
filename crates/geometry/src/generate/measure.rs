//! Measures of the meshes that generators make, for tests.

use crate::SurfaceMesh;
use crate::cloth::check_cloth;
use crate::topology::unique_edges;

/// Smallest and largest angle (degrees) and edge (m) of the triangles.
pub(super) fn quality(mesh: &SurfaceMesh) -> ([f64; 2], [f64; 2]) {
    let (mut angles, mut edges) = ([f64::INFINITY, 0.0], [f64::INFINITY, 0.0]);
    let widen =
        |range: &mut [f64; 2], value: f64| *range = [range[0].min(value), range[1].max(value)];
    for &t in &mesh.triangles {
        let x = mesh.corners(t);
        for k in 0..3 {
            let (a, b) = (x[(k + 1) % 3] - x[k], x[(k + 2) % 3] - x[k]);
            widen(&mut angles, a.angle(&b).to_degrees());
            widen(&mut edges, a.norm());
        }
    }
    (angles, edges)
}

/// |mean of exp(i fold theta)| over the directions theta of the edges in the xz plane: 1 for a lattice of that
/// symmetry, 0 where no direction is preferred.
pub(super) fn direction_order(mesh: &SurfaceMesh, fold: u32) -> f64 {
    let edges = unique_edges(&mesh.triangles);
    let (mut re, mut im) = (0.0, 0.0);
    for &[a, b] in &edges {
        let d = mesh.points[b as usize] - mesh.points[a as usize];
        let (sin, cos) = (f64::from(fold) * d.z.atan2(d.x)).sin_cos();
        (re, im) = (re + cos, im + sin);
    }
    f64::hypot(re, im) / edges.len() as f64
}

/// Sum of the lengths of the segments, m.
pub(super) fn polyline_length(mesh: &SurfaceMesh) -> f64 {
    let length = |[a, b]: [u32; 2]| (mesh.points[b as usize] - mesh.points[a as usize]).norm();
    mesh.edges.iter().map(|&e| length(e)).sum()
}

/// Asserts the bounds that unstructured cloth of spacing h (m) promises.
pub(super) fn assert_bounds(mesh: &SurfaceMesh, h: f64) {
    check_cloth(mesh).unwrap();
    let (angles, edges) = quality(mesh);
    assert!(angles[0] >= 25.0 && angles[1] <= 110.0, "{angles:?}");
    assert!(edges[0] >= 0.5 * h && edges[1] <= 1.6 * h, "{edges:?} {h}");
}
