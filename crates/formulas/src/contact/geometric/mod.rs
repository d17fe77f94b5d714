//! The Geometric Contact Potential (Huang et al. 2025): a barrier between those points of a surface only that are close to
//! touching.
//!
//! ```text
//! Ψ = Σ w M g_first g_second p_ε(d)          (13), (14)
//! ```
//!
//! over pairs of primitives that have no vertex in common: vertex-face, edge-edge, vertex-edge and vertex-vertex in
//! space, vertex-edge and vertex-vertex in the plane. One summand is a [`Term`]; [`Potential`] has the parameters of all.
//!
//! | symbol | file | meaning |
//! |---|---|---|
//! | `p_ε` | [`kernel`] | barrier on the distance, infinite at zero, zero from `ε` on |
//! | `g = g^m g^e` | [`factors`] | whether the closest point is a local minimum, and the direction points outside |
//! | `H` | [`step`] | smoothed step from which the factors are made |
//! | `M` | [`mollifier`] | fades a term where the closest point leaves the inside of its primitive |
//! | `w` | [`weight`] | lengths and areas at rest |
//!
//! Derivatives go by the logarithm of the product ([`log_sum`]), through the few vectors ([`recipe`]) and cosines
//! ([`cosine`]) on which all factors depend; [`reduced`] is a cheap Hessian that is positive semi-definite. Factors on a
//! plateau cost a comparison.
//!
//! ## Boundaries, cloth, rods and points
//!
//! The paper assumes a closed surface and leaves the rest open. Here every primitive says from where it can be touched
//! ([`Sidedness`]). Solids' surfaces have an outside. What has none (a sheet, its boundary, a rod, a point, a vertex
//! where the surface is not a disc) is [`Sidedness::Both`]: `g^e = 1`, and `g^m` runs over whatever tangents there are:
//!
//! | primitive | tangents |
//! |---|---|
//! | vertex inside or on the boundary of a sheet, on a rod | all edges that leave it, and between those of a face |
//! | edge of a sheet | one for each of its faces: two inside, one on the boundary |
//! | rod edge, isolated point | none: `g = 1` |
//!
//! The barrier holds (requirement 2). Let a state approach contact, and take the closest pair of points on two primitives
//! without a common vertex; each lies inside a vertex, an edge or a face, its lowest part.
//!
//! 1. It is a minimum of the distance also when the points move along any edge or face that contains them, so all
//!    `-n·t_i ≥ 0` and `g^m = 1` for both. (A tangent cone at a boundary is spanned by the edges that bound it, as
//!    anywhere else; fewer tangents only mean fewer conditions.) A tangent that leads to a vertex of the other primitive
//!    is no such motion, since pairs with a common vertex do not count; it falls by `d` on its length `ℓ`, and
//!    `-n·t = -d/ℓ` goes to zero with `d`.
//! 2. With `Sidedness::Both`, `g^e = 1`. With `Sidedness::Outer` the other point is outside, and some
//!    `n·n_f ≥ 0`, so `g^e = 1`.
//! 3. If `M = 1`, the term of the two lowest parts is `w p_ε(d)`. If not, a point is closer than `0.15 d` to the end of
//!    its part. In units of `d`, all factors are continuous functions of how close it is. Where `M` goes to zero, the
//!    direction to that end goes to `n`, so its factors go to 1, and the term with that end in place of the part goes to
//!    `w p_ε(d)`. So the sum of both has a positive lower bound, times `w p_ε(d)`. The end's own mollifier may vanish
//!    in turn, but a vertex has none, so this ends with vertex-vertex.
//!
//! The bound is 1 in practice (`tests/geometric.rs` samples points around all features); for `α < 0.15` the factors of the
//! end fade before `M` is whole, and the sum dips there, to 0.1 with `α = 0.05`.
//!
//! So the sum is at least a constant times `p_ε(d)`, which is infinite at zero, if the caller does two things: every
//! vertex, edge and face of every body takes part in every kind of term (rods and points too), and no weight is zero.
//!
//! One contact has no barrier, here as in the paper: of a vertex with the opposite edge of its own face, when that face
//! collapses. Elasticity must prevent it, and collision detection still does.
//!
//! ## The published library
//!
//! PyPI's `ipctk` 1.6.1 (`SmoothPotential`) is the same sum with [`Ratio::Squared`], no bisectors, a kernel that is
//! `2/3 ε^p` times ours, weights of the current state (see [`weight`]), and in the plane an outer step of width `α_n`
//! instead of 1. `tests/golden_geometric.rs` compares.

pub mod cosine;
pub mod factors;
pub mod jet;
pub mod kernel;
pub mod log_sum;
pub mod mollifier;
pub mod recipe;
pub mod reduced;
pub mod sink;
pub mod stencil;
pub mod step;
pub mod term;
#[cfg(test)]
mod tests;
pub mod weight;

pub use kernel::Kernel;
pub use mollifier::{Mollifier, Ratio};
pub use stencil::{Dimension, Fan, Ring, Sidedness, TermKind};
pub use step::Step;
pub use term::{Curvature, Term};

use crate::Real;

/// The parameters that all terms of a scene have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Potential<R: Real> {
    /// Whether the scene is planar.
    pub dimension: Dimension,
    /// `p` of the kernel: one less than the dimension.
    pub power: u32,
    /// Step of the local-minimum factor; its `α`, from 0 to 1, says how far from a minimum a point may be: the cosine of
    /// an angle.
    pub tangent: Step<R>,
    /// Whether the bisectors of the faces' corners at a vertex are tangents too.
    pub bisectors: bool,
    /// Step of one normal in the exterior factor.
    pub normal: Step<R>,
    /// Step of the sum over normals, less one.
    pub outer: Step<R>,
    /// Fades terms at the ends of primitives.
    pub mollifier: Mollifier<R>,
}

impl<R: Real> Potential<R> {
    /// The paper's: `alpha` between 0.05 and 0.8 in its examples, `beta = 0.1`, `c = 0.01`.
    pub fn new(dimension: Dimension, alpha: R, beta: R) -> Self {
        Self {
            dimension,
            power: match dimension {
                Dimension::Plane => 1,
                Dimension::Space => 2,
            },
            tangent: Step::new(alpha),
            bisectors: true,
            normal: Step::new(beta),
            outer: Step::new(R::one()),
            mollifier: Mollifier {
                width: R::from_f64(0.01),
                ratio: Ratio::Plain,
            },
        }
    }
}
