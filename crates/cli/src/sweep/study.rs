//! A study as it is asked for: the file `study.toml`, or the same as JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tangency_scene::error::suggestion;
use tangency_scene::{SceneError, TreeNode, TreeValue, parse_tree};

use super::measures::Measure;
use super::values::{MOST, Values, is_description, plain};
use crate::failure::Failure;

/// Keys of a study file.
const KEYS: [&str; 13] = [
    "scene",
    "document",
    "folder",
    "mode",
    "count",
    "seed",
    "steps",
    "until",
    "workers",
    "set",
    "parameters",
    "rows",
    "measures",
];

/// Choice of the values that go together in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Every value of a parameter with every value of the others.
    Grid,
    /// Row by row, as written.
    List,
    /// Drawn, from a seed.
    Random,
}

/// A value for a path of the scene.
pub type Setting = (String, Value);

/// A study as it is asked for.
#[derive(Clone, Debug)]
pub struct Study {
    /// A scene file or a name of the catalogue, as written; nothing where the scene is in `document`.
    pub scene: Option<String>,
    /// The scene itself, of a study that a program asks for.
    pub document: Option<Value>,
    /// The folder that the paths in `document` start from, if not the current one.
    pub folder: Option<String>,
    /// Values that all runs have.
    pub set: Vec<Setting>,
    /// Where every run stops, if not at the end of its scene.
    pub steps: Option<u64>,
    /// The time where every run stops, s.
    pub until: Option<f64>,
    /// Choice of the values.
    pub mode: Mode,
    /// Number of draws.
    pub count: u64,
    /// Seed of the draws.
    pub seed: u64,
    /// Parameters and their values, in the order of the file.
    pub parameters: Vec<(String, Values)>,
    /// Rows of a list.
    pub rows: Vec<Vec<Setting>>,
    /// Columns that are measured.
    pub measures: Vec<Measure>,
    /// Runs at a time.
    pub workers: Option<usize>,
}

/// A value under a table of paths, with its path and the keys that lead to it in the file.
struct Leaf<'a> {
    path: String,
    keys: Vec<String>,
    node: &'a TreeNode,
}

/// A reader of one study file, which knows the places of its values.
struct Reader<'a> {
    file: &'a str,
    root: TreeNode,
}

impl Study {
    /// Reads a study, TOML or JSON; `file` names it in messages.
    pub fn read(file: &str, text: &str) -> Result<Self, Failure> {
        let root = parse_tree(file, text).map_err(Failure::input)?;
        let reader = Reader { file, root };
        reader.study().map_err(Failure::input)
    }
}

impl Reader<'_> {
    fn study(&self) -> Result<Study, SceneError> {
        self.refuse_unknown_keys()?;
        let mode = self.mode()?;
        let document = self.root.get("document").map(TreeNode::to_json);
        let scene = self.text("scene")?;
        if scene.is_some() == document.is_some() {
            return Err(self.wrong(
                &["scene"],
                "a study names one scene: scene = \"slope\", or the path of a scene file",
            ));
        }
        let steps = self.whole("steps", 1)?;
        let until = match self.root.get("until").map(|node| &node.value) {
            None => None,
            Some(TreeValue::Number(t)) if t.is_finite() && *t > 0.0 => Some(*t),
            Some(_) => return Err(self.wrong(&["until"], "expected a time in s, above 0")),
        };
        if steps.is_some() && until.is_some() {
            return Err(self.wrong(&["until"], "give `steps` or `until`, not both"));
        }
        let study = Study {
            scene,
            document,
            folder: self.text("folder")?,
            set: self.settings(&["set"])?,
            steps,
            until,
            mode,
            count: self.whole("count", 1)?.unwrap_or(0),
            seed: self.whole("seed", 0)?.unwrap_or(0),
            parameters: self.parameters()?,
            rows: self.rows()?,
            measures: self.measures()?,
            workers: self.whole("workers", 1)?.map(|n| n as usize),
        };
        self.refuse_contradictions(&study)?;
        Ok(study)
    }

    fn wrong<S: AsRef<str>>(&self, path: &[S], message: impl Into<String>) -> SceneError {
        SceneError::Invalid {
            place: self.root.place(self.file, path),
            message: message.into(),
        }
    }

    fn refuse_unknown_keys(&self) -> Result<(), SceneError> {
        let TreeValue::Table(entries) = &self.root.value else {
            return Err(self.wrong::<&str>(&[], "a study is a table"));
        };
        match entries
            .iter()
            .find(|(key, _)| !KEYS.contains(&key.as_str()))
        {
            None => Ok(()),
            Some((key, _)) => {
                let near = suggestion(key, KEYS);
                let words = format!(
                    "a study has no key `{key}`{near}; it has {}",
                    KEYS.join(", ")
                );
                Err(self.wrong(&[key], words))
            }
        }
    }

    fn mode(&self) -> Result<Mode, SceneError> {
        let implied = match self.root.get("rows") {
            Some(_) => Mode::List,
            None => Mode::Grid,
        };
        match self.text("mode")?.as_deref() {
            None => Ok(implied),
            Some("grid") => Ok(Mode::Grid),
            Some("list") => Ok(Mode::List),
            Some("random") => Ok(Mode::Random),
            Some(other) => {
                let near = suggestion(other, ["grid", "list", "random"]);
                Err(self.wrong(
                    &["mode"],
                    format!("`{other}` is not grid, list or random{near}"),
                ))
            }
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, SceneError> {
        match self.root.get(key).map(|node| &node.value) {
            None => Ok(None),
            Some(TreeValue::Text(text)) => Ok(Some(text.clone())),
            Some(other) => {
                Err(self.wrong(&[key], format!("expected a text, found {}", other.kind())))
            }
        }
    }

    fn whole(&self, key: &str, least: u64) -> Result<Option<u64>, SceneError> {
        // Numbers of a tree are exact up to here.
        let most = (1_u64 << 53) as f64;
        match self.root.get(key).map(|node| &node.value) {
            None => Ok(None),
            Some(TreeValue::Number(x)) if x.fract() == 0.0 && (least as f64..=most).contains(x) => {
                Ok(Some(*x as u64))
            }
            Some(_) => Err(self.wrong(&[key], format!("expected a whole number from {least} on"))),
        }
    }

    /// The leaves under a path, by the paths that `--set` takes: `friction.mu` may be one key or two.
    fn leaves(&self, path: &[&str]) -> Result<Vec<Leaf<'_>>, SceneError> {
        let mut found = Vec::new();
        let node = path
            .iter()
            .try_fold(&self.root, |node, key| node.child(key));
        let Some(node) = node else {
            return Ok(found);
        };
        let way: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
        if !matches!(node.value, TreeValue::Table(_)) {
            let words = format!("expected a table of paths, found {}", node.value.kind());
            return Err(self.wrong(&way, words));
        }
        gather(node, String::new(), &way, &mut found);
        for (k, Leaf { path, keys, .. }) in found.iter().enumerate() {
            let clash = found[..k].iter().find(|leaf| overlap(&leaf.path, path));
            if let Some(Leaf { path: other, .. }) = clash {
                let words = format!("`{path}` is set twice: `{other}` is there too");
                return Err(self.wrong(keys, words));
            }
        }
        Ok(found)
    }

    fn settings(&self, path: &[&str]) -> Result<Vec<Setting>, SceneError> {
        let leaves = self.leaves(path)?;
        let setting = |Leaf { path, keys, node }: Leaf<'_>| {
            let value = plain(node).map_err(|problem| self.wrong(&keys, problem))?;
            Ok((path, value))
        };
        leaves.into_iter().map(setting).collect()
    }

    fn parameters(&self) -> Result<Vec<(String, Values)>, SceneError> {
        let leaves = self.leaves(&["parameters"])?;
        let parameter = |Leaf { path, keys, node }: Leaf<'_>| {
            let values = Values::read(node).map_err(|problem| self.wrong(&keys, problem))?;
            Ok((path, values))
        };
        leaves.into_iter().map(parameter).collect()
    }

    fn rows(&self) -> Result<Vec<Vec<Setting>>, SceneError> {
        let Some(node) = self.root.get("rows") else {
            return Ok(Vec::new());
        };
        let TreeValue::List(items) = &node.value else {
            return Err(self.wrong(&["rows"], "expected a list of rows, as in [[rows]]"));
        };
        let mut rows: Vec<Vec<Setting>> = Vec::new();
        for k in 0..items.len() {
            let place = k.to_string();
            let mut row = self.settings(&["rows", &place])?;
            if let Some(first) = rows.first() {
                let at = |(path, _): &Setting| first.iter().position(|(p, _)| p == path);
                if row.len() != first.len() || row.iter().any(|s| at(s).is_none()) {
                    let names: Vec<&str> = first.iter().map(|(path, _)| path.as_str()).collect();
                    let words = format!(
                        "every row sets what the first one sets: {}",
                        names.join(", ")
                    );
                    return Err(self.wrong(&["rows", &place], words));
                }
                row.sort_by_key(at);
            }
            if let Some(earlier) = rows.iter().position(|other| *other == row) {
                let words = format!("rows {earlier} and {k} are the same");
                return Err(self.wrong(&["rows", &place], words));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn measures(&self) -> Result<Vec<Measure>, SceneError> {
        let Some(node) = self.root.get("measures") else {
            return Ok(Vec::new());
        };
        let TreeValue::Table(entries) = &node.value else {
            return Err(self.wrong(
                &["measures"],
                "expected a table: name = \"max force:plate.y\"",
            ));
        };
        let measure = |(name, node): &(String, TreeNode)| {
            let path = ["measures", name];
            let TreeValue::Text(of) = &node.value else {
                return Err(self.wrong(&path, "expected a text, as in \"max force:plate.y\""));
            };
            Measure::read(name, of).map_err(|problem| self.wrong(&path, problem))
        };
        entries.iter().map(measure).collect()
    }

    fn refuse_contradictions(&self, study: &Study) -> Result<(), SceneError> {
        let wrong = |key: &str, words: &str| Err(self.wrong(&[key], words));
        let (has_rows, has_parameters) = (!study.rows.is_empty(), !study.parameters.is_empty());
        match study.mode {
            Mode::List if !has_rows => {
                return wrong("rows", "mode = \"list\" needs at least one row: [[rows]]");
            }
            Mode::List if has_parameters => {
                return wrong(
                    "parameters",
                    "mode = \"list\" takes its values from the rows alone",
                );
            }
            Mode::Grid | Mode::Random if !has_parameters => {
                return wrong(
                    "parameters",
                    "there is no parameter to vary: [parameters] has none",
                );
            }
            Mode::Grid | Mode::Random if has_rows => {
                return wrong("rows", "rows go with mode = \"list\"");
            }
            Mode::Random if study.count == 0 => {
                return wrong(
                    "count",
                    "mode = \"random\" needs the number of draws: count = 100",
                );
            }
            Mode::Random if study.count > MOST as u64 => {
                return wrong("count", &format!("a study has at most {MOST} runs"));
            }
            Mode::Grid | Mode::List if study.count > 0 => {
                return wrong("count", "count goes with mode = \"random\"");
            }
            _ => {}
        }
        let rows = study
            .rows
            .first()
            .into_iter()
            .flatten()
            .map(|(path, _)| path);
        for path in study.parameters.iter().map(|(path, _)| path).chain(rows) {
            if let Some((other, _)) = study.set.iter().find(|(other, _)| overlap(other, path)) {
                let words = format!("`{other}` is set for all runs, and `{path}` for each");
                return Err(self.wrong(&["set"], words));
            }
        }
        Ok(())
    }
}

/// Whether one path is the other, or leads into it.
fn overlap(a: &str, b: &str) -> bool {
    let leads = |a: &str, b: &str| {
        let rest = b.strip_prefix(a);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    leads(a, b) || leads(b, a)
}

fn gather<'a>(node: &'a TreeNode, path: String, keys: &[String], found: &mut Vec<Leaf<'a>>) {
    let TreeValue::Table(entries) = &node.value else {
        return;
    };
    for (key, child) in entries {
        let path = match path.as_str() {
            "" => key.clone(),
            _ => format!("{path}.{key}"),
        };
        let keys = [keys, std::slice::from_ref(key)].concat();
        let is_path = matches!(&child.value, TreeValue::Table(inner) if !inner.is_empty());
        match is_path && !is_description(child) {
            true => gather(child, path, &keys, found),
            false => found.push(Leaf {
                path,
                keys,
                node: child,
            }),
        }
    }
}

/// A setting as `--set` takes it.
pub fn as_set((path, value): &Setting) -> String {
    // JSON of plain values and lists of them is TOML as well.
    format!("{path}={value}")
}
