//! A rectangle of cells cut in two, refined around one point by bisection.
//!
//! Every triangle is bisected across its longest side, from the right angle (newest-vertex bisection, Mitchell 1989);
//! the neighbour across that side is bisected with it, after it was made to share that side where it does not. All
//! triangles of square cells stay right-angled with two equal sides, and every level contains the points of the one
//! before.

use super::super::check::{at_least, countable, positive};
use super::super::grid::centred;
use super::Vec2;
use super::region::turn;
use crate::generate::GenerateError;
use crate::{SurfaceMesh, Vec3};
use std::collections::BTreeMap;

/// A rectangle; (n + 1)(m + 1) points where it is not refined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleParameters {
    /// Width and height, m.
    pub size: [f64; 2],
    /// Numbers n and m of cells along x and y.
    pub cells: [u32; 2],
    /// The point it is refined around, from -1 (left, below) to 1 (right, above).
    pub refine_at: [f64; 2],
    /// Number of times that edges at that point are halved.
    pub levels: u32,
}

impl Default for RectangleParameters {
    /// A square metre, ten cells wide and high, not refined.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            cells: [10; 2],
            refine_at: [-1.0; 2],
            levels: 0,
        }
    }
}

/// A rectangle.
pub fn rectangle(p: &RectangleParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "rectangle";
    let [n, m] = p.cells;
    positive(SHAPE, &[("width", p.size[0]), ("height", p.size[1])])?;
    at_least(SHAPE, 1, &[("cells along x", n), ("cells along y", m)])?;
    countable(SHAPE, &[n.saturating_add(1), m.saturating_add(1)])?;
    if p.levels > MOST_LEVELS || p.refine_at.iter().any(|c| !(-1.0..=1.0).contains(c)) {
        let reason = format!(
            "it is refined at {:?} by {} levels; give a point from -1 to 1 and at most {MOST_LEVELS} levels",
            p.refine_at, p.levels
        );
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    let mut halves = Halves::grid(p);
    let point = Vec2::new(
        p.refine_at[0] * p.size[0] / 2.0,
        p.refine_at[1] * p.size[1] / 2.0,
    );
    // Two bisections halve an edge.
    for _ in 0..2 * p.levels {
        halves.bisect_around(point);
    }
    let points = halves.points.iter().map(|p| Vec3::new(p.x, p.y, 0.0));
    Ok(SurfaceMesh::from_triangles(
        points.collect(),
        halves.triangles,
    ))
}

/// Triangles (newest, a, b), each to be bisected across its side from a to b.
struct Halves {
    points: Vec<Vec2>,
    triangles: Vec<[u32; 3]>,
    /// The triangle at each side, by the side's ends in its order.
    at_side: BTreeMap<[u32; 2], u32>,
}

impl Halves {
    /// Cells cut in two, mirrored from cell to cell.
    fn grid(p: &RectangleParameters) -> Self {
        let [n, m] = p.cells;
        let mut halves = Self {
            points: Vec::new(),
            triangles: Vec::new(),
            at_side: BTreeMap::new(),
        };
        for (i, j) in (0..=n).flat_map(|i| (0..=m).map(move |j| (i, j))) {
            let point = Vec2::new(centred(i, n, p.size[0]), centred(j, m, p.size[1]));
            halves.points.push(point);
        }
        let at = |i: u32, j: u32| i * (m + 1) + j;
        for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
            let mut corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            corners.rotate_left(((i + j) % 2) as usize);
            let [a, b, c, d] = corners;
            halves.push([b, c, a]);
            halves.push([d, a, c]);
        }
        halves
    }

    fn push(&mut self, triangle: [u32; 3]) {
        let t = self.triangles.len() as u32;
        self.triangles.push(triangle);
        self.join(t);
    }

    /// Notes the sides of a triangle.
    fn join(&mut self, t: u32) {
        let [a, b, c] = self.triangles[t as usize];
        for side in [[a, b], [b, c], [c, a]] {
            self.at_side.insert(side, t);
        }
    }

    /// Bisects all triangles that have the point inside or on a side.
    fn bisect_around(&mut self, point: Vec2) {
        let touched = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|v| self.points[v as usize]);
            [[a, b], [b, c], [c, a]]
                .iter()
                .all(|&[a, b]| turn(a, b, point) >= 0.0)
        };
        let around: Vec<(u32, [u32; 3])> = (0..)
            .zip(self.triangles.iter().copied())
            .filter(|(_, triangle)| touched(triangle))
            .collect();
        for (t, triangle) in around {
            // It may have been bisected together with its neighbour.
            if self.triangles[t as usize] == triangle {
                self.bisect(t);
            }
        }
    }

    /// Bisects a triangle, and its neighbour with it.
    fn bisect(&mut self, t: u32) {
        let [_, a, b] = self.triangles[t as usize];
        let across = [b, a];
        if let Some(&s) = self.at_side.get(&across)
            && self.triangles[s as usize][1..] != across
        {
            self.bisect(s);
        }
        let middle = self.points.len() as u32;
        let mean = (self.points[a as usize] + self.points[b as usize]) / 2.0;
        self.points.push(mean);
        // The neighbour may be another one now.
        let other = self.at_side.get(&across).copied();
        for half in [Some(t), other].into_iter().flatten() {
            let [newest, a, b] = self.triangles[half as usize];
            self.at_side.remove(&[a, b]);
            self.triangles[half as usize] = [middle, newest, a];
            self.join(half);
            self.push([middle, b, newest]);
        }
    }
}

/// Edges of a millionth of a cell are short enough.
const MOST_LEVELS: u32 = 20;
