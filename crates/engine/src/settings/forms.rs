//! Values that may be written in more than one form (a number or a list, a word or a
//! table), read without losing the place of a mistake inside them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

/// The forms a value may be written in; those not overridden are refused.
pub trait Forms: Sized {
    /// Description of what a user may write, for messages.
    const EXPECTED: &'static str;

    /// From a number.
    fn number<E: Error>(x: f64) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Float(x), &Self::EXPECTED))
    }

    /// From a truth value.
    fn truth<E: Error>(is_true: bool) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Bool(is_true), &Self::EXPECTED))
    }

    /// From a string.
    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Str(text), &Self::EXPECTED))
    }

    /// From a list.
    fn list<'de, A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &Self::EXPECTED))
    }

    /// From a table.
    fn table<'de, A: MapAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Map, &Self::EXPECTED))
    }
}

/// Reads a value in any of its forms.
pub fn deserialize<'de, T: Forms, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(FormsVisitor(PhantomData))
}

struct FormsVisitor<T>(PhantomData<T>);

impl<'de, T: Forms> Visitor<'de> for FormsVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_bool<E: Error>(self, is_true: bool) -> Result<T, E> {
        T::truth(is_true)
    }

    fn visit_i64<E: Error>(self, x: i64) -> Result<T, E> {
        T::number(x as f64)
    }

    fn visit_u64<E: Error>(self, x: u64) -> Result<T, E> {
        T::number(x as f64)
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<T, E> {
        T::number(x)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::text(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
        T::table(table)
    }
}

/// Any type from a table whose reading has begun.
pub fn from_table<'de, T: Deserialize<'de>, A: MapAccess<'de>>(table: A) -> Result<T, A::Error> {
    T::deserialize(MapAccessDeserializer::new(table))
}

/// Any type from a list whose reading has begun.
pub fn from_list<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(list: A) -> Result<T, A::Error> {
    T::deserialize(SeqAccessDeserializer::new(list))
}
