//! From squares to discs and from cubes to balls, with cells that stay well shaped.
//!
//! With r = |p|_inf, the shell of the cube at r goes to the sphere of radius r along equal angles,
//! s = r normalize(tan(pi/4 p / r)), and x = (1 - r) c p + r s: near the centre the cells stay square
//! (shrunk by c, so that they do not crowd the outer ones), on the boundary they lie on the sphere exactly.

use super::Diagonals;
use super::grid::Grid;
use nalgebra::SVector;
use std::f64::consts::FRAC_PI_4;

/// Shrink of the central cells.
const CORE: f64 = 0.8;

/// The point of the unit ball (disc for N = 2) for a point of the cube [-1, 1]^N.
pub(super) fn round<const N: usize>(p: SVector<f64, N>) -> SVector<f64, N> {
    let r = p.amax();
    if r == 0.0 {
        return p;
    }
    let sphere = p.map(|c| (FRAC_PI_4 * c / r).tan()).normalize() * r;
    p * ((1.0 - r) * CORE) + sphere * r
}

/// The point of the unit disc for node (i, j) of `across` x `across` cells.
pub(super) fn disc_point(i: u32, j: u32, across: u32) -> [f64; 2] {
    let at = |i: u32| 2.0 * f64::from(i) / f64::from(across) - 1.0;
    round(SVector::<f64, 2>::new(at(i), at(j))).into()
}

/// `across` x `across` cells of a round section times `along` cells along its path.
///
/// Diagonals run outward, so that each corner of the square, flattened on the circle, is cut in two.
pub(super) fn swept_disc(across: u32, along: u32, closed: bool) -> Grid {
    Grid {
        cells: [across, across, along],
        diagonals: [Diagonals::Radial, Diagonals::Radial, Diagonals::Aligned],
        closed,
    }
}
