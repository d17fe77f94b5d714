//! The derivatives of a product `E = Π_k f_k(y_k)` by way of its logarithm `ℓ = Σ_k ln f_k(y_k)`, which is a sum:
//!
//! ```text
//! ∇E = E ∇ℓ,    ∇²E = E (∇ℓ ∇ℓᵀ + ∇²ℓ),    ∇²ℓ = Σ_k (ln f_k)'' ∇y_k ∇y_kᵀ + (ln f_k)' ∇²y_k
//! ```
//!
//! `∇ℓ` and `∇²ℓ` are added up over the vertices of the stencil, each `y_k` touching only a few. The chain rule goes
//! through the vectors of [`super::recipe`]: what is known by such a vector is pulled back to its vertices.

use super::cosine::Pairing;
use super::recipe::{Ends, Made};
use crate::{Mat3, Real, Vec3};

/// `∇ℓ`, and `∇²ℓ` if it is wanted, in the slices of the caller.
pub struct LogSum<'a, R: Real> {
    gradient: &'a mut [R],
    hessian: &'a mut [R],
}

/// What `ℓ` is known to be by one vector that many features share, until it is pulled back.
#[derive(Clone, Copy, Debug)]
pub struct Shared<R: Real> {
    gradient: Vec3<R>,
    hessian: Mat3<R>,
}

impl<R: Real> Shared<R> {
    /// Nothing yet.
    #[inline]
    pub fn zero() -> Self {
        Self {
            gradient: Vec3::zeros(),
            hessian: Mat3::zeros(),
        }
    }
}

impl<'a, R: Real> LogSum<'a, R> {
    /// Zero, in `n` entries of `gradient` and `n²` of `hessian`; an empty `hessian` is not formed.
    #[inline]
    pub fn new(gradient: &'a mut [R], hessian: &'a mut [R]) -> Self {
        gradient.fill(R::zero());
        hessian.fill(R::zero());
        Self { gradient, hessian }
    }

    /// Whether second derivatives are wanted.
    #[inline]
    pub fn is_second(&self) -> bool {
        !self.hessian.is_empty()
    }

    /// Adds to the gradient at one vertex.
    #[inline]
    pub fn add_gradient(&mut self, i: usize, g: &Vec3<R>) {
        for (entry, part) in self.gradient[3 * i..3 * i + 3].iter_mut().zip(g.iter()) {
            *entry += *part;
        }
    }

    /// Adds to the block of two vertices.
    #[inline]
    pub fn add_block(&mut self, i: usize, j: usize, block: &Mat3<R>) {
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
    pub fn pull_mixed(&mut self, a: &Made<R>, b: &Made<R>, mixed: &Mat3<R>) {
        for (v, by_v) in b.inputs() {
            let half = mixed * by_v;
            for (u, by_u) in a.inputs() {
                self.add_ends_twice(u, v, &by_u.tr_mul(&half));
            }
        }
    }

    /// Adds a feature `y` of two made vectors with the derivatives `[slope, bend]` of `ln f(y)`; what concerns the first
    /// is kept in `shared`.
    #[inline]
    pub fn add_pairing(
        &mut self,
        shared: &mut Shared<R>,
        [a, b]: [&Made<R>; 2],
        pairing: &Pairing<R>,
        [slope, bend]: [R; 2],
    ) {
        self.add_alone(shared, pairing, [slope, bend]);
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

    /// Adds a feature of the shared vector alone.
    #[inline]
    pub fn add_alone(&self, shared: &mut Shared<R>, pairing: &Pairing<R>, [slope, bend]: [R; 2]) {
        shared.gradient += pairing.by_a * slope;
        if self.is_second() {
            let outer = pairing.by_a * bend;
            shared.hessian += pairing.aa * slope + outer * pairing.by_a.transpose();
        }
    }

    /// Pulls back what was kept of the shared vector.
    #[inline]
    pub fn add_shared(&mut self, made: &Made<R>, shared: &Shared<R>) {
        self.pull_gradient(made, &shared.gradient);
        if self.is_second() {
            self.pull_second(made, &shared.hessian, &shared.gradient);
        }
    }

    /// Adds `factor w wᵀ`.
    #[inline]
    pub fn add_outer(&mut self, w: &[R], factor: R) {
        add_outer(self.hessian, w, factor);
    }

    /// From `∇ℓ` and `∇²ℓ` to `∇E` and `∇²E`.
    #[inline]
    pub fn finish(self, energy: R) {
        if !self.hessian.is_empty() {
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

/// Adds `factor w wᵀ` to a matrix, rows one after the other.
#[inline]
fn add_outer<R: Real>(matrix: &mut [R], w: &[R], factor: R) {
    for (row, left) in matrix.chunks_exact_mut(w.len()).zip(w) {
        let scaled = *left * factor;
        if scaled != R::zero() {
            for (entry, right) in row.iter_mut().zip(w) {
                *entry += scaled * *right;
            }
        }
    }
}
