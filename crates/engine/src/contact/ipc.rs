//! Incremental Potential Contact (Li et al. 2020): κ Σ b(d²) over all pairs closer than d̂; with the weights of Convergent
//! IPC (Li et al. 2023) where those are asked for.

use std::sync::Arc;

use tangency_formulas::contact::geometric::Curvature;
use tangency_geometry::Vec3;

use super::barrier::{Barrier, BarrierShape};
use super::broad::Trees;
use super::candidates::Candidates;
use super::closest::{Closest, Primitives};
use super::collision_filter::CollisionFilter;
use super::convergent::ConvergentWeights;
use super::energy::PairBarriers;
use super::friction::FrictionContacts;
use super::kinds::Configuration;
use super::pairs::Pairs;
use super::stiffness::{StiffnessBounds, TooClose};
use super::{
    ContactModel, ConvergentBack, ForcePrediction, PairGradientVisitor, Pairwise,
    StandalonePotential, StiffnessPolicy,
};
use crate::energy::Energy;
use crate::linear::{BlockSink, NodeMap};
use crate::model::Model;
use crate::settings::ContactKind;

/// A pair closer than this share of d̂ has settled when an iteration changes its distance by less than the other share. Far
/// from balance, Newton's direction opens it by half of itself.
const CLOSE: f64 = 0.01;
const SETTLED: f64 = 0.1;

/// The IPC barrier over the pairs of a model.
pub struct IpcContact {
    model: Arc<Model>,
    trees: Trees,
    /// Whether `candidates` hold for the way of the last limit.
    swept: bool,
    candidates: Candidates,
    /// Weights of Convergent IPC; without them each pair counts as often as it is found.
    weights: Option<Arc<ConvergentWeights>>,
    pairs: Pairs,
    bounds: StiffnessBounds,
    kappa: f64,
    /// κ at the end of the step before.
    earlier: Option<f64>,
    /// Pairs that were too close after the last iteration, and their distances.
    too_close: TooClose,
    /// Forces that the last direction predicts, as weights of pairs far too close.
    predicted: Pairs,
}

impl IpcContact {
    /// The barriers of `model`; no pair is known before the first detection.
    pub fn new(model: Arc<Model>) -> Self {
        let is_convergent = model.settings.contact == ContactKind::Convergent;
        let weights = is_convergent.then(|| Arc::new(ConvergentWeights::new(&model)));
        let mut bounds = StiffnessBounds::of(&model);
        if let Some(weights) = &weights {
            bounds.scale(1.0 / weights.mean);
        }
        IpcContact {
            kappa: model.settings.kappa.unwrap_or(bounds.min),
            model,
            trees: Trees::new(),
            swept: false,
            candidates: Candidates::default(),
            weights,
            pairs: Pairs::default(),
            bounds,
            earlier: None,
            too_close: TooClose::default(),
            predicted: Pairs::default(),
        }
    }

    /// The pairs that repel each other.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    fn barrier(&self) -> Barrier {
        self.of_stiffness(self.kappa)
    }

    fn of_stiffness(&self, kappa: f64) -> Barrier {
        Barrier {
            shape: BarrierShape::Log,
            dhat: self.model.dhat,
            kappa,
        }
    }

    fn at<'a>(&'a self, x: &'a [Vec3]) -> Configuration<'a> {
        let model = &self.model;
        Configuration { model, x }
    }

    fn terms<'a>(&'a self, barrier: Barrier, x: &'a [Vec3]) -> PairBarriers<'a> {
        PairBarriers {
            at: self.at(x),
            pairs: &self.pairs,
            barrier,
            predicted: Some(&self.predicted),
        }
    }
}

impl Energy for IpcContact {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.terms(self.barrier(), x).value()
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.terms(self.barrier(), x).gradient(out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.terms(self.barrier(), x).hessian(out);
    }
}

impl ContactModel for IpcContact {
    fn begin_step(&mut self, stiffness: Option<f64>, _: f64) {
        self.earlier = stiffness;
        self.trees.forget();
        self.swept = false;
        self.too_close.forget();
        self.forget_predicted_forces();
    }

    fn detect(&mut self, x: &[Vec3]) {
        let model = &self.model;
        if !self.swept {
            self.trees.fit(model, x, None);
        }
        self.pairs = match (&self.weights, self.swept) {
            (None, true) => Pairs::activate(model, x, &self.candidates),
            (None, false) => Pairs::find(model, x, &self.trees),
            (Some(weights), true) => weights.pairs(model, x, &self.candidates),
            (Some(weights), false) => {
                let near = Candidates::within(model, &self.trees, x, model.dhat);
                weights.pairs(model, x, &near)
            }
        };
    }

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        let model = Arc::clone(&self.model);
        let way = CollisionFilter {
            model: &model,
            x,
            p,
        };
        // The pairs in contact are the likeliest to stop the step: what they leave of it bounds the way
        // that has to be searched for others (section 4.6).
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
        self.pairs.len()
    }

    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts {
        self.terms(self.of_stiffness(kappa), x).friction_contacts()
    }

    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor) {
        self.terms(self.barrier(), x).visit_gradients(visit);
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.terms(self.barrier(), x).complementarity()
    }

    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        self.pairs.closest(self.at(x))
    }

    fn stiffness_policy(&mut self) -> Option<&mut dyn StiffnessPolicy> {
        Some(self)
    }

    fn force_prediction(&mut self) -> Option<&mut dyn ForcePrediction> {
        Some(self)
    }

    fn pairwise(&self) -> Option<Pairwise<'_>> {
        Some(Pairwise {
            pairs: &self.pairs,
            barrier: self.barrier(),
        })
    }

    fn standalone(&self) -> Option<&dyn StandalonePotential> {
        Some(self)
    }
}

impl StandalonePotential for IpcContact {
    fn curved_hessian(&self, x: &[Vec3], curvature: Curvature, out: &mut BlockSink) {
        self.terms(self.barrier(), x).curved_hessian(curvature, out);
    }

    fn convergent_back(&self) -> Option<ConvergentBack<'_>> {
        let weights = self.weights.as_deref()?;
        Some(ConvergentBack {
            model: &self.model,
            weights,
            trees: &self.trees,
        })
    }

    fn fresh(&self) -> Box<dyn ContactModel> {
        Box::new(IpcContact {
            model: Arc::clone(&self.model),
            trees: Trees::new(),
            swept: false,
            candidates: Candidates::default(),
            weights: self.weights.clone(),
            pairs: Pairs::default(),
            bounds: self.bounds,
            kappa: self.kappa,
            earlier: None,
            too_close: TooClose::default(),
            predicted: Pairs::default(),
        })
    }
}

impl ForcePrediction for IpcContact {
    fn predict_forces(&mut self, x: &[Vec3], p: &[Vec3]) {
        self.predicted = self.terms(self.barrier(), x).predict_forces(p);
    }

    fn forget_predicted_forces(&mut self) {
        self.predicted = Pairs::default();
    }
}

impl StiffnessPolicy for IpcContact {
    fn start_stiffness(&mut self, x: &[Vec3], rest: &[Vec3], unknowns: &NodeMap) {
        if self.model.settings.kappa.is_some() {
            return;
        }
        let mut gradient = vec![Vec3::zeros(); x.len()];
        let terms = self.terms(self.of_stiffness(1.0), x);
        terms.gradient(&mut gradient);
        self.model.dependents.hand_on(&mut gradient);
        let balance = self.bounds.balance(&gradient, rest, unknowns);
        let room = terms.mean_distance().map(|d| d / self.model.dhat);
        self.kappa = self.bounds.start(balance, self.earlier, room);
    }

    fn adapt(&mut self, x: &[Vec3]) -> bool {
        if self.model.settings.kappa.is_some() {
            return false;
        }
        let too_close = self.pairs.closer_than(self.at(x), self.bounds.too_close);
        let closing = self.too_close.are_closing(too_close);
        let stiffer = (2.0 * self.kappa).min(self.bounds.stiffest);
        if closing && stiffer > self.kappa {
            self.kappa = stiffer;
            return true;
        }
        false
    }

    /// Looked at only while vertices are pulled: a step ends as the paper has it, when directions are short. But motion
    /// counts as blocked when it gets no further in balance, and short directions at tiny distances are none.
    fn has_settled(&self, before: &[Vec3], x: &[Vec3], is_driven: bool) -> bool {
        let close = || self.pairs.closer_than(self.at(x), CLOSE * self.model.dhat);
        let is_settled = |(pair, distance): &(Primitives, f64)| {
            let change = (pair.distance(&self.model, before) - pair.distance(&self.model, x)).abs();
            // What stands on a half-space does not wedge anything in.
            matches!(pair, Primitives::HalfSpace(_)) || change < SETTLED * distance
        };
        !is_driven || close().iter().all(is_settled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use crate::settings::Length;
    use crate::{ModelBuilder, Solid};
    use tangency_geometry::generate::{BoxParameters, cuboid};

    const DHAT: f64 = 1e-3;

    /// Positions of two unit boxes, one above the other, with so many d̂ between them.
    fn apart(at_rest: &[Vec3], gap: f64) -> Vec<Vec3> {
        let raised = |x: &Vec3| {
            if x.y > 0.55 {
                x.y - 0.1 + gap * DHAT
            } else {
                x.y
            }
        };
        at_rest
            .iter()
            .map(|x| Vec3::new(x.x, raised(x), x.z))
            .collect()
    }

    /// Motion counts as blocked only where contacts have settled: pairs below a hundredth of d̂ that still open or close
    /// by a tenth of their distance have not. Without prescribed motion, that is not asked.
    #[test]
    fn driven_contacts_settle_before_a_step_ends() {
        let mut builder = ModelBuilder::new();
        builder.settings.dhat = Length::Absolute(DHAT);
        for height in [0.0, 1.1] {
            let mut mesh = cuboid(&BoxParameters::default()).expect("a box");
            for point in &mut mesh.points {
                point.y += height;
            }
            builder.add_solid(Solid {
                name: "box".to_owned(),
                velocity: vec![Vec3::zeros(); mesh.points.len()],
                mesh,
                material: Material::default(),
                offset: 0.0,
            });
        }
        let (model, state) = builder.build().expect("a valid scene");
        let model = Arc::new(model);
        let has_settled = |before: f64, now: f64, is_driven: bool| {
            let mut contact = IpcContact::new(Arc::clone(&model));
            let x = apart(&state.x, now);
            contact.detect(&x);
            assert!(!contact.pairs().is_empty());
            contact.has_settled(&apart(&state.x, before), &x, is_driven)
        };
        assert!(!has_settled(2e-3, 1e-3, true), "closing");
        assert!(!has_settled(1e-3, 2e-3, true), "opening");
        assert!(has_settled(1.05e-3, 1e-3, true), "hardly moving");
        assert!(has_settled(0.9, 0.5, true), "not close");
        assert!(has_settled(2e-3, 1e-3, false), "not driven");
    }
}
