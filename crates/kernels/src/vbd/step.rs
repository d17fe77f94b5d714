//! The steps around the sweeps: where vertices start, what they intend, and with what speed they end.

use tangency_formulas::{Real, Vec3, VertexShare};

use super::{At, Bounds, Elastic, Inertia, Lane, Moved};
use crate::contact::{Pushes, ball};

/// Most lanes that work on a vertex together.
pub const MOST_LANES: usize = 32;

/// Where a vertex goes in the time `h` if nothing but an acceleration acts on it, m.
#[inline]
pub fn predicted<R: Real>(x: &Vec3<R>, v: &Vec3<R>, acceleration: &Vec3<R>, h: R) -> Vec3<R> {
    x + v * h + acceleration * (h * h)
}

/// The speed of a vertex that went from `start` to `end` in the time `h`, m/s.
#[inline]
pub fn speed<R: Real>(start: &Vec3<R>, end: &Vec3<R>, h: R) -> Vec3<R> {
    (end - start) * (R::one() / h)
}

/// The largest component of a vector, without its sign.
#[inline]
pub fn largest<R: Real>(x: &Vec3<R>) -> R {
    x.x.abs().max(x.y.abs()).max(x.z.abs())
}

/// The ball within which a vertex may move, m, whose planes leave it a room of `least` and which has a gap of `far` to what
/// else is near. Where planes are no bounds, rooms are gaps, and the ball is for all.
#[inline]
pub fn ball_of<R: Real>(least: R, far: R, reach: R, has_planes: bool) -> R {
    let gap = if has_planes { far } else { far.min(least) };
    ball([gap], reach)
}

/// Where a vertex starts its sweeps: where inertia would take it, without what pulls it from outside where something is
/// `near`, as far as the bounds allow. Elements with limits would have to be looked at all together: with them, every
/// vertex starts from where it is.
#[inline]
pub fn guess<R: Real>(
    v: u32,
    coasting: &Vec3<R>,
    predicted: &Vec3<R>,
    is_near: bool,
    bounds: &Bounds<'_, R>,
) -> Vec3<R> {
    let guess = if is_near { coasting } else { predicted };
    bounds.truncate(v, guess)
}

/// Everything that a sweep by lanes reads.
#[derive(Clone, Copy, Debug)]
pub struct LaneSweep<'a, R: Real, E, P = Vec3<R>> {
    /// The inertia.
    pub inertia: Inertia<'a, R>,
    /// Factor of elastic energies in the potential: h².
    pub scale: R,
    /// What is elastic.
    pub elements: E,
    /// What pushes.
    pub pushes: Pushes<'a, R, P>,
    /// How far vertices may go.
    pub bounds: Bounds<'a, R>,
}

impl<R: Real, E: Elastic<R>, P: Copy + Into<Vec3<R>>> LaneSweep<'_, R, E, P> {
    /// In how many parts the work on a vertex is divided: those of what is elastic, and contacts with inertia.
    pub const PARTS: usize = E::PARTS + 1;

    /// What vertex `v` feels of what is one lane's of one part.
    #[inline]
    pub fn share(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexShare<R> {
        if part < E::PARTS {
            return self.elements.share_of(part, v, x, lane) * self.scale;
        }
        let mut share = self.pushes.share(v, x, lane);
        if lane.number == 0 {
            share += self.inertia.share(v, &x.at(v));
        }
        share
    }

    /// Where vertex `v` would go that feels all of `share`, if nothing bounded it.
    #[inline]
    pub fn wanted(&self, v: u32, share: &VertexShare<R>, x: impl At<R>) -> Vec3<R> {
        x.at(v) + self.elements.shortened(v, x, share.descent())
    }

    /// Where vertex `v` goes that would go to `wanted`, of which its ball leaves `inside` and its planes leave the share
    /// `open` of the way there.
    #[inline]
    pub fn end(
        &self,
        v: u32,
        wanted: &Vec3<R>,
        inside: &Vec3<R>,
        open: R,
        x: impl At<R>,
    ) -> Moved<R> {
        let mut end = self.bounds.end(v, inside, open);
        let is_stopped = end != *wanted;
        if E::HAS_LIMITS && is_stopped {
            let from = x.at(v);
            if !self.elements.allows(v, x, &(end - from)) {
                // Sliding along the bound is not for elements with limits: on the way itself they are kept.
                end = from + (wanted - from) * self.bounds.share(v, &from, wanted);
            }
        }
        Moved::towards(wanted, end)
    }

    /// All that vertex `v` feels, as `lanes` lanes for each part find it.
    pub fn felt(&self, v: u32, x: impl At<R>, lanes: usize) -> VertexShare<R> {
        let lane = |number: usize| Lane { number, of: lanes };
        let mut share = VertexShare::zero();
        for part in 0..Self::PARTS {
            let mut found = [VertexShare::zero(); MOST_LANES];
            for (number, found) in found[..lanes].iter_mut().enumerate() {
                *found = self.share(part, v, x, lane(number));
            }
            share += Lane::joined(&mut found[..lanes]);
        }
        share
    }

    /// The new position of vertex `v`, as `lanes` lanes for each part find it.
    pub fn vertex(&self, v: u32, x: impl At<R>, lanes: usize) -> Moved<R> {
        let share = self.felt(v, x, lanes);
        let wanted = self.wanted(v, &share, x);
        let inside = self.bounds.in_ball(v, &wanted);
        let way = self.bounds.way(v, &inside);
        let open = self.bounds.share_of_way(v, &way, Lane::ALONE);
        self.end(v, &wanted, &inside, open, x)
    }
}
