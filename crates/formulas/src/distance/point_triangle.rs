//! Point-triangle: `s = (n·(p - t0))² / |n|²`, `n = (t1 - t0) x (t2 - t0)` (IPC 2020, equation 19),
//! where the foot lies inside the triangle, else the distance to an edge or vertex.

use super::{
    foot::Foot,
    point_edge::{self, PointEdge},
};
use crate::{Real, Vec3};
use nalgebra::SMatrix;

/// The part of the triangle closest to the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointTriangle {
    /// The vertex `t0`.
    T0,
    /// The vertex `t1`.
    T1,
    /// The vertex `t2`.
    T2,
    /// The edge `(t0, t1)`.
    E0,
    /// The edge `(t1, t2)`.
    E1,
    /// The edge `(t2, t0)`.
    E2,
    /// The triangle's inside.
    Interior,
}

/// Which part of the triangle is closest. A triangle without area is its edges.
#[inline]
pub fn classify<R: Real>(p: &Vec3<R>, t0: &Vec3<R>, t1: &Vec3<R>, t2: &Vec3<R>) -> PointTriangle {
    classify_squared(p, t0, t1, t2).0
}

/// Squared distance from a point to a triangle, in m².
#[inline]
pub fn squared<R: Real>(p: &Vec3<R>, t0: &Vec3<R>, t1: &Vec3<R>, t2: &Vec3<R>) -> R {
    classify_squared(p, t0, t1, t2).1
}

/// [`classify`] and [`squared`] together.
///
/// The foot is inside where the point is on the inner side of all three edges. Otherwise the
/// closest point lies on an edge that has the point on its outer side, and the nearest of those
/// wins.
#[inline]
pub fn classify_squared<R: Real>(
    p: &Vec3<R>,
    t0: &Vec3<R>,
    t1: &Vec3<R>,
    t2: &Vec3<R>,
) -> (PointTriangle, R) {
    let (u, v, r) = (t1 - t0, t2 - t0, p - t0);
    let n = u.cross(&v);
    let nn = n.dot(&n);
    let sliver = sliver_bound::<R>() * u.dot(&u) * v.dot(&v);
    // Everything is outside of all edges of a triangle that has no area to be inside of.
    let flat = nn <= sliver;
    let turned = r.cross(&n);
    let outside = [
        flat || u.dot(&turned) <= R::zero(),
        flat || (t2 - t1).dot(&(p - t1).cross(&n)) <= R::zero(),
        flat || v.dot(&turned) >= R::zero(),
    ];
    if !outside[0] && !outside[1] && !outside[2] {
        let height = n.dot(&r);
        return (PointTriangle::Interior, height * height / nn);
    }
    nearest_edge(p, [t0, t1, t2], outside)
}

/// Below this squared sine between two edges a triangle counts as having no area.
#[inline]
fn sliver_bound<R: Real>() -> R {
    let sine = R::from_f64(4096.0) * R::epsilon();
    sine * sine
}

/// The closest of those edges that have the point on their outer side.
#[inline]
fn nearest_edge<R: Real>(p: &Vec3<R>, t: [&Vec3<R>; 3], outside: [bool; 3]) -> (PointTriangle, R) {
    use PointTriangle::{E0, E1, E2, T0, T1, T2};
    const PARTS: [[PointTriangle; 3]; 3] = [[T0, T1, E0], [T1, T2, E1], [T2, T0, E2]];
    let mut best = (T0, R::zero());
    let mut found = false;
    for edge in 0..3 {
        if outside[edge] {
            let (kind, squared) = point_edge::classify_squared(p, t[edge], t[(edge + 1) % 3]);
            if !found || squared < best.1 {
                let part = match kind {
                    PointEdge::E0 => PARTS[edge][0],
                    PointEdge::E1 => PARTS[edge][1],
                    PointEdge::Interior => PARTS[edge][2],
                };
                best = (part, squared);
                found = true;
            }
        }
    }
    best
}

/// Squared distance from a point to the plane of a triangle, in m².
#[inline]
pub fn squared_plane<R: Real>(p: &Vec3<R>, t0: &Vec3<R>, t1: &Vec3<R>, t2: &Vec3<R>) -> R {
    let n = (t1 - t0).cross(&(t2 - t0));
    let height = n.dot(&(p - t0));
    height * height / n.dot(&n)
}

/// The foot of the perpendicular on the plane; vertices in the order `p, t0, t1, t2`.
#[inline]
pub fn foot<R: Real>(p: &Vec3<R>, t0: &Vec3<R>, t1: &Vec3<R>, t2: &Vec3<R>) -> Foot<R, 4> {
    let (u, v, r) = (t1 - t0, t2 - t0, p - t0);
    let n = u.cross(&v);
    let unit = n * (R::one() / n.dot(&n));
    let (u_dual, v_dual) = (v.cross(&unit), unit.cross(&u));
    let (beta1, beta2) = (r.dot(&u_dual), r.dot(&v_dual));
    Foot {
        weights: [R::one(), beta1 + beta2 - R::one(), -beta1, -beta2],
        tilt: [Vec3::zeros(), -u_dual - v_dual, u_dual, v_dual],
        separation: n * r.dot(&unit),
        normal: n * unit.transpose(),
    }
}

/// The closest point of the part `kind`, as a foot of the whole stencil `p, t0, t1, t2`: its
/// gradient and Hessian are those of [`squared`] where `kind` is what [`classify`] says.
#[inline]
pub fn foot_of<R: Real>(
    kind: PointTriangle,
    p: &Vec3<R>,
    t0: &Vec3<R>,
    t1: &Vec3<R>,
    t2: &Vec3<R>,
) -> Foot<R, 4> {
    match kind {
        PointTriangle::T0 => Foot::point_point(p, t0).embed([0, 1]),
        PointTriangle::T1 => Foot::point_point(p, t1).embed([0, 2]),
        PointTriangle::T2 => Foot::point_point(p, t2).embed([0, 3]),
        PointTriangle::E0 => point_edge::foot(p, t0, t1).embed([0, 1, 2]),
        PointTriangle::E1 => point_edge::foot(p, t1, t2).embed([0, 2, 3]),
        PointTriangle::E2 => point_edge::foot(p, t2, t0).embed([0, 3, 1]),
        PointTriangle::Interior => foot(p, t0, t1, t2),
    }
}

/// Gradient of [`squared_plane`] with respect to `p, t0, t1, t2`, in m.
#[inline]
pub fn gradient_plane<R: Real>(
    p: &Vec3<R>,
    t0: &Vec3<R>,
    t1: &Vec3<R>,
    t2: &Vec3<R>,
) -> [Vec3<R>; 4] {
    foot(p, t0, t1, t2).gradient()
}

/// Hessian of [`squared_plane`] (dimensionless).
#[inline]
pub fn hessian_plane<R: Real>(
    p: &Vec3<R>,
    t0: &Vec3<R>,
    t1: &Vec3<R>,
    t2: &Vec3<R>,
) -> SMatrix<R, 12, 12> {
    foot(p, t0, t1, t2).hessian()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, derivatives, flatten};

    #[test]
    fn derivatives_are_exact_for_every_part() {
        let mut random = Random(3);
        let mut seen = [0; 7];
        for _ in 0..2000 {
            let x = random.stencil::<4>();
            let [p, t0, t1, t2] = &x;
            let kind = classify(p, t0, t1, t2);
            seen[kind as usize] += 1;
            let foot = foot_of(kind, p, t0, t1, t2);
            let (g, h) = derivatives::<4, 12>(x, |[p, t0, t1, t2]| squared(&p, &t0, &t1, &t2));
            assert_close(&flatten(foot.gradient()), &g, 1e-9);
            assert_close(&foot.hessian(), &h, 1e-9);
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    #[test]
    fn the_closest_part_is_the_minimum_over_a_grid() {
        let mut random = Random(4);
        for _ in 0..200 {
            let [p, t0, t1, t2]: [Vec3<f64>; 4] = core::array::from_fn(|_| random.point());
            let s = squared(&p, &t0, &t1, &t2);
            let mut least = f64::INFINITY;
            for i in 0..=100 {
                for j in 0..=100 - i {
                    let (u, v) = (f64::from(i) * 0.01, f64::from(j) * 0.01);
                    least = least.min((p - t0 - (t1 - t0) * u - (t2 - t0) * v).norm_squared());
                }
            }
            assert!(s <= least + 1e-14 && least.sqrt() - s.sqrt() < 0.03);
        }
    }

    #[test]
    fn a_triangle_without_area_is_its_edges() {
        let at = |x: f64| Vec3::new(x, 0.0, 0.0);
        let p = Vec3::new(1.5, 2.0, 0.0);
        assert_eq!(squared(&p, &at(0.0), &at(1.0), &at(3.0)), 4.0);
        assert_eq!(squared(&p, &at(1.5), &at(1.5), &at(1.5)), 4.0);
        assert_eq!(squared(&p, &at(0.0), &at(0.0), &at(1.0)), 4.25);
        // Three points on a slanted line, collinear only to rounding.
        let d = Vec3::new(0.1, 0.7, 0.3);
        let s = squared(&p, &(d * 0.0), &(d * 3.3), &(d * 7.7));
        let expected = point_edge::squared_line(&p, &(d * 0.0), &d);
        assert!((s - expected).abs() < 1e-12 * expected);
    }
}
