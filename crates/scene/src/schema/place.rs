//! Places of the language along its schema: what may stand there, and in which unit.

use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::document::Document;

/// The schema of the types as they are, before expressions and quantities are allowed.
static TYPES: LazyLock<Value> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12();
    let schema = settings.into_generator().into_root_schema_for::<Document>();
    schema.to_value()
});

/// The schema of the types as they are, before expressions and quantities are allowed.
pub fn types() -> &'static Value {
    &TYPES
}

/// Keyword for the unit of a number, or of the numbers in a list.
pub const UNIT: &str = "unit";
/// Keyword for the unit in a planar scene, where it is another.
pub const PLANAR_UNIT: &str = "planar_unit";
/// Keyword for the unit in a selection that is relative, where it is another.
pub const RELATIVE_UNIT: &str = "relative_unit";
/// Keyword for the key of the table that a quantity stands for, where a number stands for something else.
pub const QUANTITY_KEY: &str = "quantity_key";

/// The units of a place, by the kind of scene and of selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceUnits {
    /// Unit in general.
    pub unit: Option<&'static str>,
    /// Unit in a planar scene, if it is another.
    pub planar: Option<&'static str>,
    /// Unit in a relative selection, if it is another.
    pub relative: Option<&'static str>,
}

impl PlaceUnits {
    /// The units that a schema names itself.
    fn of(schema: &'static Map<String, Value>) -> Option<Self> {
        let word = |key: &str| schema.get(key).and_then(Value::as_str);
        let unit = Some(word(UNIT)?);
        Some(Self {
            unit,
            planar: word(PLANAR_UNIT),
            relative: word(RELATIVE_UNIT),
        })
    }
}

/// One form of the value at a place: a schema without references and alternatives.
#[derive(Clone, Copy, Debug)]
struct PlaceForm {
    schema: &'static Map<String, Value>,
    units: PlaceUnits,
    /// Key of the table that a quantity stands for.
    quantity_key: Option<&'static str>,
}

impl PlaceForm {
    fn is(&self, kind: &str) -> bool {
        match self.schema.get("type") {
            Some(Value::String(word)) => word == kind,
            Some(Value::Array(words)) => words.iter().any(|word| word == kind),
            _ => false,
        }
    }
}

/// A number that may stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceNumber {
    /// Units of the number; none of a pure number.
    pub units: PlaceUnits,
    /// Key of the table that a quantity stands for, where a number stands for something else.
    pub quantity_key: Option<&'static str>,
}

/// A place of the language: all forms that its value may have.
#[derive(Clone, Debug)]
pub struct SchemaPlace {
    forms: Vec<PlaceForm>,
}

impl SchemaPlace {
    /// The whole scene.
    pub fn root() -> Self {
        Self::of(types(), PlaceUnits::default())
    }

    /// The place of a schema, with the units that hold around it.
    fn of(schema: &'static Value, units: PlaceUnits) -> Self {
        let mut forms = Vec::new();
        collect(schema, units, None, &mut forms);
        Self { forms }
    }

    /// The number that may stand here.
    pub fn number(&self) -> Option<PlaceNumber> {
        let mut forms = self.forms.iter();
        let form = forms.find(|form| form.is("number") || form.is("integer"))?;
        Some(PlaceNumber {
            units: form.units,
            quantity_key: form.quantity_key,
        })
    }

    /// The place of the items of a list that may stand here.
    pub fn item(&self) -> Option<Self> {
        let mut forms = self.forms.iter();
        forms.find_map(|form| Some(Self::of(form.schema.get("items")?, form.units)))
    }

    /// The place of a key of a table that may stand here.
    pub fn key(&self, key: &str) -> Option<Self> {
        let property = |form: &PlaceForm| {
            let schema = form.schema.get("properties")?.get(key)?;
            let is_quantity = form.quantity_key == Some(key);
            let units = if is_quantity {
                form.units
            } else {
                PlaceUnits::default()
            };
            Some(Self::of(schema, units))
        };
        let entry = |form: &PlaceForm| {
            let schema = form.schema.get("additionalProperties")?;
            schema
                .is_object()
                .then(|| Self::of(schema, PlaceUnits::default()))
        };
        let forms = || self.forms.iter();
        forms()
            .find_map(property)
            .or_else(|| forms().find_map(entry))
    }
}

/// Adds the forms of a schema: its own, or those that it refers to.
fn collect(
    schema: &'static Value,
    units: PlaceUnits,
    quantity_key: Option<&'static str>,
    forms: &mut Vec<PlaceForm>,
) {
    let Some(schema) = schema.as_object() else {
        return;
    };
    let units = PlaceUnits::of(schema).unwrap_or(units);
    let own_key = schema.get(QUANTITY_KEY).and_then(Value::as_str);
    let quantity_key = own_key.or(quantity_key);
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        if let Some(target) = types().pointer(name.trim_start_matches('#')) {
            collect(target, units, quantity_key, forms);
        }
        return;
    }
    let alternatives = ["anyOf", "oneOf", "allOf"]
        .iter()
        .filter_map(|word| schema.get(*word));
    let mut any = false;
    for schema in alternatives.filter_map(Value::as_array).flatten() {
        collect(schema, units, quantity_key, forms);
        any = true;
    }
    if !any {
        forms.push(PlaceForm {
            schema,
            units,
            quantity_key,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::{Quantity, convert};

    /// Units as comments write them, and as the keyword does.
    const WRITTEN: [(&str, &str); 11] = [
        ("m", "m"),
        ("s", "s"),
        ("m/s", "m/s"),
        ("m/s²", "m/s^2"),
        ("N", "N"),
        ("N/m", "N/m"),
        ("Pa", "Pa"),
        ("kg/m³", "kg/m^3"),
        ("degrees", "deg"),
        ("degrees/s", "deg/s"),
        ("1/s", "1/s"),
    ];

    /// The unit that a comment has between a comma and a full stop, another comma, a parenthesis or the like.
    fn unit_in(comment: &str) -> Option<&'static str> {
        let words = comment.split(", ").skip(1);
        words
            .flat_map(|rest| {
                let end = rest
                    .find(|c: char| ".;:,( \n".contains(c))
                    .unwrap_or(rest.len());
                let ends_there =
                    !matches!(&rest.as_bytes()[end..], [b' ', next, ..] if *next != b'(');
                let found = WRITTEN.iter().find(|(written, _)| *written == &rest[..end]);
                found.filter(|_| ends_there).map(|(_, unit)| *unit)
            })
            .next()
    }

    /// Calls `visit` with every property of a schema and of those inside it: name, schema.
    fn properties(schema: &'static Value, visit: &mut impl FnMut(&str, &'static Value)) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| properties(item, visit)),
            Value::Object(map) => {
                if let Some(Value::Object(known)) = map.get("properties") {
                    known.iter().for_each(|(name, schema)| visit(name, schema));
                }
                for (_, child) in map.iter().filter(|(key, _)| *key != "default") {
                    properties(child, visit);
                }
            }
            _ => {}
        }
    }

    /// The number at a place, or in the lists that may stand there.
    fn number_within(place: &SchemaPlace) -> Option<PlaceNumber> {
        place.number().or_else(|| number_within(&place.item()?))
    }

    #[test]
    fn comments_and_keywords_have_the_same_units() {
        let mut seen = Vec::new();
        properties(types(), &mut |name, schema| {
            let comment = schema["description"].as_str().unwrap_or("");
            let place = SchemaPlace::of(schema, PlaceUnits::default());
            let number = number_within(&place);
            let unit = number.and_then(|number| number.units.unit);
            let by_itself = number.is_some_and(|number| number.quantity_key.is_some());
            match unit {
                Some("1") => assert!(comment.starts_with("Share of "), "`{name}`: {comment}"),
                Some(_) if by_itself => assert_eq!(unit_in(comment), None, "`{name}`: {comment}"),
                unit => assert_eq!(unit_in(comment), unit, "`{name}`: {comment}"),
            }
            seen.extend(unit);
        });
        seen.sort_unstable();
        seen.dedup();
        let mut all: Vec<&str> = WRITTEN.iter().map(|(_, unit)| *unit).chain(["1"]).collect();
        all.sort_unstable();
        assert_eq!(seen, all);
    }

    #[test]
    fn keywords_are_units_of_the_language() {
        let mut count = 0;
        properties(types(), &mut |name, schema| {
            for keyword in [UNIT, PLANAR_UNIT, RELATIVE_UNIT] {
                let Some(unit) = schema.get(keyword).and_then(Value::as_str) else {
                    continue;
                };
                count += 1;
                let dimension = convert::dimension_of(unit).unwrap();
                assert_ne!(dimension.example(), "", "{name}: {unit}");
                if unit != "1" {
                    assert_eq!(Quantity::parse(&format!("7 {unit}")).unwrap().value, 7.0);
                }
            }
        });
        assert!(count > 100, "{count}");
    }

    #[test]
    fn a_key_has_one_meaning_among_the_forms_of_a_place() {
        properties(types(), &mut |name, schema| {
            let place = SchemaPlace::of(schema, PlaceUnits::default());
            let tables = place
                .forms
                .iter()
                .filter_map(|form| form.schema.get("properties"));
            let mut keys: Vec<&String> = tables
                .filter_map(Value::as_object)
                .flat_map(Map::keys)
                .collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "`{name}`");
            let lists = place
                .forms
                .iter()
                .filter(|form| form.schema.contains_key("items"));
            assert!(lists.count() <= 1, "`{name}`");
        });
    }
}
