//! Short ways to write a scene tree whose values remember a line of the script.

use crate::document::shape::Shape;
use crate::document::values::{Rotate, Triple};
use crate::tree::{Node, Value};

/// A table in the making; keys come in the order they are set.
pub struct Table {
    line: Option<usize>,
    entries: Vec<(String, Node)>,
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
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> &mut Self {
        let node = Node::new(value.into(), self.line);
        self.entries.push((key.to_string(), node));
        self
    }

    /// Sets a key unless it has its default.
    pub fn set_unless<T: PartialEq + Into<Value>>(
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
    pub fn node(self) -> Node {
        Node::new(Value::Table(self.entries), self.line)
    }
}

impl From<Table> for Value {
    fn from(table: Table) -> Self {
        Value::Table(table.entries)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Value::Number(x)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Value::Bool(yes)
    }
}

impl From<Triple> for Value {
    fn from(triple: Triple) -> Self {
        list(triple.map(Value::from))
    }
}

impl From<Vec<Node>> for Value {
    fn from(items: Vec<Node>) -> Self {
        Value::List(items)
    }
}

/// A list of values.
pub fn list(values: impl IntoIterator<Item = Value>) -> Value {
    let nodes = values.into_iter().map(|value| Node::new(value, None));
    Value::List(nodes.collect())
}

/// A table with one key.
pub fn single(key: &str, value: impl Into<Value>) -> Value {
    let mut table = Table::new(None);
    table.set(key, value);
    table.into()
}

/// A shape as importers make them.
pub fn shape(shape: &Shape) -> Value {
    match shape {
        Shape::EdgesOf(file) => single("edges_of", file.as_str()),
        Shape::PointsOf(file) => single("points_of", file.as_str()),
        Shape::Mat(mat) => {
            let mut table = Table::new(None);
            table.set("size", list(mat.size.map(Value::from)));
            table.set("thickness", mat.thickness);
            table.set(
                "points",
                list(mat.points.map(|n| Value::from(f64::from(n)))),
            );
            single("mat", table)
        }
        other => single("file", other.file().unwrap_or_default()),
    }
}

/// A rotation.
pub fn rotate(rotate: Rotate) -> Value {
    match rotate {
        Rotate::Angles(angles) => angles.into(),
        Rotate::Axis(turn) => {
            let mut table = Table::new(None);
            table.set("axis", turn.axis).set("angle", turn.angle);
            table.into()
        }
    }
}
