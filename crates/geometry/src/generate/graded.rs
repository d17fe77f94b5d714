//! A ball with a fine surface over a core of cells twice as large.
//!
//! The core is the [`ball`] of n cells across. One layer of blocks joins each of the 6 n^2 quads of its
//! surface to 2 x 2 quads outside: a block is cut into the 22 tets from its centre to the triangles around it
//! (8 outside, 2 inside, 3 on each side). Sides are cut alike seen from both blocks, so the mesh conforms.

use super::GenerateError;
use super::ball::{BallParameters, ball};
use super::check::{at_least, countable};
use super::disc::round;
use super::grid::{Diagonals, triples};
use crate::{TetMesh, Vec3};

/// The lines of the cube grid that is bent to the surface of the ball.
pub(super) struct Lines<C, M> {
    /// Number of cells along each edge of the cube, even.
    pub cells: u32,
    /// Position of line i, from -1 (i = 0) to 1 (i = cells), rising and odd about the middle.
    pub at: C,
    /// Whether diagonals in the cells between lines i and i + 1 start at i + 1.
    pub mirrored: M,
}

/// The ball and how its surface is numbered.
pub(super) struct Graded {
    pub mesh: TetMesh,
    cells: u32,
    /// Vertex of every node of the cube grid on the surface, `u32::MAX` inside.
    numbers: Vec<u32>,
}

/// One side of the cube: the axis it is normal to, and whether it is the far one.
#[derive(Clone, Copy)]
pub(super) struct CubeSide {
    pub axis: usize,
    pub far: bool,
}

impl CubeSide {
    /// The near and far sides along x, y and z.
    pub fn all() -> impl Iterator<Item = CubeSide> {
        (0..3).flat_map(|axis| [false, true].map(|far| CubeSide { axis, far }))
    }

    /// Node (i, j) of the side in a cube of `cells` cells; with the outward normal, the frame is right-handed
    /// on far sides and left-handed on near ones.
    pub fn node<T: Copy + Default>(self, i: T, j: T, cells: T) -> [T; 3] {
        let mut node = [T::default(); 3];
        node[self.axis] = if self.far { cells } else { T::default() };
        node[(self.axis + 1) % 3] = i;
        node[(self.axis + 2) % 3] = j;
        node
    }
}

impl Graded {
    /// A ball of this radius (m) with a surface of 6 cells^2 quads.
    pub fn new<C: Fn(u32) -> f64, M: Fn(u32) -> bool>(
        shape: &'static str,
        radius: f64,
        lines: &Lines<C, M>,
    ) -> Result<Self, GenerateError> {
        let (cells, half) = (lines.cells, lines.cells / 2);
        at_least(shape, 2, &[("cells across the surface", cells)])?;
        countable(shape, &[cells.saturating_add(1); 3])?;
        // The layer is about as thick as the core's cells are wide.
        let core = radius / (1.0 + 1.2 / f64::from(half));
        let mesh = ball(&BallParameters {
            radius: core,
            cells_across: half,
        })?;
        let mut graded = Self {
            mesh,
            cells,
            numbers: Vec::new(),
        };
        for node in triples([cells + 1; 3]) {
            let outside = node.iter().any(|&i| i == 0 || i == cells);
            let number = graded.mesh.points.len() as u32;
            graded.numbers.push(if outside { number } else { u32::MAX });
            if outside {
                let direction = round::<3>(Vec3::from(node.map(&lines.at)));
                graded.mesh.points.push(radius * direction.normalize());
            }
        }
        for side in CubeSide::all() {
            for [i, j, _] in triples([half, half, 1]) {
                graded.block(side, [i, j], &lines.mirrored);
            }
        }
        Ok(graded)
    }

    /// Vertex of a node of the surface.
    pub fn vertex(&self, [i, j, k]: [u32; 3]) -> u32 {
        let row = self.cells + 1;
        self.numbers[((i * row + j) * row + k) as usize]
    }

    /// The block over quad `cell` of the core.
    fn block(&mut self, side: CubeSide, cell: [u32; 2], mirrored: &impl Fn(u32) -> bool) {
        let half = self.cells / 2;
        let inner = |i: u32, j: u32| {
            let [x, y, z] = side.node(cell[0] + i, cell[1] + j, half);
            (x * (half + 1) + y) * (half + 1) + z
        };
        let fine = [2 * cell[0], 2 * cell[1]];
        let outer = |i: u32, j: u32| self.vertex(side.node(fine[0] + i, fine[1] + j, self.cells));
        let mut shell: Vec<[u32; 3]> = Vec::with_capacity(22);
        for (i, j) in CORNERS {
            let quad = CORNERS.map(|(u, v)| outer(i + u, j + v));
            shell.extend(cut(quad, mirrored(fine[0] + i) == mirrored(fine[1] + j)));
        }
        let starts = cell.map(|c| Diagonals::Radial.mirrored(c, half));
        let quad = CORNERS.map(|(u, v)| inner(u, v));
        shell.extend(cut(quad, starts[0] == starts[1]).map(|[a, b, c]| [a, c, b]));
        for k in 0..4 {
            let [(i0, j0), (i1, j1)] = [CORNERS[k], CORNERS[(k + 1) % 4]];
            let (low, high) = (inner(i0, j0), inner(i1, j1));
            let middle = outer(i0 + i1, j0 + j1);
            shell.extend([
                [low, high, middle],
                [low, middle, outer(2 * i0, 2 * j0)],
                [high, outer(2 * i1, 2 * j1), middle],
            ]);
        }
        let ends = CORNERS.map(|(i, j)| [inner(i, j), outer(2 * i, 2 * j)]);
        let at = |&v: &u32| self.mesh.points[v as usize];
        let centre = ends.as_flattened().iter().map(at).sum::<Vec3>() / 8.0;
        let number = self.mesh.points.len() as u32;
        self.mesh.points.push(centre);
        self.mesh.tets.extend(shell.into_iter().map(|[a, b, c]| {
            if side.far {
                [a, c, b, number]
            } else {
                [a, b, c, number]
            }
        }));
    }
}

/// The corners of a cell in turn.
const CORNERS: [(u32, u32); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

/// Two triangles of a quad, cut from its first to its third corner or from its second to its fourth.
fn cut([a, b, c, d]: [u32; 4], first_to_third: bool) -> [[u32; 3]; 2] {
    super::sheet::split([a, b, c, d], !first_to_third)
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    #[test]
    fn graded_balls_conform_on_even_and_uneven_lines() {
        for (cells, bend) in [(2, 0.0), (4, 0.0), (10, 0.0), (12, 0.3), (10, -0.3)] {
            let lines = Lines {
                cells,
                at: |i: u32| {
                    let t = 2.0 * f64::from(i) / f64::from(cells) - 1.0;
                    t + bend * t * (1.0 - t * t)
                },
                mirrored: |i: u32| i % 3 == 1,
            };
            let graded = Graded::new("test", 2.0, &lines).unwrap();
            assert_sound(&graded.mesh, 0);
            let (n, half) = (cells as usize, cells as usize / 2);
            let points = (half + 1).pow(3) + 6 * n * n + 2 + 6 * half * half;
            assert_eq!(graded.mesh.points.len(), points);
            assert_eq!(
                graded.mesh.tets.len(),
                6 * half.pow(3) + 6 * half * half * 22
            );
            let surface = graded.mesh.surface();
            assert_eq!(surface.points.len(), 6 * n * n + 2);
            assert!(
                surface
                    .points
                    .iter()
                    .all(|x| (x.norm() - 2.0).abs() < 1e-14)
            );
        }
    }
}
