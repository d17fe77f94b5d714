//! The receiver of the scalars on which a term depends, one after the other: [`super::log_sum`] for exact derivatives,
//! [`super::reduced`] for cheap ones. Each comes with the first two derivatives of `ln f(y)`, where `f` is its factor in
//! the term.

use super::cosine::Pairing;
use super::mollifier::Excess;
use super::recipe::Made;
use crate::Real;

/// A function of a scalar of the direction and one other vector, as a part of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Summand<R: Real> {
    /// The other vector.
    pub vector: Made<R>,
    /// The scalar.
    pub pairing: Pairing<R>,
    /// The function's first two derivatives by the scalar.
    pub slopes: [R; 2],
}

/// Takes scalars; `a` is always the direction between the closest points.
pub trait Sink<R: Real> {
    /// A scalar of the direction alone.
    fn add_alone(&mut self, a: &Made<R>, pairing: &Pairing<R>, slopes: [R; 2]);

    /// A scalar of the direction and another vector.
    fn add_pairing(&mut self, vectors: [&Made<R>; 2], pairing: &Pairing<R>, slopes: [R; 2]);

    /// A sum of functions of such scalars.
    fn add_sum(
        &mut self,
        a: &Made<R>,
        parts: impl Iterator<Item = Summand<R>> + Clone,
        slopes: [R; 2],
    );

    /// An excess of the mollifier, which depends on the first `core` vertices.
    fn add_excess(&mut self, core: usize, excess: &Excess<R>, slopes: [R; 2]);
}
