//! Errors of the generators, and the checks that find them.

use thiserror::Error;

/// Lengths of shapes: squares and products of them, and their sums with places, are numbers to calculate with.
const SMALLEST: f64 = 1e-12;
const LARGEST: f64 = 1e12;

/// Why a shape cannot be made from its parameters.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum GenerateError {
    /// A count is too small.
    #[error("{shape}: {parameter} is {value}, it must be at least {least}")]
    TooFew {
        /// The generator.
        shape: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value that was given.
        value: u32,
        /// The smallest value that works.
        least: u32,
    },
    /// A length is zero, negative or not finite.
    #[error("{shape}: {parameter} is {value}, it must be a finite number above zero")]
    NotPositive {
        /// The generator.
        shape: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// A length that no mesh of doubles has a place for.
    #[error("{shape}: {parameter} is {value:e}, it must be between {SMALLEST:e} and {LARGEST:e}")]
    OutOfRange {
        /// The generator.
        shape: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// Two parameters do not go together.
    #[error("{shape}: {reason}")]
    Conflict {
        /// The generator.
        shape: &'static str,
        /// The values that do not fit, and why.
        reason: String,
    },
    /// The mesh would have more points than a `u32` index can name.
    #[error(
        "{shape}: {points} points are more than a mesh can hold ({limit}); lower its resolution"
    )]
    TooMany {
        /// The generator.
        shape: &'static str,
        /// Number of points asked for.
        points: u128,
        /// The largest number possible.
        limit: u32,
    },
}

/// Lengths that must be finite and above zero, and neither tiny nor huge.
pub(super) fn positive(
    shape: &'static str,
    lengths: &[(&'static str, f64)],
) -> Result<(), GenerateError> {
    match lengths
        .iter()
        .find(|(_, value)| !(value.is_finite() && *value > 0.0))
    {
        Some(&(parameter, value)) => Err(GenerateError::NotPositive {
            shape,
            parameter,
            value,
        }),
        None => in_range(shape, lengths),
    }
}

fn in_range(shape: &'static str, lengths: &[(&'static str, f64)]) -> Result<(), GenerateError> {
    let range = SMALLEST..=LARGEST;
    match lengths.iter().find(|(_, value)| !range.contains(value)) {
        Some(&(parameter, value)) => Err(GenerateError::OutOfRange {
            shape,
            parameter,
            value,
        }),
        None => Ok(()),
    }
}

/// Counts that must not be below `least`.
pub(super) fn at_least(
    shape: &'static str,
    least: u32,
    counts: &[(&'static str, u32)],
) -> Result<(), GenerateError> {
    match counts.iter().find(|(_, value)| *value < least) {
        Some(&(parameter, value)) => Err(GenerateError::TooFew {
            shape,
            parameter,
            value,
            least,
        }),
        None => Ok(()),
    }
}

/// `small` must be below `large`.
pub(super) fn below(
    shape: &'static str,
    small: (&str, f64),
    large: (&str, f64),
) -> Result<(), GenerateError> {
    if small.1 < large.1 {
        return Ok(());
    }
    let reason = format!(
        "{} ({} m) must be below {} ({} m)",
        small.0, small.1, large.0, large.1
    );
    Err(GenerateError::Conflict { shape, reason })
}

/// The product of the factors must fit a vertex index.
pub(super) fn countable(shape: &'static str, factors: &[u32]) -> Result<(), GenerateError> {
    let points: u128 = factors.iter().map(|&f| u128::from(f)).product();
    let limit = u32::MAX;
    if points <= u128::from(limit) {
        Ok(())
    } else {
        Err(GenerateError::TooMany {
            shape,
            points,
            limit,
        })
    }
}
