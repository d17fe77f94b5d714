//! Every number in the statistics of a run, by the names on the way to it.
//!
//! Lists of a few numbers count as vectors: three have the components x, y and z, others 0, 1, 2 and so on. Longer lists, such
//! as the trace of the iterations, are no series.

use std::collections::BTreeMap;

use serde_json::Value;

/// Longest list whose numbers are components.
const LONGEST: usize = 9;

/// Names on the way to a number.
pub type LeafPath = Vec<String>;

/// Numbers over the steps, by their paths.
#[derive(Default)]
pub struct Leaves {
    /// Step and number of each line that has it.
    columns: BTreeMap<LeafPath, Vec<(u64, f64)>>,
}

impl Leaves {
    /// The numbers in the lines of `stats.jsonl`.
    pub fn of(stats: &[Value]) -> Self {
        let mut leaves = Self::default();
        for (k, line) in (1..).zip(stats) {
            let step = line.get("step").and_then(Value::as_u64).unwrap_or(k);
            leaves.gather(line, &mut Vec::new(), step);
        }
        leaves
    }

    fn gather(&mut self, value: &Value, path: &mut LeafPath, step: u64) {
        match value {
            Value::Number(number) => {
                if let Some(number) = number.as_f64() {
                    let column = self.columns.entry(path.clone()).or_default();
                    column.push((step, number));
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    path.push(name.clone());
                    self.gather(value, path, step);
                    path.pop();
                }
            }
            Value::Array(items) if items.len() <= LONGEST => {
                let is_vector = items.len() == 3;
                for (k, value) in items.iter().enumerate() {
                    let name = ["x", "y", "z"][k.min(2)];
                    path.push(if is_vector {
                        name.to_owned()
                    } else {
                        k.to_string()
                    });
                    self.gather(value, path, step);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// All paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &LeafPath> {
        self.columns.keys()
    }

    /// The numbers at a path.
    pub fn get(&self, path: &[String]) -> Option<&[(u64, f64)]> {
        self.columns.get(path).map(Vec::as_slice)
    }

    /// The path that ends with some names; of several, one that also has a name on the way, else the first.
    pub fn ending(&self, names: &[&str], rather: &str) -> Option<&LeafPath> {
        let fits = |path: &&LeafPath| {
            path.len() >= names.len()
                && path[path.len() - names.len()..]
                    .iter()
                    .zip(names)
                    .all(|(a, b)| a == b)
        };
        let mut found = self.paths().filter(fits);
        let first = found.next()?;
        if first.iter().any(|name| name == rather) {
            return Some(first);
        }
        Some(
            found
                .find(|path| path.iter().any(|name| name == rather))
                .unwrap_or(first),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_found_by_the_names_on_the_way() {
        let stats = [
            json!({"step": 1, "energy": {"kinetic": 2.0}, "forces": {"reactions": {"a.b": {"force": [1, 2, 3]}}}}),
            json!({"step": 2, "energy": {"kinetic": null}, "trace": [1,2,3,4,5,6,7,8,9,10]}),
        ];
        let leaves = Leaves::of(&stats);
        let path = leaves.ending(&["a.b", "force", "y"], "reactions").unwrap();
        assert_eq!(leaves.get(path).unwrap(), [(1, 2.0)]);
        let kinetic = leaves.ending(&["energy", "kinetic"], "").unwrap();
        assert_eq!(leaves.get(kinetic).unwrap(), [(1, 2.0)]);
        assert!(leaves.paths().all(|path| path[0] != "trace"));
    }
}
