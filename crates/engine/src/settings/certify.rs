//! The steps whose ends are certified.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::forms::{self, Forms};

/// The steps whose ends are certified: every one, every n-th and the last, or the last alone.
///
/// ```
/// use tangency_engine::Certify;
///
/// let often: Certify = serde_json::from_str("10")?;
/// assert_eq!(often, Certify::Nth(10));
/// assert_eq!("end".parse(), Ok(Certify::End));
/// assert_eq!(often.to_string(), "every 10th step and the last");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certify {
    /// Every step.
    #[default]
    Every,
    /// Steps whose number is a multiple of this, at least 2, and the last.
    Nth(u32),
    /// The last step alone.
    End,
}

/// Text that says nothing about which steps are certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not {expected}", expected = Certify::EXPECTED)]
pub struct UnknownCertify(String);

impl Certify {
    const EVERY: &'static str = "every";
    const END: &'static str = "end";

    /// Whether it is every step.
    pub fn is_every(&self) -> bool {
        *self == Certify::Every
    }

    /// Whether the end of step number `step` is certified even if it is not the last.
    pub fn is_due(self, step: u64) -> bool {
        match self {
            Certify::Every => true,
            Certify::Nth(n) => step.is_multiple_of(u64::from(n)),
            Certify::End => false,
        }
    }

    fn nth(n: u32) -> Option<Self> {
        match n {
            0 => None,
            1 => Some(Certify::Every),
            n => Some(Certify::Nth(n)),
        }
    }
}

impl fmt::Display for Certify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certify::Every => f.write_str("every step"),
            Certify::End => f.write_str("the last step"),
            Certify::Nth(n) => {
                let ending = match (n % 10, n % 100) {
                    (_, 11..=13) => "th",
                    (1, _) => "st",
                    (2, _) => "nd",
                    (3, _) => "rd",
                    _ => "th",
                };
                write!(f, "every {n}{ending} step and the last")
            }
        }
    }
}

impl FromStr for Certify {
    type Err = UnknownCertify;

    fn from_str(text: &str) -> Result<Self, UnknownCertify> {
        match text {
            Self::EVERY => Some(Certify::Every),
            Self::END => Some(Certify::End),
            number => number.parse().ok().and_then(Self::nth),
        }
        .ok_or_else(|| UnknownCertify(text.to_owned()))
    }
}

impl Forms for Certify {
    const EXPECTED: &'static str = "\"every\", \"end\", or a number of steps, at least 1";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        let is_whole = x.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&x);
        let found = is_whole.then(|| Self::nth(x as u32)).flatten();
        found.ok_or_else(|| E::custom(format!("{x} is not {}", Self::EXPECTED)))
    }

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            Self::EVERY => Ok(Certify::Every),
            Self::END => Ok(Certify::End),
            _ => Err(E::unknown_variant(text, &[Self::EVERY, Self::END])),
        }
    }
}

impl<'de> Deserialize<'de> for Certify {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl Serialize for Certify {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Certify::Every => serializer.serialize_str(Self::EVERY),
            Certify::Nth(n) => serializer.serialize_u32(*n),
            Certify::End => serializer.serialize_str(Self::END),
        }
    }
}

impl JsonSchema for Certify {
    fn schema_name() -> Cow<'static, str> {
        "Certify".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "const": Self::EVERY },
                generator.subschema_for::<u32>(),
                { "const": Self::END },
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn all_forms_are_read_and_written() {
        for (value, expected, words) in [
            (json!("every"), Certify::Every, "every step"),
            (json!(1), Certify::Every, "every step"),
            (json!(2), Certify::Nth(2), "every 2nd step and the last"),
            (json!(11), Certify::Nth(11), "every 11th step and the last"),
            (json!(23), Certify::Nth(23), "every 23rd step and the last"),
            (json!("end"), Certify::End, "the last step"),
        ] {
            let read: Certify = from_value(value.clone()).unwrap();
            assert_eq!(read, expected);
            assert_eq!(read.to_string(), words);
            assert_eq!(
                from_value::<Certify>(to_value(read).unwrap()).unwrap(),
                read
            );
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(text.parse(), Ok(expected));
        }
        for wrong in [
            json!(0),
            json!(-1),
            json!(2.5),
            json!("sometimes"),
            json!([]),
        ] {
            assert!(from_value::<Certify>(wrong).is_err());
        }
        let error = "0".parse::<Certify>().unwrap_err().to_string();
        assert_eq!(
            error,
            "`0` is not \"every\", \"end\", or a number of steps, at least 1"
        );
    }

    #[test]
    fn steps_are_due_by_their_number() {
        let due = |certify: Certify| {
            (1..=6)
                .filter(|&step| certify.is_due(step))
                .collect::<Vec<u64>>()
        };
        assert_eq!(due(Certify::Every), [1, 2, 3, 4, 5, 6]);
        assert_eq!(due(Certify::Nth(3)), [3, 6]);
        assert!(due(Certify::End).is_empty());
    }
}
