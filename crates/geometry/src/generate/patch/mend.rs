//! Brings the last triangles of a patch within bounds: angles of 25 to 110 degrees, edges of 0.5 h to 1.6 h.
//!
//! The margin of a triangle is how far it is inside, as a share: zero at a bound. Corners of triangles with too
//! little margin are moved, and their edges flipped, wherever that raises the smallest margin around them.

use super::{Hold, NONE, Patch, Vec2};
use std::f64::consts::{PI, TAU};

/// Bounds of the angles, radians, and of the edges, in units of h.
const ANGLES: [f64; 2] = [25.0 * PI / 180.0, 110.0 * PI / 180.0];
const EDGES: [f64; 2] = [0.5, 1.6];
/// Triangles below this margin are mended; it covers the little that bending to a tube changes.
const ENOUGH: f64 = 0.04;
/// Rounds of mending.
const ROUNDS: u32 = 40;

impl Patch {
    /// Whether all triangles have enough margin in the end.
    pub(super) fn mend(&mut self) -> bool {
        let mut star = Vec::new();
        for _ in 0..ROUNDS {
            let bad: Vec<u32> = (0..self.mesh.triangles.len() as u32)
                .filter(|&t| self.margin(self.mesh.triangles[t as usize]) < ENOUGH)
                .collect();
            if bad.is_empty() {
                return true;
            }
            for &t in &bad {
                for k in 0..3 {
                    self.flip_if_better(t, k);
                }
            }
            let mut corners: Vec<u32> = bad
                .iter()
                .flat_map(|&t| self.mesh.triangles[t as usize])
                .collect();
            corners.sort_unstable();
            corners.dedup();
            for v in corners {
                self.mesh.star(v, &mut star);
                self.improve(v, &star);
                // The neighbours make room.
                for w in star.as_flattened().to_vec() {
                    self.mesh.star(w, &mut star);
                    self.improve(w, &star);
                }
            }
        }
        false
    }

    /// Distance of a triangle to the bounds; negative outside.
    fn margin(&self, [a, b, c]: [u32; 3]) -> f64 {
        let sides = [self.between(a, b), self.between(b, c), self.between(c, a)];
        let mut margin = f64::INFINITY;
        for k in 0..3 {
            let (out, back) = (sides[k], -sides[(k + 2) % 3]);
            let angle = out.perp(&back).atan2(out.dot(&back));
            let length = out.norm();
            for (value, [least, most]) in [(angle, ANGLES), (length, EDGES)] {
                margin = margin.min(value / least - 1.0).min(1.0 - value / most);
            }
        }
        margin
    }

    /// The smallest margin around a point.
    fn margin_around(&self, v: u32, star: &[[u32; 2]]) -> f64 {
        let each = star.iter().map(|&[b, c]| self.margin([v, b, c]));
        each.fold(f64::INFINITY, f64::min)
    }

    /// Moves a point to the best of some places around it, the star of v.
    fn improve(&mut self, v: u32, star: &[[u32; 2]]) {
        if self.holds[v as usize] == Hold::Fixed {
            return;
        }
        let mut best = self.margin_around(v, star);
        for length in [0.2, 0.1, 0.05, 0.02] {
            let from = self.points[v as usize];
            let mut place = from;
            for direction in 0..8 {
                let (sin, cos) = (TAU * f64::from(direction) / 8.0).sin_cos();
                let to = from + Vec2::new(cos, sin) * length;
                self.points[v as usize] = self.held(v, from, to);
                let margin = self.margin_around(v, star);
                if margin > best {
                    (best, place) = (margin, self.points[v as usize]);
                }
            }
            self.points[v as usize] = place;
        }
    }

    /// Flips side k of triangle t where the two new triangles have more margin.
    fn flip_if_better(&mut self, t: u32, k: usize) {
        let s = self.mesh.neighbours[t as usize][k];
        if s == NONE {
            return;
        }
        let ([a, b, c], d) = (self.mesh.corners_from(t, k), self.mesh.opposite(s, t));
        let pair = |patch: &Self, x: [u32; 3], y: [u32; 3]| patch.margin(x).min(patch.margin(y));
        if pair(self, [d, b, c], [c, a, d]) > pair(self, [a, b, c], [b, a, d]) {
            self.mesh.flip(t, k);
        }
    }
}
