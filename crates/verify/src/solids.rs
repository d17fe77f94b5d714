//! Connected parts of a topology, and which of them are solids: what can have something inside.

use std::collections::HashMap;

use tangency_io::run_folder::Topology;

use crate::embedded::{contact_triangles, covered};

/// The part of a vertex of no element.
pub(crate) const NONE: u32 = u32::MAX;

/// Connected parts of tets, in a planar run of triangles.
pub(crate) struct Solids {
    /// The solid of each vertex, or [`NONE`].
    pub of_vertex: Vec<u32>,
    /// Whether some element of each may invert, or reaches beyond an embedded surface: then not its elements but its surface
    /// tells what is inside.
    pub may_invert: Vec<bool>,
    /// Outer faces of those that may invert, and embedded surfaces in contact, seen counter-clockwise from outside.
    pub faces: Vec<[u32; 3]>,
    /// Outer sides of planar ones that may invert, with the inside on the left.
    pub sides: Vec<[u32; 2]>,
}

impl Solids {
    pub(crate) fn new(topology: &Topology) -> Self {
        let count = topology.rest.len();
        let mut of_vertex = if topology.plane {
            connected(count, topology.triangles.iter().map(|t| &t[..]))
        } else {
            connected(count, topology.tets.iter().map(|t| &t[..]))
        };
        let embedded = &topology.embedded;
        for (&v, nodes) in embedded.vertices.iter().zip(&embedded.nodes) {
            of_vertex[v as usize] = of_vertex[nodes[0] as usize];
        }
        let first_of = |element: usize| {
            let vertex = if topology.plane {
                topology.triangles[element][0]
            } else {
                topology.tets[element][0]
            };
            of_vertex[vertex as usize]
        };
        let solids = of_vertex.iter().filter(|&&s| s != NONE).max();
        let mut may_invert = vec![false; solids.map_or(0, |&last| last as usize + 1)];
        for (element, _) in topology
            .may_invert
            .iter()
            .enumerate()
            .filter(|(_, may)| **may)
        {
            may_invert[first_of(element) as usize] = true;
        }
        let covered = covered(topology, &of_vertex);
        let is_covered = |v: u32| covered.contains(&of_vertex[v as usize]);
        let may =
            |v: u32| of_vertex[v as usize] != NONE && may_invert[of_vertex[v as usize] as usize];
        let (faces, sides) = if topology.plane {
            let of_such = topology.triangles.iter().filter(|t| may(t[0]));
            (
                Vec::new(),
                outer(of_such.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])),
            )
        } else {
            let own = |t: &&[u32; 4]| may(t[0]) && !is_covered(t[0]);
            let of_such = topology.tets.iter().filter(own);
            let faces =
                of_such.flat_map(|&[a, b, c, d]| [[b, c, d], [a, d, c], [a, b, d], [a, c, b]]);
            let mut faces = outer(faces);
            faces.extend(contact_triangles(topology));
            (faces, Vec::new())
        };
        for &solid in &covered {
            may_invert[solid as usize] = true;
        }
        Self {
            of_vertex,
            may_invert,
            faces,
            sides,
        }
    }
}

/// The faces that appear once, as they are.
fn outer<const N: usize>(faces: impl Iterator<Item = [u32; N]>) -> Vec<[u32; N]> {
    let mut seen: HashMap<[u32; N], (u32, [u32; N])> = HashMap::new();
    for face in faces {
        let mut key = face;
        key.sort_unstable();
        seen.entry(key).or_insert((0, face)).0 += 1;
    }
    let single = seen.into_values().filter(|(count, _)| *count == 1);
    let mut outer: Vec<[u32; N]> = single.map(|(_, face)| face).collect();
    outer.sort_unstable();
    outer
}

/// The connected part of each of `count` vertices: elements connect their vertices; [`NONE`] where there is no element.
/// Found by walking from vertex to vertex.
pub(crate) fn connected<'a>(count: usize, elements: impl Iterator<Item = &'a [u32]>) -> Vec<u32> {
    let elements: Vec<&[u32]> = elements.collect();
    let mut touching: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (number, element) in (0..).zip(&elements) {
        for &v in *element {
            touching[v as usize].push(number);
        }
    }
    let mut part = vec![NONE; count];
    let mut next = 0;
    for start in 0..count {
        if part[start] != NONE || touching[start].is_empty() {
            continue;
        }
        part[start] = next;
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            // Each list is walked once: a vertex is opened when it gets its part.
            for element in std::mem::take(&mut touching[v]) {
                for &other in elements[element as usize] {
                    if part[other as usize] == NONE {
                        part[other as usize] = next;
                        open.push(other as usize);
                    }
                }
            }
        }
        next += 1;
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_numbered_by_their_first_vertex() {
        let elements: [&[u32]; 4] = [&[4, 5], &[1, 0], &[5, 2], &[7, 8, 9]];
        let part = connected(10, elements.into_iter());
        assert_eq!(part, [0, 0, 1, NONE, 1, 1, NONE, 2, 2, 2]);
    }

    #[test]
    fn inner_faces_are_left_out() {
        let faces = [[1, 2, 3], [0, 2, 1], [2, 1, 3], [5, 4, 0]];
        assert_eq!(outer(faces.into_iter()), [[0, 2, 1], [5, 4, 0]]);
    }
}
