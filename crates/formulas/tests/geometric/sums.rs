//! Sums of terms, whether they jump along a path, and bodies that approach each other.

#![allow(dead_code, reason = "each test uses a part")]

use super::mesh::{Stencil, Vec3};
use super::shapes::{Body, distance};
use super::stencils::Random;
use nalgebra::{Rotation3, Unit};
use tangency_formulas::contact::geometric::{Dimension, Potential};

pub fn rotation(random: &mut Random) -> Rotation3<f64> {
    let axis = Unit::new_normalize(random.point());
    Rotation3::from_axis_angle(&axis, 3.0 * random.uniform())
}

pub fn total(potential: &Potential<f64>, stencils: &[Stencil], x: &[Vec3]) -> f64 {
    stencils.iter().map(|s| s.value(potential, x)).sum()
}

/// Value and gradient of a sum of terms.
pub fn gradient(potential: &Potential<f64>, stencils: &[Stencil], x: &[Vec3]) -> Vec<f64> {
    let mut sum = vec![0.0; 1 + 3 * x.len()];
    for stencil in stencils {
        let mut part = vec![0.0; 3 * stencil.vertices.len()];
        sum[0] += stencil
            .term
            .gradient(potential, &stencil.positions(x), &mut part);
        for (i, &v) in stencil.vertices.iter().enumerate() {
            for c in 0..3 {
                sum[1 + 3 * v + c] += part[3 * i + c];
            }
        }
    }
    sum
}

pub fn norm(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Follows the largest jumps of a function on (0, 1) into ever smaller intervals: what is left of them there, relative
/// to the largest value.
pub fn jump(f: impl Fn(f64) -> Vec<f64>) -> f64 {
    const SAMPLES: usize = 600;
    let between = |a: &[f64], b: &[f64]| {
        let apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        norm(&apart)
    };
    let values: Vec<_> = (0..=SAMPLES)
        .map(|k| f(k as f64 / SAMPLES as f64))
        .collect();
    let scale = values.iter().map(|v| norm(v)).fold(0.0, f64::max);
    if scale == 0.0 {
        return 0.0;
    }
    let mut jumps: Vec<_> = (0..SAMPLES)
        .map(|k| (between(&values[k], &values[k + 1]), k))
        .collect();
    jumps.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut worst = 0.0_f64;
    for &(_, k) in &jumps[..6] {
        let (mut low, mut high) = (k as f64, k as f64 + 1.0);
        let (mut left, mut right) = (values[k].clone(), values[k + 1].clone());
        for _ in 0..26 {
            let middle = 0.5 * (low + high);
            let value = f(middle / SAMPLES as f64);
            if between(&left, &value) > between(&value, &right) {
                (high, right) = (middle, value);
            } else {
                (low, left) = (middle, value);
            }
        }
        worst = worst.max(between(&left, &right) / scale);
    }
    worst
}

/// The paper's potential in space.
pub fn paper(alpha: f64) -> Potential<f64> {
    Potential::new(Dimension::Space, alpha, 0.1)
}

/// All terms of a body, each with weight 1.
pub fn terms(body: &Body, reach: f64) -> Vec<Stencil> {
    body.mesh.stencils(reach, |_| 1.0)
}

/// Moves `b` towards `a` until they are this far apart, from wherever it is; None if it does not meet `a`.
pub fn approach(a: &Body, b: &Body, along: &Vec3, gap: f64) -> Option<Body> {
    // No step is longer than the distance that is left, so that none goes through.
    let mut b = b.clone();
    for _ in 0..10_000 {
        let left = distance(a, &b) - gap;
        if left <= 1e-9 * gap + 1e-15 {
            return Some(b);
        }
        if left > 20.0 {
            return None;
        }
        b = b.map(|p| p + along * left);
    }
    None
}
