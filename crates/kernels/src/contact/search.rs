//! The search for all that is near, one thread for each point and each edge of the surface.

use tangency_formulas::Real;

use super::detect::Detection;
use super::pair::Pair;
use super::surface::NONE;
use crate::bvh::{Aabb, Node, query};

/// Something near a point or an edge: what it is in the two highest bits, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Found(pub u32);

const NUMBER_BITS: u32 = 30;
const TRIANGLE: u32 = 0;
const WIRE: u32 = 1;
const HALF_SPACE: u32 = 2;
const POINT: u32 = 3;

impl Found {
    #[inline]
    fn new(kind: u32, number: u32) -> Self {
        Found(kind << NUMBER_BITS | number)
    }

    #[inline]
    fn split(self) -> (u32, u32) {
        (self.0 >> NUMBER_BITS, self.0 & ((1 << NUMBER_BITS) - 1))
    }
}

/// Trees over the surface, whose boxes have each half of the reach and of the largest thickness.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, R: Real> {
    /// What decides.
    pub detection: Detection<'a, R>,
    /// The tree over the triangles.
    pub triangles: &'a [Node<R>],
    /// That over all edges.
    pub edges: &'a [Node<R>],
    /// That over the wires, by their place among the wires.
    pub wires: &'a [Node<R>],
    /// That over the points of no edge, by their place among them.
    pub grains: &'a [Node<R>],
    /// The points of no edge.
    pub isolated: &'a [u32],
    /// By how much boxes are larger than what they hold, m.
    pub radius: R,
}

impl<R: Real> Search<'_, R> {
    /// The number of searches: points, then edges in the order of their tree.
    #[inline]
    pub fn len(&self) -> usize {
        self.detection.surface.points.len() + self.detection.surface.edges.len()
    }

    /// Whether there is nothing to look for.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `found` with all that search `t` finds near, always in the same order.
    #[inline]
    pub fn near(&self, t: usize, found: impl FnMut(Found)) {
        let points = self.detection.surface.points;
        match points.get(t) {
            Some(&p) => self.near_point(p, found),
            None => self.near_edge(t - points.len(), found),
        }
    }

    #[inline]
    fn near_edge(&self, place: usize, mut found: impl FnMut(Found)) {
        query::visit_later(place, self.edges, |a, b| {
            if self.detection.near_edges(a, b).is_some() {
                let own = self.edge_at(place);
                found(Found(if own == a { b } else { a }));
            }
        });
    }

    /// The edge at a place of the tree.
    #[inline]
    fn edge_at(&self, place: usize) -> u32 {
        self.edges[self.edges.len() / 2 + place].child
    }

    #[inline]
    fn near_point(&self, p: u32, mut found: impl FnMut(Found)) {
        let detection = &self.detection;
        let surface = &detection.surface;
        let x = detection.x[p as usize];
        let x = [x.x, x.y, x.z];
        let around = Aabb { lower: x, upper: x }.inflated(self.radius);
        query::visit(&around, self.triangles, |t| {
            if detection.near_triangle(p, t).is_some() {
                found(Found::new(TRIANGLE, t));
            }
        });
        query::visit(&around, self.wires, |k| {
            if detection.near_wire(p, surface.wires[k as usize]).is_some() {
                found(Found::new(WIRE, k));
            }
        });
        for plane in 0..surface.half_spaces.len() as u32 {
            if detection.half_space(p, plane).is_some() {
                found(Found::new(HALF_SPACE, plane));
            }
        }
        let is_isolated = !self.isolated.is_empty()
            && surface.first_face[p as usize] == NONE
            && surface.first_wire[p as usize] == NONE;
        if is_isolated {
            query::visit(&around, self.grains, |k| {
                let q = self.isolated[k as usize];
                if p < q && detection.point_point(p, q).is_some() {
                    found(Found::new(POINT, k));
                }
            });
        }
    }

    /// The pair of what search `t` has found.
    #[inline]
    pub fn pair(&self, t: usize, found: Found) -> Option<Pair<R>> {
        let surface = &self.detection.surface;
        let Some(&p) = surface.points.get(t) else {
            let own = self.edge_at(t - surface.points.len());
            let (a, b) = if own < found.0 {
                (own, found.0)
            } else {
                (found.0, own)
            };
            return self.detection.edge_edge(a, b);
        };
        let (kind, number) = found.split();
        match kind {
            TRIANGLE => self.detection.point_triangle(p, number),
            WIRE => self.detection.point_wire(p, surface.wires[number as usize]),
            HALF_SPACE => self.detection.half_space(p, number),
            _ => self
                .detection
                .point_point(p, self.isolated[number as usize]),
        }
    }
}
