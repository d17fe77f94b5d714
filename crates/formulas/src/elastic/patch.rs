//! The patch of a plate's triangle and its neighbours: what angles a curvature makes, and how
//! stiff the angles are. Equations in [`super::plate`].
//!
//! **Nearly singular patches.** Six nodes on one conic do not determine the curvature, and
//! `M = (B Q⁻¹ Bᵀ)⁻¹` is infinite. `B Q⁻¹ Bᵀ` is scaled to a unit diagonal, and its eigenvalues
//! below [`FLOOR`] are raised to it. Triangles of fair shape are far from that (0.36 for equilateral
//! ones with ν = 0.3, above 0.03 in lattices whose nodes are moved by a fifth of a side); slender
//! ones come near as the square of their aspect ratio (0.007 at ten to one). Where the floor acts,
//! the triangle is softer than the plate.

use crate::symmetric::eigen;
use crate::{Mat3, Real, Vec3};

/// The least eigenvalue of `B Q⁻¹ Bᵀ`, scaled to a unit diagonal, that is taken as it is.
pub const FLOOR: f64 = 1e-3;

/// Flexural rigidity `D = E t³/(12 (1 - ν²))` in J, from Young's modulus in Pa, Poisson's ratio and
/// the thickness in m.
#[inline]
pub fn rigidity<R: Real>(young: R, poisson: R, thickness: R) -> R {
    young * thickness * thickness * thickness / (R::from_f64(12.0) * (R::one() - poisson * poisson))
}

/// The rows `b_i` in m, zero where a hinge is missing; `None` where a triangle has no area.
#[inline]
pub(super) fn rows<R: Real>(
    triangle: [&Vec3<R>; 3],
    opposite: [Option<&Vec3<R>>; 3],
) -> Option<[Vec3<R>; 3]> {
    let flat = unfold(triangle)?;
    let mut rows = [Vec3::zeros(); 3];
    for (i, node) in opposite.into_iter().enumerate() {
        if let Some(b) = node {
            let (e0, e1) = (triangle[i], triangle[(i + 1) % 3]);
            rows[i] = row([0, 1, 2].map(|k| flat[(i + k) % 3]), &(b - e0), &(e1 - e0))?;
        }
    }
    Some(rows)
}

/// A triangle in its plane: `t0` at the origin, `t1` on the first axis. `None` without area.
#[inline]
fn unfold<R: Real>(t: [&Vec3<R>; 3]) -> Option<[[R; 2]; 3]> {
    let (e, u) = (t[1] - t[0], t[2] - t[0]);
    let (length, normal) = (e.dot(&e).sqrt(), e.cross(&u));
    let height = normal.dot(&normal).sqrt() / length;
    let zero = R::zero();
    (height > zero).then(|| [[zero; 2], [length, zero], [u.dot(&e) / length, height]])
}

/// The row `b_i`: the angle at the edge from `p[0]` to `p[1]` of a flat patch with apexes `p[2]` and,
/// in space, `v` from the start of the edge `e`, for unit k11, k22 and k12.
#[inline]
fn row<R: Real>(p: [[R; 2]; 3], v: &Vec3<R>, e: &Vec3<R>) -> Option<Vec3<R>> {
    let (half, two) = (R::half(), R::two());
    let length = e.dot(e).sqrt();
    let [x, y] = [0, 1].map(|c| (p[1][c] - p[0][c]) / length);
    let [ux, uy] = [0, 1].map(|c| p[2][c] - p[0][c]);
    let (a1, h1) = (ux * x + uy * y, uy * x - ux * y);
    let normal = v.cross(e);
    let (a2, h2) = (v.dot(e) / length, normal.dot(&normal).sqrt() / length);
    if h2.partial_cmp(&R::zero()) != Some(core::cmp::Ordering::Greater) {
        return None;
    }
    let along = half * (a1 * (a1 - length) / h1 + a2 * (a2 - length) / h2);
    let across = half * (h1 + h2);
    let twist = a1 - a2;
    // Curvatures in the edge's frame, (x, y) and (-y, x), from those in the patch's.
    Some(Vec3::new(
        along * x * x + across * y * y - twist * x * y,
        along * y * y + across * x * x + twist * x * y,
        two * (along - across) * x * y + twist * (x * x - y * y),
    ))
}

/// `B Q⁻¹ Bᵀ` in m²/J, with `Q⁻¹ = 12/(E t³) [1, -ν, 0; -ν, 1, 0; 0, 0, (1 + ν)/2]`.
#[inline]
pub(super) fn compliance<R: Real>(
    rows: &[Vec3<R>; 3],
    young: R,
    poisson: R,
    thickness: R,
) -> [[R; 3]; 3] {
    let scale = R::from_f64(12.0) / (young * thickness * thickness * thickness);
    let shear = R::half() * (R::one() + poisson);
    let curvatures =
        rows.map(|b| Vec3::new(b.x - poisson * b.y, b.y - poisson * b.x, shear * b.z) * scale);
    rows.map(|b| curvatures.map(|k| b.dot(&k)))
}

/// The inverse of a positive semidefinite matrix on the rows that are not zero, with the eigenvalues
/// of the matrix scaled to a unit diagonal raised to [`FLOOR`].
#[inline]
pub(super) fn regularized_inverse<R: Real>(a: &[[R; 3]; 3]) -> Mat3<R> {
    let zero = R::zero();
    let scale: [R; 3] = core::array::from_fn(|i| {
        if a[i][i] > zero {
            R::one() / a[i][i].sqrt()
        } else {
            zero
        }
    });
    let (values, vectors) = eigen::<R, 3>(core::array::from_fn(|i| {
        core::array::from_fn(|j| a[i][j] * scale[i] * scale[j])
    }));
    let mut inverse = Mat3::zeros();
    for (value, v) in values.into_iter().zip(vectors) {
        let weight = R::one() / value.max(R::from_f64(FLOOR));
        let v = Vec3::new(v[0] * scale[0], v[1] * scale[1], v[2] * scale[2]);
        inverse += v * (v * weight).transpose();
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::hinge::angle;
    use crate::testing::Random;

    #[test]
    fn the_rows_are_the_angles_of_unit_curvatures() {
        let mut random = Random(75);
        for _ in 0..100 {
            let mut x = [
                [0.0, 0.0],
                [1.0, 0.0],
                [0.3, 0.9],
                [0.6, -0.8],
                [1.4, 1.0],
                [-0.7, 0.8],
            ];
            x = x.map(|p| p.map(|c| c + 0.2 * random.uniform()));
            let flat = x.map(|[x, y]| Vec3::new(x, y, 0.0));
            let [t0, t1, t2, o0, o1, o2] = &flat;
            let rows = rows([t0, t1, t2], [Some(o0), Some(o1), Some(o2)]).unwrap();
            // The frame of `unfold`: first axis along t0 t1.
            let axis = (t1 - t0).normalize();
            for component in 0..3 {
                let amplitude = 1e-5;
                let z = flat.map(|p| {
                    let (x, y) = (p.dot(&axis), axis.cross(&p).z);
                    let bump = [0.5 * x * x, 0.5 * y * y, x * y][component];
                    p + Vec3::z() * (amplitude * bump)
                });
                for (i, row) in rows.iter().enumerate() {
                    let measured = angle([&z[i], &z[(i + 1) % 3], &z[(i + 2) % 3], &z[3 + i]]);
                    assert!((measured / amplitude - row[component]).abs() < 1e-8);
                }
            }
        }
    }

    #[test]
    fn the_inverse_is_one_unless_nearly_singular() {
        let fair = [[4.0, 1.0, 0.0], [1.0, 9.0, 2.0], [0.0, 2.0, 1.0]];
        let inverse = regularized_inverse::<f64>(&fair);
        let product = inverse * Mat3::from_fn(|i, j| fair[i][j]);
        assert!((product - Mat3::identity()).norm() < 1e-13);
        let singular = [[4.0, 4.0, 0.0], [4.0, 4.0, 0.0], [0.0, 0.0, 0.0]];
        let inverse = regularized_inverse::<f64>(&singular);
        // Eigenvalues 2 and FLOOR of the scaled matrix; the missing row stays zero.
        let (kept, raised) = (1.0 / 16.0, 1.0 / (8.0 * FLOOR));
        assert!((inverse[(0, 0)] - (kept + raised)).abs() < 1e-11);
        assert!((inverse[(0, 1)] - (kept - raised)).abs() < 1e-11);
        assert_eq!(inverse.row(2).norm(), 0.0);
    }
}
