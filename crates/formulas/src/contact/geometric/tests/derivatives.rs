//! Gradients and Hessians of every kind of term against hyper-dual numbers; the projected Hessian.

use super::stencils::{Case, KINDS, case, lift};
use crate::Vec3;
use crate::contact::geometric::{Curvature, Dimension, Step, TermKind};
use crate::testing::Random;
use nalgebra::{DMatrix, SymmetricEigen};
use num_dual::HyperDual64;
use std::vec;
use std::vec::Vec;

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[track_caller]
fn assert_near(actual: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    let error: Vec<f64> = actual.iter().zip(expected).map(|(a, b)| a - b).collect();
    let (error, scale) = (norm(&error), norm(expected));
    assert!(
        error <= tolerance * scale,
        "{what}: off by {error:e} of {scale:e}"
    );
}

fn hessian(case: &Case, curvature: Curvature) -> (f64, Vec<f64>, Vec<f64>) {
    let n = 3 * case.x.len();
    // Filled with numbers that must not survive.
    let (mut gradient, mut hessian) = (vec![7.0; n], vec![7.0; n * n]);
    let mut scratch = vec![7.0; case.term.scratch()];
    let value = case.term.hessian(
        &case.potential,
        &case.x,
        curvature,
        &mut gradient,
        &mut hessian,
        &mut scratch,
    );
    (value, gradient, hessian)
}

#[test]
fn every_kind_of_term_has_exact_derivatives() {
    for (number, (dimension, kind)) in KINDS.into_iter().enumerate() {
        let mut random = Random(40 + number as u64);
        let (mut active, mut zero, mut branches) = (0, 0, [0; 5]);
        while active < 150 {
            let case = case(&mut random, dimension, kind);
            let value = case.term.value(&case.potential, &case.x);
            let (found, gradient, hessian) = hessian(&case, Curvature::Exact);
            assert_eq!(found, value);
            assert_eq!(case.term.is_active(&case.potential, &case.x), value != 0.0);
            let mut alone = vec![7.0; gradient.len()];
            assert_eq!(
                case.term.gradient(&case.potential, &case.x, &mut alone),
                value
            );
            assert_eq!(alone, gradient);
            if value == 0.0 {
                zero += 1;
                assert_eq!((norm(&gradient), norm(&hessian)), (0.0, 0.0));
                continue;
            }
            active += 1;
            for (count, is_taken) in branches.iter_mut().zip(taken(&case)) {
                *count += usize::from(is_taken);
            }
            let (g, h) = case.exact();
            let what = std::format!(
                "{dimension:?} {kind:?} {active} {:?} {:?}",
                case.term,
                case.x
            );
            assert_near(&gradient, &g, 1e-9, &what);
            assert_near(&hessian, &h, 1e-8, &what);
        }
        std::println!(
            "{dimension:?} {kind:?}: {active} active, {zero} zero; tangents, exterior, mollifier, bisectors, far: {branches:?}"
        );
        // Every branch that the kind has; in the plane and at edges there are no bisectors, and no vertex fades.
        let has_vertex = kind != TermKind::EdgeEdge;
        let is_space = dimension == Dimension::Space;
        let expected = [
            has_vertex || is_space,
            has_vertex || is_space,
            kind != TermKind::VertexVertex,
            has_vertex && is_space,
            true,
        ];
        for (count, is_expected) in branches.into_iter().zip(expected) {
            assert!(count > 5 || !is_expected, "{branches:?}");
        }
    }
}

/// Which factors are neither zero nor one: those without which the value is another. Last, whether the distance is in
/// the outer half of the kernel.
fn taken(case: &Case) -> [bool; 5] {
    let value = case.term.value(&case.potential, &case.x);
    let changed = |change: &dyn Fn(&mut Case)| {
        let mut other = Case {
            potential: case.potential,
            term: case.term,
            x: case.x.clone(),
        };
        change(&mut other);
        other.term.value(&other.potential, &other.x) != value
    };
    let mut near = case.term;
    near.reach *= 0.5;
    [
        changed(&|c| {
            c.potential.tangent = Step {
                alpha: 9.0,
                beta: -8.0,
            }
        }),
        changed(&|c| {
            c.potential.normal = Step {
                alpha: 9.0,
                beta: -8.0,
            };
        }),
        changed(&|c| c.potential.mollifier.width *= 1e-9),
        changed(&|c| c.potential.bisectors = !c.potential.bisectors),
        near.value(&case.potential, &case.x) == 0.0,
    ]
}

#[test]
fn the_projected_hessian_is_the_nearest_semidefinite_one() {
    for (number, (dimension, kind)) in KINDS.into_iter().enumerate() {
        let mut random = Random(50 + number as u64);
        let (mut active, mut definite) = (0, 0);
        while active < 150 {
            let case = case(&mut random, dimension, kind);
            let (value, _, exact) = hessian(&case, Curvature::Exact);
            if value == 0.0 {
                continue;
            }
            active += 1;
            let (_, _, projected) = hessian(&case, Curvature::Projected);
            // nalgebra's decomposition does not bear rows of zeros.
            let n = 3 * case.x.len();
            let used: Vec<usize> = (0..n)
                .filter(|i| norm(&exact[i * n..(i + 1) * n]) > 0.0)
                .collect();
            let compact = |matrix: &[f64]| {
                DMatrix::from_fn(used.len(), used.len(), |i, j| matrix[used[i] * n + used[j]])
            };
            let (scale, size) = (norm(&exact), norm(&projected));
            let (exact, projected) = (compact(&exact), compact(&projected));
            assert!((projected.norm() - size).abs() <= 1e-14 * size);
            let mut clamped = SymmetricEigen::new(exact.clone());
            definite += usize::from(clamped.eigenvalues.min() >= -1e-14 * scale);
            assert!(clamped.eigenvalues.min() < 0.0 || projected == exact);
            clamped.eigenvalues.apply(|value| *value = value.max(0.0));
            let error = (&projected - clamped.recompose()).norm();
            assert!(error <= 1e-12 * scale, "{error:e} of {scale:e}");
            let least = SymmetricEigen::new(projected).eigenvalues.min();
            assert!(least >= -1e-13 * scale, "{least:e} of {scale:e}");
        }
        std::println!("{dimension:?} {kind:?}: {definite} of {active} definite");
    }
}

#[test]
fn the_reduced_hessian_is_semidefinite_and_right_along_the_direction() {
    for (number, (dimension, kind)) in KINDS.into_iter().enumerate() {
        let mut random = Random(60 + number as u64);
        let (mut active, mut alone) = (0, 0);
        while active < 150 {
            let case = case(&mut random, dimension, kind);
            let (value, gradient, exact) = hessian(&case, Curvature::Exact);
            if value == 0.0 {
                continue;
            }
            active += 1;
            let (same, slope, reduced) = hessian(&case, Curvature::Reduced);
            assert_eq!(same, value);
            assert_near(&slope, &gradient, 1e-11, "gradient");
            let n = 3 * case.x.len();
            let used: Vec<usize> = (0..n)
                .filter(|i| norm(&reduced[i * n..(i + 1) * n]) > 0.0)
                .collect();
            let compact = DMatrix::from_fn(used.len(), used.len(), |i, j| {
                reduced[used[i] * n + used[j]]
            });
            assert!((&compact - compact.transpose()).norm() <= 1e-13 * compact.norm());
            let least = SymmetricEigen::new(compact.clone()).eigenvalues.min();
            assert!(least >= -1e-13 * compact.norm(), "{least:e}");
            // Where only the distance matters, it is exact for two primitives that approach each other.
            if taken(&case)[..4] == [false; 4] {
                let first = if kind == TermKind::EdgeEdge { 2 } else { 1 };
                let force = |c: usize| -> f64 { (0..first).map(|i| gradient[3 * i + c]).sum() };
                let direction: Vec<f64> = (0..n)
                    .map(|i| if i / 3 < first { force(i % 3) } else { 0.0 })
                    .collect();
                let along = |h: &[f64]| -> f64 {
                    let bent = (0..n).map(|i| (0..n).map(|j| h[i * n + j] * direction[j]).sum());
                    let bent: Vec<f64> = bent.collect();
                    direction.iter().zip(&bent).map(|(a, b)| a * b).sum()
                };
                let size = (0..3).map(|c| force(c) * force(c)).sum::<f64>().sqrt();
                let normal = case.term.normal_force(&case.potential, &case.x);
                assert!((normal / size - 1.0).abs() < 1e-10);
                let ratio = along(&reduced) / along(&exact);
                assert!(
                    kind == TermKind::EdgeEdge || (ratio - 1.0).abs() < 1e-8,
                    "{ratio}"
                );
                alone += 1;
            }
        }
        std::println!("{dimension:?} {kind:?}: {alone} of {active} depend on the distance alone");
    }
}

/// The force and its derivatives, with that by the distance of the closest points put back, against hyper-dual numbers.
#[test]
fn normal_forces_have_exact_derivatives() {
    for (number, (dimension, kind)) in KINDS.into_iter().enumerate() {
        let mut random = Random(60 + number as u64);
        let mut active = 0;
        while active < 100 {
            let case = case(&mut random, dimension, kind);
            let force = case.term.normal_force(&case.potential, &case.x);
            if force == 0.0 || !force.is_finite() {
                continue;
            }
            active += 1;
            let n = 3 * case.x.len();
            let mut parts = vec![7.0; n];
            let by_distance =
                (case.term).normal_force_derivatives(&case.potential, &case.x, &mut parts);
            let (potential, term) = lift::<HyperDual64>(&case.potential, &case.term);
            let (mut actual, mut expected) = (Vec::new(), Vec::new());
            for i in 0..n {
                let mut x: Vec<Vec3<HyperDual64>> =
                    case.x.iter().map(|p| p.map(HyperDual64::from_re)).collect();
                x[i / 3][i % 3].eps1 = 1.0;
                let closest = kind.closest(&x, HyperDual64::from_re(f64::INFINITY));
                let widening = closest.map_or(0.0, |closest| closest.distance.eps1);
                actual.push(by_distance * widening + parts[i]);
                expected.push(term.normal_force(&potential, &x).eps1);
            }
            assert_near(&actual, &expected, 1e-8, "derivatives of the force");
        }
    }
}

#[test]
fn contact_is_infinite_and_nothing_else_is() {
    for (number, (dimension, kind)) in KINDS.into_iter().enumerate() {
        let mut random = Random(80 + number as u64);
        let mut case = case(&mut random, dimension, kind);
        let (x, y, zero) = (Vec3::x(), Vec3::y(), Vec3::zeros());
        case.x = match kind {
            TermKind::VertexVertex => vec![x, x],
            TermKind::VertexEdge => vec![x * 0.5, zero, x],
            TermKind::VertexFace => vec![(x + y) * 0.25, zero, x, y],
            TermKind::EdgeEdge => vec![-x, x, -y, y],
        };
        (case.term.first.count, case.term.second.count) = (0, 0);
        for curvature in [Curvature::Exact, Curvature::Projected, Curvature::Reduced] {
            let (value, gradient, second) = hessian(&case, curvature);
            assert_eq!(value, f64::INFINITY);
            assert_eq!(norm(&gradient) + norm(&second), 0.0);
        }
        assert!(case.term.is_active(&case.potential, &case.x));
    }
}

#[test]
fn single_precision_follows() {
    let mut random = Random(90);
    for (dimension, kind) in KINDS {
        let (mut close, mut count) = (0, 0);
        while count < 100 {
            let case = case(&mut random, dimension, kind);
            let value = case.term.value(&case.potential, &case.x);
            // The mollifier magnifies rounding of the positions.
            if value == 0.0 || taken(&case)[2] {
                continue;
            }
            count += 1;
            let (potential, term) = lift::<f32>(&case.potential, &case.term);
            let x: Vec<_> = case.x.iter().map(|p| p.cast::<f32>()).collect();
            let mut gradient = vec![0.0; 3 * x.len()];
            let single = term.gradient(&potential, &x, &mut gradient);
            assert!(gradient.iter().all(|g| g.is_finite()));
            close += usize::from((f64::from(single) / value - 1.0).abs() < 1e-2);
        }
        // Not where a factor has all but vanished.
        assert!(close > 90, "{dimension:?} {kind:?}: {close}");
    }
}
