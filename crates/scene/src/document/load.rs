//! Loads: accelerations, forces, tractions and pressures on parts of bodies, each in its time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boundary::{Select, everything};
use super::values::{OneOrMany, Triple};

/// A force from outside: exactly one of `acceleration`, `force`, `traction`, `pressure` and `driven`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Load")]
pub struct LoadSpec {
    /// Name of the load.
    #[serde(default)]
    pub name: String,
    /// The bodies it acts on: a name (`link` means all copies, `link.0` one), several, or `*`.
    pub body: OneOrMany<String>,
    /// Which of their vertices, or the surface triangles between them; several selections are joined.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
    /// Acceleration of the vertices, m/s².
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m/s^2"))]
    pub acceleration: Option<Triple>,
    /// One force, shared equally by the vertices, N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N", "planar_unit" = "N/m"))]
    pub force: Option<Triple>,
    /// Force per area at rest, in a fixed direction, Pa.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "Pa"))]
    pub traction: Option<Triple>,
    /// Force per area against the outward normal of the surface as it moves, Pa.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "Pa"))]
    pub pressure: Option<f64>,
    /// Whether a program that simulates the scene gives the force on each vertex, step by step; such a scene runs from Rust or
    /// Python only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub driven: bool,
    /// Time from which it acts, s.
    #[serde(default)]
    #[schemars(extend("unit" = "s"))]
    pub begin: f64,
    /// Time until which it acts, s; for ever when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "s"))]
    pub end: Option<f64>,
    /// Time from `begin` in which it grows evenly from nothing, s.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[schemars(extend("unit" = "s"))]
    pub ramp: f64,
}

fn is_nothing(time: &f64) -> bool {
    *time == 0.0
}
