//! Triangles with normals at their corners.
//!
//! A corner's normal is the area-weighted mean over the triangles around its vertex whose normals are within
//! [`CREASE`] of the triangle's own, so that round things look round and boxes stay sharp.

use rayon::prelude::*;

use crate::things::{Paint, Triangle};
use crate::vector::V3;

/// Cosine of the dihedral angle (40 degrees) beyond which an edge is a crease.
pub(crate) const CREASE: f32 = 0.766;

/// Triangles at their places; `paint` gives the paint of a triangle by its position in the list.
pub(crate) fn smooth(
    triangles: &[[u32; 3]],
    place: impl Fn(u32) -> V3 + Sync,
    paint: impl Fn(usize) -> Paint + Sync,
) -> Vec<Triangle> {
    let corners: Vec<[V3; 3]> = triangles.iter().map(|t| t.map(&place)).collect();
    let areas: Vec<V3> = corners
        .iter()
        .map(|c| (c[1] - c[0]).cross(c[2] - c[0]))
        .collect();
    let (starts, around) = triangles_around(triangles);
    let normal = |of: usize, vertex: u32| {
        let own = areas[of].unit();
        let near = &around[starts[vertex as usize] as usize..starts[vertex as usize + 1] as usize];
        let similar = near
            .iter()
            .map(|&t| areas[t as usize])
            .filter(|a| a.dot(own) >= CREASE * a.length());
        similar.fold(V3::default(), |sum, a| sum + a).unit()
    };
    (0..triangles.len())
        .into_par_iter()
        .map(|t| Triangle {
            corners: corners[t],
            normals: triangles[t].map(|v| normal(t, v)),
            paint: paint(t),
        })
        .collect()
}

/// For each vertex the triangles around it: offsets and list.
fn triangles_around(triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<u32>) {
    let vertices = triangles
        .iter()
        .flatten()
        .max()
        .map_or(0, |&v| v as usize + 1);
    let mut starts = vec![0u32; vertices + 1];
    for &v in triangles.iter().flatten() {
        starts[v as usize + 1] += 1;
    }
    for v in 0..vertices {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut around = vec![0; 3 * triangles.len()];
    for (t, triangle) in (0..).zip(triangles) {
        for &v in triangle {
            around[next[v as usize] as usize] = t;
            next[v as usize] += 1;
        }
    }
    (starts, around)
}
