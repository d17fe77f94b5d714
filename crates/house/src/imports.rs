//! Who imports whom among the top-level modules of a crate, and the cycles of that.
//!
//! Every path that begins with `crate` or leaves its module by `super` counts, in `use` and anywhere else. A name that
//! the root of the crate re-exports counts as its module. The root itself may import everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::sources::{CrateSources, SourceFile};
use crate::tokens::{CLOSE, LocatedToken, OPEN, RustToken, starts_with};

/// Top-level modules of a crate that all import each other, directly or through others of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportCycle {
    /// The crate's folder.
    pub krate: String,
    /// The modules, sorted.
    pub modules: Vec<String>,
    /// Imports among them: from, to, and one place where it is written.
    pub imports: Vec<(String, String, String)>,
}

impl fmt::Display for ImportCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (krate, modules) = (&self.krate, self.modules.join(", "));
        write!(f, "import cycle in `{krate}`: {modules}")?;
        for (from, to, place) in &self.imports {
            write!(f, "\n  {from} -> {to} ({place})")?;
        }
        Ok(())
    }
}

/// Imports between top-level modules: from, to, and the first place of each.
type Imports = BTreeMap<(String, String), String>;

/// The cycles of a crate; none in good order.
#[must_use]
pub fn import_cycles(sources: &CrateSources) -> Vec<ImportCycle> {
    let imports = imports(sources);
    let modules: BTreeSet<&String> = imports.keys().map(|(from, _)| from).collect();
    let reach: BTreeMap<&String, BTreeSet<&String>> = modules
        .iter()
        .map(|m| (*m, reachable(&imports, m)))
        .collect();
    let mut cycles = Vec::new();
    let mut seen = BTreeSet::new();
    for module in modules {
        if !reach[module].contains(module) || seen.contains(module) {
            continue;
        }
        let is_with = |other: &&&String| reach.get(*other).is_some_and(|r| r.contains(module));
        let together: BTreeSet<&String> = reach[module].iter().filter(is_with).copied().collect();
        seen.extend(together.iter().copied());
        let inside = imports
            .iter()
            .filter(|((from, to), _)| together.contains(from) && together.contains(to));
        cycles.push(ImportCycle {
            krate: sources.name.clone(),
            modules: together.iter().map(|m| (*m).clone()).collect(),
            imports: inside
                .map(|((from, to), place)| (from.clone(), to.clone(), place.clone()))
                .collect(),
        });
    }
    cycles
}

fn reachable<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        let targets = imports.keys().filter(|(from, _)| from == module);
        next.extend(
            targets
                .filter(|(_, to)| seen.insert(to))
                .map(|(_, to)| &to[..]),
        );
    }
    seen
}

fn imports(sources: &CrateSources) -> Imports {
    let modules = sources.files.iter().filter_map(|f| f.module.first());
    let root = Root {
        modules: modules.map(|m| &m[..]).collect(),
        exports: sources.files.iter().flat_map(exports).collect(),
    };
    let mut imports = Imports::new();
    for file in &sources.files {
        let Some(from) = file.module.first() else {
            continue;
        };
        for (line, path) in paths(file) {
            for to in root.owners(&path).filter(|to| to != from) {
                let place = || format!("{}:{line}", file.path.display());
                let import = (from.clone(), to.to_owned());
                imports.entry(import).or_insert_with(place);
            }
        }
    }
    imports
}

/// The root of a crate: its modules, and the module that each name it imports comes from.
struct Root<'a> {
    modules: BTreeSet<&'a str>,
    exports: BTreeMap<String, String>,
}

impl Root<'_> {
    /// The top-level modules that a path from the root leads to: all of them for a glob.
    fn owners<'a>(&'a self, path: &'a [String]) -> impl Iterator<Item = &'a str> {
        let name = path.first().map_or("", |name| &name[..]);
        let owner = match self.modules.get(name) {
            Some(module) => Some(*module),
            None => self.exports.get(name).map(|module| &module[..]),
        };
        let all = self.modules.iter().copied().filter(move |_| name == "*");
        owner.into_iter().chain(all)
    }
}

/// The names that a file at the root imports, and the first part of where from.
fn exports(file: &SourceFile) -> Vec<(String, String)> {
    let tokens = file.tokens();
    if !file.module.is_empty() {
        return Vec::new();
    }
    let uses = (0..tokens.len()).filter(|&at| starts_with(&tokens, at, &["use"]));
    let mut exports = Vec::new();
    for at in uses {
        let mut found = Vec::new();
        tree(&tokens, at + 1, &[], &mut found);
        for leaf in found {
            let path: Vec<&String> = leaf.path.iter().filter(|p| !is_relative(p)).collect();
            if let [first, .., _] = path[..] {
                exports.push((leaf.name, first.clone()));
            }
        }
    }
    exports
}

fn is_relative(part: &str) -> bool {
    matches!(part, "crate" | "self" | "super")
}

/// The paths of a file that begin with `crate` or `super`, from the root of the crate, with their lines.
fn paths(file: &SourceFile) -> Vec<(usize, Vec<String>)> {
    let tokens = file.tokens();
    let mut module = file.module.clone();
    // Brace depths at which modules inside of the file began.
    let (mut opened, mut depth) = (Vec::new(), 0usize);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].token {
            OPEN => depth += 1,
            CLOSE => {
                depth = depth.saturating_sub(1);
                if opened.last() == Some(&depth) {
                    opened.pop();
                    module.pop();
                }
            }
            RustToken::Word("mod") if tokens.get(at + 2).is_some_and(|t| t.token == OPEN) => {
                if let RustToken::Word(name) = tokens[at + 1].token {
                    opened.push(depth);
                    module.push(name.to_owned());
                }
            }
            RustToken::Word("crate" | "super") if starts_with(&tokens, at + 1, &[":", ":"]) => {
                let (line, mut found) = (tokens[at].line, Vec::new());
                at = tree(&tokens, at, &[], &mut found);
                let found = found
                    .iter()
                    .filter_map(|leaf| absolute(&module, &leaf.path));
                paths.extend(found.map(|path| (line, path)));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    paths
}

/// One path of a `use` tree, and the name it goes by.
struct Leaf {
    path: Vec<String>,
    name: String,
}

/// Reads the tree of a path at `at` (`a::b`, `a::{b, c::*}`, `a as b`) into leaves; returns the place after it.
fn tree(
    tokens: &[LocatedToken],
    mut at: usize,
    before: &[String],
    leaves: &mut Vec<Leaf>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at).map(|t| t.token) {
            Some(RustToken::Word(word)) => {
                path.push(word.to_owned());
                at += 1;
            }
            Some(RustToken::Mark('*')) => {
                path.push("*".to_owned());
                at += 1;
            }
            Some(OPEN) => {
                at += 1;
                while tokens.get(at).is_some_and(|t| t.token != CLOSE) {
                    let start = at;
                    at = tree(tokens, at, &path, leaves);
                    at += usize::from(at == start || starts_with(tokens, at, &[","]));
                }
                return at + 1;
            }
            _ => {}
        }
        if !starts_with(tokens, at, &[":", ":"]) {
            break;
        }
        at += 2;
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if starts_with(tokens, at, &["as"]) {
        if let Some(RustToken::Word(alias)) = tokens.get(at + 1).map(|t| t.token) {
            name = alias.to_owned();
        }
        at += 2;
    }
    leaves.push(Leaf { path, name });
    at
}

/// The path from the root of the crate, of a path that is written in `module`; `None` beyond the root.
fn absolute(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut at = module.to_vec();
    for part in path {
        match &part[..] {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()?),
            _ => at.push(part.clone()),
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::crates;
    use crate::sources::tests::workspace;

    fn cycles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let folder = workspace(files);
        let crates = crates(folder.path()).unwrap();
        let cycles = crates.iter().flat_map(import_cycles);
        cycles.map(|cycle| cycle.modules).collect()
    }

    /// Cycles of the modules `a` and `b` with these texts.
    fn between(a: &str, b: &str) -> Vec<Vec<String>> {
        cycles(&[
            (
                "crates/k/src/lib.rs",
                "mod a; mod b; pub use b::deep::{Thing, Other as Named};",
            ),
            ("crates/k/src/a.rs", a),
            ("crates/k/src/b/mod.rs", "pub mod deep;"),
            ("crates/k/src/b/deep.rs", b),
        ])
    }

    #[test]
    fn a_cycle_is_found_however_it_is_written() {
        let to_a = "use crate::a::X;";
        for to_b in [
            "use crate::b::Y;",
            "use crate::{c, b::{Y, Z}};",
            "use crate::{self as all, b};",
            "fn f() -> crate::b::Y { crate::b::y() }",
            "use super::b;",
            "use super::{b::Y, c};",
            "mod inner { use super::super::b::Y; }",
            "mod inner { mod deep {} use super::{super::b}; }",
            "use crate::Thing;",
            "use crate::Named;",
            "use crate::*;",
        ] {
            assert_eq!(between(to_b, to_a), [["a", "b"]], "{to_b}");
        }
        for to_a in [
            "use super::super::a::X;",
            "use super::{super::{a}};",
            "use crate::{a as c};",
        ] {
            assert_eq!(between("use crate::b;", to_a), [["a", "b"]], "{to_a}");
        }
    }

    #[test]
    fn good_order_is_left_alone() {
        let to_a = "use crate::a::X;";
        for text in [
            "use crate::a::Y;",
            "// use crate::b;",
            "const X: &str = \"crate::b\";",
            "#[cfg(test)] mod tests { use crate::b; }",
            "use other::b;",
            "mod b {} use self::b::Y;",
            "mod inner { use super::b::Y; }",
            "use crate::Other;",
            "pub(crate) fn b() {}",
        ] {
            assert_eq!(between(text, to_a), Vec::<Vec<String>>::new(), "{text}");
        }
        // The root imports everything.
        let root = ("crates/k/src/lib.rs", "pub use crate::a::X; pub use b::Y;");
        let modules = [
            ("crates/k/src/a.rs", "use crate::V;"),
            ("crates/k/src/b.rs", ""),
        ];
        assert!(cycles(&[root, modules[0], modules[1]]).is_empty());
    }

    #[test]
    fn cycles_through_others_are_one_and_their_imports_are_named() {
        let folder = workspace(&[
            ("crates/k/src/lib.rs", ""),
            ("crates/k/src/a.rs", "use crate::b;"),
            ("crates/k/src/b.rs", "\nuse crate::c;"),
            ("crates/k/src/c.rs", "use crate::{a, d};"),
            ("crates/k/src/d.rs", "use crate::e;"),
            ("crates/k/src/e.rs", "use crate::d;"),
            ("crates/k/src/f.rs", "use crate::{a, d};"),
        ]);
        let cycles = import_cycles(&crates(folder.path()).unwrap()[0]);
        assert_eq!(cycles.len(), 2);
        assert_eq!(cycles[0].modules, ["a", "b", "c"]);
        assert_eq!(cycles[1].modules, ["d", "e"]);
        let text = cycles[0].to_string();
        assert!(text.contains("b -> c (crates/k/src/b.rs:2)"), "{text}");
        assert!(!text.contains("-> d"), "{text}");
    }
}
