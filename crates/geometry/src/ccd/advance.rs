//! Conservative advancement with directional motion bounds (after Codimensional IPC 2021, section 5 and Algorithm 1).
//!
//! For a unit vector `n`, the gap `g(t) = min_i n·a_i(t) - max_j n·b_j(t)` over the vertices of the two primitives is
//! a lower bound of their distance, and concave in `t` because the vertices move on lines. Algorithm 1 bounds the
//! approach by the largest relative displacement; with `n` the direction of the closest points at the current time,
//! the bound used here is the exact time at which the gap along `n` has shrunk to
//!
//! `floor = xi + s (d0 - xi)`, `s = 0.1`,
//!
//! never earlier than Algorithm 1's, and not shortened by sliding or rigid motion. The first step also goes as far
//! as the plane that turns with the pair allows (`coplanarity.rs`). As there, the time reached is the
//! sum of such steps, and it ends when the distance is near the floor. Each step is measured on the lines `x + t p`
//! from `t = 0`, so that rounding does not add up.
//!
//! **Margins.** With `u = 2^-53` and `M = max_i (|x_i|_inf + t_max |p_i|_inf)`: moving the origin to a vertex of the
//! pair costs at most `3.5 u M` a vertex, the dot products with a unit vector `10.4 u M`, their combination
//! `g = a + t b` another `7 u M`, all twice (two primitives), the difference and the norm of `n` `21 u M`, the division
//! that yields the time `21 u M`; and the rounding of `x + t p`, which the caller will do, moves the primitives by
//! `7 u M`. In all less than `92 u M`; the floor is kept `128 u M` above `xi`. A pair that is not clear of that at the
//! start gets the time 0.

use crate::Vec3;

/// The share `s` of the initial gap that is kept.
const KEPT_SHARE: f64 = 0.1;
/// Advancement ends when the gap is above its floor by less than this share of the floor's own height over `xi`.
const NEAR_FLOOR: f64 = 0.5;
/// Most steps: where they do not reach the floor, the time reached so far is returned.
const MAX_STEPS: usize = 64;
/// `128 u`.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A safe time for a pair of which the first `A` of `K` vertices are the first primitive.
#[inline]
pub(super) fn advance<const K: usize, const A: usize>(
    x: [Vec3; K],
    p: [Vec3; K],
    xi: f64,
    t_max: f64,
    directions: &impl Directions<K>,
) -> f64 {
    let margin = ROUNDING * magnitude(&x, &p, t_max);
    let motion = Motion::<K, A> {
        vertices: Moving {
            x: x.map(|v| v - x[A]),
            p: p.map(|v| v - p[A]),
        },
    };
    if motion.stays_apart(xi + margin, t_max) {
        return t_max;
    }
    motion.advance(xi, margin, t_max, directions)
}

/// `max_i (|x_i|_inf + t |p_i|_inf)`.
#[inline]
fn magnitude<const K: usize>(x: &[Vec3; K], p: &[Vec3; K], t: f64) -> f64 {
    let mut largest = Vec3::zeros();
    for (x, p) in x.iter().zip(p) {
        largest = largest.zip_zip_map(x, p, |l, x, p| l.max(x.abs() + t * p.abs()));
    }
    largest.max()
}

/// Directions along which a pair of primitives with `K` vertices in all is apart.
pub(super) trait Directions<const K: usize> {
    /// From the second primitive's closest point to the first's, of any length.
    fn closest(&self, x: &[Vec3; K]) -> Vec3;

    /// Normal to both primitives, towards the first, of any length.
    fn normal(&self, x: &[Vec3; K]) -> Vec3;

    /// A time up to which a plane that turns with the pair keeps its primitives `floor` apart; `n` points from
    /// the second to the first at the start, where the vertices are at `x`.
    #[inline]
    fn time_above_turning_plane(&self, _: &Moving<K>, _n: &Vec3, _floor: f64, _t_max: f64) -> f64 {
        0.0
    }
}

/// Vertices and their displacements until time 1.
pub(super) struct Moving<const K: usize> {
    pub(super) x: [Vec3; K],
    pub(super) p: [Vec3; K],
}

/// The motions of a pair relative to one of its vertices.
struct Motion<const K: usize, const A: usize> {
    vertices: Moving<K>,
}

impl<const K: usize, const A: usize> Motion<K, A> {
    /// A cheap sufficient test: along the line through the centroids, the gap stays above `clearance` plus the kept
    /// share of the centroids' distance, which is no less than that of the primitives.
    #[inline]
    fn stays_apart(&self, clearance: f64, t_max: f64) -> bool {
        let x = &self.vertices.x;
        let mut a = x[0];
        for v in &x[1..A] {
            a += v;
        }
        let mut b = x[A];
        for v in &x[A + 1..] {
            b += v;
        }
        let n = a * (1.0 / A as f64) - b * (1.0 / (K - A) as f64);
        let length = n.norm();
        let gap = self.along(&n);
        gap.at(0.0) > clearance * length
            && gap.at(t_max) > (clearance + KEPT_SHARE * length) * length
    }

    #[inline(never)]
    fn advance(&self, xi: f64, margin: f64, t_max: f64, directions: &impl Directions<K>) -> f64 {
        let mut t = 0.0;
        let mut floor = xi + margin;
        let mut near = floor + NEAR_FLOOR * margin;
        for step in 0..MAX_STEPS {
            let Moving { x, p } = &self.vertices;
            let here = std::array::from_fn(|i| x[i] + p[i] * t);
            let mut n = directions.closest(&here).normalize();
            let mut gap = self.along(&n);
            // What is not greater ends here, and so does NaN.
            let mut clear = gap.at(t) > near;
            if !clear {
                n = directions.normal(&here).normalize();
                gap = self.along(&n);
                clear = gap.at(t) > near;
            }
            if !clear {
                break;
            }
            if step == 0 {
                let kept = (KEPT_SHARE * (gap.at(0.0) - xi)).max(margin);
                floor = xi + kept;
                near = floor + NEAR_FLOOR * kept;
            }
            let mut reached = gap.time_above(floor, t_max);
            if step == 0 && reached < t_max {
                reached = reached.max(directions.time_above_turning_plane(
                    &self.vertices,
                    &n,
                    floor,
                    t_max,
                ));
            }
            t = reached;
            if t >= t_max {
                return t_max;
            }
        }
        t
    }

    #[inline]
    fn along(&self, n: &Vec3) -> Gap<K, A> {
        Gap {
            x: self.vertices.x.map(|v| n.dot(&v)),
            p: self.vertices.p.map(|v| n.dot(&v)),
        }
    }
}

/// The motions seen along one direction: vertex `i` is at `x_i + t p_i`.
struct Gap<const K: usize, const A: usize> {
    x: [f64; K],
    p: [f64; K],
}

impl<const K: usize, const A: usize> Gap<K, A> {
    /// The gap at time `t`; negative or NaN where the direction does not separate the primitives.
    #[inline]
    fn at(&self, t: f64) -> f64 {
        let at = |i: usize| self.x[i] + t * self.p[i];
        let low = (1..A).fold(at(0), |low, i| low.min(at(i)));
        let high = (A + 1..K).fold(at(A), |high, j| high.max(at(j)));
        low - high
    }

    /// The time, at most `t_max`, up to which the gap stays at or above `floor`.
    #[inline]
    fn time_above(&self, floor: f64, t_max: f64) -> f64 {
        let mut t = t_max;
        for i in 0..A {
            for j in A..K {
                let (gap, rate) = (self.x[i] - self.x[j], self.p[i] - self.p[j]);
                if rate < 0.0 {
                    t = t.min((gap - floor) / -rate);
                }
            }
        }
        t
    }
}
