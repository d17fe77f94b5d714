//! Bounds on how far a vertex may move before contacts have to be detected again, in place of continuous collision
//! detection (Offset Geometric Contact, Chen et al. 2025).
//!
//! **Ball.** Two primitives with a gap `d` stay apart if no vertex of either moves farther than `γ d`, `γ < 1/2`: no
//! point of a primitive moves farther than its fastest vertex. The bound of a vertex is the smallest over all pairs it
//! is part of,
//!
//! ```text
//! |x - x⁰| <= b = γ min d        x⁰ where it was when the gaps were measured
//! ```
//!
//! **Plane.** It is enough that a plane keeps them apart ("divide and truncate"): across the line between the closest
//! points, each side may use its fraction of the gap, and may slide along the plane as far as it likes,
//!
//! ```text
//! n·(x - x⁰) >= -s_a γ' d  for the vertices of a,   n·(x - x⁰) <= s_b γ' d  for those of b,   s_a + s_b = 1, γ' < 1
//! ```
//!
//! with `n` from b to a: linear primitives whose vertices stay on their sides of a plane do so themselves. (A vertex of
//! a is at least as far from that plane as the closest point of a.) Pairs farther apart than the query radius are not
//! known; a ball of `γ` times that radius covers them.

use crate::{Real, Vec3};

/// The largest fraction of a gap that the vertices of one side may use up by the ball's bound.
pub const BALL_FRACTION: f64 = 0.45;
/// The fraction of a gap that the plane's bound divides between the two sides.
pub const PLANE_FRACTION: f64 = 0.9;

/// The point towards `x` at which the way from `start` leaves the ball of the given radius in m, or `x` inside it.
/// Rounding errors stay inside.
#[inline]
pub fn truncate_to_ball<R: Real>(start: &Vec3<R>, x: &Vec3<R>, radius: R) -> Vec3<R> {
    let way = x - start;
    let square = way.dot(&way);
    if square <= radius * radius {
        return *x;
    }
    let inward = R::one() - R::from_f64(8.0) * R::epsilon();
    start + way * (radius * inward / square.sqrt())
}

/// The fraction of `way` that may be taken when it may go at most `clearance` (not negative, in m) against the unit
/// vector `normal`: 1 when nothing is in the way.
#[inline]
pub fn fraction_to_plane<R: Real>(way: &Vec3<R>, normal: &Vec3<R>, clearance: R) -> R {
    let against = -normal.dot(way);
    if against <= clearance {
        return R::one();
    }
    let inward = R::one() - R::from_f64(8.0) * R::epsilon();
    clearance * inward / against
}

/// The fraction of a gap that the first side may use, given how far each side is about to approach along the normal (in
/// m): in proportion to what it needs, and never less than a tenth.
#[inline]
pub fn gap_fraction<R: Real>(first: R, second: R) -> R {
    let (zero, least) = (R::zero(), R::from_f64(0.1));
    let (first, second) = (first.max(zero), second.max(zero));
    let sum = first + second;
    if sum <= zero {
        return R::half();
    }
    (first / sum).max(least).min(R::one() - least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::{edge_edge, point_triangle};
    use crate::testing::Random;

    #[test]
    fn a_truncated_point_is_in_its_ball_and_on_its_way() {
        let mut random = Random(910);
        for _ in 0..10_000 {
            let scale = libm::exp2(20.0 * random.uniform());
            let start = Vec3::from_fn(|_, _| random.uniform()) * scale;
            let x = start + Vec3::from_fn(|_, _| random.uniform());
            let radius = 0.5 * (1.0 + random.uniform());
            let end = truncate_to_ball(&start, &x, radius);
            // Rounding of the positions themselves.
            let rounding = 4.0 * f64::EPSILON * (start.norm() + radius);
            assert!((end - start).norm() <= radius + rounding);
            if (x - start).norm() <= radius {
                assert_eq!(end, x);
            } else {
                let sine = (end - start).cross(&(x - start)).norm() / (x - start).norm();
                assert!(sine <= 2.0 * rounding, "{sine:e}");
            }
        }
    }

    /// Two primitives whose vertices go as far as they may in random directions, at any time on the way.
    fn stays_apart<const A: usize>(
        random: &mut Random,
        x: [Vec3<f64>; 4],
        squared: impl Fn(&[Vec3<f64>; 4]) -> f64,
        planes: Option<(Vec3<f64>, f64)>,
    ) {
        let gap = squared(&x).sqrt();
        let ends: [Vec3<f64>; 4] = core::array::from_fn(|i| {
            let way = Vec3::from_fn(|_, _| 3.0 * random.uniform());
            match planes {
                None => truncate_to_ball(&x[i], &(x[i] + way), BALL_FRACTION * gap),
                Some((n, fraction)) => {
                    let (n, fraction) = if i < A {
                        (n, fraction)
                    } else {
                        (-n, 1.0 - fraction)
                    };
                    x[i] + way * fraction_to_plane(&way, &n, fraction * PLANE_FRACTION * gap)
                }
            }
        });
        for k in 0..=16 {
            let t = f64::from(k) / 16.0;
            let at = core::array::from_fn(|i| x[i] * (1.0 - t) + ends[i] * t);
            let least = if planes.is_some() {
                1.0 - PLANE_FRACTION
            } else {
                1.0 - 2.0 * BALL_FRACTION
            };
            assert!(squared(&at).sqrt() > gap * (least - 1e-9));
        }
    }

    #[test]
    fn primitives_within_their_bounds_keep_apart() {
        let mut random = Random(911);
        for _ in 0..3_000 {
            let x = random.stencil::<4>();
            let point = |[p, a, b, c]: &[Vec3<f64>; 4]| point_triangle::squared(p, a, b, c);
            let edges = |[a, b, c, d]: &[Vec3<f64>; 4]| edge_edge::squared(a, b, c, d);
            stays_apart::<1>(&mut random, x, point, None);
            stays_apart::<2>(&mut random, x, edges, None);
        }
    }

    #[test]
    fn primitives_on_their_sides_of_a_plane_keep_apart() {
        let mut random = Random(912);
        for _ in 0..3_000 {
            let x = random.stencil::<4>();
            let fraction = gap_fraction(random.uniform(), random.uniform());
            let [p, a, b, c] = &x;
            // The direction of closest points by differences of the squared distance.
            let direction = |squared: &dyn Fn(Vec3<f64>) -> f64| {
                let h = 1e-6;
                Vec3::from_fn(|i, _| {
                    let mut step = Vec3::zeros();
                    step[i] = h;
                    (squared(step) - squared(-step)) / (2.0 * h)
                })
                .normalize()
            };
            let n = direction(&|s| point_triangle::squared(&(p + s), a, b, c));
            let point = |[p, a, b, c]: &[Vec3<f64>; 4]| point_triangle::squared(p, a, b, c);
            stays_apart::<1>(&mut random, x, point, Some((n, fraction)));
            let n = direction(&|s| edge_edge::squared(&(p + s), &(a + s), b, c));
            let edges = |[a, b, c, d]: &[Vec3<f64>; 4]| edge_edge::squared(a, b, c, d);
            stays_apart::<2>(&mut random, x, edges, Some((n, fraction)));
        }
    }

    #[test]
    fn a_gap_is_divided_by_need() {
        assert_eq!(gap_fraction(1.0, 1.0), 0.5);
        assert_eq!(gap_fraction(0.0, 0.0), 0.5);
        assert_eq!(gap_fraction(3.0, -1.0), 0.9);
        assert_eq!(gap_fraction(-3.0, 1.0), 0.1);
        assert!((gap_fraction(1.0, 3.0) - 0.25_f64).abs() < 1e-15);
    }
}
