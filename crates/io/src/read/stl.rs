//! STL, ASCII and binary: triangles without shared vertices. Corners with the
//! very same coordinates become one point, in order of first appearance. Each
//! `solid` of a text is a group by its name, or `solid N`, from 1, without one.

use super::MeshFile;
use super::groups::{Counts, GroupTable};
use super::scanner::{Encoding, Scalar, Scanner};
use crate::ParseError;
use std::collections::HashMap;
use tangency_geometry::Vec3;

/// Bytes of the binary header and of the count behind it.
const HEADER: usize = 84;
/// Bytes of one binary triangle: normal, three corners, attribute.
const RECORD: usize = 50;

/// Reads an STL file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let count = bytes.get(80..).and_then(|b| b.first_chunk());
    let count = count.map(|b| u32::from_le_bytes(*b) as usize);
    let fits = count.is_some_and(|n| bytes.len() == HEADER + n * RECORD);
    let start = bytes.trim_ascii_start().first_chunk::<5>();
    if !fits && start.is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) {
        parse_text(bytes)
    } else {
        parse_binary(bytes)
    }
}

/// Points that are found again by their coordinates.
#[derive(Default)]
struct Merger {
    mesh: MeshFile,
    known: HashMap<[u64; 3], u32>,
}

impl Merger {
    fn index(&mut self, point: Vec3) -> u32 {
        // Adding zero turns -0 into 0: both are the same place.
        let key = [point.x, point.y, point.z].map(|c| (c + 0.0).to_bits());
        let points = &mut self.mesh.points;
        *self.known.entry(key).or_insert_with(|| {
            points.push(point);
            (points.len() - 1) as u32
        })
    }
}

fn parse_binary(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    scanner.encoding = Encoding::LittleEndian;
    scanner.take::<80>("the 80-byte header of a binary STL file")?;
    let count = scanner.integer(Scalar::U32, "the number of triangles")?;
    let (needed, there) = (count * RECORD as i64, scanner.remaining());
    if there as i64 != needed {
        return Err(scanner.error(format!(
            "{count} triangles need {needed} more bytes, {there} are there: truncated, or no STL file"
        )));
    }
    let mut merger = Merger::default();
    for _ in 0..count {
        scanner.take::<12>("the normal of a triangle")?;
        let mut corner = || Ok(merger.index(scanner.point(Scalar::F32)?));
        let triangle = [corner()?, corner()?, corner()?];
        scanner.take::<2>("the attribute of a triangle")?;
        merger.mesh.triangles.push(triangle);
    }
    Ok(merger.mesh)
}

fn parse_text(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let mut merger = Merger::default();
    let mut groups = GroupTable::default();
    let (mut solids, mut solid) = (0, None);
    while let Some(word) = scanner.word() {
        match word.to_ascii_lowercase().as_slice() {
            b"solid" => {
                solids += 1;
                let name = scanner.line().unwrap_or_default().trim_ascii();
                let name = match name {
                    b"" => format!("solid {solids}"),
                    name => String::from_utf8_lossy(name).into_owned(),
                };
                solid = Some(groups.place("solid", &name));
            }
            b"endsolid" => {
                scanner.line();
                solid = None;
            }
            b"facet" => {
                let before = Counts::of(&merger.mesh);
                let triangle = facet(&mut scanner, &mut merger)?;
                merger.mesh.triangles.push(triangle);
                if let Some(solid) = solid {
                    groups.add(solid, &merger.mesh, before);
                }
            }
            _ => return Err(scanner.unexpected("facet or endsolid", Some(word))),
        }
    }
    merger.mesh.groups = groups.finish();
    Ok(merger.mesh)
}

/// The corners of a facet, behind that word.
fn facet(scanner: &mut Scanner, merger: &mut Merger) -> Result<[u32; 3], ParseError> {
    // The normal is of no use, and some programs write none.
    let mut word = scanner.word();
    for _ in 0..4 {
        if word.is_some_and(|word| word.eq_ignore_ascii_case(b"outer")) {
            break;
        }
        word = scanner.word();
    }
    if !word.is_some_and(|word| word.eq_ignore_ascii_case(b"outer")) {
        return Err(scanner.unexpected("outer loop", word));
    }
    scanner.expect("loop")?;
    let mut corner = || {
        scanner.expect("vertex")?;
        Ok(merger.index(scanner.point(Scalar::F64)?))
    };
    let triangle = [corner()?, corner()?, corner()?];
    scanner.expect("endloop")?;
    scanner.expect("endfacet")?;
    Ok(triangle)
}
