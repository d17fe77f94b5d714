//! Which segments and points of a mixed mesh are free: part of no larger element.

use std::collections::HashSet;

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The segments, each once, that are no edge of a triangle.
pub(crate) fn free_edges(triangles: &[[u32; 3]], edges: &[[u32; 2]]) -> Vec<[u32; 2]> {
    if edges.is_empty() {
        return Vec::new();
    }
    let sides = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut seen: HashSet<[u32; 2]> = sides.map(sorted).collect();
    let free = edges.iter().filter(|&&e| seen.insert(sorted(e)));
    free.copied().collect()
}

/// The points, each once, that are part of no triangle or segment.
pub(crate) fn free_vertices(
    points: usize,
    triangles: &[[u32; 3]],
    edges: &[[u32; 2]],
    vertices: &[u32],
) -> Vec<u32> {
    let mut seen = vec![false; points];
    let named = triangles.as_flattened().iter().chain(edges.as_flattened());
    named.for_each(|&v| seen[v as usize] = true);
    let first = |&&v: &&u32| !std::mem::replace(&mut seen[v as usize], true);
    vertices.iter().filter(first).copied().collect()
}
