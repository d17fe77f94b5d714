//! From the evaluated tree to the types of the language, with errors in the user's words.

use serde_path_to_error::Segment;

use crate::document::Document;
use crate::error::{SceneError, suggestion};
use crate::tree::TreeNode;

/// Words that any item of a list may have and that are gone after expansion.
const ITEM_WORDS: [&str; 3] = ["repeat", "when", "let"];

/// Gives the tree its types.
pub fn document(file: &str, tree: &TreeNode) -> Result<Document, SceneError> {
    serde_path_to_error::deserialize(tree.to_json()).map_err(|error| {
        let mut path = Vec::new();
        for segment in error.path().iter() {
            match segment {
                Segment::Seq { index } => path.push(index.to_string()),
                Segment::Map { key } => path.push(key.clone()),
                Segment::Enum { variant } => path.push(variant.clone()),
                Segment::Unknown => {}
            }
        }
        let message = error.into_inner().to_string();
        SceneError::Invalid {
            place: tree.place(file, &path),
            message: explain(&message),
        }
    })
}

/// `field` or `variant`, and the unknown word, of a serde message about one.
fn unknown(message: &str) -> Option<(&str, &str)> {
    let rest = message.strip_prefix("unknown ")?;
    let (kind, rest) = rest.split_once(" `")?;
    Some((kind, rest.split_once('`')?.0))
}

/// A serde message in the words of the scene language.
fn explain(message: &str) -> String {
    if let Some((kind, word)) = unknown(message) {
        let mut known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        if kind == "field" && known.contains(&"name") {
            known.extend(ITEM_WORDS);
        }
        let (what, known_words) = match kind {
            "field" => ("key", "known here"),
            _ => ("word", "known"),
        };
        let hint = suggestion(word, known.iter().copied());
        return format!(
            "unknown {what} `{word}`{hint}; {known_words}: {}",
            known.join(", ")
        );
    }
    let message = message
        .strip_prefix("missing field")
        .map_or(message.to_string(), |m| format!("missing key{m}"));
    [
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected i32", "expected a whole number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected a table"),
        ("expected struct", "expected a table for"),
        ("expected an array of length", "expected a list of"),
        ("invalid type: map", "invalid type: a table"),
        ("invalid type: sequence", "invalid type: a list"),
        ("floating point", "the number"),
        ("invalid type: integer", "invalid type: the number"),
        ("invalid value: integer", "invalid value: the number"),
    ]
    .iter()
    .fold(message, |text, (from, to)| text.replace(from, to))
}
