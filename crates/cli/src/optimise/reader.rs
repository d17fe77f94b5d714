//! A study file read table by table; every mistake has its place.

use tangency_engine::Vec3;
use tangency_scene::error::suggestion;
use tangency_scene::{SceneError, TreeNode, TreeValue};

/// A table of the file, with the way to it.
#[derive(Clone)]
pub struct StudyTable<'a> {
    file: &'a str,
    root: &'a TreeNode,
    path: Vec<String>,
    node: &'a TreeNode,
}

impl<'a> StudyTable<'a> {
    /// The whole file.
    pub fn root(file: &'a str, root: &'a TreeNode) -> Result<Self, SceneError> {
        let table = StudyTable {
            file,
            root,
            path: Vec::new(),
            node: root,
        };
        match root.value {
            TreeValue::Table(_) => Ok(table),
            _ => Err(table.wrong("", "a study is a table")),
        }
    }

    /// A mistake at a key; at the table itself without one.
    pub fn wrong(&self, key: &str, message: impl Into<String>) -> SceneError {
        let own = (!key.is_empty()).then(|| key.to_owned());
        let path: Vec<&String> = self.path.iter().chain(&own).collect();
        SceneError::Invalid {
            place: self.root.place(self.file, &path),
            message: message.into(),
        }
    }

    /// Refuses keys that are none of those known.
    pub fn only(&self, known: &[&str]) -> Result<(), SceneError> {
        let TreeValue::Table(entries) = &self.node.value else {
            return Ok(());
        };
        match entries.iter().find(|(key, _)| !known.contains(&&key[..])) {
            None => Ok(()),
            Some((key, _)) => {
                let near = suggestion(key, known.iter().copied());
                let words = format!(
                    "there is no key `{key}` here{near}; there are {}",
                    known.join(", ")
                );
                Err(self.wrong(key, words))
            }
        }
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.node.get(key).is_some()
    }

    fn expected<T>(&self, key: &str, what: &str, node: &TreeNode) -> Result<T, SceneError> {
        let kind = node.value.kind();
        Err(self.wrong(key, format!("expected {what}, found {kind}")))
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, SceneError> {
        match self.node.get(key) {
            None => Ok(None),
            Some(node) => match &node.value {
                TreeValue::Text(text) => Ok(Some(text)),
                _ => self.expected(key, "a text", node),
            },
        }
    }

    /// A text that must be there.
    pub fn needed_text(&self, key: &str) -> Result<&'a str, SceneError> {
        let missing = || self.wrong("", format!("`{key}` is missing"));
        self.text(key)?.ok_or_else(missing)
    }

    /// One of some words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, SceneError> {
        let Some(text) = self.text(key)? else {
            return Ok(None);
        };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*value));
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let near = suggestion(text, known.iter().copied());
        Err(self.wrong(
            key,
            format!("`{text}` is not one of {}{near}", known.join(", ")),
        ))
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, SceneError> {
        match self.node.get(key) {
            None => Ok(None),
            Some(node) => match node.value {
                TreeValue::Bool(flag) => Ok(Some(flag)),
                _ => self.expected(key, "true or false", node),
            },
        }
    }

    /// A number, finite.
    pub fn number(&self, key: &str) -> Result<Option<f64>, SceneError> {
        match self.node.get(key) {
            None => Ok(None),
            Some(node) => match node.value {
                TreeValue::Number(x) if x.is_finite() => Ok(Some(x)),
                _ => self.expected(key, "a finite number (in SI units)", node),
            },
        }
    }

    /// A number above zero.
    pub fn positive(&self, key: &str) -> Result<Option<f64>, SceneError> {
        match self.number(key)? {
            Some(x) if x <= 0.0 => Err(self.wrong(key, format!("{x} is not above 0"))),
            number => Ok(number),
        }
    }

    /// A whole number from `least` on.
    pub fn whole(&self, key: &str, least: u64) -> Result<Option<u64>, SceneError> {
        match self.number(key)? {
            Some(x) if x.fract() == 0.0 && x >= least as f64 && x < 9e15 => Ok(Some(x as u64)),
            Some(_) => Err(self.wrong(key, format!("expected a whole number from {least} on"))),
            None => Ok(None),
        }
    }

    /// A list of finite numbers.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, SceneError> {
        match self.node.get(key) {
            None => Ok(None),
            Some(node) => match numbers(node) {
                Some(numbers) => Ok(Some(numbers)),
                None => self.expected(key, "a list of finite numbers", node),
            },
        }
    }

    /// Two numbers.
    pub fn pair(&self, key: &str) -> Result<Option<[f64; 2]>, SceneError> {
        let list = self.numbers(key)?;
        let pair = list.map(<[f64; 2]>::try_from);
        pair.transpose()
            .map_err(|list| self.wrong(key, format!("expected two numbers, found {}", list.len())))
    }

    /// A vector.
    pub fn vector(&self, key: &str) -> Result<Option<Vec3>, SceneError> {
        let list = self.numbers(key)?;
        let vector = list.map(|list| <[f64; 3]>::try_from(list).map(Vec3::from));
        vector.transpose().map_err(|list| {
            self.wrong(key, format!("expected three numbers, found {}", list.len()))
        })
    }

    /// A list of vectors.
    pub fn vectors(&self, key: &str) -> Result<Option<Vec<Vec3>>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(None);
        };
        let TreeValue::List(items) = &node.value else {
            return self.expected(key, "a list of vectors", node);
        };
        let vector = |item: &TreeNode| Some(Vec3::from(<[f64; 3]>::try_from(numbers(item)?).ok()?));
        let all: Option<Vec<Vec3>> = items.iter().map(vector).collect();
        all.map(Some)
            .ok_or_else(|| self.wrong(key, "expected a list of vectors, each of three numbers"))
    }

    /// An axis by its letter, or a vector, of length 1.
    pub fn direction(&self, key: &str) -> Result<Option<Vec3>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(None);
        };
        self.direction_of(key, node).map(Some)
    }

    fn direction_of(&self, key: &str, node: &TreeNode) -> Result<Vec3, SceneError> {
        let axis = match &node.value {
            TreeValue::Text(word) => match &word[..] {
                "x" => Some(Vec3::x()),
                "y" => Some(Vec3::y()),
                "z" => Some(Vec3::z()),
                _ => None,
            },
            _ => numbers(node)
                .and_then(|list| Some(Vec3::from(<[f64; 3]>::try_from(list).ok()?)))
                .filter(|v| v.norm() > 0.0)
                .map(|v| v.normalize()),
        };
        axis.ok_or_else(|| {
            self.wrong(
                key,
                "expected \"x\", \"y\", \"z\" or a vector that is not zero",
            )
        })
    }

    /// Directions: letters or vectors.
    pub fn directions(&self, key: &str) -> Result<Option<Vec<Vec3>>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(None);
        };
        let TreeValue::List(items) = &node.value else {
            return self.expected(key, "a list of directions", node);
        };
        let all = items.iter().map(|item| self.direction_of(key, item));
        all.collect::<Result<Vec<Vec3>, SceneError>>().map(Some)
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Result<Vec<&'a str>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(Vec::new());
        };
        let TreeValue::List(items) = &node.value else {
            return self.expected(key, "a list of texts", node);
        };
        let text = |item: &'a TreeNode| match &item.value {
            TreeValue::Text(text) => Ok(&text[..]),
            _ => self.expected(key, "a list of texts", item),
        };
        items.iter().map(text).collect()
    }

    /// A table within.
    pub fn table(&self, key: &str) -> Result<Option<StudyTable<'a>>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(None);
        };
        match node.value {
            TreeValue::Table(_) => Ok(Some(self.child(&[key], node))),
            _ => self.expected(key, "a table", node),
        }
    }

    /// Tables in a list, as in `[[key]]`.
    pub fn tables(&self, key: &str) -> Result<Vec<StudyTable<'a>>, SceneError> {
        let Some(node) = self.node.get(key) else {
            return Ok(Vec::new());
        };
        let TreeValue::List(items) = &node.value else {
            return self.expected(key, &format!("a list of tables, as in [[{key}]]"), node);
        };
        let table = |(k, item): (usize, &'a TreeNode)| match item.value {
            TreeValue::Table(_) => Ok(self.child(&[key, &k.to_string()], item)),
            _ => self.expected(key, &format!("a list of tables, as in [[{key}]]"), item),
        };
        items.iter().enumerate().map(table).collect()
    }

    fn child(&self, keys: &[&str], node: &'a TreeNode) -> StudyTable<'a> {
        let keys = keys.iter().map(|key| (*key).to_owned());
        StudyTable {
            path: self.path.iter().cloned().chain(keys).collect(),
            node,
            ..*self
        }
    }

    /// Entries of a table of paths as `--set` takes them.
    pub fn sets(&self) -> Result<Vec<String>, SceneError> {
        let mut found = Vec::new();
        gather(self.node, "", &mut found);
        Ok(found)
    }
}

fn gather(node: &TreeNode, path: &str, found: &mut Vec<String>) {
    match &node.value {
        TreeValue::Table(entries) => {
            for (key, child) in entries {
                let path = match path {
                    "" => key.clone(),
                    _ => format!("{path}.{key}"),
                };
                gather(child, &path, found);
            }
        }
        _ => found.push(format!("{path}={}", node.to_json())),
    }
}

fn numbers(node: &TreeNode) -> Option<Vec<f64>> {
    let TreeValue::List(items) = &node.value else {
        return None;
    };
    let number = |item: &TreeNode| match item.value {
        TreeValue::Number(x) if x.is_finite() => Some(x),
        _ => None,
    };
    items.iter().map(number).collect()
}
