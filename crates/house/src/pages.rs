//! The pages of documentation, as Markdown: where their links lead, which of them no table of contents has, and whether the
//! code and the messages that they quote are those of the sources.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::sources::{entries, file_name};

/// A page of Markdown.
#[derive(Clone, Debug)]
pub struct MarkdownPage {
    /// Path of its file, from the root of the workspace.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// Line in the page, from 1.
    pub line: usize,
    /// Target as written: a path, an anchor, or both.
    pub target: String,
}

/// The pages for readers: those at the root that are named, and all under `docs`.
pub fn pages(root: &Path, at_root: &[&str]) -> io::Result<Vec<MarkdownPage>> {
    let mut paths: Vec<PathBuf> = at_root.iter().map(PathBuf::from).collect();
    markdown_under(root, Path::new("docs"), &mut paths)?;
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(root.join(&path))?;
        Ok(MarkdownPage { path, text })
    };
    paths.into_iter().map(read).collect()
}

fn markdown_under(root: &Path, folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in entries(&root.join(folder))? {
        let path = folder.join(file_name(&entry));
        if entry.is_dir() {
            markdown_under(root, &path, paths)?;
        } else if path.extension().is_some_and(|end| end == "md") {
            paths.push(path);
        }
    }
    Ok(())
}

impl MarkdownPage {
    /// Lines outside of fenced code, with their numbers, from 1.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut is_code = false;
        let lines = self.text.lines().zip(1..);
        lines.filter_map(move |(line, number)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            (!is_code && !is_fence).then_some((number, line))
        })
    }

    /// The links and pictures, without those to other places of the web.
    #[must_use]
    pub fn links(&self) -> Vec<PageLink> {
        let in_line = |(line, text): (usize, &str)| {
            // The pieces between backquotes are code.
            let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
            let targets = prose.split("](").skip(1);
            let targets = targets.filter_map(|rest| rest.split_once(')'));
            let targets = targets.map(|(target, _)| target.to_owned());
            let targets = targets.filter(|target| !target.contains("://"));
            let links = targets.map(|target| PageLink { line, target });
            links.collect::<Vec<_>>()
        };
        self.prose().flat_map(in_line).collect()
    }

    /// The anchors of the headings, as code hosts and mdBook make them: a second heading of the same words ends in `-1`.
    #[must_use]
    pub fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        for (_, line) in self.prose() {
            let words = line.trim_start_matches('#');
            if words.len() == line.len() || !words.starts_with(' ') {
                continue;
            }
            let kept = words.trim().to_lowercase().replace(' ', "-");
            let kept = kept.replace(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'), "");
            let numbered = (0..).map(|n| match n {
                0 => kept.clone(),
                n => format!("{kept}-{n}"),
            });
            anchors.extend(numbered.into_iter().find(|name| !anchors.contains(name)));
        }
        anchors
    }

    /// The fenced blocks of a language, each with the line of its first line and the last line of prose before it.
    #[must_use]
    pub fn blocks(&self, language: &str) -> Vec<(usize, &str, String)> {
        let (mut blocks, mut before) = (Vec::new(), "");
        let mut lines = self.text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            let Some(word) = line.trim_start().strip_prefix("```") else {
                if !line.trim().is_empty() {
                    before = line;
                }
                continue;
            };
            let inside = lines.by_ref().map(|(line, _)| line);
            let inside = inside.take_while(|line| !line.trim_start().starts_with("```"));
            let inside: Vec<&str> = inside.collect();
            if word == language {
                blocks.push((number + 1, before, inside.join("\n")));
            }
            before = "";
        }
        blocks
    }
}

/// Links that lead nowhere, in words: to a file that is not there, to a folder, to a heading that no page has.
#[must_use]
pub fn broken_links(root: &Path, pages: &[MarkdownPage]) -> Vec<String> {
    let mut broken = Vec::new();
    for page in pages {
        for PageLink { line, target } in page.links() {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = match file {
                "" => page.path.clone(),
                file => plain(&page.path.with_file_name(file)),
            };
            let what = match pages.iter().find(|other| other.path == path) {
                Some(other) if !anchor.is_empty() && !other.anchors().contains(anchor) => {
                    "has no such heading"
                }
                Some(_) => continue,
                None if root.join(&path).is_file() && anchor.is_empty() => continue,
                None if root.join(&path).is_dir() => "is a folder: name a file in it",
                None => "is not there",
            };
            broken.push(format!("{}:{line}: {target} {what}", page.path.display()));
        }
    }
    broken
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Pages under `docs` that its table of contents does not have.
#[must_use]
pub fn unlisted_pages(pages: &[MarkdownPage]) -> Vec<&Path> {
    let contents = Path::new("docs/SUMMARY.md");
    let listed = pages.iter().filter(|page| page.path == contents);
    let listed = listed.flat_map(MarkdownPage::links);
    let listed: BTreeSet<PathBuf> = listed
        .map(|link| contents.with_file_name(link.target))
        .collect();
    let docs = pages.iter().map(|page| page.path.as_path());
    let docs = docs.filter(|path| path.starts_with("docs") && *path != contents);
    docs.filter(|path| !listed.contains(*path)).collect()
}

/// Blocks of Rust below a line that links to a file, as theory pages have them, which the file does not contain.
pub fn stale_excerpts(root: &Path, pages: &[MarkdownPage]) -> io::Result<(usize, Vec<String>)> {
    let (mut count, mut stale) = (0, Vec::new());
    for page in pages {
        for (line, before, code) in page.blocks("rust") {
            let Some((_, target)) = before
                .strip_prefix("[`")
                .and_then(|rest| rest.split_once("]("))
            else {
                continue;
            };
            let file = plain(
                &page
                    .path
                    .with_file_name(target.trim_end_matches([':', ')'])),
            );
            count += 1;
            if !flat(&std::fs::read_to_string(root.join(&file))?).contains(&flat(&code)) {
                let path = page.path.display();
                stale.push(format!(
                    "{path}:{line}: the code is not that of {}",
                    file.display()
                ));
            }
        }
    }
    Ok((count, stale))
}

/// A text without indentation.
fn flat(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("\n")
}

/// Messages of a page that no source has: code in the first column of its tables that have a column `message`. `…` stands for
/// what is filled in.
#[must_use]
pub fn unknown_messages(page: &MarkdownPage, sources: &[String]) -> (usize, Vec<String>) {
    let sources: Vec<String> = sources.iter().map(|text| spoken(text)).collect();
    let (mut count, mut unknown, mut is_of_messages) = (0, Vec::new(), false);
    for (line, text) in page.prose() {
        let Some(cell) = text.strip_prefix('|').and_then(|row| row.split('|').next()) else {
            is_of_messages = false;
            continue;
        };
        let cell = cell.trim();
        is_of_messages |= cell == "message";
        let Some(message) = cell
            .strip_prefix('`')
            .and_then(|cell| cell.strip_suffix('`'))
        else {
            continue;
        };
        if !is_of_messages {
            continue;
        }
        count += 1;
        let said = |part: &str| sources.iter().any(|source| source.contains(part));
        if !message.split('…').map(str::trim).all(said) {
            unknown.push(format!("{}:{line}: {message}", page.path.display()));
        }
    }
    (count, unknown)
}

/// The text of a source with its strings as they are printed.
fn spoken(source: &str) -> String {
    let mut lines = String::new();
    for line in source.lines() {
        match lines.ends_with('\\') {
            true => {
                lines.pop();
                lines += line.trim_start();
            }
            false => {
                lines.push('\n');
                lines += line;
            }
        }
    }
    let printed = [("\\\"", "\""), ("{{", "{"), ("}}", "}")];
    printed
        .iter()
        .fold(lines, |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::tests::workspace;

    fn page(path: &str, text: &str) -> MarkdownPage {
        let (path, text) = (PathBuf::from(path), text.to_owned());
        MarkdownPage { path, text }
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let folder = workspace(&[("docs/a.md", ""), ("scenes/s.toml", "")]);
        let a = "# One\n## Two words, `x`\n## One\n[in](#two-words-x) [twice](#one-1) [up](../README.md#top)\n";
        let pages = |link: &str| {
            let text = format!("{a}```sh\n[code](no.md)\n```\n`[code](no.md)`\n{link}\n");
            [page("README.md", "# Top"), page("docs/a.md", &text)]
        };
        for good in [
            "",
            "![x](../scenes/s.toml)",
            "[x](https://example.org/no)",
            "[x](a.md#one)",
        ] {
            let broken = broken_links(folder.path(), &pages(good));
            assert!(broken.is_empty(), "{good}: {broken:?}");
        }
        for bad in [
            "[x](b.md)",
            "[x](#three)",
            "[x](../README.md#one)",
            "[x](../scenes)",
            "[x](../scenes/s.toml#a)",
        ] {
            let broken = broken_links(folder.path(), &pages(bad));
            assert_eq!(broken.len(), 1, "{bad}: {broken:?}");
            assert!(broken[0].starts_with("docs/a.md:9: "), "{broken:?}");
        }
    }

    #[test]
    fn a_page_without_a_place_in_the_contents_is_found() {
        let contents = page("docs/SUMMARY.md", "- [A](a.md)\n    - [B](b/b.md)");
        let pages = [
            contents,
            page("docs/a.md", ""),
            page("docs/b/b.md", ""),
            page("docs/c.md", ""),
            page("README.md", ""),
        ];
        assert_eq!(unlisted_pages(&pages), [Path::new("docs/c.md")]);
    }

    #[test]
    fn code_that_is_not_that_of_its_file_is_found() {
        let folder = workspace(&[("src/f.rs", "mod m {\n    fn f() {\n        1\n    }\n}\n")]);
        let stale = |code: &str| {
            let text = format!(
                "[`src/f.rs`](../src/f.rs):\n\n```rust\n{code}\n```\n```rust\nlet other = 1;\n```\n"
            );
            stale_excerpts(folder.path(), &[page("docs/a.md", &text)]).unwrap()
        };
        assert_eq!(stale("fn f() {\n    1\n}"), (1, vec![]));
        assert_eq!(stale("fn f() {\n    2\n}").1.len(), 1);
    }

    #[test]
    fn a_message_that_no_source_has_is_found() {
        let source = "error(\"the {name} is \\\"bad\\\": \\\n        take {{ good }}\")".to_owned();
        let unknown = |message: &str| {
            let text = format!(
                "| message | remedy |\n|---|---|\n| `{message}` | none |\n\n| you see | cause |\n|---|---|\n| `no message` | |\n"
            );
            unknown_messages(&page("docs/a.md", &text), std::slice::from_ref(&source))
        };
        assert_eq!(unknown("the … is \"bad\": take { good }"), (1, vec![]));
        assert_eq!(unknown("the … is good").1, ["docs/a.md:3: the … is good"]);
    }
}
