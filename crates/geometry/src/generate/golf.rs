//! A golf ball: a solid ball with a fine surface and round dimples in it.
//!
//! The dimples are centred on a Fibonacci lattice (Swinbank and Purser 2006), which spreads any number of them
//! evenly: dimple i of N lies at z = 1 - (2 i + 1) / N and turns on by the golden angle. A point at radius r under a dimple of
//! depth d and angular radius a, an angle s from its middle, goes inward by d (1 - (s / a)^2) (r / R)^5: the whole
//! dimple on the surface, next to nothing in the middle, and always along the ray, so that no tet turns over.

use super::GenerateError;
use super::check::{at_least, below, positive};
use super::graded::{Graded, Lines};
use super::grid::Diagonals;
use crate::{TetMesh, Vec3};
use rayon::prelude::*;
use std::f64::consts::PI;

/// A golf ball around the origin; with 2 n cells on the surface, (n + 1)^3 + 30 n^2 + 2 points and
/// 6 n^3 + 132 n^2 tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GolfBallParameters {
    /// Radius without dimples, m.
    pub radius: f64,
    /// Number of dimples.
    pub dimples: u32,
    /// Radius of a dimple along the surface, m; dimples do not overlap.
    pub dimple_radius: f64,
    /// Depth of a dimple at its middle, m.
    pub dimple_depth: f64,
    /// Number n of cells across the core; the surface has twice as many.
    pub cells_across: u32,
}

impl Default for GolfBallParameters {
    /// A ball of 42.7 mm with 336 dimples; 32,907 points, 158,976 tets.
    fn default() -> Self {
        Self {
            radius: 0.02135,
            dimples: 336,
            dimple_radius: 0.00175,
            dimple_depth: 0.00025,
            cells_across: 24,
        }
    }
}

/// A golf ball.
pub fn golf_ball(p: &GolfBallParameters) -> Result<TetMesh, GenerateError> {
    let lengths = [
        ("radius", p.radius),
        ("dimple radius", p.dimple_radius),
        ("dimple depth", p.dimple_depth),
    ];
    positive("golf ball", &lengths)?;
    let counts = [("dimples", p.dimples), ("cells across", p.cells_across)];
    at_least("golf ball", 1, &counts)?;
    // The map along a ray, r - d (r / R)^5, rises as long as 5 d < R.
    below(
        "golf ball",
        ("five times the dimple depth", 5.0 * p.dimple_depth),
        lengths[0],
    )?;
    let dimples = Dimples::new(p)?;
    let cells = p.cells_across.saturating_mul(2);
    let lines = Lines {
        cells,
        at: |i: u32| 2.0 * f64::from(i) / f64::from(cells) - 1.0,
        mirrored: |i: u32| Diagonals::Radial.mirrored(i, cells),
    };
    let mut mesh = Graded::new("golf ball", p.radius, &lines)?.mesh;
    mesh.points.par_iter_mut().for_each(|x| {
        let fraction = x.norm() / p.radius;
        if fraction > 0.0 {
            let inward = dimples.depth(&x.normalize()) / p.radius;
            *x *= 1.0 - inward * fraction.powi(4);
        }
    });
    Ok(mesh)
}

/// The middles of the dimples, unit vectors sorted from the top down, their angular radius and their depth.
struct Dimples {
    middles: Vec<Vec3>,
    angle: f64,
    depth: f64,
}

impl Dimples {
    fn new(p: &GolfBallParameters) -> Result<Self, GenerateError> {
        let golden = PI * (3.0 - 5f64.sqrt());
        let middle = |i: u32| {
            let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(p.dimples);
            let (sin, cos) = (golden * f64::from(i)).sin_cos();
            let r = (1.0 - z * z).sqrt();
            Vec3::new(r * cos, z, r * sin)
        };
        let middles: Vec<Vec3> = (0..p.dimples).map(middle).collect();
        let nearest = |i: usize| {
            let apart = |other: &Vec3| angle(&middles[i], other);
            middles[i + 1..].iter().map(apart).fold(PI, f64::min)
        };
        let closest = (0..middles.len())
            .into_par_iter()
            .map(nearest)
            .reduce(|| PI, f64::min);
        let between = ("half the distance of two dimples", closest / 2.0 * p.radius);
        below("golf ball", ("dimple radius", p.dimple_radius), between)?;
        Ok(Self {
            middles,
            angle: p.dimple_radius / p.radius,
            depth: p.dimple_depth,
        })
    }

    /// Depth to which the surface is pressed in at a direction, m.
    fn depth(&self, direction: &Vec3) -> f64 {
        // Only dimples at a height within reach can touch the direction.
        let first = self
            .middles
            .partition_point(|m| m.y > direction.y + self.angle);
        let near = self.middles[first..]
            .iter()
            .take_while(|m| m.y >= direction.y - self.angle);
        let s = near.map(|m| angle(m, direction)).fold(PI, f64::min) / self.angle;
        self.depth * (1.0 - s * s).max(0.0)
    }
}

/// The angle between two unit vectors, also where it is small.
fn angle(a: &Vec3, b: &Vec3) -> f64 {
    2.0 * ((a - b).norm() / 2.0).min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    #[test]
    fn counts_extent_and_quality() {
        let p = GolfBallParameters::default();
        let mesh = golf_ball(&p).unwrap();
        assert_sound(&mesh, 0);
        assert_eq!((mesh.points.len(), mesh.tets.len()), (32_907, 158_976));
        let surface = mesh.surface();
        assert_eq!(surface.triangles.len(), 12 * 48 * 48);
        let radii = surface.points.iter().map(|x| x.norm());
        let (low, high) = radii.fold((f64::INFINITY, 0.0f64), |(l, h), r| (l.min(r), h.max(r)));
        assert!((high - p.radius).abs() < 1e-16);
        assert!(low >= p.radius - p.dimple_depth && low < p.radius - 0.9 * p.dimple_depth);
        let quality = mesh.quality().unwrap();
        assert!(
            quality.min_dihedral > 10.0 && quality.max_dihedral < 160.0,
            "{quality:?}"
        );
    }

    /// The volume that the dimples take away: around a middle the surface element is R^2 sin(s) ds dphi and the depth
    /// d (1 - (s/a)^2), so N dimples of small angle a take V = N R^2 pi a^2 d / 2, to relative orders a^2 / 12
    /// and d / R. Compared with the same mesh without dimples. The mesh interpolates the depth in cells of width
    /// c <= pi R / (2 m): inside, where it bends by 2 d / a^2, by at most d c^2 / (2 a^2), which is c^2 / a^2 of V; in the
    /// cells of the rim, where its slope jumps by 2 d / a, by at most sqrt(2)/4 c of that over a band sqrt(2) c
    /// wide, which is 4 c^2 / a^2 of V.
    #[test]
    fn dimples_take_the_volume_of_their_caps() {
        let p = GolfBallParameters {
            radius: 1.0,
            dimples: 12,
            dimple_radius: 0.4,
            dimple_depth: 0.01,
            cells_across: 24,
        };
        let flat = GolfBallParameters {
            dimple_depth: 1e-12,
            ..p
        };
        let taken = golf_ball(&flat).unwrap().volume() - golf_ball(&p).unwrap().volume();
        let exact = 12.0 * PI * 0.16 * 0.01 / 2.0;
        let cell = PI / (2.0 * 48.0);
        let tolerance = 0.16 / 12.0 + 0.01 + 5.0 * (cell / 0.4f64).powi(2);
        assert!(
            (taken / exact - 1.0).abs() < tolerance,
            "{taken} {exact} {tolerance}"
        );
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = GolfBallParameters::default();
        let refused = |p: GolfBallParameters| golf_ball(&p).unwrap_err().to_string();
        assert!(
            refused(GolfBallParameters {
                dimple_radius: 0.003,
                ..p
            })
            .contains("half the distance")
        );
        assert!(
            refused(GolfBallParameters {
                dimple_depth: 0.01,
                ..p
            })
            .contains("dimple depth")
        );
        assert!(refused(GolfBallParameters { dimples: 0, ..p }).contains("dimples"));
        assert!(
            refused(GolfBallParameters {
                radius: f64::NAN,
                ..p
            })
            .contains("radius")
        );
    }
}
