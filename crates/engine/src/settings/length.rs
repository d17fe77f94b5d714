//! A length or a speed, in metres or relative to the scene.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::forms::{self, Forms};

/// A length, or a speed, that may be given relative to the scene.
///
/// In a scene file a bare number is relative to the diagonal of the bounding box; a string with a unit ("0.5 mm") or
/// `{ absolute = 5e-4 }` is absolute.
///
/// ```
/// use tangency_engine::Length;
///
/// let reach: Length = serde_json::from_str("\"0.5 mm\"")?;
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

/// Units of length and their metres.
const UNITS: [(&str, f64); 8] = [
    ("nm", 1e-9),
    ("um", 1e-6),
    ("µm", 1e-6),
    ("μm", 1e-6),
    ("mm", 1e-3),
    ("cm", 1e-2),
    ("km", 1e3),
    ("m", 1.0),
];

impl Forms for Length {
    const EXPECTED: &'static str = "a number (relative to the bounding box's diagonal), a length with its unit \
         (\"0.5 mm\"), { absolute = ... } or { relative = ... }";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        Ok(Length::Relative(x))
    }

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        let text = text.trim().trim_end_matches("/s").trim_end();
        let unit = UNITS
            .iter()
            .find_map(|(unit, metres)| Some((text.strip_suffix(unit)?, metres)));
        let value =
            unit.and_then(|(number, metres)| Some(number.trim().parse::<f64>().ok()? * metres));
        if let Some(x) = value.filter(|x| !x.is_finite()) {
            let message = format!("`{text}` is {x} m: a length is a finite number");
            return Err(E::custom(message));
        }
        value.map(Length::Absolute).ok_or_else(|| {
            E::custom(format!("`{text}` is no length: write a number and one of nm, um, mm, cm, m, km, as in \"0.5 mm\""))
        })
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
        json_schema!({
            "description": "A bare number is relative to the diagonal of the bounding box; a string with a unit is absolute.",
            "anyOf": [
                number,
                { "type": "string", "pattern": "^[-+0-9.eE]+ *(nm|um|µm|mm|cm|m|km)(/s)?$" },
                { "type": "object", "properties": { "absolute": number }, "required": ["absolute"], "additionalProperties": false },
                { "type": "object", "properties": { "relative": number }, "required": ["relative"], "additionalProperties": false },
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
        assert_eq!(read(json!("0.5 mm")), Length::Absolute(0.0005));
        assert_eq!(read(json!("2m/s")), Length::Absolute(2.0));
        assert_eq!(read(json!({"absolute": 2})), Length::Absolute(2.0));
        assert!(
            from_value::<Length>(json!("5 parsecs"))
                .unwrap_err()
                .to_string()
                .contains("no length")
        );
        for endless in ["+inf mm", "1e400 mm", "-inf m", "nan m", "1e306 km"] {
            let error = from_value::<Length>(json!(endless))
                .unwrap_err()
                .to_string();
            assert!(error.contains("finite number"), "{endless}: {error}");
        }
        assert!(from_value::<Length>(json!({"absolut": 2})).is_err());
        for length in [Length::Relative(0.1), Length::Absolute(3e-7)] {
            assert_eq!(read(serde_json::to_value(length).unwrap()), length);
        }
    }
}
