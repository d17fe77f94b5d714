//! Points carried by tets: each as a combination of the corners of the tet that has it, or of the nearest one.
//!
//! With weights w of a point at rest, Σ w = 1, the point moves with the tets to Σ w x. Weights of a point outside of its tet
//! are partly negative: it goes on where the tet's linear map leads.

use rayon::prelude::*;
use tangency_formulas::distance::point_triangle;
use thiserror::Error;

use crate::mesh::{BoundingBox, tet_volume};
use crate::topology::tet_faces;
use crate::{TetMesh, Vec3};

/// Weights below this are outside of a tet by more than rounding.
const ROUNDING: f64 = -1e-9;

/// Lowest weight of a point outside: as far beyond a face as the corner opposite is before it.
const FARTHEST: f64 = -1.0;

/// A point as a combination of the corners of a tet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// Number of the tet.
    pub tet: u32,
    /// Weight of each of its corners; they add up to one.
    pub weights: [f64; 4],
    /// Distance from the tet, m; zero inside.
    pub distance: f64,
}

/// Why tets cannot carry points.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EmbeddingError {
    /// There is no tet.
    #[error("there is no tet to carry the surface")]
    NoTet,
    /// A point is too far away from all tets.
    #[error(
        "{count} vertices of the surface are too far outside of the tets to be carried by them; the farthest, vertex {vertex} at ({:.4e}, {:.4e}, {:.4e}) m, is {distance:.2e} m away from any: take tets that reach around the surface, as `embed = true` of the shape `tetrahedralize` makes them",
        position[0], position[1], position[2]
    )]
    Outside {
        /// Number of such points.
        count: usize,
        /// The farthest.
        vertex: usize,
        /// Place of it, m.
        position: [f64; 3],
        /// Distance from the nearest tet, m.
        distance: f64,
    },
}

/// The tet of each point and its weights there. A point between several tets belongs to the one it is deepest in.
///
/// ```
/// use tangency_geometry::embedding::carried;
/// use tangency_geometry::{TetMesh, Vec3};
///
/// let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let mesh = TetMesh { points: points.to_vec(), tets: vec![[0, 1, 2, 3]] };
/// let found = carried(&[Vec3::new(0.5, 0.25, 0.125)], &mesh)?;
/// assert_eq!(found[0].weights, [0.125, 0.5, 0.25, 0.125]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn carried(points: &[Vec3], mesh: &TetMesh) -> Result<Vec<Carried>, EmbeddingError> {
    let grid = Grid::new(mesh).ok_or(EmbeddingError::NoTet)?;
    let found: Vec<Carried> = points.par_iter().map(|x| grid.carry(mesh, x)).collect();
    let lowest = |c: &Carried| c.weights.into_iter().fold(f64::INFINITY, f64::min);
    let lost = found.iter().enumerate();
    let lost = lost.filter(|(_, c)| lowest(c).is_nan() || lowest(c) < FARTHEST);
    let farthest = lost
        .clone()
        .max_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
    match farthest {
        None => Ok(found),
        Some((vertex, carried)) => Err(EmbeddingError::Outside {
            count: lost.count(),
            vertex,
            position: points[vertex].into(),
            distance: carried.distance,
        }),
    }
}

/// The weights of the corners of a tet at a point.
fn weights(corners: &[Vec3; 4], x: &Vec3) -> [f64; 4] {
    let volume = tet_volume(corners);
    let with = |k: usize| {
        let mut moved = *corners;
        moved[k] = *x;
        tet_volume(&moved) / volume
    };
    let [a, b, c] = [with(1), with(2), with(3)];
    [1.0 - a - b - c, a, b, c]
}

/// Tets by the cells of a regular grid that their boxes meet.
struct Grid {
    bounds: BoundingBox,
    /// Side of a cell, m.
    side: f64,
    counts: [usize; 3],
    /// For each cell the end of its part of `tets`.
    ends: Vec<usize>,
    tets: Vec<u32>,
}

impl Grid {
    fn new(mesh: &TetMesh) -> Option<Self> {
        let bounds = mesh.bounding_box().filter(|_| !mesh.tets.is_empty())?;
        let boxes: Vec<BoundingBox> = (mesh.tets.iter())
            .filter_map(|&tet| BoundingBox::of(&mesh.corners(tet)))
            .collect();
        let mean = boxes.iter().map(|b| b.size().max()).sum::<f64>() / boxes.len() as f64;
        // No more cells than a few for each tet, however thin the body.
        let most = bounds.size().max() / (4.0 * (boxes.len() as f64).cbrt()).max(1.0);
        let side = mean.max(most).max(f64::MIN_POSITIVE);
        let counts = bounds.size().map(|s| (s / side).floor() + 1.0);
        let counts: [usize; 3] = std::array::from_fn(|a| counts[a] as usize);
        let mut grid = Grid {
            bounds,
            side,
            counts,
            ends: vec![0; counts.iter().product()],
            tets: Vec::new(),
        };
        for b in &boxes {
            grid.for_cells(grid.cell(&b.min), grid.cell(&b.max), |grid, cell| {
                grid.ends[cell] += 1;
            });
        }
        let mut sum = 0;
        for end in &mut grid.ends {
            // The beginning of each cell, until its tets have moved it to its end.
            sum += std::mem::replace(end, sum);
        }
        grid.tets = vec![0; sum];
        for (tet, b) in (0..).zip(&boxes) {
            grid.for_cells(grid.cell(&b.min), grid.cell(&b.max), |grid, cell| {
                grid.tets[grid.ends[cell]] = tet;
                grid.ends[cell] += 1;
            });
        }
        Some(grid)
    }

    /// The cell of a point, or the nearest one.
    fn cell(&self, x: &Vec3) -> [usize; 3] {
        std::array::from_fn(|a| {
            let at = (x[a] - self.bounds.min[a]) / self.side;
            // What is no number becomes zero.
            (at.max(0.0) as usize).min(self.counts[a] - 1)
        })
    }

    fn for_cells(
        &mut self,
        low: [usize; 3],
        high: [usize; 3],
        mut visit: impl FnMut(&mut Self, usize),
    ) {
        for i in low[0]..=high[0] {
            for j in low[1]..=high[1] {
                for k in low[2]..=high[2] {
                    let cell = (i * self.counts[1] + j) * self.counts[2] + k;
                    visit(self, cell);
                }
            }
        }
    }

    /// Tets of the cells at the distance `ring` from a cell, counted in cells along the axes.
    fn ring(&self, centre: [usize; 3], ring: usize) -> Vec<u32> {
        let range = |a: usize| {
            let high = (centre[a] + ring).min(self.counts[a] - 1);
            centre[a].saturating_sub(ring)..=high
        };
        let away = |a: usize, at: usize| centre[a].abs_diff(at);
        let mut found = Vec::new();
        for i in range(0) {
            for j in range(1) {
                for k in range(2) {
                    if away(0, i).max(away(1, j)).max(away(2, k)) != ring {
                        continue;
                    }
                    let cell = (i * self.counts[1] + j) * self.counts[2] + k;
                    let begin = if cell == 0 { 0 } else { self.ends[cell - 1] };
                    found.extend_from_slice(&self.tets[begin..self.ends[cell]]);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn carry(&self, mesh: &TetMesh, x: &Vec3) -> Carried {
        let centre = self.cell(x);
        let mut deepest: Option<(f64, Carried)> = None;
        for tet in self.ring(centre, 0) {
            let weights = weights(&mesh.corners(mesh.tets[tet as usize]), x);
            let depth = weights.into_iter().fold(f64::INFINITY, f64::min);
            if depth >= ROUNDING && deepest.is_none_or(|(most, _)| depth > most) {
                let distance = 0.0;
                let carried = Carried {
                    tet,
                    weights,
                    distance,
                };
                deepest = Some((depth, carried));
            }
        }
        match deepest {
            Some((_, carried)) => carried,
            None => self.nearest(mesh, x, centre),
        }
    }

    /// The nearest tet of a point outside of all.
    fn nearest(&self, mesh: &TetMesh, x: &Vec3, centre: [usize; 3]) -> Carried {
        let mut nearest = (f64::INFINITY, 0);
        let most = self.counts.into_iter().max().unwrap_or(1);
        for ring in 0..most {
            for tet in self.ring(centre, ring) {
                let squared = squared_distance(mesh, tet, x);
                if squared < nearest.0 {
                    nearest = (squared, tet);
                }
            }
            // Tets of later rings are no nearer than the border of the cells seen so far, from the point or, where it is
            // outside of the grid, from its nearest place in it.
            let inside = x.sup(&self.bounds.min).inf(&self.bounds.max);
            let to_border = (0..3).map(|a| {
                let low = self.bounds.min[a] + self.side * (centre[a] as f64 - ring as f64);
                let high = self.bounds.min[a] + self.side * (centre[a] + ring + 1) as f64;
                (inside[a] - low).min(high - inside[a])
            });
            let reach = to_border.fold(f64::INFINITY, f64::min).max(0.0);
            if nearest.0 <= reach * reach {
                break;
            }
        }
        let (squared, tet) = nearest;
        Carried {
            tet,
            weights: weights(&mesh.corners(mesh.tets[tet as usize]), x),
            distance: squared.sqrt(),
        }
    }
}

/// Squared distance of a point outside of a tet to it, m².
fn squared_distance(mesh: &TetMesh, tet: u32, x: &Vec3) -> f64 {
    let faces = tet_faces(mesh.tets[tet as usize]);
    let squared = faces.map(|face| {
        let [a, b, c] = face.map(|v| &mesh.points[v as usize]);
        point_triangle::squared(x, a, b, c)
    });
    squared.into_iter().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{BallParameters, BoxParameters, ball, cuboid};

    /// Points in and around a ball are where their weights say, and nothing is nearer than the tet that carries them.
    #[test]
    fn every_point_is_the_combination_of_its_nearest_tet() {
        let mesh = ball(&BallParameters {
            radius: 1.0,
            ..BallParameters::default()
        })
        .unwrap();
        let points: Vec<Vec3> = (0..400)
            .map(|k| {
                let at = |s: f64| (s * f64::from(k + 1)).sin();
                Vec3::new(at(1.7), at(2.3), at(0.9)).normalize() * (0.0026 * f64::from(k))
            })
            .collect();
        let found = carried(&points, &mesh).unwrap();
        let mut outside = 0;
        for (x, carried) in points.iter().zip(&found) {
            let corners = mesh.corners(mesh.tets[carried.tet as usize]);
            let y: Vec3 = corners
                .iter()
                .zip(carried.weights)
                .map(|(c, w)| c * w)
                .sum();
            assert!((y - x).norm() < 1e-12);
            assert!((carried.weights.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let all = 0..mesh.tets.len() as u32;
            let nearest = all.map(|tet| squared_distance(&mesh, tet, x));
            let nearest = nearest.fold(f64::INFINITY, f64::min).sqrt();
            match carried.distance {
                0.0 => assert!(carried.weights.iter().all(|&w| w >= ROUNDING)),
                distance => {
                    outside += 1;
                    assert!((distance - nearest).abs() < 1e-12);
                }
            }
        }
        assert!(outside > 10 && outside < 100, "{outside}");
    }

    #[test]
    fn points_far_outside_are_named() {
        let mesh = cuboid(&BoxParameters::default()).unwrap();
        let far = Vec3::new(0.0, 9.0, 0.0);
        let error = carried(&[Vec3::zeros(), far], &mesh).unwrap_err();
        let EmbeddingError::Outside {
            count,
            vertex,
            distance,
            ..
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!((count, vertex), (1, 1));
        assert!((distance - 8.5).abs() < 1e-12, "{distance}");
        let none = TetMesh::default();
        assert_eq!(carried(&[far], &none), Err(EmbeddingError::NoTet));
    }
}
