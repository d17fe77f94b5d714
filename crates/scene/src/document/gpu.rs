//! Words of the GPU.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Vertex Block Descent on a GPU, beyond what `vbd` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Gpu {
    /// The numbers it computes with.
    pub precision: Precision,
}

/// The numbers that a GPU computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// 32 bits.
    #[default]
    Single,
    /// 64 bits: slower.
    Double,
}

impl Gpu {
    /// Whether everything is as without it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
