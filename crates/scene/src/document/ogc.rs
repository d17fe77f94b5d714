//! Words of Offset Geometric Contact.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::Length;

/// Offset Geometric Contact; what is absent is chosen from mesh, thickness and material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Ogc {
    /// Gap below which bodies repel each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// Gap up to which pairs are looked for; at least the radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_radius: Option<Length>,
    /// Stiffness of a contact, N/m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// How far a vertex may move between two detections.
    pub bounds: Bounds,
}

/// What keeps vertices from passing through each other between two detections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bounds {
    /// A share of the smallest gap, in any direction.
    Ball,
    /// A share of each gap towards what is across; sliding is free.
    #[default]
    Plane,
}

impl Ogc {
    /// Whether everything is as without it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
