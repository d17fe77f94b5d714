//! Preconditioned conjugate gradients (Hestenes and Stiefel 1952) for the node matrix. Products are
//! row by row and sums ordered: the same bits for any number of threads.

use rayon::prelude::*;

use super::block_matrix::BlockMatrix;
use super::{LinearError, Vec3};
use crate::ordered;

/// Rows handled by one task; only speed depends on it.
const GRAIN: usize = 1024;

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limits {
    /// Bound of `sqrt(r . M^-1 r)` relative to that of the right-hand side. Where M is close to A,
    /// this is the error in the energy norm relative to the solution.
    pub tolerance: f64,
    /// Most iterations.
    pub iterations: usize,
}

/// End of an iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    /// Iterations made.
    pub iterations: usize,
    /// `sqrt(r . M^-1 r)` relative to that of the right-hand side.
    pub residual: f64,
    /// Whether the residual is within the tolerance.
    pub converged: bool,
}

/// Vectors that are kept between solves.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    residual: Vec<Vec3>,
    preconditioned: Vec<Vec3>,
    direction: Vec<Vec3>,
    image: Vec<Vec3>,
}

/// Solves `A x = b` from zero; `precondition(r, z)` computes `z = M^-1 r` with M symmetric positive
/// definite. Every iterate is a direction of descent of `x . A x / 2 - b . x`.
///
/// Fails with [`LinearError::NotPositiveDefinite`] on a direction of non-positive curvature; the
/// node is the row where that direction is largest.
pub(super) fn solve(
    a: &BlockMatrix,
    b: &[Vec3],
    x: &mut [Vec3],
    mut precondition: impl FnMut(&[Vec3], &mut [Vec3]) -> Result<(), LinearError>,
    limits: Limits,
    work: &mut Workspace,
) -> Result<Outcome, LinearError> {
    let Workspace {
        residual: r,
        preconditioned: z,
        direction: p,
        image,
    } = work;
    r.clear();
    r.extend_from_slice(b);
    x.fill(Vec3::zeros());
    z.resize(b.len(), Vec3::zeros());
    image.resize(b.len(), Vec3::zeros());
    let mut outcome = Outcome {
        iterations: 0,
        residual: 0.0,
        converged: true,
    };
    if b.iter().all(|b| *b == Vec3::zeros()) {
        return Ok(outcome);
    }
    precondition(r, z)?;
    p.clone_from(z);
    let mut size = dot(r, z);
    let first = size;
    loop {
        outcome.residual = (size / first).sqrt();
        outcome.converged = outcome.residual <= limits.tolerance;
        if !is_positive(size) && !outcome.converged {
            return Err(not_definite(p));
        }
        if outcome.converged || outcome.iterations == limits.iterations {
            return Ok(outcome);
        }
        a.multiply(p, image);
        let curvature = dot(p, image);
        if !is_positive(curvature) {
            return Err(not_definite(p));
        }
        let alpha = size / curvature;
        add_scaled(x, alpha, p);
        add_scaled(r, -alpha, image);
        precondition(r, z)?;
        let new_size = dot(r, z);
        let beta = new_size / size;
        p.par_iter_mut()
            .zip(&*z)
            .with_min_len(GRAIN)
            .for_each(|(p, z)| *p = z + *p * beta);
        size = new_size;
        outcome.iterations += 1;
    }
}

fn dot(a: &[Vec3], b: &[Vec3]) -> f64 {
    ordered::sum(a.len(), |i| a[i].dot(&b[i]))
}

/// False for what is not a number, too.
fn is_positive(value: f64) -> bool {
    value > 0.0
}

fn add_scaled(x: &mut [Vec3], factor: f64, y: &[Vec3]) {
    x.par_iter_mut()
        .zip(y)
        .with_min_len(GRAIN)
        .for_each(|(x, y)| *x += y * factor);
}

fn not_definite(direction: &[Vec3]) -> LinearError {
    let sizes = direction.iter().map(Vec3::norm_squared).enumerate();
    let largest = sizes.max_by(|a, b| a.1.total_cmp(&b.1));
    LinearError::NotPositiveDefinite {
        node: largest.map_or(0, |(i, _)| i as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::super::block_matrix::Pattern;
    use super::super::tests::random_vectors;
    use super::*;
    use crate::linear::Block;

    fn diagonal(entries: &[f64]) -> BlockMatrix {
        let n = entries.len();
        BlockMatrix {
            pattern: Pattern {
                row_start: (0..=n).collect(),
                columns: (0..n as u32).collect(),
            },
            values: entries.iter().map(|&d| Block::identity() * d).collect(),
        }
    }

    fn run(
        a: &BlockMatrix,
        b: &[Vec3],
        iterations: usize,
    ) -> Result<(Vec<Vec3>, Outcome), LinearError> {
        let mut x = b.to_vec();
        let identity = |r: &[Vec3], z: &mut [Vec3]| {
            z.copy_from_slice(r);
            Ok(())
        };
        let limits = Limits {
            tolerance: 1e-12,
            iterations,
        };
        let outcome = solve(a, b, &mut x, identity, limits, &mut Workspace::default())?;
        Ok((x, outcome))
    }

    /// In exact arithmetic there are as many iterations as there are distinct eigenvalues.
    #[test]
    fn distinct_eigenvalues_bound_the_iterations() {
        let entries: Vec<f64> = (0..60).map(|i| [1.0, 2.0, 5.0][i % 3]).collect();
        let b = random_vectors(60, 2);
        let (x, outcome) = run(&diagonal(&entries), &b, 10).unwrap();
        assert_eq!((outcome.iterations, outcome.converged), (3, true));
        for ((x, b), d) in x.iter().zip(&b).zip(&entries) {
            assert!((x * *d - b).amax() < 1e-12);
        }
        let (_, outcome) = run(&diagonal(&entries), &b, 2).unwrap();
        assert!(!outcome.converged && outcome.residual > 1e-12);
    }

    #[test]
    fn curvature_that_is_not_positive_is_an_error() {
        for bad in [-3.0, 0.0, f64::NAN] {
            let b = [Vec3::x(), Vec3::y() * 9.0, Vec3::z()];
            let result = run(&diagonal(&[1.0, bad, 1.0]), &b, 10);
            let expected = LinearError::NotPositiveDefinite { node: 1 };
            assert_eq!(result.err(), Some(expected));
        }
    }
}
