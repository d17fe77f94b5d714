//! The tree of a scene file before it is given types: values that remember the
//! line they were written on, so that every later complaint can name it.

mod json;
mod overrides;
mod paths;
mod toml;
mod write;

use std::path::Path;

pub use overrides::apply as apply_override;
pub use paths::{anchor_paths, relate_paths};
pub use write::to_toml;

use crate::error::{SceneError, SceneLocation};

/// A value of the scene file with the line it stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// Value as written.
    pub value: TreeValue,
    /// Line in the file, from 1; `None` for what did not come from a file (`--set`).
    pub line: Option<usize>,
    /// The comment after the value, without its `#`.
    pub comment: Option<String>,
    /// Whether it is a number computed from a quantity (`"2 cm"`).
    pub of_quantity: bool,
    /// For an item made by `repeat`: its place in the list of the file, and which copy it is.
    pub origin: Option<Origin>,
}

/// Origin of an item of an expanded list.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Index in the list as written.
    pub index: usize,
    /// The copy, as in `.3` or `.0.2.1`; empty if the item is not repeated.
    pub copy: String,
}

/// The kinds of value that TOML and JSON share.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeValue {
    /// `true` or `false`.
    Bool(bool),
    /// Any number; whole numbers up to 2^53 are exact.
    Number(f64),
    /// A string, an expression (`= ...`) not yet evaluated included.
    Text(String),
    /// A list.
    List(Vec<TreeNode>),
    /// Keys and values in the order of the file.
    Table(Vec<(String, TreeNode)>),
}

impl TreeValue {
    /// Kind of this value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            TreeValue::Bool(_) => "a boolean",
            TreeValue::Number(_) => "a number",
            TreeValue::Text(_) => "a string",
            TreeValue::List(_) => "a list",
            TreeValue::Table(_) => "a table",
        }
    }
}

impl TreeNode {
    /// A node written on `line`.
    pub fn new(value: TreeValue, line: Option<usize>) -> Self {
        Self {
            value,
            line,
            comment: None,
            of_quantity: false,
            origin: None,
        }
    }

    /// The value under `key`, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&TreeNode> {
        match &self.value {
            TreeValue::Table(entries) => {
                entries.iter().find(|(k, _)| k == key).map(|(_, node)| node)
            }
            _ => None,
        }
    }

    /// The value under `key`, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut TreeNode> {
        match &mut self.value {
            TreeValue::Table(entries) => entries
                .iter_mut()
                .find(|(k, _)| k == key)
                .map(|(_, node)| node),
            _ => None,
        }
    }

    /// Takes `key` out of a table.
    pub fn take(&mut self, key: &str) -> Option<TreeNode> {
        match &mut self.value {
            TreeValue::Table(entries) => {
                let at = entries.iter().position(|(k, _)| k == key)?;
                Some(entries.remove(at).1)
            }
            _ => None,
        }
    }

    /// Sets `key` of a table; does nothing to another kind of value.
    pub fn set(&mut self, key: &str, node: TreeNode) {
        if let TreeValue::Table(entries) = &mut self.value {
            match entries.iter_mut().find(|(k, _)| k == key) {
                Some(entry) => entry.1 = node,
                None => entries.push((key.to_string(), node)),
            }
        }
    }

    /// The child that a path segment names: a key of a table or an index of a list.
    pub fn child(&self, segment: &str) -> Option<&TreeNode> {
        match &self.value {
            TreeValue::List(items) => items.get(segment.parse::<usize>().ok()?),
            _ => self.get(segment),
        }
    }

    /// The place of a path, in the words of the file: its line (or that of the nearest
    /// ancestor that has one) and its keys, with indices as written before repeats.
    pub fn place<S: AsRef<str>>(&self, file: &str, path: &[S]) -> SceneLocation {
        let mut node = Some(self);
        let mut line = self.line;
        let mut keys = Vec::new();
        let mut copy = None;
        for segment in path {
            let segment = segment.as_ref();
            node = node.and_then(|n| n.child(segment));
            line = node.and_then(|n| n.line).or(line);
            match node.and_then(|n| n.origin.as_ref()) {
                Some(origin) => {
                    keys.push(origin.index.to_string());
                    if !origin.copy.is_empty() {
                        copy = Some(origin.copy.clone());
                    }
                }
                None => keys.push(segment.to_string()),
            }
        }
        SceneLocation {
            file: file.to_string(),
            line,
            path: keys.join("."),
            copy,
        }
    }

    /// The tree as JSON, numbers that are whole as integers.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            TreeValue::Bool(b) => Json::Bool(*b),
            TreeValue::Number(x) => number_to_json(*x),
            TreeValue::Text(s) => Json::String(s.clone()),
            TreeValue::List(items) => Json::Array(items.iter().map(TreeNode::to_json).collect()),
            TreeValue::Table(entries) => Json::Object(
                entries
                    .iter()
                    .map(|(k, n)| (k.clone(), n.to_json()))
                    .collect(),
            ),
        }
    }
}

/// A whole number becomes an integer (so that it fits fields that count things).
fn number_to_json(x: f64) -> serde_json::Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let negative_zero = x == 0.0 && x.is_sign_negative();
    if x.fract() == 0.0 && x.abs() <= EXACT && !negative_zero {
        serde_json::Value::from(x as i64)
    } else {
        serde_json::Number::from_f64(x).map_or(serde_json::Value::Null, serde_json::Value::Number)
    }
}

/// Reads a scene's text: JSON if it starts with `{`, TOML otherwise.
pub fn parse(file: &str, text: &str) -> Result<TreeNode, SceneError> {
    let json = Path::new(file)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"));
    if json || text.trim_start().starts_with('{') {
        json::parse(file, text)
    } else {
        toml::parse(file, text)
    }
}

/// The lines of a text, found once: every value of a scene asks for its own.
struct Lines<'a> {
    text: &'a str,
    /// Byte offsets of the line ends.
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    fn of(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        Self { text, ends }
    }

    /// The line (from 1) of a byte offset.
    fn line_of(&self, offset: usize) -> usize {
        1 + self.ends.partition_point(|&end| end < offset)
    }

    /// The column (from 1, in characters) of a byte offset.
    fn column_of(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let before = self.text.get(..offset).unwrap_or(self.text);
        1 + before.rsplit('\n').next().unwrap_or("").chars().count()
    }
}
