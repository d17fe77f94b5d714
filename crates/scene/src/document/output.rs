//! Output of a run beside positions: fields, and probes that follow points or groups of vertices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boundary::{Select, everything};
use super::values::{OneOrMany, Triple};

/// Output beside the positions of every step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Output")]
pub struct OutputSpec {
    /// Fields to write: names such as `von_mises` or `contact_force`, or `all`.
    pub fields: OneOrMany<String>,
    /// Steps from one set of fields to the next.
    pub every: u64,
    /// Numbers in the files of fields.
    pub precision: OutputPrecision,
    /// Whether the files of fields are compressed.
    pub compression: bool,
    /// Whether `stats.jsonl` has the forces of each step; by default yes, but for the stepper `gpu`, whose steps they would
    /// slow down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forces: Option<bool>,
    /// Probes, written to `probes.csv` after each step.
    pub probe: Vec<ProbeSpec>,
}

impl Default for OutputSpec {
    fn default() -> Self {
        OutputSpec {
            fields: OneOrMany(Vec::new()),
            every: 1,
            precision: OutputPrecision::Single,
            compression: true,
            forces: None,
            probe: Vec::new(),
        }
    }
}

impl OutputSpec {
    /// Whether it is what a scene has that does not ask for any.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Numbers in the files of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutputPrecision {
    /// Four bytes each.
    #[default]
    Single,
    /// Eight bytes each.
    Double,
}

/// A place whose fields are written after each step: a point of a body, or a group of vertices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Probe")]
pub struct ProbeSpec {
    /// Name of the probe: columns of the table are called NAME.FIELD.
    pub name: String,
    /// The bodies it looks at: a name (`link` means all copies, `link.0` one), several, or `*`.
    pub body: OneOrMany<String>,
    /// A point of the body as it is placed at the start, m; the probe follows its material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub point: Option<Triple>,
    /// Vertices, where there is no point: forces are their sum, all else is the mean.
    #[serde(default = "everything")]
    pub select: OneOrMany<Select>,
    /// Whether coordinates of `select` are fractions (0 to 1) of each body's own bounding box.
    #[serde(default)]
    pub relative: bool,
    /// Fields to write, `position` and `displacement` among them.
    #[serde(default = "position")]
    pub fields: OneOrMany<String>,
}

fn position() -> OneOrMany<String> {
    OneOrMany(vec!["position".to_owned()])
}
