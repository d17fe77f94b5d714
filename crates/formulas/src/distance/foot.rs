//! The foot of a perpendicular: what every distance between unbounded primitives has in common.
//!
//! The squared distance between a k-point stencil's two primitives is
//! `s(x) = min_c |q(x, c)|²`, with `q = Σ b_i(c) x_i` the separation of two points on them and
//! `c` their coordinates along spanning vectors `u_k = Σ c^k_i x_i` (`∂q/∂c_k = -u_k`). By the
//! envelope theorem, with `u^k` the basis dual to `u_k` and `g_i = Σ_k c^k_i u^k`,
//!
//! ```text
//! ∂s/∂x_i      = 2 b_i q
//! ∂²s/∂x_i∂x_j = 2 ( b_i b_j N - b_i g_j qᵀ - b_j q g_iᵀ - (g_i·g_j) q qᵀ ),   N = I - Σ u_k u^kᵀ
//! ```
//!
//! `g_i` says how the primitives' common plane tilts when `x_i` moves along the normal, and `N`
//! projects on what is perpendicular to that plane (point-triangle, edge-edge: `n nᵀ`).

use crate::{Mat3, Real, Vec3};
use nalgebra::SMatrix;

/// The closest points of two unbounded primitives with `K` vertices in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot<R: Real, const K: usize> {
    /// Signed barycentric weights `b`, positive on the first primitive; their sum is zero.
    pub weights: [R; K],
    /// Tilt vectors `g`, in 1/m, perpendicular to the separation.
    pub tilt: [Vec3<R>; K],
    /// From the closest point of the second primitive to that of the first, in m.
    pub separation: Vec3<R>,
    /// Projector `N` on the complement of the primitives' common span.
    pub normal: Mat3<R>,
}

impl<R: Real> Foot<R, 2> {
    /// Two points, in the order `p, q`: the separation is theirs, and nothing tilts.
    #[inline]
    pub fn point_point(p: &Vec3<R>, q: &Vec3<R>) -> Self {
        Self {
            weights: [R::one(), -R::one()],
            tilt: [Vec3::zeros(); 2],
            separation: p - q,
            normal: Mat3::identity(),
        }
    }
}

impl<R: Real, const K: usize> Foot<R, K> {
    /// The same foot in a larger stencil, where this one's vertex `i` is number `places[i]`.
    #[inline]
    pub fn embed<const L: usize>(&self, places: [usize; K]) -> Foot<R, L> {
        let mut weights = [R::zero(); L];
        let mut tilt = [Vec3::zeros(); L];
        for (i, place) in places.into_iter().enumerate() {
            weights[place] = self.weights[i];
            tilt[place] = self.tilt[i];
        }
        Foot {
            weights,
            tilt,
            separation: self.separation,
            normal: self.normal,
        }
    }

    /// The same foot with the two primitives exchanged.
    #[inline]
    pub fn reversed(self) -> Self {
        Self {
            weights: self.weights.map(|b| -b),
            separation: -self.separation,
            ..self
        }
    }

    /// Gradient of the squared distance, in m.
    #[inline]
    pub fn gradient(&self) -> [Vec3<R>; K] {
        self.weights.map(|b| self.separation * (R::two() * b))
    }

    /// The 3x3 block `(i, j)` of the squared distance's Hessian (dimensionless).
    #[inline]
    pub fn hessian_block(&self, i: usize, j: usize) -> Mat3<R> {
        let (b, g, q) = (&self.weights, &self.tilt, &self.separation);
        let lever = (g[j] * b[i] + q * (g[i].dot(&g[j]) * R::half())) * q.transpose();
        let other = q * (g[i] * b[j] + q * (g[i].dot(&g[j]) * R::half())).transpose();
        (self.normal * (b[i] * b[j]) - lever - other) * R::two()
    }

    /// The Hessian of the squared distance; `N3` is `3 K`.
    #[inline]
    pub fn hessian<const N3: usize>(&self) -> SMatrix<R, N3, N3> {
        let mut hessian = SMatrix::<R, N3, N3>::zeros();
        for i in 0..K {
            for j in 0..K {
                let block = self.hessian_block(i, j);
                hessian
                    .fixed_view_mut::<3, 3>(3 * i, 3 * j)
                    .copy_from(&block);
            }
        }
        hessian
    }
}
