//! Bounds on how far a vertex may go from where contacts were last detected.

use tangency_formulas::contact::displacement_bound::{fraction_to_plane, truncate_to_ball};
use tangency_formulas::{Real, Vec3};

use super::ContactPair;
use crate::lane::Lane;
use crate::rows::{Incidence, split};
use crate::storage::{Borrowed, plain};

/// The smallest fraction of its clearance that a gentle vertex uses.
const GENTLE: f64 = 0.1;

/// A direction in which a vertex may go only so far.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct BoundingPlane<R: Real> {
    /// Unit vector against which the vertex may go no farther than `clearance`.
    pub normal: Vec3<R>,
    /// Length of that way, m.
    pub clearance: R,
}

plain!(; BoundingPlane);

/// The planes of all vertices, each vertex's one behind the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoundingPlanes<'a, R: Real> {
    /// Begins of the planes of each vertex, and the end of the last; the first number stands for the list's begin.
    pub begin: &'a [u32],
    /// The planes.
    pub items: &'a [BoundingPlane<R>],
    /// The smallest clearance of each vertex, m: within it no plane is reached.
    pub least: &'a [R],
}

impl<'a, R: Real> BoundingPlanes<'a, R> {
    /// The planes of vertex `v`. Where numbers in `begin` do not fit, there are none: the list is too short, and what
    /// is computed will be thrown away.
    #[inline]
    pub fn of(&self, v: usize) -> &'a [BoundingPlane<R>] {
        if self.begin.is_empty() {
            return &[];
        }
        let first = self.begin[0];
        let begin = self.begin[v].wrapping_sub(first) as usize;
        let end = self.begin[v + 1].wrapping_sub(first) as usize;
        self.items.get(begin..end).unwrap_or(&[])
    }
}

/// The bounds of all vertices; without any, none is bounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepBounds<'a, R: Real> {
    /// Positions at the detection, m.
    pub start: &'a [Vec3<R>],
    /// Radius of the ball around them in which each may go, m.
    pub ball: &'a [R],
    /// The pairs whose planes bound them; none where balls do.
    pub pairs: &'a [ContactPair<R>],
    /// By vertex.
    pub incidence: Incidence<Borrowed<'a>>,
    /// Planes by vertex, where they were listed so.
    pub planes: BoundingPlanes<'a, R>,
}

impl<'a, R: Real> SweepBounds<'a, R> {
    /// The end of vertex `v` that would go to `x`.
    #[inline]
    pub fn truncate(&self, v: u32, x: &Vec3<R>) -> Vec3<R> {
        let inside = self.in_ball(v, x);
        let fraction = self.fraction_of_way(v, &self.way(v, &inside), Lane::ALONE);
        self.end(v, &inside, fraction)
    }

    /// The end of a vertex that nothing stops by itself: where a gap is not well above `guard` (m), it uses less of
    /// its clearance, so that what is in its way can give way.
    #[inline]
    pub fn truncate_gently(&self, v: u32, x: &Vec3<R>, guard: R) -> Vec3<R> {
        let inside = self.in_ball(v, x);
        let way = self.way(v, &inside);
        let mut fraction = self.fraction_of_way(v, &way, Lane::ALONE);
        for (plane, gap) in self.pair_planes(v as usize) {
            let gentle = (R::one() - guard / gap).max(R::from_f64(GENTLE));
            let clearance = plane.clearance * gentle;
            fraction = fraction.min(fraction_to_plane(&way, &plane.normal, clearance));
        }
        self.end(v, &inside, fraction)
    }

    /// The end of vertex `v` that would go to `x`, if it were not for the planes.
    #[inline]
    pub fn in_ball(&self, v: u32, x: &Vec3<R>) -> Vec3<R> {
        let v = v as usize;
        match self.start.get(v) {
            Some(start) => truncate_to_ball(start, x, self.ball[v]),
            None => *x,
        }
    }

    /// The way of vertex `v` from its start to `end`, m.
    #[inline]
    pub fn way(&self, v: u32, end: &Vec3<R>) -> Vec3<R> {
        self.start
            .get(v as usize)
            .map_or_else(Vec3::zeros, |start| end - start)
    }

    /// The fraction of the way from its start that the planes of one lane leave vertex `v`.
    #[inline]
    pub fn fraction_of_way(&self, v: u32, way: &Vec3<R>, lane: Lane) -> R {
        let v = v as usize;
        let mut fraction = R::one();
        if let Some(&least) = self.planes.least.get(v)
            && way.dot(way) <= least * least
        {
            return fraction;
        }
        fraction = lane.smallest(self.planes.of(v), fraction, |plane| {
            fraction_to_plane(way, &plane.normal, plane.clearance)
        });
        for (plane, _) in self.pair_planes(v) {
            fraction = fraction.min(fraction_to_plane(way, &plane.normal, plane.clearance));
        }
        fraction
    }

    /// The end of vertex `v` that would go to `inside`, of which way it may take a fraction.
    #[inline]
    pub fn end(&self, v: u32, inside: &Vec3<R>, fraction: R) -> Vec3<R> {
        match self.start.get(v as usize) {
            Some(start) if fraction < R::one() => start + (inside - start) * fraction,
            _ => *inside,
        }
    }

    /// The fraction of the way from `x`, which is within the bounds, to `end` that vertex `v` may go.
    #[inline]
    pub fn fraction(&self, v: u32, x: &Vec3<R>, end: &Vec3<R>) -> R {
        let v = v as usize;
        let Some(start) = self.start.get(v) else {
            return R::one();
        };
        let (gone, way) = (x - start, end - x);
        let mut fraction = fraction_to_sphere(&gone, &way, self.ball[v]);
        let planes = self.pair_planes(v).map(|(plane, _)| plane);
        for plane in planes.chain(self.planes.of(v).iter().copied()) {
            let left = (plane.clearance + plane.normal.dot(&gone)).max(R::zero());
            fraction = fraction.min(fraction_to_plane(&way, &plane.normal, left));
        }
        fraction
    }

    /// The planes of pairs that bound vertex `v`, and the gap that each comes from, m.
    #[inline]
    fn pair_planes(&self, v: usize) -> impl Iterator<Item = (BoundingPlane<R>, R)> + 'a {
        let (pairs, entries) = (self.pairs, self.incidence.of(v));
        let entries = if pairs.is_empty() { &[] } else { entries };
        entries.iter().map(move |&item| {
            let (e, place) = split(item);
            (pairs[e].plane(place), pairs[e].gap)
        })
    }
}

/// The fraction of `way` after which one that has `gone` from the centre of a sphere reaches it: 1 inside.
#[inline]
fn fraction_to_sphere<R: Real>(gone: &Vec3<R>, way: &Vec3<R>, radius: R) -> R {
    let left = radius * radius - gone.dot(gone);
    let (a, b) = (way.dot(way), gone.dot(way));
    // a t² + 2 b t = left, without cancellation.
    if left <= R::zero() {
        return R::zero();
    }
    let root = (b * b + a * left).sqrt();
    let sum = root + b.abs();
    let t = if b > R::zero() { left / sum } else { sum / a };
    let inward = R::one() - R::from_f64(8.0) * R::epsilon();
    if a > R::zero() && t < R::one() {
        t * inward
    } else {
        R::one()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_end_on_the_sphere_or_inside() {
        let at = |x: f64, y: f64| Vec3::new(x, y, 0.3);
        for (gone, way) in [
            (at(0.0, 0.0), at(3.0, 1.0)),
            (at(0.5, 0.2), at(-3.0, 1.0)),
            (at(0.5, 0.2), at(0.2, 0.1)),
            (at(-0.5, 0.7), at(-2.0, 0.0)),
        ] {
            let fraction = fraction_to_sphere(&gone, &way, 1.0);
            let end = (gone + way * fraction).norm();
            assert!(end <= 1.0 + 1e-12);
            assert!(fraction == 1.0 || (end - 1.0).abs() < 1e-12, "{end}");
        }
        assert_eq!(fraction_to_sphere(&at(1.0, 0.0), &at(1.0, 0.0), 1.0), 0.0);
    }
}
