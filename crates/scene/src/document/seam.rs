//! Seams: stitches that draw panels of cloth together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_engine::StitchPull;

use super::boundary::{Select, everything};
use super::values::OneOrMany;

/// The stitches that a garment file names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Stitches")]
pub struct StitchesSpec {
    /// Stiffness of each, N/m.
    #[schemars(extend("unit" = "N/m"))]
    pub stiffness: f64,
    /// Longest stitch that is no mistake, m; half the diagonal of the garment when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub reach: Option<f64>,
    /// Largest force with which each pulls, N; without a bound when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N"))]
    pub force: Option<f64>,
    /// Time from the start in which that force grows from nothing, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub ramp: Option<f64>,
}

impl Default for StitchesSpec {
    fn default() -> Self {
        Self {
            stiffness: default_stiffness(),
            reach: None,
            force: None,
            ramp: None,
        }
    }
}

/// The stiffness of stitches in Codimensional IPC, N/m.
fn default_stiffness() -> f64 {
    1e3
}

/// Stitches from the vertices of one side to the nearest points of the other side's edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Seam")]
pub struct SeamSpec {
    /// Name of the seam.
    #[serde(default)]
    pub name: String,
    /// The bodies whose vertices are sewn: a name (`panel` means all copies, `panel.0` one), several, or `*`.
    pub body: OneOrMany<String>,
    /// Which of their vertices; several selections are joined.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
    /// Side that they are sewn to.
    pub to: SeamSide,
    /// Whether only vertices and edges on the border of sheets count.
    #[serde(default = "yes")]
    pub border: bool,
    /// Vertices that are sewn to each other, numbered in their bodies, instead of the nearest points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[u32; 2]>,
    /// Sews the vertices that have something within this distance and leaves the others open, m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub within: Option<f64>,
    /// Longest stitch that is no mistake, m; half the diagonal of both sides when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub reach: Option<f64>,
    /// Stiffness of each stitch, N/m.
    #[serde(default = "default_stiffness")]
    #[schemars(extend("unit" = "N/m"))]
    pub stiffness: f64,
    /// Largest force with which each stitch pulls, N; without a bound when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N"))]
    pub force: Option<f64>,
    /// Time from the start in which that force grows from nothing, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub ramp: Option<f64>,
}

fn yes() -> bool {
    true
}

/// The other side of a seam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeamSide {
    /// The bodies or obstacles it is of.
    pub body: OneOrMany<String>,
    /// Which of their vertices, and the edges between them.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
}

/// The bound of stitches in the engine's words.
pub(crate) fn stitch_pull(force: Option<f64>, ramp: Option<f64>) -> StitchPull {
    StitchPull {
        most: force.unwrap_or(f64::INFINITY),
        ramp: ramp.unwrap_or(0.0),
    }
}
