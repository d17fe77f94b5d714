//! Conjugate gradients with multigrid through the system: against the direct solver, with stiff contacts,
//! the choice between the two, and its failure modes.

use super::super::*;
use super::{Elastic, bits, in_pool, largest_difference, random_vectors, solve_with};

fn with_kind(body: &Elastic, kind: LinearKind, tolerance: f64) -> LinearSystem {
    let mut system = LinearSystem::new();
    system.configure(kind, None);
    system.set_tolerance(tolerance);
    body.assemble(&mut system);
    system
}

fn solution(body: &Elastic, kind: LinearKind, tolerance: f64) -> (Vec<Vec3>, LinearSystem) {
    let mut system = with_kind(body, kind, tolerance);
    system.factor().unwrap();
    let rhs = random_vectors(body.points.len(), 5);
    (solve_with(&mut system, &rhs), system)
}

/// Norm of `x` in the energy of the matrix.
fn energy_norm(system: &LinearSystem, x: &[Vec3]) -> f64 {
    let free = system.map.free_nodes();
    let x: Vec<Vec3> = free.iter().map(|&i| x[i as usize]).collect();
    let mut image = x.clone();
    system.matrix().multiply(&x, &mut image);
    let terms = x.iter().zip(&image).map(|(x, y)| x.dot(y));
    terms.sum::<f64>().sqrt()
}

#[test]
fn agrees_with_the_direct_solver_to_the_tolerance() {
    for body in [
        Elastic::cube(11, 1e-3, |x| x.y < -0.49),
        Elastic::cube(9, 1.0, |_| false),
        Elastic::stack(7, [1e2, 1e4]),
    ] {
        let (exact, _) = solution(&body, LinearKind::Direct, 0.0);
        let (tight, system) = solution(&body, LinearKind::Amg, 1e-12);
        assert!(largest_difference(&exact, &tight) < 1e-8);
        assert_eq!(system.last_solve().solver, LinearSolver::Amg);
        // The norm of the stopping test is equivalent to that of the energy: within a factor of the
        // square root of the condition number, which is below 25 where multigrid works.
        let (loose, system) = solution(&body, LinearKind::Amg, 1e-3);
        let error: Vec<Vec3> = exact.iter().zip(&loose).map(|(a, b)| a - b).collect();
        let relative = energy_norm(&system, &error) / energy_norm(&system, &exact);
        assert!(relative < 5e-3, "{relative}");
        let report = system.last_solve();
        assert!(report.converged && report.residual <= 1e-3 && report.iterations > 0);
    }
}

/// Stiff contacts are eliminated exactly, so how stiff they are hardly matters.
#[test]
fn iterations_hardly_depend_on_the_stiffness_of_contacts() {
    let [soft, stiff] = [[1e3, 1e3], [1e3, 1e8]].map(|stiffness| {
        let body = Elastic::stack(8, stiffness);
        assert!(body.contacts.len() > 40);
        let (exact, _) = solution(&body, LinearKind::Direct, 0.0);
        let (x, system) = solution(&body, LinearKind::Amg, 1e-10);
        assert!(largest_difference(&exact, &x) < 1e-6);
        assert!(!system.softened.rows.is_empty());
        system.last_solve().iterations
    });
    assert!(stiff <= soft + 3 && stiff < 60, "{soft} {stiff}");
}

#[test]
fn same_bits_for_any_thread_count() {
    let body = Elastic::stack(9, [1e3, 1e6]);
    let run = || bits(&solution(&body, LinearKind::Amg, 1e-3).0);
    let one = in_pool(1, run);
    for threads in [2, 3] {
        assert!(one == in_pool(threads, run), "{threads} threads differ");
    }
}

#[test]
fn indefinite_matrices_are_errors_and_a_shift_repairs() {
    // [1 2; 2 1] has a negative eigenvalue that no diagonal block shows.
    let mut sink = BlockSink::new();
    sink.extend_uniform(&[[0, 1]], |_, blocks| {
        blocks.copy_from_slice(&[1.0, 2.0, 1.0].map(|s| Block::identity() * s));
    });
    let mut system = LinearSystem::new();
    system.configure(LinearKind::Amg, None);
    let rhs = [Vec3::x(), -Vec3::y()];
    let mut out = rhs;
    system
        .assemble(&sink, &[0.0; 2], &NodeMap::all_free(2))
        .unwrap();
    let result = system.factor().and_then(|_| system.solve(&rhs, &mut out));
    assert!(matches!(
        result,
        Err(LinearError::NotPositiveDefinite { .. })
    ));
    system.shift_diagonal(2.0);
    system.set_tolerance(1e-12);
    system.factor().unwrap();
    system.solve(&rhs, &mut out).unwrap();
    // [3 2; 2 3]^-1 = [3 -2; -2 3] / 5.
    let expected = [
        (3.0 * rhs[0] - 2.0 * rhs[1]) / 5.0,
        (3.0 * rhs[1] - 2.0 * rhs[0]) / 5.0,
    ];
    assert!(largest_difference(&expected, &out) < 1e-10);

    system
        .assemble(&sink, &[1.5, f64::NAN], &NodeMap::all_free(2))
        .unwrap();
    let result = system.factor().and_then(|_| system.solve(&rhs, &mut out));
    assert_eq!(result, Err(LinearError::NotPositiveDefinite { node: 1 }));
}

#[test]
fn the_choice_follows_cost_and_memory() {
    let solver = |body: &Elastic, budget| {
        let mut system = LinearSystem::new();
        system.configure(LinearKind::Auto, Some(budget));
        body.assemble(&mut system);
        system.factor().unwrap().solver
    };
    let thin = Elastic::cuboid([2, 50, 50], 1.0, |_| false);
    let rod = Elastic::cuboid([4, 4, 200], 1.0, |_| false);
    let small = Elastic::cube(12, 1.0, |_| false);
    let large = Elastic::cube(28, 1.0, |_| false);
    for body in [&thin, &rod, &small] {
        assert_eq!(solver(body, u64::MAX), LinearSolver::Direct);
    }
    assert_eq!(solver(&large, u64::MAX), LinearSolver::Amg);
    assert_eq!(solver(&thin, 1 << 20), LinearSolver::Amg);
    assert_eq!(
        solver(&small, 1 << 20),
        LinearSolver::Direct,
        "too small for multigrid"
    );
}

#[test]
fn the_direct_solver_steps_in_where_it_fits() {
    let body = Elastic::cube(10, 1e-3, |x| x.y < -0.49);
    let rhs = random_vectors(body.points.len(), 5);
    let (exact, _) = solution(&body, LinearKind::Direct, 0.0);
    for (budget, fits) in [(1 << 30, true), (1 << 10, false)] {
        let mut system = with_kind(&body, LinearKind::Amg, 1e-3);
        system.configure(LinearKind::Amg, Some(budget));
        system.limits.iterations = 2;
        system.factor().unwrap();
        let x = solve_with(&mut system, &rhs);
        let report = system.last_solve();
        assert_eq!((report.fell_back, report.converged), (fits, fits));
        if fits {
            assert!(largest_difference(&exact, &x) < 1e-12);
            assert_eq!(system.factor().unwrap().solver, LinearSolver::Direct);
            system.forget();
            assert_eq!(system.factor().unwrap().solver, LinearSolver::Amg);
        } else {
            assert_eq!((report.solver, report.iterations), (LinearSolver::Amg, 2));
            let free = rhs.iter().zip(&x).zip(&body.fixed).filter(|(_, f)| !**f);
            let slope: f64 = free.map(|((b, x), _)| b.dot(x)).sum();
            assert!(slope > 0.0, "a direction of descent");
        }
    }
}

#[test]
fn trivial_systems() {
    let mut system = LinearSystem::new();
    system.configure(LinearKind::Amg, None);
    system
        .assemble(&BlockSink::new(), &[], &NodeMap::default())
        .unwrap();
    system.factor().unwrap();
    system.solve(&[], &mut []).unwrap();
    // One node, and a right-hand side of zero.
    system
        .assemble(&BlockSink::new(), &[2.0], &NodeMap::all_free(1))
        .unwrap();
    system.factor().unwrap();
    let half = solve_with(&mut system, &[Vec3::x()]);
    assert!(largest_difference(&[Vec3::x() / 2.0], &half) < 1e-15);
    assert_eq!(solve_with(&mut system, &[Vec3::zeros()]), [Vec3::zeros()]);
}
