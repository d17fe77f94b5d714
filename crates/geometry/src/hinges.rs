//! The hinges of a triangle mesh: its inner edges with the triangles on both sides, and who lies across each side.
//!
//! ```text
//!            left
//!           /    \        the triangle of `left` runs e0 -> e1,
//!         e0 ---- e1      the triangle of `right` runs e1 -> e0;
//!           \    /        seen from the side the normals point to, `left` lies left of e0 -> e1
//!            right
//! ```
//!
//! Everything is found by sorting, so that the order of the results depends on the input alone.

use crate::topology::{TopologyError, sorted};

/// An inner edge and its two triangles; the first triangle is the one that runs from the smaller vertex to the
/// larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MeshHinge {
    /// The edge (e0, e1) as it runs in the first triangle: e0 < e1.
    pub edge: [u32; 2],
    /// The vertex opposite to the edge in the first triangle (left of it), and in the second (right of it).
    pub opposite: [u32; 2],
    /// The first and the second triangle.
    pub triangles: [u32; 2],
}

/// One side of a triangle: the edge with its smaller vertex first, whether it runs the other way, the opposite
/// vertex, the triangle and which of its sides it is.
type TriangleSide = ([u32; 2], bool, u32, u32, usize);

/// The hinges of an oriented surface with or without border, sorted by edge.
///
/// A triangle that names a vertex twice, an edge with more than two triangles and neighbours that are oriented
/// against each other are refused.
///
/// ```
/// use tangency_geometry::hinges::hinges;
///
/// let found = hinges(&[[0, 1, 2], [1, 0, 3]])?;
/// assert_eq!((found[0].edge, found[0].opposite), ([0, 1], [2, 3]));
/// # Ok::<(), tangency_geometry::topology::TopologyError>(())
/// ```
pub fn hinges(triangles: &[[u32; 3]]) -> Result<Vec<MeshHinge>, TopologyError> {
    let sides = sides(triangles)?;
    let runs = sides.chunk_by(|a, b| a.0 == b.0).map(neighbours);
    let hinges = runs.filter_map(|pair| match pair {
        Ok(Some([first, second])) => Some(Ok(MeshHinge {
            edge: first.0,
            opposite: [first.2, second.2],
            triangles: [first.3, second.3],
        })),
        Ok(None) => None,
        Err(error) => Some(Err(error)),
    });
    hinges.collect()
}

/// For each triangle (t0, t1, t2) the vertex across its sides (t0, t1), (t1, t2) and (t2, t0): the opposite vertex
/// of the neighbour there, `None` at the border. Refuses what [`hinges`] refuses.
pub fn triangle_neighbours(triangles: &[[u32; 3]]) -> Result<Vec<[Option<u32>; 3]>, TopologyError> {
    let mut across = vec![[None; 3]; triangles.len()];
    for run in sides(triangles)?.chunk_by(|a, b| a.0 == b.0) {
        if let Some([first, second]) = neighbours(run)? {
            across[first.3 as usize][first.4] = Some(second.2);
            across[second.3 as usize][second.4] = Some(first.2);
        }
    }
    Ok(across)
}

/// All sides of all triangles, sorted.
fn sides(triangles: &[[u32; 3]]) -> Result<Vec<TriangleSide>, TopologyError> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (&vertices, triangle) in triangles.iter().zip(0u32..) {
        let [a, b, c] = vertices;
        if a == b || b == c || c == a {
            let triangle = triangle as usize;
            return Err(TopologyError::DegenerateTriangle { triangle, vertices });
        }
        let each = [(a, b, c), (b, c, a), (c, a, b)];
        sides.extend(
            each.into_iter()
                .enumerate()
                .map(|(side, (from, to, opposite))| {
                    (sorted([from, to]), from > to, opposite, triangle, side)
                }),
        );
    }
    sides.sort_unstable();
    Ok(sides)
}

/// The two sides at an inner edge, the ascending one first; `None` at the border.
fn neighbours(run: &[TriangleSide]) -> Result<Option<[TriangleSide; 2]>, TopologyError> {
    match *run {
        [_] => Ok(None),
        [first, second] if first.1 != second.1 => Ok(Some([first, second])),
        [first, _] => Err(TopologyError::InconsistentOrientation { edge: first.0 }),
        _ => Err(TopologyError::NonManifoldEdge {
            edge: run[0].0,
            count: run.len(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of four triangles around its middle, vertex 4:
    ///
    /// ```text
    ///   3 ----- 2
    ///   | \ 2 / |
    ///   | 3 4 1 |
    ///   | / 0 \ |
    ///   0 ----- 1
    /// ```
    const STAR: [[u32; 3]; 4] = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];

    #[test]
    fn hinges_of_a_known_patch() {
        let hinge = |edge, opposite, triangles| MeshHinge {
            edge,
            opposite,
            triangles,
        };
        // Edge 0 -> 4 runs upward in triangle 3, whose vertex 3 lies on its left; and so on around.
        let expected = [
            hinge([0, 4], [3, 1], [3, 0]),
            hinge([1, 4], [0, 2], [0, 1]),
            hinge([2, 4], [1, 3], [1, 2]),
            hinge([3, 4], [2, 0], [2, 3]),
        ];
        assert_eq!(hinges(&STAR).unwrap(), expected);
        // The order of the triangles and the corner they start at change only the triangle numbers.
        let shuffled = [[4, 2, 3], [4, 0, 1], [0, 4, 3], [2, 4, 1]];
        let geometry = |h: &MeshHinge| (h.edge, h.opposite);
        assert_eq!(
            hinges(&shuffled)
                .unwrap()
                .iter()
                .map(geometry)
                .collect::<Vec<_>>(),
            expected.iter().map(geometry).collect::<Vec<_>>()
        );
    }

    #[test]
    fn left_is_left_of_the_edge() {
        let at = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]];
        for h in hinges(&STAR).unwrap() {
            let turn = |v: u32| {
                let [a, b, c] = [h.edge[0], h.edge[1], v].map(|v| at[v as usize]);
                (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            };
            assert!(turn(h.opposite[0]) > 0.0 && turn(h.opposite[1]) < 0.0);
            for (triangle, opposite) in h.triangles.into_iter().zip(h.opposite) {
                let mut vertices = [h.edge[0], h.edge[1], opposite];
                vertices.sort_unstable();
                assert_eq!(vertices, sorted(STAR[triangle as usize]));
            }
        }
    }

    #[test]
    fn neighbours_across_each_side() {
        assert_eq!(
            triangle_neighbours(&STAR).unwrap(),
            [
                [None, Some(2), Some(3)],
                [None, Some(3), Some(0)],
                [None, Some(0), Some(1)],
                [None, Some(1), Some(2)],
            ]
        );
        assert_eq!(triangle_neighbours(&[[7, 8, 9]]).unwrap(), [[None; 3]]);
    }

    #[test]
    fn faults_are_named() {
        let refused = |triangles: &[[u32; 3]], error: TopologyError| {
            assert_eq!(hinges(triangles), Err(error.clone()));
            assert_eq!(triangle_neighbours(triangles), Err(error));
        };
        refused(
            &[[0, 1, 2], [2, 1, 3], [1, 2, 4]],
            TopologyError::NonManifoldEdge {
                edge: [1, 2],
                count: 3,
            },
        );
        refused(
            &[[0, 1, 2], [1, 2, 3]],
            TopologyError::InconsistentOrientation { edge: [1, 2] },
        );
        refused(
            &[[0, 1, 2], [1, 3, 1]],
            TopologyError::DegenerateTriangle {
                triangle: 1,
                vertices: [1, 3, 1],
            },
        );
    }
}
