//! The mollified edge-edge energy `E = m(c(x)) B(s(x))` (IPC 2020, equations 23 and 24), with every
//! term of the product rule:
//!
//! ```text
//! ∇E  = m' B ∇c + m B' ∇s
//! ∇²E = B (m' ∇²c + m'' ∇c ∇cᵀ) + m' B' (∇c ∇sᵀ + ∇s ∇cᵀ) + m (B' ∇²s + B'' ∇s ∇sᵀ)
//! ```
//!
//! `c` is the squared sine of the edges' angle times their squared lengths, `s` the squared distance
//! of the parts that are closest, `B` a barrier on it.

use crate::distance::edge_edge::{self, EdgeEdge};
use crate::distance::mollifier;
use crate::symmetric::project_psd;
use crate::{Mat3, Real, Vec3};
use nalgebra::SMatrix;

/// A barrier's value, in J, and its first two derivatives by the squared distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarrierDerivatives<R: Real> {
    /// `B(s)`, in J.
    pub value: R,
    /// `B'(s)`, in J/m².
    pub first: R,
    /// `B''(s)`, in J/m⁴.
    pub second: R,
}

/// The energy, in J, at the stencil `x = a0, a1, b0, b1` with mollifier threshold `eps`.
#[inline]
pub fn value<R: Real>(x: [&Vec3<R>; 4], eps: R, barrier: R) -> R {
    let [a0, a1, b0, b1] = x;
    mollifier::value(mollifier::cross_squared(a0, a1, b0, b1), eps) * barrier
}

/// Gradient of the energy, in N; `kind` names the closest parts.
#[inline]
pub fn gradient<R: Real>(
    kind: EdgeEdge,
    x: [&Vec3<R>; 4],
    eps: R,
    barrier: BarrierDerivatives<R>,
) -> [Vec3<R>; 4] {
    let [a0, a1, b0, b1] = x;
    let c = mollifier::cross_squared(a0, a1, b0, b1);
    let by_cross = mollifier::first(c, eps) * barrier.value;
    let by_distance = mollifier::value(c, eps) * barrier.first;
    let cross = mollifier::gradient(a0, a1, b0, b1);
    let squared = edge_edge::foot_of(kind, a0, a1, b0, b1).gradient();
    core::array::from_fn(|i| cross[i] * by_cross + squared[i] * by_distance)
}

/// Hessian of the energy, in N/m, as it is: in general indefinite.
#[inline]
pub fn hessian<R: Real>(
    kind: EdgeEdge,
    x: [&Vec3<R>; 4],
    eps: R,
    barrier: BarrierDerivatives<R>,
) -> SMatrix<R, 12, 12> {
    let [a0, a1, b0, b1] = x;
    let c = mollifier::cross_squared(a0, a1, b0, b1);
    let m = mollifier::value(c, eps);
    let (m1, m2) = (mollifier::first(c, eps), mollifier::second(c, eps));
    let foot = edge_edge::foot_of(kind, a0, a1, b0, b1);
    let squared = foot.gradient();
    let cross = mollifier::gradient(a0, a1, b0, b1);
    let mut hessian = mollifier::hessian(a0, a1, b0, b1) * (m1 * barrier.value);
    for i in 0..4 {
        let by_cross = cross[i] * (m2 * barrier.value) + squared[i] * (m1 * barrier.first);
        let by_distance = cross[i] * (m1 * barrier.first) + squared[i] * (m * barrier.second);
        for j in 0..4 {
            let block = by_cross * cross[j].transpose()
                + by_distance * squared[j].transpose()
                + foot.hessian_block(i, j) * (m * barrier.first);
            let mut view = hessian.fixed_view_mut::<3, 3>(3 * i, 3 * j);
            view += block;
        }
    }
    hessian
}

/// [`hessian`] with its negative eigenvalues set to zero: the 10 blocks (0,0), (0,1), ... (3,3) of
/// the upper triangle, in N/m.
#[inline]
pub fn projected_hessian<R: Real>(
    kind: EdgeEdge,
    x: [&Vec3<R>; 4],
    eps: R,
    barrier: BarrierDerivatives<R>,
) -> [Mat3<R>; 10] {
    let projected = project_psd(&hessian(kind, x, eps, barrier));
    let mut blocks = [Mat3::<R>::zeros(); 10];
    let mut block = 0;
    for i in 0..4 {
        for j in i..4 {
            blocks[block] = projected.fixed_view::<3, 3>(3 * i, 3 * j).into_owned();
            block += 1;
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::log_barrier;
    use crate::testing::{Random, assert_close, derivatives, flatten, unpack};
    use nalgebra::SymmetricEigen;

    /// Nearly parallel edges within reach of each other, the barrier's reach, and the threshold.
    fn stencil(random: &mut Random) -> ([Vec3<f64>; 4], f64, f64) {
        let scale = libm::pow(10.0, 3.0 * random.uniform());
        let (a0, along) = (random.point(), random.point());
        let b0 = a0 + random.point() * 0.02 + along * (0.5 + 2.0 * random.uniform());
        let turn = if random.uniform() < 0.0 { -1.0 } else { 1.0 };
        let b1 = b0 + along * turn * (1.0 + 0.3 * random.uniform()) + random.point() * 0.02;
        let x = [a0, a0 + along, b0, b1].map(|p| p * scale);
        let s = edge_edge::squared(&x[0], &x[1], &x[2], &x[3]);
        let eps = mollifier::threshold(&x[0], &x[1], &x[2], &x[3]);
        (x, s * (1.5 + random.uniform()), eps)
    }

    #[test]
    fn derivatives_are_exact_for_every_part() {
        let mut random = Random(8);
        let (mut seen, mut mollified) = ([0; 9], 0);
        for _ in 0..3000 {
            let (x, shat, eps) = stencil(&mut random);
            let [a0, a1, b0, b1] = &x;
            let kind = edge_edge::classify(a0, a1, b0, b1);
            seen[kind as usize] += 1;
            mollified += i32::from(mollifier::cross_squared(a0, a1, b0, b1) < eps);
            let s = edge_edge::squared(a0, a1, b0, b1);
            let barrier = BarrierDerivatives {
                value: log_barrier::value(s, shat),
                first: log_barrier::first(s, shat),
                second: log_barrier::second(s, shat),
            };
            let (g, h) = derivatives::<4, 12>(x, |[a0, a1, b0, b1]| {
                let s = edge_edge::squared(&a0, &a1, &b0, &b1);
                let energy = log_barrier::value(s, Real::from_f64(shat));
                value([&a0, &a1, &b0, &b1], Real::from_f64(eps), energy)
            });
            let refs = [a0, a1, b0, b1];
            assert_close(&flatten(gradient(kind, refs, eps, barrier)), &g, 1e-9);
            let exact = hessian(kind, refs, eps, barrier);
            assert_close(&exact, &h, 1e-9);
            let mut clamped = SymmetricEigen::new((h + h.transpose()) * 0.5);
            clamped.eigenvalues.apply(|value| *value = value.max(0.0));
            let projected = unpack(&projected_hessian(kind, refs, eps, barrier));
            // Relative to the unprojected Hessian: the projection may be far smaller.
            let error = (projected - clamped.recompose()).norm();
            assert!(error <= 1e-9 * h.norm(), "{error:e} of {:e}", h.norm());
        }
        assert!(
            seen.iter().all(|&count| count > 10) && mollified > 1000,
            "{seen:?} {mollified}"
        );
    }
}
