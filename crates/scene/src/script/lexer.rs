//! A script as lines of words: `\` continues a line, `#` begins a comment. Every word knows its line.

use crate::error::{SceneError, SceneLocation};

/// A word and the line it stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Line number, from 1.
    pub line: usize,
}

/// The lines of a script that say something, to be read in order.
pub struct Lines<'a> {
    file: &'a str,
    lines: std::vec::IntoIter<Vec<Word<'a>>>,
    last: usize,
}

impl<'a> Lines<'a> {
    /// Splits a script; `file` names it in messages.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        let mut lines: Vec<Vec<Word>> = Vec::new();
        let mut goes_on = false;
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let said = line.split('#').next().unwrap_or_default().trim_end();
            let (said, continued) = match said.strip_suffix('\\') {
                Some(said) => (said, true),
                None => (said, false),
            };
            let words = said
                .split_whitespace()
                .map(|text| Word { text, line: last });
            match lines.last_mut() {
                Some(open) if goes_on => open.extend(words),
                _ => lines.push(words.collect()),
            }
            goes_on = continued;
        }
        lines.retain(|line| !line.is_empty());
        Lines {
            file,
            lines: lines.into_iter(),
            last,
        }
    }

    /// The next line, its first word apart.
    pub fn next(&mut self) -> Option<(Word<'a>, Words<'a>)> {
        let line = self.lines.next()?;
        let end = line.last()?.line;
        let mut words = line.into_iter();
        let first = words.next()?;
        let rest = Words {
            file: self.file,
            keyword: first,
            end,
            words,
        };
        Some((first, rest))
    }

    /// The next line of a list that `keyword` announced.
    pub fn item(
        &mut self,
        keyword: Word,
        what: &str,
        read: usize,
        count: usize,
    ) -> Result<(Word<'a>, Words<'a>), SceneError> {
        let last = self.last;
        let file = self.file;
        self.next().ok_or_else(|| {
            let message = format!(
                "the script ends after {read} of the {count} {what} that `{}` in line {} announces",
                keyword.text, keyword.line
            );
            error(file, last, keyword.text, message)
        })
    }

    /// So many numbers on the lines that follow.
    pub fn numbers(&mut self, keyword: Word, count: usize) -> Result<Vec<f64>, SceneError> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let (first, mut rest) = self.item(keyword, "numbers", numbers.len(), count)?;
            let mut word = Some(first);
            while let Some(found) = word {
                if numbers.len() == count {
                    break;
                }
                let value = parse_number(found).ok_or_else(|| {
                    let message = format!(
                        "`{}` announces {count} numbers in line {}, but number {} is `{}`",
                        keyword.text,
                        keyword.line,
                        numbers.len() + 1,
                        found.text
                    );
                    error(self.file, found.line, keyword.text, message)
                })?;
                numbers.push(value);
                word = rest.next();
            }
        }
        Ok(numbers)
    }
}

/// The words of a line after its first.
pub struct Words<'a> {
    file: &'a str,
    keyword: Word<'a>,
    end: usize,
    words: std::vec::IntoIter<Word<'a>>,
}

impl<'a> Words<'a> {
    /// The next word, if there is one.
    pub fn next(&mut self) -> Option<Word<'a>> {
        self.words.next()
    }

    /// The next word without taking it.
    fn peek(&self) -> Option<Word<'a>> {
        self.words.as_slice().first().copied()
    }

    /// The next word.
    pub fn word(&mut self, what: &str) -> Result<Word<'a>, SceneError> {
        match self.next() {
            Some(word) => Ok(word),
            None => Err(self.error(self.end, format!("the line ends where {what} is expected"))),
        }
    }

    /// The next word as a number.
    pub fn number(&mut self, what: &str) -> Result<f64, SceneError> {
        let word = self.word(what)?;
        parse_number(word).ok_or_else(|| {
            self.error(
                word.line,
                format!("`{}` is no number; {what} is expected here", word.text),
            )
        })
    }

    /// The next word as a whole number, 0 or more.
    pub fn count(&mut self, what: &str) -> Result<usize, SceneError> {
        let word = self.word(what)?;
        word.text.parse().map_err(|_| {
            let message = format!(
                "`{}` is no whole number; {what} is expected here",
                word.text
            );
            self.error(word.line, message)
        })
    }

    /// The next three words as numbers.
    pub fn triple(&mut self, what: &str) -> Result<[f64; 3], SceneError> {
        Ok([self.number(what)?, self.number(what)?, self.number(what)?])
    }

    /// The next word as a number, if it is one.
    pub fn optional_number(&mut self) -> Option<f64> {
        let value = parse_number(self.peek()?)?;
        self.next();
        Some(value)
    }

    /// An error in this line's keyword.
    pub fn error(&self, line: usize, message: String) -> SceneError {
        error(self.file, line, self.keyword.text, message)
    }
}

/// An error at a line of a script.
pub fn error(file: &str, line: usize, keyword: &str, message: String) -> SceneError {
    SceneError::Invalid {
        place: SceneLocation {
            file: file.to_string(),
            line: Some(line),
            path: keyword.to_string(),
            copy: None,
        },
        message,
    }
}

fn parse_number(word: Word) -> Option<f64> {
    word.text.parse().ok().filter(|x: &f64| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_continue_and_comments_end_them() {
        let mut lines = Lines::new(
            "s.txt",
            "# all\n\nsize 2 # m\nshapes \\\n  a \\\n\n b\ntol 2\n1 \n2",
        );
        let (size, mut words) = lines.next().unwrap();
        assert_eq!((size.text, size.line), ("size", 3));
        assert_eq!(words.number("a size").unwrap(), 2.0);
        assert_eq!(words.next(), None);
        let (_, mut words) = lines.next().unwrap();
        assert_eq!(words.next(), Some(Word { text: "a", line: 5 }));
        assert_eq!(words.next(), None, "the empty line ends it");
        assert_eq!(lines.next().unwrap().0.text, "b");
        let (tol, _) = lines.next().unwrap();
        assert_eq!(lines.numbers(tol, 2).unwrap(), [1.0, 2.0]);
        assert!(lines.next().is_none());
    }

    #[test]
    fn errors_name_line_and_keyword() {
        let mut lines = Lines::new("s.txt", "time 5\ntol 3\n1e-3\nview");
        let (_, mut words) = lines.next().unwrap();
        words.next();
        let error = words.number("the time step").unwrap_err().to_string();
        assert_eq!(
            error,
            "s.txt:1: time: the line ends where the time step is expected"
        );
        let (tol, _) = lines.next().unwrap();
        let error = lines.numbers(tol, 3).unwrap_err().to_string();
        assert!(error.starts_with("s.txt:4: tol: "), "{error}");
        assert!(error.contains("number 2 is `view`"), "{error}");
    }
}
