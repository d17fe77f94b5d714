//! A border of lines and arcs, cut into edges of the lengths asked for.

use super::Vec2;
use super::sizes::Sizes;
use std::f64::consts::FRAC_PI_2;

/// Steps in which edge lengths are added up along a border.
const STEPS_PER_EDGE: f64 = 64.0;
/// Most edges of one part of a border.
const MOST: f64 = 1e6;

/// A closed line in the making.
pub(super) struct Border<'a> {
    sizes: &'a Sizes,
    points: Vec<Vec2>,
}

impl<'a> Border<'a> {
    pub fn starting(at: Vec2, sizes: &'a Sizes) -> Self {
        Self {
            sizes,
            points: vec![at],
        }
    }

    /// A straight part to a point.
    pub fn line(mut self, to: Vec2) -> Self {
        let from = self.points[self.points.len() - 1];
        self.part((to - from).norm(), 1.0, |t| from * (1.0 - t) + to * t);
        self
    }

    /// Part of a circle between two angles, radians; starts where the border ends. A quarter has at least two edges.
    pub fn arc(mut self, centre: Vec2, radius: f64, [from, to]: [f64; 2]) -> Self {
        let turned = (to - from).abs();
        let least = (2.0 * turned / FRAC_PI_2 - 1e-9).ceil();
        self.part(radius * turned, least, |t| {
            let (sin, cos) = (from * (1.0 - t) + to * t).sin_cos();
            centre + Vec2::new(cos, sin) * radius
        });
        self
    }

    /// The points of the closed border, each once.
    pub fn close(mut self) -> Vec<Vec2> {
        let (first, last) = (self.points[0], self.points[self.points.len() - 1]);
        if (first - last).norm() <= 1e-9 * self.sizes.at(first) {
            self.points.pop();
        }
        self.points
    }

    /// Cuts a part of the border, `at(t)` for t from 0 to 1, so that every edge is as much of the length asked for there.
    fn part(&mut self, length: f64, least: f64, at: impl Fn(f64) -> Vec2) {
        let table = self.table(length, &at);
        let (_, sum) = table[table.len() - 1];
        let edges = (sum - 1e-6).ceil().max(least).max(1.0);
        let mut i = 0;
        for k in 1..edges as u32 {
            let goal = sum * f64::from(k) / edges;
            while table[i + 1].1 < goal {
                i += 1;
            }
            let [(t0, sum0), (t1, sum1)] = [table[i], table[i + 1]];
            let share = (goal - sum0) / (sum1 - sum0);
            self.points.push(at(t0 * (1.0 - share) + t1 * share));
        }
        self.points.push(at(1.0));
    }

    /// Pairs of t and the number of edges up to there, the integral of length / size, in steps of a fraction of an edge
    /// (Simpson's rule).
    fn table(&self, length: f64, at: &impl Fn(f64) -> Vec2) -> Vec<(f64, f64)> {
        let per_edge = |t: f64| length / self.sizes.at(at(t));
        let (mut t, mut sum) = (0.0, 0.0);
        let mut table = vec![(t, sum)];
        while t < 1.0 && sum < MOST {
            let step = 1.0 / (STEPS_PER_EDGE * per_edge(t).max(1.0));
            let end = if t + step < 1.0 - 1e-12 {
                t + step
            } else {
                1.0
            };
            let ends = per_edge(t) + per_edge(end);
            sum += (end - t) / 6.0 * (ends + 4.0 * per_edge((t + end) / 2.0));
            t = end;
            table.push((t, sum));
        }
        table
    }
}
