//! Words of the Geometric Contact Potential.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::Length;

/// Geometric Contact Potential.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Gcp {
    /// How far from a local minimum of the distance a pair may be and still push: cosine of an angle, from 0 to 1.
    pub alpha: f64,
    /// Width of the step by which a direction is outside of a surface, from 0 to 1.
    pub beta: f64,
    /// Distance below which pairs push; `dhat` when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Length>,
    /// Length in the weights of sharp corners and edges, so that they do not change under refinement; that of the edges
    /// around them when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
}

impl Default for Gcp {
    fn default() -> Self {
        Gcp {
            alpha: 0.5,
            beta: 0.1,
            epsilon: None,
            length: None,
        }
    }
}

impl Gcp {
    /// Whether everything is as without it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
