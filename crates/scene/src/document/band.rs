//! Elastic bands: what gathers cloth at a waist or a cuff.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boundary::{Select, everything};
use super::values::OneOrMany;

/// An elastic band, sewn along edges of sheets. It has no mass and touches nothing; the cloth has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Band")]
pub struct BandSpec {
    /// Name of the band.
    #[serde(default)]
    pub name: String,
    /// The bodies along whose edges it goes: a name (`panel` means all copies, `panel.0` one), several, or `*`.
    pub body: OneOrMany<String>,
    /// Which of their vertices; it goes along the edges between them. Several selections are joined.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
    /// Whether only edges on the border of sheets count.
    #[serde(default = "yes")]
    pub border: bool,
    /// Share of the length of the edges, as they are placed, that it has without force.
    #[serde(default = "default_length")]
    #[schemars(extend("unit" = "1"))]
    pub length: f64,
    /// Force at twice its length, N; in between it grows evenly.
    #[serde(default = "default_stiffness")]
    #[schemars(extend("unit" = "N"))]
    pub stiffness: f64,
}

fn yes() -> bool {
    true
}

fn default_length() -> f64 {
    0.8
}

fn default_stiffness() -> f64 {
    20.0
}
