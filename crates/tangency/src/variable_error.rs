//! Reasons why there is no derivative by a variable.

use thiserror::Error;

/// Why an objective has no derivative by a variable, or why the variable cannot be set.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VariableError {
    /// There is no variable of that name.
    #[error("there is no variable `{name}`{}; there are: {}", hint(.name, .known), .known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// Names that there are.
        known: Vec<String>,
    },
    /// A wrong number of numbers.
    #[error("`{name}` takes {expected} numbers, {found} were given")]
    Length {
        /// The variable.
        name: String,
        /// Numbers that were given.
        found: usize,
        /// Numbers it has.
        expected: usize,
    },
    /// A number that is none.
    #[error("number {index} for `{name}` is {value}; it must be finite")]
    NotFinite {
        /// The variable.
        name: String,
        /// The place of the number.
        index: usize,
        /// The number.
        value: f64,
    },
    /// A parameter changes something by which nothing is differentiated.
    #[error("no derivative by `{parameter}`: it changes {what}; {advice}")]
    Changes {
        /// The parameter.
        parameter: String,
        /// Description of what it changes.
        what: String,
        /// A way out.
        advice: &'static str,
    },
    /// What a scene is made of does not follow a parameter smoothly.
    #[error(
        "no derivative by `{parameter}`: what the scene is made of does not change smoothly at {value} (from either side, or from step to \
         step, the derivatives differ by {disagreement:.1e} of their size)"
    )]
    NotSmooth {
        /// The parameter.
        parameter: String,
        /// Value of the parameter.
        value: f64,
        /// Relative disagreement.
        disagreement: f64,
    },
    /// Friction that is zero has a derivative from one side only.
    #[error(
        "no derivative by `{name}`: nothing in the scene has friction, and steps without any are not differentiated by it; give it a \
         small coefficient, such as 1e-3"
    )]
    Frictionless {
        /// The variable.
        name: String,
    },
    /// Changes of a program and of a parameter that do not go together.
    #[error(
        "`{name}` cannot be changed after what was changed since the scene was loaded: {reason}"
    )]
    Unmerged {
        /// The parameter.
        name: String,
        /// What does not fit.
        reason: String,
    },
    /// Arrays that a scene file does not hold.
    #[error(
        "the {what} of `{body}` were set as an array, which no scene file holds: simulate without a folder"
    )]
    NotInScene {
        /// What was set.
        what: &'static str,
        /// The body.
        body: String,
    },
}

impl VariableError {
    /// A name that is none of those known.
    pub(crate) fn unknown(name: &str, known: Vec<String>) -> Self {
        let name = name.to_owned();
        VariableError::Unknown { name, known }
    }
}

/// ` (did you mean ...?)`, or nothing.
fn hint(name: &str, known: &[String]) -> String {
    tangency_scene::error::suggestion(name, known.iter().map(String::as_str))
}
