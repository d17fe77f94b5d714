//! Value, gradient and projected Hessian of the barriers over all active pairs.
//!
//! Per pair: κ w b(d²) with its weight w; nearly parallel edges times the mollifier. The Hessians are
//! projected analytically, in the pair's contact frame; those of pairs that are far too close are softened (`recovery`).

mod foresee;

use rayon::prelude::*;
use tangency_formulas::contact::frame::ContactFrame;
use tangency_formulas::contact::mollified;
use tangency_formulas::distance::edge_edge::{self, EdgeEdge};
use tangency_formulas::distance::point_edge::{self, PointEdge};
use tangency_formulas::distance::{mollifier, point_point, point_triangle};
use tangency_geometry::Vec3;

use super::barrier::{Barrier, Slope};
use super::closest::{Closest, Primitives};
use super::friction::{Rubbing, Rubbings};
use super::pairs::{PairSet, Pairs};
use super::recovery::Foresight;
use crate::energy::stencils;
use crate::linear::{Block, BlockSink};
use crate::model::Model;
use crate::ordered;

/// The barriers of all pairs at one configuration.
pub struct Terms<'a> {
    /// The model.
    pub model: &'a Model,
    /// The active pairs at `x`.
    pub pairs: &'a Pairs,
    /// The barrier.
    pub barrier: Barrier,
    /// Positions, m.
    pub x: &'a [Vec3],
    /// Forces that pairs far too close will have to exert.
    pub foresight: &'a Foresight,
}

impl Terms<'_> {
    /// The sum of all barriers.
    pub fn value(&self) -> f64 {
        let pairs = self.pairs;
        self.sum(&pairs.point_point, |v| self.point_point(v))
            + self.sum(&pairs.point_edge, |v| self.point_edge(v))
            + self.sum(&pairs.point_triangle, |v| self.point_triangle(v))
            + self.sum(&pairs.edge_edge, |v| self.edge_edge(v))
            + self.mollified_sum(&pairs.parallel_edges, |v| self.classified(v))
            + self.mollified_sum(&pairs.parallel_ends, |v| self.classified_end(v))
            + self.sum(&pairs.half_space, |pair| self.half_space_squared(pair))
    }

    /// Adds the gradient to `out`.
    pub fn gradient(&self, out: &mut [Vec3]) {
        let pairs = self.pairs;
        self.scatter(&pairs.point_point, out, |v, weight| {
            let [p, q] = &self.at(v);
            let slope = self.slope(self.point_point(v), weight);
            ContactFrame::point_point(p, q).gradient(slope.first)
        });
        self.scatter(&pairs.point_edge, out, |v, weight| {
            let [p, e0, e1] = &self.at(v);
            let slope = self.slope(self.point_edge(v), weight);
            ContactFrame::point_edge(p, e0, e1).gradient(slope.first)
        });
        self.scatter(&pairs.point_triangle, out, |v, weight| {
            let [p, t0, t1, t2] = &self.at(v);
            let slope = self.slope(self.point_triangle(v), weight);
            ContactFrame::point_triangle(p, t0, t1, t2).gradient(slope.first)
        });
        self.scatter(&pairs.edge_edge, out, |v, weight| {
            let [a0, a1, b0, b1] = &self.at(v);
            let slope = self.slope(self.edge_edge(v), weight);
            ContactFrame::edge_edge(a0, a1, b0, b1).gradient(slope.first)
        });
        let mollified = |v, classified, weight| {
            let [a0, a1, b0, b1] = &self.at(v);
            let (kind, barrier) = self.mollified_barrier(v, classified, weight);
            mollified::gradient(kind, [a0, a1, b0, b1], self.threshold(v), barrier)
        };
        self.scatter(&pairs.parallel_edges, out, |v, weight| {
            mollified(v, self.classified(v), weight)
        });
        self.scatter(&pairs.parallel_ends, out, |v, weight| {
            mollified(v, self.classified_end(v), weight)
        });
        for (&pair, &weight) in pairs
            .half_space
            .vertices
            .iter()
            .zip(&pairs.half_space.weight)
        {
            let slope = self.slope(self.half_space_squared(pair), weight);
            let normal = self.model.half_spaces[pair[0] as usize].normal;
            out[pair[1] as usize] += normal * slope.first;
        }
    }

    /// Appends the projected Hessian to `out`.
    pub fn hessian(&self, out: &mut BlockSink) {
        let (pairs, foresight) = (self.pairs, self.foresight);
        extend(out, &pairs.point_point, |v, weight| {
            let [p, q] = &self.at(v);
            let slope = self.softened(self.point_point(v), weight, v, &foresight.point_point);
            ContactFrame::point_point(p, q).projected_hessian(slope.first, slope.second)
        });
        extend(out, &pairs.point_edge, |v, weight| {
            let [p, e0, e1] = &self.at(v);
            let slope = self.softened(self.point_edge(v), weight, v, &foresight.point_edge);
            ContactFrame::point_edge(p, e0, e1).projected_hessian(slope.first, slope.second)
        });
        extend(out, &pairs.point_triangle, |v, weight| {
            let [p, t0, t1, t2] = &self.at(v);
            let slope = self.softened(self.point_triangle(v), weight, v, &foresight.point_triangle);
            ContactFrame::point_triangle(p, t0, t1, t2).projected_hessian(slope.first, slope.second)
        });
        extend(out, &pairs.edge_edge, |v, weight| {
            let [a0, a1, b0, b1] = &self.at(v);
            let slope = self.softened(self.edge_edge(v), weight, v, &foresight.edge_edge);
            ContactFrame::edge_edge(a0, a1, b0, b1).projected_hessian(slope.first, slope.second)
        });
        let mollified = |v, classified, weight| {
            let [a0, a1, b0, b1] = &self.at(v);
            let (kind, barrier) = self.mollified_barrier(v, classified, weight);
            mollified::projected_hessian(kind, [a0, a1, b0, b1], self.threshold(v), barrier)
        };
        extend(out, &pairs.parallel_edges, |v, weight| {
            mollified(v, self.classified(v), weight)
        });
        extend(out, &pairs.parallel_ends, |v, weight| {
            mollified(v, self.classified_end(v), weight)
        });
        let planes = &pairs.half_space;
        let vertices: Vec<[u32; 1]> = planes.vertices.iter().map(|pair| [pair[1]]).collect();
        out.extend_uniform(&vertices, |k, blocks| {
            let (pair, weight) = (planes.vertices[k], planes.weight[k]);
            let measured = self.half_space_squared(pair);
            let slope = self.softened(measured, weight, pair, &foresight.half_space);
            let normal = self.model.half_spaces[pair[0] as usize].normal;
            blocks[0] = normal * normal.transpose() * slope.second;
        });
    }

    /// The contacts as friction sees them: force, weights and tangents of every pair whose bodies rub.
    pub fn rubbings(&self) -> Rubbings {
        let pairs = self.pairs;
        let mut four = self.rub(&pairs.point_triangle, 1, |v, mu, weight| {
            let [p, t0, t1, t2] = &self.at(v);
            let lambda = -self.slope(self.point_triangle(v), weight).first;
            Rubbing::new(v, &ContactFrame::point_triangle(p, t0, t1, t2), mu, lambda)
        });
        four.extend(self.rub(&pairs.edge_edge, 2, |v, mu, weight| {
            let [a0, a1, b0, b1] = &self.at(v);
            let lambda = -self.slope(self.edge_edge(v), weight).first;
            Rubbing::new(v, &ContactFrame::edge_edge(a0, a1, b0, b1), mu, lambda)
        }));
        let on_plane = |(&pair, &weight): (&[u32; 2], &f64)| {
            let [plane, v] = pair;
            let body = self.model.body_of[v as usize];
            let mu = self.model.friction.on_half_space(body, plane);
            let distance = self.half_space(pair).0;
            let lambda = -self.slope(self.half_space_squared(pair), weight).first;
            let normal = &self.model.half_spaces[plane as usize].normal;
            Rubbing::new([v], &ContactFrame::plane(normal, distance), mu, lambda)
        };
        let planes = pairs
            .half_space
            .vertices
            .iter()
            .zip(&pairs.half_space.weight);
        let mut one: Vec<Rubbing<1>> = planes.map(on_plane).collect();
        one.retain(|contact| contact.limit > 0.0);
        Rubbings {
            one,
            two: self.rub(&pairs.point_point, 1, |v, mu, weight| {
                let [p, q] = &self.at(v);
                let lambda = -self.slope(self.point_point(v), weight).first;
                Rubbing::new(v, &ContactFrame::point_point(p, q), mu, lambda)
            }),
            three: self.rub(&pairs.point_edge, 1, |v, mu, weight| {
                let [p, e0, e1] = &self.at(v);
                let lambda = -self.slope(self.point_edge(v), weight).first;
                Rubbing::new(v, &ContactFrame::point_edge(p, e0, e1), mu, lambda)
            }),
            four,
        }
    }

    /// The contacts of one kind, whose second primitive starts at vertex `second`, in parallel.
    fn rub<const K: usize>(
        &self,
        set: &PairSet<K>,
        second: usize,
        contact: impl Fn([u32; K], f64, f64) -> Rubbing<K> + Sync,
    ) -> Vec<Rubbing<K>> {
        let body = |v: u32| self.model.body_of[v as usize];
        let pairs = set.vertices.par_iter().zip(&set.weight).with_min_len(256);
        let mu = |v: &[u32; K]| self.model.friction.between(body(v[0]), body(v[second]));
        let contacts = pairs.map(|(&v, &weight)| contact(v, mu(&v), weight));
        // Where weights are convergent, some contacts take back what others count twice.
        contacts.filter(|contact| contact.limit != 0.0).collect()
    }

    /// The largest product of force and distance.
    pub fn complementarity(&self) -> f64 {
        let mut largest: f64 = 0.0;
        self.visit(|_, distance| {
            // Of the barrier without thickness: force and distance of one pair.
            let slope = self.barrier.slope(distance * distance, 0.0);
            largest = largest.max(-slope.first * distance);
        });
        largest
    }

    /// The mean distance of all pairs beyond their thickness, weighted by the force they exert, m.
    pub fn mean_distance(&self) -> Option<f64> {
        let (mut moment, mut total) = (0.0, 0.0);
        self.visit(|_, distance| {
            let force = -self.barrier.slope(distance * distance, 0.0).first;
            moment += force * distance;
            total += force;
        });
        (total > 0.0).then(|| moment / total)
    }

    /// The closest pair.
    pub fn closest(&self) -> Option<Closest> {
        let mut closest: Option<Closest> = None;
        self.visit(|primitives, distance| {
            if closest.is_none_or(|best| distance < best.distance) {
                closest = Some(Closest {
                    distance,
                    primitives,
                });
            }
        });
        closest
    }

    /// Pairs closer than `limit` (beyond their thickness), and their distances.
    pub fn closer_than(&self, limit: f64) -> Vec<(Primitives, f64)> {
        let mut found = Vec::new();
        self.visit(|primitives, distance| {
            if distance < limit {
                found.push((primitives, distance));
            }
        });
        found
    }

    /// Calls `visit` with every pair and its distance beyond its thickness, in order.
    fn visit(&self, mut visit: impl FnMut(Primitives, f64)) {
        let gap = |(squared, thickness): (f64, f64)| squared.sqrt() - thickness;
        let pairs = self.pairs;
        for &v in &pairs.point_point.vertices {
            visit(Primitives::PointPoint(v), gap(self.point_point(v)));
        }
        for &v in &pairs.point_edge.vertices {
            visit(Primitives::PointEdge(v), gap(self.point_edge(v)));
        }
        for &v in &pairs.point_triangle.vertices {
            visit(Primitives::PointTriangle(v), gap(self.point_triangle(v)));
        }
        for &v in &pairs.edge_edge.vertices {
            visit(Primitives::EdgeEdge(v), gap(self.edge_edge(v)));
        }
        for &v in &pairs.parallel_edges.vertices {
            let squared = self.classified(v).1;
            visit(
                Primitives::EdgeEdge(v),
                gap((squared, self.offset(v[0], v[2]))),
            );
        }
        for &pair in &pairs.half_space.vertices {
            let (distance, thickness) = self.half_space(pair);
            visit(Primitives::HalfSpace(pair), distance - thickness);
        }
    }

    fn sum<const K: usize>(
        &self,
        set: &PairSet<K>,
        measure: impl Fn([u32; K]) -> (f64, f64) + Sync,
    ) -> f64 {
        ordered::sum(set.len(), |k| {
            let (squared, thickness) = measure(set.vertices[k]);
            set.weight[k] * self.barrier.value(squared, thickness)
        })
    }

    fn scatter<const K: usize>(
        &self,
        set: &PairSet<K>,
        out: &mut [Vec3],
        gradient: impl Fn([u32; K], f64) -> [Vec3; K] + Sync,
    ) {
        stencils::scatter(&set.vertices, out, |k| {
            gradient(set.vertices[k], set.weight[k])
        });
    }

    fn slope(&self, (squared, thickness): (f64, f64), weight: f64) -> Slope {
        let slope = self.barrier.slope(squared, thickness);
        Slope {
            first: weight * slope.first,
            second: weight * slope.second,
        }
    }

    fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }

    fn offset(&self, a: u32, b: u32) -> f64 {
        self.model.pair_offset(a, b)
    }

    /// Squared distance and thickness of two points.
    fn point_point(&self, v: [u32; 2]) -> (f64, f64) {
        let [p, q] = &self.at(v);
        (point_point::squared(p, q), self.offset(v[0], v[1]))
    }

    /// Squared distance and thickness of a point and a line.
    fn point_edge(&self, v: [u32; 3]) -> (f64, f64) {
        let [p, e0, e1] = &self.at(v);
        (point_edge::squared_line(p, e0, e1), self.offset(v[0], v[1]))
    }

    /// Squared distance and thickness of a point and a plane.
    fn point_triangle(&self, v: [u32; 4]) -> (f64, f64) {
        let [p, t0, t1, t2] = &self.at(v);
        let squared = point_triangle::squared_plane(p, t0, t1, t2);
        (squared, self.offset(v[0], v[1]))
    }

    /// Squared distance and thickness of two lines.
    fn edge_edge(&self, v: [u32; 4]) -> (f64, f64) {
        let [a0, a1, b0, b1] = &self.at(v);
        let squared = edge_edge::squared_line(a0, a1, b0, b1);
        (squared, self.offset(v[0], v[2]))
    }

    /// Distance and thickness of a vertex and a half-space.
    fn half_space(&self, [plane, v]: [u32; 2]) -> (f64, f64) {
        let half_space = &self.model.half_spaces[plane as usize];
        (
            half_space.distance(self.x[v as usize]),
            0.5 * self.model.thickness[v as usize],
        )
    }

    /// Squared distance and thickness of a vertex and a half-space.
    fn half_space_squared(&self, pair: [u32; 2]) -> (f64, f64) {
        let (distance, thickness) = self.half_space(pair);
        (distance * distance, thickness)
    }

    fn classified(&self, v: [u32; 4]) -> (EdgeEdge, f64) {
        let [a0, a1, b0, b1] = &self.at(v);
        edge_edge::classify_squared(a0, a1, b0, b1)
    }

    /// The same, of the first end of the second edge alone.
    fn classified_end(&self, v: [u32; 4]) -> (EdgeEdge, f64) {
        let [a0, a1, b0, _] = &self.at(v);
        let (kind, squared) = point_edge::classify_squared(b0, a0, a1);
        let kind = match kind {
            PointEdge::E0 => EdgeEdge::A0B0,
            PointEdge::E1 => EdgeEdge::A1B0,
            PointEdge::Interior => EdgeEdge::AB0,
        };
        (kind, squared)
    }

    fn threshold(&self, v: [u32; 4]) -> f64 {
        let [a0, a1, b0, b1] = &v.map(|v| self.model.rest[v as usize]);
        mollifier::threshold(a0, a1, b0, b1)
    }

    /// The sum over nearly parallel edges, of whose features `classified` tells which count.
    fn mollified_sum(
        &self,
        set: &PairSet<4>,
        classified: impl Fn([u32; 4]) -> (EdgeEdge, f64) + Sync,
    ) -> f64 {
        ordered::sum(set.len(), |k| {
            let v = set.vertices[k];
            let (_, squared) = classified(v);
            let [a0, a1, b0, b1] = &self.at(v);
            let barrier = self.barrier.value(squared, self.offset(v[0], v[2]));
            set.weight[k] * mollified::value([a0, a1, b0, b1], self.threshold(v), barrier)
        })
    }

    /// The closest features of nearly parallel edges and the weighted barrier on their squared distance.
    fn mollified_barrier(
        &self,
        v: [u32; 4],
        (kind, squared): (EdgeEdge, f64),
        weight: f64,
    ) -> (EdgeEdge, mollified::Barrier<f64>) {
        let barrier = (self.barrier).by_square(squared, self.offset(v[0], v[2]), weight);
        (kind, barrier)
    }
}

fn extend<const K: usize, const N: usize>(
    out: &mut BlockSink,
    set: &PairSet<K>,
    hessian: impl Fn([u32; K], f64) -> [Block; N] + Sync,
) {
    out.extend_uniform(&set.vertices, |k, blocks| {
        blocks.copy_from_slice(&hessian(set.vertices[k], set.weight[k]));
    });
}
