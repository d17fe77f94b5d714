//! The linear solve of a Newton iteration, also where rounding has cost the matrix its definiteness.

use std::time::Instant;

use tangency_geometry::Vec3;

use super::report::Seconds;
use crate::linear::{LinearError, LinearSystem};

/// First multiple of the mean diagonal that is added to a matrix that is not positive definite.
const SMALLEST_SHIFT: f64 = 1e-12;
/// Factor from one such attempt to the next.
const SHIFT_GROWTH: f64 = 1e3;
/// How many there are.
const MAX_SHIFTS: u32 = 4;

/// Solves H p = b; where rounding has cost the matrix its definiteness, with a growing multiple of the mean
/// diagonal added: a direction of descent all the same.
pub fn solve_shifted(
    system: &mut LinearSystem,
    b: &[Vec3],
    p: &mut [Vec3],
    seconds: &mut Seconds,
) -> Result<(), LinearError> {
    let mut shift = SMALLEST_SHIFT * system.matrix().mean_diagonal();
    for _ in 0..MAX_SHIFTS {
        match solve(system, b, p, seconds) {
            Err(LinearError::NotPositiveDefinite { .. }) => system.shift_diagonal(shift),
            other => return other,
        }
        shift *= SHIFT_GROWTH;
    }
    solve(system, b, p, seconds)
}

/// Factors, or sets multigrid up, and solves.
fn solve(
    system: &mut LinearSystem,
    b: &[Vec3],
    p: &mut [Vec3],
    seconds: &mut Seconds,
) -> Result<(), LinearError> {
    let factor = system.factor()?;
    seconds.order += factor.order_seconds + factor.symbolic_seconds;
    seconds.factor += factor.factor_seconds;
    let started = Instant::now();
    let solved = system.solve(b, p);
    seconds.solve += started.elapsed().as_secs_f64();
    solved
}
