//! Conditions for a triangle mesh to move as a shell: oriented, with at most two triangles at an edge, none of them
//! without area, and no points left over.
//!
//! A triangle counts as degenerate where its area is below 1e-12 times the square of its longest edge. Orientation
//! is judged by walking over each connected piece from its first triangle: a piece that can be oriented is reported
//! with the triangles to flip, a one-sided one (a Möbius strip) as such.

use crate::mesh::MeshError;
use crate::topology::{TopologyError, check_duplicates, sorted};
use crate::{SurfaceMesh, Vec3};
use thiserror::Error;

/// Smallest area of a triangle, as a share of the square of its longest edge.
const LEAST_AREA: f64 = 1e-12;

/// Why a mesh cannot be cloth, and where.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ClothError {
    /// Indices or coordinates are wrong, or there is no triangle.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Two triangles have the same vertices.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// A triangle has (next to) no area.
    #[error(
        "triangle {triangle} {vertices:?} has area {area:e} m^2 at a longest edge of {longest} m: it is degenerate; remove it or move one of its vertices"
    )]
    NoArea {
        /// Index of the triangle.
        triangle: usize,
        /// The vertices.
        vertices: [u32; 3],
        /// Area, m^2.
        area: f64,
        /// Longest edge, m.
        longest: f64,
    },
    /// More than two triangles meet at an edge.
    #[error("edge ({}, {}) belongs to {} triangles {triangles:?}, cloth has at most 2 there: split the mesh by duplicating the vertices of the edge", edge[0], edge[1], triangles.len())]
    NonManifoldEdge {
        /// The edge, smaller vertex first.
        edge: [u32; 2],
        /// The triangles that share it, ascending.
        triangles: Vec<usize>,
    },
    /// Two neighbours are oriented against each other, and flipping triangles helps.
    #[error("triangles {} {:?} and {} {:?} run the same way through edge ({}, {}): they are oriented against each other; swap two vertices of triangle {flip} ({count} triangles need it), or orient the mesh", triangles[0], vertices[0], triangles[1], vertices[1], edge[0], edge[1])]
    InconsistentOrientation {
        /// The edge, smaller vertex first.
        edge: [u32; 2],
        /// The two triangles.
        triangles: [usize; 2],
        /// Their vertices.
        vertices: [[u32; 3]; 2],
        /// The first triangle that has to be flipped to agree with the first one of its piece.
        flip: usize,
        /// Number of triangles that have to be flipped in the whole mesh.
        count: usize,
    },
    /// A piece of the mesh has one side only: no flipping orients it.
    #[error("the surface is one-sided (a Möbius strip): a walk from triangle {start} comes back upside down at triangles {} {:?} and {} {:?} through edge ({}, {}); cut it open there by duplicating the vertices of the edges across the strip", triangles[0], vertices[0], triangles[1], vertices[1], edge[0], edge[1])]
    OneSided {
        /// First triangle of the piece.
        start: usize,
        /// The edge at which the walk closes the wrong way, smaller vertex first.
        edge: [u32; 2],
        /// The two triangles there.
        triangles: [usize; 2],
        /// Their vertices.
        vertices: [[u32; 3]; 2],
    },
    /// Points that no triangle, segment or free point names.
    #[error("{count} points belong to no element, the first is point {first} at ({}, {}, {}): remove them", at.x, at.y, at.z)]
    UnusedPoints {
        /// The first of them.
        first: u32,
        /// Position, m.
        at: Vec3,
        /// Number of them.
        count: usize,
    },
}

/// Whether the triangles of the mesh can move as cloth; the first fault found is reported.
pub fn check_cloth(mesh: &SurfaceMesh) -> Result<(), ClothError> {
    mesh.check()?;
    if mesh.triangles.is_empty() {
        let points = mesh.points.len();
        let element = "triangle";
        return Err(MeshError::Empty { points, element }.into());
    }
    check_areas(mesh)?;
    check_duplicates(&mesh.triangles)?;
    let walk = Walk::over(&mesh.triangles)?;
    if let Some(&Joint { edge, triangles }) = walk.clashes.first() {
        let flipped = || (0..mesh.triangles.len()).filter(|&t| walk.flip[t]);
        return Err(ClothError::InconsistentOrientation {
            edge,
            triangles,
            vertices: triangles.map(|t| mesh.triangles[t]),
            flip: flipped().next().unwrap_or(triangles[1]),
            count: flipped().count(),
        });
    }
    check_unused(mesh)
}

/// Flips triangles so that all neighbours agree with the first triangle of their piece; returns how many it flipped.
///
/// One-sided pieces and edges with more than two triangles are refused, and the triangles are left as they were.
pub fn orient(triangles: &mut [[u32; 3]]) -> Result<usize, ClothError> {
    let flip = Walk::over(triangles)?.flip;
    let turned = triangles.iter_mut().zip(&flip).filter(|(_, flip)| **flip);
    Ok(turned.map(|(triangle, _)| triangle.swap(1, 2)).count())
}

/// An inner edge, smaller vertex first, and its two triangles.
#[derive(Clone, Copy)]
struct Joint {
    edge: [u32; 2],
    triangles: [usize; 2],
}

/// A walk over all pieces of a surface.
struct Walk {
    /// Which triangles have to be flipped to agree with the first of their piece.
    flip: Vec<bool>,
    /// The edges whose triangles disagree as they are, sorted by edge.
    clashes: Vec<Joint>,
}

impl Walk {
    fn over(triangles: &[[u32; 3]]) -> Result<Self, ClothError> {
        let joints = joints(triangles)?;
        let mut at: Vec<Vec<(usize, bool)>> = vec![Vec::new(); triangles.len()];
        for &(
            Joint {
                triangles: [a, b], ..
            },
            agree,
        ) in &joints
        {
            at[a].push((b, agree));
            at[b].push((a, agree));
        }
        // The turn of each triangle against the first of its piece, and that first one.
        let mut turn: Vec<Option<(bool, usize)>> = vec![None; triangles.len()];
        for start in 0..triangles.len() {
            if turn[start].is_some() {
                continue;
            }
            turn[start] = Some((false, start));
            let mut rest = vec![(start, false)];
            while let Some((from, flipped)) = rest.pop() {
                for &(to, agree) in &at[from] {
                    if turn[to].is_none() {
                        turn[to] = Some((flipped == agree, start));
                        rest.push((to, flipped == agree));
                    }
                }
            }
        }
        let flip: Vec<bool> = turn
            .iter()
            .map(|t| t.is_some_and(|(flip, _)| flip))
            .collect();
        for &(
            Joint {
                edge,
                triangles: [a, b],
            },
            agree,
        ) in &joints
        {
            if (flip[a] == flip[b]) != agree {
                return Err(ClothError::OneSided {
                    start: turn[a].map_or(a, |(_, start)| start),
                    edge,
                    triangles: [a, b],
                    vertices: [triangles[a], triangles[b]],
                });
            }
        }
        let clashes = joints.into_iter().filter(|&(_, agree)| !agree);
        let clashes = clashes.map(|(joint, _)| joint).collect();
        Ok(Self { flip, clashes })
    }
}

/// The inner edges, sorted, each with whether its triangles run through it in opposite directions.
fn joints(triangles: &[[u32; 3]]) -> Result<Vec<(Joint, bool)>, ClothError> {
    let sides = triangles
        .iter()
        .zip(0..)
        .flat_map(|(&[a, b, c], triangle)| {
            [[a, b], [b, c], [c, a]].map(|side| (sorted(side), triangle, side[0] > side[1]))
        });
    let mut sides: Vec<([u32; 2], usize, bool)> = sides.collect();
    sides.sort_unstable();
    let mut joints = Vec::new();
    for run in sides.chunk_by(|a, b| a.0 == b.0) {
        let edge = run[0].0;
        match *run {
            [_] => {}
            [first, second] => {
                let triangles = [first.1, second.1];
                joints.push((Joint { edge, triangles }, first.2 != second.2));
            }
            _ => {
                let triangles = run.iter().map(|side| side.1).collect();
                return Err(ClothError::NonManifoldEdge { edge, triangles });
            }
        }
    }
    Ok(joints)
}

fn check_areas(mesh: &SurfaceMesh) -> Result<(), ClothError> {
    for (triangle, &vertices) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = mesh.corners(vertices);
        let area = (b - a).cross(&(c - a)).norm() / 2.0;
        let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        if area < LEAST_AREA * longest * longest || longest == 0.0 {
            return Err(ClothError::NoArea {
                triangle,
                vertices,
                area,
                longest,
            });
        }
    }
    Ok(())
}

fn check_unused(mesh: &SurfaceMesh) -> Result<(), ClothError> {
    let named = mesh.triangles.as_flattened().iter();
    let named = named.chain(mesh.edges.as_flattened()).chain(&mesh.vertices);
    let mut used = vec![false; mesh.points.len()];
    named.for_each(|&v| used[v as usize] = true);
    let count = used.iter().filter(|&&u| !u).count();
    match used.iter().position(|&u| !u) {
        Some(first) => Err(ClothError::UnusedPoints {
            first: first as u32,
            at: mesh.points[first],
            count,
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hinges::hinges;
    use std::f64::consts::TAU;

    /// A strip of 2 n triangles around a ring, its end turned over `half_turns` times.
    fn strip(n: u32, half_turns: u32) -> SurfaceMesh {
        let points = (0..n).flat_map(|i| {
            let t = TAU * f64::from(i) / f64::from(n);
            let lean = t / 2.0 * f64::from(half_turns);
            [-0.1, 0.1].map(|side: f64| {
                let radius = 1.0 + side * lean.cos();
                Vec3::new(radius * t.cos(), side * lean.sin(), radius * t.sin())
            })
        });
        let triangles = (0..n).flat_map(|i| {
            let [a, b] = [2 * i, 2 * i + 1];
            let [c, d] = match (i + 1 == n, half_turns % 2) {
                (true, 1) => [1, 0],
                (true, _) => [0, 1],
                _ => [2 * i + 2, 2 * i + 3],
            };
            [[a, b, c], [b, d, c]]
        });
        SurfaceMesh::from_triangles(points.collect(), triangles.collect())
    }

    fn square() -> SurfaceMesh {
        let points = vec![Vec3::zeros(), Vec3::x(), Vec3::x() + Vec3::y(), Vec3::y()];
        SurfaceMesh::from_triangles(points, vec![[0, 1, 2], [0, 2, 3]])
    }

    #[test]
    fn sheets_and_rings_are_cloth() {
        assert_eq!(check_cloth(&square()), Ok(()));
        assert_eq!(check_cloth(&strip(9, 0)), Ok(()));
        assert_eq!(check_cloth(&strip(20, 2)), Ok(()));
    }

    #[test]
    fn a_one_sided_strip_is_told_from_one_that_needs_flipping() {
        let mobius = strip(20, 1);
        let error = check_cloth(&mobius).unwrap_err();
        assert!(matches!(error, ClothError::OneSided { start: 0, .. }));
        assert!(error.to_string().contains("Möbius"), "{error}");
        assert!(orient(&mut mobius.triangles.clone()).is_err());

        let mut ring = strip(20, 2);
        let straight = ring.triangles.clone();
        ring.triangles[7].swap(0, 1);
        ring.triangles[8].swap(0, 1);
        let error = check_cloth(&ring).unwrap_err();
        assert!(matches!(
            error,
            ClothError::InconsistentOrientation {
                flip: 7,
                count: 2,
                ..
            }
        ));
        assert!(hinges(&ring.triangles).is_err());
        assert_eq!(orient(&mut ring.triangles), Ok(2));
        assert_eq!(check_cloth(&ring), Ok(()));
        let same = |a: &[u32; 3], b: &[u32; 3]| {
            (0..3).any(|k| [b[k], b[(k + 1) % 3], b[(k + 2) % 3]] == *a)
        };
        assert!(
            ring.triangles
                .iter()
                .zip(&straight)
                .all(|(a, b)| same(a, b))
        );
    }

    #[test]
    fn faults_are_named() {
        let mut mesh = square();
        mesh.triangles.push([0, 2, 1]);
        assert_eq!(
            check_cloth(&mesh),
            Err(ClothError::Topology(TopologyError::DuplicateTriangle {
                first: 0,
                second: 2,
                vertices: [0, 1, 2]
            }))
        );
        mesh.points.push(Vec3::z());
        mesh.triangles[2] = [0, 2, 4];
        assert_eq!(
            check_cloth(&mesh),
            Err(ClothError::NonManifoldEdge {
                edge: [0, 2],
                triangles: vec![0, 1, 2]
            })
        );
        mesh.triangles.pop();
        assert_eq!(
            check_cloth(&mesh),
            Err(ClothError::UnusedPoints {
                first: 4,
                at: Vec3::z(),
                count: 1
            })
        );
        mesh.vertices.push(4);
        assert_eq!(check_cloth(&mesh), Ok(()));
        mesh.triangles[1] = [0, 3, 2];
        assert_eq!(
            check_cloth(&mesh),
            Err(ClothError::InconsistentOrientation {
                edge: [0, 2],
                triangles: [0, 1],
                vertices: [[0, 1, 2], [0, 3, 2]],
                flip: 1,
                count: 1
            })
        );
        mesh.triangles[1] = [0, 2, 9];
        assert!(matches!(check_cloth(&mesh), Err(ClothError::Mesh(_))));
        mesh.triangles.clear();
        let empty = check_cloth(&mesh).unwrap_err();
        assert!(matches!(empty, ClothError::Mesh(MeshError::Empty { .. })));
    }

    #[test]
    fn slivers_count_as_degenerate_below_the_limit() {
        let mut mesh = square();
        // Height e over the base 0-2 of length sqrt(2): area / longest^2 = e / (2 sqrt(2)).
        let across = Vec3::new(-1.0, 1.0, 0.0).normalize();
        let at = |height: f64| Vec3::new(0.5, 0.5, 0.0) + across * height;
        mesh.points[3] = at(4e-12);
        assert_eq!(check_cloth(&mesh), Ok(()));
        mesh.points[3] = at(2e-12);
        assert!(matches!(
            check_cloth(&mesh),
            Err(ClothError::NoArea {
                triangle: 1,
                vertices: [0, 2, 3],
                ..
            })
        ));
        mesh.points = vec![Vec3::zeros(); 4];
        assert!(matches!(check_cloth(&mesh), Err(ClothError::NoArea { .. })));
    }
}
