//! Gradients and Hessians of every kind of term against hyper-dual numbers; the projected Hessian.

use super::stencils::{Case, KINDS, case};
use crate::contact::geometric::Curvature;
use crate::testing::Random;
use nalgebra::{DMatrix, SymmetricEigen};
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
        let (mut active, mut zero) = (0, 0);
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
            let (g, h) = case.exact();
            let what = std::format!(
                "{dimension:?} {kind:?} {active} {:?} {:?}",
                case.term,
                case.x
            );
            assert_near(&gradient, &g, 1e-9, &what);
            assert_near(&hessian, &h, 1e-8, &what);
        }
        std::println!("{dimension:?} {kind:?}: {active} active, {zero} zero");
    }
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
