//! Growth of a scene beyond what is written, by copies of parameters and of repeated items.

use crate::budget::{Budget, bytes_in_words};
use crate::tree::{TreeNode, TreeValue};

/// Bytes copied so far, and how many may be.
pub struct Growth {
    grown: usize,
    most: usize,
}

impl Growth {
    /// No growth yet, within a budget.
    pub fn within(budget: &Budget) -> Self {
        let most = usize::try_from(budget.growth).unwrap_or(usize::MAX);
        Self { grown: 0, most }
    }

    /// Counts bytes that are about to be copied; the error is a message for the user.
    pub fn add(&mut self, bytes: usize) -> Result<(), String> {
        self.grown = self.grown.saturating_add(bytes);
        if self.grown <= self.most {
            return Ok(());
        }
        Err(format!(
            "the scene grows to more than {} by copies of parameters and of repeated items ({} with this one): use \
             fewer or smaller ones, or raise the limit with --memory-limit",
            bytes_in_words(self.most as f64),
            bytes_in_words(self.grown as f64),
        ))
    }
}

/// About the bytes that a value takes in memory.
pub fn size_of_tree(node: &TreeNode) -> usize {
    let comment = node.comment.as_ref().map_or(0, String::len);
    let inside = match &node.value {
        TreeValue::Bool(_) | TreeValue::Number(_) => 0,
        TreeValue::Text(text) => text.len(),
        TreeValue::List(items) => items.iter().map(size_of_tree).sum(),
        TreeValue::Table(entries) => entries
            .iter()
            .map(|(key, value)| size_of::<String>() + key.len() + size_of_tree(value))
            .sum(),
    };
    size_of::<TreeNode>() + comment + inside
}
