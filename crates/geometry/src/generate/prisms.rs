//! Layers of prisms over triangles, each cut into three tets.
//!
//! The side between two vertices is cut from the lower one on the layer below to the higher one on the layer above. Both
//! prisms at a side cut it alike, so the tets conform.

use super::GenerateError;
use super::check::{at_least, countable, positive};
use crate::mesh::tet_volume;
use crate::{SurfaceMesh, TetMesh, Vec3};

/// The solid over so many layers of copies of the triangles; `place(v, k)` is where vertex v is on level k.
///
/// Levels go to where the triangles face.
pub(super) fn prisms(
    shape: &'static str,
    points: usize,
    triangles: &[[u32; 3]],
    layers: u32,
    place: impl Fn(u32, u32) -> Vec3,
) -> Result<TetMesh, GenerateError> {
    at_least(shape, 1, &[("layers", layers)])?;
    let count = u32::try_from(points).unwrap_or(u32::MAX);
    countable(shape, &[count, layers.saturating_add(1)])?;
    let levels = (0..=layers).flat_map(|k| (0..count).map(move |v| (v, k)));
    let points = levels.map(|(v, k)| place(v, k)).collect();
    let mut tets = Vec::with_capacity(3 * triangles.len() * layers as usize);
    for k in 0..layers {
        let (low, high) = (k * count, (k + 1) * count);
        for &triangle in triangles {
            tets.extend(prism(triangle, low, high));
        }
    }
    Ok(TetMesh { points, tets })
}

/// The three tets between a triangle that faces up, its vertices counted from `low`, and its copy counted from `high`.
fn prism(triangle: [u32; 3], low: u32, high: u32) -> [[u32; 4]; 3] {
    let mut sorted = triangle;
    sorted.sort_unstable();
    let [a, b, c] = sorted;
    // Whether sorting turned it over.
    let first = triangle.iter().position(|&v| v == a).unwrap_or(0);
    let over = triangle[(first + 1) % 3] != b;
    let tets = [
        [a + low, b + low, c + low, c + high],
        [a + low, b + low, c + high, b + high],
        [a + low, b + high, c + high, a + high],
    ];
    tets.map(|[p, q, r, s]| if over { [p, r, q, s] } else { [p, q, r, s] })
}

/// A flat mesh in a plane of constant z, counter-clockwise seen from +z, stretched along z to a solid about that plane.
pub fn extrude(mesh: &SurfaceMesh, depth: f64, layers: u32) -> Result<TetMesh, GenerateError> {
    const SHAPE: &str = "extrude";
    positive(SHAPE, &[("depth", depth)])?;
    let refuse = |reason: String| GenerateError::Conflict {
        shape: SHAPE,
        reason,
    };
    let height = mesh.points.first().map_or(0.0, |p| p.z);
    if let Some(p) = mesh.points.iter().find(|p| p.z != height) {
        return Err(refuse(format!(
            "the shape is not flat: it has points at z = {height} m and {} m; take one in the plane z = 0",
            p.z
        )));
    }
    if mesh.triangles.is_empty() || !(mesh.edges.is_empty() && mesh.vertices.is_empty()) {
        return Err(refuse("the shape must consist of triangles alone".into()));
    }
    let solid = prisms(SHAPE, mesh.points.len(), &mesh.triangles, layers, |v, k| {
        let share = f64::from(k) / f64::from(layers) - 0.5;
        mesh.points[v as usize] + Vec3::z() * (depth * share)
    })?;
    let down = |t: &&[u32; 4]| tet_volume(&solid.corners(**t)) <= 0.0;
    if solid.tets.iter().find(down).is_some() {
        return Err(refuse(
            "all triangles of the shape must be counter-clockwise seen from +z".into(),
        ));
    }
    Ok(solid)
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::super::planar::{ChiParameters, DiscParameters, chi, disc};
    use super::*;

    #[test]
    fn extruded_shapes_conform_and_keep_their_area() {
        for (mesh, handles) in [
            (disc(&DiscParameters::default()).unwrap(), 0),
            (chi(&ChiParameters::default()).unwrap(), 2),
        ] {
            for layers in [1, 3] {
                let solid = extrude(&mesh, 0.3, layers).unwrap();
                assert_sound(&solid, handles);
                assert_eq!(solid.tets.len(), 3 * mesh.triangles.len() * layers as usize);
                assert!((solid.volume() - 0.3 * mesh.area()).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn only_flat_triangles_are_extruded() {
        let mut mesh = disc(&DiscParameters::default()).unwrap();
        assert!(extrude(&mesh, 0.0, 1).is_err());
        assert!(extrude(&mesh, 1.0, 0).is_err());
        mesh.triangles[0].swap(1, 2);
        let error = extrude(&mesh, 1.0, 1).unwrap_err().to_string();
        assert!(error.contains("counter-clockwise"), "{error}");
        mesh.points[3].z = 1.0;
        let error = extrude(&mesh, 1.0, 1).unwrap_err().to_string();
        assert!(error.contains("not flat"), "{error}");
    }
}
