//! Who touches whom in a mesh: boundary of a set of tets, unique edges, manifold checks.
//!
//! Everything is found by sorting, so that the order of the results depends on the input alone.

use std::collections::BTreeMap;
use thiserror::Error;

/// Why a set of triangles is not a manifold surface, and where.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TopologyError {
    /// Two triangles have the same three vertices.
    #[error(
        "triangles {first} and {second} have the same vertices {vertices:?}: remove one of them"
    )]
    DuplicateTriangle {
        /// The earlier triangle.
        first: usize,
        /// The later triangle.
        second: usize,
        /// Their vertices, sorted.
        vertices: [u32; 3],
    },
    /// A triangle names a vertex twice.
    #[error("triangle {triangle} {vertices:?} names a vertex twice: remove it")]
    DegenerateTriangle {
        /// Index of the triangle.
        triangle: usize,
        /// The vertices.
        vertices: [u32; 3],
    },
    /// More than two triangles meet at an edge.
    #[error("edge ({}, {}) belongs to {count} triangles, a manifold surface has at most 2: split the surface there", edge[0], edge[1])]
    NonManifoldEdge {
        /// The edge, smaller vertex first.
        edge: [u32; 2],
        /// Number of triangles that share it.
        count: usize,
    },
    /// Two triangles run through their shared edge in the same direction.
    #[error("the two triangles at edge ({}, {}) are oriented against each other: flip one of them", edge[0], edge[1])]
    InconsistentOrientation {
        /// The edge, smaller vertex first.
        edge: [u32; 2],
    },
    /// Several sheets of the surface meet at one vertex alone.
    #[error("vertex {vertex} joins {fans} separate sheets of the surface: duplicate the vertex")]
    NonManifoldVertex {
        /// The vertex.
        vertex: u32,
        /// Number of sheets.
        fans: usize,
    },
    /// Tets are on the same side of a face, or more than two have it.
    #[error(
        "tets {first} and {second} overlap at their common face {face:?}: a face has one tet on each side at most; remove tets that are there twice"
    )]
    OverlappingTets {
        /// One of the tets.
        first: usize,
        /// Another.
        second: usize,
        /// The vertices of the face, sorted.
        face: [u32; 3],
    },
    /// The surface has a border where a closed one is needed.
    #[error("the surface is not closed: {count} edges belong to one triangle only, the first is ({}, {}); fill the holes", first[0], first[1])]
    Open {
        /// Number of border edges.
        count: usize,
        /// The first of them.
        first: [u32; 2],
    },
}

/// The faces of a positively oriented tet, each counter-clockwise seen from outside.
pub fn tet_faces([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 4] {
    [[b, c, d], [a, d, c], [a, b, d], [a, c, b]]
}

/// The faces that belong to one tet only, outward oriented, in the order of their tets.
pub fn boundary_triangles(tets: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let faces: Vec<[u32; 3]> = tets.iter().flat_map(|&t| tet_faces(t)).collect();
    let mut order: Vec<([u32; 3], usize)> = faces.iter().map(|&f| sorted(f)).zip(0..).collect();
    order.sort_unstable();
    let mut single: Vec<usize> = order
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() == 1)
        .map(|run| run[0].1)
        .collect();
    single.sort_unstable();
    single.into_iter().map(|i| faces[i]).collect()
}

/// That tets meet face to face: a face is of one tet, or of two on its two sides. Tets that overlap otherwise, as those
/// that are listed twice, would have no boundary where they do.
pub fn check_tets(tets: &[[u32; 4]]) -> Result<(), TopologyError> {
    let faces = tets.iter().zip(0..).flat_map(|(&tet, number)| {
        let face = |face: [u32; 3]| (sorted(face), is_even(face), number);
        tet_faces(tet).map(face)
    });
    let mut faces: Vec<([u32; 3], bool, usize)> = faces.collect();
    faces.sort_unstable();
    let meets_wrongly = |run: &&[([u32; 3], bool, usize)]| {
        run.len() > 2 || (run.len() == 2 && run[0].1 == run[1].1)
    };
    let mut runs = faces.chunk_by(|a, b| a.0 == b.0);
    match runs.find(meets_wrongly) {
        Some(run) => Err(TopologyError::OverlappingTets {
            first: run[0].2.min(run[1].2),
            second: run[0].2.max(run[1].2),
            face: run[0].0,
        }),
        None => Ok(()),
    }
}

/// Whether an even number of exchanges sorts the vertices.
fn is_even([a, b, c]: [u32; 3]) -> bool {
    !((a > b) ^ (b > c) ^ (a > c))
}

/// Every edge of the triangles once, smaller vertex first, sorted.
pub fn unique_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&t| triangle_edges(t))
        .map(sorted)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every edge of the tets once, smaller vertex first, sorted.
pub fn unique_tet_edges(tets: &[[u32; 4]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = tets
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]])
        .map(sorted)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every vertex the elements name, once, sorted.
pub fn used_vertices<const N: usize>(elements: &[[u32; N]]) -> Vec<u32> {
    let mut vertices = elements.as_flattened().to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// The vertices among `0..count` that no element names, sorted.
pub fn unused_vertices<const N: usize>(elements: &[[u32; N]], count: u32) -> Vec<u32> {
    let used = used_vertices(elements);
    (0..count)
        .filter(|v| used.binary_search(v).is_err())
        .collect()
}

/// The edges that belong to one triangle only, in that triangle's direction, sorted by vertices.
pub fn border_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    directed_edges(triangles)
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() == 1)
        .map(|run| run[0].1)
        .collect()
}

/// An oriented manifold, with or without border: no duplicates, at most two triangles an edge, run through
/// in opposite directions, and one fan of triangles around each vertex.
pub fn check_manifold(triangles: &[[u32; 3]]) -> Result<(), TopologyError> {
    check_duplicates(triangles)?;
    for run in directed_edges(triangles).chunk_by(|a, b| a.0 == b.0) {
        let edge = run[0].0;
        if run.len() > 2 {
            return Err(TopologyError::NonManifoldEdge {
                edge,
                count: run.len(),
            });
        }
        if run.len() == 2 && run[0].1 == run[1].1 {
            return Err(TopologyError::InconsistentOrientation { edge });
        }
    }
    check_fans(triangles)
}

/// An oriented manifold without border.
pub fn check_closed_manifold(triangles: &[[u32; 3]]) -> Result<(), TopologyError> {
    check_manifold(triangles)?;
    let border = border_edges(triangles);
    match border.first() {
        Some(&first) => Err(TopologyError::Open {
            count: border.len(),
            first,
        }),
        None => Ok(()),
    }
}

/// The vertices at which the triangles are no manifold: ends of edges with more than two triangles, and
/// vertices that join several sheets; sorted.
pub fn non_manifold_vertices(triangles: &[[u32; 3]]) -> Vec<u32> {
    let directed = directed_edges(triangles);
    let crowded = directed
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() > 2);
    let joints = fans(triangles)
        .into_iter()
        .filter(|&(_, fans)| fans != 1)
        .map(|(vertex, _)| vertex);
    let mut vertices: Vec<u32> = crowded.flat_map(|run| run[0].0).chain(joints).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

pub(crate) fn check_duplicates(triangles: &[[u32; 3]]) -> Result<(), TopologyError> {
    let mut order: Vec<([u32; 3], usize)> = triangles.iter().map(|&t| sorted(t)).zip(0..).collect();
    if let Some(&([a, b, c], triangle)) = order.iter().find(|([a, b, c], _)| a == b || b == c) {
        return Err(TopologyError::DegenerateTriangle {
            triangle,
            vertices: [a, b, c],
        });
    }
    order.sort_unstable();
    match order.windows(2).find(|w| w[0].0 == w[1].0) {
        Some(w) => Err(TopologyError::DuplicateTriangle {
            first: w[0].1,
            second: w[1].1,
            vertices: w[0].0,
        }),
        None => Ok(()),
    }
}

/// Around each vertex the edges opposite to it must form one path or one loop.
fn check_fans(triangles: &[[u32; 3]]) -> Result<(), TopologyError> {
    match fans(triangles).into_iter().find(|&(_, fans)| fans != 1) {
        Some((vertex, fans)) => Err(TopologyError::NonManifoldVertex { vertex, fans }),
        None => Ok(()),
    }
}

/// Every vertex with the number of sheets that meet there, sorted by vertex.
fn fans(triangles: &[[u32; 3]]) -> Vec<(u32, usize)> {
    let mut opposite: Vec<(u32, u32, u32)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b, c), (b, c, a), (c, a, b)])
        .collect();
    opposite.sort_unstable();
    opposite
        .chunk_by(|a, b| a.0 == b.0)
        .map(|star| {
            (
                star[0].0,
                count_fans(&star.iter().map(|&(_, from, to)| (from, to)).collect()),
            )
        })
        .collect()
}

/// Number of paths and loops in a partial permutation.
fn count_fans(next: &BTreeMap<u32, u32>) -> usize {
    let mut rest = next.clone();
    let has_predecessor: Vec<u32> = used_vertices(&next.values().map(|&v| [v]).collect::<Vec<_>>());
    let starts: Vec<u32> = next
        .keys()
        .copied()
        .filter(|v| has_predecessor.binary_search(v).is_err())
        .collect();
    let mut fans = 0;
    let mut follow = |start: u32, rest: &mut BTreeMap<u32, u32>| {
        fans += 1;
        let mut at = start;
        while let Some(to) = rest.remove(&at) {
            at = to;
        }
    };
    for start in starts {
        follow(start, &mut rest);
    }
    while let Some((&start, _)) = rest.first_key_value() {
        follow(start, &mut rest);
    }
    fans
}

/// Every triangle side as (sorted edge, edge in the triangle's direction), sorted.
fn directed_edges(triangles: &[[u32; 3]]) -> Vec<([u32; 2], [u32; 2])> {
    let mut edges: Vec<_> = triangles
        .iter()
        .flat_map(|&t| triangle_edges(t))
        .map(|e| (sorted(e), e))
        .collect();
    edges.sort_unstable();
    edges
}

fn triangle_edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

pub(crate) fn sorted<const N: usize>(mut element: [u32; N]) -> [u32; N] {
    element.sort_unstable();
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tets_share_one_face() {
        let tets = [[0, 1, 2, 3], [1, 4, 2, 3]];
        let boundary = boundary_triangles(&tets);
        assert_eq!(boundary.len(), 6);
        assert_eq!(check_closed_manifold(&boundary), Ok(()));
        assert_eq!(unique_edges(&boundary).len(), 9);
        assert_eq!(unique_tet_edges(&tets).len(), 9);
    }

    #[test]
    fn faults_are_named() {
        let two = [[0, 1, 2], [2, 1, 3]];
        assert_eq!(check_manifold(&two), Ok(()));
        assert_eq!(border_edges(&two).len(), 4);
        assert_eq!(
            check_closed_manifold(&two),
            Err(TopologyError::Open {
                count: 4,
                first: [0, 1]
            })
        );
        assert_eq!(
            check_manifold(&[[0, 1, 2], [2, 1, 3], [1, 2, 4]]),
            Err(TopologyError::NonManifoldEdge {
                edge: [1, 2],
                count: 3
            })
        );
        assert_eq!(
            check_manifold(&[[0, 1, 2], [1, 2, 3]]),
            Err(TopologyError::InconsistentOrientation { edge: [1, 2] })
        );
        assert_eq!(
            check_manifold(&[[0, 1, 2], [1, 0, 2]]),
            Err(TopologyError::DuplicateTriangle {
                first: 0,
                second: 1,
                vertices: [0, 1, 2]
            })
        );
        assert_eq!(
            check_manifold(&[[0, 1, 2], [0, 3, 4]]),
            Err(TopologyError::NonManifoldVertex { vertex: 0, fans: 2 })
        );
        assert!(matches!(
            check_manifold(&[[0, 1, 1]]),
            Err(TopologyError::DegenerateTriangle { triangle: 0, .. })
        ));
        assert_eq!(unused_vertices(&[[0u32, 3]], 5), [1, 2, 4]);
        assert_eq!(
            non_manifold_vertices(&[[0, 1, 2], [2, 1, 3], [1, 2, 4], [4, 5, 6]]),
            [1, 2, 4]
        );
    }
}
