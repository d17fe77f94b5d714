//! Walks through the bytes of a file: words and lines where it is text,
//! numbers of fixed width where it is binary. Knows at any time which line or
//! byte an error is about, and never allocates a string for a word.

use crate::{Location, ParseError};
use tangency_geometry::Vec3;

/// The encoding of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The binary types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

#[derive(Clone)]
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
    /// Lines passed, counted in text only.
    line: usize,
    /// Place where the last thing read began.
    last: Location,
    pub(super) encoding: Encoding,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            position: 0,
            line: 1,
            last: Location::Line(1),
            encoding: Encoding::Text,
        }
    }

    /// An error at the thing read last.
    pub(super) fn error(&self, problem: impl Into<String>) -> ParseError {
        ParseError {
            at: self.last,
            problem: problem.into(),
        }
    }

    /// The place of the thing read last.
    pub(super) fn place(&self) -> Location {
        self.last
    }

    /// Number of bytes that are left: no list can have more entries.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// The next word of the text, across lines.
    pub(super) fn word(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.position..];
        let start = rest.iter().position(|b| !b.is_ascii_whitespace());
        let skipped = &rest[..start.unwrap_or(rest.len())];
        self.line += skipped.iter().filter(|&&b| b == b'\n').count();
        self.position += skipped.len();
        self.last = Location::Line(self.line);
        let rest = &self.bytes[self.position..];
        let end = rest.iter().position(u8::is_ascii_whitespace);
        let word = &rest[..end.unwrap_or(rest.len())];
        self.position += word.len();
        (!word.is_empty()).then_some(word)
    }

    /// The rest of this line, without its end (LF or CRLF).
    pub(super) fn line(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.position..];
        if rest.is_empty() {
            return None;
        }
        self.last = Location::Line(self.line);
        let end = rest.iter().position(|&b| b == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        self.position += line.len() + usize::from(end.is_some());
        self.line += usize::from(end.is_some());
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next word, which must be this one in either case.
    pub(super) fn expect(&mut self, expected: &str) -> Result<(), ParseError> {
        match self.word() {
            Some(word) if word.eq_ignore_ascii_case(expected.as_bytes()) => Ok(()),
            found => Err(self.unexpected(expected, found)),
        }
    }

    /// "expected X, found Y" at the word read last.
    pub(super) fn unexpected(&self, expected: &str, found: Option<&[u8]>) -> ParseError {
        let found = found.map_or("the end of the file".to_string(), show);
        self.error(format!("expected {expected}, found {found}"))
    }

    /// Moves behind the next occurrence of `pattern`.
    pub(super) fn skip_past(&mut self, pattern: &[u8]) -> Result<(), ParseError> {
        let rest = &self.bytes[self.position..];
        let Some(at) = rest.windows(pattern.len()).position(|w| w == pattern) else {
            let expected = String::from_utf8_lossy(pattern);
            return Err(self.unexpected(&expected, None));
        };
        let skipped = &rest[..at + pattern.len()];
        self.line += skipped.iter().filter(|&&b| b == b'\n').count();
        self.position += skipped.len();
        Ok(())
    }

    /// The next `N` bytes of a binary part.
    pub(super) fn take<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ParseError> {
        self.last = Location::Byte(self.position);
        let chunk = self.bytes[self.position..].first_chunk::<N>();
        let chunk = chunk.ok_or_else(|| self.unexpected(what, None))?;
        self.position += N;
        Ok(*chunk)
    }

    /// A whole number.
    pub(super) fn integer(&mut self, kind: Scalar, what: &str) -> Result<i64, ParseError> {
        let value = match self.encoding {
            Encoding::Text => {
                let word = self.word();
                let value = word.and_then(parse_integer);
                return value.ok_or_else(|| self.unexpected(what, word));
            }
            Encoding::LittleEndian | Encoding::BigEndian => match kind {
                Scalar::I8 => i64::from(i8::from_le_bytes(self.take(what)?)),
                Scalar::U8 => i64::from(u8::from_le_bytes(self.take(what)?)),
                Scalar::I16 => i64::from(i16::from_le_bytes(self.ordered(what)?)),
                Scalar::U16 => i64::from(u16::from_le_bytes(self.ordered(what)?)),
                Scalar::I32 => i64::from(i32::from_le_bytes(self.ordered(what)?)),
                Scalar::U32 => i64::from(u32::from_le_bytes(self.ordered(what)?)),
                Scalar::I64 => i64::from_le_bytes(self.ordered(what)?),
                Scalar::U64 => i64::try_from(u64::from_le_bytes(self.ordered(what)?))
                    .map_err(|_| self.error(format!("{what} is too large")))?,
                Scalar::F32 | Scalar::F64 => {
                    return Err(self.error(format!("{what} must be of an integer type")));
                }
            },
        };
        Ok(value)
    }

    /// A length of a list: not negative, and no more than there are bytes left.
    pub(super) fn count(&mut self, kind: Scalar, what: &str) -> Result<usize, ParseError> {
        let value = self.integer(kind, what)?;
        let value = usize::try_from(value)
            .map_err(|_| self.error(format!("expected {what}, found the negative {value}")))?;
        if value > self.remaining() {
            let rest = self.remaining();
            return Err(self.error(format!(
                "{what} is {value}, more than the {rest} bytes left can hold"
            )));
        }
        Ok(value)
    }

    /// A vertex index counted from 0.
    pub(super) fn index(&mut self, kind: Scalar, what: &str) -> Result<u32, ParseError> {
        let value = self.integer(kind, what)?;
        u32::try_from(value)
            .map_err(|_| self.error(format!("expected {what} from 0 to 2^32, found {value}")))
    }

    /// A real number; NaN and infinities are read as they are.
    pub(super) fn real(&mut self, kind: Scalar, what: &str) -> Result<f64, ParseError> {
        match (self.encoding, kind) {
            (Encoding::Text, _) => {
                let word = self.word();
                let value = word.and_then(parse_real);
                value.ok_or_else(|| self.unexpected(what, word))
            }
            (_, Scalar::F32) => Ok(f64::from(f32::from_le_bytes(self.ordered(what)?))),
            (_, Scalar::F64) => Ok(f64::from_le_bytes(self.ordered(what)?)),
            _ => Ok(self.integer(kind, what)? as f64),
        }
    }

    /// Three finite coordinates.
    pub(super) fn point(&mut self, kind: Scalar) -> Result<Vec3, ParseError> {
        let mut coordinate = || {
            let value = self.real(kind, "a coordinate")?;
            self.finite(value)
        };
        Ok(Vec3::new(coordinate()?, coordinate()?, coordinate()?))
    }

    /// Refuses NaN and infinities.
    pub(super) fn finite(&self, value: f64) -> Result<f64, ParseError> {
        if value.is_finite() {
            return Ok(value);
        }
        Err(self.error(format!("the coordinate {value} is not a finite number")))
    }

    /// Three finite coordinates from the words of a line.
    pub(super) fn point_of(
        &self,
        words: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Result<Vec3, ParseError> {
        let mut coordinate = || {
            let word = words.next();
            let value = word.and_then(parse_real);
            self.finite(value.ok_or_else(|| {
                let found = word.map_or("the end of the line".to_string(), show);
                self.error(format!("expected three coordinates, found {found}"))
            })?)
        };
        Ok(Vec3::new(coordinate()?, coordinate()?, coordinate()?))
    }

    /// The next bytes, in little-endian order.
    fn ordered<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ParseError> {
        let mut bytes = self.take::<N>(what)?;
        if self.encoding == Encoding::BigEndian {
            bytes.reverse();
        }
        Ok(bytes)
    }
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|w| !w.is_empty())
}

/// A word as it is shown in a message.
pub(super) fn show(word: &[u8]) -> String {
    let cut = &word[..word.len().min(40)];
    format!("\"{}\"", String::from_utf8_lossy(cut).escape_debug())
}

pub(super) fn parse_integer(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A real number; Fortran's exponent letter D is taken for E.
pub(super) fn parse_real(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    text.parse().ok().or_else(|| {
        let exponent = text.replace(['d', 'D'], "e");
        exponent.parse().ok()
    })
}
