//! Backtracking from the largest feasible step until the potential does not rise (Li et al. 2020, Alg. 1).
//!
//! Near convergence the difference of two potentials drowns in the rounding of their sums. A rise that the
//! rounding explains is therefore accepted: the step is feasible, and along a descent direction.

use tangency_geometry::Vec3;

use super::potential::{IncrementalPotential, Value};

/// Relative rounding error granted to a potential, in units of the magnitude it was summed from.
const ROUNDING: f64 = 1e-14;
/// Halvings after which the search is given up.
const MAX_HALVINGS: u32 = 60;

/// A step that was taken.
pub struct Accepted {
    /// Its length.
    pub alpha: f64,
    /// The potential at its end.
    pub value: Value,
}

/// Moves `x` to the first of `x0 + alpha p`, `x0 + alpha/2 p`, ... whose potential is not above `before`.
/// `None` when none is; then `x` is `x0` again, with its pairs detected.
pub fn backtrack(
    potential: &mut IncrementalPotential,
    x0: &[Vec3],
    p: &[Vec3],
    mut alpha: f64,
    before: Value,
    x: &mut [Vec3],
    clock: &mut impl FnMut(&mut IncrementalPotential, &[Vec3]),
) -> Option<Accepted> {
    for _ in 0..MAX_HALVINGS {
        advance(x0, p, alpha, x);
        clock(potential, x);
        let value = potential.value(x);
        let allowed = ROUNDING * (before.magnitude + value.magnitude);
        // Beyond a limit the potential is infinite, and so is its magnitude.
        if value.total.is_finite() && value.total <= before.total + allowed {
            return Some(Accepted { alpha, value });
        }
        alpha *= 0.5;
    }
    x.copy_from_slice(x0);
    clock(potential, x);
    None
}

/// x = x0 + alpha p.
pub fn advance(x0: &[Vec3], p: &[Vec3], alpha: f64, x: &mut [Vec3]) {
    for (x, (x0, p)) in x.iter_mut().zip(x0.iter().zip(p)) {
        *x = x0 + p * alpha;
    }
}
