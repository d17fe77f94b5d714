//! One question of continuous collision detection, and files of them.
//!
//! A file has 26 little-endian float64 for each query: the kind (0 point-point, 1 point-edge, 2 point-triangle, 3 edge-edge),
//! the offset (m), four vertices at the start and four at the end (m), of which a kind uses the first two to four.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};
use tangency_geometry::{Vec3, apart};

/// Numbers in a file for each query.
const NUMBERS: usize = 26;

/// What meets what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `p, q`.
    PointPoint,
    /// `p, e0, e1`.
    PointEdge,
    /// `p, t0, t1, t2`.
    PointTriangle,
    /// `a0, a1, b0, b1`.
    EdgeEdge,
}

impl Kind {
    const ALL: [Kind; 4] = [
        Kind::PointPoint,
        Kind::PointEdge,
        Kind::PointTriangle,
        Kind::EdgeEdge,
    ];

    /// Number of vertices of the first primitive, and of both.
    pub fn counts(self) -> (usize, usize) {
        match self {
            Kind::PointPoint => (1, 2),
            Kind::PointEdge => (1, 3),
            Kind::PointTriangle => (1, 4),
            Kind::EdgeEdge => (2, 4),
        }
    }

    /// Squared distance of the primitives at `x`, m².
    pub fn squared_distance(self, [a, b, c, d]: &[Vec3; 4]) -> f64 {
        match self {
            Kind::PointPoint => point_point::squared(a, b),
            Kind::PointEdge => point_edge::squared(a, b, c),
            Kind::PointTriangle => point_triangle::squared(a, b, c, d),
            Kind::EdgeEdge => edge_edge::squared(a, b, c, d),
        }
    }

    /// Whether the primitives at `x` are farther apart than `xi` (m), exactly.
    pub fn are_apart(self, x: &[Vec3; 4], xi: f64) -> bool {
        let [a, b, c, _] = *x;
        match self {
            Kind::PointPoint => apart::point_point(&[a, b], xi),
            Kind::PointEdge => apart::point_edge(&[a, b, c], xi),
            Kind::PointTriangle => apart::point_triangle(x, xi),
            Kind::EdgeEdge => apart::edge_edge(x, xi),
        }
    }
}

/// A pair that moves on straight lines; unused vertices are zero.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// What meets what.
    pub kind: Kind,
    /// The distance to keep, m.
    pub xi: f64,
    /// Vertices at the start, m.
    pub x: [Vec3; 4],
    /// Vertices at the end, m.
    pub end: [Vec3; 4],
}

impl Query {
    /// The displacements, m.
    pub fn p(&self) -> [Vec3; 4] {
        std::array::from_fn(|i| self.end[i] - self.x[i])
    }

    /// Vertices at time `t`, m.
    pub fn at(&self, t: f64) -> [Vec3; 4] {
        let p = self.p();
        std::array::from_fn(|i| self.x[i] + p[i] * t)
    }

    /// Distance at the start, m.
    pub fn distance(&self) -> f64 {
        self.kind.squared_distance(&self.x).sqrt()
    }

    /// The lower bound of the time of impact (Codimensional IPC 2021, equation 10, in the frame of the mean motion):
    /// a method that returns much less has failed.
    pub fn lower_bound(&self) -> f64 {
        let (first, all) = self.kind.counts();
        let mut p = self.p();
        let approach = centre(&mut p[..all], first);
        (self.distance() - self.xi) / approach
    }
}

/// Subtracts the mean displacement; the sum of the largest displacements that are left of the two primitives.
pub fn centre(p: &mut [Vec3], first: usize) -> f64 {
    let mean = p.iter().sum::<Vec3>() / p.len() as f64;
    for p in p.iter_mut() {
        *p -= mean;
    }
    let largest = |part: &[Vec3]| part.iter().map(|p| p.norm()).fold(0.0, f64::max);
    largest(&p[..first]) + largest(&p[first..])
}

/// Writes queries.
pub fn write(path: &Path, queries: &[Query]) -> Result<()> {
    let mut bytes = Vec::with_capacity(8 * NUMBERS * queries.len());
    for query in queries {
        let vertices = query.x.iter().chain(&query.end);
        let head = [query.kind as u8 as f64, query.xi];
        let numbers = head
            .into_iter()
            .chain(vertices.flat_map(|v| [v.x, v.y, v.z]));
        bytes.extend(numbers.flat_map(f64::to_le_bytes));
    }
    fs::write(path, bytes).with_context(|| format!("{} was not written", path.display()))
}

/// Reads queries.
pub fn read(path: &Path) -> Result<Vec<Query>> {
    let numbers = read_numbers(path)?;
    ensure!(numbers.len() % NUMBERS == 0, "{}: cut off", path.display());
    let query = |n: &[f64]| {
        let vertices = |from: usize| {
            std::array::from_fn(|i| Vec3::from_column_slice(&n[from + 3 * i..from + 3 * i + 3]))
        };
        let kind = Kind::ALL.get(n[0] as usize).copied();
        Ok(Query {
            kind: kind.with_context(|| format!("{}: no kind {}", path.display(), n[0]))?,
            xi: n[1],
            x: vertices(2),
            end: vertices(14),
        })
    };
    numbers.chunks_exact(NUMBERS).map(query).collect()
}

/// Reads a file of little-endian float64.
pub fn read_numbers(path: &Path) -> Result<Vec<f64>> {
    let bytes = fs::read(path).with_context(|| format!("{} was not read", path.display()))?;
    let number = |chunk: &[u8]| Some(f64::from_le_bytes(chunk.try_into().ok()?));
    Ok(bytes.chunks_exact(8).filter_map(number).collect())
}
