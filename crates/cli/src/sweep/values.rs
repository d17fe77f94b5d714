//! The values that a parameter takes: a list, a range, or a distribution.

use serde_json::{Value, json};
use tangency_scene::{TreeNode, TreeValue};

use super::draws::Draw;

/// Most values of one parameter, and most runs of a study.
pub const MOST: usize = 1_000_000;

/// The values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// One after the other.
    Listed(Vec<Value>),
    /// Drawn between two numbers.
    Uniform([f64; 2], Spacing),
    /// Drawn from the normal distribution, with mean and standard deviation.
    Normal([f64; 2]),
    /// Drawn from a list.
    Choice(Vec<Value>),
}

/// Spacing of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spacing {
    /// Equal differences.
    Linear,
    /// Equal ratios.
    Log,
}

/// Keys that make a table a description of values, rather than part of a path.
const KINDS: [&str; 4] = ["from", "uniform", "normal", "choice"];

/// Whether a table describes values, rather than being part of a path.
pub fn is_description(node: &TreeNode) -> bool {
    KINDS.iter().any(|kind| node.get(kind).is_some())
}

impl Values {
    /// The values that a node of the study describes.
    pub fn read(node: &TreeNode) -> Result<Self, String> {
        match &node.value {
            TreeValue::List(_) => Ok(Self::Listed(list(node)?)),
            TreeValue::Table(entries) => {
                let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
                Self::described(node, &keys)
            }
            other => Err(format!(
                "expected a list of values, as in [0.1, 0.2], or a table such as {{ from = 1, to = 2, count = 3 }}, found {}; what has one value in all runs goes under [set]",
                other.kind()
            )),
        }
    }

    fn described(node: &TreeNode, keys: &[&str]) -> Result<Self, String> {
        let only = |allowed: &[&str]| match keys.iter().find(|key| !allowed.contains(key)) {
            None => Ok(()),
            Some(key) => Err(format!(
                "`{key}` does not go with `{}`; the keys are {}",
                allowed[0],
                allowed.join(", ")
            )),
        };
        if node.get("from").is_some() {
            only(&["from", "to", "count", "scale"])?;
            return range(node).map(Self::Listed);
        }
        if let Some(ends) = node.get("uniform") {
            only(&["uniform", "scale"])?;
            let ends = pair(ends, "uniform")?;
            let scale = scale(node, ends)?;
            if ends[0] >= ends[1] {
                return Err(format!(
                    "`uniform` goes from a number to a larger one, not from {} to {}",
                    ends[0], ends[1]
                ));
            }
            return Ok(Self::Uniform(ends, scale));
        }
        if let Some(moments) = node.get("normal") {
            only(&["normal"])?;
            let moments = pair(moments, "normal")?;
            if moments[1] <= 0.0 {
                return Err(format!(
                    "`normal` is mean and standard deviation, which is above 0, not {}",
                    moments[1]
                ));
            }
            return Ok(Self::Normal(moments));
        }
        if let Some(items) = node.get("choice") {
            only(&["choice"])?;
            return Ok(Self::Choice(list(items)?));
        }
        Err(format!("expected one of the keys {}", KINDS.join(", ")))
    }

    /// The values of a grid.
    pub fn listed(&self) -> Result<&[Value], String> {
        match self {
            Self::Listed(values) => Ok(values),
            _ => Err(
                "values are drawn with mode = \"random\"; a grid takes a list, or { from, to, count }"
                    .into(),
            ),
        }
    }

    /// The value that a run draws.
    pub fn drawn(&self, draw: &Draw) -> Result<Value, String> {
        Ok(match self {
            Self::Listed(_) => {
                return Err(
                    "mode = \"random\" draws from { uniform = [a, b] }, { normal = [mean, sd] } or { choice = [...] }"
                        .into(),
                );
            }
            Self::Uniform([a, b], Spacing::Linear) => json!(a + (b - a) * draw.unit()),
            Self::Uniform([a, b], Spacing::Log) => {
                let [la, lb] = [libm::log(*a), libm::log(*b)];
                json!(libm::exp(la + (lb - la) * draw.unit()).clamp(*a, *b))
            }
            Self::Normal([mean, deviation]) => json!(mean + deviation * draw.normal()),
            Self::Choice(items) => items[draw.index(items.len())].clone(),
        })
    }
}

/// A value of a scene: a number, a text, true or false, or a list of these.
pub fn plain(node: &TreeNode) -> Result<Value, String> {
    match &node.value {
        TreeValue::Number(x) if !x.is_finite() => Err(format!("{x} is no number to set")),
        TreeValue::List(items) => {
            let items: Result<Vec<Value>, String> = items.iter().map(plain).collect();
            items.map(Value::Array)
        }
        TreeValue::Table(_) => Err(
            "a table is no value; name the keys in it one by one, as in \"body.0.material.young\""
                .into(),
        ),
        _ => Ok(node.to_json()),
    }
}

fn list(node: &TreeNode) -> Result<Vec<Value>, String> {
    let TreeValue::List(items) = &node.value else {
        return Err(format!("expected a list, found {}", node.value.kind()));
    };
    if items.is_empty() {
        return Err("the list is empty: a parameter takes at least one value".into());
    }
    let mut values: Vec<Value> = Vec::with_capacity(items.len());
    for (k, item) in items.iter().enumerate() {
        let value = plain(item).map_err(|problem| format!("value {k}: {problem}"))?;
        if let Some(earlier) = values.iter().position(|other| is_same(other, &value)) {
            return Err(format!(
                "{value} is there twice, as value {earlier} and value {k}"
            ));
        }
        values.push(value);
    }
    Ok(values)
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

fn range(node: &TreeNode) -> Result<Vec<Value>, String> {
    let from = number(node, "from")?;
    let to = number(node, "to")?;
    let count = number(node, "count")?;
    if count.fract() != 0.0 || !(1.0..=MOST as f64).contains(&count) {
        return Err(format!(
            "`count` is a whole number from 1 to {MOST}, not {count}"
        ));
    }
    let count = count as usize;
    let scale = scale(node, [from, to])?;
    if count == 1 {
        return Ok(vec![json!(from)]);
    }
    if from == to {
        return Err(format!(
            "`from` and `to` are both {from}: {count} values would be the same"
        ));
    }
    let value = |k: usize| {
        let share = k as f64 / (count - 1) as f64;
        match scale {
            _ if k == 0 => from,
            _ if k + 1 == count => to,
            Spacing::Linear => from + (to - from) * share,
            Spacing::Log => {
                let [a, b] = [libm::log(from), libm::log(to)];
                libm::exp(a + (b - a) * share)
            }
        }
    };
    Ok((0..count).map(|k| json!(value(k))).collect())
}

fn number(node: &TreeNode, key: &str) -> Result<f64, String> {
    let found = node.get(key).ok_or_else(|| {
        format!("`{key}` is missing; a range is {{ from = 1, to = 2, count = 3 }}")
    })?;
    finite(found).map_err(|problem| format!("`{key}`: {problem}"))
}

fn finite(node: &TreeNode) -> Result<f64, String> {
    match &node.value {
        TreeValue::Number(x) if x.is_finite() => Ok(*x),
        TreeValue::Number(x) => Err(format!("{x} is no number to set")),
        other => Err(format!(
            "expected a number (in SI units), found {}",
            other.kind()
        )),
    }
}

fn pair(node: &TreeNode, key: &str) -> Result<[f64; 2], String> {
    let TreeValue::List(items) = &node.value else {
        return Err(format!("`{key}` takes a list of two numbers"));
    };
    let [a, b] = &items[..] else {
        return Err(format!(
            "`{key}` takes a list of two numbers, not of {}",
            items.len()
        ));
    };
    let both = [finite(a), finite(b)];
    let [a, b] = both.map(|x| x.map_err(|problem| format!("`{key}`: {problem}")));
    Ok([a?, b?])
}

fn scale(node: &TreeNode, ends: [f64; 2]) -> Result<Spacing, String> {
    match node.get("scale").map(|scale| &scale.value) {
        None => Ok(Spacing::Linear),
        Some(TreeValue::Text(word)) if word == "linear" => Ok(Spacing::Linear),
        Some(TreeValue::Text(word)) if word == "log" => match ends.iter().all(|x| *x > 0.0) {
            true => Ok(Spacing::Log),
            false => Err(format!(
                "scale = \"log\" needs numbers above 0, not {} and {}",
                ends[0], ends[1]
            )),
        },
        _ => Err("`scale` is \"linear\" or \"log\"".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Values, String> {
        let tree = tangency_scene::parse_tree("s.toml", &format!("v = {text}")).unwrap();
        Values::read(tree.get("v").unwrap())
    }

    #[test]
    fn ranges_have_their_ends_and_equal_steps() {
        let linear = read("{ from = 1, to = 2, count = 5 }").unwrap();
        let values = [1.0, 1.25, 1.5, 1.75, 2.0].map(|x| json!(x));
        assert_eq!(linear, Values::Listed(values.to_vec()));
        let Ok(Values::Listed(log)) = read("{ from = 1e4, to = 1e6, count = 3, scale = 'log' }")
        else {
            panic!("no list");
        };
        let log: Vec<f64> = log.iter().filter_map(Value::as_f64).collect();
        assert_eq!((log[0], log[2]), (1e4, 1e6));
        assert!((log[1] / 1e5 - 1.0).abs() < 1e-14, "{log:?}");
    }

    #[test]
    fn what_cannot_be_is_refused_in_words() {
        for (text, words) in [
            ("[]", "the list is empty"),
            ("[1, 2, 1.0]", "there twice"),
            ("[1, nan]", "value 1: NaN"),
            ("0.3", "[set]"),
            ("{ from = 1, to = 2, count = 0 }", "from 1 to"),
            ("{ from = 1, to = 2, count = 2.5 }", "from 1 to"),
            ("{ from = 1, to = 2 }", "`count` is missing"),
            ("{ from = 0, to = 2, count = 3, scale = 'log' }", "above 0"),
            ("{ from = 2, to = 2, count = 3 }", "the same"),
            ("{ uniform = [2, 1] }", "to a larger one"),
            ("{ uniform = [1] }", "two numbers"),
            ("{ normal = [0, 0] }", "above 0"),
            ("{ normal = [0, inf] }", "inf"),
            ("{ choice = [] }", "empty"),
            ("{ uniform = [1, 2], count = 3 }", "`count` does not go"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
