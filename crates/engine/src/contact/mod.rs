//! Contact: which pairs are close, how they repel each other, and how far a step may go.

mod barrier;
mod bounds;
mod broad;
mod candidates;
mod closest;
mod collision_filter;
mod convergent;
mod energy;
mod features;
mod friction;
mod gaps;
mod gcp;
mod ipc;
mod kinds;
mod ogc;
mod ogc_parameters;
mod pairs;
mod reach;
mod recovery;
mod standing_candidates;
mod stiffness;
mod sweep_search;
mod thickness_check;
mod within_reach;

pub use barrier::{Barrier, BarrierShape};
pub use bounds::{DisplacementBounds, NearbyPairs};
pub use candidates::Candidates;
pub use closest::{Closest, Primitives};
pub use collision_filter::{CollisionFilter, first_to_touch};
pub use features::{cast, surface_features};
pub use friction::{FrictionContact, FrictionContacts, LaggedFriction};
pub use gcp::GcpContact;
pub use ipc::IpcContact;
pub use ogc::OgcContact;
pub use ogc_parameters::ogc_parameters;
pub use pairs::{PairSet, Pairs};
pub use reach::{given_reach, with_own_reach};
pub use thickness_check::ThicknessCheck;
pub use within_reach::pairs_within_reach;

use std::sync::Arc;

use tangency_formulas::contact::geometric::Curvature;
use tangency_geometry::Vec3;

use crate::energy::Energy;
use crate::linear::{BlockSink, NodeMap};
use crate::model::Model;
use crate::settings::ContactKind;

/// A contact potential together with the step bound that keeps it finite.
///
/// As an [`Energy`] it is evaluated over the pairs found by the last [`ContactModel::detect`]. Nine methods are what every
/// model has; the parts after them belong to some.
pub trait ContactModel: Energy + Send {
    /// Forgets what earlier steps left behind, so that a step depends on its state alone: on the stiffness that the
    /// step before ended with. Forces enter the potential times `scale`.
    fn begin_step(&mut self, stiffness: Option<f64>, scale: f64);

    /// Finds the pairs that repel each other at `x`.
    fn detect(&mut self, x: &[Vec3]);

    /// Finds the pairs that push each other at `x`, where nothing will move any more; those that would push if they came closer
    /// need not be among them.
    fn detect_touching(&mut self, x: &[Vec3]) {
        self.detect(x);
    }

    /// The largest step along `p`, at most `at_most`, during which no pair touches. The pairs at `x` must
    /// have been detected.
    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64;

    /// The stiffness in use.
    fn stiffness(&self) -> f64;

    /// Number of pairs that repel each other.
    fn pair_count(&self) -> usize;

    /// The contacts that rub at `x`, pressed as by a barrier of stiffness `kappa`.
    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts;

    /// The largest product of a pair's force and distance at `x`, kg m²: zero for perfect complementarity.
    fn complementarity(&self, x: &[Vec3]) -> f64;

    /// The closest pair at `x`.
    fn closest(&self, x: &[Vec3]) -> Option<Closest>;

    /// Calls `visit` with the gradient of every pair that pushes at `x`.
    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor);

    /// The policy by which its stiffness adapts, where it does.
    fn stiffness_policy(&mut self) -> Option<&mut dyn StiffnessPolicy> {
        None
    }

    /// The forces to come that its Hessian takes into account, where it does.
    fn force_prediction(&mut self) -> Option<&mut dyn ForcePrediction> {
        None
    }

    /// The bounds within which each vertex may move until the next detection, where there are any: then the pairs stay
    /// the same until then.
    fn vertex_bounds(&self) -> Option<&dyn VertexBounds> {
        None
    }

    /// The pairs that push at `x`, where vertices are about to move by `intended`, and how far each vertex may go until the next
    /// detection, for sweeps over single vertices; none where there are no bounds. Pairs for all else are not found.
    fn detect_for_sweeps(&mut self, _x: &[Vec3], _intended: &[Vec3]) -> Option<NearbyPairs> {
        None
    }

    /// The pairs, and the barrier of their distances, where a pair costs what its own distance says.
    fn pairwise(&self) -> Option<Pairwise<'_>> {
        None
    }

    /// The potential by itself, away from any time step, where it can be had so.
    fn standalone(&self) -> Option<&dyn StandalonePotential> {
        None
    }
}

/// A contact potential as a function of positions, for solvers other than those of the engine.
pub trait StandalonePotential {
    /// Appends the Hessian blocks of its pairs at `x` to `out`, treated as `curvature` says; what has no reduced Hessian has
    /// the projected one in its place. That of [`Energy`] is chosen for Newton's method.
    fn curved_hessian(&self, x: &[Vec3], curvature: Curvature, out: &mut BlockSink);

    /// Calls `visit` with the force of every pair at `x`, where it depends on more than the distance of the pair; those of
    /// which it does not are [`ContactModel::pairwise`].
    fn visit_normal_forces(&self, _x: &[Vec3], _visit: &mut NormalForceVisitor) {}

    /// The same potential without any pair, before a first detection.
    fn fresh(&self) -> Box<dyn ContactModel>;
}

/// The gradient of the potential of one pair.
#[derive(Clone, Copy, Debug)]
pub struct PairGradient<'a> {
    /// The pair.
    pub primitives: Primitives,
    /// The vertices that its force acts on.
    pub vertices: &'a [u32],
    /// The gradient by each of them.
    pub gradient: &'a [Vec3],
    /// The gradient by a motion of the first primitive as a whole, on a half-space of the vertex; that by one of the second
    /// is opposite.
    pub first: Vec3,
}

/// The force with which a pair is pressed, and its derivatives: that by the distance of the pair, and what is left, by
/// vertices.
#[derive(Clone, Copy, Debug)]
pub struct NormalForce<'a> {
    /// The pair.
    pub primitives: Primitives,
    /// The force, as a gradient of the incremental potential.
    pub force: f64,
    /// Derivative by the distance of the pair, with all else held.
    pub by_distance: f64,
    /// The vertices that it depends on besides.
    pub vertices: &'a [u32],
    /// Derivatives by each of them, without that through the distance.
    pub gradient: &'a [Vec3],
}

/// Takes the force of one pair after the other.
pub type NormalForceVisitor<'a> = dyn FnMut(&NormalForce) + 'a;

/// Takes the gradient of one pair after the other.
pub type PairGradientVisitor<'a> = dyn FnMut(&PairGradient) + 'a;

/// A stiffness that is chosen for each step and adapted to where its iterations lead.
pub trait StiffnessPolicy {
    /// Chooses the stiffness for a step that starts at `x`, where all other terms have the gradient `rest`;
    /// only the unknowns count.
    fn start_stiffness(&mut self, x: &[Vec3], rest: &[Vec3], unknowns: &NodeMap);

    /// Raises the stiffness where an iteration that ended at `x` has brought pairs too close; tells whether it did,
    /// which changes the energy.
    fn adapt(&mut self, x: &[Vec3]) -> bool;

    /// Whether a move from `before` to `x`, which was short, has also left small distances about as they were; `is_driven`:
    /// while prescribed vertices are pulled to their targets. A barrier that is far from balance at a tiny distance gives
    /// tiny directions, which look like convergence.
    fn has_settled(&self, before: &[Vec3], x: &[Vec3], is_driven: bool) -> bool;
}

/// Forces that pairs will have to exert, from the direction of Newton's method, for a better Hessian.
pub trait ForcePrediction {
    /// Takes note of the direction that Newton's method found at `x`.
    fn predict_forces(&mut self, x: &[Vec3], p: &[Vec3]);

    /// Forgets it, so that the next Hessian is that of the energy.
    fn forget_predicted_forces(&mut self);
}

/// Bounds on the displacement of each vertex, from one detection to the next.
pub trait VertexBounds {
    /// All that is near where contacts have just been detected, with how far each vertex may go if they are about to
    /// move by `p`.
    fn nearby_pairs(&self, p: &[Vec3]) -> NearbyPairs;

    /// Gap below which pairs repel each other, m.
    fn radius(&self) -> f64;
}

/// Pairs of which each costs what a barrier says of its own distance.
#[derive(Clone, Copy, Debug)]
pub struct Pairwise<'a> {
    /// The pairs that repel each other.
    pub pairs: &'a Pairs,
    /// The cost of one.
    pub barrier: Barrier,
}

/// Requests of minimisers to any contact model, whichever parts it has.
impl dyn ContactModel {
    /// Finds the pairs that count at `x` on the way of the last [`ContactModel::limit`].
    pub fn follow(&mut self, x: &[Vec3]) {
        if self.vertex_bounds().is_none() {
            self.detect(x);
        }
    }

    /// Shortens the displacements `p` of single vertices to what they may move by from `x`, where it bounds them one by
    /// one. The pairs at `x` must have been detected.
    pub fn shorten(&self, x: &[Vec3], p: &mut [Vec3]) {
        if let Some(bounds) = self.vertex_bounds() {
            DisplacementBounds::new(x.to_vec(), bounds.nearby_pairs(p)).shorten(p);
        }
    }

    /// Whether a limit at `x` does not come from pairs in contact, so that going there and detecting anew leads farther.
    pub fn is_clear(&self, x: &[Vec3]) -> bool {
        self.vertex_bounds().is_some_and(|bounds| {
            let closest = self.closest(x);
            closest.is_none_or(|closest| closest.distance > bounds.radius())
        })
    }

    /// Takes note of the direction `p` of Newton's method at `x`; nothing is a reason to forget it.
    pub fn predict_forces(&mut self, x: &[Vec3], p: Option<&[Vec3]>) {
        if let Some(prediction) = self.force_prediction() {
            match p {
                Some(p) => prediction.predict_forces(x, p),
                None => prediction.forget_predicted_forces(),
            }
        }
    }

    /// Chooses the stiffness for a step, as [`StiffnessPolicy::start_stiffness`] does.
    pub fn start_stiffness(&mut self, x: &[Vec3], rest: &[Vec3], unknowns: &NodeMap) {
        if let Some(policy) = self.stiffness_policy() {
            policy.start_stiffness(x, rest, unknowns);
        }
    }

    /// Adapts to where an iteration has led: raises the stiffness, or finds the pairs anew that bounds kept; tells whether
    /// the energy has changed.
    pub fn adapt(&mut self, x: &[Vec3]) -> bool {
        let is_bounded = self.vertex_bounds().is_some();
        if is_bounded {
            self.detect(x);
        }
        let policy = self.stiffness_policy();
        policy.is_some_and(|policy| policy.adapt(x)) | is_bounded
    }

    /// Whether small distances have settled, as [`StiffnessPolicy::has_settled`] says.
    pub fn has_settled(&mut self, before: &[Vec3], x: &[Vec3], is_driven: bool) -> bool {
        let policy = self.stiffness_policy();
        policy.is_none_or(|policy| policy.has_settled(before, x, is_driven))
    }
}

/// The contact model of a model's settings; no pair is known before the first detection.
pub fn for_model(model: &Arc<Model>) -> Box<dyn ContactModel> {
    let model = Arc::clone(model);
    match model.settings.contact {
        ContactKind::Ipc | ContactKind::Convergent => Box::new(IpcContact::new(model)),
        ContactKind::Ogc => Box::new(OgcContact::new(model)),
        ContactKind::Gcp => Box::new(GcpContact::new(model)),
    }
}
