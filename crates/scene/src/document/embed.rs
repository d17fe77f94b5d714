//! A fine surface that the tets of a body carry: off, that of its own shape, or another one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use tangency_engine::EmbeddedContact;
use tangency_engine::settings::forms::{self, Forms};

use super::shape::Shape;

/// Whether and which surface a body carries, and what touches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbedSpec {
    /// Whether there is one.
    pub is_on: bool,
    /// The surface, in the shape's own coordinates; the one that the shape fills or covers when absent.
    pub surface: Option<Box<Shape>>,
    /// The surface of the body that touches others.
    pub contact: EmbedContactSpec,
}

/// The surface of a body with an embedded one that touches others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", rename = "EmbedContact")]
pub enum EmbedContactSpec {
    /// The boundary of the tets.
    #[default]
    Coarse,
    /// The embedded surface, which must be closed.
    Fine,
}

impl EmbedContactSpec {
    fn is_coarse(&self) -> bool {
        *self == EmbedContactSpec::Coarse
    }
}

impl From<EmbedContactSpec> for EmbeddedContact {
    fn from(contact: EmbedContactSpec) -> Self {
        match contact {
            EmbedContactSpec::Coarse => EmbeddedContact::Coarse,
            EmbedContactSpec::Fine => EmbeddedContact::Fine,
        }
    }
}

/// The embedded surface in the form of a table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EmbedTable {
    /// The surface, in the shape's own coordinates; the one that the shape fills or covers when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    surface: Option<Box<Shape>>,
    /// The surface of the body that touches others.
    #[serde(default, skip_serializing_if = "EmbedContactSpec::is_coarse")]
    contact: EmbedContactSpec,
}

impl EmbedSpec {
    /// Whether there is nothing to write down.
    pub fn is_off(&self) -> bool {
        !self.is_on
    }
}

impl Forms for EmbedSpec {
    const EXPECTED: &'static str = "true, false, or { surface = SHAPE, contact = \"fine\" }";

    fn truth<E: Error>(is_on: bool) -> Result<Self, E> {
        Ok(EmbedSpec {
            is_on,
            ..EmbedSpec::default()
        })
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        let EmbedTable { surface, contact } = forms::from_table(table)?;
        Ok(EmbedSpec {
            is_on: true,
            surface,
            contact,
        })
    }
}

impl Serialize for EmbedSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let EmbedSpec {
            is_on,
            surface,
            contact,
        } = self.clone();
        if !is_on || (surface.is_none() && contact.is_coarse()) {
            return serializer.serialize_bool(is_on);
        }
        EmbedTable { surface, contact }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EmbedSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for EmbedSpec {
    fn schema_name() -> Cow<'static, str> {
        "Embed".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "boolean" }, generator.subschema_for::<EmbedTable>()] })
    }
}
