//! Scenes to begin with: those of the catalogue, some with numbers that suit one thread in a browser.

use serde_json::{Value, json};
use tangency_scene::{TreeValue, catalogue, parse_tree};

/// Scenes that suit one thread in a browser, with the parameters that make them small.
pub const SMALL: [(&str, &[(&str, &str)]); 24] = [
    ("two-cubes", &[]),
    ("aligned-edges", &[]),
    ("ball-on-mat", &[("n", "12"), ("cells", "4")]),
    ("card-house", &[("points", "4")]),
    ("chain", &[("links", "3")]),
    ("cloth-hang", &[("points", "200")]),
    ("cloth-on-sphere", &[("points", "300")]),
    ("cloth-stack", &[("points", "60"), ("layers", "3")]),
    ("compressed-block", &[]),
    ("corner-impact", &[("levels", "1")]),
    ("erleben-spike-hole", &[]),
    ("golf-ball", &[("cells", "4")]),
    ("hair-cluster", &[("hairs", "3"), ("segments", "20")]),
    ("layers-on-sphere", &[("layers", "2"), ("points", "80")]),
    ("masonry-arch", &[("stones", "9")]),
    ("needles", &[("points", "200"), ("needles", "8")]),
    ("slope", &[]),
    ("sprinkles", &[("across", "2"), ("up", "3")]),
    ("squishy-ball", &[("across", "2"), ("cells_along", "4")]),
    ("stick-slip", &[("along", "8")]),
    ("table-cloth", &[("points", "150")]),
    ("tunnel", &[("speed", "10")]),
    ("two-blocks", &[]),
    ("yarn-stretch", &[("loops", "3"), ("rows", "3")]),
];

/// All scenes: name, title, text, and whether they are small.
pub fn list() -> Value {
    let entries = catalogue::ALL.iter().map(|entry| {
        let small = SMALL.iter().find(|(name, _)| *name == entry.name);
        let settings = small.map_or(&[][..], |(_, settings)| settings);
        let text = with_parameters(entry.text, settings);
        json!({"name": entry.name, "title": title(&text), "text": text, "small": small.is_some()})
    });
    entries.collect()
}

/// The title of a scene.
fn title(text: &str) -> String {
    let tree = parse_tree("scene.toml", text).ok();
    let title = tree.as_ref().and_then(|tree| tree.get("title"));
    match title.map(|title| &title.value) {
        Some(TreeValue::Text(title)) => title.clone(),
        _ => String::new(),
    }
}

/// The text with other values in its table of parameters; comments stay.
fn with_parameters(text: &str, settings: &[(&str, &str)]) -> String {
    let mut is_inside = false;
    let lines = text.lines().map(|line| {
        if line.starts_with('[') {
            is_inside = line.trim_end() == "[parameters]";
        }
        let key = line.split('=').next().unwrap_or_default().trim();
        let setting = settings.iter().find(|(name, _)| is_inside && *name == key);
        let Some((name, value)) = setting else {
            return line.to_owned();
        };
        let comment = line.find('#').map_or("", |at| &line[at..]);
        let start = format!("{name} = {value}");
        let width = line.find('#').unwrap_or(0).max(start.len() + 1);
        format!("{start:width$}{comment}").trim_end().to_owned()
    });
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use tangency_scene::load_text;

    #[test]
    fn small_scenes_have_the_parameters_that_make_them_small() {
        for (name, settings) in SMALL {
            let entry = catalogue::find(name).unwrap();
            let text = with_parameters(entry.text, settings);
            let scene = load_text("s.toml", &text, Path::new("."), &[]).unwrap();
            for (parameter, value) in settings {
                let known = scene.parameters.iter().find(|p| p.name == *parameter);
                let known = known.unwrap_or_else(|| panic!("{name} has no {parameter}"));
                assert_eq!(known.value.to_string(), *value, "{name}, {parameter}");
            }
        }
    }

    #[test]
    fn only_values_change() {
        let text = "a = 1 # one\n[parameters]\na = 1   # one\nb = 2\n[time]\na = 3\n";
        let changed = with_parameters(text, &[("a", "75")]);
        let expected = "a = 1 # one\n[parameters]\na = 75  # one\nb = 2\n[time]\na = 3\n";
        assert_eq!(changed, expected);
        assert_eq!(with_parameters(text, &[]), text);
    }
}
