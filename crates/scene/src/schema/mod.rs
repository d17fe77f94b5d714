//! The JSON schema of the language, made from its types.

mod defaults;
pub mod place;

use serde_json::{Map, Value, json};

use place::{PLANAR_UNIT, QUANTITY_KEY, RELATIVE_UNIT, UNIT};

/// Definitions of list items, which may be repeated.
const ITEMS: [&str; 7] = [
    "Body",
    "Obstacle",
    "HalfSpace",
    "Boundary",
    "Load",
    "Seam",
    "Band",
];

/// The JSON schema of a scene: every number may also be an expression (`"= ..."`) or a
/// parameter (`"$name"`), every number that has a `unit` also a quantity (`"2 cm"`), and every item of a list may have
/// `repeat`, `when` and `let`.
///
/// ```
/// let schema = tangency_scene::schema();
/// assert!(schema["properties"]["gravity"].is_object());
/// assert!(schema["$defs"]["Body"]["properties"]["repeat"].is_object());
/// assert_eq!(schema["$defs"]["Time"]["properties"]["duration"]["unit"], "s");
/// ```
pub fn schema() -> Value {
    let mut value = place::types().clone();
    allow_texts(&mut value, false);
    defaults::add_silent(&mut value);
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
        if let Some(material) = definitions.get_mut("Material") {
            material["properties"]["base"] = json!({
                "description": "Name of a material from which it takes what it does not say itself.",
                "type": "string"
            });
        }
        definitions.insert("Expression".into(), expression());
        definitions.insert("Quantity".into(), quantity());
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

fn quantity() -> Value {
    json!({
        "description": "A number, or a fraction of two, with a unit of the same dimension as that of the place (\"2 cm\", \"1/60 s\", \"0.8 MPa\").",
        "type": "string",
        "pattern": "^\\s*[-+−]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?(\\s*/\\s*[0-9.]+([eE][-+]?[0-9]+)?)?\\s*(1?/)?\\s*[A-Za-zµμ°%][^()]*$"
    })
}

/// Lets an expression stand wherever a number or a list of fixed length does, and a quantity wherever a number with a
/// unit does, its own or that of the list it is in.
fn allow_texts(value: &mut Value, has_unit: bool) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| allow_texts(item, has_unit)),
        Value::Object(map) => {
            let word = |key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
            let has_unit = has_unit || word(UNIT).is_some();
            if let Some(key) = word(QUANTITY_KEY) {
                return allow_quantity_as(map, &key);
            }
            for (key, child) in map.iter_mut().filter(|(key, _)| *key != "default") {
                let inherits = ["items", "anyOf"].contains(&key.as_str());
                allow_texts(child, has_unit && inherits);
            }
            if is_numeric(map) {
                let is_list = map.contains_key("items");
                let mut plain = std::mem::take(map);
                let outside = ["description", "default", "$schema", "title"];
                for key in outside
                    .into_iter()
                    .chain([UNIT, PLANAR_UNIT, RELATIVE_UNIT])
                {
                    if let Some(kept) = plain.remove(key) {
                        map.insert(key.into(), kept);
                    }
                }
                let mut forms = vec![plain.into(), json!({ "$ref": "#/$defs/Expression" })];
                if has_unit && !is_list {
                    forms.push(json!({ "$ref": "#/$defs/Quantity" }));
                }
                map.insert("anyOf".into(), forms.into());
            }
        }
        _ => {}
    }
}

/// Lets a quantity stand for a table of one key, and at that key.
fn allow_quantity_as(map: &mut Map<String, Value>, quantity_key: &str) {
    let forms = map.get_mut("anyOf").and_then(Value::as_array_mut);
    let Some(forms) = forms else {
        return;
    };
    for form in forms.iter_mut() {
        match form.pointer_mut(&format!("/properties/{quantity_key}")) {
            Some(property) => allow_texts(property, true),
            None => allow_texts(form, false),
        }
    }
    forms.push(json!({ "$ref": "#/$defs/Quantity" }));
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
        assert_eq!(
            definitions["Material"]["properties"]["base"]["type"],
            "string"
        );
        assert_eq!(definitions["Body"]["additionalProperties"], false);
        assert_eq!(
            schema["properties"]["gravity"]["anyOf"][1]["$ref"],
            "#/$defs/Expression"
        );
        assert!(definitions["Select"].to_string().contains("sphere"));
    }
}
