//! The mesh of a run as the page draws it.

use std::collections::HashSet;

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::pack::Pack;

/// The surface, segments and grains of a topology as a pack, with rest positions less `origin`.
pub fn pack(topology: &Topology, origin: Vec3) -> Pack {
    let mut pack = Pack::default();
    pack.floats("rest", relative(&topology.rest, origin));
    pack.indices(
        "triangles",
        topology.triangles.as_flattened().iter().copied(),
    );
    let segments = loose_edges(topology);
    pack.indices("segments", segments.as_flattened().iter().copied());
    pack.indices("grains", loose_points(topology, &segments));
    pack.indices("body", topology.body.iter().copied());
    pack.floats("thickness", topology.thickness.iter().map(|&t| t as f32));
    pack
}

/// Positions less an origin, so that single precision is fine enough far from zero.
pub fn relative(x: &[Vec3], origin: Vec3) -> impl Iterator<Item = f32> {
    x.iter()
        .flat_map(move |x| <[f64; 3]>::from(x - origin).map(|c| c as f32))
}

/// Edges of the contact surface that are sides of no triangle: rods; of a planar run outlines are sides.
pub fn loose_edges(topology: &Topology) -> Vec<[u32; 2]> {
    let sides = topology
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)]);
    if topology.triangles.is_empty() {
        return topology.edges.clone();
    }
    let mut touched = vec![false; topology.rest.len()];
    let corners = topology.triangles.as_flattened().iter();
    corners.for_each(|&v| touched[v as usize] = true);
    // Nearly all edges have both ends on triangles: only then their sides are looked up.
    let is_free = |[a, b]: &[u32; 2]| !(touched[*a as usize] && touched[*b as usize]);
    if topology.plane || topology.edges.iter().any(is_free) {
        let sides: HashSet<[u32; 2]> = sides.collect();
        let edges = topology.edges.iter().copied();
        return edges
            .filter(|&[a, b]| !sides.contains(&[a.min(b), a.max(b)]))
            .collect();
    }
    Vec::new()
}

/// Points of the contact surface on no triangle and no segment: grains.
fn loose_points(topology: &Topology, segments: &[[u32; 2]]) -> Vec<u32> {
    let mut used = vec![false; topology.rest.len()];
    let corners = topology.triangles.as_flattened().iter();
    corners
        .chain(segments.as_flattened())
        .for_each(|&v| used[v as usize] = true);
    let points = topology.points.iter().copied();
    points.filter(|&v| !used[v as usize]).collect()
}

/// Lowest and highest corner of the box around some vertices.
pub fn bounds(x: &[Vec3]) -> Option<[Vec3; 2]> {
    let mut finite = x.iter().filter(|x| x.iter().all(|c| c.is_finite()));
    let first = *finite.next()?;
    let grown = finite.fold([first, first], |[low, high], x| [low.inf(x), high.sup(x)]);
    Some(grown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rods_and_grains_are_what_no_triangle_has() {
        let topology = Topology {
            rest: vec![Vec3::zeros(); 6],
            triangles: vec![[0, 1, 2]],
            edges: vec![[0, 1], [0, 2], [1, 2], [2, 3], [3, 4]],
            points: (0..6).collect(),
            ..Topology::default()
        };
        let segments = loose_edges(&topology);
        assert_eq!(segments, [[2, 3], [3, 4]]);
        assert_eq!(loose_points(&topology, &segments), [5]);
    }
}
