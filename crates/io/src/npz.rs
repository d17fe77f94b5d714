//! NPZ, numpy's archive of named arrays: a zip file whose members are `.npy`
//! files, stored as they are or compressed by DEFLATE (PKWARE APPNOTE 6.3, without zip64).
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_io::{npy::NpyArray, npz};
//!
//! let points = [Vec3::x(), Vec3::y()];
//! let bytes = npz::to_bytes(&[("x", NpyArray::from_points(&points)), ("t", NpyArray::from_indices(&[[0, 1]]))])?;
//! let mut archive = npz::from_bytes(&bytes)?;
//! assert_eq!(archive.take("x")?.into_points()?, points);
//! assert_eq!(archive.take("t")?.into_indices::<2>()?, [[0, 1]]);
//! # Ok::<(), tangency_io::ParseError>(())
//! ```

mod listing;

pub use listing::shapes;

use crate::npy::{self, NpyArray};
use crate::{IoError, ParseError, atomic};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// 1980-01-01, the zip epoch: equal arrays give equal bytes.
const EPOCH: [u8; 4] = [0, 0, 0x21, 0];
const END_LENGTH: usize = 22;
/// Bytes of a local header before the name.
const LOCAL_LENGTH: usize = 30;
/// The methods of members: stored as they are, or compressed.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Most bytes that DEFLATE makes of one.
const MOST_EXPANSION: usize = 1032;

/// Writes named arrays to an `.npz` file, whole or not at all.
pub fn write(path: &Path, arrays: &[(&str, NpyArray)]) -> Result<(), IoError> {
    atomic::write(path, &encode(path, arrays)?)
}

/// The bytes of the `.npz` file that is meant for `path`, which errors name.
pub(crate) fn encode(path: &Path, arrays: &[(&str, NpyArray)]) -> Result<Vec<u8>, IoError> {
    to_bytes(arrays).map_err(|error| IoError::Unwritable {
        path: path.to_path_buf(),
        problem: error.problem,
    })
}

/// Reads an `.npz` file.
pub fn read(path: &Path) -> Result<Archive, IoError> {
    from_bytes(&atomic::read(path)?).map_err(|e| e.in_file(path))
}

/// The named arrays of an `.npz` file, in the order they are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    /// Names (without `.npy`) and arrays.
    pub arrays: Vec<(String, NpyArray)>,
}

impl Archive {
    /// Takes the array of this name out of the archive.
    pub fn take(&mut self, name: &str) -> Result<NpyArray, ParseError> {
        let found = self.arrays.iter().position(|(n, _)| n == name);
        found.map(|i| self.arrays.remove(i).1).ok_or_else(|| {
            let names: Vec<&str> = self.arrays.iter().map(|(n, _)| n.as_str()).collect();
            ParseError::whole(format!("no array {name:?}; there are {}", names.join(", ")))
        })
    }
}

fn too_large(what: &str) -> ParseError {
    ParseError::whole(format!(
        "{what} exceeds 4 GB, the limit of a plain zip file"
    ))
}

/// The bytes of an `.npz` file.
pub fn to_bytes(arrays: &[(&str, NpyArray)]) -> Result<Vec<u8>, ParseError> {
    let members = arrays
        .iter()
        .map(|(name, array)| Member::stored(name, array));
    archive(members)
}

/// The bytes of an `.npz` file whose members are compressed, as `numpy.savez_compressed` has them.
pub fn to_compressed_bytes(arrays: &[(&str, NpyArray)]) -> Result<Vec<u8>, ParseError> {
    archive(
        arrays
            .iter()
            .map(|(name, array)| Member::stored(name, array).deflated()),
    )
}

/// A member of an archive that is written.
struct Member {
    name: String,
    crc: u32,
    /// Bytes of the array's file.
    length: usize,
    method: u16,
    body: Vec<u8>,
}

impl Member {
    fn stored(name: &str, array: &NpyArray) -> Self {
        let body = npy::to_bytes(array);
        Member {
            name: format!("{name}.npy"),
            crc: crc32fast::hash(&body),
            length: body.len(),
            method: STORED,
            body,
        }
    }

    /// The same compressed, where that makes it smaller.
    fn deflated(self) -> Self {
        let mut body = Vec::new();
        let mut encoder = DeflateEncoder::new(&self.body[..], Compression::fast());
        match encoder.read_to_end(&mut body) {
            Ok(_) if body.len() < self.length => Member {
                method: DEFLATED,
                body,
                ..self
            },
            _ => self,
        }
    }

    /// The 26 bytes that a local header and the central directory share.
    fn attributes(&self) -> Result<Vec<u8>, ParseError> {
        let bytes = |length: usize| u32::try_from(length).map_err(|_| too_large(&self.name));
        let name = u16::try_from(self.name.len()).map_err(|_| {
            ParseError::whole(format!("the array name {:?} is too long", self.name))
        })?;
        let mut header = vec![20, 0, 0, 0]; // needs version 2.0, no flags
        header.extend(self.method.to_le_bytes());
        header.extend(EPOCH);
        header.extend(self.crc.to_le_bytes());
        header.extend(bytes(self.body.len())?.to_le_bytes());
        header.extend(bytes(self.length)?.to_le_bytes());
        header.extend(name.to_le_bytes());
        header.extend([0, 0]); // no extra field
        Ok(header)
    }
}

/// The bytes of an archive.
fn archive(members: impl ExactSizeIterator<Item = Member>) -> Result<Vec<u8>, ParseError> {
    let count = u16::try_from(members.len())
        .map_err(|_| ParseError::whole("more than 65,535 arrays do not fit a zip file"))?;
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for member in members {
        let offset = u32::try_from(bytes.len()).map_err(|_| too_large("the archive"))?;
        let attributes = member.attributes()?;
        bytes.extend(LOCAL);
        bytes.extend(&attributes);
        bytes.extend(member.name.as_bytes());
        bytes.extend(&member.body);

        directory.extend(CENTRAL);
        directory.extend([20, 0]); // made by version 2.0
        directory.extend(&attributes);
        directory.extend([0; 10]); // no comment, disk 0, no file attributes
        directory.extend(offset.to_le_bytes());
        directory.extend(member.name.as_bytes());
    }
    let start = u32::try_from(bytes.len()).map_err(|_| too_large("the archive"))?;
    let length = u32::try_from(directory.len()).map_err(|_| too_large("the directory"))?;
    bytes.extend(directory);
    bytes.extend(END);
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    Ok(bytes)
}

/// Reads the bytes of an `.npz` file as `numpy.savez`, `numpy.savez_compressed` or this crate writes it.
pub fn from_bytes(bytes: &[u8]) -> Result<Archive, ParseError> {
    let (count, at) = end_record(bytes)?;
    let entries = entries(bytes, at, count)?;
    check_apart(&entries).map_err(|problem| bad(&problem))?;
    let mut arrays = Vec::new();
    for entry in &entries {
        let array = entry
            .body(bytes)
            .and_then(|body| npy::from_bytes(&body))
            .map_err(|error| entry.named(&error))?;
        arrays.push((entry.array_name().to_owned(), array));
    }
    Ok(Archive { arrays })
}

fn bad(problem: &str) -> ParseError {
    ParseError::whole(format!("not a readable .npz file: {problem}"))
}

/// The number of members, and where the central directory begins in the file whose last bytes these are.
fn end_record(bytes: &[u8]) -> Result<(u16, usize), ParseError> {
    let last = bytes
        .len()
        .checked_sub(END_LENGTH)
        .ok_or_else(|| bad("too short"))?;
    // The end record is followed by a comment of at most 65,535 bytes.
    let end = (last.saturating_sub(65_535)..=last)
        .rev()
        .find(|&at| bytes[at..].starts_with(&END))
        .ok_or_else(|| bad("no end record; the file is truncated"))?;
    let count = u16_at(bytes, end + 10).ok_or_else(|| bad("truncated end record"))?;
    let at = u32_at(bytes, end + 16).ok_or_else(|| bad("truncated end record"))?;
    Ok((count, at as usize))
}

/// The entries of the central directory, which begins at a place of these bytes.
fn entries(bytes: &[u8], mut at: usize, count: u16) -> Result<Vec<Entry>, ParseError> {
    let mut entries = Vec::new();
    for _ in 0..count {
        let entry = Entry::at(bytes, at).ok_or_else(|| bad("broken central directory"))?;
        at = entry.next;
        entries.push(entry);
    }
    Ok(entries)
}

/// Refuses members that share bytes: many of them could make a small file large in memory.
fn check_apart(entries: &[Entry]) -> Result<(), String> {
    let mut members: Vec<&Entry> = entries.iter().collect();
    members.sort_by_key(|entry| entry.local);
    for pair in members.windows(2) {
        let end = pair[0].local.saturating_add(LOCAL_LENGTH + pair[0].stored);
        if pair[1].local < end {
            let (first, second) = (&pair[0].name, &pair[1].name);
            return Err(format!("the members {first:?} and {second:?} overlap"));
        }
    }
    Ok(())
}

/// One entry of the central directory.
struct Entry {
    name: String,
    method: u16,
    crc: u32,
    /// Bytes in the file.
    stored: usize,
    /// Bytes of the array's file.
    length: usize,
    local: usize,
    next: usize,
}

impl Entry {
    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        if !bytes.get(at..)?.starts_with(&CENTRAL) {
            return None;
        }
        let name_length = u16_at(bytes, at + 28)? as usize;
        let extra = u16_at(bytes, at + 30)? as usize;
        let comment = u16_at(bytes, at + 32)? as usize;
        let name = bytes.get(at + 46..at + 46 + name_length)?;
        Some(Self {
            name: String::from_utf8_lossy(name).into_owned(),
            method: u16_at(bytes, at + 10)?,
            crc: u32_at(bytes, at + 16)?,
            stored: u32_at(bytes, at + 20)? as usize,
            length: u32_at(bytes, at + 24)? as usize,
            local: u32_at(bytes, at + 42)? as usize,
            next: at + 46 + name_length + extra + comment,
        })
    }

    /// The name of the array.
    fn array_name(&self) -> &str {
        self.name.strip_suffix(".npy").unwrap_or(&self.name)
    }

    /// A problem of the array, with its name.
    fn named(&self, error: &ParseError) -> ParseError {
        let name = self.array_name();
        ParseError::whole(format!("array {name:?}: {}", error.problem))
    }

    fn unknown_method(&self, method: u16) -> ParseError {
        ParseError::whole(format!(
            "the compression method {method} is not supported; save with numpy.savez"
        ))
    }

    /// The place where the body begins, in bytes that have the member's local header at a place.
    fn start(&self, bytes: &[u8], local: usize) -> Option<usize> {
        let name = u16_at(bytes, local + 26)?;
        let extra = u16_at(bytes, local + 28)?;
        Some(local + LOCAL_LENGTH + usize::from(name) + usize::from(extra))
    }

    fn body<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, ParseError> {
        let stored = self
            .start(bytes, self.local)
            .and_then(|start| bytes.get(start..start.checked_add(self.stored)?));
        let stored = stored.ok_or_else(|| ParseError::whole("the member is truncated"))?;
        let body = match self.method {
            STORED => Some(Cow::Borrowed(stored)),
            DEFLATED => self.inflated(stored).map(Cow::Owned),
            other => return Err(self.unknown_method(other)),
        };
        match body {
            Some(body) if body.len() == self.length && crc32fast::hash(&body) == self.crc => {
                Ok(body)
            }
            _ => Err(ParseError::whole(
                "the checksum does not match; the file is corrupt",
            )),
        }
    }

    /// The bytes that were compressed, where they are as many as the directory says and as few as they can be.
    fn inflated(&self, stored: &[u8]) -> Option<Vec<u8>> {
        if self.length > stored.len().saturating_mul(MOST_EXPANSION) {
            return None;
        }
        let mut body = Vec::with_capacity(self.length);
        let mut decoder = DeflateDecoder::new(stored).take(self.length as u64 + 1);
        decoder.read_to_end(&mut body).ok().map(|_| body)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let b = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*b))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let b = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*b))
}
