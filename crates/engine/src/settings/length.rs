//! A length or a speed, in metres or relative to the scene.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::forms::{self, Forms};

/// A length, or a speed, that may be given relative to the scene.
///
/// In a scene file a bare number is relative to the diagonal of the bounding box; `{ absolute = 5e-4 }` is absolute, and so
/// is a string with a unit ("0.5 mm"), which the scene language reads as such a table.
///
/// ```
/// use tangency_engine::Length;
///
/// let reach: Length = serde_json::from_str(r#"{ "absolute": 5e-4 }"#)?;
/// assert_eq!(reach, Length::Absolute(5e-4));
/// assert_eq!(Length::Relative(1e-3).resolve(2.0), 2e-3);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// In metres (speeds: m/s).
    Absolute(f64),
    /// In diagonals of the bounding box of the bodies at rest (speeds: diagonals per second).
    Relative(f64),
}

impl Length {
    /// The value in metres (or m/s), given the diagonal in metres.
    pub fn resolve(self, diagonal: f64) -> f64 {
        match self {
            Length::Absolute(value) => value,
            Length::Relative(ratio) => ratio * diagonal,
        }
    }

    /// The number as it was written.
    pub fn number(self) -> f64 {
        let (Length::Absolute(value) | Length::Relative(value)) = self;
        value
    }
}

impl Forms for Length {
    const EXPECTED: &'static str = "a number (relative to the bounding box's diagonal), a length with its unit \
         (\"0.5 mm\"), { absolute = ... } or { relative = ... }";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        Ok(Length::Relative(x))
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Table {
            Absolute(f64),
            Relative(f64),
        }
        Ok(match forms::from_table(table)? {
            Table::Absolute(x) => Length::Absolute(x),
            Table::Relative(x) => Length::Relative(x),
        })
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for Length {
    fn schema_name() -> Cow<'static, str> {
        "Length".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<f64>();
        let description = "Share of the diagonal of the bounding box; of speeds, per second.";
        let ratio = json_schema!({ "type": "number", "unit": "1", "description": description });
        json_schema!({
            "description": "A bare number is relative to the diagonal of the bounding box; a string with a unit is absolute.",
            "quantity_key": "absolute",
            "anyOf": [
                number,
                { "type": "object", "properties": { "absolute": number }, "required": ["absolute"], "additionalProperties": false },
                { "type": "object", "properties": { "relative": ratio }, "required": ["relative"], "additionalProperties": false },
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    #[test]
    fn lengths_in_all_forms() {
        let read = |value| from_value::<Length>(value).unwrap();
        assert_eq!(read(json!(1e-3)), Length::Relative(1e-3));
        assert_eq!(read(json!({"absolute": 2})), Length::Absolute(2.0));
        assert!(from_value::<Length>(json!({"absolut": 2})).is_err());
        for length in [Length::Relative(0.1), Length::Absolute(3e-7)] {
            assert_eq!(read(serde_json::to_value(length).unwrap()), length);
        }
    }
}
