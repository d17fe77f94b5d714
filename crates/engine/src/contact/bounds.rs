//! How far each vertex may go before contacts have to be detected again: the displacement bounds of Offset Geometric
//! Contact, over all pairs that are near, whether they push each other or not
//! (`formulas/contact/displacement_bound.rs`).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use tangency_formulas::contact::displacement_bound::{
    BALL_SHARE, PLANE_SHARE, division, share_to_plane, truncate_to_ball,
};
use tangency_formulas::distance::{edge_edge, foot::Foot, point_edge, point_triangle};
use tangency_geometry::Vec3;

use super::candidates::Candidates;
use crate::model::Model;
use crate::settings::BoundKind;

/// The bounds of one detection.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// Where each vertex was, m.
    pub start: Vec<Vec3>,
    /// How far each may go from there, m.
    pub ball: Vec<f64>,
    planes: Planes,
}

/// Planes that vertices stay on one side of: a list for each vertex.
#[derive(Clone, Debug, Default)]
struct Planes {
    begin: Vec<u32>,
    planes: Vec<Plane>,
}

/// A vertex may go at most `room` (m) against the unit vector `normal`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plane {
    /// Unit normal.
    pub normal: Vec3,
    /// How far, m.
    pub room: f64,
}

impl Bounds {
    /// The bounds at `x`, where `candidates` are all pairs closer than `reach` (m) beyond their thickness, for vertices
    /// that are about to move by `intended` (m).
    pub fn new(
        model: &Model,
        kind: BoundKind,
        x: &[Vec3],
        intended: &[Vec3],
        candidates: &Candidates,
        reach: f64,
    ) -> Self {
        let gaps = Gaps { model, x };
        let (ball, planes) = match kind {
            BoundKind::Ball => (gaps.balls(candidates, reach), Vec::new()),
            BoundKind::Plane => {
                let room = BALL_SHARE * reach;
                (vec![room; x.len()], gaps.planes(candidates, intended))
            }
        };
        let mut entries = planes;
        entries.extend(gaps.half_spaces(candidates));
        Bounds {
            start: x.to_vec(),
            ball,
            planes: Planes::new(x.len(), &entries),
        }
    }

    /// Where vertex `v` ends that would go to `x`.
    pub fn truncate(&self, v: usize, x: &Vec3) -> Vec3 {
        let start = &self.start[v];
        let inside = truncate_to_ball(start, x, self.ball[v]);
        let way = inside - start;
        let share = self.planes.of(v).iter().fold(1.0, |share: f64, plane| {
            share.min(share_to_plane(&way, &plane.normal, plane.room))
        });
        if share < 1.0 {
            start + way * share
        } else {
            inside
        }
    }

    /// The planes that vertex `v` stays on one side of.
    pub fn planes_of(&self, v: usize) -> &[Plane] {
        self.planes.of(v)
    }

    /// The largest share of the displacements `p` from the start, at most `at_most`, that all vertices may take.
    pub fn limit(&self, p: &[Vec3], at_most: f64) -> f64 {
        let vertices = (0..self.start.len()).into_par_iter().with_min_len(512);
        let shares = vertices.map(|v| {
            let way = p[v];
            let length = way.norm();
            let ball = if length > self.ball[v] {
                self.ball[v] / length
            } else {
                1.0
            };
            let planes = self.planes.of(v).iter();
            planes.fold(ball, |share: f64, plane| {
                share.min(share_to_plane(&way, &plane.normal, plane.room))
            })
        });
        shares.reduce(|| at_most, f64::min).min(at_most)
    }
}

impl Planes {
    /// The planes of `vertices` vertices, each list in the order of the entries.
    fn new(vertices: usize, entries: &[(u32, Plane)]) -> Self {
        let mut begin = vec![0; vertices + 1];
        for (v, _) in entries {
            begin[*v as usize + 1] += 1;
        }
        for v in 0..vertices {
            begin[v + 1] += begin[v];
        }
        let mut next = begin.clone();
        let mut planes = vec![Plane::default(); entries.len()];
        for (v, plane) in entries {
            let place = &mut next[*v as usize];
            planes[*place as usize] = *plane;
            *place += 1;
        }
        Planes { begin, planes }
    }

    fn of(&self, v: usize) -> &[Plane] {
        &self.planes[self.begin[v] as usize..self.begin[v + 1] as usize]
    }
}

/// Measures gaps at one configuration.
struct Gaps<'a> {
    model: &'a Model,
    x: &'a [Vec3],
}

impl Gaps<'_> {
    /// The smallest gap at each vertex, times the ball's share.
    fn balls(&self, candidates: &Candidates, reach: f64) -> Vec<f64> {
        // Positive numbers are ordered as their bits are, in whatever order the threads arrive.
        let least: Vec<AtomicU64> = self
            .x
            .iter()
            .map(|_| AtomicU64::new(reach.to_bits()))
            .collect();
        let lower = |vertices: &[u32], gap: f64| {
            for &v in vertices {
                least[v as usize].fetch_min(gap.max(0.0).to_bits(), Ordering::Relaxed);
            }
        };
        let each = &candidates.point_triangle;
        each.par_iter()
            .with_min_len(256)
            .for_each(|v| lower(v, self.point_triangle(*v).gap));
        let each = &candidates.edge_edge;
        each.par_iter()
            .with_min_len(256)
            .for_each(|v| lower(v, self.edge_edge(*v).gap));
        let each = &candidates.point_edge;
        each.par_iter()
            .with_min_len(256)
            .for_each(|v| lower(v, self.point_edge(*v).gap));
        let each = &candidates.point_point;
        each.par_iter()
            .with_min_len(256)
            .for_each(|v| lower(v, self.point_point(*v).gap));
        let radius = |bits: AtomicU64| BALL_SHARE * f64::from_bits(bits.into_inner());
        least.into_iter().map(radius).collect()
    }

    /// A plane for every vertex of every pair.
    fn planes(&self, candidates: &Candidates, intended: &[Vec3]) -> Vec<(u32, Plane)> {
        let mut entries = Vec::new();
        self.divide::<1, 4>(&candidates.point_triangle, intended, &mut entries, |v| {
            self.point_triangle(v)
        });
        self.divide::<2, 4>(&candidates.edge_edge, intended, &mut entries, |v| {
            self.edge_edge(v)
        });
        self.divide::<1, 3>(&candidates.point_edge, intended, &mut entries, |v| {
            self.point_edge(v)
        });
        self.divide::<1, 2>(&candidates.point_point, intended, &mut entries, |v| {
            self.point_point(v)
        });
        entries
    }

    /// Divides the gaps of pairs whose first side has `A` vertices.
    fn divide<const A: usize, const K: usize>(
        &self,
        pairs: &[[u32; K]],
        intended: &[Vec3],
        entries: &mut Vec<(u32, Plane)>,
        measure: impl Fn([u32; K]) -> Gap + Sync,
    ) {
        let planes = pairs.par_iter().with_min_len(256).map(|&vertices| {
            let Gap { normal, gap } = measure(vertices);
            let along = vertices.map(|v| normal.dot(&intended[v as usize]));
            let first = along[..A]
                .iter()
                .fold(0.0, |most: f64, &way| most.max(-way));
            let second = along[A..].iter().fold(0.0, |most: f64, &way| most.max(way));
            let share = division(first, second);
            let room = PLANE_SHARE * gap.max(0.0);
            std::array::from_fn(|i| {
                let (normal, room) = if i < A {
                    (normal, room * share)
                } else {
                    (-normal, room * (1.0 - share))
                };
                (vertices[i], Plane { normal, room })
            })
        });
        let planes: Vec<[(u32, Plane); K]> = planes.collect();
        entries.extend(planes.into_iter().flatten());
    }

    /// Vertices may use up their share of the gap to a half-space.
    fn half_spaces(&self, candidates: &Candidates) -> Vec<(u32, Plane)> {
        let plane = |&[plane, v]: &[u32; 2]| {
            let half_space = &self.model.half_spaces[plane as usize];
            let offset = 0.5 * self.model.thickness[v as usize];
            let gap = half_space.distance(self.x[v as usize]) - offset;
            let room = PLANE_SHARE * gap.max(0.0);
            let normal = half_space.normal;
            (v, Plane { normal, room })
        };
        candidates.half_space.iter().map(plane).collect()
    }

    fn gap<const K: usize>(&self, vertices: [u32; K], second: usize, foot: &Foot<f64, K>) -> Gap {
        let distance = foot.separation.norm();
        let offset = self.model.pair_offset(vertices[0], vertices[second]);
        Gap {
            normal: foot.separation / distance,
            gap: distance - offset,
        }
    }

    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn point_triangle(&self, v: [u32; 4]) -> Gap {
        let [p, t0, t1, t2] = &self.at(v);
        let kind = point_triangle::classify(p, t0, t1, t2);
        self.gap(v, 1, &point_triangle::foot_of(kind, p, t0, t1, t2))
    }

    fn edge_edge(&self, v: [u32; 4]) -> Gap {
        let [a0, a1, b0, b1] = &self.at(v);
        let kind = edge_edge::classify(a0, a1, b0, b1);
        self.gap(v, 2, &edge_edge::foot_of(kind, a0, a1, b0, b1))
    }

    fn point_edge(&self, v: [u32; 3]) -> Gap {
        let [p, e0, e1] = &self.at(v);
        let kind = point_edge::classify(p, e0, e1);
        self.gap(v, 1, &point_edge::foot_of(kind, p, e0, e1))
    }

    fn point_point(&self, v: [u32; 2]) -> Gap {
        let [p, q] = &self.at(v);
        self.gap(v, 1, &Foot::point_point(p, q))
    }
}

/// A pair's gap beyond its thickness, m, and the unit vector across it, from the second side to the first.
struct Gap {
    normal: Vec3,
    gap: f64,
}
