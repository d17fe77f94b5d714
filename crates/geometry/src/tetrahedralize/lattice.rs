//! The body-centred cubic lattice: corners of cubes of side h, and their centres.
//!
//! Two neighbouring centres and each edge of the square between them make a tet; all tets are congruent, with
//! two long edges of length h (centre to centre, corner to corner) and four short ones of sqrt(3)/2 h. Corners
//! come first in the numbering, then centres.

use crate::Vec3;
use crate::mesh::BoundingBox;

/// The lattice around a box.
pub(super) struct Lattice {
    /// Side of the cubes, m.
    pub h: f64,
    origin: Vec3,
    cells: [u32; 3],
}

/// A lattice edge, smaller vertex first, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub ends: [u32; 2],
    pub long: bool,
}

/// One family of lattice points, a plain cubic grid: corners or centres.
pub(super) struct Cubic {
    pub origin: Vec3,
    pub counts: [u32; 3],
    first: u32,
}

impl Lattice {
    /// The lattice with at least one whole cell around the box on every side.
    pub fn around(bounds: &BoundingBox, h: f64) -> Self {
        let cells = bounds.size().map(|s| (s / h).ceil() + 2.0);
        let origin = bounds.center() - cells * (h / 2.0);
        Self {
            h,
            origin,
            cells: std::array::from_fn(|a| cells[a] as u32),
        }
    }

    /// Number of points of such a lattice, as a float that cannot overflow.
    pub fn predicted_points(bounds: &BoundingBox, h: f64) -> f64 {
        2.0 * bounds.size().map(|s| (s / h).ceil() + 3.0).product()
    }

    pub fn corners(&self) -> Cubic {
        Cubic {
            origin: self.origin,
            counts: self.cells.map(|c| c + 1),
            first: 0,
        }
    }

    pub fn centres(&self) -> Cubic {
        let corners = self.corners();
        Cubic {
            origin: self.origin + Vec3::repeat(self.h / 2.0),
            counts: self.cells,
            first: corners.len() as u32,
        }
    }

    pub fn position(&self, vertex: u32) -> Vec3 {
        let (family, node) = self.locate(vertex);
        family.position(node, self.h)
    }

    /// Whether the sum of a vertex's three grid indices is even.
    pub fn is_even(&self, vertex: u32) -> bool {
        self.locate(vertex).1.iter().sum::<u32>() % 2 == 0
    }

    fn locate(&self, vertex: u32) -> (Cubic, [u32; 3]) {
        let (corners, centres) = (self.corners(), self.centres());
        let family = if vertex < centres.first {
            corners
        } else {
            centres
        };
        let node = family.node(vertex);
        (family, node)
    }

    /// Every edge whose smaller vertex is in layer `i` of the corners or of the centres.
    pub fn for_edges_of_layer(&self, i: u32, mut visit: impl FnMut(Edge)) {
        let (corners, centres) = (self.corners(), self.centres());
        for family in [&corners, &centres] {
            family.for_layer(i, |node| {
                let here = family.index(node);
                for axis in 0..3 {
                    if node[axis] + 1 < family.counts[axis] {
                        visit(Edge {
                            ends: [here, family.index(step(node, axis))],
                            long: true,
                        });
                    }
                }
            });
        }
        centres.for_layer(i, |node| {
            for corner in 0..8 {
                let at = std::array::from_fn(|a| node[a] + (corner >> a & 1));
                visit(Edge {
                    ends: [corners.index(at), centres.index(node)],
                    long: false,
                });
            }
        });
    }

    /// Every tet whose first centre is in layer `i`, positively oriented; the centres are its first two vertices.
    pub fn for_tets_of_layer(&self, i: u32, mut visit: impl FnMut([u32; 4])) {
        let (corners, centres) = (self.corners(), self.centres());
        centres.for_layer(i, |node| {
            for axis in (0..3).filter(|&axis| node[axis] + 1 < centres.counts[axis]) {
                let across = step(node, axis);
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let square = [
                    across,
                    step(across, u),
                    step(step(across, u), v),
                    step(across, v),
                ];
                let square = square.map(|at| corners.index(at));
                for side in 0..4 {
                    visit([
                        centres.index(node),
                        centres.index(across),
                        square[side],
                        square[(side + 1) % 4],
                    ]);
                }
            }
        });
    }

    /// Number of layers along the first axis.
    pub fn layers(&self) -> u32 {
        self.cells[0] + 1
    }
}

impl Cubic {
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&c| c as usize).product()
    }

    pub fn position(&self, node: [u32; 3], h: f64) -> Vec3 {
        Vec3::from_fn(|a, _| self.coordinate(a, node[a], h))
    }

    /// Coordinate `axis` of the points with this index along it.
    pub fn coordinate(&self, axis: usize, index: u32, h: f64) -> f64 {
        self.origin[axis] + h * f64::from(index)
    }

    fn index(&self, [i, j, k]: [u32; 3]) -> u32 {
        self.first + (i * self.counts[1] + j) * self.counts[2] + k
    }

    fn node(&self, vertex: u32) -> [u32; 3] {
        let (rest, k) = (
            (vertex - self.first) / self.counts[2],
            (vertex - self.first) % self.counts[2],
        );
        [rest / self.counts[1], rest % self.counts[1], k]
    }

    fn for_layer(&self, i: u32, mut visit: impl FnMut([u32; 3])) {
        if i < self.counts[0] {
            (0..self.counts[1]).for_each(|j| (0..self.counts[2]).for_each(|k| visit([i, j, k])));
        }
    }
}

fn step(mut node: [u32; 3], axis: usize) -> [u32; 3] {
    node[axis] += 1;
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TetMesh;
    use crate::topology::{boundary_triangles, check_closed_manifold, unique_tet_edges};

    #[test]
    fn lattice_tets_are_congruent_and_conform() {
        let bounds = BoundingBox {
            min: Vec3::zeros(),
            max: Vec3::new(1.0, 0.5, 0.7),
        };
        let lattice = Lattice::around(&bounds, 0.5);
        let (mut tets, mut edges) = (Vec::new(), Vec::new());
        for i in 0..lattice.layers() {
            lattice.for_tets_of_layer(i, |t| tets.push(t));
            lattice.for_edges_of_layer(i, |e| edges.push(e));
        }
        let points: Vec<Vec3> = (0..lattice.corners().len() as u32
            + lattice.centres().len() as u32)
            .map(|v| lattice.position(v))
            .collect();
        let mesh = TetMesh { points, tets };
        mesh.check().unwrap();
        let quality = mesh.quality().unwrap();
        assert!(
            (quality.min_dihedral - 60.0).abs() < 1e-9
                && (quality.max_dihedral - 90.0).abs() < 1e-9
        );
        assert!((quality.min_volume - 0.125 / 12.0).abs() < 1e-12);
        check_closed_manifold(&boundary_triangles(&mesh.tets)).unwrap();
        edges.sort_unstable();
        let listed: Vec<[u32; 2]> = edges.iter().map(|e| e.ends).collect();
        assert!(listed.is_sorted() && listed.windows(2).all(|w| w[0] != w[1]));
        assert!(
            unique_tet_edges(&mesh.tets)
                .iter()
                .all(|e| listed.binary_search(e).is_ok())
        );
        for e in &edges {
            let length = (mesh.points[e.ends[0] as usize] - mesh.points[e.ends[1] as usize]).norm();
            let expected = if e.long { 0.5 } else { 0.5 * 0.75f64.sqrt() };
            assert!((length - expected).abs() < 1e-12);
        }
    }
}
