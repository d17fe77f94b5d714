//! Defaults that the types do not write, for the schema: a value that is the default is left out of a scene that is
//! written, and so out of the schema that is made from the types.

use serde_json::{Map, Value, json};

/// Adds the defaults that are missing. (A test writes each of them into a scene, and the scene must stay the same.)
pub fn add_silent(schema: &mut Value) {
    let silent = json!({
        "Body": { "offset": 0.0, "rest": "placed", "unit": "m", "warp": [1.0, 0.0, 0.0] },
        "Boundary": { "driven": false },
        "Load": { "driven": false },
        "Material": {
            "bending": 1.0, "bends": "plate", "squeeze_limit": 0.0, "stretch_limit": "none", "stretching": 1.0,
            "twisting": 0.0
        },
        "Obstacle": { "offset": 0.0, "unit": "m" },
        "Seam": { "pairs": [] },
        "Solver": { "certify": "every", "on_unsolved": "warn", "residual": "largest", "trace": false }
    });
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        set_default(properties, "plane", &json!(false));
        set_default(properties, "repair", &json!(false));
    }
    for (definition, defaults) in silent.as_object().into_iter().flatten() {
        let properties = schema.pointer_mut(&format!("/$defs/{definition}/properties"));
        let Some(properties) = properties.and_then(Value::as_object_mut) else {
            continue;
        };
        for (key, default) in defaults.as_object().into_iter().flatten() {
            set_default(properties, key, default);
        }
    }
}

fn set_default(properties: &mut Map<String, Value>, key: &str, default: &Value) {
    if let Some(Value::Object(property)) = properties.get_mut(key) {
        property.insert("default".into(), default.clone());
    }
}
