//! A solid ball: the cube grid bent to the sphere, diagonals outward.

use super::GenerateError;
use super::check::{at_least, positive};
use super::disc::round;
use super::grid::{Diagonals, Grid};
use crate::{TetMesh, Vec3};

/// A ball around the origin; (n + 1)^3 points, 6 n^3 tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallParameters {
    /// Radius, m.
    pub radius: f64,
    /// Number n of cells across the diameter.
    pub cells_across: u32,
}

impl Default for BallParameters {
    /// Half a metre, 10 cells across: 1331 points.
    fn default() -> Self {
        Self {
            radius: 0.5,
            cells_across: 10,
        }
    }
}

/// A solid ball.
pub fn ball(p: &BallParameters) -> Result<TetMesh, GenerateError> {
    positive("ball", &[("radius", p.radius)])?;
    at_least("ball", 1, &[("cells across", p.cells_across)])?;
    let at = |i: u32| 2.0 * f64::from(i) / f64::from(p.cells_across) - 1.0;
    Grid::open([p.cells_across; 3], Diagonals::Radial).mesh("ball", |node| {
        p.radius * round::<3>(Vec3::from(node.map(at)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn balls_are_round_and_well_shaped() {
        for n in [1, 2, 3, 8, 17] {
            let mesh = ball(&BallParameters {
                radius: 2.0,
                cells_across: n,
            })
            .unwrap();
            assert_sound(&mesh, 0);
            assert_eq!(mesh.points.len(), (n as usize + 1).pow(3));
            assert_eq!(mesh.tets.len(), 6 * (n as usize).pow(3));
            let surface = mesh.surface();
            assert!(
                surface
                    .points
                    .iter()
                    .all(|x| (x.norm() - 2.0).abs() < 1e-14)
            );
            let missing = 1.0 - mesh.volume() / (4.0 / 3.0 * PI * 8.0);
            assert!(
                missing > 0.0 && missing < 3.0 / f64::from(n * n),
                "{n}: {missing}"
            );
            let quality = mesh.quality().unwrap();
            assert!(
                quality.min_dihedral > 20.0 && quality.max_dihedral < 140.0,
                "{n}: {quality:?}"
            );
        }
    }

    #[test]
    fn impossible_parameters_are_named() {
        assert!(
            ball(&BallParameters {
                radius: 0.0,
                ..BallParameters::default()
            })
            .is_err()
        );
        assert!(
            ball(&BallParameters {
                cells_across: 0,
                ..BallParameters::default()
            })
            .is_err()
        );
    }
}
