//! Contact: which pairs are close, how they repel each other, and how far a step may go.

mod barrier;
mod bounds;
mod broad;
mod candidates;
mod closest;
mod convergent;
mod energy;
mod features;
mod friction;
mod gcp;
mod ipc;
mod offset;
mod offsets;
mod ogc;
mod pairs;
mod recovery;
mod stiffness;
mod way;

pub use barrier::{Barrier, Shape};
pub use bounds::{Bounds, Near};
pub use candidates::Candidates;
pub use closest::{Closest, Primitives};
pub use features::{Features, lift};
pub use friction::{LaggedFriction, Rubbing, Rubbings};
pub use gcp::GcpContact;
pub use ipc::IpcContact;
pub use offset::OffsetContact;
pub use offsets::Offsets;
pub use ogc::OgcContact;
pub use pairs::{PairSet, Pairs};
pub use way::first_to_touch;

use tangency_geometry::Vec3;

use crate::energy::Energy;
use crate::linear::NodeMap;

/// A contact potential together with the step bound that keeps it finite.
///
/// As an [`Energy`] it is evaluated over the pairs found by the last [`ContactModel::detect`].
pub trait ContactModel: Energy + Send {
    /// Forgets what earlier steps left behind, so that a step depends on its state alone: on the stiffness that the
    /// step before ended with. Forces enter the potential times `scale`.
    fn begin_step(&mut self, stiffness: Option<f64>, scale: f64);

    /// Finds the pairs that repel each other at `x`.
    fn detect(&mut self, x: &[Vec3]);

    /// Finds the pairs that count at `x` between `x0` and `x0 + limit p`, after [`ContactModel::limit`] for `x0`, `p`.
    fn follow(&mut self, x: &[Vec3]);

    /// The largest step along `p`, at most `at_most`, during which no pair touches. The pairs at `x` must
    /// have been detected.
    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64;

    /// Shortens the displacements `p` of single vertices to what they may move by from `x`, where it bounds them one by
    /// one. The pairs at `x` must have been detected.
    fn shorten(&mut self, _x: &[Vec3], _p: &mut [Vec3]) {}

    /// Takes note of the direction that Newton's method found at `x`, which tells what forces are to come.
    fn foresee(&mut self, x: &[Vec3], p: &[Vec3]);

    /// Forgets it, so that the next Hessian is that of the energy.
    fn forget_foreseen(&mut self);

    /// Chooses the stiffness for a step that starts at `x`, where all other terms have the gradient `rest`;
    /// only the unknowns count.
    fn start_stiffness(&mut self, x: &[Vec3], rest: &[Vec3], unknowns: &NodeMap);

    /// Adapts to where an iteration has led: raises the stiffness where pairs come too close, or chooses pairs anew;
    /// tells whether it did, which changes the energy.
    fn adapt(&mut self, x: &[Vec3]) -> bool;

    /// Whether a limit at `x` does not come from pairs in contact, so that going there and detecting anew leads farther.
    fn is_clear(&self, _x: &[Vec3]) -> bool {
        false
    }

    /// The stiffness in use.
    fn stiffness(&self) -> f64;

    /// Whether a move from `before` to `x`, which was short, has also left small distances about as they were; `is_driven`:
    /// while prescribed vertices are pulled to their targets. A barrier that is far from balance at a tiny distance gives
    /// tiny directions, which look like convergence.
    fn has_settled(&self, _before: &[Vec3], _x: &[Vec3], _is_driven: bool) -> bool {
        true
    }

    /// Number of pairs that repel each other.
    fn pair_count(&self) -> usize;

    /// The contacts that rub at `x`, pressed as by a barrier of stiffness `kappa`.
    fn rubbings(&self, x: &[Vec3], kappa: f64) -> Rubbings;

    /// The pairs that repel each other.
    fn pairs(&self) -> &Pairs;

    /// What they cost.
    fn barrier(&self) -> Barrier;

    /// All that is near where contacts have just been detected, with how far each vertex may go if they are about to
    /// move by `p`; nothing where only [`ContactModel::limit`] says so.
    fn near(&self, _p: &[Vec3]) -> Option<Near> {
        None
    }

    /// The largest product of a pair's force and distance at `x`, kg m²: zero for perfect complementarity.
    fn complementarity(&self, x: &[Vec3]) -> f64;

    /// The closest of them at `x`.
    fn closest(&self, x: &[Vec3]) -> Option<Closest>;
}
