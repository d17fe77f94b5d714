//! Polygons, cut into triangles.

use super::MeshFile;

/// Splits a polygon into the fan of its first corner.
pub(super) fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|side| [*first, side[0], side[1]]));
    }
}

/// Splits a quad along its shorter diagonal, and along that of its first corner where both are equally long; larger
/// polygons are split into fans.
pub(super) fn cut(polygon: &[u32], mesh: &mut MeshFile) {
    let at = |v: u32| mesh.points.get(v as usize);
    let length = |v: u32, w: u32| Some((at(v)? - at(w)?).norm_squared());
    match *polygon {
        [a, b, c, d] if length(b, d) < length(a, c) => {
            mesh.triangles.extend([[b, c, d], [b, d, a]]);
        }
        _ => fan(polygon, &mut mesh.triangles),
    }
}
