//! The scene that was simulated, in rows of names and values, from the files of the run.

use serde_json::Value;
use tangency_io::run_folder::{RunReader, Topology};
use tangency_render::chart::ticks::short;

/// The scene of a run.
pub struct SceneSummary {
    /// Title, or the name of the folder.
    pub title: String,
    /// Description of itself.
    pub description: String,
    /// Parameters with their values.
    pub parameters: Vec<(String, String)>,
    /// Changes in the middle of the run, each with its step.
    pub changes: Vec<(String, String)>,
    /// Settings of the solver.
    pub settings: Vec<(String, String)>,
    /// Numbers of things.
    pub counts: Vec<(String, String)>,
    /// Distance below which bodies repel each other, m.
    pub dhat: Option<f64>,
}

impl SceneSummary {
    /// The scene of a run; what its `scene.json` does not tell is left out.
    pub fn of(run: &RunReader) -> Self {
        let text = run.scene_json().unwrap_or_default();
        let json: Value = serde_json::from_str(&text).unwrap_or_default();
        let string = |name: &str| json[name].as_str().unwrap_or_default().trim().to_string();
        let folder = run.folder().file_name().unwrap_or_default();
        let title = string("title");
        let mut settings = rows(&json["time"], "time: ");
        settings.extend(rows(&json["solver"], ""));
        let topology = run.topology();
        Self {
            title: if title.is_empty() {
                folder.to_string_lossy().into_owned()
            } else {
                title
            },
            description: string("description"),
            parameters: rows(&json["parameters"], ""),
            changes: changes(run),
            settings,
            counts: counts(topology),
            dhat: dhat(&json["solver"]["dhat"], topology),
        }
    }
}

/// The fields of an object, those of objects in it after its name.
pub fn rows(object: &Value, prefix: &str) -> Vec<(String, String)> {
    let fields = object.as_object().into_iter().flatten();
    fields
        .flat_map(|(name, value)| {
            let name = format!("{prefix}{}", name.replace('_', " "));
            if value.is_object() {
                rows(value, &format!("{name}: "))
            } else {
                vec![(name, words(value))]
            }
        })
        .collect()
}

/// The changes of the scene, in the order of their steps.
fn changes(run: &RunReader) -> Vec<(String, String)> {
    let changes = run.changes().unwrap_or_default();
    let rows = changes.into_iter().flat_map(|change| {
        let step = change.after_step;
        change.differences.into_iter().map(move |difference| {
            let [before, after] = [&difference.before, &difference.after].map(words);
            let name = format!("after step {step}: {}", difference.path);
            (name, format!("{before} → {after}"))
        })
    });
    rows.collect()
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => "-".to_string(),
        Value::String(text) => text.clone(),
        Value::Bool(answer) => if *answer { "yes" } else { "no" }.to_string(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Number(number) if number.is_f64() => number.as_f64().map(short).unwrap_or_default(),
        other => other.to_string(),
    }
}

fn counts(topology: &Topology) -> Vec<(String, String)> {
    let obstacles = topology.obstacle.iter().filter(|o| **o).count();
    let numbers = [
        ("bodies and obstacles", topology.body_names.len()),
        ("vertices", topology.rest.len()),
        ("of these on obstacles", obstacles),
        ("tets", topology.tets.len()),
        ("contact points", topology.points.len()),
        ("contact edges", topology.edges.len()),
        ("contact triangles", topology.triangles.len()),
        ("half-spaces", topology.half_spaces.len()),
    ];
    let row = |(name, count): (&str, usize)| (name.to_string(), count.to_string());
    numbers.map(row).to_vec()
}

/// d̂ in metres: absolute, or relative to the diagonal of the box around the solids at rest.
fn dhat(value: &Value, topology: &Topology) -> Option<f64> {
    if let Some(length) = value["absolute"].as_f64() {
        return Some(length);
    }
    let relative = value.as_f64().or_else(|| value["relative"].as_f64())?;
    let solids = topology
        .rest
        .iter()
        .zip(&topology.obstacle)
        .filter(|(_, obstacle)| !**obstacle);
    let mut points = solids.map(|(x, _)| *x);
    let first = points.next()?;
    let (low, high) = points.fold((first, first), |(low, high), x| (low.inf(&x), high.sup(&x)));
    Some(relative * (high - low).norm())
}
