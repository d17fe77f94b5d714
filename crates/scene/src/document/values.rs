//! Small values of the language: scales, rotations, one-or-many.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, SeqAccess};
use serde::{Deserialize, Deserializer, Serialize};
use tangency_engine::settings::forms::{self, Forms};

/// A point, direction, velocity or size along x, y and z.
pub type Triple = [f64; 3];

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

/// The unit of the lengths in a mesh file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LengthUnit {
    /// Metres.
    #[default]
    M,
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Micrometres.
    Um,
    /// Nanometres.
    Nm,
    /// Kilometres.
    Km,
    /// Inches of 25.4 mm.
    In,
    /// Feet of 12 inches.
    Ft,
}

impl LengthUnit {
    /// Every unit, as it is written.
    pub const NAMES: &'static [&'static str] = &["m", "mm", "cm", "um", "nm", "km", "in", "ft"];

    /// A length of a file, m. Parts of a metre are divided by a whole number, so that 25 mm are 0.025 m to the bit.
    pub fn metres(self, length: f64) -> f64 {
        match self {
            LengthUnit::M => length,
            LengthUnit::Mm => length / 1e3,
            LengthUnit::Cm => length / 1e2,
            LengthUnit::Um => length / 1e6,
            LengthUnit::Nm => length / 1e9,
            LengthUnit::Km => length * 1e3,
            LengthUnit::In => length * 0.0254,
            LengthUnit::Ft => length * 0.3048,
        }
    }

    /// Whether lengths stay as they are.
    pub fn is_metre(&self) -> bool {
        *self == LengthUnit::M
    }
}

impl std::str::FromStr for LengthUnit {
    type Err = serde::de::value::Error;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::deserialize(word.into_deserializer())
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
    #[schemars(extend("unit" = "deg"))]
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
        let mut angles = generator.subschema_for::<Triple>();
        angles.insert("unit".into(), "deg".into());
        json_schema!({
            "description": "Degrees: [x, y, z] (Rx Ry Rz, z applied first), or { axis, angle }.",
            "anyOf": [angles, generator.subschema_for::<AxisAngle>()]
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
deserialize_by_forms!(Scale, Rotate);

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
    fn one_or_many() {
        let read = |value| from_value::<OneOrMany<String>>(value).unwrap().0;
        assert_eq!(read(json!("a")), ["a"]);
        assert_eq!(read(json!(["a", "b"])), ["a", "b"]);
    }
}
