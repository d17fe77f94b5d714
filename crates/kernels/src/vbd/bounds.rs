//! How far a vertex may go from where contacts were last detected.

use tangency_formulas::contact::displacement_bound::{share_to_plane, truncate_to_ball};
use tangency_formulas::{Real, Vec3};

use super::{Lane, Uses};
use crate::contact::Pair;

/// The smallest share of its room that a gentle vertex uses.
const GENTLE: f64 = 0.1;

/// A direction in which a vertex has limited room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Plane<R: Real> {
    /// Unit vector against which the vertex may go no farther than `room`.
    pub normal: Vec3<R>,
    /// How far, m.
    pub room: R,
}

/// The planes of all vertices, each vertex's one behind the other.
#[derive(Clone, Copy, Debug)]
pub struct Planes<'a, R: Real> {
    /// Where the planes of each vertex begin, and the end of the last; the first number stands for the list's begin.
    pub begin: &'a [u32],
    /// The planes.
    pub items: &'a [Plane<R>],
    /// The smallest room of each vertex, m: within it no plane is reached.
    pub least: &'a [R],
}

impl<R: Real> Default for Planes<'_, R> {
    fn default() -> Self {
        Planes {
            begin: &[],
            items: &[],
            least: &[],
        }
    }
}

impl<'a, R: Real> Planes<'a, R> {
    /// The planes of vertex `v`. Where numbers in `begin` do not fit, there are none: the list is too short, and what
    /// is computed will be thrown away.
    #[inline]
    pub fn of(&self, v: usize) -> &'a [Plane<R>] {
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
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a, R: Real> {
    /// Where each vertex was, m.
    pub start: &'a [Vec3<R>],
    /// How far each may go from there, m.
    pub ball: &'a [R],
    /// The pairs whose planes bound them; none where balls do.
    pub pairs: &'a [Pair<R>],
    /// By vertex.
    pub uses: Uses<'a>,
    /// The same planes by vertex, where they were listed so.
    pub planes: Planes<'a, R>,
}

impl<R: Real> Default for Bounds<'_, R> {
    fn default() -> Self {
        Bounds {
            start: &[],
            ball: &[],
            pairs: &[],
            uses: Uses::default(),
            planes: Planes::default(),
        }
    }
}

impl<'a, R: Real> Bounds<'a, R> {
    /// Where vertex `v` ends that would go to `x`.
    #[inline]
    pub fn truncate(&self, v: u32, x: &Vec3<R>) -> Vec3<R> {
        let inside = self.in_ball(v, x);
        let share = self.share_of_way(v, &self.way(v, &inside), Lane::ALONE);
        self.end(v, &inside, share)
    }

    /// The same for a vertex that nothing stops by itself: where a gap is not well above `guard` (m), it uses less of
    /// its room, so that what is in its way can give way.
    #[inline]
    pub fn truncate_gently(&self, v: u32, x: &Vec3<R>, guard: R) -> Vec3<R> {
        let inside = self.in_ball(v, x);
        let way = self.way(v, &inside);
        let mut share = self.share_of_way(v, &way, Lane::ALONE);
        for (normal, room, gap) in self.rooms(v as usize) {
            let gentle = (R::one() - guard / gap).max(R::from_f64(GENTLE));
            share = share.min(share_to_plane(&way, &normal, room * gentle));
        }
        self.end(v, &inside, share)
    }

    /// Where vertex `v` ends that would go to `x`, if it were not for the planes.
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

    /// The share of the way from its start that the planes of one lane leave vertex `v`.
    #[inline]
    pub fn share_of_way(&self, v: u32, way: &Vec3<R>, lane: Lane) -> R {
        let v = v as usize;
        let mut share = R::one();
        if let Some(&least) = self.planes.least.get(v)
            && way.dot(way) <= least * least
        {
            return share;
        }
        share = lane.smallest(self.planes.of(v), share, |plane| {
            share_to_plane(way, &plane.normal, plane.room)
        });
        for (normal, room, _) in self.rooms(v) {
            share = share.min(share_to_plane(way, &normal, room));
        }
        share
    }

    /// Where vertex `v` ends that would go to `inside`, of which way it may take a share.
    #[inline]
    pub fn end(&self, v: u32, inside: &Vec3<R>, share: R) -> Vec3<R> {
        match self.start.get(v as usize) {
            Some(start) if share < R::one() => start + (inside - start) * share,
            _ => *inside,
        }
    }

    /// The share of the way from `x`, which is within the bounds, to `end` that vertex `v` may go.
    #[inline]
    pub fn share(&self, v: u32, x: &Vec3<R>, end: &Vec3<R>) -> R {
        let v = v as usize;
        let Some(start) = self.start.get(v) else {
            return R::one();
        };
        let (gone, way) = (x - start, end - x);
        let mut share = share_to_sphere(&gone, &way, self.ball[v]);
        for (normal, room, _) in self.rooms(v) {
            let left = (room + normal.dot(&gone)).max(R::zero());
            share = share.min(share_to_plane(&way, &normal, left));
        }
        for plane in self.planes.of(v) {
            let left = (plane.room + plane.normal.dot(&gone)).max(R::zero());
            share = share.min(share_to_plane(&way, &plane.normal, left));
        }
        share
    }

    /// The directions in which vertex `v` has limited room, how much, and the gap it comes from, m.
    #[inline]
    fn rooms(&self, v: usize) -> impl Iterator<Item = (Vec3<R>, R, R)> + 'a {
        let (pairs, uses) = (self.pairs, self.uses.of(v));
        let uses = if pairs.is_empty() { &[] } else { uses };
        let room = move |&item: &u32| {
            let pair = &pairs[(item >> 2) as usize];
            let (normal, room) = pair.room((item & 3) as usize);
            (normal, room, pair.gap)
        };
        uses.iter().map(room)
    }
}

/// The share of `way` after which one that has `gone` from the centre of a sphere reaches it: 1 inside.
#[inline]
fn share_to_sphere<R: Real>(gone: &Vec3<R>, way: &Vec3<R>, radius: R) -> R {
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
            let share = share_to_sphere(&gone, &way, 1.0);
            let end = (gone + way * share).norm();
            assert!(end <= 1.0 + 1e-12);
            assert!(share == 1.0 || (end - 1.0).abs() < 1e-12, "{end}");
        }
        assert_eq!(share_to_sphere(&at(1.0, 0.0), &at(1.0, 0.0), 1.0), 0.0);
    }
}
