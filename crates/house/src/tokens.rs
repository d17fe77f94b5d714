//! Rust text as words and marks: no comments, no strings, no characters, no lifetimes.

/// A piece of Rust text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RustToken<'a> {
    /// An identifier, a keyword or a number.
    Word(&'a str),
    /// Any other character.
    Mark(char),
}

/// The brace that opens a block.
pub const OPEN: RustToken = RustToken::Mark('{');
/// The brace that closes a block.
pub const CLOSE: RustToken = RustToken::Mark('}');

/// A token and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocatedToken<'a> {
    /// The token.
    pub token: RustToken<'a>,
    /// Number of its line, from 1.
    pub line: usize,
}

/// The tokens of a text.
#[must_use]
pub fn tokenize(text: &str) -> Vec<LocatedToken<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = skipped(rest).unwrap_or_else(|| {
            let word = word_length(rest);
            if word > 0 {
                let word = RustToken::Word(rest[..word].trim_start_matches("r#"));
                tokens.push(LocatedToken { token: word, line });
                return word_length(rest);
            }
            if !first.is_whitespace() {
                let token = RustToken::Mark(first);
                tokens.push(LocatedToken { token, line });
            }
            first.len_utf8()
        });
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

/// The length of the comment, string, character or lifetime that a text begins with.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    if text.starts_with('\'') {
        return Some(character_or_lifetime(text));
    }
    let mut start = text.bytes().take(3);
    let prefix = start.position(|c| matches!(c, b'"' | b'#'))?;
    match &text[..prefix] {
        "" | "b" | "c" if text[prefix..].starts_with('"') => Some(prefix + string(&text[prefix..])),
        "r" | "br" | "cr" => raw_string(&text[prefix..]).map(|length| prefix + length),
        _ => None,
    }
}

/// Comments in comments count.
fn block_comment(text: &str) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 && at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest.starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
        } else {
            at += 1;
        }
    }
    at
}

/// A string that begins with its quotation mark.
fn string(text: &str) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A raw string from its first `#` or quotation mark on; `None` for a raw identifier.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let body = text[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&close).unwrap_or(body.len());
    Some((hashes + 1 + end + close.len()).min(text.len()))
}

/// `'a'`, `'\n'`, or the lifetime `'a`.
fn character_or_lifetime(text: &str) -> usize {
    let mut rest = text.char_indices().skip(1);
    match (rest.next(), rest.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            after + text[after..].find('\'').map_or(0, |end| end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1 + word_length(&text[1..]),
    }
}

/// The length of the word that a text begins with.
fn word_length(text: &str) -> usize {
    let start = if text.starts_with("r#") { 2 } else { 0 };
    let end = text[start..].find(|c: char| !c.is_alphanumeric() && c != '_');
    match end.map_or(text.len(), |end| start + end) {
        end if end > start => end,
        _ => 0,
    }
}

/// Whether the tokens from `at` on are these, where a mark is written as a text of one character.
#[must_use]
pub fn starts_with(tokens: &[LocatedToken], at: usize, expected: &[&str]) -> bool {
    let is = |token: RustToken, expected: &str| match token {
        RustToken::Word(word) => word == expected,
        RustToken::Mark(mark) => expected.chars().eq([mark]),
    };
    let there = tokens.get(at..at + expected.len());
    there.is_some_and(|there| there.iter().zip(expected).all(|(t, e)| is(t.token, e)))
}

/// The place after the bracket that closes the one at `open`.
#[must_use]
pub fn after_group(tokens: &[LocatedToken], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, located) in tokens.iter().enumerate().skip(open) {
        match located.token {
            RustToken::Mark('(' | '[' | '{') => depth += 1,
            RustToken::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let tokens = tokenize(text).into_iter();
        let words = tokens.filter_map(|t| match t.token {
            RustToken::Word(word) => Some(word),
            RustToken::Mark(_) => None,
        });
        words.collect()
    }

    #[test]
    fn comments_and_strings_are_left_out() {
        assert_eq!(words("a // b\nc /* d /* e */ f */ g"), ["a", "c", "g"]);
        assert_eq!(words(r#"a "b \" c" d b"e" f"#), ["a", "d", "f"]);
        assert_eq!(
            words(r###"a r"b\" c r#"d " e"# f br##"g"# h"## i"###),
            ["a", "c", "f", "i"]
        );
        assert_eq!(
            words("a '\"' b '\\'' c '\\u{1F600}' d 'é' e"),
            ["a", "b", "c", "d", "e"]
        );
    }

    #[test]
    fn lifetimes_are_no_characters_and_raw_names_are_names() {
        assert_eq!(
            words("fn f<'a>(x: &'a str, y: &'static str)"),
            ["fn", "f", "x", "str", "y", "str"]
        );
        assert_eq!(
            words("r#type r#match rabbit b c"),
            ["type", "match", "rabbit", "b", "c"]
        );
    }

    #[test]
    fn lines_are_counted_through_strings() {
        let tokens = tokenize("a\n\"x\ny\"\nb");
        assert_eq!(tokens.iter().map(|t| t.line).collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn what_is_never_closed_ends_with_the_text() {
        for text in ["/* a", "\"a", "r#\"a", "'", "'\\", "a {", "r#"] {
            let tokens = tokenize(text);
            assert!(after_group(&tokens, 0) <= tokens.len().max(1), "{text}");
        }
    }
}
