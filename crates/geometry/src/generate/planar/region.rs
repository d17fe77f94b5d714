//! The constrained Delaunay triangulation of a region that is given by its border.
//!
//! Points are added one by one, and edges flipped until no circle through a triangle has a point inside (Lawson 1977).
//! Sides of the border that are not there yet are made by flipping what crosses them (Sloan 1993). What lies outside is
//! taken away; from then on sides of the border have no neighbour and cannot be flipped. All decisions are made by exact
//! predicates, so no slit is too thin.

use super::super::triangulation::{NONE, Triangulation};
use super::Vec2;
use robust::Coord;
use std::collections::VecDeque;

/// A region of the plane, triangulated.
pub(super) struct Region {
    /// The border first, then what is inside.
    pub points: Vec<Vec2>,
    pub mesh: Triangulation,
    /// Number of points on the border.
    pub border: u32,
}

/// Why loops do not bound a region: a place where they touch, cross or lie outside one another.
#[derive(Debug)]
pub(super) struct Tangle(pub Vec2);

/// Twice the area of a triangle with the exact sign: positive where a, b, c turn left.
pub(super) fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

fn coord(p: Vec2) -> Coord<f64> {
    Coord { x: p.x, y: p.y }
}

impl Region {
    /// The region to the left of all loops: the outer one counter-clockwise, holes clockwise.
    pub fn new(loops: &[Vec<Vec2>]) -> Result<Self, Tangle> {
        let border: Vec<Vec2> = loops.concat();
        let mut region = Self::frame(&border);
        for &point in &border {
            region.add(point)?;
        }
        let next = successors(loops);
        // The frame's four corners come first for now.
        for (v, &to) in next.iter().enumerate() {
            region.force_side(v as u32 + FRAME, to + FRAME, &next)?;
        }
        region.carve(&next)?;
        region.make_delaunay((0..region.mesh.triangles.len() as u32).rev().collect());
        Ok(region)
    }

    /// Two triangles around everything.
    fn frame(points: &[Vec2]) -> Self {
        let none = Vec2::repeat(f64::INFINITY);
        let min = points.iter().fold(none, |m, p| m.inf(p));
        let max = points.iter().fold(-none, |m, p| m.sup(p));
        let (middle, half) = ((min + max) / 2.0, 4.0 * (max - min).amax());
        let corner = |x: f64, y: f64| middle + Vec2::new(x, y) * half;
        let mut mesh = Triangulation {
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Triangulation::default()
        };
        mesh.connect(4);
        Self {
            points: vec![
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ],
            mesh,
            border: points.len() as u32,
        }
    }

    /// Adds a point of the border.
    fn add(&mut self, point: Vec2) -> Result<(), Tangle> {
        let last = self.mesh.triangles.len() as u32 - 1;
        let t = self.locate(point, last).ok_or(Tangle(point))?;
        if self.corners(t).contains(&point) {
            return Err(Tangle(point));
        }
        self.insert(point, t);
        Ok(())
    }

    /// Puts a point into triangle t.
    pub fn insert(&mut self, point: Vec2, t: u32) {
        self.points.push(point);
        let parts = self.mesh.split(t);
        self.make_delaunay(parts.to_vec());
    }

    /// Positions of the corners of triangle t.
    pub fn corners(&self, t: u32) -> [Vec2; 3] {
        self.mesh.triangles[t as usize].map(|v| self.points[v as usize])
    }

    /// The triangle in which a point lies, found by walking from triangle t; none where the way crosses the border.
    pub fn locate(&self, point: Vec2, mut t: u32) -> Option<u32> {
        for _ in 0..=self.mesh.triangles.len() {
            let x = self.corners(t);
            let beyond = |k: &usize| turn(x[*k], x[(*k + 1) % 3], point) < 0.0;
            match (0..3).find(beyond) {
                None => return Some(t),
                Some(k) => t = self.mesh.neighbours[t as usize][k],
            }
            if t == NONE {
                return None;
            }
        }
        None
    }

    /// Whether a point lies inside the circle through the corners of triangle t.
    pub fn in_circle(&self, t: u32, point: Vec2) -> bool {
        let [a, b, c] = self.corners(t).map(coord);
        robust::incircle(a, b, c, coord(point)) > 0.0
    }

    /// Flips edges until every one around the given triangles is Delaunay.
    pub fn make_delaunay(&mut self, mut rest: Vec<u32>) {
        while let Some(t) = rest.pop() {
            for k in 0..3 {
                let s = self.mesh.neighbours[t as usize][k];
                if s == NONE {
                    continue;
                }
                let across = self.points[self.mesh.opposite(s, t) as usize];
                if self.in_circle(t, across) {
                    self.mesh.flip(t, k);
                    rest.extend([t, s]);
                    break;
                }
            }
        }
    }

    /// Flips edges that cross the way from a to b until it is an edge itself.
    fn force_side(&mut self, a: u32, b: u32, next: &[u32]) -> Result<(), Tangle> {
        if self.mesh.side(a, b).is_some() {
            return Ok(());
        }
        let [from, to] = [a, b].map(|v| self.points[v as usize]);
        let tangle = Tangle((from + to) / 2.0);
        let Some(mut crossing) = self.crossing(a, b) else {
            return Err(tangle);
        };
        // Every edge can be flipped in the end: far more rounds than edges are a mistake in the outline.
        for _ in 0..100 + crossing.len() * crossing.len() {
            let Some([p, q]) = crossing.pop_front() else {
                return Ok(());
            };
            let Some((t, k)) = self.mesh.side(p, q).filter(|_| !is_border(p, q, next)) else {
                return Err(tangle);
            };
            let s = self.mesh.neighbours[t as usize][k];
            let (c, d) = (self.mesh.corners_from(t, k)[2], self.mesh.opposite(s, t));
            let [x, y, u, v] = [p, q, c, d].map(|v| self.points[v as usize]);
            if turn(v, y, u) <= 0.0 || turn(u, x, v) <= 0.0 {
                crossing.push_back([p, q]);
                continue;
            }
            self.mesh.flip(t, k);
            let sides = [turn(from, to, u), turn(from, to, v)];
            if (sides[0] < 0.0) != (sides[1] < 0.0) && ![c, d].iter().any(|v| [a, b].contains(v)) {
                crossing.push_back([c, d]);
            }
        }
        Err(tangle)
    }

    /// The edges [right, left] that the way from a to b crosses, in order; none where a point lies on it.
    fn crossing(&self, a: u32, b: u32) -> Option<VecDeque<[u32; 2]>> {
        let [from, to] = [a, b].map(|v| self.points[v as usize]);
        let side = |v: u32| turn(from, to, self.points[v as usize]);
        let mut first = None;
        self.mesh.around(a, |t, k| {
            let [_, p, q] = self.mesh.corners_from(t, k);
            if side(p) < 0.0 && side(q) > 0.0 {
                first = Some((t, (k + 1) % 3, [p, q]));
            }
        });
        let (mut t, mut k, mut edge) = first?;
        let mut edges = VecDeque::new();
        loop {
            edges.push_back(edge);
            let s = self.mesh.neighbours[t as usize][k];
            let (l, d) = (self.mesh.side_at(s, t), self.mesh.opposite(s, t));
            if d == b {
                return Some(edges);
            }
            // The corners of s from l on are left, right, d.
            let left = side(d);
            if left == 0.0 {
                return None;
            }
            (t, k, edge) = if left > 0.0 {
                (s, (l + 1) % 3, [edge[0], d])
            } else {
                (s, (l + 2) % 3, [d, edge[1]])
            };
        }
    }

    /// Keeps what lies to the left of the border, and drops the frame.
    fn carve(&mut self, next: &[u32]) -> Result<(), Tangle> {
        let mut inside = vec![false; self.mesh.triangles.len()];
        let mut rest = Vec::new();
        for (v, &to) in next.iter().enumerate() {
            rest.extend(self.mesh.side(v as u32 + FRAME, to + FRAME).map(|(t, _)| t));
        }
        while let Some(t) = rest.pop() {
            if std::mem::replace(&mut inside[t as usize], true) {
                continue;
            }
            for k in 0..3 {
                let [a, b, _] = self.mesh.corners_from(t, k);
                if a < FRAME {
                    return Err(Tangle(self.points[b.max(FRAME) as usize]));
                }
                if !is_border(a, b, next) {
                    rest.push(self.mesh.neighbours[t as usize][k]);
                }
            }
        }
        let kept = self.mesh.triangles.iter().zip(&inside).filter(|t| *t.1);
        let triangles = kept.map(|(t, _)| t.map(|v| v - FRAME)).collect();
        self.points.drain(..FRAME as usize);
        self.mesh = Triangulation {
            triangles,
            ..Triangulation::default()
        };
        self.mesh.connect(self.points.len());
        Ok(())
    }
}

/// Number of points of the frame.
const FRAME: u32 = 4;

/// The next point along the border, for each point of it.
fn successors(loops: &[Vec<Vec2>]) -> Vec<u32> {
    let mut next = Vec::new();
    for points in loops {
        let (first, n) = (next.len() as u32, points.len() as u32);
        next.extend((0..n).map(|i| first + (i + 1) % n));
    }
    next
}

/// Whether a side between two points (counted with the frame) belongs to the border.
fn is_border(a: u32, b: u32, next: &[u32]) -> bool {
    let follows =
        |a: u32, b: u32| a >= FRAME && b >= FRAME && next[(a - FRAME) as usize] == b - FRAME;
    follows(a, b) || follows(b, a)
}
