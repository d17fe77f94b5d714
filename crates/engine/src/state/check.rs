//! Whether a state that was read from somewhere fits a model: every array has its length, every number is one to
//! calculate with.

use tangency_geometry::Vec3;

use super::State;
use crate::model::Model;
use crate::settings::Integrator;

/// Relative slack between the time of a state and its number of steps.
const SLACK: f64 = 1e-12;

/// Largest difference between the length of a director and 1.
const UNIT: f64 = 1e-6;

/// Why a state is not one of a model. Arrays have the names that they have in a checkpoint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StateError {
    /// An array is too short or too long.
    #[error("the array `{array}` has {found} entries, where the scene has {expected}")]
    Length {
        /// The array.
        array: &'static str,
        /// Entries that the model calls for.
        expected: usize,
        /// Entries there are.
        found: usize,
    },
    /// A number that nothing can be calculated with.
    #[error("the array `{array}` has {value} in entry {entry}: {wanted}")]
    Number {
        /// The array.
        array: &'static str,
        /// The entry, from 0.
        entry: usize,
        /// The number.
        value: f64,
        /// Description of what it should be.
        wanted: &'static str,
    },
    /// A boundary that has let go, but that the model does not have.
    #[error(
        "the array `released` has {found} in entry {entry}: expected are ascending numbers below {count}, the number of boundaries"
    )]
    Released {
        /// The entry, from 0.
        entry: usize,
        /// The number found.
        found: u32,
        /// Boundaries of the model.
        count: usize,
    },
    /// The time is not that of the number of steps.
    #[error("`time` is {found} s, where {step} steps of {dt} s have been done")]
    Time {
        /// The time found, s.
        found: f64,
        /// Steps done.
        step: u64,
        /// Length of a step, s.
        dt: f64,
    },
}

impl State {
    /// Checks that a step of `model` can begin here.
    pub fn check(&self, model: &Model) -> Result<(), StateError> {
        let nodes = model.node_count();
        let twists = &model.elements.twists;
        vectors("x", &self.x, model.vertex_count())?;
        vectors("v", &self.v, model.vertex_count())?;
        for (name, values) in [("angle_x", &self.angles.x), ("angle_v", &self.angles.v)] {
            length(name, values.len(), twists.segments.len())?;
            finite(name, values.iter().copied())?;
        }
        vectors("start", &self.start, nodes)?;
        self.check_past(model)?;
        vectors("directors", &self.directors, twists.segments.len())?;
        let lengths = self.directors.iter().map(|director| director.norm());
        let is_unit = |length: f64| (length - 1.0).abs() <= UNIT;
        each("directors", lengths, is_unit, "expected is a length of 1")?;
        length("twists", self.twists.len(), twists.joints.stencils.len())?;
        finite("twists", self.twists.iter().copied())?;
        let is_stiffness = |kappa: f64| kappa.is_finite() && kappa >= 0.0;
        let kappa = self.kappa.into_iter();
        each("kappa", kappa, is_stiffness, "expected is 0 or more")?;
        self.check_released(model.boundary.len())?;
        let dt = model.settings.dt;
        let due = self.step as f64 * dt;
        if (self.time - due).abs() <= SLACK * due {
            return Ok(());
        }
        Err(StateError::Time {
            found: self.time,
            step: self.step,
            dt,
        })
    }

    /// Checks what integrators remember: nothing at the start, then each its own.
    fn check_past(&self, model: &Model) -> Result<(), StateError> {
        let nodes = model.node_count();
        let integrator = model.settings.integrator;
        let kept = |is_needed: bool| if is_needed && self.step > 0 { nodes } else { 0 };
        let is_newmark = matches!(integrator, Integrator::Newmark { .. });
        vectors("a", &self.a, kept(is_newmark))?;
        if !self.pending.is_empty() {
            vectors("pending", &self.pending, nodes)?;
        }
        let (x, v): (&[Vec3], &[Vec3]) = match &self.earlier {
            Some(earlier) => (&earlier.x, &earlier.v),
            None => (&[], &[]),
        };
        let count = kept(integrator == Integrator::Bdf2);
        vectors("earlier_x", x, count)?;
        vectors("earlier_v", v, count)
    }

    fn check_released(&self, count: usize) -> Result<(), StateError> {
        let mut least = 0;
        for (entry, &found) in self.released.iter().enumerate() {
            if found < least || found as usize >= count {
                return Err(StateError::Released {
                    entry,
                    found,
                    count,
                });
            }
            least = found + 1;
        }
        Ok(())
    }
}

fn length(array: &'static str, found: usize, expected: usize) -> Result<(), StateError> {
    if found == expected {
        return Ok(());
    }
    Err(StateError::Length {
        array,
        expected,
        found,
    })
}

fn vectors(array: &'static str, values: &[Vec3], expected: usize) -> Result<(), StateError> {
    length(array, values.len(), expected)?;
    let worst = |x: &Vec3| x.iter().copied().find(|c| !c.is_finite()).unwrap_or(0.0);
    finite(array, values.iter().map(worst))
}

fn finite(array: &'static str, values: impl Iterator<Item = f64>) -> Result<(), StateError> {
    each(array, values, f64::is_finite, "expected is a finite number")
}

fn each(
    array: &'static str,
    values: impl Iterator<Item = f64>,
    is_right: impl Fn(f64) -> bool,
    wanted: &'static str,
) -> Result<(), StateError> {
    let mut values = values.enumerate();
    match values.find(|&(_, value)| !is_right(value)) {
        None => Ok(()),
        Some((entry, value)) => Err(StateError::Number {
            array,
            entry,
            value,
            wanted,
        }),
    }
}
