//! Friction: a coefficient for everything, for single bodies and walls, and for pairs; and the ground, which
//! may have one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use tangency_engine::settings::forms::{self, Forms};

/// Coulomb's coefficients.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Friction")]
pub struct FrictionSpec {
    /// Coefficient of everything that has none of its own.
    pub mu: f64,
    /// Coefficients between two of the bodies, obstacles and walls; the last one that fits counts.
    pub pair: Vec<FrictionPair>,
}

/// The coefficient between two bodies, obstacles or walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrictionPair {
    /// Their names; a name without number means all copies, `ground` the ground.
    pub between: [String; 2],
    /// The coefficient.
    pub mu: f64,
}

/// A floor: its height, or a table with the coefficient of friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundSpec {
    /// Height, m.
    pub height: f64,
    /// Coefficient of friction with everything; that of the body when absent.
    pub friction: Option<f64>,
}

/// The ground in the form of a table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GroundTable {
    /// Height, m.
    #[schemars(extend("unit" = "m"))]
    height: f64,
    /// Coefficient of friction with everything; that of the body when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    friction: Option<f64>,
}

impl Forms for GroundSpec {
    const EXPECTED: &'static str = "a height, or { height = 0, friction = 0.5 }";

    fn number<E: Error>(height: f64) -> Result<Self, E> {
        Ok(GroundSpec {
            height,
            friction: None,
        })
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        let GroundTable { height, friction } = forms::from_table(table)?;
        Ok(GroundSpec { height, friction })
    }
}

impl Serialize for GroundSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GroundSpec { height, friction } = *self;
        match friction {
            None => serializer.serialize_f64(height),
            Some(_) => GroundTable { height, friction }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for GroundSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for GroundSpec {
    fn schema_name() -> Cow<'static, str> {
        "Ground".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let height = json_schema!({ "type": "number", "unit": "m" });
        json_schema!({ "anyOf": [height, generator.subschema_for::<GroundTable>()] })
    }
}
