//! How far a vertex may go from where contacts were last detected.

use tangency_formulas::contact::displacement_bound::{share_to_plane, truncate_to_ball};
use tangency_formulas::{Real, Vec3};

use super::Uses;
use crate::contact::Pair;

/// The smallest share of its room that a gentle vertex uses.
const GENTLE: f64 = 0.1;

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
}

impl<R: Real> Default for Bounds<'_, R> {
    fn default() -> Self {
        Bounds {
            start: &[],
            ball: &[],
            pairs: &[],
            uses: Uses::default(),
        }
    }
}

impl<'a, R: Real> Bounds<'a, R> {
    /// Where vertex `v` ends that would go to `x`.
    #[inline]
    pub fn truncate(&self, v: u32, x: &Vec3<R>) -> Vec3<R> {
        self.truncate_gently(v, x, R::zero())
    }

    /// The same for a vertex that nothing stops by itself: where a gap is not well above `guard` (m), it uses less of
    /// its room, so that what is in its way can give way.
    #[inline]
    pub fn truncate_gently(&self, v: u32, x: &Vec3<R>, guard: R) -> Vec3<R> {
        let v = v as usize;
        let Some(start) = self.start.get(v) else {
            return *x;
        };
        let inside = truncate_to_ball(start, x, self.ball[v]);
        let way = inside - start;
        let mut share = R::one();
        for (normal, room, gap) in self.rooms(v) {
            let gentle = (R::one() - guard / gap).max(R::from_f64(GENTLE));
            share = share.min(share_to_plane(&way, &normal, room * gentle));
        }
        if share < R::one() {
            start + way * share
        } else {
            inside
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
