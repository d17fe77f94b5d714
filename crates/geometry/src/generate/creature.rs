//! Smooth bodies with limbs: a creature on two legs, a swimmer, and one with eight arms.
//!
//! A creature is a list of capsules, each from a point of one radius to a point of another, blended into one
//! smooth implicit surface by the soft minimum of their distances, f = -k ln sum exp(-d_i / k), and filled with
//! tets by isosurface stuffing. They stand in for scanned animals where no file is at hand.

use super::GenerateError;
use super::check::{at_least, positive};
use crate::mesh::BoundingBox;
use crate::tetrahedralize::{TetrahedralizeParameters, ThinFeatures, fill_implicit};
use crate::{TetMesh, Vec3};
use std::f64::consts::TAU;

/// The shape of a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CreatureKind {
    /// Upright, facing +z, arms raised to both sides, legs apart, with a tail.
    #[default]
    Biped,
    /// Long along x, nose at +x, with fins and a fluke.
    Swimmer,
    /// A large head with ears over eight arms.
    Octopod,
}

/// A creature around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CreatureParameters {
    /// The shape.
    pub kind: CreatureKind,
    /// Height, of a swimmer the length, m.
    pub size: f64,
    /// Number of lattice cells along its size, at least 24.
    pub cells: u32,
}

impl Default for CreatureParameters {
    /// A biped of one metre, 40 cells high.
    fn default() -> Self {
        Self {
            kind: CreatureKind::Biped,
            size: 1.0,
            cells: 40,
        }
    }
}

/// A creature.
pub fn creature(p: &CreatureParameters) -> Result<TetMesh, GenerateError> {
    positive("creature", &[("size", p.size)])?;
    at_least("creature", MIN_CELLS, &[("cells", p.cells)])?;
    let parts = match p.kind {
        CreatureKind::Biped => biped(),
        CreatureKind::Swimmer => swimmer(),
        CreatureKind::Octopod => octopod(),
    };
    let lattice = TetrahedralizeParameters {
        size: 1.0 / f64::from(p.cells),
        max_tets: MAX_TETS,
        // An implicit surface has no triangles by which to know them.
        thin: ThinFeatures::Cut,
    };
    let filled = fill_implicit(&bounds(&parts), &lattice, |x| blend(&parts, x));
    let mut mesh = filled.map_err(|e| GenerateError::Conflict {
        shape: "creature",
        reason: e.to_string(),
    })?;
    mesh.points.iter_mut().for_each(|x| *x *= p.size);
    Ok(mesh)
}

/// With fewer cells the thinnest limbs, of radius 1/40, would fall apart: a tube holds a chain of lattice points
/// as long as its radius is above the covering radius of the lattice, sqrt(5) / 4 of its cells.
const MIN_CELLS: u32 = 24;
const MAX_TETS: u64 = 20_000_000;
/// Width k of the blend, in sizes.
const BLEND: f64 = 0.012;

/// A capsule from `ends[0]` of radius `radii[0]` to `ends[1]` of radius `radii[1]`, in sizes.
struct Part {
    ends: [Vec3; 2],
    radii: [f64; 2],
}

impl Part {
    /// Distance to the surface, negative inside; exact for equal radii.
    fn distance(&self, x: &Vec3) -> f64 {
        let [a, b] = self.ends;
        let axis = b - a;
        let length = axis.norm_squared();
        let t = if length > 0.0 {
            ((x - a).dot(&axis) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let radius = self.radii[0] + (self.radii[1] - self.radii[0]) * t;
        (x - a - axis * t).norm() - radius
    }
}

/// The soft minimum of the distances to the parts.
fn blend(parts: &[Part], x: &Vec3) -> f64 {
    // Below exp(-40) a part changes no bit of a sum that starts at 1.
    const NEGLIGIBLE: f64 = 40.0;
    let distances = || parts.iter().map(|p| p.distance(x));
    let least = distances().fold(f64::INFINITY, f64::min);
    let beyond = distances().map(|d| (d - least) / BLEND);
    let near = beyond.filter(|&b| b < NEGLIGIBLE);
    least - BLEND * near.map(|b| (-b).exp()).sum::<f64>().ln()
}

/// A box around all parts and the swelling of the blend, k ln n at most.
fn bounds(parts: &[Part]) -> BoundingBox {
    let swelling = BLEND * (parts.len() as f64).ln();
    let corners = parts.iter().flat_map(|p| {
        (0..2).flat_map(move |end| {
            let reach = Vec3::repeat(p.radii[end] + swelling);
            [p.ends[end] - reach, p.ends[end] + reach]
        })
    });
    let corners: Vec<Vec3> = corners.collect();
    BoundingBox::of(&corners).unwrap_or(BoundingBox {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    })
}

/// A chain of capsules through points (x, y, z, radius).
fn chain(points: &[[f64; 4]]) -> impl Iterator<Item = Part> + '_ {
    points.windows(2).map(|w| Part {
        ends: [0, 1].map(|i| Vec3::new(w[i][0], w[i][1], w[i][2])),
        radii: [w[0][3], w[1][3]],
    })
}

/// A chain and its mirror image: in x for axis 0, in z for axis 2.
fn pair(points: &[[f64; 4]], axis: usize) -> Vec<Part> {
    let mirrored: Vec<[f64; 4]> = points
        .iter()
        .map(|&p| std::array::from_fn(|i| if i == axis { -p[i] } else { p[i] }))
        .collect();
    chain(points).chain(chain(&mirrored)).collect()
}

fn biped() -> Vec<Part> {
    let middle: [&[[f64; 4]]; 4] = [
        // Trunk, neck with head and snout, tail, belly.
        &[[0.0, -0.06, 0.0, 0.13], [0.0, 0.14, 0.0, 0.12]],
        &[
            [0.0, 0.2, 0.0, 0.07],
            [0.0, 0.32, 0.02, 0.075],
            [0.0, 0.31, 0.13, 0.04],
        ],
        &[
            [0.0, -0.1, -0.08, 0.06],
            [0.0, -0.2, -0.24, 0.045],
            [0.0, -0.18, -0.36, 0.028],
        ],
        &[[0.0, -0.02, 0.04, 0.11], [0.0, 0.06, 0.04, 0.1]],
    ];
    let sides: [&[[f64; 4]]; 6] = [
        // Arm, three fingers, leg, foot, ear.
        &[
            [0.1, 0.17, 0.0, 0.055],
            [0.27, 0.24, 0.0, 0.045],
            [0.38, 0.36, 0.02, 0.042],
        ],
        &[[0.38, 0.36, 0.02, 0.045], [0.43, 0.474, 0.02, 0.026]],
        &[[0.38, 0.36, 0.02, 0.045], [0.485, 0.38, 0.03, 0.026]],
        &[[0.38, 0.36, 0.02, 0.045], [0.42, 0.33, 0.11, 0.026]],
        &[
            [0.08, -0.12, 0.0, 0.075],
            [0.14, -0.27, 0.02, 0.06],
            [0.17, -0.45, 0.0, 0.045],
            [0.19, -0.465, 0.11, 0.035],
        ],
        &[[0.05, 0.36, 0.0, 0.03], [0.09, 0.45, -0.02, 0.025]],
    ];
    let singles = middle.into_iter().flat_map(chain);
    singles
        .chain(sides.into_iter().flat_map(|s| pair(s, 0)))
        .collect()
}

fn swimmer() -> Vec<Part> {
    let body: &[[f64; 4]] = &[
        [-0.43, 0.0, 0.0, 0.03],
        [-0.15, 0.0, 0.0, 0.095],
        [0.1, 0.0, 0.0, 0.12],
        [0.3, -0.01, 0.0, 0.075],
        [0.472, -0.03, 0.0, 0.028],
    ];
    let dorsal: &[[f64; 4]] = &[[0.0, 0.1, 0.0, 0.04], [-0.07, 0.2, 0.0, 0.025]];
    let fluke: &[[f64; 4]] = &[[-0.42, 0.0, 0.0, 0.035], [-0.475, 0.0, 0.14, 0.025]];
    let flipper: &[[f64; 4]] = &[[0.13, -0.06, 0.08, 0.035], [0.04, -0.11, 0.22, 0.026]];
    let singles = [body, dorsal].into_iter().flat_map(chain);
    singles
        .chain([fluke, flipper].into_iter().flat_map(|s| pair(s, 2)))
        .collect()
}

fn octopod() -> Vec<Part> {
    let head: &[[f64; 4]] = &[[-0.08, 0.18, 0.0, 0.2], [0.08, 0.18, 0.0, 0.2]];
    let body: &[[f64; 4]] = &[[0.0, 0.1, 0.0, 0.12], [0.0, -0.12, 0.0, 0.1]];
    let ear: &[[f64; 4]] = &[[0.15, 0.32, 0.0, 0.06], [0.2, 0.47, 0.0, 0.03]];
    let mut parts: Vec<Part> = [head, body].into_iter().flat_map(chain).collect();
    parts.extend(pair(ear, 0));
    for k in 0..8 {
        let (sin, cos) = (TAU * (f64::from(k) + 0.5) / 8.0).sin_cos();
        let arm = [
            [0.05, -0.14, 0.05],
            [0.18, -0.27, 0.045],
            [0.3, -0.42, 0.04],
            [0.42, -0.472, 0.028],
        ];
        let arm = arm.map(|[r, y, radius]| [r * cos, y, r * sin, radius]);
        parts.extend(chain(&arm));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    const KINDS: [CreatureKind; 3] = [
        CreatureKind::Biped,
        CreatureKind::Swimmer,
        CreatureKind::Octopod,
    ];

    /// One connected ball-like piece at every resolution: the Euler number says so together with a boundary that is one
    /// closed manifold of genus zero.
    #[test]
    fn creatures_are_whole_at_every_detail() {
        for kind in KINDS {
            for cells in [24, 31, 45] {
                let p = CreatureParameters {
                    kind,
                    size: 2.0,
                    cells,
                };
                let mesh = creature(&p).unwrap();
                assert_sound(&mesh, 0);
                assert_eq!(components(&mesh), 1, "{p:?}");
                let surface = mesh.surface();
                let edges = crate::topology::unique_edges(&surface.triangles).len();
                assert_eq!(
                    surface.points.len() + surface.triangles.len(),
                    edges + 2,
                    "{p:?}"
                );
                let size = mesh.bounding_box().unwrap().size();
                let along = if kind == CreatureKind::Swimmer {
                    size.x
                } else {
                    size.y
                };
                // The balls at both ends, of radius 0.035 at most, hold a lattice point each; the blend
                // swells by k ln n at most, and there are fewer than 32 parts.
                let swollen = 1.0 + 2.0 * BLEND * 32f64.ln();
                let share = along / 2.0;
                assert!(
                    share > 1.0 - 4.0 * 0.035 && share < swollen,
                    "{p:?}: {share}"
                );
            }
        }
    }

    /// Number of connected pieces, by following tets from vertex to vertex.
    fn components(mesh: &TetMesh) -> usize {
        let mut parent: Vec<u32> = (0..mesh.points.len() as u32).collect();
        fn find(parent: &mut [u32], mut v: u32) -> u32 {
            while parent[v as usize] != v {
                parent[v as usize] = parent[parent[v as usize] as usize];
                v = parent[v as usize];
            }
            v
        }
        for tet in &mesh.tets {
            for pair in tet.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|v| find(&mut parent, v));
                parent[a as usize] = b;
            }
        }
        (0..parent.len()).filter(|&v| parent[v] == v as u32).count()
    }

    #[test]
    fn biped_is_symmetric_and_reaches_out() {
        let mesh = creature(&CreatureParameters::default()).unwrap();
        let bounds = mesh.bounding_box().unwrap();
        assert!((bounds.min.x + bounds.max.x).abs() < 0.01);
        let hand = |x: &&Vec3| x.x > 0.4 && x.y > 0.3;
        let foot = |x: &&Vec3| x.x > 0.1 && x.y < -0.4;
        assert!(mesh.points.iter().filter(hand).count() > 20);
        assert!(mesh.points.iter().filter(foot).count() > 20);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = CreatureParameters::default();
        let refused = |p: CreatureParameters| creature(&p).unwrap_err().to_string();
        assert!(refused(CreatureParameters { cells: 10, ..p }).contains("at least 24"));
        assert!(refused(CreatureParameters { size: 0.0, ..p }).contains("size"));
        assert!(refused(CreatureParameters { cells: 5000, ..p }).contains("limit"));
    }
}
