//! The names an expression or a string may use, and what they stand for.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use super::growth::{Growth, size_of_tree};
use crate::error::suggestion;
use crate::expression::{self, Names};
use crate::quantity::{Quantity, QuantityError};
use crate::tree::{TreeNode, TreeValue};

/// Names and values, later ones hiding earlier ones.
#[derive(Default)]
pub struct Scope {
    entries: Vec<(String, TreeNode)>,
    /// The places of each name among the entries.
    places: HashMap<String, Vec<usize>>,
}

impl Names for Scope {
    fn value(&self, name: &str) -> Option<f64> {
        match &self.get(name)?.value {
            TreeValue::Number(x) => Some(*x),
            TreeValue::Bool(b) => Some(f64::from(u8::from(*b))),
            TreeValue::Text(text) => Some(Quantity::parse(text).ok()?.value),
            _ => None,
        }
    }

    fn refusal(&self, name: &str) -> Option<String> {
        let node = self.get(name)?;
        let kind = node.value.kind();
        let reason = match &node.value {
            TreeValue::Text(text) if Quantity::is_meant(text) => match Quantity::parse(text) {
                Err(QuantityError::Malformed(message)) => message,
                _ => format!("{text:?} is a string: write it without quotes"),
            },
            TreeValue::Text(text) => format!("{text:?} is {kind}"),
            _ => format!("it is {kind}"),
        };
        Some(format!("`{name}` is no number: {reason}"))
    }

    fn known(&self) -> Vec<String> {
        let numbers = self
            .entries
            .iter()
            .filter(|(name, _)| self.value(name).is_some());
        numbers.map(|(name, _)| name.clone()).collect()
    }
}

/// The names of a scope, and whether a quantity was among those asked for.
struct WatchedScope<'a> {
    scope: &'a Scope,
    uses_quantity: Cell<bool>,
}

impl Names for WatchedScope<'_> {
    fn value(&self, name: &str) -> Option<f64> {
        let value = self.scope.value(name)?;
        let node = self.scope.get(name)?;
        if node.of_quantity || matches!(node.value, TreeValue::Text(_)) {
            self.uses_quantity.set(true);
        }
        Some(value)
    }

    fn known(&self) -> Vec<String> {
        self.scope.known()
    }

    fn refusal(&self, name: &str) -> Option<String> {
        self.scope.refusal(name)
    }
}

impl Scope {
    /// Defines a name.
    pub fn define(&mut self, name: &str, value: TreeNode) {
        let places = self.places.entry(name.to_string()).or_default();
        places.push(self.entries.len());
        self.entries.push((name.to_string(), value));
    }

    /// Number of names, to return to with [`Scope::reset`].
    pub fn mark(&self) -> usize {
        self.entries.len()
    }

    /// Forgets the names defined since `mark`.
    pub fn reset(&mut self, mark: usize) {
        for (name, _) in self.entries.drain(mark..) {
            if let Some(places) = self.places.get_mut(&name) {
                places.pop();
            }
        }
    }

    fn get(&self, name: &str) -> Option<&TreeNode> {
        let last = self.places.get(name)?.last()?;
        self.entries.get(*last).map(|(_, node)| node)
    }

    fn lookup(&self, name: &str) -> Result<&TreeNode, String> {
        self.get(name).ok_or_else(|| {
            let known = self.entries.iter().map(|(n, _)| n.as_str());
            format!(
                "there is no parameter `{name}`{} (write `$$` for a dollar sign)",
                suggestion(name, known)
            )
        })
    }

    /// Value that a string stands for: the value of an expression (`= ...`), the value of a parameter (`$name` alone),
    /// or the string with every `$name` and `${name}` filled in. What is copied into the scene counts as its growth,
    /// before it is copied.
    pub fn text(&self, text: &str, growth: &mut Growth) -> Result<TreeNode, String> {
        if let Some(expression) = text.trim_start().strip_prefix('=') {
            let names = WatchedScope {
                scope: self,
                uses_quantity: Cell::new(false),
            };
            let value =
                expression::evaluate(expression, &names).map_err(|e| e.explain(expression))?;
            return Ok(TreeNode {
                of_quantity: names.uses_quantity.get(),
                ..TreeNode::new(TreeValue::Number(value), None)
            });
        }
        if let Some(name) = text
            .strip_prefix('$')
            .filter(|name| check_name(name).is_ok())
        {
            let value = self.lookup(name)?;
            growth.add(size_of_tree(value))?;
            return Ok(value.clone());
        }
        let mut filled = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('$') {
                filled.push('$');
                rest = after;
                continue;
            }
            let (name, after) = reference(rest)?;
            let written = written(name, self.lookup(name)?)?;
            growth.add(written.len())?;
            filled.push_str(&written);
            rest = after;
        }
        filled.push_str(rest);
        Ok(TreeNode::new(TreeValue::Text(filled), None))
    }
}

/// The name that follows a `$`, in braces or not, and what comes after it.
fn reference(text: &str) -> Result<(&str, &str), String> {
    if let Some(inside) = text.strip_prefix('{') {
        return inside
            .split_once('}')
            .ok_or_else(|| "`${` without its `}`".to_string());
    }
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    if end == 0 {
        return Err("a `$` without a name (write `$$` for a dollar sign)".to_string());
    }
    Ok(text.split_at(end))
}

/// A value as it stands inside a string.
fn written<'a>(name: &str, node: &'a TreeNode) -> Result<Cow<'a, str>, String> {
    match &node.value {
        TreeValue::Number(x) => Ok(x.to_string().into()),
        TreeValue::Text(s) => Ok(s.as_str().into()),
        TreeValue::Bool(b) => Ok(b.to_string().into()),
        other => Err(format!(
            "the parameter `{name}` is {}, which cannot stand inside a string",
            other.kind()
        )),
    }
}

/// Whether a name can be used in expressions.
pub fn check_name(name: &str) -> Result<(), String> {
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !starts || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(format!(
            "`{name}` cannot be a parameter: a name has letters, digits and _, and starts with no digit"
        ));
    }
    if ["i", "j", "k", "pi", "true", "false"].contains(&name) {
        return Err(format!(
            "`{name}` already means something in expressions: choose another name"
        ));
    }
    Ok(())
}
