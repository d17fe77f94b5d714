//! TOML to the tree, by `toml_edit`, which keeps the place of every value.

use std::ops::Range;

use toml_edit::{Item, TableLike};

use super::{Lines, TreeNode, TreeValue};
use crate::error::SceneError;

/// Reads a TOML scene.
pub fn parse(file: &str, text: &str) -> Result<TreeNode, SceneError> {
    let lines = Lines::of(text);
    let document = toml_edit::Document::parse(text).map_err(|e| {
        let at = e.span().map_or(0, |s| s.start);
        SceneError::Syntax {
            file: file.to_string(),
            line: lines.line_of(at),
            column: lines.column_of(at),
            message: e.message().to_string(),
        }
    })?;
    let reader = Reader { file, lines };
    let mut root = reader.table(document.as_table(), Some(0..0))?;
    root.line = None;
    Ok(root)
}

/// One value of TOML, as given with `--set`.
pub fn parse_value(text: &str) -> Option<TreeNode> {
    let document = format!("v = {text}");
    let parsed = toml_edit::Document::parse(document.as_str()).ok()?;
    let reader = Reader {
        file: "--set",
        lines: Lines::of(&document),
    };
    let mut node = reader.item(parsed.as_table().get("v")?).ok()?;
    forget_lines(&mut node);
    Some(node)
}

fn forget_lines(node: &mut TreeNode) {
    node.line = None;
    match &mut node.value {
        TreeValue::List(items) => items.iter_mut().for_each(forget_lines),
        TreeValue::Table(entries) => entries.iter_mut().for_each(|(_, n)| forget_lines(n)),
        _ => {}
    }
}

struct Reader<'a> {
    file: &'a str,
    lines: Lines<'a>,
}

impl Reader<'_> {
    fn item(&self, item: &Item) -> Result<TreeNode, SceneError> {
        let span = item.span();
        let line = span.as_ref().map(|s| self.lines.line_of(s.start));
        let value = match item {
            Item::None => TreeValue::Table(Vec::new()),
            Item::Table(table) => return self.table(table, span),
            Item::ArrayOfTables(tables) => TreeValue::List(
                tables
                    .iter()
                    .map(|t| self.table(t, t.span()))
                    .collect::<Result<_, _>>()?,
            ),
            Item::Value(value) => return self.value(value),
        };
        Ok(TreeNode::new(value, line))
    }

    fn table(
        &self,
        table: &dyn TableLike,
        span: Option<Range<usize>>,
    ) -> Result<TreeNode, SceneError> {
        let mut entries = Vec::new();
        for (key, item) in table.iter() {
            let mut node = self.item(item)?;
            node.line = node
                .line
                .or_else(|| table.key(key)?.span().map(|s| self.lines.line_of(s.start)));
            entries.push((key.to_string(), node));
        }
        let line = span.map(|s| self.lines.line_of(s.start));
        Ok(TreeNode::new(TreeValue::Table(entries), line))
    }

    fn value(&self, value: &toml_edit::Value) -> Result<TreeNode, SceneError> {
        use toml_edit::Value as T;
        let span = value.span();
        let tree = match value {
            T::Boolean(b) => TreeValue::Bool(*b.value()),
            T::Integer(i) => TreeValue::Number(*i.value() as f64),
            T::Float(x) => TreeValue::Number(*x.value()),
            T::String(s) => TreeValue::Text(s.value().clone()),
            T::Array(items) => TreeValue::List(
                items
                    .iter()
                    .map(|v| self.value(v))
                    .collect::<Result<_, _>>()?,
            ),
            T::InlineTable(table) => return self.table(table, span),
            T::Datetime(d) => {
                let at = span.map_or(0, |s| s.start);
                return Err(SceneError::Syntax {
                    file: self.file.to_string(),
                    line: self.lines.line_of(at),
                    column: self.lines.column_of(at),
                    message: format!(
                        "`{}` is a date; a scene has none (put it in quotes to make it a string)",
                        d.value()
                    ),
                });
            }
        };
        let mut node = TreeNode::new(tree, span.as_ref().map(|s| self.lines.line_of(s.start)));
        node.comment = span.and_then(|s| self.comment_after(s.end));
        Ok(node)
    }

    /// The `# ...` that follows a value on its line.
    fn comment_after(&self, end: usize) -> Option<String> {
        let rest = self.lines.text.get(end..)?.lines().next()?.trim_start();
        rest.strip_prefix('#')
            .map(|c| c.trim().to_string())
            .filter(|c| !c.is_empty())
    }
}
