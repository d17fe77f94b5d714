//! Where a scene came from: the text whose parameters it has, and changes that a program made since.

use serde_json::{Map, Value};
use tangency_scene::{number_of, with_number};

use crate::error::Error;
use crate::scene::Scene;
use crate::variable_error::VariableError;

impl Scene {
    /// The parameters of the file that the scene was loaded from, with their numbers in SI units; those that are no numbers and no
    /// lists of them are left out.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let scene = Scene::load("two-cubes")?;
    /// assert!(scene.parameters().iter().any(|(name, value)| name == "drop" && value.len() == 1));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn parameters(&self) -> Vec<(String, Vec<f64>)> {
        let loaded = self.loaded.iter().flat_map(|loaded| &loaded.parameters);
        let numbers = |value: &Value| match value {
            Value::Array(items) => items.iter().map(number_of).collect(),
            value => number_of(value).map(|number| vec![number]),
        };
        loaded
            .filter_map(|parameter| Some((parameter.name.clone(), numbers(&parameter.value)?)))
            .collect()
    }

    /// The scene with other numbers for a parameter of the file that it was loaded from, in SI units; what was changed since it was
    /// loaded stays changed.
    ///
    /// ```
    /// use tangency::prelude::*;
    ///
    /// let scene = Scene::load("two-cubes")?.gravity([0.0, -5.0, 0.0]);
    /// let higher = scene.with_parameter("drop", &[0.03])?;
    /// assert_ne!(higher.document().body, scene.document().body);
    /// assert_eq!(higher.document().gravity, [0.0, -5.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn with_parameter(&self, name: &str, numbers: &[f64]) -> Result<Self, Error> {
        let unknown = || {
            let known = self.parameters().into_iter().map(|(name, _)| name);
            VariableError::unknown(name, known.collect())
        };
        let loaded = self.loaded.as_ref().ok_or_else(unknown)?;
        let parameter = loaded.parameters.iter().find(|p| p.name == name);
        let old = &parameter.ok_or_else(unknown)?.value;
        let expected = old.as_array().map_or(1, Vec::len);
        if numbers.len() != expected {
            let (name, found) = (name.to_owned(), numbers.len());
            return Err(VariableError::Length {
                name,
                found,
                expected,
            }
            .into());
        }
        let value = match old {
            Value::Array(items) => {
                let pairs = items.iter().zip(numbers);
                let items: Option<Vec<Value>> = pairs
                    .map(|(item, &number)| with_number(item, number))
                    .collect();
                items.map(Value::Array)
            }
            value => with_number(value, numbers[0]),
        };
        let reloaded = loaded.with_parameter(name, &value.ok_or_else(unknown)?)?;
        let as_json = |document| serde_json::to_value(document).unwrap_or_default();
        let merged = merge(
            &as_json(&loaded.document),
            as_json(&self.document),
            as_json(&reloaded.document),
        );
        let mut scene = self.clone();
        scene.document =
            serde_json::from_value(merged).map_err(|error| VariableError::Unmerged {
                name: name.to_owned(),
                reason: error.to_string(),
            })?;
        scene.loaded = Some(reloaded.into());
        Ok(scene)
    }
}

/// The value `new` with the changes that lead from `base` to `current`.
fn merge(base: &Value, current: Value, new: Value) -> Value {
    if *base == current {
        return new;
    }
    match (base, current, new) {
        (Value::Object(base), Value::Object(current), Value::Object(mut new)) => {
            let mut merged = Map::new();
            for (key, value) in current {
                let merged_value = match (base.get(&key), new.remove(&key)) {
                    (Some(base), Some(new)) => merge(base, value, new),
                    // It was as in the base, and is gone.
                    (Some(base), None) if *base == value => continue,
                    _ => value,
                };
                merged.insert(key, merged_value);
            }
            // What is in the base and no longer in the current one was taken out.
            merged.extend(new.into_iter().filter(|(key, _)| !base.contains_key(key)));
            Value::Object(merged)
        }
        (Value::Array(base), Value::Array(current), Value::Array(new))
            if current.len() >= base.len() && new.len() == base.len() =>
        {
            let mut new = new.into_iter();
            let items = current.into_iter().enumerate();
            let merged = items.map(|(k, item)| match (base.get(k), new.next()) {
                (Some(base), Some(new)) => merge(base, item, new),
                _ => item,
            });
            Value::Array(merged.collect())
        }
        (_, current, _) => current,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_of_both_sides_are_kept() {
        let base = json!({"a": 1, "b": [1, {"x": 1, "y": 2}], "c": 3, "gone": 1, "late": null});
        let current =
            json!({"a": 1, "b": [1, {"x": 5, "y": 2}, 7], "c": 4, "late": null, "more": 1});
        let new = json!({"a": 2, "b": [3, {"x": 1, "y": 6}], "c": 9, "gone": 2, "late": null, "other": 8});
        assert_eq!(
            merge(&base, current, new),
            json!({"a": 2, "b": [3, {"x": 5, "y": 6}, 7], "c": 4, "late": null, "more": 1, "other": 8})
        );
    }

    #[test]
    fn a_list_that_changed_its_length_is_the_programs() {
        assert_eq!(merge(&json!([1, 2]), json!([1]), json!([3, 4])), json!([1]));
        assert_eq!(merge(&json!([1]), json!([1]), json!([3, 4])), json!([3, 4]));
    }
}
