//! Draping: garments are sewn and come to rest before the scene begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::step::StepSpec;

/// Draping of garments before the scene begins: obstacles and what is held stand still, stitches pull with a bounded
/// force, and everything is damped until it is at rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Drape")]
pub struct DrapeSpec {
    /// Length of its steps, s, or the longest and the shortest.
    pub step: StepSpec,
    /// Time after which it has failed if anything still moves, s.
    #[schemars(extend("unit" = "s"))]
    pub longest: f64,
    /// Speed below which everything is at rest, which ends it, m/s.
    #[schemars(extend("unit" = "m/s"))]
    pub rest: f64,
    /// Force with which each stitch pulls at most after `ramp`, N, and which goes on growing at that rate; when absent, such
    /// that all together pull ten times as hard as the weight of what is sewn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "N"))]
    pub force: Option<f64>,
    /// Time in which that force is reached from nothing, s.
    #[schemars(extend("unit" = "s"))]
    pub ramp: f64,
    /// Damping by mass, 1/s.
    #[schemars(extend("unit" = "1/s"))]
    pub damping: f64,
    /// Share of the coefficients of friction that acts.
    #[schemars(extend("unit" = "1"))]
    pub friction: f64,
    /// Newton iterations after which a step ends, solved or not; the drape ends only after one that was solved.
    pub iterations: u32,
}

impl Default for DrapeSpec {
    fn default() -> Self {
        Self {
            step: StepSpec::fixed(0.04),
            longest: 10.0,
            rest: 0.02,
            force: None,
            ramp: 0.2,
            damping: 5.0,
            friction: 0.0,
            iterations: 25,
        }
    }
}

/// The last frame of another run, where a scene begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Start")]
pub struct StartSpec {
    /// The folder of that run, which has the same bodies.
    pub run: String,
}
