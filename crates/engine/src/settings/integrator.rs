//! The time integrator and the rounds of friction, as a scene writes them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::forms::{self, Forms};

/// The rule that turns forces into motion: one word, or a table for Newmark's numbers.
///
/// ```
/// use tangency_engine::Integrator;
///
/// let newmark: Integrator = serde_json::from_str("\"newmark\"")?;
/// assert_eq!(newmark, Integrator::NEWMARK);
/// let damped: Integrator = serde_json::from_str(r#"{ "newmark": { "gamma": 0.6 } }"#)?;
/// assert_eq!(damped, Integrator::Newmark { beta: 0.25, gamma: 0.6 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Integrator {
    /// Implicit Euler: first order, damps.
    #[default]
    ImplicitEuler,
    /// Newmark: second order and free of damping with beta 1/4 and gamma 1/2.
    Newmark {
        /// Share of the new acceleration in the displacement, 0 < beta <= 1/2.
        beta: f64,
        /// Share of the new acceleration in the velocity, 0 <= gamma <= 1.
        gamma: f64,
    },
    /// Backward differences over two steps: second order, damps little.
    Bdf2,
    /// No inertia: every step ends in equilibrium.
    QuasiStatic,
}

impl Integrator {
    /// Newmark's rule without damping.
    pub const NEWMARK: Self = Integrator::Newmark {
        beta: 0.25,
        gamma: 0.5,
    };

    const NAMES: [&str; 4] = ["implicit-euler", "newmark", "bdf2", "quasi-static"];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Integrator::ImplicitEuler => "implicit-euler",
            Integrator::Newmark { .. } => "newmark",
            Integrator::Bdf2 => "bdf2",
            Integrator::QuasiStatic => "quasi-static",
        }
    }
}

/// Newmark's numbers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Newmark {
    /// Share of the new acceleration in the displacement, above 0, at most 1/2.
    #[serde(default = "beta")]
    #[schemars(extend("unit" = "1"))]
    beta: f64,
    /// Share of the new acceleration in the velocity, 0 to 1.
    #[serde(default = "gamma")]
    #[schemars(extend("unit" = "1"))]
    gamma: f64,
}

fn beta() -> f64 {
    0.25
}

fn gamma() -> f64 {
    0.5
}

impl Forms for Integrator {
    const EXPECTED: &'static str = "\"implicit-euler\", \"newmark\", \"bdf2\", \"quasi-static\", or \
         { newmark = { beta = 0.25, gamma = 0.5 } }";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            "implicit-euler" => Ok(Integrator::ImplicitEuler),
            "newmark" => Ok(Integrator::NEWMARK),
            "bdf2" => Ok(Integrator::Bdf2),
            "quasi-static" => Ok(Integrator::QuasiStatic),
            _ => Err(E::unknown_variant(text, &Integrator::NAMES)),
        }
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Table {
            Newmark(Newmark),
        }
        let Table::Newmark(Newmark { beta, gamma }) = forms::from_table(table)?;
        Ok(Integrator::Newmark { beta, gamma })
    }
}

impl<'de> Deserialize<'de> for Integrator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for Integrator {
    fn schema_name() -> Cow<'static, str> {
        "Integrator".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "enum": Integrator::NAMES },
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

/// Rounds of lagged friction in a step as a scene writes them: a number, or "converged" for none.
pub(super) struct FrictionIterations(Option<u32>);

impl FrictionIterations {
    const CONVERGED: &'static str = "converged";

    pub(super) fn serialize<S: Serializer>(
        rounds: &Option<u32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match rounds {
            Some(rounds) => serializer.serialize_u32(*rounds),
            None => serializer.serialize_str(Self::CONVERGED),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u32>, D::Error> {
        forms::deserialize(deserializer).map(|FrictionIterations(rounds)| rounds)
    }
}

impl Forms for FrictionIterations {
    const EXPECTED: &'static str = "a whole number of rounds, or \"converged\"";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        if x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x) {
            Ok(FrictionIterations(Some(x as u32)))
        } else {
            Err(E::custom(format!("{x} is not {}", Self::EXPECTED)))
        }
    }

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            Self::CONVERGED => Ok(FrictionIterations(None)),
            _ => Err(E::unknown_variant(text, &[Self::CONVERGED])),
        }
    }
}

impl JsonSchema for FrictionIterations {
    fn schema_name() -> Cow<'static, str> {
        "FrictionIterations".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<u32>(), { "const": Self::CONVERGED }] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn integrators_in_all_forms() {
        let read = |value| from_value::<Integrator>(value).unwrap();
        let numbers = |beta, gamma| Integrator::Newmark { beta, gamma };
        assert_eq!(read(json!("newmark")), numbers(0.25, 0.5));
        assert_eq!(read(json!({"newmark": {"beta": 0.3}})), numbers(0.3, 0.5));
        for integrator in [
            read(json!("bdf2")),
            read(json!("quasi-static")),
            numbers(0.4, 0.6),
        ] {
            assert_eq!(read(to_value(integrator).unwrap()), integrator);
        }
        for name in Integrator::NAMES {
            assert_eq!(read(json!(name)).name(), name);
        }
        let error = from_value::<Integrator>(json!("newmrak")).unwrap_err();
        assert!(error.to_string().contains("unknown variant `newmrak`"));
    }

    #[test]
    fn rounds_are_whole_or_until_converged() {
        let read = FrictionIterations::deserialize::<serde_json::Value>;
        assert_eq!(read(json!(3)).unwrap(), Some(3));
        assert_eq!(read(json!("converged")).unwrap(), None);
        assert!(read(json!(2.5)).is_err());
        assert!(read(json!(-1)).is_err());
    }
}
