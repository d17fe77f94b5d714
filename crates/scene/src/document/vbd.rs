//! Words of Vertex Block Descent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Vertex Block Descent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Vbd {
    /// Sweeps of a step.
    pub iterations: u32,
    /// Estimate of the sweeps' rate of convergence for Chebyshev's acceleration, between 0 and 1; none when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<f64>,
    /// What ends a step.
    pub finish: Finish,
}

/// What ends a step of block descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// The last sweep.
    #[default]
    Sweeps,
    /// Newton's method, to `newton_tolerance`.
    Newton,
}

/// What becomes of a step that sweeps have not solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnUnsolved {
    /// It counts, and the run says so.
    #[default]
    Warn,
    /// The run ends there.
    Error,
    /// Newton's method solves it, to `newton_tolerance`.
    Newton,
}

impl OnUnsolved {
    /// Whether it is what is done when nothing is said.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Vbd {
    fn default() -> Self {
        Vbd {
            iterations: 40,
            acceleration: None,
            finish: Finish::Sweeps,
        }
    }
}

impl Vbd {
    /// Whether everything is as without it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
