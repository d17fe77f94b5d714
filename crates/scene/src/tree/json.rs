//! JSON to the tree: a small recursive-descent reader (RFC 8259) that keeps line
//! numbers and every bit of a number.

use std::collections::HashSet;

use super::{Lines, TreeNode, TreeValue};
use crate::error::SceneError;

/// Deepest nesting read; far beyond any scene, and safe for the stack.
const MAX_DEPTH: usize = 64;

/// Reads a JSON scene.
pub fn parse(file: &str, text: &str) -> Result<TreeNode, SceneError> {
    let mut reader = Reader {
        text,
        lines: Lines::of(text),
        at: 0,
        depth: 0,
    };
    let result = reader.value().and_then(|node| {
        reader.space();
        if reader.at == text.len() {
            Ok(node)
        } else {
            Err("more text after the end of the JSON value".to_string())
        }
    });
    result.map_err(|message| SceneError::Syntax {
        file: file.to_string(),
        line: reader.lines.line_of(reader.at),
        column: reader.lines.column_of(reader.at),
        message,
    })
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines<'a>,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn space(&mut self) {
        let trimmed = self.rest().trim_start_matches([' ', '\t', '\r', '\n']);
        self.at = self.text.len() - trimmed.len();
    }

    /// Steps over `token` if it comes next.
    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str, what: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("expected `{token}` {what}"))
        }
    }

    fn value(&mut self) -> Result<TreeNode, String> {
        self.space();
        let line = self.lines.line_of(self.at);
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("nested more than {MAX_DEPTH} deep"));
        }
        let value = match self.rest().as_bytes().first().copied() {
            Some(b'{') => self.table()?,
            Some(b'[') => self.list()?,
            Some(b'"') => TreeValue::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => TreeValue::Number(self.number()?),
            _ if self.eat("true") => TreeValue::Bool(true),
            _ if self.eat("false") => TreeValue::Bool(false),
            _ => {
                return Err(
                    "expected a value: a table, a list, a string, a number, true or false"
                        .to_string(),
                );
            }
        };
        self.depth -= 1;
        Ok(TreeNode::new(value, Some(line)))
    }

    fn table(&mut self) -> Result<TreeValue, String> {
        self.expect("{", "")?;
        let mut entries: Vec<(String, TreeNode)> = Vec::new();
        let mut known = HashSet::new();
        if self.eat("}") {
            return Ok(TreeValue::Table(entries));
        }
        loop {
            self.space();
            let key = self.string()?;
            if !known.insert(key.clone()) {
                return Err(format!("the key `{key}` is given twice"));
            }
            self.expect(":", "after a key")?;
            if self.eat("null") {
                // An absent value: what a resolved scene leaves out.
            } else {
                entries.push((key, self.value()?));
            }
            if self.eat("}") {
                return Ok(TreeValue::Table(entries));
            }
            self.expect(",", "or `}` after a value of a table")?;
        }
    }

    fn list(&mut self) -> Result<TreeValue, String> {
        self.expect("[", "")?;
        let mut items = Vec::new();
        if self.eat("]") {
            return Ok(TreeValue::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.eat("]") {
                return Ok(TreeValue::List(items));
            }
            self.expect(",", "or `]` after an item of a list")?;
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let rest = self.rest();
        if !rest.starts_with('"') {
            return Err("expected a string in double quotes".to_string());
        }
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find_map(|(i, c)| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes.then_some(i + 1)
        });
        let end = end.ok_or_else(|| "a string that never ends".to_string())?;
        let string = serde_json::from_str(&rest[..end])
            .map_err(|_| "a string with a bad escape".to_string())?;
        self.at += end;
        Ok(string)
    }

    fn number(&mut self) -> Result<f64, String> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
            .unwrap_or(rest.len());
        let token = &rest[..end];
        let x = token
            .parse::<f64>()
            .map_err(|_| format!("`{token}` is no number"))?;
        self.at += end;
        Ok(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_values_with_lines() {
        let node = parse(
            "a.json",
            "{\n \"a\": [1, -2.5e3, \"x\\n\\u00e9\"],\n \"b\": null, \"c\": {\"d\": true}\n}",
        )
        .unwrap();
        assert_eq!(node.get("a").unwrap().line, Some(2));
        assert_eq!(
            node.to_json(),
            serde_json::json!({"a": [1, -2500, "x\né"], "c": {"d": true}})
        );
    }

    #[test]
    fn names_the_line_of_a_mistake() {
        let error = parse("a.json", "{\n \"a\": 1\n \"b\": 2}")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("a.json:3:2") && error.contains("expected `,`"),
            "{error}"
        );
        assert!(parse("a.json", &"[".repeat(100_000)).is_err());
        assert!(
            parse("a.json", "{\"a\": 1, \"a\": 2}")
                .unwrap_err()
                .to_string()
                .contains("twice")
        );
    }
}
