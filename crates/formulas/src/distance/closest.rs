//! The closest points of two primitives and nothing else: few registers and no tables, for what is asked millions of
//! times a second. [`foot_of`](super::edge_edge::foot_of) knows derivatives as well.
//!
//! ```text
//! q = Σ w_i x_i        from the closest point of the second primitive to that of the first
//! ```
//!
//! Any choice of weights within the primitives gives the distance of two of their points, which is never less than
//! theirs: what is found for edges that are parallel up to rounding is too far by rounding at most.

use crate::{Real, Vec3};

/// The closest points of two primitives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints<R: Real, const K: usize> {
    /// Signed barycentric weights, positive on the first primitive; their sum is zero.
    pub weights: [R; K],
    /// From the closest point of the second primitive to that of the first, m.
    pub separation: Vec3<R>,
}

/// Within 0 and 1; 0 for what is not a number.
#[inline]
fn unit<R: Real>(x: R) -> R {
    if x > R::zero() {
        x.min(R::one())
    } else {
        R::zero()
    }
}

/// Of a point and an edge; in the order `p, e0, e1`.
///
/// ```
/// use tangency_formulas::{Vec3, distance::closest};
///
/// let [p, e0, e1] = [[1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]].map(Vec3::from);
/// let closest = closest::point_edge(&p, &e0, &e1);
/// assert_eq!(closest.separation, Vec3::new(0.0, 2.0, 0.0));
/// assert_eq!(closest.weights, [1.0, -0.75, -0.25]);
/// ```
#[inline]
pub fn point_edge<R: Real>(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> ClosestPoints<R, 3> {
    let (e, r) = (e1 - e0, p - e0);
    let along = unit(e.dot(&r) / e.dot(&e));
    ClosestPoints {
        weights: [R::one(), along - R::one(), -along],
        separation: r - e * along,
    }
}

/// Of two edges; in the order `a0, a1, b0, b1`.
#[inline]
pub fn edge_edge<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> ClosestPoints<R, 4> {
    let (zero, one) = (R::zero(), R::one());
    let (ea, eb, r) = (a1 - a0, b1 - b0, a0 - b0);
    let n = ea.cross(&eb);
    let (aa, bb, nn) = (ea.dot(&ea), eb.dot(&eb), n.dot(&n));
    let sine = R::from_f64(64.0) * R::epsilon();
    let mut alpha = if nn > sine * sine * aa * bb {
        unit(eb.cross(&r).dot(&n) / nn)
    } else {
        R::half()
    };
    let mut beta = (r + ea * alpha).dot(&eb) / bb;
    // Beyond an end of the second edge, that end is closest, and the first edge's point is the closest to it.
    if !(beta >= zero && beta <= one) {
        beta = unit(beta);
        alpha = unit((eb * beta - r).dot(&ea) / aa);
    }
    ClosestPoints {
        weights: [one - alpha, alpha, beta - one, -beta],
        separation: r + ea * alpha - eb * beta,
    }
}

/// Of a point and a triangle; in the order `p, t0, t1, t2`.
#[inline]
pub fn point_triangle<R: Real>(
    p: &Vec3<R>,
    t0: &Vec3<R>,
    t1: &Vec3<R>,
    t2: &Vec3<R>,
) -> ClosestPoints<R, 4> {
    let (zero, one) = (R::zero(), R::one());
    let (u, v, r) = (t1 - t0, t2 - t0, p - t0);
    let n = u.cross(&v);
    let nn = n.dot(&n);
    let (b1, b2) = (r.cross(&v).dot(&n) / nn, u.cross(&r).dot(&n) / nn);
    let b0 = one - b1 - b2;
    // Nothing is inside of a triangle that has no area, up to rounding.
    let sine = R::from_f64(4096.0) * R::epsilon();
    let is_sliver = nn <= sine * sine * u.dot(&u) * v.dot(&v);
    if !is_sliver && b0 >= zero && b1 >= zero && b2 >= zero {
        return ClosestPoints {
            weights: [one, -b0, -b1, -b2],
            separation: n * (n.dot(&r) / nn),
        };
    }
    // The closest of the three edges.
    let first = point_edge(p, t0, t1);
    let [w, a, b] = first.weights;
    let mut best = ClosestPoints {
        weights: [w, a, b, zero],
        separation: first.separation,
    };
    let mut least = best.separation.dot(&best.separation);
    let second = point_edge(p, t1, t2);
    let squared = second.separation.dot(&second.separation);
    if squared < least {
        let [w, a, b] = second.weights;
        best.weights = [w, zero, a, b];
        best.separation = second.separation;
        least = squared;
    }
    let third = point_edge(p, t2, t0);
    let squared = third.separation.dot(&third.separation);
    if squared < least {
        let [w, a, b] = third.weights;
        best.weights = [w, b, zero, a];
        best.separation = third.separation;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance;
    use crate::testing::Random;

    /// The distance is `squared`, and the weights are those of its points.
    fn check<const K: usize>(x: [Vec3<f64>; K], closest: &ClosestPoints<f64, K>, squared: f64) {
        let size = x.iter().fold(0.0_f64, |most, x| most.max(x.amax()));
        let found = closest.separation.norm();
        assert!(
            (found - squared.sqrt()).abs() <= 1e-12 * size,
            "{found:e} and {:e}",
            squared.sqrt()
        );
        let sum: f64 = closest.weights.iter().sum();
        assert!(sum.abs() < 1e-12);
        let apart: Vec3<f64> = x.iter().zip(closest.weights).map(|(x, w)| x * w).sum();
        assert!((apart - closest.separation).norm() <= 1e-12 * size);
    }

    #[test]
    fn distances_are_those_of_the_classified_parts() {
        let mut random = Random(920);
        for k in 0..30_000 {
            let mut x = random.stencil::<4>();
            if k % 3 == 0 {
                // Nearly parallel edges, thin triangles.
                x[3] = x[2] + (x[1] - x[0]) * random.uniform() + (x[3] - x[2]) * 1e-9;
            }
            let [a, b, c, d] = &x;
            check(
                [*a, *b, *c],
                &point_edge(a, b, c),
                distance::point_edge::squared(a, b, c),
            );
            check(
                x,
                &edge_edge(a, b, c, d),
                distance::edge_edge::squared(a, b, c, d),
            );
            check(
                x,
                &point_triangle(a, b, c, d),
                distance::point_triangle::squared(a, b, c, d),
            );
        }
    }

    #[test]
    fn edges_without_length_are_points() {
        let [a, b, c] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]].map(Vec3::from);
        assert_eq!(point_edge(&a, &b, &b).separation, a - b);
        assert_eq!(edge_edge(&a, &a, &b, &c).separation, a - b);
        assert_eq!(edge_edge(&b, &c, &a, &a).separation, b - a);
        assert_eq!(edge_edge(&a, &a, &b, &b).separation, a - b);
        assert_eq!(point_triangle(&a, &b, &b, &c).separation, a - b);
    }

    #[test]
    fn single_precision_is_within_rounding() {
        let mut random = Random(921);
        for k in 0..30_000 {
            let mut x = random.stencil::<4>();
            if k % 2 == 0 {
                x[3] = x[2] + (x[1] - x[0]) * random.uniform() + (x[3] - x[2]) * 1e-5;
            }
            let x32 = x.map(|x| x.cast::<f32>());
            let x = x32.map(|x| x.cast::<f64>());
            let size = x.iter().fold(0.0_f64, |most, x| most.max(x.amax()));
            let [a, b, c, d] = &x;
            let [a32, b32, c32, d32] = &x32;
            let edges = edge_edge(a32, b32, c32, d32).separation.norm();
            let exact = distance::edge_edge::squared(a, b, c, d).sqrt();
            assert!(
                (f64::from(edges) - exact).abs() < 1e-5 * size,
                "{edges:e} {exact:e}"
            );
        }
    }
}
