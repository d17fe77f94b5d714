//! Filling the inside of an implicit surface, f(x) < 0, without triangles in between.

use super::lattice::{Edge, Lattice};
use super::warp::CutLattice;
use super::{POINTS_PER_TET, TetrahedralizeError, TetrahedralizeParameters, fill_manifold};
use crate::mesh::BoundingBox;
use crate::{TetMesh, Vec3};
use rayon::prelude::*;

/// Tets for each lattice point inside: twelve a cube, which has two points.
const TETS_PER_POINT: u64 = 6;

/// Fills where `f` is below zero within `bounds`; `f` must be continuous, and above zero outside of `bounds`.
pub fn fill_implicit(
    bounds: &BoundingBox,
    parameters: &TetrahedralizeParameters,
    f: impl Fn(&Vec3) -> f64 + Sync,
) -> Result<TetMesh, TetrahedralizeError> {
    let &TetrahedralizeParameters { size, max_tets, .. } = parameters;
    if !(size.is_finite() && size > 0.0) {
        return Err(TetrahedralizeError::Size { size });
    }
    let too_small = |predicted: f64| TetrahedralizeError::TooSmall {
        size,
        predicted,
        limit: max_tets,
        suggested: size * (predicted / max_tets as f64).cbrt() * 1.1,
    };
    let from_box = Lattice::predicted_points(bounds, size) / POINTS_PER_TET;
    if from_box > max_tets as f64 {
        return Err(too_small(from_box));
    }
    let lattice = Lattice::around(bounds, size);
    let count = (lattice.corners().len() + lattice.centres().len()) as u32;
    let values: Vec<f64> = (0..count)
        .into_par_iter()
        .map(|v| f(&lattice.position(v)))
        .collect();
    let inside: Vec<bool> = values.iter().map(|&value| value < 0.0).collect();
    let predicted = TETS_PER_POINT * inside.iter().filter(|&&i| i).count() as u64;
    if predicted > max_tets {
        return Err(too_small(predicted as f64));
    }
    let cuts = CutLattice::with_cuts(&lattice, inside, |edge| root(&lattice, edge, &values, &f));
    let mesh = fill_manifold(&cuts)?;
    if mesh.tets.is_empty() {
        let extent = bounds.size().min();
        return Err(TetrahedralizeError::TooLarge { size, extent });
    }
    Ok(mesh)
}

/// The place where f crosses zero on an edge with ends of unlike sign: false position with the Illinois rule (Dowell
/// and Jarratt 1971), which keeps the root between its ends.
fn root(lattice: &Lattice, edge: Edge, values: &[f64], f: &impl Fn(&Vec3) -> f64) -> f64 {
    const STEPS: u32 = 30;
    const NEAR: f64 = 1e-12;
    let [a, b] = edge.ends.map(|v| lattice.position(v));
    let [mut fa, mut fb] = edge.ends.map(|v| values[v as usize]);
    let (mut ta, mut tb, mut last) = (0.0, 1.0, 2.0);
    for _ in 0..STEPS {
        let t: f64 = (ta * fb - tb * fa) / (fb - fa);
        if (t - last).abs() < NEAR {
            return t;
        }
        last = t;
        let ft = f(&(a + (b - a) * t));
        if ft == 0.0 {
            return t;
        }
        if (ft < 0.0) == (fb < 0.0) {
            (tb, fb) = (t, ft);
            fa /= 2.0;
        } else {
            (ta, fa) = (t, ft);
            fb /= 2.0;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{boundary_triangles, check_closed_manifold};
    use std::f64::consts::PI;

    #[test]
    fn boundary_points_lie_on_the_zero_set() {
        let bounds = BoundingBox {
            min: Vec3::new(-0.5, -1.0, -0.7),
            max: Vec3::new(0.5, 1.0, 0.7),
        };
        // An ellipsoid, by a function that is no distance.
        let f = |x: &Vec3| (2.0 * x.x).powi(2) + x.y.powi(2) + (x.z / 0.7).powi(2) - 1.0;
        let mesh = fill_implicit(&bounds, &TetrahedralizeParameters::new(0.1), f).unwrap();
        mesh.check().unwrap();
        check_closed_manifold(&boundary_triangles(&mesh.tets)).unwrap();
        let surface = mesh.surface();
        assert!(surface.points.iter().all(|x| f(x).abs() < 1e-10));
        // A chord of length 0.1 over the sharpest bend, of radius c^2 / a = 0.25, misses at most 0.1^2 / (8 * 0.25);
        // the ellipsoid's volume shrinks by no more than its area, below 5.2, times that.
        let exact = 4.0 / 3.0 * PI * 0.5 * 0.7;
        let missing = exact - mesh.volume();
        assert!(missing > 0.0 && missing < 5.2 * 0.005, "{missing}");
    }

    #[test]
    fn faults_are_named() {
        let bounds = BoundingBox {
            min: Vec3::repeat(-1.0),
            max: Vec3::repeat(1.0),
        };
        let run = |size, max_tets, radius: f64| {
            let parameters = TetrahedralizeParameters {
                max_tets,
                ..TetrahedralizeParameters::new(size)
            };
            fill_implicit(&bounds, &parameters, |x| x.norm() - radius).unwrap_err()
        };
        assert!(matches!(
            run(-1.0, 10, 1.0),
            TetrahedralizeError::Size { .. }
        ));
        assert!(matches!(
            run(0.1, 100, 1.0),
            TetrahedralizeError::TooSmall { .. }
        ));
        assert!(matches!(
            run(0.1, 10_000, 1.0),
            TetrahedralizeError::TooSmall { .. }
        ));
        assert!(matches!(
            run(0.1, 10_000, -1.0),
            TetrahedralizeError::TooLarge { .. }
        ));
    }
}
