//! The steps around the sweeps: where vertices start, what they intend, and with what speed they end.

use tangency_formulas::{Real, Vec3, VertexQuadratic};

use super::{Moved, VertexElastic, VertexInertia};
use crate::contact::{Pushes, SweepBounds, ball};
use crate::lane::Lane;
use crate::positions::At;

/// Most lanes that work on a vertex together.
pub const MOST_LANES: usize = 32;

/// The end of a vertex's way in the time `h` if nothing but an acceleration acts on it, m.
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

/// The distance between two points, m.
#[inline]
pub fn distance<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> R {
    let apart = a - b;
    apart.dot(&apart).sqrt()
}

/// Whether two vectors differ in a component. (A comparison of vectors is a loop over memory in the code of a GPU.)
#[inline]
pub fn differ<R: Real>(a: &Vec3<R>, b: &Vec3<R>) -> bool {
    a.x != b.x || a.y != b.y || a.z != b.z
}

/// The ball within which a vertex may move, m, whose planes leave it a clearance of `least` and which has a gap of `far` to
/// what else is near. Where planes are no bounds, clearances are gaps, and the ball is for all.
#[inline]
pub fn ball_of<R: Real>(least: R, far: R, reach: R, has_planes: bool) -> R {
    let gap = if has_planes { far } else { far.min(least) };
    ball([gap], reach)
}

/// The start of a vertex's sweeps: where inertia would take it, without what pulls it from outside where something is
/// `near`, as far as the bounds allow. Elements with limits would have to be looked at all together: with them, every
/// vertex starts from where it is.
#[inline]
pub fn guess<R: Real>(
    v: u32,
    coasting: &Vec3<R>,
    predicted: &Vec3<R>,
    is_near: bool,
    bounds: &SweepBounds<'_, R>,
) -> Vec3<R> {
    let guess = if is_near { coasting } else { predicted };
    bounds.truncate(v, guess)
}

/// Everything that a sweep by lanes reads.
#[derive(Clone, Copy, Debug)]
pub struct LaneSweep<'a, R: Real, E> {
    /// The inertia.
    pub inertia: VertexInertia<'a, R>,
    /// Factor of elastic energies in the potential: h².
    pub scale: R,
    /// Elastic elements.
    pub elements: E,
    /// Contacts that push.
    pub pushes: Pushes<'a, R>,
    /// Bounds on how far vertices may go.
    pub bounds: SweepBounds<'a, R>,
}

impl<R: Real, E: VertexElastic<R>> LaneSweep<'_, R, E> {
    /// In how many parts the work on a vertex is divided: those of what is elastic, and contacts with inertia.
    pub const PARTS: usize = E::PARTS + 1;

    /// The quadratic model of what is one lane's of one part, as vertex `v` feels it.
    #[inline]
    pub fn quadratic(&self, part: usize, v: u32, x: impl At<R>, lane: Lane) -> VertexQuadratic<R> {
        if part < E::PARTS {
            return self.elements.quadratic(part, v, x, lane) * self.scale;
        }
        let mut local = self.pushes.quadratic(v, x, lane);
        if lane.number == 0 {
            local += self.inertia.quadratic(v, &x.at(v));
        }
        local
    }

    /// The end to which vertex `v` would go that feels all of `local`, if nothing bounded it.
    #[inline]
    pub fn wanted(&self, v: u32, local: &VertexQuadratic<R>, x: impl At<R>) -> Vec3<R> {
        x.at(v) + self.elements.shortened(v, x, local.descent())
    }

    /// The end of vertex `v` that would go to `wanted`, of which its ball leaves `inside` and its planes leave the
    /// fraction `open` of the way there.
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
        let is_stopped = differ(&end, wanted);
        if E::HAS_LIMITS && is_stopped {
            let from = x.at(v);
            if !self.elements.allows(v, x, &(end - from)) {
                // Sliding along the bound is not for elements with limits: on the way itself they are kept.
                end = from + (wanted - from) * self.bounds.fraction(v, &from, wanted);
            }
        }
        Moved::towards(wanted, end)
    }

    /// All that vertex `v` feels, as `lanes` lanes for each part find it.
    pub fn felt(&self, v: u32, x: impl At<R>, lanes: usize) -> VertexQuadratic<R> {
        let mut found = [VertexQuadratic::zero(); MOST_LANES];
        for (number, found) in found[..lanes].iter_mut().enumerate() {
            let lane = Lane { number, of: lanes };
            for part in 0..Self::PARTS {
                *found += self.quadratic(part, v, x, lane);
            }
        }
        Lane::joined(&mut found[..lanes])
    }

    /// The new position of vertex `v`, as `lanes` lanes for each part find it.
    pub fn vertex(&self, v: u32, x: impl At<R>, lanes: usize) -> Moved<R> {
        let local = self.felt(v, x, lanes);
        let wanted = self.wanted(v, &local, x);
        let inside = self.bounds.in_ball(v, &wanted);
        let way = self.bounds.way(v, &inside);
        let open = self.bounds.fraction_of_way(v, &way, Lane::ALONE);
        self.end(v, &wanted, &inside, open, x)
    }
}
