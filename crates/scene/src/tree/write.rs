//! A tree as TOML that people like to read: single values first, then tables, then lists of tables.

use super::{TreeNode, TreeValue};

/// The text of a scene file.
pub fn to_toml(root: &TreeNode) -> String {
    let TreeValue::Table(entries) = &root.value else {
        return String::new();
    };
    let is_items = |node: &TreeNode| match &node.value {
        TreeValue::List(items) => {
            !items.is_empty() && items.iter().all(|i| matches!(i.value, TreeValue::Table(_)))
        }
        _ => false,
    };
    let is_table = |node: &TreeNode| matches!(node.value, TreeValue::Table(_));
    let mut text = String::new();
    for (key, node) in entries.iter().filter(|(_, n)| !is_items(n) && !is_table(n)) {
        line(&mut text, key, node);
    }
    for (key, node) in entries.iter().filter(|(_, n)| is_table(n)) {
        section(&mut text, &format!("[{}]", written_key(key)), node);
    }
    for (key, node) in entries.iter().filter(|(_, n)| is_items(n)) {
        if let TreeValue::List(items) = &node.value {
            for item in items {
                section(&mut text, &format!("[[{}]]", written_key(key)), item);
            }
        }
    }
    text
}

fn section(text: &mut String, header: &str, node: &TreeNode) {
    text.push_str(&format!("\n{header}\n"));
    if let TreeValue::Table(entries) = &node.value {
        for (key, node) in entries {
            line(text, key, node);
        }
    }
}

fn line(text: &mut String, key: &str, node: &TreeNode) {
    text.push_str(&format!("{} = {}", written_key(key), value(&node.value)));
    if let Some(comment) = &node.comment {
        text.push_str(&format!("   # {comment}"));
    }
    text.push('\n');
}

fn written_key(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(plain) {
        key.to_string()
    } else {
        quoted(key)
    }
}

fn value(value: &TreeValue) -> String {
    match value {
        TreeValue::Bool(yes) => yes.to_string(),
        TreeValue::Number(x) => number(*x),
        TreeValue::Text(text) => quoted(text),
        TreeValue::List(items) => {
            let items: Vec<String> = items.iter().map(|item| self::value(&item.value)).collect();
            format!("[{}]", items.join(", "))
        }
        TreeValue::Table(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, node)| format!("{} = {}", written_key(key), self::value(&node.value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// The shortest text that reads as the same number.
fn number(x: f64) -> String {
    if x != 0.0 && !(1e-4..1e7).contains(&x.abs()) {
        format!("{x:e}")
    } else {
        format!("{x}")
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::parse;

    #[test]
    fn what_is_written_reads_the_same() {
        let text = "a = [1e-9, -0.5, 20000000, 0]\nb = \"x\\\"y\\\\z\"\n[t]\nx = { y = { z = 1 } }\n\
            [[body]]\nname = \"b\"\n[[body]]\n\"two words\" = true\n";
        let tree = parse("s.toml", text).unwrap();
        let written = to_toml(&tree);
        assert_eq!(
            parse("t.toml", &written).unwrap().to_json(),
            tree.to_json(),
            "{written}"
        );
        assert!(
            written.starts_with("a = [1e-9, -0.5, 2e7, 0]\n"),
            "{written}"
        );
    }
}
