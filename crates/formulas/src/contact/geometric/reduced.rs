//! A cheap positive semi-definite Hessian of a term `E = f(y_1, ... y_m)`: the second derivatives in the few scalars `y`
//! (distance, cosines, excesses) that are not on a plateau, made semi-definite there and carried to the vertices,
//!
//! ```text
//! H = Jᵀ A⁺ J,     A = ∂²f/∂y² = E (s sᵀ + diag(b)),     s_k = (ln f_k)',  b_k = (ln f_k)'',     J = ∂y/∂x
//! ```
//!
//! What is dropped: the negative part of `A`, and the curvature of the scalars themselves, `Σ ∂f/∂y_k ∂²y_k/∂x²`. For the
//! distance that is what turns and tilts, of relative size `d` over the length of an edge, and the negative stiffness
//! across the direction of vertex-vertex and vertex-edge pairs, which a projection removes as well.

use super::cosine::Pairing;
use super::log_sum::{LogSum, add_outer};
use super::mollifier::Excess;
use super::recipe::Made;
use super::sink::{Sink, Summand};
use crate::Real;
use crate::symmetric::eigen_in;

/// The scalars of a term with their gradients, in scratch memory.
pub struct Reduced<'a, R: Real> {
    size: usize,
    count: usize,
    /// `s`, then `b`: room for as many as there are coordinates.
    slopes: [&'a mut [R]; 2],
    /// Rows of `J`, and what is left of the scratch memory behind them.
    scratch: &'a mut [R],
}

impl<'a, R: Real> Reduced<'a, R> {
    /// No scalars yet, in a stencil with `size` coordinates.
    pub fn new(size: usize, scratch: &'a mut [R]) -> Self {
        let (first, scratch) = scratch.split_at_mut(size);
        let (second, scratch) = scratch.split_at_mut(size);
        Self {
            size,
            count: 0,
            slopes: [first, second],
            scratch,
        }
    }

    /// The next row of `J`, zero, as the gradient of a sum.
    #[inline]
    fn row(&mut self, [slope, bend]: [R; 2]) -> LogSum<'_, R> {
        self.slopes[0][self.count] = slope;
        self.slopes[1][self.count] = bend;
        let start = self.count * self.size;
        self.count += 1;
        LogSum::new(
            &mut self.scratch[start..start + self.size],
            &mut [],
            &mut [],
        )
    }

    /// Writes `∇E` and `H`.
    pub fn finish(self, energy: R, gradient: &mut [R], hessian: &mut [R]) {
        let (zero, m) = (R::zero(), self.count);
        let [slopes, bends] = self.slopes;
        let (rows, scratch) = self.scratch.split_at_mut(m * self.size);
        gradient.fill(zero);
        hessian.fill(zero);
        for (row, slope) in rows.chunks_exact(self.size).zip(slopes.iter()) {
            let factor = energy * *slope;
            for (entry, part) in gradient.iter_mut().zip(row) {
                *entry += factor * *part;
            }
        }
        let (a, scratch) = scratch.split_at_mut(m * m);
        let (vectors, scratch) = scratch.split_at_mut(m * m);
        let (values, scratch) = scratch.split_at_mut(m);
        let (coupling, scratch) = scratch.split_at_mut(m);
        for i in 0..m {
            for j in 0..m {
                a[i * m + j] = energy * slopes[i] * slopes[j];
            }
            a[i * m + i] += energy * bends[i];
        }
        eigen_in(a, vectors, values, coupling, scratch);
        let mode = &mut scratch[..self.size];
        for (value, vector) in values.iter().zip(vectors.chunks_exact(m)) {
            if *value > zero {
                mode.fill(zero);
                for (share, row) in vector.iter().zip(rows.chunks_exact(self.size)) {
                    for (entry, part) in mode.iter_mut().zip(row) {
                        *entry += *share * *part;
                    }
                }
                add_outer(hessian, mode, *value);
            }
        }
    }
}

impl<R: Real> Sink<R> for Reduced<'_, R> {
    #[inline]
    fn add_alone(&mut self, a: &Made<R>, pairing: &Pairing<R>, slopes: [R; 2]) {
        self.row(slopes).pull_gradient(a, &pairing.by_a);
    }

    #[inline]
    fn add_pairing(&mut self, [a, b]: [&Made<R>; 2], pairing: &Pairing<R>, slopes: [R; 2]) {
        let mut row = self.row(slopes);
        row.pull_gradient(a, &pairing.by_a);
        row.pull_gradient(b, &pairing.by_b);
    }

    fn add_sum(
        &mut self,
        a: &Made<R>,
        parts: impl Iterator<Item = Summand<R>> + Clone,
        slopes: [R; 2],
    ) {
        let mut row = self.row(slopes);
        for part in parts {
            row.pull_gradient(a, &(part.pairing.by_a * part.slopes[0]));
            row.pull_gradient(&part.vector, &(part.pairing.by_b * part.slopes[0]));
        }
    }

    fn add_excess(&mut self, core: usize, excess: &Excess<R>, slopes: [R; 2]) {
        let mut row = self.row(slopes);
        for i in 0..core {
            row.add_gradient(i, &excess.gradient[i]);
        }
    }
}
