//! The frame of a contact: the exact, PSD-projected Hessian of any energy `E(d)` of the distance,
//! without an eigendecomposition of the stencil's size.
//!
//! Let `n` point from the second primitive's closest point to the first's, `t1, t2` span the plane
//! across, `b` be the signed barycentric weights and `g` the tilt vectors of
//! [`crate::distance::foot`]. In the displacements `u` of the vertices, write
//!
//! ```text
//! w = Σ b_i n·u_i      normal separation        v_k = Σ b_i t_k·u_i     tangential slip
//! θ_k = Σ (g_i·t_k) n·u_i   tilt of the common plane
//! d(u) = d + w - θ·v - d |θ|²/2 + |v_⊥|²/(2 d) + O(u³)
//! ```
//!
//! where `v_⊥` is the slip in directions the primitives do not span (point-edge: one,
//! point-point: both). Hence, with `λ = -E'(d)`,
//!
//! ```text
//! H = E'' w wᵀ + λ Σ_k (θ_k v_kᵀ + v_k θ_kᵀ + d θ_k θ_kᵀ) - (λ/d) v_⊥ v_⊥ᵀ
//! ```
//!
//! `w` and `θ` live in the span of `b ⊗ n, g_1 ⊗ n, g_2 ⊗ n`, `v` in that of `b ⊗ t_k`. In an
//! orthonormal basis of these the Hessian is 5x5 (point-edge: 3x3), and its positive eigenvectors
//! are those of the full one. The last term is negative for a repulsive energy, and drops out.

use crate::distance::{edge_edge, foot::Foot, point_edge, point_triangle};
use crate::symmetric::eigen;
use crate::vector::{normalized, perpendicular};
use crate::{Mat3, Real, Vec3};

/// Two primitives' closest points as seen from each other; vertices ordered as in the distance.
///
/// The distance must be positive for the point-point and point-edge frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFrame<R: Real, const K: usize> {
    /// Unit normal, from the second primitive's closest point to the first's.
    pub n: Vec3<R>,
    /// First unit tangent; along the edge, edge a, or the triangle's first edge.
    pub t1: Vec3<R>,
    /// Second unit tangent, `n x t1`.
    pub t2: Vec3<R>,
    /// Signed barycentric weights; the relative displacement is `Σ weights_i u_i`.
    pub weights: [R; K],
    /// Tilt vectors in the basis `t1, t2`, in 1/m.
    pub tilt: [[R; 2]; K],
    /// Distance, in m.
    pub distance: R,
}

impl<R: Real, const K: usize> ContactFrame<R, K> {
    #[inline(always)]
    fn from_foot(foot: &Foot<R, K>, n: Vec3<R>, t1: Vec3<R>) -> Self {
        let t2 = n.cross(&t1);
        Self {
            n,
            t1,
            t2,
            weights: foot.weights,
            tilt: foot.tilt.map(|g| [g.dot(&t1), g.dot(&t2)]),
            distance: foot.separation.dot(&n),
        }
    }

    /// Gradient of `E(d)` given `E'(d)` in N: the contact forces with opposite sign, in N.
    #[inline]
    pub fn gradient(&self, first: R) -> [Vec3<R>; K] {
        let force = self.n * first;
        self.weights.map(|b| force * b)
    }
}

impl<R: Real> ContactFrame<R, 1> {
    /// The frame of a point in front of a fixed plane with unit normal `n`.
    #[inline]
    pub fn plane(n: &Vec3<R>, distance: R) -> Self {
        let t1 = perpendicular(n);
        Self {
            n: *n,
            t1,
            t2: n.cross(&t1),
            weights: [R::one()],
            tilt: [[R::zero(); 2]],
            distance,
        }
    }
}

impl<R: Real> ContactFrame<R, 2> {
    /// The frame of two points, in the order `p, q`.
    #[inline(always)]
    pub fn point_point(p: &Vec3<R>, q: &Vec3<R>) -> Self {
        let separation = p - q;
        let distance = separation.dot(&separation).sqrt();
        let n = separation * (R::one() / distance);
        let t1 = perpendicular(&n);
        Self {
            n,
            t1,
            t2: n.cross(&t1),
            weights: [R::one(), -R::one()],
            tilt: [[R::zero(); 2]; 2],
            distance,
        }
    }

    /// Hessian of `E(d)` with its negative eigenvalues set to zero, given `E'` in N and `E''` in
    /// N/m: blocks (0,0), (0,1), (1,1), in N/m.
    #[inline]
    pub fn projected_hessian(&self, first: R, second: R) -> [Mat3<R>; 3] {
        project::<R, 2, 0, 1, 3>(self, first, second)
    }
}

impl<R: Real> ContactFrame<R, 3> {
    /// The frame of a point and the line through an edge, in the order `p, e0, e1`.
    #[inline(always)]
    pub fn point_edge(p: &Vec3<R>, e0: &Vec3<R>, e1: &Vec3<R>) -> Self {
        let foot = point_edge::foot(p, e0, e1);
        Self::from_foot(&foot, normalized(&foot.separation), normalized(&(e1 - e0)))
    }

    /// As for two points: the 6 blocks (0,0), (0,1), (0,2), (1,1), (1,2), (2,2), in N/m.
    #[inline]
    pub fn projected_hessian(&self, first: R, second: R) -> [Mat3<R>; 6] {
        project::<R, 3, 1, 3, 6>(self, first, second)
    }
}

impl<R: Real> ContactFrame<R, 4> {
    /// The frame of a point and the plane of a triangle, in the order `p, t0, t1, t2`.
    #[inline(always)]
    pub fn point_triangle(p: &Vec3<R>, t0: &Vec3<R>, t1: &Vec3<R>, t2: &Vec3<R>) -> Self {
        let foot = point_triangle::foot(p, t0, t1, t2);
        Self::across(&foot, &(t1 - t0), &(t2 - t0), &(p - t0))
    }

    /// The frame of the lines through two edges, in the order `a0, a1, b0, b1`.
    #[inline(always)]
    pub fn edge_edge(a0: &Vec3<R>, a1: &Vec3<R>, b0: &Vec3<R>, b1: &Vec3<R>) -> Self {
        let foot = edge_edge::foot(a0, a1, b0, b1);
        Self::across(&foot, &(a1 - a0), &(b1 - b0), &(a0 - b0))
    }

    /// The frame across the plane spanned by `u` and `v`, with `n` on the side of `r`. The normal
    /// comes from the plane, which is known well even where the distance is tiny.
    #[inline(always)]
    fn across(foot: &Foot<R, 4>, u: &Vec3<R>, v: &Vec3<R>, r: &Vec3<R>) -> Self {
        let n = normalized(&u.cross(v));
        let n = if n.dot(r) < R::zero() { -n } else { n };
        Self::from_foot(foot, n, normalized(u))
    }

    /// As for two points: the 10 blocks (0,0), (0,1), (0,2), (0,3), (1,1), ... (3,3), in N/m.
    #[inline]
    pub fn projected_hessian(&self, first: R, second: R) -> [Mat3<R>; 10] {
        project::<R, 4, 2, 5, 10>(self, first, second)
    }
}

/// The projected Hessian of a frame with `T` tilts: `D = 1 + 2 T` coupled coordinates and
/// `N = K (K + 1) / 2` blocks.
#[inline]
fn project<R: Real, const K: usize, const T: usize, const D: usize, const N: usize>(
    frame: &ContactFrame<R, K>,
    first: R,
    second: R,
) -> [Mat3<R>; N] {
    let (zero, one) = (R::zero(), R::one());
    let mut columns = [frame.weights; 3];
    for k in 0..T {
        columns[k + 1] = frame.tilt.map(|g| g[k]);
    }
    let (basis, coordinates) = orthonormalize::<R, K, T>(columns);
    let mut blocks = [Mat3::<R>::zeros(); N];

    // Coordinates: the normal ones of the basis, then the slips v_k, along b/|b|.
    let length = coordinates[0][0];
    let lambda = -first;
    let mut reduced = [[zero; D]; D];
    reduced[0][0] = second * length * length;
    for k in 0..T {
        let theta = &coordinates[k + 1];
        let slip = 1 + T + k;
        for i in 0..=T {
            reduced[slip][i] = lambda * length * theta[i];
            for j in 0..=i {
                reduced[i][j] += lambda * frame.distance * theta[i] * theta[j];
            }
        }
    }
    let (values, vectors) = eigen(reduced);
    for (value, vector) in values.into_iter().zip(&vectors) {
        if value > zero {
            let mut slip = [zero; 2];
            slip[..T].copy_from_slice(&vector[1 + T..]);
            add_mode(&mut blocks, frame, &basis, &vector[..=T], slip, value);
        }
    }
    // Directions the primitives do not span: stiff only where the energy attracts.
    if first > zero {
        for k in T..2 {
            let mut slip = [zero; 2];
            slip[k] = one;
            let stiffness = first * length * length / frame.distance;
            add_mode(&mut blocks, frame, &basis, &[], slip, stiffness);
        }
    }
    blocks
}

/// Gram-Schmidt, twice, on the first `1 + T` columns: the orthonormal basis, and the coordinates
/// of each column in it. A column that depends on those before adds a zero vector.
#[inline]
fn orthonormalize<R: Real, const K: usize, const T: usize>(
    columns: [[R; K]; 3],
) -> ([[R; K]; 3], [[R; 3]; 3]) {
    let zero = R::zero();
    let dot = |a: &[R; K], b: &[R; K]| (0..K).fold(zero, |sum, i| sum + a[i] * b[i]);
    let mut basis = columns;
    let mut coordinates = [[zero; 3]; 3];
    for c in 0..=T {
        let before = dot(&basis[c], &basis[c]);
        for _ in 0..2 {
            for e in 0..c {
                let along = dot(&basis[c], &basis[e]);
                coordinates[c][e] += along;
                for i in 0..K {
                    let part = along * basis[e][i];
                    basis[c][i] -= part;
                }
            }
        }
        let after = dot(&basis[c], &basis[c]);
        let tiny = R::from_f64(16.0) * R::epsilon();
        if after > tiny * tiny * before {
            let norm = after.sqrt();
            coordinates[c][c] = norm;
            let inverse = R::one() / norm;
            basis[c] = basis[c].map(|x| x * inverse);
        } else {
            basis[c] = [zero; K];
        }
    }
    (basis, coordinates)
}

/// Adds `value * mode modeᵀ`, where `mode` has normal coordinates `normal` in the basis and
/// tangential ones `slip` along its first vector.
#[inline]
fn add_mode<R: Real, const K: usize, const N: usize>(
    blocks: &mut [Mat3<R>; N],
    frame: &ContactFrame<R, K>,
    basis: &[[R; K]; 3],
    normal: &[R],
    slip: [R; 2],
    value: R,
) {
    let tangent = frame.t1 * slip[0] + frame.t2 * slip[1];
    let mode: [Vec3<R>; K] = core::array::from_fn(|i| {
        let along = normal
            .iter()
            .zip(basis)
            .fold(R::zero(), |sum, (y, q)| sum + *y * q[i]);
        frame.n * along + tangent * basis[0][i]
    });
    let mut block = 0;
    for i in 0..K {
        let scaled = mode[i] * value;
        for other in &mode[i..] {
            blocks[block] += scaled * other.transpose();
            block += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::log_barrier;
    use crate::testing::{Random, assert_close, flatten, unpack};
    use nalgebra::{SMatrix, SVector, SymmetricEigen};

    /// Compares a frame's gradient and projected Hessian with the eigen-clamped exact ones, built
    /// from the derivatives of the squared distance; all padded to four vertices.
    fn check<const K: usize, const B: usize>(
        foot: &Foot<f64, K>,
        frame: &ContactFrame<f64, K>,
        projected: impl Fn(f64, f64) -> [Mat3<f64>; B],
        reach: f64,
    ) {
        let s = foot.separation.norm_squared();
        let (d, shat) = (s.sqrt(), s * reach);
        let (b1, b2) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
        let (e1, e2) = (2.0 * d * b1, 2.0 * b1 + 4.0 * s * b2);
        let foot = foot.embed::<4>(core::array::from_fn(|i| i));
        let g: SVector<f64, 12> = flatten(foot.gradient());
        let mut gradient = [Vec3::zeros(); 4];
        gradient[..K].copy_from_slice(&frame.gradient(e1));
        assert_close(&flatten(gradient), &(g * b1), 1e-9);

        let exact: SMatrix<f64, 12, 12> = foot.hessian::<12>() * b1 + g * g.transpose() * b2;
        let mut clamped = SymmetricEigen::new((exact + exact.transpose()) * 0.5);
        clamped.eigenvalues.apply(|value| *value = value.max(0.0));
        let mut blocks = projected(e1, e2).into_iter();
        let mut padded = [Mat3::zeros(); 10];
        let mut place = 0;
        for i in 0..4 {
            for j in i..4 {
                if j < K {
                    padded[place] = blocks.next().unwrap();
                }
                place += 1;
            }
        }
        assert_close(&unpack(&padded), &clamped.recompose(), 1e-9);
    }

    /// A stencil of any scale whose first point lies near `target`, and the barrier's reach.
    fn near(random: &mut Random, target: Vec3<f64>) -> (Vec3<f64>, f64) {
        let offset = random.point() * libm::pow(10.0, 2.5 * random.uniform() - 2.5);
        let reach = 1.0 + libm::pow(10.0, 3.0 * random.uniform());
        (target + offset, reach)
    }

    #[test]
    fn point_point_is_the_clamped_hessian() {
        let mut random = Random(11);
        for _ in 0..1000 {
            let [q] = random.stencil::<1>();
            let (p, reach) = near(&mut random, q);
            let frame = ContactFrame::point_point(&p, &q);
            let foot = Foot::point_point(&p, &q);
            check(
                &foot,
                &frame,
                |e1, e2| frame.projected_hessian(e1, e2),
                reach,
            );
        }
    }

    #[test]
    fn point_edge_is_the_clamped_hessian() {
        let mut random = Random(12);
        for _ in 0..1000 {
            let scale = libm::pow(10.0, 3.0 * random.uniform());
            let (e0, e1) = (random.point(), random.point());
            let (p, reach) = near(&mut random, e0 * 0.3 + e1 * 0.7);
            let [p, e0, e1] = [p, e0, e1].map(|x| x * scale);
            let frame = ContactFrame::point_edge(&p, &e0, &e1);
            let foot = point_edge::foot(&p, &e0, &e1);
            check(
                &foot,
                &frame,
                |e1, e2| frame.projected_hessian(e1, e2),
                reach,
            );
        }
    }

    #[test]
    fn point_triangle_is_the_clamped_hessian() {
        let mut random = Random(13);
        for _ in 0..2000 {
            let scale = libm::pow(10.0, 3.0 * random.uniform());
            let (t0, t1, t2) = (random.point(), random.point(), random.point());
            let (p, reach) = near(&mut random, t0 * 0.3 + t1 * 0.5 + t2 * 0.2);
            let [p, t0, t1, t2] = [p, t0, t1, t2].map(|x| x * scale);
            let frame = ContactFrame::point_triangle(&p, &t0, &t1, &t2);
            let foot = point_triangle::foot(&p, &t0, &t1, &t2);
            check(
                &foot,
                &frame,
                |e1, e2| frame.projected_hessian(e1, e2),
                reach,
            );
        }
    }

    #[test]
    fn edge_edge_is_the_clamped_hessian() {
        let mut random = Random(14);
        for _ in 0..2000 {
            let scale = libm::pow(10.0, 3.0 * random.uniform());
            let (a0, a1, half) = (random.point(), random.point(), random.point());
            let (middle, reach) = near(&mut random, a0 * 0.4 + a1 * 0.6);
            let [a0, a1, b0, b1] = [a0, a1, middle - half, middle + half].map(|x| x * scale);
            let frame = ContactFrame::edge_edge(&a0, &a1, &b0, &b1);
            let foot = edge_edge::foot(&a0, &a1, &b0, &b1);
            check(
                &foot,
                &frame,
                |e1, e2| frame.projected_hessian(e1, e2),
                reach,
            );
        }
    }

    #[test]
    fn an_attractive_energy_keeps_its_tangential_stiffness() {
        let (p, q) = (Vec3::new(0.0, 0.0, 2.0), Vec3::zeros());
        let blocks = ContactFrame::point_point(&p, &q).projected_hessian(6.0, 5.0);
        let expected = Mat3::from_diagonal(&Vec3::new(3.0, 3.0, 5.0));
        assert!((blocks[0] - expected).norm() < 1e-14);
        assert!((blocks[1] + expected).norm() < 1e-14);
    }
}
