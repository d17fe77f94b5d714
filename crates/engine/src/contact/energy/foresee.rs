//! The forces that pairs far too close will have to exert, as a direction foresees them, and the softer Hessian that follows
//! (`recovery.rs` says why; Nocedal and Wright 2006, chapter 19).

use rayon::prelude::*;
use tangency_formulas::contact::frame::ContactFrame;
use tangency_geometry::Vec3;

use super::Terms;
use crate::contact::barrier::Slope;
use crate::contact::pairs::PairSet;
use crate::contact::recovery::{self, Forces, Foresight};

impl Terms<'_> {
    /// The forces that the pairs far too close will have to exert, if all vertices go along the direction `p`.
    pub fn foresee(&self, p: &[Vec3]) -> Foresight {
        let (pairs, known) = (self.pairs, self.foresight);
        Foresight {
            point_point: self.foresee_kind(&pairs.point_point, &known.point_point, p, |v| {
                let [p, q] = &self.at(v);
                (self.point_point(v), ContactFrame::point_point(p, q))
            }),
            point_edge: self.foresee_kind(&pairs.point_edge, &known.point_edge, p, |v| {
                let [p, e0, e1] = &self.at(v);
                (self.point_edge(v), ContactFrame::point_edge(p, e0, e1))
            }),
            point_triangle: self.foresee_kind(
                &pairs.point_triangle,
                &known.point_triangle,
                p,
                |v| {
                    let [p, t0, t1, t2] = &self.at(v);
                    let frame = ContactFrame::point_triangle(p, t0, t1, t2);
                    (self.point_triangle(v), frame)
                },
            ),
            edge_edge: self.foresee_kind(&pairs.edge_edge, &known.edge_edge, p, |v| {
                let [a0, a1, b0, b1] = &self.at(v);
                (self.edge_edge(v), ContactFrame::edge_edge(a0, a1, b0, b1))
            }),
            half_space: self.foresee_half_spaces(p),
        }
    }

    fn foresee_kind<const K: usize>(
        &self,
        set: &PairSet<K>,
        known: &Forces<K>,
        p: &[Vec3],
        measure: impl Fn([u32; K]) -> ((f64, f64), ContactFrame<f64, K>) + Sync,
    ) -> Forces<K> {
        let pairs = set.vertices.par_iter().zip(&set.weight).with_min_len(256);
        let near = pairs.filter_map(|(&v, &weight)| {
            let (measured, frame) = measure(v);
            if !self.is_far_too_close(measured) {
                return None;
            }
            let used = self.softened(measured, weight, v, known);
            let parts = v.iter().zip(&frame.weights);
            let growth = parts.map(|(&v, w)| w * frame.n.dot(&p[v as usize])).sum();
            let force = recovery::foreseen(self.slope(measured, weight), used, growth);
            Some((v, force))
        });
        near.collect()
    }

    fn foresee_half_spaces(&self, p: &[Vec3]) -> Forces<2> {
        let planes = &self.pairs.half_space;
        let pairs = planes.vertices.iter().zip(&planes.weight);
        let near = pairs.filter_map(|(&pair, &weight)| {
            let measured = self.half_space_squared(pair);
            if !self.is_far_too_close(measured) {
                return None;
            }
            let used = self.softened(measured, weight, pair, &self.foresight.half_space);
            let normal = &self.model.half_spaces[pair[0] as usize].normal;
            let growth = normal.dot(&p[pair[1] as usize]);
            let force = recovery::foreseen(self.slope(measured, weight), used, growth);
            Some((pair, force))
        });
        near.collect()
    }

    fn is_far_too_close(&self, (squared, thickness): (f64, f64)) -> bool {
        let near = thickness + recovery::NEAR * self.barrier.dhat;
        squared < near * near
    }

    /// The slope of a pair for its Hessian: softened where it is far too close and its force is foreseen.
    pub(super) fn softened<const K: usize>(
        &self,
        measured: (f64, f64),
        weight: f64,
        pair: [u32; K],
        known: &Forces<K>,
    ) -> Slope {
        let slope = self.slope(measured, weight);
        if weight <= 0.0 || !self.is_far_too_close(measured) {
            return slope;
        }
        let Some(force) = recovery::find(known, pair) else {
            return slope;
        };
        let thickness = measured.1;
        let near = thickness + recovery::NEAR * self.barrier.dhat;
        let least = -self.slope((near * near, thickness), weight).first;
        recovery::softened(slope, force, least)
    }
}
