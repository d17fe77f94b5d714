//! Whether two primitives are farther apart than a distance, exactly.
//!
//! Floating point answers where its error cannot matter; else all coordinates and the distance are scaled to
//! integers by one power of two, and squares of distances are compared as fractions:
//!
//! ```text
//! points     |p - q|²          > ξ²
//! edge       |e x (p - e0)|²   > ξ² |e|²     where the foot is on the edge
//! triangle   (n · (p - t0))²   > ξ² |n|²     where the foot is in the triangle, n = (t1 - t0) x (t2 - t0)
//! edges      (n · (b0 - a0))²  > ξ² |n|²     where both feet are on their edges, n = a x b
//! ```
//!
//! and the features below where a foot is not.
//!
//! ```
//! use tangency_geometry::{Vec3, apart};
//!
//! let x = [[0.0, 0.0, 0.0], [3.0, 4.0, 0.0]].map(Vec3::from);
//! assert!(!apart::point_point(&x, 5.0) && apart::point_point(&x, 5.0_f64.next_down()));
//! ```

use dashu_int::IBig;
use tangency_formulas::distance;

use crate::Vec3;
use crate::continuous::number::{Number, Vector, cross, dot, sub, to_integers};

/// Relative error that no floating-point distance below reaches, except of nearly degenerate primitives at great
/// distances from the origin; there the coordinates' own size counts.
const RELATIVE: f64 = 1e-6;

/// Whether two points are farther apart than `xi`, m.
#[must_use]
pub fn point_point(x: &[Vec3; 2], xi: f64) -> bool {
    let [p, q] = x;
    decided(distance::point_point::squared(p, q), x, xi).unwrap_or_else(|| {
        let ([p, q], xi) = integers(x, xi);
        points(&p, &q, &xi)
    })
}

/// Whether a point and an edge `p, e0, e1` are farther apart than `xi`, m.
#[must_use]
pub fn point_edge(x: &[Vec3; 3], xi: f64) -> bool {
    let [p, e0, e1] = x;
    decided(distance::point_edge::squared(p, e0, e1), x, xi).unwrap_or_else(|| {
        let ([p, e0, e1], xi) = integers(x, xi);
        point_and_edge(&p, [&e0, &e1], &xi)
    })
}

/// Whether a point and a triangle `p, t0, t1, t2` are farther apart than `xi`, m.
#[must_use]
pub fn point_triangle(x: &[Vec3; 4], xi: f64) -> bool {
    let [p, t0, t1, t2] = x;
    decided(distance::point_triangle::squared(p, t0, t1, t2), x, xi).unwrap_or_else(|| {
        let ([p, t0, t1, t2], xi) = integers(x, xi);
        point_and_triangle(&p, [&t0, &t1, &t2], &xi)
    })
}

/// Whether two edges `a0, a1, b0, b1` are farther apart than `xi`, m.
#[must_use]
pub fn edge_edge(x: &[Vec3; 4], xi: f64) -> bool {
    let [a0, a1, b0, b1] = x;
    decided(distance::edge_edge::squared(a0, a1, b0, b1), x, xi).unwrap_or_else(|| {
        let ([a0, a1, b0, b1], xi) = integers(x, xi);
        edges([&a0, &a1], [&b0, &b1], &xi)
    })
}

/// The answer where a floating-point distance is far enough from `xi`.
fn decided<const K: usize>(squared: f64, x: &[Vec3; K], xi: f64) -> Option<bool> {
    let size = x.iter().map(|x| x.amax()).fold(0.0, f64::max);
    let (distance, doubt) = (squared.sqrt(), RELATIVE * xi + 1e-12 * size);
    if distance > xi + doubt {
        Some(true)
    } else if distance < xi - doubt {
        Some(false)
    } else {
        None
    }
}

/// Coordinates and distance as integers. (The distance is one more coordinate.)
fn integers<const K: usize>(x: &[Vec3; K], xi: f64) -> ([Vector<IBig>; K], IBig) {
    let mut all = [[0.0; 3]; 5];
    for (place, x) in all.iter_mut().zip(x) {
        *place = (*x).into();
    }
    all[4][0] = xi;
    let mut whole = to_integers(&all);
    let [_, _, _, _, last] = &mut whole;
    let xi = std::mem::take(&mut last[0]);
    (std::array::from_fn(|k| std::mem::take(&mut whole[k])), xi)
}

fn is_positive(number: &IBig) -> bool {
    *number > IBig::ZERO
}

fn square(v: &Vector<IBig>) -> IBig {
    dot(v, v)
}

/// `length² > ξ² unit`.
fn exceeds(length: &IBig, xi: &IBig, unit: &IBig) -> bool {
    *length > xi.times(xi).times(unit)
}

fn points(p: &Vector<IBig>, q: &Vector<IBig>, xi: &IBig) -> bool {
    exceeds(&square(&sub(p, q)), xi, &IBig::ONE)
}

fn point_and_edge(p: &Vector<IBig>, [e0, e1]: [&Vector<IBig>; 2], xi: &IBig) -> bool {
    let (e, r) = (sub(e1, e0), sub(p, e0));
    let (along, whole) = (dot(&r, &e), square(&e));
    if !is_positive(&along) {
        points(p, e0, xi)
    } else if along >= whole {
        points(p, e1, xi)
    } else {
        exceeds(&square(&cross(&e, &r)), xi, &whole)
    }
}

fn point_and_triangle(p: &Vector<IBig>, t: [&Vector<IBig>; 3], xi: &IBig) -> bool {
    let normal = cross(&sub(t[1], t[0]), &sub(t[2], t[0]));
    let unit = square(&normal);
    let sides = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let is_inside = |[from, to]: &[&Vector<IBig>; 2]| {
        let outward = cross(&sub(to, from), &sub(p, from));
        dot(&outward, &normal) >= IBig::ZERO
    };
    if is_positive(&unit) && sides.iter().all(is_inside) {
        let height = dot(&sub(p, t[0]), &normal);
        return exceeds(&height.times(&height), xi, &unit);
    }
    sides.iter().all(|side| point_and_edge(p, *side, xi))
}

fn edges(a: [&Vector<IBig>; 2], b: [&Vector<IBig>; 2], xi: &IBig) -> bool {
    let (u, v, w) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(b[0], a[0]));
    let normal = cross(&u, &v);
    let unit = square(&normal);
    let share = |along: &Vector<IBig>| dot(&cross(&w, along), &normal);
    let is_on = |share: IBig| share >= IBig::ZERO && share <= unit;
    if is_positive(&unit) && is_on(share(&v)) && is_on(share(&u)) {
        let height = dot(&w, &normal);
        return exceeds(&height.times(&height), xi, &unit);
    }
    a.iter().all(|p| point_and_edge(p, b, xi)) && b.iter().all(|p| point_and_edge(p, a, xi))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four tests at and beside a distance that doubles represent exactly.
    #[test]
    fn one_unit_in_the_last_place_is_seen() {
        let v = Vec3::new;
        let h = 0.75;
        let origin = v(0.0, 0.0, 0.0);
        let (t0, t1, t2) = (v(-1.0, -1.0, 0.0), v(1.0, -1.0, 0.0), v(0.0, 2.0, 0.0));
        let (e0, e1) = (v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0));
        let (a0, a1) = (v(0.0, -1.0, h), v(0.0, 1.0, h));
        let p = v(0.0, 0.0, h);
        let below = f64::from_bits(h.to_bits() - 1);
        let above = f64::from_bits(h.to_bits() + 1);
        for (xi, expected) in [(below, true), (h, false), (above, false)] {
            assert_eq!(point_point(&[p, origin], xi), expected);
            assert_eq!(point_edge(&[p, e0, e1], xi), expected);
            assert_eq!(point_triangle(&[p, t0, t1, t2], xi), expected);
            assert_eq!(edge_edge(&[a0, a1, e0, e1], xi), expected);
            // Parallel edges, and feet at the ends.
            let parallel = [v(-1.0, 0.0, h), v(1.0, 0.0, h), e0, e1];
            assert_eq!(edge_edge(&parallel, xi), expected);
            let ends = [v(1.0, 0.0, h), v(3.0, 0.0, h), e0, e1];
            assert_eq!(edge_edge(&ends, xi), expected);
            assert_eq!(point_triangle(&[v(0.0, 2.0, h), t0, t1, t2], xi), expected);
        }
    }

    #[test]
    fn far_and_near_are_plain() {
        let x = [Vec3::zeros(), Vec3::x()];
        assert!(point_point(&x, 0.5));
        assert!(!point_point(&x, 2.0));
    }
}
