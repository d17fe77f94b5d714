//! `--set path=value`: a bare name sets a parameter, a dotted path anything that the
//! scene's types have, as in `body.0.material.young=1e6`.

use super::{TreeNode, TreeValue, toml};
use crate::error::{SceneError, suggestion};

/// Values of the scene itself, which a bare name sets whether or not the file has them.
const SCENE_VALUES: [&str; 5] = ["gravity", "ground", "plane", "repair", "title"];

/// Applies one setting to the tree. Paths that lead into nothing are refused; whether the last
/// key is one the language knows is seen when the tree is given its types.
pub fn apply(root: &mut TreeNode, setting: &str) -> Result<(), SceneError> {
    let fail = |message: String| SceneError::Override {
        setting: setting.to_string(),
        message,
    };
    let (path, text) = setting.split_once('=').ok_or_else(|| {
        fail(
            "expected name=value or path=value, as in links=10 or body.0.material.young=1e6".into(),
        )
    })?;
    let path = path.trim();
    let value = read_value(text);
    if path.contains('.') {
        let segments: Vec<&str> = path.split('.').collect();
        return set_at(root, &segments, value).map_err(fail);
    }
    let parameters = parameter_names(root);
    if let Some(parameter) = root.get_mut("parameters").and_then(|p| p.get_mut(path)) {
        set_parameter(parameter, value);
        return Ok(());
    }
    let is_value = |n: &TreeNode| !matches!(n.value, TreeValue::List(_) | TreeValue::Table(_));
    if SCENE_VALUES.contains(&path) || root.get(path).is_some_and(is_value) {
        root.set(path, value);
        return Ok(());
    }
    let hint = suggestion(path, parameters.iter().map(String::as_str));
    let list = if parameters.is_empty() {
        "none".to_string()
    } else {
        parameters.join(", ")
    };
    Err(fail(format!(
        "the scene has no parameter `{path}`{hint}; its parameters are: {list}"
    )))
}

/// A parameter is a value, or a table of `value` and `doc`.
fn set_parameter(parameter: &mut TreeNode, value: TreeNode) {
    let keep = parameter.comment.clone();
    match parameter.get_mut("value") {
        Some(inner) => *inner = value,
        None => {
            *parameter = TreeNode {
                comment: keep,
                ..value
            }
        }
    }
}

fn parameter_names(root: &TreeNode) -> Vec<String> {
    match root.get("parameters").map(|p| &p.value) {
        Some(TreeValue::Table(entries)) => entries.iter().map(|(k, _)| k.clone()).collect(),
        _ => Vec::new(),
    }
}

/// A TOML value, an expression, or else the text itself.
fn read_value(text: &str) -> TreeNode {
    let text = text.trim();
    toml::parse_value(text)
        .unwrap_or_else(|| TreeNode::new(TreeValue::Text(text.to_string()), None))
}

fn set_at(node: &mut TreeNode, path: &[&str], value: TreeNode) -> Result<(), String> {
    let [segment, rest @ ..] = path else {
        *node = TreeNode {
            origin: node.origin.clone(),
            ..value
        };
        return Ok(());
    };
    match &mut node.value {
        TreeValue::List(items) => {
            let count = items.len();
            let item = segment.parse::<usize>().ok().and_then(|i| items.get_mut(i));
            let item = item.ok_or_else(|| {
                format!("`{segment}` is no index of a list of {count} (they start at 0)")
            })?;
            set_at(item, rest, value)
        }
        TreeValue::Table(entries) => {
            if let Some((_, child)) = entries.iter_mut().find(|(k, _)| k == segment) {
                return set_at(child, rest, value);
            }
            let mut child = TreeNode::new(TreeValue::Table(Vec::new()), None);
            set_at(&mut child, rest, value)?;
            entries.push((segment.to_string(), child));
            Ok(())
        }
        other => Err(format!(
            "there is nothing below {}: `{segment}` cannot be set",
            other.kind()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_sets_a_value_of_the_scene() {
        let mut root = scene();
        apply(&mut root, "gravity=[0, -1.62, 0]").unwrap();
        apply(&mut root, "gravity=[0, 0, 0]").unwrap();
        let gravity = root.get("gravity").unwrap().to_json();
        assert_eq!(gravity, serde_json::json!([0, 0, 0]));
        assert!(apply(&mut root, "body=[]").is_err());
    }

    fn scene() -> TreeNode {
        super::toml::parse(
            "s.toml",
            "[parameters]\nlinks = 5 # how many\n[[body]]\nname = \"a\"\n",
        )
        .unwrap()
    }

    #[test]
    fn sets_parameters_and_paths() {
        let mut root = scene();
        apply(&mut root, "links=10").unwrap();
        apply(&mut root, "body.0.material.young=1e6").unwrap();
        apply(&mut root, "body.0.name=b c").unwrap();
        apply(&mut root, "solver.dhat = \"1 mm\"").unwrap();
        assert_eq!(
            root.get("parameters")
                .unwrap()
                .get("links")
                .unwrap()
                .comment
                .as_deref(),
            Some("how many")
        );
        assert_eq!(
            root.to_json(),
            serde_json::json!({"parameters": {"links": 10}, "solver": {"dhat": "1 mm"},
                "body": [{"name": "b c", "material": {"young": 1000000}}]})
        );
    }

    #[test]
    fn refuses_what_is_not_there() {
        let message = |setting: &str| apply(&mut scene(), setting).unwrap_err().to_string();
        assert!(message("lniks=3").contains("did you mean `links`"));
        assert!(message("lniks").contains("name=value"));
        assert!(message("body.7.name=x").contains("list of 1"));
        assert!(message("body.0.name.x=1").contains("nothing below a string"));
    }
}
