//! Evaluates a scene tree: parameters in order, then `repeat`, `when` and `let` of the
//! items, then every expression (`"= ..."`) and every `$name` in a string.

mod growth;
mod scope;

use crate::budget::Budget;
use crate::error::{SceneError, SceneLocation};
use crate::tree::{Origin, TreeNode, TreeValue};
use growth::{Growth, size_of_tree};
use scope::Scope;

/// The lists of a scene whose items may be repeated.
const LISTS: [&str; 7] = [
    "body",
    "obstacle",
    "half_space",
    "boundary",
    "load",
    "seam",
    "band",
];

/// Most copies that one `repeat` makes; more is a slip of the keyboard.
const MAX_COPIES: f64 = 1e5;

/// The tree with nothing left to evaluate.
pub fn expand(file: &str, root: TreeNode, budget: &Budget) -> Result<TreeNode, SceneError> {
    let mut expander = Expander {
        file,
        growth: Growth::within(budget),
        scope: Scope::default(),
        path: Vec::new(),
        copy: None,
    };
    let mut root = root;
    if let Some(parameters) = root.take("parameters") {
        let evaluated = expander.parameters(parameters)?;
        root.set("parameters", evaluated);
    }
    let line = root.line;
    let TreeValue::Table(entries) = root.value else {
        return Err(expander.error(line, "a scene is a table of keys".into()));
    };
    let mut expanded = Vec::new();
    for (key, node) in entries {
        expander.path.push(key.clone());
        let node = match (&node.value, key.as_str()) {
            (_, "parameters") => node,
            (TreeValue::List(_), list) if LISTS.contains(&list) => expander.items(list, node)?,
            _ => expander.evaluate(node)?,
        };
        expander.path.pop();
        expanded.push((key, node));
    }
    Ok(TreeNode::new(TreeValue::Table(expanded), line))
}

struct Expander<'a> {
    file: &'a str,
    growth: Growth,
    scope: Scope,
    path: Vec<String>,
    copy: Option<String>,
}

impl Expander<'_> {
    fn error(&self, line: Option<usize>, message: String) -> SceneError {
        let place = SceneLocation {
            file: self.file.to_string(),
            line,
            path: self.path.join("."),
            copy: self.copy.clone(),
        };
        SceneError::Invalid { place, message }
    }

    /// Counts bytes that are about to be copied.
    fn grow(&mut self, bytes: usize, line: Option<usize>) -> Result<(), SceneError> {
        let grown = self.growth.add(bytes);
        grown.map_err(|message| self.error(line, message))
    }

    /// Evaluates and defines the parameters, each over the ones before it.
    fn parameters(&mut self, node: TreeNode) -> Result<TreeNode, SceneError> {
        self.path.push("parameters".into());
        let line = node.line;
        let TreeValue::Table(entries) = node.value else {
            return Err(self.error(line, "expected a table of names and values".into()));
        };
        let mut evaluated = Vec::new();
        for (name, parameter) in entries {
            self.path.push(name.clone());
            if let Err(reason) = scope::check_name(&name) {
                return Err(self.error(parameter.line, reason));
            }
            let mut parameter = parameter;
            let comment =
                parameter
                    .comment
                    .take()
                    .or_else(|| match parameter.get("doc").map(|d| &d.value) {
                        Some(TreeValue::Text(doc)) => Some(doc.clone()),
                        _ => None,
                    });
            let value = self.evaluate(parameter.take("value").unwrap_or(parameter))?;
            self.scope.define(&name, value.clone());
            evaluated.push((name, TreeNode { comment, ..value }));
            self.path.pop();
        }
        self.path.pop();
        Ok(TreeNode::new(TreeValue::Table(evaluated), line))
    }

    /// Expands the items of a list that may have `repeat`, `when` and `let`.
    fn items(&mut self, list: &str, node: TreeNode) -> Result<TreeNode, SceneError> {
        let line = node.line;
        let TreeValue::List(items) = node.value else {
            return Ok(node);
        };
        let mut expanded = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            self.path.push(index.to_string());
            self.item(list, index, item, &mut expanded)?;
            self.path.pop();
        }
        Ok(TreeNode::new(TreeValue::List(expanded), line))
    }

    fn item(
        &mut self,
        list: &str,
        index: usize,
        mut item: TreeNode,
        out: &mut Vec<TreeNode>,
    ) -> Result<(), SceneError> {
        let Some(repeat) = item.take("repeat") else {
            return self.one_copy(list, index, item, &[], out);
        };
        self.path.push("repeat".into());
        let counts = self.counts(repeat)?;
        self.path.pop();
        let [ni, nj, nk] = [0, 1, 2].map(|axis| counts.get(axis).copied().unwrap_or(1));
        let size = size_of_tree(&item);
        for i in 0..ni {
            for j in 0..nj {
                for k in 0..nk {
                    let indices = &[i, j, k][..counts.len()];
                    self.grow(size, item.line)?;
                    self.one_copy(list, index, item.clone(), indices, out)?;
                }
            }
        }
        Ok(())
    }

    /// Numbers of repetitions of an item along one, two or three indices.
    fn counts(&mut self, repeat: TreeNode) -> Result<Vec<u32>, SceneError> {
        let repeat = self.evaluate(repeat)?;
        let numbers: Option<Vec<f64>> = match &repeat.value {
            TreeValue::Number(n) => Some(vec![*n]),
            TreeValue::List(items) if (1..=3).contains(&items.len()) => items
                .iter()
                .map(|item| match item.value {
                    TreeValue::Number(n) => Some(n),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        let whole = |n: &f64| *n >= 0.0 && n.fract() == 0.0;
        let numbers = numbers.filter(|n| n.iter().all(whole)).ok_or_else(|| {
            let message =
                "expected a whole number of copies, or a list of up to three ([nx, ny, nz])";
            self.error(repeat.line, message.into())
        })?;
        if numbers.iter().product::<f64>() > MAX_COPIES {
            return Err(self.error(repeat.line, format!("makes more than {MAX_COPIES} copies")));
        }
        Ok(numbers.iter().map(|n| *n as u32).collect())
    }

    fn one_copy(
        &mut self,
        list: &str,
        index: usize,
        mut item: TreeNode,
        indices: &[u32],
        out: &mut Vec<TreeNode>,
    ) -> Result<(), SceneError> {
        let mark = self.scope.mark();
        for (name, value) in ["i", "j", "k"].iter().zip(indices) {
            self.scope.define(
                name,
                TreeNode::new(TreeValue::Number(f64::from(*value)), None),
            );
        }
        let copy: String = indices.iter().map(|i| format!(".{i}")).collect();
        self.copy = (!copy.is_empty()).then(|| copy.clone());
        self.locals(&mut item)?;
        if self.wanted(&mut item)? {
            let mut node = self.evaluate(item)?;
            node.origin = Some(Origin {
                index,
                copy: copy.clone(),
            });
            name_copy(list, index, &mut node, &copy);
            out.push(node);
        }
        self.copy = None;
        self.scope.reset(mark);
        Ok(())
    }

    /// Defines the names of an item's `let`.
    fn locals(&mut self, item: &mut TreeNode) -> Result<(), SceneError> {
        let Some(locals) = item.take("let") else {
            return Ok(());
        };
        self.path.push("let".into());
        let line = locals.line;
        let TreeValue::Table(entries) = locals.value else {
            return Err(self.error(line, "expected a table of names and values".into()));
        };
        for (name, node) in entries {
            self.path.push(name.clone());
            let value = self.evaluate(node)?;
            self.scope.define(&name, value);
            self.path.pop();
        }
        self.path.pop();
        Ok(())
    }

    /// Whether an item's `when` holds.
    fn wanted(&mut self, item: &mut TreeNode) -> Result<bool, SceneError> {
        let Some(when) = item.take("when") else {
            return Ok(true);
        };
        self.path.push("when".into());
        let when = self.evaluate(when)?;
        let wanted = match when.value {
            TreeValue::Bool(b) => Ok(b),
            TreeValue::Number(x) => Ok(x != 0.0),
            _ => Err(self.error(when.line, "expected true, false or an expression".into())),
        };
        self.path.pop();
        wanted
    }

    /// The value with every expression and `$name` inside it evaluated.
    fn evaluate(&mut self, node: TreeNode) -> Result<TreeNode, SceneError> {
        let line = node.line;
        let value = match node.value {
            TreeValue::Number(x) if !x.is_finite() => {
                return Err(self.error(line, format!("{x} is not a finite number")));
            }
            TreeValue::Text(text) => {
                return match self.scope.text(&text, &mut self.growth) {
                    Ok(value) => Ok(TreeNode {
                        line,
                        comment: node.comment,
                        ..value
                    }),
                    Err(message) => Err(self.error(line, message)),
                };
            }
            TreeValue::List(items) => TreeValue::List(self.evaluate_list(items)?),
            TreeValue::Table(entries) => TreeValue::Table(self.evaluate_table(entries)?),
            other => other,
        };
        Ok(TreeNode {
            value,
            ..TreeNode {
                value: TreeValue::Bool(true),
                ..node
            }
        })
    }

    fn evaluate_list(&mut self, items: Vec<TreeNode>) -> Result<Vec<TreeNode>, SceneError> {
        let mut evaluated = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            self.path.push(index.to_string());
            evaluated.push(self.evaluate(item)?);
            self.path.pop();
        }
        Ok(evaluated)
    }

    fn evaluate_table(
        &mut self,
        entries: Vec<(String, TreeNode)>,
    ) -> Result<Vec<(String, TreeNode)>, SceneError> {
        let mut evaluated = Vec::with_capacity(entries.len());
        for (key, node) in entries {
            self.path.push(key.clone());
            let node = self.evaluate(node)?;
            self.path.pop();
            evaluated.push((key, node));
        }
        Ok(evaluated)
    }
}

/// A copy is called after its item and its indices: `link.3`.
fn name_copy(list: &str, index: usize, item: &mut TreeNode, copy: &str) {
    match item.get_mut("name") {
        Some(name) => {
            if let TreeValue::Text(text) = &mut name.value {
                text.push_str(copy);
            }
        }
        None => {
            let name = format!("{}-{index}{copy}", list.replace('_', "-"));
            item.set("name", TreeNode::new(TreeValue::Text(name), item.line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn expanded(text: &str) -> Result<serde_json::Value, String> {
        let tree = crate::tree::parse("s.toml", text).map_err(|e| e.to_string())?;
        expand("s.toml", tree, &Budget::default())
            .map(|n| n.to_json())
            .map_err(|e| e.to_string())
    }

    #[test]
    fn repeats_name_and_number_their_copies() {
        let text = "[parameters]\nn = 2\nd = \"= n*0.5\"\n[[body]]\nname = 'a'\nrepeat = '= n'\nx = ['= -d*i', 1]\n\
                    [[obstacle]]\nrepeat = [1, 2]\nlet = { s = '= i + 10*j' }\nwhen = '= j > 0'\ny = '= s'\n";
        let tree = expanded(text).unwrap();
        assert_eq!(tree["parameters"], json!({"n": 2, "d": 1}));
        assert_eq!(
            tree["body"],
            json!([{"name": "a.0", "x": [json!(-0.0), 1]}, {"name": "a.1", "x": [-1, 1]}])
        );
        assert_eq!(
            tree["obstacle"],
            json!([{"name": "obstacle-0.0.1", "y": 10}])
        );
    }

    #[test]
    fn strings_take_parameters() {
        let text = "[parameters]\nmesh = 'a.msh'\nv = [1, 2]\n[[body]]\nname='r'\nrepeat = 1\nfile = '$mesh'\nv = '$v'\n\
                    body = 'rod.$i'\nm = '${mesh}x $$'\n";
        let body = expanded(text).unwrap()["body"][0].clone();
        assert_eq!(
            body,
            json!({"name": "r.0", "file": "a.msh", "v": [1, 2], "body": "rod.0", "m": "a.mshx $"})
        );
    }

    #[test]
    fn mistakes_name_line_path_and_copy() {
        let error = expanded("[[body]]\nrepeat = 3\nx = [0, '= 1/(i-2)']\n").unwrap_err();
        assert!(
            error.starts_with("s.toml:3: body.0.x.1 (copy 2): "),
            "{error}"
        );
        let error = expanded("[parameters]\nlinks = 3\n[time]\nstep = '= lniks'\n").unwrap_err();
        assert!(
            error.starts_with("s.toml:4: time.step: ") && error.contains("did you mean `links`"),
            "{error}"
        );
        let error = expanded("[time]\nstep = nan\n").unwrap_err();
        assert!(
            error.contains("s.toml:2: time.step: NaN is not a finite number"),
            "{error}"
        );
        assert!(
            expanded("[[body]]\nrepeat = 2.5\n")
                .unwrap_err()
                .contains("whole number")
        );
        assert!(
            expanded("[[body]]\nrepeat = [1000, 1000]\n")
                .unwrap_err()
                .contains("copies")
        );
        assert!(
            expanded("[[body]]\nfile = '$nothing'\n")
                .unwrap_err()
                .contains("no parameter")
        );
        assert!(
            expanded("[parameters]\npi = 3\n")
                .unwrap_err()
                .contains("already means")
        );
    }
}
