//! Systems that rounding has cost their definiteness.

use super::{LinearError, LinearSystem};

/// First multiple of the mean diagonal that is added to a matrix that is not positive definite.
const SMALLEST_SHIFT: f64 = 1e-12;
/// Factor from one such attempt to the next.
const SHIFT_GROWTH: f64 = 1e3;
/// Most such attempts.
const MAX_SHIFTS: u32 = 4;

impl LinearSystem {
    /// Makes `attempt` factor and solve the assembled system; where rounding has cost the matrix its definiteness, again
    /// with a growing multiple of the mean diagonal added: a direction of descent all the same.
    pub fn with_shifts(
        &mut self,
        mut attempt: impl FnMut(&mut Self) -> Result<(), LinearError>,
    ) -> Result<(), LinearError> {
        let mut shift = SMALLEST_SHIFT * self.matrix().mean_diagonal();
        for _ in 0..MAX_SHIFTS {
            match attempt(self) {
                Err(LinearError::NotPositiveDefinite { .. }) => self.shift_diagonal(shift),
                other => return other,
            }
            shift *= SHIFT_GROWTH;
        }
        attempt(self)
    }
}
