//! Wavefront OBJ: `v x y z`, texture coordinates `vt u v`, polygons `f a b c ...`
//! (fan-triangulated; `a/t/n` allowed), polylines `l a b ...`, points `p a ...`.
//! Indices count from 1, or backwards from the last vertex when negative. The
//! elements behind `o`, `g` and `usemtl` are groups by that name, those behind
//! `g a b` are in two. Other statements are skipped. A file of vertices alone is
//! a set of points.
//!
//! ```
//! use tangency_io::read::obj;
//!
//! let square = obj::parse(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
//! assert_eq!(square.triangles, [[0, 1, 2], [0, 2, 3]]);
//! // Errors name the line.
//! let error = obj::parse(b"v 0 0 0\nf 1 two 3\n").unwrap_err();
//! assert!(error.to_string().contains("line 2"), "{error}");
//! # Ok::<(), tangency_io::ParseError>(())
//! ```

use super::MeshFile;
use super::groups::{Counts, GroupTable, MOST_GROUPS};
use super::polygon::fan;
use super::scanner::{Scanner, parse_integer, parse_real, show, words};
use crate::ParseError;

/// Texture coordinates (u, v) of the three corners of each triangle.
pub type CornerUv = Vec<[[f64; 2]; 3]>;

/// Reads an OBJ file, with the texture coordinates of the corners of its triangles where every face names some. Polygons are
/// fanned, and their coordinates like their vertices. Broken coordinates are left out: only pictures need them.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    Reader::read(bytes, false)
}

/// Reads an OBJ file whose texture coordinates are a pattern: broken ones are refused.
pub fn parse_with_uv(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    Reader::read(bytes, true)
}

/// The mesh as far as it is read.
#[derive(Default)]
struct Reader {
    mesh: MeshFile,
    /// The `vt` of the file.
    coordinates: Vec<[f64; 2]>,
    uv: CornerUv,
    groups: GroupTable,
    /// The places of the groups that elements go to now: by `o`, `g` and `usemtl`.
    current: [Vec<usize>; 3],
}

impl Reader {
    fn read(bytes: &[u8], needs_uv: bool) -> Result<MeshFile, ParseError> {
        let mut scanner = Scanner::new(bytes);
        let mut reader = Self::default();
        let mut corners = Vec::new();
        while let Some(line) = scanner.line() {
            let text = line.split(|&b| b == b'#').next().unwrap_or_default();
            let mut words = words(text);
            let statement = words.next().unwrap_or_default();
            match statement {
                b"v" => reader.mesh.points.push(scanner.point_of(&mut words)?),
                b"o" | b"g" | b"usemtl" => reader.group(statement, text, &scanner)?,
                b"vt" => match uv_of(&mut words, &scanner) {
                    Err(error) if needs_uv => return Err(error),
                    // A number that no triangle can use, so that those after it keep theirs.
                    uv => reader.coordinates.push(uv.unwrap_or([f64::NAN; 2])),
                },
                b"f" | b"l" | b"p" => {
                    corners.clear();
                    for word in words {
                        corners.push(index(word, reader.mesh.points.len(), &scanner)?);
                    }
                    let before = Counts::of(&reader.mesh);
                    reader.element(statement, &corners, &scanner)?;
                    for &place in reader.current.iter().flatten() {
                        reader.groups.add(place, &reader.mesh, before);
                    }
                    if statement == b"f" {
                        let found = reader.face_uv(text, &scanner);
                        found.or_else(|error| if needs_uv { Err(error) } else { Ok(()) })?;
                    }
                }
                _ => {}
            }
        }
        let mesh = &mut reader.mesh;
        if mesh.triangles.is_empty() && mesh.edges.is_empty() && mesh.vertices.is_empty() {
            all_points(mesh);
        }
        mesh.groups = std::mem::take(&mut reader.groups).finish();
        let numbers = reader.uv.as_flattened().as_flattened();
        if reader.uv.len() == mesh.triangles.len() && numbers.iter().all(|x| x.is_finite()) {
            mesh.uv = reader.uv;
        }
        Ok(reader.mesh)
    }

    /// Begins an object, groups or a material; one without a name ends those before it.
    fn group(
        &mut self,
        statement: &[u8],
        text: &[u8],
        scanner: &Scanner,
    ) -> Result<(), ParseError> {
        let (current, kind) = match statement {
            b"o" => (&mut self.current[0], "object"),
            b"g" => (&mut self.current[1], "group"),
            _ => (&mut self.current[2], "material"),
        };
        let names: Vec<&[u8]> = match statement {
            b"g" => words(text).skip(1).collect(),
            _ => vec![text.trim_ascii()[statement.len()..].trim_ascii()],
        };
        if names.len() > MOST_GROUPS {
            let count = names.len();
            return Err(scanner.error(format!(
                "{count} groups at once, but a face may be in {MOST_GROUPS} only"
            )));
        }
        current.clear();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            let place = self.groups.place(kind, &String::from_utf8_lossy(name));
            if !current.contains(&place) {
                current.push(place);
            }
        }
        Ok(())
    }

    /// A polygon, polyline or list of points.
    fn element(
        &mut self,
        statement: &[u8],
        corners: &[u32],
        scanner: &Scanner,
    ) -> Result<(), ParseError> {
        let least = match statement {
            b"f" => 3,
            b"l" => 2,
            _ => 1,
        };
        if corners.len() < least {
            let (kind, found) = (show(statement), corners.len());
            return Err(scanner.error(format!("{kind} has only {found} vertices")));
        }
        let mesh = &mut self.mesh;
        match statement {
            b"f" => fan(corners, &mut mesh.triangles),
            b"l" => mesh.edges.extend(corners.windows(2).map(|s| [s[0], s[1]])),
            _ => mesh.vertices.extend(corners),
        }
        Ok(())
    }

    /// The texture coordinates of a face, where each of its corners names some.
    fn face_uv(&mut self, text: &[u8], scanner: &Scanner) -> Result<(), ParseError> {
        let mut corners = Vec::new();
        for word in words(text).skip(1) {
            let Some(texture) = word.split(|&b| b == b'/').nth(1).filter(|t| !t.is_empty()) else {
                return Ok(());
            };
            let named = resolve(texture, self.coordinates.len());
            let uv = named.and_then(|i| self.coordinates.get(i as usize));
            corners.push(*uv.ok_or_else(|| {
                let (found, count) = (show(word), self.coordinates.len());
                scanner.error(format!(
                    "{found} names a texture coordinate that is not there: {count} were read so far"
                ))
            })?);
        }
        if let [first, rest @ ..] = corners.as_slice() {
            let fan = rest.windows(2).map(|side| [*first, side[0], side[1]]);
            self.uv.extend(fan);
        }
        Ok(())
    }
}

/// Two finite numbers; a third, for depth, is not read.
fn uv_of<'a>(
    words: &mut impl Iterator<Item = &'a [u8]>,
    scanner: &Scanner,
) -> Result<[f64; 2], ParseError> {
    let mut coordinate = || {
        let word = words.next();
        let value = word.and_then(parse_real);
        scanner.finite(value.ok_or_else(|| {
            let found = word.map_or("the end of the line".to_string(), show);
            scanner.error(format!("expected two texture coordinates, found {found}"))
        })?)
    };
    Ok([coordinate()?, coordinate()?])
}

/// Reads the vertices of an OBJ or `.pt` file (lines `v x y z`) as points.
pub fn parse_points(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut mesh = MeshFile {
        points: parse(bytes)?.points,
        ..MeshFile::default()
    };
    all_points(&mut mesh);
    Ok(mesh)
}

fn all_points(mesh: &mut MeshFile) {
    mesh.vertices = (0..mesh.points.len() as u32).collect();
}

/// The vertex of `a`, `a/t`, `a//n` or `a/t/n`, counted from 0.
fn index(word: &[u8], points: usize, scanner: &Scanner) -> Result<u32, ParseError> {
    let vertex = word.split(|&b| b == b'/').next().unwrap_or_default();
    resolve(vertex, points).ok_or_else(|| {
        let found = show(word);
        scanner.error(format!(
            "expected a vertex index from 1, or from -1 to -{points}, found {found}"
        ))
    })
}

/// An index from 1, or backwards from -1 among `count`, as one from 0.
fn resolve(word: &[u8], count: usize) -> Option<u32> {
    parse_integer(word).and_then(|i| match i {
        1.. => u32::try_from(i - 1).ok(),
        0 => None,
        _ => u32::try_from(count as i64 + i).ok(),
    })
}
