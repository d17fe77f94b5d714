//! Names and shapes of the arrays of an archive, without reading the arrays.

use super::{DEFLATED, END_LENGTH, Entry, LOCAL_LENGTH, STORED, end_record, entries};
use crate::{IoError, ParseError, npy};
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a member's file within which its header ends; those of numpy have 128.
const MOST_HEADER: u64 = 4096;

/// Names and shapes of the arrays of an `.npz` file, of which little more than that is read.
pub fn shapes(path: &Path) -> Result<Vec<(String, Vec<usize>)>, IoError> {
    let in_file = |e: ParseError| e.in_file(path);
    let mut file = File::open(path).map_err(IoError::system("read", path))?;
    let mut piece = |at: SeekFrom, length: u64| -> Result<Vec<u8>, IoError> {
        let mut bytes = Vec::new();
        file.seek(at)
            .and_then(|_| (&mut file).take(length).read_to_end(&mut bytes))
            .map_err(IoError::system("read", path))?;
        Ok(bytes)
    };
    let length = (path.metadata().map_err(IoError::system("read", path))?).len();
    let tail = length.min((65_535 + END_LENGTH) as u64);
    let (count, at) = end_record(&piece(SeekFrom::Start(length - tail), tail)?).map_err(in_file)?;
    let directory = piece(SeekFrom::Start(at as u64), length)?;
    let mut shapes = Vec::new();
    for entry in entries(&directory, 0, count).map_err(in_file)? {
        let most = LOCAL_LENGTH as u64 + 2 * u64::from(u16::MAX) + MOST_HEADER;
        let local = piece(SeekFrom::Start(entry.local as u64), most)?;
        let shape = shape_in(&entry, &local).map_err(|e| entry.named(&e).in_file(path))?;
        shapes.push((entry.array_name().to_owned(), shape));
    }
    Ok(shapes)
}

/// The shape of the array of a member, from the bytes that the member begins with.
fn shape_in(entry: &Entry, local: &[u8]) -> Result<Vec<usize>, ParseError> {
    let truncated = || ParseError::whole("the member is truncated");
    let stored = entry.start(local, 0).and_then(|start| local.get(start..));
    let stored = stored.ok_or_else(truncated)?;
    let stored = &stored[..stored.len().min(entry.stored)];
    let mut beginning = Vec::new();
    match entry.method {
        STORED => beginning.extend(stored),
        DEFLATED => {
            let mut decoder = DeflateDecoder::new(stored).take(MOST_HEADER);
            // The rest of the member is not here: what came out before its end is enough.
            let _ = decoder.read_to_end(&mut beginning);
        }
        other => return Err(entry.unknown_method(other)),
    }
    npy::shape_of(&beginning)
}
