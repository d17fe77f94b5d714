//! The structured grid all block-like solids are made of: six tets a cell (Kuhn's subdivision).
//!
//! Each of the 3! orders of the axes gives one tet of a cell: the path from the cell's first corner that
//! steps along the axes in that order. The diagonal of every shared face is then the same seen from both
//! sides, also where cells are mirrored along whole layers, so any mirroring pattern conforms.

use super::GenerateError;
use super::check;
use crate::{TetMesh, Vec3};

/// Which way the diagonals of neighbouring cells run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diagonals {
    /// The same way in every cell.
    Aligned,
    /// Mirrored from cell to cell, like a union jack: no direction is preferred.
    #[default]
    Alternating,
    /// Mirrored about the middle: diagonals point away from the centre.
    Radial,
}

impl Diagonals {
    /// Whether the diagonal of this cell starts at the far end along the axis.
    pub(super) fn mirrored(self, cell: u32, cells: u32) -> bool {
        match self {
            Self::Aligned => false,
            Self::Alternating => cell % 2 == 1,
            Self::Radial => 2 * cell + 1 < cells,
        }
    }
}

/// Cells along three axes; the last axis may close on itself.
pub(super) struct Grid {
    pub cells: [u32; 3],
    pub diagonals: [Diagonals; 3],
    pub closed: bool,
}

/// The axis orders with even ones first; the first three give positive tets.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];

impl Grid {
    /// An open grid with the same kind of diagonals along all axes.
    pub fn open(cells: [u32; 3], diagonals: Diagonals) -> Self {
        Self {
            cells,
            diagonals: [diagonals; 3],
            closed: false,
        }
    }

    fn nodes(&self) -> [u32; 3] {
        let [x, y, z] = self.cells;
        [x + 1, y + 1, if self.closed { z } else { z + 1 }]
    }

    fn index(&self, [i, j, k]: [u32; 3]) -> u32 {
        let [_, y, z] = self.nodes();
        (i * y + j) * z + k % z
    }

    /// The mesh with node (i, j, k) at `position([i, j, k])`; the position map must be right-handed.
    pub fn mesh(
        &self,
        shape: &'static str,
        position: impl Fn([u32; 3]) -> Vec3,
    ) -> Result<TetMesh, GenerateError> {
        let widened = self.cells.map(|c| c.saturating_add(1));
        check::countable(shape, &widened)?;
        let [x, y, z] = self.nodes();
        let each_node = triples([x, y, z]);
        let points = each_node.map(position).collect();
        let tets = triples(self.cells)
            .flat_map(|cell| self.cell_tets(cell))
            .collect();
        Ok(TetMesh { points, tets })
    }

    fn cell_tets(&self, cell: [u32; 3]) -> [[u32; 4]; 6] {
        let mirrored: [bool; 3] =
            std::array::from_fn(|a| self.diagonals[a].mirrored(cell[a], self.cells[a]));
        kuhn(mirrored, |at| {
            self.index(std::array::from_fn(|a| cell[a] + u32::from(at[a])))
        })
    }
}

/// The six tets of one cell whose diagonal starts at the corner where `mirrored` axes are at their far end;
/// `corner` numbers the corners, far (true) or near along each axis, and must be right-handed.
pub(super) fn kuhn(mirrored: [bool; 3], corner: impl Fn([bool; 3]) -> u32) -> [[u32; 4]; 6] {
    let odd_mirrors = mirrored.iter().filter(|&&m| m).count() % 2 == 1;
    std::array::from_fn(|number| {
        let mut at = mirrored;
        let mut walk = [corner(at); 4];
        for (step, &axis) in ORDERS[number].iter().enumerate() {
            at[axis] = !at[axis];
            walk[step + 1] = corner(at);
        }
        if (number >= 3) != odd_mirrors {
            walk.swap(2, 3);
        }
        walk
    })
}

/// All (i, j, k) with i < n0, j < n1, k < n2, last axis fastest.
pub(super) fn triples([n0, n1, n2]: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    (0..n0).flat_map(move |i| (0..n1).flat_map(move |j| (0..n2).map(move |k| [i, j, k])))
}

/// The coordinate of node `i` of `cells` cells over a length centred at zero.
pub(super) fn centred(i: u32, cells: u32, length: f64) -> f64 {
    length * (f64::from(i) / f64::from(cells) - 0.5)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::topology::{
        boundary_triangles, check_closed_manifold, unique_tet_edges, used_vertices,
    };

    /// Positive tets, closed manifold boundary of outward triangles, no unused points, right Euler number.
    pub fn assert_sound(mesh: &TetMesh, handles: i64) {
        mesh.check().unwrap();
        let boundary = boundary_triangles(&mesh.tets);
        check_closed_manifold(&boundary).unwrap();
        assert_eq!(used_vertices(&mesh.tets).len(), mesh.points.len());
        let surface = mesh.surface();
        // Summing n positive volumes is off by at most n times the rounding unit of their sum (Higham 2002, 4.2).
        let rounding = 1e-12 + mesh.tets.len() as f64 * f64::EPSILON;
        assert!((surface.volume() - mesh.volume()).abs() < rounding * mesh.volume());
        // Euler characteristic of a handlebody: 1 - handles; faces = (4 tets + boundary) / 2.
        let faces = (4 * mesh.tets.len() + boundary.len()) / 2;
        let edges = unique_tet_edges(&mesh.tets).len();
        let euler = mesh.points.len() as i64 - edges as i64 + faces as i64 - mesh.tets.len() as i64;
        assert_eq!(euler, 1 - handles);
    }

    #[test]
    fn every_mirroring_conforms() {
        for diagonals in [
            Diagonals::Aligned,
            Diagonals::Alternating,
            Diagonals::Radial,
        ] {
            for cells in [[1, 1, 1], [2, 3, 4], [3, 2, 5]] {
                let mesh = Grid::open(cells, diagonals)
                    .mesh("grid", |node| Vec3::from(node.map(f64::from)))
                    .unwrap();
                assert_sound(&mesh, 0);
                let [x, y, z] = cells.map(|c| c as usize);
                assert_eq!(mesh.tets.len(), 6 * x * y * z);
                assert!((mesh.volume() - (x * y * z) as f64).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_grid_past_the_index_range_is_refused() {
        let grid = Grid::open([100_000, 100_000, 2], Diagonals::Aligned);
        assert!(matches!(
            grid.mesh("grid", |_| Vec3::zeros()),
            Err(GenerateError::TooMany { .. })
        ));
    }
}
