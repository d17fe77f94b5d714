//! NPZ, numpy's archive of named arrays: a zip file whose members are `.npy`
//! files, stored without compression (PKWARE APPNOTE 6.3, without zip64).
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

use crate::npy::{self, NpyArray};
use crate::{IoError, ParseError, atomic};
use std::path::Path;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// 1980-01-01, the zip epoch: equal arrays give equal bytes.
const EPOCH: [u8; 4] = [0, 0, 0x21, 0];
const END_LENGTH: usize = 22;
/// Bytes of a local header before the name.
const LOCAL_LENGTH: usize = 30;

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
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for (name, array) in arrays {
        let offset = u32::try_from(bytes.len()).map_err(|_| too_large("the archive"))?;
        let member = format!("{name}.npy");
        let body = npy::to_bytes(array);
        let attributes = attributes(&member, &body)?;
        bytes.extend(LOCAL);
        bytes.extend(&attributes);
        bytes.extend(member.as_bytes());
        bytes.extend(body);

        directory.extend(CENTRAL);
        directory.extend([20, 0]); // made by version 2.0
        directory.extend(&attributes);
        directory.extend([0; 10]); // no comment, disk 0, no file attributes
        directory.extend(offset.to_le_bytes());
        directory.extend(member.as_bytes());
    }
    let start = u32::try_from(bytes.len()).map_err(|_| too_large("the archive"))?;
    let length = u32::try_from(directory.len()).map_err(|_| too_large("the directory"))?;
    let count = u16::try_from(arrays.len())
        .map_err(|_| ParseError::whole("more than 65,535 arrays do not fit a zip file"))?;
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

/// The 26 bytes that a local header and the central directory share.
fn attributes(member: &str, body: &[u8]) -> Result<Vec<u8>, ParseError> {
    let length = u32::try_from(body.len()).map_err(|_| too_large(member))?;
    let name = u16::try_from(member.len())
        .map_err(|_| ParseError::whole(format!("the array name {member:?} is too long")))?;
    let mut header = vec![20, 0, 0, 0, 0, 0]; // needs version 2.0, no flags, stored
    header.extend(EPOCH);
    header.extend(crc32fast::hash(body).to_le_bytes());
    header.extend(length.to_le_bytes());
    header.extend(length.to_le_bytes());
    header.extend(name.to_le_bytes());
    header.extend([0, 0]); // no extra field
    Ok(header)
}

/// Reads the bytes of an `.npz` file as `numpy.savez` or this crate writes it.
pub fn from_bytes(bytes: &[u8]) -> Result<Archive, ParseError> {
    let bad = |problem: &str| ParseError::whole(format!("not a readable .npz file: {problem}"));
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
    let mut at = u32_at(bytes, end + 16).ok_or_else(|| bad("truncated end record"))? as usize;
    let mut entries = Vec::new();
    for _ in 0..count {
        let entry = Entry::at(bytes, at).ok_or_else(|| bad("broken central directory"))?;
        at = entry.next;
        entries.push(entry);
    }
    check_apart(&entries).map_err(|problem| bad(&problem))?;
    let mut arrays = Vec::new();
    for entry in &entries {
        let name = entry.name.strip_suffix(".npy").unwrap_or(&entry.name);
        let member = |e: ParseError| ParseError::whole(format!("array {name:?}: {}", e.problem));
        let array = entry
            .body(bytes)
            .and_then(npy::from_bytes)
            .map_err(member)?;
        arrays.push((name.to_string(), array));
    }
    Ok(Archive { arrays })
}

/// Refuses members that share bytes: many of them could make a small file large in memory.
fn check_apart(entries: &[Entry]) -> Result<(), String> {
    let mut members: Vec<&Entry> = entries.iter().collect();
    members.sort_by_key(|entry| entry.local);
    for pair in members.windows(2) {
        let end = pair[0].local.saturating_add(LOCAL_LENGTH + pair[0].length);
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
            length: u32_at(bytes, at + 24)? as usize,
            local: u32_at(bytes, at + 42)? as usize,
            next: at + 46 + name_length + extra + comment,
        })
    }

    fn body<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], ParseError> {
        if self.method != 0 {
            return Err(ParseError::whole(
                "compressed members are not supported; save with numpy.savez",
            ));
        }
        let lengths = u16_at(bytes, self.local + 26).zip(u16_at(bytes, self.local + 28));
        let body = lengths.and_then(|(name, extra)| {
            let start = self.local + LOCAL_LENGTH + name as usize + extra as usize;
            bytes.get(start..start.checked_add(self.length)?)
        });
        let body = body.ok_or_else(|| ParseError::whole("the member is truncated"))?;
        if crc32fast::hash(body) != self.crc {
            return Err(ParseError::whole(
                "the checksum does not match; the file is corrupt",
            ));
        }
        Ok(body)
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
