//! The Geometric Contact Potential (Huang et al. 2025): κ Σ w M g g p_ε(d) over pairs that are close to a local minimum of
//! their distance and face each other from outside, so that nothing pushes but what is about to touch.
//!
//! Candidates and step bound are those of `ipc`, with ε in place of d̂. A pair counts once, over its two primitives and the
//! vertices around them; ε is adapted so that nothing pushes at the start.

mod activation_distances;
mod evaluation;
mod outline;
mod rings;
mod sharp;
mod sides;
mod stencils;
mod terms;
mod weights;
mod weights_back;

pub(super) use self::rings::Rings;
pub use self::weights_back::WeightsBack;

use std::sync::Arc;

use tangency_formulas::contact::geometric::{Curvature, Dimension, Kernel, Potential};
use tangency_geometry::Vec3;

use self::activation_distances::ActivationDistances;
use self::evaluation::Evaluation;
use self::stencils::Stencils;
use self::terms::TermSet;
use self::weights::PrimitiveWeights;
use super::barrier::{Barrier, BarrierShape};
use super::broad::Trees;
use super::candidates::Candidates;
use super::closest::Closest;
use super::collision_filter::CollisionFilter;
use super::friction::FrictionContacts;
use super::kinds::Configuration;
use super::pairs::Pairs;
use super::stiffness::{StiffnessBounds, TooClose};
use super::{
    ContactModel, NormalForceVisitor, PairGradientVisitor, StandalonePotential, StiffnessPolicy,
};
use crate::energy::Energy;
use crate::linear::{BlockSink, NodeMap};
use crate::model::Model;

/// A pair closer than this share of its reach is too close. There the kernel pushes as many times harder than halfway as the
/// log barrier of `ipc` does where it is too close.
const TOO_CLOSE: f64 = 0.01;
/// A pair closer than this share of its reach has settled when an iteration changes its gap by less than the other share.
/// Far from balance, Newton's direction opens a gap by up to 1/(p + 1) of itself: a third in space, half in the plane.
const CLOSE: f64 = 0.1;
const SETTLED: f64 = 0.1;
/// Mean gaps below this share of the reach are tight, above the other loose: again where forces are as for `ipc`.
const TIGHT: f64 = 0.27;
const LOOSE: f64 = 0.41;

/// A step that takes more iterations has the nearest positive semi-definite Hessian in place of the reduced one. That costs
/// ten times as much and does not pay at once, but keeps the curvature of distances and cosines, without which bodies that
/// slide over each other's vertices can take hundreds of iterations.
const PATIENCE: usize = 25;

/// The geometric contact potential of a model.
pub struct GcpContact {
    model: Arc<Model>,
    stencils: Arc<Stencils>,
    trees: Trees,
    /// Whether `candidates` hold for the way of the last limit.
    swept: bool,
    candidates: Candidates,
    terms: TermSet,
    pairs: Pairs,
    bounds: StiffnessBounds,
    kappa: f64,
    /// κ at the end of the step before.
    earlier: Option<f64>,
    /// Pairs that were too close after the last iteration, and their gaps.
    too_close: TooClose,
    /// Iterations of this step so far.
    iterations: usize,
    /// Mean gap at the start of this step, as a share of the reach; none before the first detection, and where the stiffness
    /// is given.
    room: Option<Option<f64>>,
}

impl GcpContact {
    /// The potential of `model`; no pair is known before the first detection.
    pub fn new(model: Arc<Model>) -> Self {
        let settings = &model.settings.geometric;
        let rings = Rings::new(&model);
        let mut stencils = Stencils {
            potential: Potential::new(outline::dimension(&model), settings.alpha, settings.beta),
            weights: PrimitiveWeights::new(&model, &rings),
            activation: ActivationDistances::uniform(&model, model.dhat),
            rings,
        };
        let mut trees = Trees::new();
        trees.fit(&model, &model.rest, None);
        let near = Candidates::within(&model, &trees, &model.rest, model.dhat);
        let pushing = TermSet::find(&model, &stencils, &model.rest, &near);
        (stencils.activation).shorten(&model, &stencils.rings, &pushing);
        let bounds = bounds(&model, &stencils.weights, stencils.potential.power);
        GcpContact {
            kappa: model.settings.kappa.unwrap_or(bounds.min),
            stencils: Arc::new(stencils),
            trees: Trees::new(),
            swept: false,
            candidates: Candidates::default(),
            terms: TermSet::default(),
            pairs: Pairs::default(),
            bounds,
            earlier: None,
            too_close: TooClose::default(),
            iterations: 0,
            room: None,
            model,
        }
    }

    fn sum<'a>(&'a self, kappa: f64, x: &'a [Vec3]) -> Evaluation<'a> {
        Evaluation {
            model: &self.model,
            potential: &self.stencils.potential,
            terms: &self.terms,
            kappa,
            curvature: self.curvature(),
            x,
        }
    }

    /// In the plane stencils are small, and the nearest Hessian is cheap.
    fn curvature(&self) -> Curvature {
        let is_planar = self.stencils.potential.dimension == Dimension::Plane;
        if is_planar || self.iterations > PATIENCE {
            Curvature::Projected
        } else {
            Curvature::Reduced
        }
    }
}

/// Bounds of the stiffness: at half its reach a pair of mean weights pushes as one of `ipc` does at half of d̂.
fn bounds(model: &Model, weights: &PrimitiveWeights, power: u32) -> StiffnessBounds {
    let log = StiffnessBounds::of(model);
    let half = 0.5 * model.dhat;
    let barrier = Barrier {
        shape: BarrierShape::Log,
        dhat: model.dhat,
        kappa: 1.0,
    };
    let kernel = Kernel {
        reach: model.dhat,
        power,
    };
    let ours = weights.mean * weights.mean * kernel.jet(half).first;
    let ratio = barrier.derivatives(half * half, 0.0).first / ours;
    StiffnessBounds {
        min: ratio * log.min,
        max: ratio * log.max,
        stiffest: ratio * log.stiffest,
        tight: TIGHT,
        loose: LOOSE,
        ..log
    }
}

impl Energy for GcpContact {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.sum(self.kappa, x).value()
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.sum(self.kappa, x).gradient(out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.sum(self.kappa, x).hessian(out);
    }
}

impl ContactModel for GcpContact {
    fn begin_step(&mut self, stiffness: Option<f64>, _: f64) {
        self.earlier = stiffness;
        self.trees.forget();
        self.swept = false;
        self.too_close.forget();
        self.iterations = 0;
        self.room = None;
    }

    fn detect(&mut self, x: &[Vec3]) {
        if !self.swept {
            self.trees.fit(&self.model, x, None);
            self.candidates = Candidates::within(&self.model, &self.trees, x, self.model.dhat);
        }
        self.terms = TermSet::find(&self.model, &self.stencils, x, &self.candidates);
        self.pairs = self.terms.pairs();
        if self.room.is_none() && self.model.settings.kappa.is_none() {
            self.room = Some(self.sum(1.0, x).room());
        }
    }

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let way = CollisionFilter {
            model: &self.model,
            x,
            p,
        };
        let at_most = way.limit_pairs(&self.pairs, at_most);
        let path = (p, at_most);
        self.trees.fit(&self.model, x, Some(path));
        self.candidates = Candidates::find(&self.model, &self.trees, x, path);
        self.swept = true;
        way.limit_candidates(&self.candidates, at_most)
    }

    fn stiffness(&self) -> f64 {
        self.kappa
    }

    fn pair_count(&self) -> usize {
        self.terms.len()
    }

    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts {
        self.sum(kappa, x).friction_contacts()
    }

    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor) {
        self.sum(self.kappa, x).visit_gradients(visit);
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.sum(self.kappa, x).complementarity()
    }

    /// Of all pairs within reach, whether they push or not.
    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        let (model, mut trees) = (&self.model, Trees::new());
        trees.fit(model, x, None);
        Pairs::find(model, x, &trees).closest(Configuration { model, x })
    }

    fn stiffness_policy(&mut self) -> Option<&mut dyn StiffnessPolicy> {
        Some(self)
    }

    fn standalone(&self) -> Option<&dyn StandalonePotential> {
        Some(self)
    }
}

impl StandalonePotential for GcpContact {
    fn curved_hessian(&self, x: &[Vec3], curvature: Curvature, out: &mut BlockSink) {
        let mut sum = self.sum(self.kappa, x);
        sum.curvature = curvature;
        sum.hessian(out);
    }

    fn visit_normal_forces(&self, x: &[Vec3], visit: &mut NormalForceVisitor) {
        self.sum(self.kappa, x).visit_normal_forces(visit);
    }

    fn weights_back(&self) -> Option<WeightsBack<'_>> {
        Some(WeightsBack {
            model: &self.model,
            rings: &self.stencils.rings,
            weights: &self.stencils.weights,
            has_shortened: self.stencils.activation.has_shortened(),
        })
    }

    fn fresh(&self) -> Box<dyn ContactModel> {
        Box::new(GcpContact {
            model: Arc::clone(&self.model),
            stencils: Arc::clone(&self.stencils),
            trees: Trees::new(),
            swept: false,
            candidates: Candidates::default(),
            terms: TermSet::default(),
            pairs: Pairs::default(),
            bounds: self.bounds,
            kappa: self.kappa,
            earlier: None,
            too_close: TooClose::default(),
            iterations: 0,
            room: None,
        })
    }
}

impl StiffnessPolicy for GcpContact {
    fn start_stiffness(&mut self, x: &[Vec3], rest: &[Vec3], unknowns: &NodeMap) {
        if self.model.settings.kappa.is_some() {
            return;
        }
        let mut gradient = vec![Vec3::zeros(); x.len()];
        let sum = self.sum(1.0, x);
        sum.gradient(&mut gradient);
        self.model.dependents.hand_on(&mut gradient);
        let balance = self.bounds.balance(&gradient, rest, unknowns);
        // Obstacles that have moved by now may be close to what they push: that does not make contacts tight.
        self.kappa = self
            .bounds
            .start(balance, self.earlier, self.room.flatten());
    }

    fn adapt(&mut self, x: &[Vec3]) -> bool {
        self.iterations += 1;
        if self.model.settings.kappa.is_some() {
            return false;
        }
        let too_close = self.sum(1.0, x).closer_than(TOO_CLOSE);
        let closing = self.too_close.are_closing(too_close);
        let stiffer = (2.0 * self.kappa).min(self.bounds.stiffest);
        if closing && stiffer > self.kappa {
            self.kappa = stiffer;
            return true;
        }
        false
    }

    fn has_settled(&self, before: &[Vec3], x: &[Vec3], _: bool) -> bool {
        let sum = self.sum(1.0, x);
        sum.has_settled(before, CLOSE, SETTLED)
    }
}
