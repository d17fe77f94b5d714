//! Edits of a scene since its run was made.

use serde_json::Value;
use tangency_io::run_folder::{Difference, differences};
use tangency_scene::Scene;

/// Differences told in full.
const TOLD: usize = 20;

/// The longest value that is told, in characters.
const LONGEST: usize = 60;

/// Values that cannot change between two steps: the time of a step is its number times the length of a step, and what an
/// integrator remembers is its own.
const FIXED: [&str; 2] = ["time.step", "time.integrator"];

/// The values in which two scenes differ.
pub struct Edits {
    differences: Vec<Difference>,
    before: Value,
    after: Value,
}

impl Edits {
    /// The differences of `after`.
    pub fn between(before: &Scene, after: &Scene) -> Self {
        let [before, after] = [before, after].map(|scene| {
            // A document is plain data: it always has a JSON form.
            serde_json::to_value(&scene.document).unwrap_or_default()
        });
        Self {
            differences: differences(&before, &after),
            before,
            after,
        }
    }

    /// Whether the scenes are the same.
    pub fn is_none(&self) -> bool {
        self.differences.is_empty()
    }

    /// A change that a run at step `step` cannot make.
    pub fn impossible(&self, step: u64) -> Option<&str> {
        let is_fixed = |path: &str| FIXED.iter().any(|fixed| path.starts_with(fixed));
        let mut paths = self.differences.iter().map(|found| found.path.as_str());
        paths.find(|path| step > 0 && is_fixed(path))
    }

    /// A line for each difference, the first of many.
    pub fn list(&self) -> String {
        let mut text = String::new();
        for difference in self.differences.iter().take(TOLD) {
            let path = printable(&difference.path);
            let name = self.name_at(&difference.path);
            let [before, after] = [&difference.before, &difference.after].map(told);
            text += &format!("\n  {path}{name}: {before} in the run, {after} now");
        }
        if let more @ 1.. = self.differences.len().saturating_sub(TOLD) {
            text += &format!("\n  and {more} more");
        }
        text
    }

    /// The name of the thing in a list that a path leads into.
    fn name_at(&self, path: &str) -> String {
        let mut keys = path.split('.');
        let (Some(list), Some(Ok(index))) = (keys.next(), keys.next().map(str::parse::<usize>))
        else {
            return String::new();
        };
        let name = |scene: &Value| Some(scene.get(list)?.get(index)?.get("name")?.as_str()?.into());
        let name: Option<String> = name(&self.before).or_else(|| name(&self.after));
        name.filter(|name| !name.is_empty())
            .map_or(String::new(), |name| format!(" ({})", printable(&name)))
    }
}

fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    text.chars().map(plain).collect()
}

fn told(value: &Value) -> String {
    if value.is_null() {
        return "nothing".into();
    }
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
