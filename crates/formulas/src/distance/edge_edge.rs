//! Edge-edge: `s = (n·(a0 - b0))² / |n|²`, `n = (a1 - a0) x (b1 - b0)` (IPC 2020, equation 21),
//! where the closest points lie inside both edges, else the nearest endpoint against the other
//! edge. Nearly parallel edges are decided by their endpoints alone.

use super::{
    foot::Foot,
    point_edge::{self, PointEdge},
    point_point,
};
use crate::{Real, Vec3};
use nalgebra::SMatrix;

/// The parts of two edges that are closest to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeEdge {
    /// The vertices `a0` and `b0`.
    A0B0,
    /// The vertices `a0` and `b1`.
    A0B1,
    /// The vertices `a1` and `b0`.
    A1B0,
    /// The vertices `a1` and `b1`.
    A1B1,
    /// The inside of edge a, and the vertex `b0`.
    AB0,
    /// The inside of edge a, and the vertex `b1`.
    AB1,
    /// The vertex `a0`, and the inside of edge b.
    A0B,
    /// The vertex `a1`, and the inside of edge b.
    A1B,
    /// The insides of both edges.
    Interior,
}

/// Which parts are closest. Nearly parallel edges yield a part with a vertex.
#[inline]
pub fn classify<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> EdgeEdge {
    classify_squared(a0, a1, b0, b1).0
}

/// Squared distance between two edges, in m².
///
/// ```
/// use tangency_formulas::{Vec3, distance::edge_edge};
///
/// let [a0, a1] = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(Vec3::from);
/// let [b0, b1] = [[0.0, -1.0, 3.0], [0.0, 1.0, 3.0]].map(Vec3::from);
/// assert_eq!(edge_edge::squared(&a0, &a1, &b0, &b1), 9.0);
/// ```
#[inline]
pub fn squared<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> R {
    classify_squared(a0, a1, b0, b1).1
}

/// [`classify`] and [`squared`] together.
///
/// With `alpha, beta` the closest points of the two lines, the edges' insides are closest where
/// both are in (0, 1); otherwise the closest pair has an endpoint that a parameter lies beyond.
/// `beta` is the projection of alpha's point, and the distance that of the two points: so the error
/// stays near the rounding of the edge lengths, however small the angle.
#[inline]
pub fn classify_squared<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> (EdgeEdge, R) {
    let (ea, eb, r) = (a1 - a0, b1 - b0, a0 - b0);
    let n = ea.cross(&eb);
    let (nn, bb) = (n.dot(&n), eb.dot(&eb));
    if nn <= parallel_bound::<R>() * ea.dot(&ea) * bb {
        return nearest_endpoint(a0, a1, b0, b1, [true; 4]);
    }
    let (zero, one) = (R::zero(), R::one());
    let alpha = eb.cross(&r).dot(&n) / nn;
    let beta = (r + ea * alpha).dot(&eb) / bb;
    let beyond = [alpha <= zero, alpha >= one, beta <= zero, beta >= one];
    if beyond == [false; 4] {
        let q = r + ea * alpha - eb * beta;
        return (EdgeEdge::Interior, q.dot(&q));
    }
    nearest_endpoint(a0, a1, b0, b1, beyond)
}

/// Below this squared sine of their angle, edges count as parallel.
#[inline]
fn parallel_bound<R: Real>() -> R {
    let sine = R::from_f64(64.0) * R::epsilon();
    sine * sine
}

/// The closest among the chosen endpoints `a0, a1, b0, b1`, each against the other edge.
#[inline]
fn nearest_endpoint<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
    chosen: [bool; 4],
) -> (EdgeEdge, R) {
    use EdgeEdge::{A0B, A0B0, A0B1, A1B, A1B0, A1B1, AB0, AB1};
    let candidates = [
        (a0, b0, b1, [A0B0, A0B1, A0B]),
        (a1, b0, b1, [A1B0, A1B1, A1B]),
        (b0, a0, a1, [A0B0, A1B0, AB0]),
        (b1, a0, a1, [A0B1, A1B1, AB1]),
    ];
    let mut best = (A0B0, point_point::squared(a0, b0));
    let mut found = false;
    for (choice, (p, e0, e1, parts)) in chosen.into_iter().zip(candidates) {
        if choice {
            let (kind, squared) = point_edge::classify_squared(p, e0, e1);
            if !found || squared < best.1 {
                let part = match kind {
                    PointEdge::E0 => parts[0],
                    PointEdge::E1 => parts[1],
                    PointEdge::Interior => parts[2],
                };
                best = (part, squared);
                found = true;
            }
        }
    }
    best
}

/// Squared distance between the lines through two edges, in m². The lines must not be parallel.
#[inline]
pub fn squared_line<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> R {
    let n = (a1 - a0).cross(&(b1 - b0));
    let height = n.dot(&(a0 - b0));
    height * height / n.dot(&n)
}

/// The closest points of the two lines; vertices in the order `a0, a1, b0, b1`.
#[inline]
pub fn foot<R: Real>(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> Foot<R, 4> {
    let (ea, eb, r) = (a1 - a0, b1 - b0, a0 - b0);
    let n = ea.cross(&eb);
    let unit = n * (R::one() / n.dot(&n));
    // Dual to (-ea, eb), along which the separation shrinks as the feet advance.
    let (a_dual, b_dual) = (unit.cross(&eb), unit.cross(&ea));
    let (alpha, beta) = (r.dot(&a_dual), r.dot(&b_dual));
    Foot {
        weights: [R::one() - alpha, alpha, beta - R::one(), -beta],
        tilt: [a_dual, -a_dual, -b_dual, b_dual],
        separation: n * r.dot(&unit),
        normal: n * unit.transpose(),
    }
}

/// The closest points of the parts `kind`, as a foot of the whole stencil `a0, a1, b0, b1`: its
/// gradient and Hessian are those of [`squared`] where `kind` is what [`classify`] says.
#[inline]
pub fn foot_of<R: Real>(
    kind: EdgeEdge,
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> Foot<R, 4> {
    match kind {
        EdgeEdge::A0B0 => Foot::point_point(a0, b0).embed([0, 2]),
        EdgeEdge::A0B1 => Foot::point_point(a0, b1).embed([0, 3]),
        EdgeEdge::A1B0 => Foot::point_point(a1, b0).embed([1, 2]),
        EdgeEdge::A1B1 => Foot::point_point(a1, b1).embed([1, 3]),
        EdgeEdge::A0B => point_edge::foot(a0, b0, b1).embed([0, 2, 3]),
        EdgeEdge::A1B => point_edge::foot(a1, b0, b1).embed([1, 2, 3]),
        EdgeEdge::AB0 => point_edge::foot(b0, a0, a1).embed([2, 0, 1]).reversed(),
        EdgeEdge::AB1 => point_edge::foot(b1, a0, a1).embed([3, 0, 1]).reversed(),
        EdgeEdge::Interior => foot(a0, a1, b0, b1),
    }
}

/// Gradient of [`squared_line`] with respect to `a0, a1, b0, b1`, in m.
#[inline]
pub fn gradient_line<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> [Vec3<R>; 4] {
    foot(a0, a1, b0, b1).gradient()
}

/// Hessian of [`squared_line`] (dimensionless).
#[inline]
pub fn hessian_line<R: Real>(
    a0: &Vec3<R>,
    a1: &Vec3<R>,
    b0: &Vec3<R>,
    b1: &Vec3<R>,
) -> SMatrix<R, 12, 12> {
    foot(a0, a1, b0, b1).hessian()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact_for_every_part() {
        let mut random = Random(5);
        let mut seen = [0; 9];
        for _ in 0..2000 {
            let x = random.stencil::<4>();
            let [a0, a1, b0, b1] = &x;
            let kind = classify(a0, a1, b0, b1);
            seen[kind as usize] += 1;
            let foot = foot_of(kind, a0, a1, b0, b1);
            let (g, h) = derivatives::<4, 12>(x, |[a0, a1, b0, b1]| squared(&a0, &a1, &b0, &b1));
            assert_close(&flatten(foot.gradient()), &g, 1e-8);
            assert_close(&foot.hessian(), &h, 1e-8);
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    #[test]
    fn the_closest_parts_are_the_minimum_over_a_grid() {
        let mut random = Random(6);
        for _ in 0..200 {
            let [a0, a1, b0, b1]: [Vec3<f64>; 4] = core::array::from_fn(|_| random.point());
            let s = squared(&a0, &a1, &b0, &b1);
            let mut least = f64::INFINITY;
            for i in 0..=100 {
                for j in 0..=100 {
                    let (u, v) = (f64::from(i) * 0.01, f64::from(j) * 0.01);
                    let q = a0 + (a1 - a0) * u - b0 - (b1 - b0) * v;
                    least = least.min(q.norm_squared());
                }
            }
            assert!(s <= least + 1e-14 && least.sqrt() - s.sqrt() < 0.03);
        }
    }

    #[test]
    fn parallel_and_degenerate_edges_have_their_distance() {
        let at = |x: f64, y: f64| Vec3::new(x, y, 0.0);
        let cases = [
            (at(0.0, 0.0), at(2.0, 0.0), at(1.0, 1.0), at(3.0, 1.0), 1.0),
            (at(0.0, 0.0), at(1.0, 0.0), at(3.0, 0.0), at(4.0, 0.0), 4.0),
            (at(0.0, 0.0), at(1.0, 0.0), at(0.5, 0.0), at(0.7, 0.0), 0.0),
            (at(0.0, 0.0), at(0.0, 0.0), at(1.0, -1.0), at(1.0, 1.0), 1.0),
            (at(0.0, 0.0), at(0.0, 0.0), at(3.0, 4.0), at(3.0, 4.0), 25.0),
        ];
        for (a0, a1, b0, b1, expected) in cases {
            assert_eq!(squared(&a0, &a1, &b0, &b1), expected);
            assert_eq!(squared(&b1, &b0, &a0, &a1), expected);
        }
    }

    #[test]
    fn the_distance_survives_any_small_angle() {
        let slanted = Vec3::new(1.0, 0.3, -0.7);
        let across = slanted.cross(&Vec3::new(0.2, 1.0, 0.1)).normalize();
        let up = slanted.cross(&across).normalize();
        for exponent in 1..20 {
            let angle = libm::pow(10.0, -f64::from(exponent));
            // Edges that cross at their midpoints, a distance of 0.01 apart.
            let (a, b) = (slanted, slanted + across * angle);
            let lift = up * 0.01;
            let s = squared(&-a, &a, &(lift - b), &(lift + b));
            assert!((s.sqrt() - 0.01).abs() < 1e-14, "{angle:e}: {}", s.sqrt());
        }
    }
}
