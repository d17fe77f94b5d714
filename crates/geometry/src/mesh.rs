//! Tetrahedral meshes of solids and mixed surface meshes of obstacles: sizes, checks, element quality.
//!
//! A tet (x0, x1, x2, x3) is positively oriented when det[x1 - x0, x2 - x0, x3 - x0] > 0; its volume is
//! a sixth of that determinant. The volume inside a closed, outward oriented surface is, by the divergence
//! theorem, the sum over its triangles of det[t0, t1, t2] / 6.

use crate::Vec3;
use thiserror::Error;

/// A solid: points (m) and positively oriented tets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetMesh {
    /// Positions, m.
    pub points: Vec<Vec3>,
    /// Vertex indices; det[x1 - x0, x2 - x0, x3 - x0] > 0.
    pub tets: Vec<[u32; 4]>,
}

/// Any mix of triangles, free segments and free points, as obstacles are made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceMesh {
    /// Positions, m.
    pub points: Vec<Vec3>,
    /// Triangles, outward oriented where they enclose a volume.
    pub triangles: Vec<[u32; 3]>,
    /// Codimensional segments only: no edge of a triangle is listed here.
    pub edges: Vec<[u32; 2]>,
    /// Isolated points only: no vertex of a triangle or segment is listed here.
    pub vertices: Vec<u32>,
}

/// A fault of a mesh, and where it is.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MeshError {
    /// There is nothing in the mesh.
    #[error(
        "the mesh is empty ({points} points, no {element}): give a mesh with at least one {element}"
    )]
    Empty {
        /// Number of points found.
        points: usize,
        /// The kind of element that is missing.
        element: &'static str,
    },
    /// An element names a vertex that does not exist.
    #[error(
        "{element} {index} names vertex {vertex}, but the mesh has {points} points: fix the indices"
    )]
    IndexOutOfRange {
        /// Kind of element.
        element: &'static str,
        /// Index of the element.
        index: usize,
        /// The vertex it names.
        vertex: u32,
        /// Number of points in the mesh.
        points: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("point {index} has a coordinate that is not a finite number: fix its position")]
    NotFinite {
        /// Index of the point.
        index: usize,
    },
    /// An element names a vertex twice.
    #[error(
        "{element} {index} names vertex {vertex} more than once: remove the degenerate {element}"
    )]
    Repeated {
        /// Kind of element.
        element: &'static str,
        /// Index of the element.
        index: usize,
        /// The vertex named more than once.
        vertex: u32,
    },
    /// A tet is flat or inside out.
    #[error(
        "tet {index} {vertices:?} has volume {volume:e} m^3: it is flat or inverted; swap two of its vertices or remove it"
    )]
    Inverted {
        /// Index of the tet.
        index: usize,
        /// The vertices.
        vertices: [u32; 4],
        /// Signed volume, m^3.
        volume: f64,
    },
}

/// An axis-aligned box, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    /// Smallest coordinates, m.
    pub min: Vec3,
    /// Largest coordinates, m.
    pub max: Vec3,
}

impl BoundingBox {
    /// The smallest box around `points`; `None` when there are none.
    pub fn of(points: &[Vec3]) -> Option<Self> {
        let first = *points.first()?;
        let start = Self {
            min: first,
            max: first,
        };
        Some(points.iter().fold(start, |b, p| Self {
            min: b.min.inf(p),
            max: b.max.sup(p),
        }))
    }

    /// Side lengths, m.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Length of the diagonal, m.
    pub fn diagonal(&self) -> f64 {
        self.size().norm()
    }

    /// The middle of the box, m.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) / 2.0
    }
}

/// Smallest and largest dihedral angle and the smallest volume over all tets of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Smallest dihedral angle, degrees.
    pub min_dihedral: f64,
    /// Largest dihedral angle, degrees.
    pub max_dihedral: f64,
    /// Smallest signed tet volume, m^3.
    pub min_volume: f64,
}

impl TetMesh {
    /// The four corners of a tet, m.
    pub fn corners(&self, tet: [u32; 4]) -> [Vec3; 4] {
        tet.map(|v| self.points[v as usize])
    }

    /// Sum of the signed tet volumes, m^3.
    pub fn volume(&self) -> f64 {
        self.tets
            .iter()
            .map(|&t| tet_volume(&self.corners(t)))
            .sum()
    }

    /// The smallest box around all points; `None` for an empty mesh.
    pub fn bounding_box(&self) -> Option<BoundingBox> {
        BoundingBox::of(&self.points)
    }

    /// Dihedral angles and volumes over all tets; `None` for an empty mesh.
    pub fn quality(&self) -> Option<Quality> {
        let each = self.tets.iter().map(|&t| {
            let corners = self.corners(t);
            let angles = dihedral_angles(&corners);
            Quality {
                min_dihedral: angles.into_iter().fold(f64::INFINITY, f64::min),
                max_dihedral: angles.into_iter().fold(f64::NEG_INFINITY, f64::max),
                min_volume: tet_volume(&corners),
            }
        });
        each.reduce(|a, b| Quality {
            min_dihedral: a.min_dihedral.min(b.min_dihedral),
            max_dihedral: a.max_dihedral.max(b.max_dihedral),
            min_volume: a.min_volume.min(b.min_volume),
        })
    }

    /// The boundary as a surface of its own with only the vertices it uses, in ascending order of their index.
    pub fn surface(&self) -> SurfaceMesh {
        let mut surface = SurfaceMesh {
            points: self.points.clone(),
            triangles: crate::topology::boundary_triangles(&self.tets),
            ..SurfaceMesh::default()
        };
        surface.remove_unused_points();
        surface
    }

    /// Indices, coordinates and orientation; the first fault found is reported.
    pub fn check(&self) -> Result<(), MeshError> {
        check_points(&self.points)?;
        check_elements("tet", &self.tets, self.points.len())?;
        if self.tets.is_empty() {
            return Err(MeshError::Empty {
                points: self.points.len(),
                element: "tet",
            });
        }
        for (index, &vertices) in self.tets.iter().enumerate() {
            let volume = tet_volume(&self.corners(vertices));
            if volume <= 0.0 {
                return Err(MeshError::Inverted {
                    index,
                    vertices,
                    volume,
                });
            }
        }
        Ok(())
    }

    /// Swaps two vertices of every tet that is negatively oriented; returns how many there were.
    pub fn orient(&mut self) -> usize {
        let points = &self.points;
        let mut flipped = 0;
        for tet in &mut self.tets {
            if tet_volume(&tet.map(|v| points[v as usize])) < 0.0 {
                tet.swap(2, 3);
                flipped += 1;
            }
        }
        flipped
    }
}

impl SurfaceMesh {
    /// A surface of triangles alone.
    pub fn from_triangles(points: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Self {
        Self {
            points,
            triangles,
            ..Self::default()
        }
    }

    /// The three corners of a triangle, m.
    pub fn corners(&self, triangle: [u32; 3]) -> [Vec3; 3] {
        triangle.map(|v| self.points[v as usize])
    }

    /// Signed volume inside the triangles, m^3; meaningful for a closed surface only.
    pub fn volume(&self) -> f64 {
        let origin = self.bounding_box().map_or(Vec3::zeros(), |b| b.center());
        self.triangles
            .iter()
            .map(|&t| {
                let [a, b, c] = self.corners(t).map(|x| x - origin);
                a.dot(&b.cross(&c)) / 6.0
            })
            .sum()
    }

    /// Total area of the triangles, m^2.
    pub fn area(&self) -> f64 {
        self.triangles
            .iter()
            .map(|&t| {
                let [a, b, c] = self.corners(t);
                (b - a).cross(&(c - a)).norm() / 2.0
            })
            .sum()
    }

    /// The smallest box around all points; `None` for an empty mesh.
    pub fn bounding_box(&self) -> Option<BoundingBox> {
        BoundingBox::of(&self.points)
    }

    /// Indices and coordinates; the first fault found is reported.
    pub fn check(&self) -> Result<(), MeshError> {
        let n = self.points.len();
        check_points(&self.points)?;
        check_elements("triangle", &self.triangles, n)?;
        check_elements("segment", &self.edges, n)?;
        check_elements(
            "point",
            &self.vertices.iter().map(|&v| [v]).collect::<Vec<_>>(),
            n,
        )?;
        if self.triangles.is_empty() && self.edges.is_empty() && self.vertices.is_empty() {
            return Err(MeshError::Empty {
                points: n,
                element: "triangle, segment or point",
            });
        }
        Ok(())
    }

    /// Drops the points that no triangle, segment or free point names; the others keep their order.
    pub fn remove_unused_points(&mut self) {
        let named = self.triangles.as_flattened().iter();
        let named = named.chain(self.edges.as_flattened()).chain(&self.vertices);
        let mut used = vec![false; self.points.len()];
        named.for_each(|&v| used[v as usize] = true);
        let mut next = 0;
        let new_index: Vec<u32> = used
            .iter()
            .map(|&u| {
                next += u32::from(u);
                next.saturating_sub(1)
            })
            .collect();
        let rename = |v: &mut u32| *v = new_index[*v as usize];
        self.triangles
            .as_flattened_mut()
            .iter_mut()
            .for_each(rename);
        self.edges.as_flattened_mut().iter_mut().for_each(rename);
        self.vertices.iter_mut().for_each(rename);
        let mut keep = used.iter();
        self.points
            .retain(|_| keep.next().copied().unwrap_or(false));
    }
}

/// Signed volume of a tet, det[x1 - x0, x2 - x0, x3 - x0] / 6, m^3.
pub fn tet_volume([x0, x1, x2, x3]: &[Vec3; 4]) -> f64 {
    (x1 - x0).dot(&(x2 - x0).cross(&(x3 - x0))) / 6.0
}

/// The six dihedral angles of a positively oriented tet at edges 01, 02, 03, 12, 13, 23, degrees.
///
/// At an edge the angle between the two faces is that between the components, normal to the edge, of the
/// vectors to the two opposite corners.
pub fn dihedral_angles(x: &[Vec3; 4]) -> [f64; 6] {
    const EDGES: [[usize; 4]; 6] = [
        [0, 1, 2, 3],
        [0, 2, 1, 3],
        [0, 3, 1, 2],
        [1, 2, 0, 3],
        [1, 3, 0, 2],
        [2, 3, 0, 1],
    ];
    EDGES.map(|[a, b, c, d]| {
        let axis = x[b] - x[a];
        let to_c = axis.cross(&(x[c] - x[a]));
        let to_d = axis.cross(&(x[d] - x[a]));
        to_c.cross(&to_d).norm().atan2(to_c.dot(&to_d)).to_degrees()
    })
}

fn check_points(points: &[Vec3]) -> Result<(), MeshError> {
    match points.iter().position(|p| !p.iter().all(|c| c.is_finite())) {
        Some(index) => Err(MeshError::NotFinite { index }),
        None => Ok(()),
    }
}

fn check_elements<const N: usize>(
    element: &'static str,
    list: &[[u32; N]],
    points: usize,
) -> Result<(), MeshError> {
    for (index, vertices) in list.iter().enumerate() {
        for (i, &vertex) in vertices.iter().enumerate() {
            if vertex as usize >= points {
                return Err(MeshError::IndexOutOfRange {
                    element,
                    index,
                    vertex,
                    points,
                });
            }
            if vertices[..i].contains(&vertex) {
                return Err(MeshError::Repeated {
                    element,
                    index,
                    vertex,
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_tet() -> TetMesh {
        TetMesh {
            points: vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()],
            tets: vec![[0, 1, 2, 3]],
        }
    }

    #[test]
    fn corner_tet_measures() {
        let mesh = corner_tet();
        assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-15);
        assert!((mesh.surface().volume() - 1.0 / 6.0).abs() < 1e-15);
        assert!((mesh.surface().area() - (1.5 + 3f64.sqrt() / 2.0)).abs() < 1e-15);
        let quality = mesh.quality().unwrap();
        let slanted = (1.0 / 3f64.sqrt()).acos().to_degrees();
        assert!((quality.max_dihedral - 90.0).abs() < 1e-12);
        assert!((quality.min_dihedral - slanted).abs() < 1e-12);
        assert_eq!(mesh.check(), Ok(()));
    }

    #[test]
    fn faults_are_named() {
        let mut mesh = corner_tet();
        mesh.tets[0].swap(0, 1);
        assert!(matches!(
            mesh.check(),
            Err(MeshError::Inverted { index: 0, .. })
        ));
        assert_eq!(mesh.orient(), 1);
        assert_eq!(mesh.check(), Ok(()));
        mesh.tets.push([0, 1, 2, 9]);
        assert!(matches!(
            mesh.check(),
            Err(MeshError::IndexOutOfRange {
                index: 1,
                vertex: 9,
                ..
            })
        ));
        mesh.tets[1] = [0, 1, 1, 2];
        assert!(matches!(
            mesh.check(),
            Err(MeshError::Repeated {
                index: 1,
                vertex: 1,
                ..
            })
        ));
        mesh.points[2].y = f64::NAN;
        assert_eq!(mesh.check(), Err(MeshError::NotFinite { index: 2 }));
        assert!(matches!(
            TetMesh::default().check(),
            Err(MeshError::Empty { .. })
        ));
        assert!(matches!(
            SurfaceMesh::default().check(),
            Err(MeshError::Empty { .. })
        ));
    }

    #[test]
    fn unused_points_are_dropped_in_order() {
        let points: Vec<Vec3> = (0..7).map(|i| Vec3::repeat(f64::from(i))).collect();
        let mut mesh = SurfaceMesh {
            points,
            triangles: vec![[5, 1, 3]],
            edges: vec![[1, 6]],
            vertices: vec![2],
        };
        mesh.remove_unused_points();
        assert_eq!(
            mesh.points.iter().map(|p| p.x).collect::<Vec<_>>(),
            [1.0, 2.0, 3.0, 5.0, 6.0]
        );
        assert_eq!(
            (mesh.triangles[0], mesh.edges[0], mesh.vertices[0]),
            ([3, 0, 2], [0, 4], 1)
        );
    }
}
