//! The derivatives of a product `E = Π_k f_k(y_k)` by way of its logarithm `ℓ = Σ_k ln f_k(y_k)`, which is a sum:
//!
//! ```text
//! ∇E = E ∇ℓ,    ∇²E = E (∇ℓ ∇ℓᵀ + ∇²ℓ),    ∇²ℓ = Σ_k (ln f_k)'' ∇y_k ∇y_kᵀ + (ln f_k)' ∇²y_k
//! ```
//!
//! `∇ℓ` and `∇²ℓ` are added up over the vertices of the stencil, each `y_k` touching only a few. The chain rule goes
//! through the vectors of [`super::recipe`]: what is known by such a vector is pulled back to its vertices.

use super::cosine::Pairing;
use super::mollifier::Excess;
use super::recipe::{Ends, Made};
use super::sink::{Sink, Summand};
use crate::{Mat3, Real, Vec3};

/// `∇ℓ`, and `∇²ℓ` if it is wanted, in the slices of the caller.
pub struct LogSum<'a, R: Real> {
    gradient: &'a mut [R],
    hessian: &'a mut [R],
    /// Room for one more gradient.
    spare: &'a mut [R],
    /// The derivatives by the direction between the closest points, which many features share, until it is pulled back.
    shared: Shared<R>,
}

/// First and second derivatives by one vector.
#[derive(Clone, Copy, Debug)]
struct Shared<R: Real> {
    gradient: Vec3<R>,
    hessian: Mat3<R>,
}

impl<R: Real> Shared<R> {
    fn zero() -> Self {
        Self {
            gradient: Vec3::zeros(),
            hessian: Mat3::zeros(),
        }
    }

    /// Adds a feature of the vector with the derivatives `[slope, bend]`.
    #[inline]
    fn add(&mut self, pairing: &Pairing<R>, [slope, bend]: [R; 2]) {
        self.gradient += pairing.by_a * slope;
        let outer = pairing.by_a * bend;
        self.hessian += pairing.aa * slope + outer * pairing.by_a.transpose();
    }
}

impl<'a, R: Real> LogSum<'a, R> {
    /// Zero, in `n` entries of `gradient` and `n²` of `hessian`; an empty `hessian` is not formed. For a Hessian `spare`
    /// has room for `n` more.
    #[inline]
    pub fn new(gradient: &'a mut [R], hessian: &'a mut [R], spare: &'a mut [R]) -> Self {
        gradient.fill(R::zero());
        hessian.fill(R::zero());
        Self {
            gradient,
            hessian,
            spare,
            shared: Shared::zero(),
        }
    }

    /// Whether second derivatives are wanted.
    #[inline]
    fn is_second(&self) -> bool {
        !self.hessian.is_empty()
    }

    /// Adds to the gradient at one vertex.
    #[inline]
    pub(super) fn add_gradient(&mut self, i: usize, g: &Vec3<R>) {
        for (entry, part) in self.gradient[3 * i..3 * i + 3].iter_mut().zip(g.iter()) {
            *entry += *part;
        }
    }

    /// Adds to the block of two vertices.
    #[inline]
    fn add_block(&mut self, i: usize, j: usize, block: &Mat3<R>) {
        let size = self.gradient.len();
        for row in 0..3 {
            let start = (3 * i + row) * size + 3 * j;
            let entries = &mut self.hessian[start..start + 3];
            entries[0] += block[(row, 0)];
            entries[1] += block[(row, 1)];
            entries[2] += block[(row, 2)];
        }
    }

    /// Adds the block of two differences `u` (rows) and `v` (columns) to their vertices.
    #[inline]
    fn add_ends(&mut self, u: Ends, v: Ends, block: &Mat3<R>) {
        let negative = -block;
        self.add_block(u[0], v[0], block);
        self.add_block(u[0], v[1], &negative);
        self.add_block(u[1], v[0], &negative);
        self.add_block(u[1], v[1], block);
    }

    /// The same, and its mirror image.
    #[inline]
    fn add_ends_twice(&mut self, u: Ends, v: Ends, block: &Mat3<R>) {
        self.add_ends(u, v, block);
        self.add_ends(v, u, &block.transpose());
    }

    /// Adds the gradient `g` by a made vector.
    #[inline]
    pub fn pull_gradient(&mut self, made: &Made<R>, g: &Vec3<R>) {
        for ([head, tail], jacobian) in made.inputs() {
            let part = jacobian.tr_mul(g);
            self.add_gradient(head, &part);
            self.add_gradient(tail, &-part);
        }
    }

    /// Adds second derivatives twice by a made vector, whose own count with the gradient `g`.
    #[inline]
    pub fn pull_second(&mut self, made: &Made<R>, twice: &Mat3<R>, g: &Vec3<R>) {
        let mut inputs = made.inputs();
        let Some((u, by_u)) = inputs.next() else {
            return;
        };
        let first = by_u.tr_mul(&(twice * by_u));
        if let (Some((v, by_v)), Some([uu, uv, vv])) = (inputs.next(), made.curvature(g)) {
            let half = twice * by_v;
            self.add_ends(u, u, &(first + uu));
            self.add_ends_twice(u, v, &(by_u.tr_mul(&half) + uv));
            self.add_ends(v, v, &(by_v.tr_mul(&half) + vv));
        } else {
            self.add_ends(u, u, &first);
        }
    }

    /// Adds second derivatives by two made vectors, `a` (rows) and `b` (columns).
    #[inline]
    fn pull_mixed(&mut self, a: &Made<R>, b: &Made<R>, mixed: &Mat3<R>) {
        for (v, by_v) in b.inputs() {
            let half = mixed * by_v;
            for (u, by_u) in a.inputs() {
                self.add_ends_twice(u, v, &by_u.tr_mul(&half));
            }
        }
    }

    /// Pulls back what was kept of the direction `a`.
    #[inline]
    fn pull_shared(&mut self, a: &Made<R>) {
        let Shared { gradient, hessian } = self.shared;
        self.pull_gradient(a, &gradient);
        if self.is_second() {
            self.pull_second(a, &hessian, &gradient);
        }
    }

    /// From `∇ℓ` and `∇²ℓ` to `∇E` and `∇²E`; `a` is the direction between the closest points.
    #[inline]
    pub fn finish(mut self, a: &Made<R>, energy: R) {
        self.pull_shared(a);
        if self.is_second() {
            for entry in self.hessian.iter_mut() {
                *entry *= energy;
            }
            add_outer(self.hessian, self.gradient, energy);
        }
        for entry in self.gradient.iter_mut() {
            *entry *= energy;
        }
    }
}

impl<R: Real> Sink<R> for LogSum<'_, R> {
    #[inline]
    fn add_alone(&mut self, _: &Made<R>, pairing: &Pairing<R>, slopes: [R; 2]) {
        self.shared.add(pairing, slopes);
    }

    #[inline]
    fn add_pairing(&mut self, [a, b]: [&Made<R>; 2], pairing: &Pairing<R>, [slope, bend]: [R; 2]) {
        self.shared.add(pairing, [slope, bend]);
        let by_b = pairing.by_b * slope;
        self.pull_gradient(b, &by_b);
        if self.is_second() {
            let outer = pairing.by_b * bend;
            let twice = pairing.bb * slope + outer * pairing.by_b.transpose();
            self.pull_second(b, &twice, &by_b);
            let mixed = pairing.ab * slope + pairing.by_a * outer.transpose();
            self.pull_mixed(a, b, &mixed);
        }
    }

    fn add_sum(
        &mut self,
        a: &Made<R>,
        parts: impl Iterator<Item = Summand<R>> + Clone,
        [slope, bend]: [R; 2],
    ) {
        for part in parts.clone() {
            let slopes = part.slopes.map(|s| s * slope);
            self.add_pairing([a, &part.vector], &part.pairing, slopes);
        }
        if self.is_second() {
            // The square of the whole gradient.
            let mut whole = LogSum::new(self.spare, &mut [], &mut []);
            for part in parts {
                let slopes = [part.slopes[0], R::zero()];
                whole.add_pairing([a, &part.vector], &part.pairing, slopes);
            }
            whole.pull_shared(a);
            add_outer(self.hessian, self.spare, bend);
        }
    }

    fn add_excess(&mut self, core: usize, excess: &Excess<R>, [slope, bend]: [R; 2]) {
        let g = &excess.gradient;
        for i in 0..core {
            self.add_gradient(i, &(g[i] * slope));
            if self.is_second() {
                for j in 0..core {
                    let outer = g[i] * g[j].transpose();
                    self.add_block(i, j, &(excess.hessian_block(i, j) * slope + outer * bend));
                }
            }
        }
    }
}

/// Adds `factor w wᵀ` to a matrix, rows one after the other.
#[inline]
pub(super) fn add_outer<R: Real>(matrix: &mut [R], w: &[R], factor: R) {
    for (row, left) in matrix.chunks_exact_mut(w.len()).zip(w) {
        let scaled = *left * factor;
        if scaled != R::zero() {
            for (entry, right) in row.iter_mut().zip(w) {
                *entry += scaled * *right;
            }
        }
    }
}
