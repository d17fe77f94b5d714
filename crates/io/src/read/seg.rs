//! The segment meshes of the IPC reference scenes: `v x y z` and `s a b`, with
//! vertices counted from 1.

use super::MeshFile;
use super::scanner::{Scanner, parse_integer, show, words};
use crate::ParseError;

/// Reads a `.seg` file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let mut mesh = MeshFile::default();
    while let Some(line) = scanner.line() {
        let text = line.split(|&b| b == b'#').next().unwrap_or_default();
        let mut words = words(text);
        match words.next() {
            None => {}
            Some(b"v") => mesh.points.push(scanner.point_of(&mut words)?),
            Some(b"s") => {
                let mut index = || {
                    let vertex = words.next().and_then(parse_integer);
                    let vertex = vertex.and_then(|i| u32::try_from(i.checked_sub(1)?).ok());
                    vertex.ok_or_else(|| scanner.error("expected two vertex indices from 1"))
                };
                mesh.edges.push([index()?, index()?]);
            }
            Some(other) => {
                let found = show(other);
                return Err(scanner.error(format!("expected v or s, found {found}")));
            }
        }
    }
    Ok(mesh)
}
