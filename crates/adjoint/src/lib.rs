//! Exact gradients of a run: adjoints through contact, friction and time.
//!
//! A run is a chain of steps. Step `n` leads from a state to the next one by a minimum of the incremental potential, so that
//! the gradient of the potential by the unknowns vanishes there. With `x` the positions at the end of the step, `p` velocities
//! with what is pending, and what is lagged after the semicolon,
//!
//! ```text
//! R(x; x̂, ℓ) = m (x - x̂) + d m (x - x⁰) + s ∇Ψ(x) + C(x; ℓ) = 0                    at the unknowns
//! C(x; ℓ)    = κ ∇Σ b(d(x)) + ∇Σ μ λ(ℓ) f0(|T(ℓ)ᵀ Σ w(ℓ) (x - xⁿ)|)
//! ```
//!
//! | rule | x̂ | s | x⁰, τ |
//! |---|---|---|---|
//! | implicit Euler | xⁿ + h pⁿ + s a | h² | xⁿ, h |
//! | Newmark | xⁿ + h pⁿ + h² (½ - β) aⁿ + s a | β h² | xⁿ, h |
//! | BDF2 | (4 xⁿ - xⁿ⁻)/3 + 2h/3 (4 pⁿ - vⁿ⁻)/3 + s a | 4/9 h² | (4 xⁿ - xⁿ⁻)/3, 2h/3 |
//! | quasi-static | no inertia: R = -s m a + s ∇Ψ + C | h² | xⁿ, h |
//!
//! where `a = g + f/m` is the acceleration by gravity and loads and `d = s α/τ` damping by mass. Positions of prescribed
//! vertices are those of their motion; those of other vertices without mass stay. The state is then updated, with
//! `push = -C/m`, as `engine/src/step/integrator.rs` says.
//!
//! Friction takes its forces λ, tangents T and weights w from ℓ. In the first round of a step ℓ is xⁿ; in each further round it
//! is where the round before ended. A step of `K` rounds is `K` such equations in a row, and is differentiated as that.
//!
//! Let `x̄` be the derivative of the objective by the end of a round. The transposed system
//!
//! ```text
//! H y = -x̄,   H = m (1 + d) + s ∇²Ψ + ∂C/∂x      exact: nothing is projected
//! ```
//!
//! gives the derivative by anything else that R depends on, as `yᵀ ∂R/∂(...)`: by x̂ it is `-m y`, by Lamé's parameters
//! `s y · ∂∇Ψ`, by the positions ℓ that friction was taken from the derivative of `y · C`, by targets `H y` at the prescribed
//! vertices. From there it goes on to the state before, step by step back to the start.
//!
//! **Sheets and rods.** Limits of strain have the stiffness that they had at the end of the round; like κ it is held. Frames of rods that
//! twist are measured from references that are carried along: these directors belong to the state, so that ∇Ψ depends on the
//! start of its step, too.
//!
//! **Prescribed vertices** that something was in the way of are pulled; a [`Recording`] then puts them exactly on their targets,
//! where a plain run leaves them as near as arriving asks (a thousandth of the step's way). Where that cannot be, the gradient is
//! refused.
//!
//! **Barrier stiffness.** κ is held. Where the scene sets it, that is exact. Where it adapts, κ is the smallest one, the one of
//! the step before times ½, 1 or 2, doubled, or at one of its two upper bounds: all of these are the smallest one times a number that small
//! changes do not change, so that holding it is exact too, but for densities and rest shapes, from which the smallest one follows. Only a κ
//! that balances forces between those bounds depends on the state: then the gradient is refused.
//!
//! **Singular systems.** At a minimum H is positive semi-definite; where the Cholesky factor of H fails, H is indefinite by
//! rounding or because the step ended at a saddle, and generalised minimal residuals with the factor of the projected matrix solve
//! the system. Where they do not converge, the equilibrium is at a bifurcation, and the gradient is refused.
//!
//! **Smoothness.** Contact and friction are once continuously differentiable in positions, so that a run is differentiable but
//! where a contact crosses from one feature to another, begins to stick or stops: there is a derivative from either side.

mod backward;
mod check;
mod elastic;
mod error;
mod friction;
mod gradient;
mod integration;
mod motion;
mod objective;
mod outside;
mod potential;
mod recording;
mod solve;
mod step;

pub use error::GradientError;
pub use gradient::{Gradient, MotionGradient, Variable};
pub use objective::{
    CenterOfMass, CenterTrajectory, ContactForce, Deviation, ForceMeasure, HalfSquares,
    KineticEnergy, MeanVelocity, Objective, OutlineTarget, PointTargets, PointTrajectory,
    PotentialEnergy, Product, Reaction, Residuals, Scaled, Seeds, StateForces, StateGradient,
    StateView, StrainEnergy, StressNorm, SurfaceTarget, TimeSeries, Volume, WeightedObjectives,
    Window,
};
pub use recording::Recording;
