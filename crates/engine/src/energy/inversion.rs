//! The inversion filter of the line search (Smith & Schaefer 2015; Li et al. 2020, section 4.4).
//!
//! Along x + t p the volume of a tet is a cubic in t, and so is that of a triangle times a depth that does not change. The
//! bound returned keeps every element of a barrier-type material above a fifth of the volume it has at t = 0, which
//! rounding cannot bridge.

use nalgebra::Matrix3;
use tangency_geometry::Vec3;

use crate::ordered;

/// Share of its volume that a tet keeps in one step.
const KEPT: f64 = 0.2;
/// Relative precision of the time at which the filter stops a tet.
const PRECISION: f64 = 1e-2;

/// The largest step along `p`, at most `at_most`, that keeps every tet from inverting.
pub fn limit(tets: &[[u32; 4]], x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
    let edges = |tet: &[u32; 4], u: &[Vec3]| {
        let [u0, u1, u2, u3] = tet.map(|v| u[v as usize]);
        Matrix3::from_columns(&[u1 - u0, u2 - u0, u3 - u0])
    };
    limit_all(tets, at_most, |tet| (edges(tet, x), edges(tet, p)))
}

/// As [`limit`], for triangles in the plane z = 0.
pub fn limit_plane(triangles: &[[u32; 3]], x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
    let edges = |triangle: &[u32; 3], u: &[Vec3], depth: Vec3| {
        let [u0, u1, u2] = triangle.map(|v| u[v as usize]);
        Matrix3::from_columns(&[u1 - u0, u2 - u0, depth])
    };
    limit_all(triangles, at_most, |triangle| {
        let shape = edges(triangle, x, Vec3::z());
        (shape, edges(triangle, p, Vec3::zeros()))
    })
}

/// The smallest of `at_most` and what each element allows, given its shape and the change of that.
fn limit_all<E: Sync>(
    elements: &[E],
    at_most: f64,
    shape: impl Fn(&E) -> (Matrix3<f64>, Matrix3<f64>) + Sync,
) -> f64 {
    ordered::smallest(elements.len(), at_most, |e| {
        let (shape, change) = shape(&elements[e]);
        limit_tet(&shape, &change, 1.0)
    })
}

/// `at_most`, or a time shortly before the volume first falls to the kept share.
fn limit_tet(shape: &Matrix3<f64>, change: &Matrix3<f64>, at_most: f64) -> f64 {
    let cubic = volume_cubic(shape, change);
    let floor = KEPT * cubic[0];
    if smallest(&cubic, at_most) > floor {
        return at_most;
    }
    // That the cubic stays above the floor until t is true up to some time and false from then on.
    let (mut safe, mut beyond) = (0.0, at_most);
    while beyond - safe > PRECISION * beyond && beyond > f64::MIN_POSITIVE {
        let middle = 0.5 * (safe + beyond);
        if smallest(&cubic, middle) > floor {
            safe = middle;
        } else {
            beyond = middle;
        }
    }
    safe
}

/// The smallest value of the cubic on [0, t]: at an end or where its slope vanishes.
fn smallest(&[c0, c1, c2, c3]: &[f64; 4], t: f64) -> f64 {
    let at = |t: f64| c0 + t * (c1 + t * (c2 + t * c3));
    let mut smallest = c0.min(at(t));
    let discriminant = c2 * c2 - 3.0 * c1 * c3;
    if discriminant > 0.0 {
        // The roots of c1 + 2 c2 t + 3 c3 t², without cancellation.
        let q = -(c2 + discriminant.sqrt().copysign(c2));
        for root in [q / (3.0 * c3), c1 / q] {
            if root > 0.0 && root < t {
                smallest = smallest.min(at(root));
            }
        }
    }
    smallest
}

/// Coefficients of det(shape + t change).
fn volume_cubic(shape: &Matrix3<f64>, change: &Matrix3<f64>) -> [f64; 4] {
    let column = |m: &Matrix3<f64>, i: usize| -> Vec3 { m.column(i).into_owned() };
    let triple = |a: Vec3, b: Vec3, c: Vec3| a.dot(&b.cross(&c));
    let [a, b, c] = [0, 1, 2].map(|i| column(shape, i));
    let [da, db, dc] = [0, 1, 2].map(|i| column(change, i));
    [
        triple(a, b, c),
        triple(da, b, c) + triple(a, db, c) + triple(a, b, dc),
        triple(da, db, c) + triple(da, b, dc) + triple(a, db, dc),
        triple(da, db, dc),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tet_pressed_flat_is_stopped_before_it_inverts() {
        let shape = Matrix3::identity();
        let mut change = Matrix3::zeros();
        change[(2, 2)] = -1.0; // flat at t = 1
        let t = limit_tet(&shape, &change, 1.0);
        assert!(t < 0.8 && t > 0.79, "{t}");
        change[(2, 2)] = 1.0;
        assert_eq!(limit_tet(&shape, &change, 1.0), 1.0);
    }

    #[test]
    fn a_triangle_pressed_flat_is_stopped_before_it_inverts() {
        let x = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let p = [Vec3::zeros(), Vec3::zeros(), -Vec3::y()];
        let t = limit_plane(&[[0, 1, 2]], &x, &p, 1.0);
        assert!(t < 0.8 && t > 0.79, "{t}");
        // Both sides shrink: the area is (1 - t)².
        let p = [Vec3::zeros(), -Vec3::x(), -Vec3::y()];
        let t = limit_plane(&[[0, 1, 2]], &x, &p, 1.0);
        let least = 1.0 - KEPT.sqrt();
        assert!(t < least && t > 0.98 * least, "{t}");
        assert_eq!(limit_plane(&[[0, 1, 2]], &x, &x, 1.0), 1.0);
    }

    #[test]
    fn no_volume_on_the_way_is_below_the_kept_share() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
        };
        let mut stopped = 0;
        for _ in 0..2000 {
            let shape = Matrix3::from_fn(|_, _| random());
            if shape.determinant() < 0.05 {
                continue;
            }
            let change = Matrix3::from_fn(|_, _| 3.0 * random());
            let t = limit_tet(&shape, &change, 1.0);
            stopped += usize::from(t < 1.0);
            for k in 0..=100 {
                let volume = (shape + change * (t * f64::from(k) / 100.0)).determinant();
                assert!(volume > (KEPT - 1e-12) * shape.determinant());
            }
        }
        assert!(stopped > 100);
    }
}
