//! Small values of the language: lengths, scales, rotations, one-or-many.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::forms::{self, Forms};

/// A point, direction, velocity or size along x, y and z.
pub type Triple = [f64; 3];

/// A length (or, for `newton_tolerance`, a speed): a bare number is relative to the diagonal of
/// the bounding box, a string with a unit ("0.5 mm") or `{ absolute = 5e-4 }` is absolute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// Metres (or m/s).
    Absolute(f64),
    /// Multiples of the diagonal (per second).
    Relative(f64),
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

/// A factor, the same along all axes or one for each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scale {
    /// The same along all axes.
    Uniform(f64),
    /// One for each axis.
    Axes(Triple),
}

impl Default for Scale {
    fn default() -> Self {
        Scale::Uniform(1.0)
    }
}

impl Scale {
    /// The factors along x, y and z.
    pub fn factors(self) -> Triple {
        match self {
            Scale::Uniform(s) => [s; 3],
            Scale::Axes(s) => s,
        }
    }
}

impl Forms for Scale {
    const EXPECTED: &'static str = "a number or a list of three";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        Ok(Scale::Uniform(x))
    }

    fn list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        forms::from_list(list).map(Scale::Axes)
    }
}

impl JsonSchema for Scale {
    fn schema_name() -> Cow<'static, str> {
        "Scale".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<f64>(), generator.subschema_for::<Triple>()] })
    }
}

/// A rotation, degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Rotate {
    /// Angles about x, y and z; the rotation is Rx Ry Rz (z is applied first).
    Angles(Triple),
    /// About an axis.
    Axis(AxisAngle),
}

/// A rotation about an axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AxisAngle {
    /// The axis, of any length but zero.
    pub axis: Triple,
    /// The angle, degrees.
    pub angle: f64,
}

impl Default for Rotate {
    fn default() -> Self {
        Rotate::Angles([0.0; 3])
    }
}

impl Forms for Rotate {
    const EXPECTED: &'static str =
        "three angles in degrees, or { axis = [x, y, z], angle = degrees }";

    fn list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        forms::from_list(list).map(Rotate::Angles)
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        forms::from_table(table).map(Rotate::Axis)
    }
}

impl JsonSchema for Rotate {
    fn schema_name() -> Cow<'static, str> {
        "Rotate".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Degrees: [x, y, z] (Rx Ry Rz, z applied first), or { axis, angle }.",
            "anyOf": [generator.subschema_for::<Triple>(), generator.subschema_for::<AxisAngle>()]
        })
    }
}

/// One value, or a list of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: DeserializeOwned> Forms for OneOrMany<T> {
    const EXPECTED: &'static str = "a value or a list of values";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        T::deserialize(serde::de::value::StrDeserializer::new(text)).map(|one| Self(vec![one]))
    }

    fn list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        forms::from_list(list).map(Self)
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        forms::from_table(table).map(|one| Self(vec![one]))
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("OneOrMany{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<T>(), generator.subschema_for::<Vec<T>>()] })
    }
}

macro_rules! deserialize_by_forms {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                forms::deserialize(deserializer)
            }
        }
    )*};
}
deserialize_by_forms!(Length, Scale, Rotate);

impl<'de, T: DeserializeOwned> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
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

    #[test]
    fn one_or_many() {
        let read = |value| from_value::<OneOrMany<String>>(value).unwrap().0;
        assert_eq!(read(json!("a")), ["a"]);
        assert_eq!(read(json!(["a", "b"])), ["a", "b"]);
    }
}
