//! The search for all that is near, one thread for each point and each edge of the surface.

use tangency_formulas::Vec3;

use super::{ContactPair, Detection, NONE};
use crate::KernelReal;
use crate::bvh::{Node, TreeBox, query};

/// Something near a point or an edge: what it is in the two highest bits, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct NearbyFeature(pub u32);

/// Motion that is expected before the next detection, as a multiple of what vertices intend to move.
const FORESIGHT: f64 = 3.0;

const NUMBER_BITS: u32 = 30;
const TRIANGLE: u32 = 0;
const WIRE: u32 = 1;
const HALF_SPACE: u32 = 2;
const POINT: u32 = 3;

impl NearbyFeature {
    #[inline]
    fn new(kind: u32, number: u32) -> Self {
        NearbyFeature(kind << NUMBER_BITS | number)
    }

    #[inline]
    fn split(self) -> (u32, u32) {
        (self.0 >> NUMBER_BITS, self.0 & ((1 << NUMBER_BITS) - 1))
    }
}

/// Trees over the surface, whose boxes have each half of the reach and of the largest thickness.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, R: KernelReal, P = Vec3<R>> {
    /// The detection that decides.
    pub detection: Detection<'a, R, P>,
    /// The tree over the triangles.
    pub triangles: &'a [Node<R>],
    /// The tree over all edges.
    pub edges: &'a [Node<R>],
    /// The tree over the wires, by their place among the wires.
    pub wires: &'a [Node<R>],
    /// The tree over the points of no edge, by their place among them.
    pub grains: &'a [Node<R>],
    /// By how much boxes are larger than what they hold, m.
    pub radius: R,
    /// Whether some edges belong to obstacles.
    pub has_obstacles: bool,
}

impl<R: KernelReal, P: Copy + Into<Vec3<R>>> Search<'_, R, P> {
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

    /// Calls `found` with everything whose box search `t` meets and that has no vertex in common with it, always in the
    /// same order.
    #[inline]
    pub fn meet(&self, t: usize, found: impl FnMut(NearbyFeature)) {
        let points = self.detection.surface.points;
        match points.get(t) {
            Some(&p) => self.meet_point(p, found),
            None => self.meet_edge(t - points.len(), found),
        }
    }

    /// Edges of obstacles do not search: what they would find searches for them. (A floor of two triangles has edges that
    /// meet everything.)
    #[inline]
    fn meet_edge(&self, place: usize, mut found: impl FnMut(NearbyFeature)) {
        let surface = &self.detection.surface;
        let is_obstacle = |edge: u32| surface.is_obstacle[surface.edges[edge as usize][0] as usize];
        let own = self.edge_at(place);
        let [a0, a1] = surface.edges[own as usize];
        let mut meet = |other: u32| {
            let [b0, b1] = surface.edges[other as usize];
            if a0 != b0 && a0 != b1 && a1 != b0 && a1 != b1 {
                found(NearbyFeature(other));
            }
        };
        if !self.has_obstacles {
            query::visit_later(place, self.edges, |a, b| meet(if own == a { b } else { a }));
        } else if !is_obstacle(own) {
            let around = self.edges[self.edges.len() / 2 + place].bounds;
            query::visit(&around, self.edges, |other| {
                if other > own || is_obstacle(other) {
                    meet(other);
                }
            });
        }
    }

    /// The edge at a place of the tree.
    #[inline]
    fn edge_at(&self, place: usize) -> u32 {
        self.edges[self.edges.len() / 2 + place].child
    }

    #[inline]
    fn meet_point(&self, p: u32, mut found: impl FnMut(NearbyFeature)) {
        let detection = &self.detection;
        let surface = &detection.surface;
        let x: Vec3<R> = detection.x[p as usize].into();
        let x = [x.x, x.y, x.z];
        let around = TreeBox { lower: x, upper: x }.inflated(self.radius);
        query::visit(&around, self.triangles, |t| {
            let [t0, t1, t2] = surface.triangles[t as usize];
            if p != t0 && p != t1 && p != t2 {
                found(NearbyFeature::new(TRIANGLE, t));
            }
        });
        query::visit(&around, self.wires, |k| {
            let [e0, e1] = surface.edges[surface.wires[k as usize] as usize];
            if p != e0 && p != e1 {
                found(NearbyFeature::new(WIRE, k));
            }
        });
        for plane in 0..surface.half_spaces.len() as u32 {
            found(NearbyFeature::new(HALF_SPACE, plane));
        }
        let is_isolated = !surface.isolated.is_empty()
            && surface.first_face[p as usize] == NONE
            && surface.first_wire[p as usize] == NONE;
        if is_isolated {
            query::visit(&around, self.grains, |k| {
                if p < surface.isolated[k as usize] {
                    found(NearbyFeature::new(POINT, k));
                }
            });
        }
    }

    /// The edge of search `t`, which is no point's, and the one it has found, in their order.
    #[inline]
    fn edges_of(&self, t: usize, found: NearbyFeature) -> [u32; 2] {
        let own = self.edge_at(t - self.detection.surface.points.len());
        if own < found.0 {
            [own, found.0]
        } else {
            [found.0, own]
        }
    }

    /// The gap between what search `t` is for and what it has met, if they are near.
    #[inline]
    pub fn gap(&self, t: usize, found: NearbyFeature) -> Option<R> {
        let detection = &self.detection;
        let surface = &detection.surface;
        let Some(&p) = surface.points.get(t) else {
            let [a, b] = self.edges_of(t, found);
            return detection.gap_of_edges(a, b);
        };
        let (kind, number) = found.split();
        match kind {
            TRIANGLE => detection.gap_to_triangle(p, number),
            WIRE => detection.gap_to_edge(p, surface.wires[number as usize]),
            HALF_SPACE => detection.half_space(p, number).map(|pair| pair.gap),
            _ => detection.gap_of_points(p, surface.isolated[number as usize]),
        }
    }

    /// Whether a gap between what search `t` is for and what it has met calls for a pair, where vertices intend to move
    /// `by`: it is below `close`, or may be below `contact` soon.
    #[inline]
    pub fn is_close(
        &self,
        t: usize,
        found: NearbyFeature,
        gap: R,
        [close, contact]: [R; 2],
        by: impl Fn(u32) -> Vec3<R>,
    ) -> bool {
        gap < close || gap - contact < self.approach(t, found, by) * R::from_f64(FORESIGHT)
    }

    /// The most that the gap between what search `t` is for and what it has met can shrink where vertices move `by`: the
    /// largest difference between a motion of one and a motion of the other, m.
    #[inline]
    fn approach(&self, t: usize, found: NearbyFeature, by: impl Fn(u32) -> Vec3<R>) -> R {
        let surface = &self.detection.surface;
        let mut most = R::zero();
        let mut compare = |a: &Vec3<R>, b: &Vec3<R>| {
            let difference = a - b;
            most = most.max(difference.dot(&difference));
        };
        if let Some(&p) = surface.points.get(t) {
            let own = by(p);
            let (kind, number) = found.split();
            match kind {
                TRIANGLE => {
                    let [a, b, c] = surface.triangles[number as usize];
                    compare(&own, &by(a));
                    compare(&own, &by(b));
                    compare(&own, &by(c));
                }
                WIRE => {
                    let [a, b] = surface.edges[surface.wires[number as usize] as usize];
                    compare(&own, &by(a));
                    compare(&own, &by(b));
                }
                HALF_SPACE => compare(&own, &Vec3::zeros()),
                _ => compare(&own, &by(surface.isolated[number as usize])),
            }
        } else {
            let [a, b] = self.edges_of(t, found);
            let [a0, a1] = surface.edges[a as usize].map(&by);
            let [b0, b1] = surface.edges[b as usize].map(&by);
            compare(&a0, &b0);
            compare(&a0, &b1);
            compare(&a1, &b0);
            compare(&a1, &b1);
        }
        most.sqrt()
    }

    /// Calls `work` with the vertices of what search `t` is for and of what it has met.
    #[inline]
    pub fn each_vertex(&self, t: usize, found: NearbyFeature, mut work: impl FnMut(u32)) {
        let surface = &self.detection.surface;
        let Some(&p) = surface.points.get(t) else {
            for edge in self.edges_of(t, found) {
                let [a, b] = surface.edges[edge as usize];
                work(a);
                work(b);
            }
            return;
        };
        work(p);
        let (kind, number) = found.split();
        match kind {
            TRIANGLE => {
                let [a, b, c] = surface.triangles[number as usize];
                work(a);
                work(b);
                work(c);
            }
            WIRE => {
                let [a, b] = surface.edges[surface.wires[number as usize] as usize];
                work(a);
                work(b);
            }
            HALF_SPACE => {}
            _ => work(surface.isolated[number as usize]),
        }
    }

    /// The pair of what search `t` is for and what it has met, if they are near.
    #[inline]
    pub fn pair(&self, t: usize, found: NearbyFeature) -> Option<ContactPair<R>> {
        let surface = &self.detection.surface;
        let Some(&p) = surface.points.get(t) else {
            let [a, b] = self.edges_of(t, found);
            return self.detection.edge_edge(a, b);
        };
        let (kind, number) = found.split();
        match kind {
            TRIANGLE => self.detection.point_triangle(p, number),
            WIRE => self.detection.point_wire(p, surface.wires[number as usize]),
            HALF_SPACE => self.detection.half_space(p, number),
            _ => (self.detection).point_point(p, surface.isolated[number as usize]),
        }
    }
}
