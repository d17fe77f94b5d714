//! The length of a time step: a number, or the longest and the shortest.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tangency_engine::Pace;
use tangency_engine::settings::forms::{self, Forms};

/// The length of a step, and how it may be cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSpec {
    /// The length, s; of a step that may be cut, the longest, and the time between frames.
    pub most: f64,
    /// The shortest part that a step in trouble is cut into, s; never cut when absent.
    pub least: Option<f64>,
    /// Iterations after which a part that can be cut is given up.
    pub iterations: Option<u32>,
}

impl StepSpec {
    /// Steps of one length, s.
    pub fn fixed(length: f64) -> Self {
        StepSpec {
            most: length,
            least: None,
            iterations: None,
        }
    }

    /// How steps are cut, where they may be.
    pub fn pace(&self) -> Option<Pace> {
        let iterations = self.iterations;
        self.least.map(|least| Pace { least, iterations })
    }
}

/// A step in the form of a table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Step")]
struct StepTable {
    /// The longest step, and the time between frames, s.
    #[schemars(extend("unit" = "s"))]
    most: f64,
    /// The shortest part that a step in trouble is cut into, s.
    #[schemars(extend("unit" = "s"))]
    least: f64,
    /// Iterations after which a part that can be cut is given up; `solver.max_iterations` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    iterations: Option<u32>,
}

impl Forms for StepSpec {
    const EXPECTED: &'static str =
        "a length in seconds, or { most = \"1/30 s\", least = \"1/2000 s\" }";

    fn number<E: Error>(length: f64) -> Result<Self, E> {
        Ok(StepSpec::fixed(length))
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        let StepTable {
            most,
            least,
            iterations,
        } = forms::from_table(table)?;
        Ok(StepSpec {
            most,
            least: Some(least),
            iterations,
        })
    }
}

impl Serialize for StepSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let StepSpec {
            most,
            least,
            iterations,
        } = *self;
        match least {
            None => serializer.serialize_f64(most),
            Some(least) => StepTable {
                most,
                least,
                iterations,
            }
            .serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for StepSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for StepSpec {
    fn schema_name() -> Cow<'static, str> {
        "StepLength".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let length = json_schema!({ "type": "number", "unit": "s" });
        json_schema!({ "anyOf": [length, generator.subschema_for::<StepTable>()] })
    }
}
