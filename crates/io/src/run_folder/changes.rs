//! Changes of the scene in the middle of a run: `changes.jsonl`, one line a change, and beside it
//! `scene.NNNNNN.json`, the scene that the steps up to NNNNNN were made with.

use super::{CHANGES, SCENE, remove, scenes};
use crate::{IoError, Location, ParseError, atomic};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// A change of the scene between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The last step of the scene as it was before.
    pub after_step: u64,
    /// The file that has that scene.
    pub scene: String,
    /// The differences.
    pub differences: Vec<Difference>,
}

/// A value in which two scenes differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Path in the scene, as in `body.0.material.young`.
    pub path: String,
    /// The value before; null where there was none.
    pub before: Value,
    /// The value after; null where there is none.
    pub after: Value,
}

/// The values in which two scenes differ: parameters first, the rest by name. An absent value and null are the same.
pub fn differences(before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(String::new(), before, after, &mut found);
    found.sort_by_key(|difference| !difference.path.starts_with("parameters"));
    found
}

fn compare(path: String, before: &Value, after: &Value, found: &mut Vec<Difference>) {
    let below = |key: &str| match path.as_str() {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    };
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            let new = b.keys().filter(|key| !a.contains_key(*key));
            for key in a.keys().chain(new) {
                let [a, b] = [a, b].map(|table| table.get(key).unwrap_or(&Value::Null));
                compare(below(key), a, b, found);
            }
        }
        // Lists of other lengths differ as a whole only where they are lists of plain values.
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() || is_of_tables(a, b) => {
            for i in 0..a.len().max(b.len()) {
                let [a, b] = [a, b].map(|list| list.get(i).unwrap_or(&Value::Null));
                compare(below(&i.to_string()), a, b, found);
            }
        }
        _ if is_same(before, after) => {}
        _ => found.push(Difference {
            path,
            before: before.clone(),
            after: after.clone(),
        }),
    }
}

fn is_of_tables(a: &[Value], b: &[Value]) -> bool {
    a.iter().chain(b).all(Value::is_object)
}

/// Whether two values are the same; 1 and 1.0 are.
fn is_same(a: &Value, b: &Value) -> bool {
    a == b || a.as_f64().is_some_and(|number| Some(number) == b.as_f64())
}

/// The changes so far, in order.
pub(super) fn read(folder: &Path) -> Result<Vec<Change>, IoError> {
    let path = folder.join(CHANGES);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = atomic::read(&path)?;
    let lines = bytes.split(|&b| b == b'\n').enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(i, line)| {
            serde_json::from_slice(line).map_err(|error| {
                let at = Location::Line(i + 1);
                let problem = format!("not a change of a scene: {error}");
                ParseError { at, problem }.in_file(&path)
            })
        })
        .collect()
}

/// Makes `scene` that of the steps after `step`, and keeps what it was before. A change at a step from which nothing was
/// computed yet counts as one with that before it; one back to what there was, as none.
pub(super) fn record(folder: &Path, step: u64, scene: &str) -> Result<(), IoError> {
    let path = folder.join(SCENE);
    let current = read_text(&path)?;
    let known = read(folder)?;
    let mut changes = known.clone();
    let earlier = match changes.pop_if(|last| last.after_step == step) {
        Some(last) => read_text(&folder.join(last.scene))?,
        None => current.clone(),
    };
    let kept = scenes::earlier(step);
    let differences = differences(&parse(&path, &earlier)?, &parse(&path, scene)?);
    let is_change = !differences.is_empty();
    if is_change {
        atomic::write(&folder.join(&kept), earlier.as_bytes())?;
        changes.push(Change {
            after_step: step,
            scene: kept.clone(),
            differences,
        });
    }
    if changes != known {
        write(folder, &changes)?;
    }
    // A scene that says the same in other words stays as it was: its bytes are in the chain.
    let scene = if is_change { scene } else { &earlier };
    if scene != current {
        atomic::write(&path, scene.as_bytes())?;
    }
    if is_change {
        return Ok(());
    }
    remove(&folder.join(kept))
}

fn write(folder: &Path, changes: &[Change]) -> Result<(), IoError> {
    let path = folder.join(CHANGES);
    if changes.is_empty() {
        return remove(&path);
    }
    let mut text = Vec::new();
    for change in changes {
        let line = serde_json::to_vec(change).map_err(|error| IoError::Unwritable {
            path: path.clone(),
            problem: error.to_string(),
        })?;
        text.extend(line);
        text.push(b'\n');
    }
    atomic::write(&path, &text)
}

fn read_text(path: &Path) -> Result<String, IoError> {
    String::from_utf8(atomic::read(path)?)
        .map_err(|_| ParseError::whole("not UTF-8 text").in_file(path))
}

fn parse(path: &Path, text: &str) -> Result<Value, IoError> {
    serde_json::from_str(text)
        .map_err(|error| ParseError::whole(format!("not readable as JSON: {error}")).in_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn differences_are_named_by_their_paths() {
        let before = json!({
            "body": [{"name": "a", "young": 1.0}, {"name": "b"}],
            "gravity": [0, -9.8, 0], "parameters": {"n": 1}, "solver": {"tolerances": [1, 2]}, "same": null
        });
        let after = json!({
            "body": [{"name": "a", "young": 2.0}], "gravity": [0.0, 0.0, 0.0], "parameters": {"n": 2},
            "solver": {"tolerances": [1]}, "ground": 0
        });
        let found = differences(&before, &after);
        let found: Vec<(&str, &Value, &Value)> = found
            .iter()
            .map(|d| (d.path.as_str(), &d.before, &d.after))
            .collect();
        assert_eq!(
            found,
            [
                ("parameters.n", &json!(1), &json!(2)),
                ("body.0.young", &json!(1.0), &json!(2.0)),
                ("body.1", &json!({"name": "b"}), &Value::Null),
                ("gravity.1", &json!(-9.8), &json!(0.0)),
                ("solver.tolerances", &json!([1, 2]), &json!([1])),
                ("ground", &Value::Null, &json!(0)),
            ]
        );
        assert!(differences(&before, &before).is_empty());
    }
}
