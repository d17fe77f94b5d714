//! Materials, written in place or chosen by name.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::forms::{self, Forms};

/// An elastic material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Material {
    /// Mass per volume, kg/m³.
    pub density: f64,
    /// Young's modulus, Pa.
    pub young: f64,
    /// Poisson's ratio, above -1 and below 0.5.
    pub poisson: f64,
    /// The elastic energy.
    pub model: Model,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            density: 1000.0,
            young: 1e5,
            poisson: 0.4,
            model: Model::NeoHookean,
        }
    }
}

/// The elastic energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Neo-Hookean: never inverts.
    NeoHookean,
    /// Fixed corotated.
    FixedCorotated,
}

/// A material's name, or a material.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MaterialChoice {
    /// The name of one of `materials`.
    Named(String),
    /// Written in place.
    Inline(Material),
}

impl Default for MaterialChoice {
    fn default() -> Self {
        MaterialChoice::Inline(Material::default())
    }
}

impl Forms for MaterialChoice {
    const EXPECTED: &'static str =
        "the name of a material, or a table such as { density = 1000, young = 1e5, poisson = 0.4 }";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(MaterialChoice::Named(text.to_string()))
    }

    fn table<'de, A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        forms::from_table(table).map(MaterialChoice::Inline)
    }
}

impl<'de> Deserialize<'de> for MaterialChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for MaterialChoice {
    fn schema_name() -> Cow<'static, str> {
        "MaterialChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "string" }, generator.subschema_for::<Material>()] })
    }
}
