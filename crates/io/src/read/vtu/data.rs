//! The numbers of an array: words, or bytes that may be compressed and written in base64.

use super::super::scanner::{Encoding, Scalar, Scanner};
use super::xml::{DataArray, Storage};
use crate::ParseError;
use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::ZlibDecoder;
use std::io::Read as _;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The data behind the XML.
#[derive(Clone, Copy)]
pub(super) enum Appended<'a> {
    None,
    Raw(&'a [u8]),
    Base64(&'a [u8]),
}

/// The way that blocks of bytes are compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Zlib,
}

/// Reads the numbers of arrays.
pub(super) struct ArrayReader<'a> {
    pub(super) encoding: Encoding,
    /// The type of the lengths before the data.
    pub(super) header: Scalar,
    pub(super) compression: Compression,
    pub(super) appended: Appended<'a>,
}

impl Default for ArrayReader<'_> {
    fn default() -> Self {
        Self {
            encoding: Encoding::LittleEndian,
            header: Scalar::U32,
            compression: Compression::None,
            appended: Appended::None,
        }
    }
}

impl ArrayReader<'_> {
    /// The numbers as real ones.
    pub(super) fn reals(&self, array: &DataArray) -> Result<Vec<f64>, ParseError> {
        self.numbers(array, |scanner| scanner.real(array.kind, "a number"))
    }

    /// The numbers as whole ones.
    pub(super) fn integers(&self, array: &DataArray) -> Result<Vec<i64>, ParseError> {
        self.numbers(array, |scanner| {
            scanner.integer(array.kind, "a whole number")
        })
    }

    fn numbers<T>(
        &self,
        array: &DataArray,
        read: impl Fn(&mut Scanner) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let bytes = match &array.storage {
            Storage::Text(words) => words.trim_ascii().to_vec(),
            _ => self.bytes(array).map_err(|problem| array.error(problem))?,
        };
        let mut scanner = Scanner::new(&bytes);
        if !matches!(array.storage, Storage::Text(_)) {
            scanner.encoding = self.encoding;
        }
        let mut numbers = Vec::new();
        while scanner.remaining() > 0 {
            numbers.push(read(&mut scanner).map_err(|error| array.error(error.problem))?);
        }
        Ok(numbers)
    }

    /// The bytes of an array that is not written in words.
    fn bytes(&self, array: &DataArray) -> Result<Vec<u8>, String> {
        let beyond = || "begins behind the end of the data: the file is cut off".to_string();
        let mut source = match (&array.storage, self.appended) {
            (Storage::Text(words) | Storage::Inline(words), _) => {
                let kept = words.iter().copied().filter(|b| !b.is_ascii_whitespace());
                Source::base64(kept.collect::<Vec<u8>>())
            }
            (&Storage::Appended(offset), Appended::Raw(data)) => {
                Source::Raw(data.get(offset..).ok_or_else(beyond)?)
            }
            (&Storage::Appended(offset), Appended::Base64(data)) => {
                let data = data.get(offset..).ok_or_else(beyond)?;
                Source::base64(data)
            }
            (Storage::Appended(_), Appended::None) => {
                return Err("is appended, but the file has no <AppendedData>".into());
            }
        };
        match self.compression {
            Compression::None => {
                let length = self.length(&mut source)?;
                source.take(length)
            }
            Compression::Zlib => self.inflate(&mut source),
        }
    }

    /// A number of the header before the data.
    fn length(&self, source: &mut Source) -> Result<usize, String> {
        let size = if self.header == Scalar::U64 { 8 } else { 4 };
        let bytes = source.take(size)?;
        let mut scanner = Scanner::new(&bytes);
        scanner.encoding = self.encoding;
        let length = scanner.integer(self.header, "a length");
        let length = length.map_err(|error| error.problem)?;
        usize::try_from(length).map_err(|_| format!("a length of {length} bytes"))
    }

    /// Blocks compressed by zlib: their number, the size of each and of the last (0: like the others), the compressed
    /// sizes, and then the blocks.
    fn inflate(&self, source: &mut Source) -> Result<Vec<u8>, String> {
        let blocks = self.length(source)?;
        let (size, last) = (self.length(source)?, self.length(source)?);
        let mut compressed = Vec::new();
        for _ in 0..blocks {
            compressed.push(self.length(source)?);
        }
        let mut bytes = Vec::new();
        for (i, length) in compressed.into_iter().enumerate() {
            let wanted = if i + 1 == blocks && last > 0 {
                last
            } else {
                size
            };
            let block = source.take(length)?;
            let before = bytes.len();
            let limit = u64::try_from(wanted).unwrap_or(u64::MAX).saturating_add(1);
            ZlibDecoder::new(block.as_slice())
                .take(limit)
                .read_to_end(&mut bytes)
                .map_err(|error| format!("block {i} cannot be decompressed: {error}"))?;
            let found = bytes.len() - before;
            if found != wanted {
                return Err(format!(
                    "block {i} has other than the {wanted} bytes it should have"
                ));
            }
        }
        Ok(bytes)
    }
}

/// Bytes one after the other, from raw data or base64.
enum Source<'a> {
    Raw(&'a [u8]),
    Base64 {
        text: std::borrow::Cow<'a, [u8]>,
        at: usize,
        /// Bytes that were decoded but not yet asked for.
        rest: Vec<u8>,
    },
}

impl<'a> Source<'a> {
    fn base64(text: impl Into<std::borrow::Cow<'a, [u8]>>) -> Self {
        Source::Base64 {
            text: text.into(),
            at: 0,
            rest: Vec::new(),
        }
    }

    /// The next bytes.
    fn take(&mut self, count: usize) -> Result<Vec<u8>, String> {
        let cut_off = || format!("{count} more bytes are needed: the file is cut off");
        match self {
            Source::Raw(data) => {
                let (bytes, rest) = data.split_at_checked(count).ok_or_else(cut_off)?;
                *data = rest;
                Ok(bytes.to_vec())
            }
            Source::Base64 { text, at, rest } => {
                let mut bytes = std::mem::take(rest);
                while bytes.len() < count {
                    let left = text.get(*at..).unwrap_or_default();
                    let wanted = (count - bytes.len()).div_ceil(3).saturating_mul(4);
                    let part = &left[..wanted.min(left.len())];
                    // Data may follow its header as a text of its own, behind the padding of that.
                    let part = match part.iter().position(|&b| b == b'=') {
                        Some(end) => &left[..(end / 4 * 4 + 4).min(left.len())],
                        None => part,
                    };
                    if part.is_empty() {
                        return Err(cut_off());
                    }
                    *at += part.len();
                    let decoded = BASE64.decode(part);
                    bytes.extend(decoded.map_err(|error| format!("no base64: {error}"))?);
                }
                *rest = bytes.split_off(count);
                Ok(bytes)
            }
        }
    }
}
