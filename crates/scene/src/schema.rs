//! The JSON schema of the language, made from its types.

use schemars::{Schema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::document::Document;

/// Definitions of list items, which may be repeated.
const ITEMS: [&str; 6] = ["Body", "Obstacle", "HalfSpace", "Boundary", "Load", "Seam"];

/// The JSON schema of a scene: every number may also be an expression (`"= ..."`) or a
/// parameter (`"$name"`), and every item of a list may have `repeat`, `when` and `let`.
///
/// ```
/// let schema = tangency_scene::schema();
/// assert!(schema["properties"]["gravity"].is_object());
/// assert!(schema["$defs"]["Body"]["properties"]["repeat"].is_object());
/// ```
pub fn schema() -> Value {
    let schema: Schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Document>();
    let mut value = schema.to_value();
    allow_expressions(&mut value);
    let words = json!({
        "repeat": {
            "description": "How many copies to make: a number (index i) or a list of up to three (i, j, k).",
            "anyOf": [
                { "$ref": "#/$defs/Expression" },
                { "type": "integer", "minimum": 0 },
                { "type": "array", "minItems": 1, "maxItems": 3,
                  "items": { "anyOf": [{ "type": "integer", "minimum": 0 }, { "$ref": "#/$defs/Expression" }] } }
            ]
        },
        "when": {
            "description": "Leaves the item out when false.",
            "anyOf": [{ "type": "boolean" }, { "type": "number" }, { "$ref": "#/$defs/Expression" }]
        },
        "let": { "description": "Names for expressions of this item.", "type": "object" }
    });
    if let Some(definitions) = value.get_mut("$defs").and_then(Value::as_object_mut) {
        for item in ITEMS {
            let properties = definitions
                .get_mut(item)
                .and_then(|d| d.get_mut("properties"));
            if let (Some(Value::Object(properties)), Value::Object(words)) = (properties, &words) {
                properties.extend(words.clone());
            }
        }
        definitions.insert("Expression".into(), expression());
    }
    value
}

fn expression() -> Value {
    json!({
        "description": "An expression over parameters and repeat indices (\"= 2*pi*radius\"), or a parameter (\"$radius\").",
        "type": "string",
        "pattern": "^(\\s*=|\\$[A-Za-z_])"
    })
}

/// Lets an expression stand wherever a number or a list of fixed length does.
fn allow_expressions(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(allow_expressions),
        Value::Object(map) => {
            map.iter_mut()
                .filter(|(key, _)| *key != "default")
                .for_each(|(_, child)| allow_expressions(child));
            if is_numeric(map) {
                let mut plain = std::mem::take(map);
                for key in ["description", "default", "$schema", "title"] {
                    if let Some(kept) = plain.remove(key) {
                        map.insert(key.into(), kept);
                    }
                }
                map.insert(
                    "anyOf".into(),
                    json!([plain, { "$ref": "#/$defs/Expression" }]),
                );
            }
        }
        _ => {}
    }
}

fn is_numeric(map: &Map<String, Value>) -> bool {
    let is = |word: &str| match map.get("type") {
        Some(Value::String(kind)) => kind == word,
        Some(Value::Array(kinds)) => kinds.iter().any(|k| k == word),
        _ => false,
    };
    is("number") || is("integer") || (is("array") && map.contains_key("minItems"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_expressions_and_items_repeat() {
        let schema = schema();
        let definitions = &schema["$defs"];
        assert_eq!(
            definitions["Material"]["properties"]["young"]["anyOf"][1]["$ref"],
            "#/$defs/Expression"
        );
        assert!(definitions["Body"]["properties"]["repeat"].is_object());
        assert_eq!(definitions["Body"]["additionalProperties"], false);
        assert_eq!(
            schema["properties"]["gravity"]["anyOf"][1]["$ref"],
            "#/$defs/Expression"
        );
        assert!(definitions["Select"].to_string().contains("sphere"));
    }
}
