//! Flat pieces of unstructured triangles: a hexagonal lattice, shaken until its rows are gone, then relaxed.
//!
//! The lattice fits the outline. Shaking moves every point by random steps, relaxing moves it to the mean of the
//! centroids of the triangles around it, weighted by the squares of their areas so that they become equal; after each
//! sweep edges are flipped until all are Delaunay (cot c + cot d >= 0 for the two opposite angles). No move may turn
//! a triangle over. Border points slide along the border, corners stay. Last, `mend` moves the corners of the
//! triangles that are still outside the bounds; where that fails the patch is shaken less.
//!
//! Lengths are in units of the spacing h here, coordinates (x, y) are centred; a patch that wraps is periodic along x.

mod mend;

use super::random::Random;
use super::triangulation::{NONE, Triangulation};
use nalgebra::Vector2;

type Vec2 = Vector2<f64>;

/// Sweeps of shaking, and their longest step: fewer or shorter ones leave traces of the lattice's directions.
const SHAKES: u32 = 6;
const SHAKE: f64 = 0.35;
/// Sweeps of relaxing.
const RELAXATIONS: u32 = 40;
/// Smallest area (twice, in h^2) that a move may leave to a triangle.
const LEAST_AREA: f64 = 0.05;

/// The freedom of a point to move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hold {
    Free,
    /// Along a border that runs along x, or along y.
    AlongX,
    AlongY,
    /// Along the outline with rounded corners.
    Outline,
    Fixed,
}

/// The outline of a patch, in units of h.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    /// Half the lengths along x and y.
    pub half: [f64; 2],
    /// Radius of the corners; zero for sharp ones.
    pub radius: f64,
    /// Whether x = -half and x = half are the same.
    pub wraps: bool,
}

/// A triangulated piece of the plane, in units of h.
pub(super) struct Patch {
    outline: Outline,
    pub points: Vec<Vec2>,
    pub mesh: Triangulation,
    holds: Vec<Hold>,
}

impl Patch {
    /// The unstructured patch within the bounds of [`mend`], shaken as much as they allow; sides of at least three
    /// spacings. A patch that was not shaken is returned as it is.
    pub fn unstructured(outline: Outline) -> Self {
        for shakes in (1..=SHAKES).rev() {
            let mut patch = Self::shaken(outline, shakes);
            if patch.mend() {
                return patch;
            }
        }
        let mut patch = Self::shaken(outline, 0);
        patch.mend();
        patch
    }

    /// A lattice after so many sweeps of shaking, and then of relaxing.
    fn shaken(outline: Outline, shakes: u32) -> Self {
        let mut patch = Self::lattice(outline);
        let mut random = Random::new(0);
        let mut star = Vec::new();
        for sweep in 0..shakes + RELAXATIONS {
            for v in 0..patch.points.len() as u32 {
                patch.mesh.star(v, &mut star);
                let step = if sweep < shakes {
                    let step = random.in_ball() * SHAKE;
                    Vec2::new(step.x, step.z)
                } else {
                    patch.to_centre(v, &star)
                };
                patch.shift(v, step, &star);
            }
            patch.make_delaunay();
        }
        patch
    }

    /// From a to b, across the seam where that is shorter.
    pub fn between(&self, a: u32, b: u32) -> Vec2 {
        let mut d = self.points[b as usize] - self.points[a as usize];
        if self.outline.wraps {
            let around = 2.0 * self.outline.half[0];
            d.x -= around * (d.x / around).round();
        }
        d
    }

    /// Rows of a hexagonal lattice, fitted to the outline: n cells along x, m rows of triangles along y.
    fn lattice(outline: Outline) -> Self {
        let [w, l] = outline.half.map(|half| 2.0 * half);
        let n = (w.round() as u32).max(1);
        let m = ((l / 0.75f64.sqrt()).round() as u32).max(1);
        let mut patch = Self {
            outline,
            points: Vec::new(),
            mesh: Triangulation::default(),
            holds: Vec::new(),
        };
        let mut below: Vec<(u32, f64)> = Vec::new();
        for j in 0..=m {
            let y = l * (f64::from(j) / f64::from(m) - 0.5);
            let row = patch.row(n, y, j % 2 == 1, j == 0 || j == m);
            patch.zip(&below, &row);
            below = row;
        }
        patch.mesh.connect(patch.points.len());
        if outline.radius > 0.0 {
            patch.round_corners();
        }
        patch.make_delaunay();
        patch
    }

    /// Adds a row of points at height y, every other one shifted by half a cell; returns them with their x, a row
    /// that wraps with its first point again at the end.
    fn row(&mut self, n: u32, y: f64, shifted: bool, end: bool) -> Vec<(u32, f64)> {
        let w = 2.0 * self.outline.half[0];
        let shift = if shifted { 0.5 } else { 0.0 };
        let at = |i: u32| w * ((f64::from(i) + shift) / f64::from(n) - 0.5);
        let mut xs: Vec<f64> = (0..n).map(at).collect();
        if !self.outline.wraps {
            xs.push(w / 2.0);
            if shifted {
                xs.insert(0, -w / 2.0);
            }
        }
        let first = self.points.len() as u32;
        for (i, &x) in xs.iter().enumerate() {
            let side = !self.outline.wraps && (i == 0 || i + 1 == xs.len());
            self.points.push(Vec2::new(x, y));
            self.holds.push(match (side, end) {
                (true, true) => Hold::Fixed,
                (true, false) => Hold::AlongY,
                (false, true) => Hold::AlongX,
                (false, false) => Hold::Free,
            });
        }
        let again = self.outline.wraps.then_some((first, xs[0] + w));
        (first..).zip(xs).chain(again).collect()
    }

    /// Triangles between two rows of points, from left to right.
    fn zip(&mut self, lower: &[(u32, f64)], upper: &[(u32, f64)]) {
        let (mut i, mut k) = (0, 0);
        while i + 1 < lower.len() || (k + 1 < upper.len() && !lower.is_empty()) {
            let next = |row: &[(u32, f64)], i: usize| row.get(i + 1).map_or(f64::INFINITY, |p| p.1);
            if next(lower, i) < next(upper, k) {
                self.mesh
                    .triangles
                    .push([lower[i].0, lower[i + 1].0, upper[k].0]);
                i += 1;
            } else {
                self.mesh
                    .triangles
                    .push([lower[i].0, upper[k + 1].0, upper[k].0]);
                k += 1;
            }
        }
    }

    /// Maps the corner squares to quarter discs, c + q -> c + q |q|_inf / |q|_2, and lets border points slide around.
    fn round_corners(&mut self) {
        let core = Vec2::from(self.outline.half).map(|half| half - self.outline.radius);
        for (point, hold) in self.points.iter_mut().zip(&mut self.holds) {
            if *hold != Hold::Free {
                *hold = Hold::Outline;
            }
            let q = point.abs() - core;
            if q.min() > 0.0 {
                let round = core + q * (q.max() / q.norm());
                *point = round.zip_map(point, |size, sign| size.copysign(sign));
            }
        }
    }

    /// From v to the mean of the centroids around it, weighted by the squares of their areas.
    fn to_centre(&self, v: u32, star: &[[u32; 2]]) -> Vec2 {
        let (mut sum, mut total) = (Vec2::zeros(), 0.0);
        for &[b, c] in star {
            let (to_b, to_c) = (self.between(v, b), self.between(v, c));
            let weight = to_b.perp(&to_c).powi(2);
            sum += (to_b + to_c) * (weight / 3.0);
            total += weight;
        }
        sum / total
    }

    /// Moves v by the step, or by a half or quarter of it where all of it would turn a triangle over.
    fn shift(&mut self, v: u32, step: Vec2, star: &[[u32; 2]]) {
        let old = self.points[v as usize];
        let least = |patch: &Self| {
            let areas = star
                .iter()
                .map(|&[b, c]| patch.between(v, b).perp(&patch.between(v, c)));
            areas.fold(f64::INFINITY, f64::min)
        };
        let before = least(self);
        for share in [1.0, 0.5, 0.25] {
            self.points[v as usize] = self.held(v, old, old + step * share);
            let after = least(self);
            if after >= LEAST_AREA || after > before {
                return;
            }
        }
        self.points[v as usize] = old;
    }

    /// The place of a point that is moved to `new`.
    fn held(&self, v: u32, old: Vec2, new: Vec2) -> Vec2 {
        let Outline {
            half,
            radius,
            wraps,
        } = self.outline;
        let new = match self.holds[v as usize] {
            Hold::Free => new,
            Hold::AlongX => Vec2::new(new.x, old.y),
            Hold::AlongY => Vec2::new(old.x, new.y),
            Hold::Fixed => old,
            Hold::Outline => {
                let half = Vec2::from(half);
                let size = new.abs();
                let q = size - half.map(|h| h - radius);
                let onto = if q.min() > 0.0 {
                    size + q * (radius / q.norm() - 1.0)
                } else if half.x - size.x < half.y - size.y {
                    Vec2::new(half.x, size.y)
                } else {
                    Vec2::new(size.x, half.y)
                };
                onto.zip_map(&new, |size, sign| size.copysign(sign))
            }
        };
        if wraps && new.x.abs() > half[0] {
            return Vec2::new(new.x - (2.0 * half[0]).copysign(new.x), new.y);
        }
        new
    }

    /// Flips edges until every one is Delaunay.
    fn make_delaunay(&mut self) {
        let mut rest: Vec<u32> = (0..self.mesh.triangles.len() as u32).rev().collect();
        while let Some(t) = rest.pop() {
            for k in 0..3 {
                if self.should_flip(t, k) {
                    let s = self.mesh.flip(t, k);
                    rest.extend([t, s]);
                    break;
                }
            }
        }
    }

    /// Whether the two angles that look at side k of triangle t add up to more than 180 degrees.
    fn should_flip(&self, t: u32, k: usize) -> bool {
        let s = self.mesh.neighbours[t as usize][k];
        if s == NONE {
            return false;
        }
        let [a, b, c] = self.mesh.corners_from(t, k);
        let d = self.mesh.opposite(s, t);
        let cot = |v: u32, a: u32, b: u32| {
            let (to_a, to_b) = (self.between(v, a), self.between(v, b));
            to_a.dot(&to_b) / to_a.perp(&to_b)
        };
        cot(c, a, b) + cot(d, b, a) < -1e-9
    }
}
