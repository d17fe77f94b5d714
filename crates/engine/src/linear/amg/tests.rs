//! Multigrid against the theory it rests on: what the coarse space holds, symmetry, definiteness, and
//! iterations that hardly depend on the mesh. The tests beside the system compare it with the direct
//! solver.

use nalgebra::SMatrix;

use super::super::tests::{Elastic, bits, in_pool, random_vectors};
use super::super::{LinearError, LinearSystem, pcg};
use super::*;

fn dot(a: &[Vec3], b: &[Vec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

fn iterations(system: &LinearSystem, amg: &mut Amg, tolerance: f64) -> usize {
    let matrix = system.matrix();
    let rhs = random_vectors(matrix.pattern().len(), 1);
    let mut x = rhs.clone();
    let limits = pcg::Limits {
        tolerance,
        iterations: 200,
    };
    let apply = |r: &[Vec3], z: &mut [Vec3]| amg.apply(matrix.into(), r, z);
    let outcome = pcg::solve(matrix, &rhs, &mut x, apply, limits, &mut Default::default());
    let outcome = outcome.unwrap();
    assert!(outcome.converged);
    outcome.iterations
}

/// `P R_coarse` for the modes `R_coarse` of the next level.
fn prolongated<const N: usize>(
    prolongator: &Sparse<N, MODES>,
    coarse: &[SMatrix<f64, MODES, MODES>],
) -> Vec<SMatrix<f64, N, MODES>> {
    let row = |i| {
        let blocks = prolongator.view().row(i);
        blocks.map(|(c, block)| block * coarse[c as usize]).sum()
    };
    (0..prolongator.pattern.len()).map(row).collect()
}

fn largest_difference<const N: usize>(
    a: &[SMatrix<f64, N, MODES>],
    b: &[SMatrix<f64, N, MODES>],
) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).amax());
    differences.fold(0.0, f64::max)
}

/// A body that floats without mass has no energy in rigid motions, so that smoothing the prolongator
/// does not change them: the coarse spaces of all levels hold them exactly.
#[test]
fn rigid_motions_are_in_every_coarse_space() {
    let cube = Elastic::cube(13, 0.0, |_| false);
    let system = cube.system();
    let modes = rigid_modes(Some(&cube.points), cube.points.len());
    let (fine, next) = Level::new(Rows::from(system.matrix()), &modes).unwrap();
    let coarse_nodes = next.matrix.pattern.len();
    assert!((20..400).contains(&coarse_nodes), "{coarse_nodes}");
    // Coordinates are of size one; the smoother's radius and a few hundred additions of rounding.
    let back = prolongated(fine.prolongator(), &next.modes);
    assert!(largest_difference(&back, &modes) < 1e-12);
    let (second, last) = Level::new(next.matrix.view(), &next.modes).unwrap();
    let back = prolongated(second.prolongator(), &last.modes);
    let scale = next.modes.iter().map(|m| m.amax()).fold(0.0, f64::max);
    assert!(largest_difference(&back, &next.modes) < 1e-11 * scale);
}

#[test]
fn the_cycle_is_symmetric_and_positive() {
    let cube = Elastic::cube(13, 1e-3, |x| x.y < -0.49);
    let system = cube.system();
    let positions = cube.free_points();
    for positions in [Some(positions.as_slice()), None] {
        let mut amg = Amg::new(system.matrix().into(), positions).unwrap();
        let n = system.matrix().pattern().len();
        let [u, v] = [3, 4].map(|seed| random_vectors(n, seed));
        let mut images = [u.clone(), v.clone()];
        for (vector, image) in [&u, &v].into_iter().zip(&mut images) {
            amg.apply(system.matrix().into(), vector, image).unwrap();
            assert!(dot(vector, image) > 0.0);
        }
        let (left, right) = (dot(&u, &images[1]), dot(&v, &images[0]));
        let scale = (dot(&u, &images[0]) * dot(&v, &images[1])).sqrt();
        assert!((left - right).abs() < 1e-11 * scale, "{left} {right}");
    }
}

/// The convergence of smoothed aggregation hardly depends on the mesh size: the number of iterations
/// must stay within a factor of two while the number of nodes grows 64-fold.
#[test]
fn iterations_hardly_grow_with_the_mesh() {
    let counts = [8, 16, 32].map(|n| {
        let cube = Elastic::cube(n, 0.0, |x| x.y < -0.49);
        let system = cube.system();
        let positions = cube.free_points();
        let mut amg = Amg::new(system.matrix().into(), Some(&positions)).unwrap();
        iterations(&system, &mut amg, 1e-8)
    });
    assert!(counts[2] < 2 * counts[0], "{counts:?}");
}

/// Without the rotations among the coarse unknowns, bending is left to the iteration.
#[test]
fn rotations_pay() {
    let cube = Elastic::cube(16, 0.0, |x| x.y < -0.49);
    let system = cube.system();
    let positions = cube.free_points();
    let [with, without] = [Some(positions.as_slice()), None].map(|positions| {
        let mut amg = Amg::new(system.matrix().into(), positions).unwrap();
        iterations(&system, &mut amg, 1e-8)
    });
    assert!(with < without, "{with} {without}");
}

#[test]
fn same_bits_for_any_thread_count() {
    let cube = Elastic::cube(14, 1e-3, |_| false);
    let rhs = random_vectors(cube.points.len(), 8);
    let run = || {
        let system = cube.system();
        let mut amg = Amg::new(system.matrix().into(), Some(&cube.points)).unwrap();
        let mut x = rhs.clone();
        amg.apply(system.matrix().into(), &rhs, &mut x).unwrap();
        bits(&x)
    };
    let one = in_pool(1, run);
    for threads in [2, 3] {
        assert!(one == in_pool(threads, run), "{threads} threads differ");
    }
}

/// Isolated nodes, pairs of nodes and lines of nodes have fewer than six modes.
#[test]
fn aggregates_with_few_modes_are_regular() {
    let points = [0.0, 1.0, 5.0, 6.0, 7.0, 20.0].map(|x| Vec3::new(x, 0.3 * x, 0.0));
    let springs = [[0, 1], [2, 3], [3, 4]];
    let mut sink = super::super::BlockSink::new();
    sink.extend_uniform(&springs, |_, blocks| {
        blocks.copy_from_slice(&[1.0, -1.0, 1.0].map(|s| Block::identity() * s));
    });
    let map = super::super::NodeMap::all_free(points.len());
    let mut system = LinearSystem::new();
    system.assemble(&sink, &[0.01; 6], &map).unwrap();
    let mut amg = Amg::new(system.matrix().into(), Some(&points)).unwrap();
    assert!(iterations(&system, &mut amg, 1e-10) <= 18);
}

#[test]
fn indefinite_blocks_are_named() {
    let cube = Elastic::cube(5, 0.1, |_| false);
    let mut system = cube.system();
    system.matrix.shift_diagonal(-1e9);
    let result = Amg::new(system.matrix().into(), Some(&cube.points));
    assert!(matches!(
        result.err(),
        Some(LinearError::NotPositiveDefinite { node: 0 })
    ));
}
