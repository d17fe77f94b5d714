//! The repair of a tangled start: on or off, its bound, or positions that an earlier one has found.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use tangency_engine::settings::forms::{self, Forms};

/// Whether and how the start is repaired.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairSpec {
    /// Whether it is.
    pub is_on: bool,
    /// Longest motion of any vertex, m; a tenth of the diagonal of the bodies' bounding box when absent.
    pub most: Option<f64>,
    /// File of start positions (`.npy`) that `tangency repair` has written, taken in place of a search.
    pub start: Option<String>,
}

/// The repair in the form of a table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RepairTable {
    /// Longest motion of any vertex, m; a tenth of the diagonal of the bodies' bounding box when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    most: Option<f64>,
    /// File of start positions (`.npy`) that `tangency repair` has written, taken in place of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
}

impl RepairSpec {
    /// Whether there is nothing to write down.
    pub fn is_off(&self) -> bool {
        !self.is_on
    }
}

impl Forms for RepairSpec {
    const EXPECTED: &'static str = "true, false, or { most = \"5 mm\" }";

    fn truth<E: Error>(is_on: bool) -> Result<Self, E> {
        Ok(RepairSpec {
            is_on,
            ..RepairSpec::default()
        })
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        let RepairTable { most, start } = forms::from_table(table)?;
        Ok(RepairSpec {
            is_on: true,
            most,
            start,
        })
    }
}

impl Serialize for RepairSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RepairSpec { is_on, most, start } = self.clone();
        if most.is_none() && start.is_none() {
            return serializer.serialize_bool(is_on);
        }
        RepairTable { most, start }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RepairSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for RepairSpec {
    fn schema_name() -> Cow<'static, str> {
        "Repair".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "boolean" }, generator.subschema_for::<RepairTable>()] })
    }
}
