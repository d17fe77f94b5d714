//! Materials, written in place or chosen by name.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use tangency_engine::settings::forms::{self, Forms};
use tangency_engine::{BendingKind, Elasticity, Material, Weave};

/// An elastic material. What only thin bodies need is left out of solids.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename = "Material")]
pub struct MaterialSpec {
    /// Mass per volume, kg/m³.
    #[schemars(extend("unit" = "kg/m^3"))]
    pub density: f64,
    /// Young's modulus, Pa.
    #[schemars(extend("unit" = "Pa"))]
    pub young: f64,
    /// Poisson's ratio, above -1 and below 0.5.
    pub poisson: f64,
    /// The elastic energy.
    pub model: MaterialModel,
    /// Thickness of a sheet, or diameter of rods and grains, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("unit" = "m"))]
    pub thickness: Option<f64>,
    /// Factor of the stiffness of sheets and rods against stretching; below 1 against locking.
    #[serde(skip_serializing_if = "is_one")]
    pub stretching: f64,
    /// Factor of the stiffness of sheets and rods against bending.
    #[serde(skip_serializing_if = "is_one")]
    pub bending: f64,
    /// Factor of the stiffness of rods against twisting; 0 for rods that turn freely about their own axis.
    #[serde(skip_serializing_if = "is_zero")]
    pub twisting: f64,
    /// Kind of bending of a sheet.
    #[serde(skip_serializing_if = "is_plate")]
    pub bends: BendingKind,
    /// Stretch that a sheet never reaches: 1.06 for 6 %, or `"none"`.
    #[serde(skip_serializing_if = "StretchLimit::is_none")]
    pub stretch_limit: StretchLimit,
    /// Stretch below 1 to which a sheet is never squeezed: 0.95 for 5 %, or 0 for none.
    #[serde(skip_serializing_if = "is_zero")]
    pub squeeze_limit: f64,
    /// Stiffness and limits of woven cloth along warp and weft, for `model = "woven"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weave: Option<Weave>,
}

impl Default for MaterialSpec {
    fn default() -> Self {
        Self {
            density: 1000.0,
            young: 1e5,
            poisson: 0.4,
            model: MaterialModel::NeoHookean,
            thickness: None,
            stretching: 1.0,
            bending: 1.0,
            twisting: 0.0,
            bends: BendingKind::Plate,
            stretch_limit: StretchLimit::None,
            squeeze_limit: 0.0,
            weave: None,
        }
    }
}

impl MaterialSpec {
    /// The engine's material of a solid.
    pub fn solid(&self) -> Material {
        let elasticity = match self.model {
            MaterialModel::NeoHookean => Elasticity::NeoHookean,
            MaterialModel::FixedCorotated => Elasticity::FixedCorotated,
            // Refused for solids when they are built.
            MaterialModel::Stvk | MaterialModel::Woven => Elasticity::NeoHookean,
        };
        Material {
            density: self.density,
            young: self.young,
            poisson: self.poisson,
            elasticity,
        }
    }
}

fn is_one(factor: &f64) -> bool {
    *factor == 1.0
}

fn is_plate(bends: &BendingKind) -> bool {
    *bends == BendingKind::Plate
}

fn is_zero(factor: &f64) -> bool {
    *factor == 0.0
}

/// Stretch that a sheet never reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StretchLimit {
    /// It stretches as far as it is pulled.
    None,
    /// Length over length at rest.
    Factor(f64),
}

impl StretchLimit {
    const NONE: &'static str = "none";

    fn is_none(&self) -> bool {
        *self == StretchLimit::None
    }

    /// Length over length at rest; infinite without a limit.
    pub fn factor(self) -> f64 {
        match self {
            StretchLimit::None => f64::INFINITY,
            StretchLimit::Factor(factor) => factor,
        }
    }
}

impl Serialize for StretchLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            StretchLimit::None => serializer.serialize_str(Self::NONE),
            StretchLimit::Factor(factor) => serializer.serialize_f64(*factor),
        }
    }
}

impl Forms for StretchLimit {
    const EXPECTED: &'static str = "a number above 1, such as 1.06, or \"none\"";

    fn number<E: Error>(x: f64) -> Result<Self, E> {
        Ok(StretchLimit::Factor(x))
    }

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            Self::NONE => Ok(StretchLimit::None),
            other => Err(E::invalid_value(Unexpected::Str(other), &Self::EXPECTED)),
        }
    }
}

impl<'de> Deserialize<'de> for StretchLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        forms::deserialize(deserializer)
    }
}

impl JsonSchema for StretchLimit {
    fn schema_name() -> Cow<'static, str> {
        "StretchLimit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "number" }, { "const": Self::NONE }] })
    }
}

/// The elastic energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename = "Model")]
pub enum MaterialModel {
    /// Neo-Hookean: never inverts.
    NeoHookean,
    /// Fixed corotated; solids only.
    FixedCorotated,
    /// Saint Venant-Kirchhoff; sheets only.
    Stvk,
    /// Woven cloth, by its `weave`; sheets only.
    Woven,
}

/// A material's name, or a material.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MaterialChoice {
    /// The name of one of `materials`.
    Named(String),
    /// Written in place.
    Inline(MaterialSpec),
}

impl Default for MaterialChoice {
    fn default() -> Self {
        MaterialChoice::Inline(MaterialSpec::default())
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
        json_schema!({ "anyOf": [{ "type": "string" }, generator.subschema_for::<MaterialSpec>()] })
    }
}
