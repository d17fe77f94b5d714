//! Wavefront OBJ: `v x y z`, polygons `f a b c ...` (fan-triangulated; `a/t/n`
//! allowed), polylines `l a b ...`, points `p a ...`. Indices count from 1, or
//! backwards from the last vertex when negative. Other statements are skipped.
//! A file of vertices alone is a set of points.

use super::scanner::{Scanner, parse_integer, show, words};
use super::{MeshFile, fan};
use crate::ParseError;

/// Reads an OBJ file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let mut mesh = MeshFile::default();
    let mut corners = Vec::new();
    while let Some(line) = scanner.line() {
        let text = line.split(|&b| b == b'#').next().unwrap_or_default();
        let mut words = words(text);
        let statement = words.next().unwrap_or_default();
        match statement {
            b"v" => mesh.points.push(scanner.point_of(&mut words)?),
            b"f" | b"l" | b"p" => {
                corners.clear();
                for word in words {
                    corners.push(index(word, mesh.points.len(), &scanner)?);
                }
                let least = [(&b"f"[..], 3), (b"l", 2), (b"p", 1)];
                let least = least.iter().find(|(s, _)| *s == statement);
                if least.is_some_and(|(_, least)| corners.len() < *least) {
                    let kind = show(statement);
                    let found = corners.len();
                    return Err(scanner.error(format!("{kind} has only {found} vertices")));
                }
                match statement {
                    b"f" => fan(&corners, &mut mesh.triangles),
                    b"l" => mesh.edges.extend(corners.windows(2).map(|s| [s[0], s[1]])),
                    _ => mesh.vertices.extend(&corners),
                }
            }
            _ => {}
        }
    }
    if mesh.triangles.is_empty() && mesh.edges.is_empty() && mesh.vertices.is_empty() {
        all_points(&mut mesh);
    }
    Ok(mesh)
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
    let resolved = parse_integer(vertex).and_then(|i| match i {
        1.. => u32::try_from(i - 1).ok(),
        0 => None,
        _ => u32::try_from(points as i64 + i).ok(),
    });
    resolved.ok_or_else(|| {
        let found = show(word);
        scanner.error(format!(
            "expected a vertex index from 1, or from -1 to -{points}, found {found}"
        ))
    })
}
