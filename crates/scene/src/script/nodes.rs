//! Short ways to write a scene tree whose values remember a line of the script.

use crate::document::shape::Shape;
use crate::document::values::{Rotate, Triple};
use crate::tree::{TreeNode, TreeValue};

/// A table in the making; keys come in the order they are set.
pub struct Table {
    line: Option<usize>,
    entries: Vec<(String, TreeNode)>,
}

impl Table {
    /// An empty table for what `line` says.
    pub fn new(line: impl Into<Option<usize>>) -> Self {
        Table {
            line: line.into(),
            entries: Vec::new(),
        }
    }

    /// Sets a key.
    pub fn set(&mut self, key: &str, value: impl Into<TreeValue>) -> &mut Self {
        let node = TreeNode::new(value.into(), self.line);
        self.entries.push((key.to_string(), node));
        self
    }

    /// Sets a key unless it has its default.
    pub fn set_unless<T: PartialEq + Into<TreeValue>>(
        &mut self,
        default: T,
        key: &str,
        value: T,
    ) -> &mut Self {
        if value != default {
            self.set(key, value);
        }
        self
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The table as a node.
    pub fn node(self) -> TreeNode {
        TreeNode::new(TreeValue::Table(self.entries), self.line)
    }
}

impl From<Table> for TreeValue {
    fn from(table: Table) -> Self {
        TreeValue::Table(table.entries)
    }
}

impl From<f64> for TreeValue {
    fn from(x: f64) -> Self {
        TreeValue::Number(x)
    }
}

impl From<&str> for TreeValue {
    fn from(text: &str) -> Self {
        TreeValue::Text(text.to_string())
    }
}

impl From<String> for TreeValue {
    fn from(text: String) -> Self {
        TreeValue::Text(text)
    }
}

impl From<bool> for TreeValue {
    fn from(yes: bool) -> Self {
        TreeValue::Bool(yes)
    }
}

impl From<Triple> for TreeValue {
    fn from(triple: Triple) -> Self {
        list(triple.map(TreeValue::from))
    }
}

impl From<Vec<TreeNode>> for TreeValue {
    fn from(items: Vec<TreeNode>) -> Self {
        TreeValue::List(items)
    }
}

/// A list of values.
pub fn list(values: impl IntoIterator<Item = TreeValue>) -> TreeValue {
    let nodes = values.into_iter().map(|value| TreeNode::new(value, None));
    TreeValue::List(nodes.collect())
}

/// A table with one key.
pub fn single(key: &str, value: impl Into<TreeValue>) -> TreeValue {
    let mut table = Table::new(None);
    table.set(key, value);
    table.into()
}

/// A shape as importers make them.
pub fn shape(shape: &Shape) -> TreeValue {
    match shape {
        Shape::EdgesOf(file) => single("edges_of", file.as_str()),
        Shape::PointsOf(file) => single("points_of", file.as_str()),
        Shape::Mat(mat) => {
            let mut table = Table::new(None);
            table.set("size", list(mat.size.map(TreeValue::from)));
            table.set("thickness", mat.thickness);
            table.set(
                "points",
                list(mat.points.map(|n| TreeValue::from(f64::from(n)))),
            );
            single("mat", table)
        }
        other => single("file", other.file().unwrap_or_default()),
    }
}

/// A rotation.
pub fn rotate(rotate: Rotate) -> TreeValue {
    match rotate {
        Rotate::Angles(angles) => angles.into(),
        Rotate::Axis(turn) => {
            let mut table = Table::new(None);
            table.set("axis", turn.axis).set("angle", turn.angle);
            table.into()
        }
    }
}
