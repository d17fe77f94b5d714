//! Readers of the reference data, for tests and benches; each returns `None`, with a note, where the data is absent.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use tangency_geometry::Vec3;

/// The folder of reference scenes, beside the repository.
const REFERENCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/reference-scenes"
);

pub fn reference(path: &str) -> Option<PathBuf> {
    let path = Path::new(REFERENCE).join(path);
    if !path.exists() {
        eprintln!("skipped: no {}", path.display());
        return None;
    }
    Some(path)
}

/// A surface at two times.
pub struct Frames {
    pub start: Vec<Vec3>,
    pub displacement: Vec<Vec3>,
    pub points: Vec<u32>,
    /// In the order of the data's ids: by larger, then smaller vertex.
    pub edges: Vec<[u32; 2]>,
    pub triangles: Vec<[u32; 3]>,
}

/// A frame pair of `ccd-scalable`.
pub fn frames(scene: &str, first: u32) -> Option<Frames> {
    let folder = reference(&format!("ccd-scalable/{scene}/frames"))?;
    let (start, triangles) = read_ply(&folder.join(format!("{first}.ply")));
    let (end, _) = read_ply(&folder.join(format!("{}.ply", first + 1)));
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable_by_key(|&[a, b]| (b, a));
    edges.dedup();
    Some(Frames {
        displacement: start.iter().zip(&end).map(|(x, y)| y - x).collect(),
        points: (0..start.len() as u32).collect(),
        start,
        edges,
        triangles,
    })
}

/// Reads the binary PLY files of the data set: double positions, triangles as byte-counted lists of int32.
fn read_ply(path: &Path) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let bytes = std::fs::read(path).unwrap();
    let end = b"end_header\n";
    let body = bytes.windows(end.len()).position(|w| w == end).unwrap() + end.len();
    let header = std::str::from_utf8(&bytes[..body]).unwrap();
    let count = |name: &str| -> usize {
        let line = header.lines().find_map(|l| l.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    };
    let (vertices, faces) = (count("element vertex"), count("element face"));
    let double = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let int = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let points = (0..vertices)
        .map(|i| body + 24 * i)
        .map(|at| Vec3::new(double(at), double(at + 8), double(at + 16)))
        .collect();
    let lists = body + 24 * vertices;
    let triangles = (0..faces)
        .map(|i| lists + 13 * i + 1)
        .map(|at| [int(at), int(at + 4), int(at + 8)])
        .collect();
    (points, triangles)
}

/// Pairs of non-negative integers, or booleans, in a JSON list without further structure.
pub fn read_json_pairs(path: &Path) -> Vec<(usize, usize)> {
    let text = std::fs::read_to_string(path).unwrap();
    let numbers: Vec<usize> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|s| !s.is_empty())
        .map(|s| s.parse().unwrap())
        .collect();
    numbers.chunks_exact(2).map(|c| (c[0], c[1])).collect()
}

pub fn read_json_bools(path: &Path) -> Vec<bool> {
    let text = std::fs::read_to_string(path).unwrap();
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter(|s| !s.is_empty())
        .map(|s| s == "true")
        .collect()
}

/// A query: four vertices at the start and at the end, and whether they collide where the file says so.
pub struct Query {
    pub start: [Vec3; 4],
    pub end: [Vec3; 4],
    pub collides: Option<bool>,
}

/// Reads a CSV of queries, eight rows each, coordinates as numerator and denominator.
pub fn read_queries(path: &Path) -> Vec<Query> {
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<(Vec3, Option<bool>)> = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let coordinate = |k: usize| quotient(fields[2 * k], fields[2 * k + 1]);
            let point = Vec3::new(coordinate(0), coordinate(1), coordinate(2));
            (point, fields.get(6).map(|&f| f == "1"))
        })
        .collect();
    rows.chunks_exact(8)
        .map(|q| Query {
            start: std::array::from_fn(|i| q[i].0),
            end: std::array::from_fn(|i| q[i + 4].0),
            collides: q[0].1,
        })
        .collect()
}

/// The quotient, which must be a double exactly.
fn quotient(numerator: &str, denominator: &str) -> f64 {
    use dashu_ratio::RBig;
    let ratio: RBig = format!("{numerator}/{denominator}").parse().unwrap();
    let value = ratio.to_f64().value();
    assert_eq!(
        RBig::try_from(value).unwrap(),
        ratio,
        "not a double: {numerator}/{denominator}"
    );
    value
}
