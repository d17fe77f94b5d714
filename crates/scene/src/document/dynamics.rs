//! How the bodies are moved through time: integrator, damping, rounds of friction.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::forms::{self, Forms};

/// The rule that turns forces into motion: one word, or a table for Newmark's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Integrator {
    /// First order, damps.
    #[default]
    ImplicitEuler,
    /// Second order.
    Newmark(Newmark),
    /// Second order, damps little.
    Bdf2,
    /// No inertia: every step ends in equilibrium.
    QuasiStatic,
}

/// Newmark's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Newmark {
    /// Share of the new acceleration in the displacement, above 0, at most 1/2.
    pub beta: f64,
    /// Share of the new acceleration in the velocity, 0 to 1.
    pub gamma: f64,
}

impl Default for Newmark {
    fn default() -> Self {
        Newmark {
            beta: 0.25,
            gamma: 0.5,
        }
    }
}

/// The words for integrators.
const WORDS: [&str; 4] = ["implicit-euler", "newmark", "bdf2", "quasi-static"];

impl Forms for Integrator {
    const EXPECTED: &'static str = "\"implicit-euler\", \"newmark\", \"bdf2\", \"quasi-static\", or \
         { newmark = { beta = 0.25, gamma = 0.5 } }";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            "implicit-euler" => Ok(Integrator::ImplicitEuler),
            "newmark" => Ok(Integrator::Newmark(Newmark::default())),
            "bdf2" => Ok(Integrator::Bdf2),
            "quasi-static" => Ok(Integrator::QuasiStatic),
            _ => Err(E::unknown_variant(text, &WORDS)),
        }
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Table {
            Newmark(Newmark),
        }
        let Table::Newmark(numbers) = forms::from_table(table)?;
        Ok(Integrator::Newmark(numbers))
    }
}

impl Serialize for Integrator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Integrator::ImplicitEuler => serializer.serialize_str("implicit-euler"),
            Integrator::Newmark(numbers) => {
                serializer.collect_map(std::iter::once(("newmark", numbers)))
            }
            Integrator::Bdf2 => serializer.serialize_str("bdf2"),
            Integrator::QuasiStatic => serializer.serialize_str("quasi-static"),
        }
    }
}

impl JsonSchema for Integrator {
    fn schema_name() -> Cow<'static, str> {
        "Integrator".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "enum": WORDS },
                {
                    "type": "object",
                    "properties": { "newmark": generator.subschema_for::<Newmark>() },
                    "required": ["newmark"],
                    "additionalProperties": false
                },
            ]
        })
    }
}

/// Lagged Rayleigh damping: forces -(mass M + stiffness K) v, with the elastic stiffness K at the start of
/// each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Damping {
    /// Multiple of the mass, 1/s.
    pub mass: f64,
    /// Multiple of the elastic stiffness, s.
    pub stiffness: f64,
}

/// Rounds of lagged friction in a step: a number, or "converged".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionIterations {
    /// At most so many.
    Capped(u32),
    /// Until they agree.
    Converged,
}

impl Forms for FrictionIterations {
    const EXPECTED: &'static str = "a whole number of rounds, or \"converged\"";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        if x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x) {
            Ok(FrictionIterations::Capped(x as u32))
        } else {
            Err(E::custom(format!("{x} is not {}", Self::EXPECTED)))
        }
    }

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            "converged" => Ok(FrictionIterations::Converged),
            _ => Err(E::unknown_variant(text, &["converged"])),
        }
    }
}

impl Serialize for FrictionIterations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FrictionIterations::Capped(rounds) => serializer.serialize_u32(*rounds),
            FrictionIterations::Converged => serializer.serialize_str("converged"),
        }
    }
}

impl JsonSchema for FrictionIterations {
    fn schema_name() -> Cow<'static, str> {
        "FrictionIterations".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<u32>(), { "const": "converged" }] })
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
deserialize_by_forms!(Integrator, FrictionIterations);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn integrators_in_all_forms() {
        let read = |value| from_value::<Integrator>(value).unwrap();
        let numbers = |beta, gamma| Integrator::Newmark(Newmark { beta, gamma });
        assert_eq!(read(json!("newmark")), numbers(0.25, 0.5));
        assert_eq!(read(json!({"newmark": {"beta": 0.3}})), numbers(0.3, 0.5));
        for integrator in [
            read(json!("bdf2")),
            read(json!("quasi-static")),
            numbers(0.4, 0.6),
        ] {
            assert_eq!(read(to_value(integrator).unwrap()), integrator);
        }
        let error = from_value::<Integrator>(json!("newmrak")).unwrap_err();
        assert!(error.to_string().contains("unknown variant `newmrak`"));
    }

    #[test]
    fn rounds_are_whole_or_until_converged() {
        let read = |value| from_value::<FrictionIterations>(value);
        assert_eq!(read(json!(3)).unwrap(), FrictionIterations::Capped(3));
        assert_eq!(
            read(json!("converged")).unwrap(),
            FrictionIterations::Converged
        );
        assert!(read(json!(2.5)).is_err());
        assert!(read(json!(-1)).is_err());
    }
}
