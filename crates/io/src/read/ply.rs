//! PLY, ASCII and binary of either byte order: the `x y z` of `vertex`, the
//! polygons `vertex_indices` of `face` (fan-triangulated), and `vertex1
//! vertex2` of `edge`, and `vertex_index` of `point`, which is this crate's own
//! way to say that a vertex is an element. Other elements and properties are
//! skipped. A file of vertices alone is a set of points.

use super::MeshFile;
use super::polygon::fan;
use super::scanner::{Encoding, Scalar, Scanner, show, words};
use crate::ParseError;

/// A property of an element: one number, or a list with its length before it.
struct Property {
    name: Vec<u8>,
    length: Option<Scalar>,
    kind: Scalar,
}

/// `element name count` with its properties.
struct Element {
    name: Vec<u8>,
    count: usize,
    properties: Vec<Property>,
}

impl Element {
    fn position(&self, name: &[u8]) -> Option<usize> {
        self.properties.iter().position(|p| p.name == name)
    }
}

/// Reads a PLY file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let (encoding, elements) = header(&mut scanner)?;
    scanner.encoding = encoding;
    let mut mesh = MeshFile::default();
    for element in &elements {
        match element.name.as_slice() {
            b"vertex" => vertices(&mut scanner, element, &mut mesh)?,
            b"face" => faces(&mut scanner, element, &mut mesh)?,
            b"edge" => edges(&mut scanner, element, &mut mesh)?,
            b"point" => points(&mut scanner, element, &mut mesh)?,
            b"tristrips" => {
                return Err(ParseError::whole(
                    "triangle strips are not supported; save the faces as triangles",
                ));
            }
            _ => rows(&mut scanner, element, |_, _, _| Ok(()))?,
        }
    }
    if mesh.triangles.is_empty() && mesh.edges.is_empty() && mesh.vertices.is_empty() {
        mesh.vertices = (0..mesh.points.len() as u32).collect();
    }
    Ok(mesh)
}

fn header(scanner: &mut Scanner) -> Result<(Encoding, Vec<Element>), ParseError> {
    scanner.expect("ply")?;
    scanner.line();
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    loop {
        let Some(line) = scanner.line() else {
            return Err(scanner.unexpected("end_header", None));
        };
        let words: Vec<&[u8]> = words(line).collect();
        match words[..] {
            [] | [b"comment" | b"obj_info", ..] => {}
            [b"format", b"ascii", ..] => encoding = Some(Encoding::Text),
            [b"format", b"binary_little_endian", ..] => encoding = Some(Encoding::LittleEndian),
            [b"format", b"binary_big_endian", ..] => encoding = Some(Encoding::BigEndian),
            [b"element", name, count] => {
                let number = std::str::from_utf8(count).ok().and_then(|c| c.parse().ok());
                let count = number.ok_or_else(|| scanner.unexpected("a count", Some(count)))?;
                elements.push(Element {
                    name: name.to_vec(),
                    count,
                    properties: Vec::new(),
                });
            }
            [b"property", ref words @ ..] => match elements.last_mut() {
                Some(element) => element.properties.push(property(words, scanner)?),
                None => return Err(scanner.error("a property before any element")),
            },
            [b"end_header"] => break,
            _ => return Err(scanner.unexpected("a PLY header statement", Some(line))),
        }
    }
    let encoding = encoding.ok_or_else(|| scanner.error("the header has no format statement"))?;
    Ok((encoding, elements))
}

fn property(words: &[&[u8]], scanner: &Scanner) -> Result<Property, ParseError> {
    let (length, kind, name) = match *words {
        [b"list", length, kind, name] => (Some(scalar(length, scanner)?), kind, name),
        [kind, name] => (None, kind, name),
        _ => return Err(scanner.error("expected: property [list TYPE] TYPE NAME")),
    };
    Ok(Property {
        name: name.to_vec(),
        length,
        kind: scalar(kind, scanner)?,
    })
}

fn scalar(name: &[u8], scanner: &Scanner) -> Result<Scalar, ParseError> {
    Ok(match name {
        b"char" | b"int8" => Scalar::I8,
        b"uchar" | b"uint8" => Scalar::U8,
        b"short" | b"int16" => Scalar::I16,
        b"ushort" | b"uint16" => Scalar::U16,
        b"int" | b"int32" => Scalar::I32,
        b"uint" | b"uint32" => Scalar::U32,
        b"int64" => Scalar::I64,
        b"uint64" => Scalar::U64,
        b"float" | b"float32" => Scalar::F32,
        b"double" | b"float64" => Scalar::F64,
        _ => return Err(scanner.unexpected("a PLY type such as float or uchar", Some(name))),
    })
}

/// Hands every property of every row to `visit`: its place, and its numbers.
fn rows(
    scanner: &mut Scanner,
    element: &Element,
    mut visit: impl FnMut(&Scanner, usize, &[f64]) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let mut list = Vec::new();
    if element.properties.is_empty() {
        return Ok(());
    }
    for _ in 0..element.count {
        for (place, property) in element.properties.iter().enumerate() {
            let length = match property.length {
                Some(kind) => scanner.count(kind, "the length of a list")?,
                None => 1,
            };
            list.clear();
            for _ in 0..length {
                list.push(scanner.real(property.kind, "a number")?);
            }
            visit(scanner, place, &list)?;
        }
    }
    Ok(())
}

fn vertices(
    scanner: &mut Scanner,
    element: &Element,
    mesh: &mut MeshFile,
) -> Result<(), ParseError> {
    let axes = [
        element.position(b"x"),
        element.position(b"y"),
        element.position(b"z"),
    ];
    let [Some(x), Some(y), Some(z)] = axes else {
        return Err(ParseError::whole(
            "the element vertex has no properties x, y and z",
        ));
    };
    let last = element.properties.len() - 1;
    let mut point = tangency_geometry::Vec3::zeros();
    rows(scanner, element, |scanner, place, list| {
        for (axis, at) in [x, y, z].into_iter().enumerate() {
            if place == at {
                point[axis] = scanner.finite(list.first().copied().unwrap_or(f64::NAN))?;
            }
        }
        if place == last {
            mesh.points.push(point);
        }
        Ok(())
    })
}

fn faces(scanner: &mut Scanner, element: &Element, mesh: &mut MeshFile) -> Result<(), ParseError> {
    let named = element.position(b"vertex_indices");
    let Some(corners) = named.or_else(|| element.position(b"vertex_index")) else {
        return Err(ParseError::whole(
            "the element face has no list vertex_indices",
        ));
    };
    let mut polygon = Vec::new();
    rows(scanner, element, |scanner, place, list| {
        if place != corners {
            return Ok(());
        }
        polygon.clear();
        for &value in list {
            polygon.push(vertex(scanner, value)?);
        }
        if polygon.len() < 3 {
            return Err(scanner.error(format!("a face has only {} vertices", polygon.len())));
        }
        fan(&polygon, &mut mesh.triangles);
        Ok(())
    })
}

fn edges(scanner: &mut Scanner, element: &Element, mesh: &mut MeshFile) -> Result<(), ParseError> {
    let ends = (element.position(b"vertex1"), element.position(b"vertex2"));
    let (Some(first), Some(second)) = ends else {
        return Err(ParseError::whole(
            "the element edge has no properties vertex1 and vertex2",
        ));
    };
    let last = element.properties.len() - 1;
    let mut edge = [0; 2];
    rows(scanner, element, |scanner, place, list| {
        for (end, at) in [first, second].into_iter().enumerate() {
            if place == at {
                edge[end] = vertex(scanner, list.first().copied().unwrap_or(f64::NAN))?;
            }
        }
        if place == last {
            mesh.edges.push(edge);
        }
        Ok(())
    })
}

fn points(scanner: &mut Scanner, element: &Element, mesh: &mut MeshFile) -> Result<(), ParseError> {
    let at = element.position(b"vertex_index");
    rows(scanner, element, |scanner, place, list| {
        if Some(place) == at {
            for &value in list {
                mesh.vertices.push(vertex(scanner, value)?);
            }
        }
        Ok(())
    })
}

/// A vertex index that was read as a real number, which holds any `u32` exactly.
fn vertex(scanner: &Scanner, value: f64) -> Result<u32, ParseError> {
    let index = value as u32;
    if f64::from(index) == value {
        return Ok(index);
    }
    let found = show(value.to_string().as_bytes());
    Err(scanner.error(format!("expected a vertex index from 0, found {found}")))
}
