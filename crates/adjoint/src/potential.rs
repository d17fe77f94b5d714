//! The equations of one round of a step: contact and friction as the run had them, and the exact matrix.

use std::collections::BTreeMap;
use std::sync::Arc;

use tangency_engine::contact::{
    ContactModel, LaggedFriction, ParallelKind, WeightSlopes, for_model,
};
use tangency_engine::energy::{Energy as _, elastic_terms};
use tangency_engine::linear::BlockSink;
use tangency_engine::{Model, Side, State, Vec3};
use tangency_formulas::contact::geometric::Curvature;
use tangency_formulas::contact::mollified;
use tangency_formulas::distance::{edge_edge, mollifier};

use crate::elastic::{self, ElasticScale};
use crate::friction::{self, LaggedWork};
use crate::integration::StepRule;
use crate::solve::ElementMatrix;

/// Contact and friction at the end of a round.
pub struct RoundPotential {
    model: Arc<Model>,
    /// The contact model, of a model with the stiffness set.
    contact: Box<dyn ContactModel>,
    kappa: f64,
    /// Stiffness that friction takes its forces from, as a share of that.
    lagged_share: f64,
    friction: LaggedFriction,
    x: Vec<Vec3>,
    lagged: Vec<Vec3>,
}

impl RoundPotential {
    /// The potential of a model, with the stiffness that it sets or, where it sets none, `kappa`.
    pub fn new(model: &Arc<Model>, kappa: f64) -> Self {
        RoundPotential {
            contact: contact(model, kappa),
            kappa,
            lagged_share: 1.0,
            model: Arc::clone(model),
            friction: LaggedFriction::default(),
            x: Vec::new(),
            lagged: Vec::new(),
        }
    }

    /// Makes it that of a round that ended at `x` with the stiffness `kappa`, with friction taken from `lagged`, where the
    /// stiffness was `lagged_kappa`, and sliding measured from `start`.
    pub fn set(
        &mut self,
        [kappa, lagged_kappa]: [f64; 2],
        scale: f64,
        (x, lagged, start): (&[Vec3], &[Vec3], &[Vec3]),
    ) {
        let model = &self.model;
        if kappa != self.kappa && model.settings.kappa.is_none() {
            self.contact = contact(model, kappa);
            self.kappa = kappa;
        }
        self.contact.begin_step(Some(kappa), scale);
        self.lagged_share = lagged_kappa / kappa;
        self.friction.contacts = Default::default();
        self.friction.start = start.to_vec();
        self.friction.eps = model.epsv * model.settings.dt;
        self.x = x.to_vec();
        self.lagged = lagged.to_vec();
        if !model.friction.is_frictionless() {
            self.contact.detect(lagged);
            self.friction.contacts = self.contact.friction_contacts(lagged, lagged_kappa);
        }
        self.contact.detect(x);
    }

    /// The gradient C of contact and friction.
    pub fn gradient(&self) -> Vec<Vec3> {
        let mut out = vec![Vec3::zeros(); self.x.len()];
        self.contact.gradient(&self.x, &mut out);
        self.friction.gradient(&self.x, &mut out);
        out
    }

    /// The gradient of elasticity at the end of a step; none where a limit of strain has a stiffness that it grew in the step.
    pub fn elastic_gradient(&self, elastic: ElasticScale<'_>) -> Option<Vec<Vec3>> {
        let mut out = vec![Vec3::zeros(); self.x.len()];
        for mut term in elastic_terms(&self.model, elastic.scale) {
            term.begin_step(elastic.start);
            let stiffness = term.strain_limit_stiffness();
            if stiffness.is_some_and(|stiffness| stiffness != elastic.strain_limits) {
                return None;
            }
            term.gradient(&self.x, &mut out);
        }
        Some(out)
    }

    /// The exact matrix of elasticity alone.
    pub fn elastic_matrix(&self, elastic: ElasticScale<'_>) -> ElementMatrix {
        let mut matrix = ElementMatrix {
            blocks: BlockSink::new(),
            diagonal: vec![0.0; self.x.len()],
        };
        elastic::hessian(&self.model, elastic, &self.x, &mut matrix.blocks);
        matrix
    }

    /// The exact matrix ∂C/∂x; the first is that of friction alone.
    pub fn contact_matrices(&self) -> [ElementMatrix; 2] {
        let at = (&self.x[..], &self.friction.start[..], self.friction.eps);
        let mut friction = BlockSink::new();
        friction::hessian(&self.friction.contacts, at, &mut friction);
        let mut both = friction.clone();
        match self.contact.standalone() {
            Some(potential) => potential.curved_hessian(&self.x, Curvature::Exact, &mut both),
            None => self.contact.hessian(&self.x, &mut both),
        }
        [friction, both].map(|blocks| ElementMatrix {
            blocks,
            diagonal: vec![0.0; self.x.len()],
        })
    }

    /// The exact matrix of all terms, given that of contact and friction.
    pub fn matrix(
        &self,
        rule: &StepRule,
        elastic: ElasticScale<'_>,
        contact: &ElementMatrix,
    ) -> ElementMatrix {
        let mut matrix = ElementMatrix {
            blocks: contact.blocks.clone(),
            diagonal: diagonal(&self.model, rule),
        };
        elastic::hessian(&self.model, elastic, &self.x, &mut matrix.blocks);
        matrix
    }

    /// The same made positive semi-definite, element by element, in a step from `start`.
    pub fn projected_matrix(&self, rule: &StepRule, start: &State) -> ElementMatrix {
        let mut matrix = ElementMatrix {
            blocks: BlockSink::new(),
            diagonal: diagonal(&self.model, rule),
        };
        for mut term in elastic_terms(&self.model, rule.scale) {
            term.begin_step(start);
            term.hessian(&self.x, &mut matrix.blocks);
        }
        self.contact.hessian(&self.x, &mut matrix.blocks);
        self.friction.hessian(&self.x, &mut matrix.blocks);
        matrix
    }

    /// Adds the derivatives of y · C by the positions that friction was taken from to `out`, by coefficients and, through friction,
    /// by the weights of primitives.
    pub fn lagged_back(
        &mut self,
        y: &[Vec3],
        out: &mut [Vec3],
        coefficients: &mut BTreeMap<(Side, Side), f64>,
        weights: Option<&mut WeightSlopes>,
    ) {
        if self.model.friction.is_frictionless() {
            return;
        }
        self.contact.detect(&self.lagged);
        let work = LaggedWork {
            model: &self.model,
            lagged: &self.lagged,
            x: &self.x,
            start: &self.friction.start,
            eps: self.friction.eps,
            share: self.lagged_share,
            y,
        };
        work.back(&*self.contact, out, coefficients, weights);
    }

    /// Adds the derivatives of y · C by the weights of primitives, but for friction. Contacts must be those at the end.
    pub fn weights_back(&self, y: &[Vec3], slopes: &mut WeightSlopes) {
        let potential = self.contact.standalone();
        if let (Some(back), Some(pairwise)) = (
            potential.and_then(|sum| sum.convergent_back()),
            self.contact.pairwise(),
        ) {
            let mut works = Vec::with_capacity(pairwise.pairs.len());
            self.contact.visit_gradients(&self.x, &mut |pair| {
                let parts = pair.vertices.iter().zip(pair.gradient);
                works.push(parts.map(|(&v, g)| y[v as usize].dot(g)).sum::<f64>());
            });
            let each = works.iter().zip(pairwise.pairs.weights());
            let by_weight = pairwise
                .pairs
                .reweighted(each.map(|(work, weight)| work / weight));
            back.add_pairs(&self.x, &by_weight, slopes);
        }
        let Some(back) = potential.and_then(|sum| sum.weights_back()) else {
            return;
        };
        self.contact.visit_gradients(&self.x, &mut |pair| {
            let parts = pair.vertices.iter().zip(pair.gradient);
            let work: f64 = parts.map(|(&v, g)| y[v as usize].dot(g)).sum();
            back.add_pair(pair.primitives, work, slopes);
        });
    }

    /// What depends on the rest shape and is held.
    pub fn held_at_rest(&self) -> Option<&'static str> {
        let back = (self.contact.standalone()).and_then(|sum| sum.weights_back())?;
        let held = "the distances that `gcp` has shortened so that nothing pushes at the start";
        back.has_shortened.then_some(held)
    }

    /// Adds the derivatives by rest positions of what depends as `slopes` say on the weights of primitives.
    pub fn weights_to_rest(&self, slopes: &WeightSlopes, out: &mut [Vec3]) {
        let potential = self.contact.standalone();
        if let Some(back) = potential.and_then(|sum| sum.weights_back()) {
            back.rest_back(slopes, out);
        }
        if let Some(back) = potential.and_then(|sum| sum.convergent_back()) {
            back.rest_back(slopes, out);
        }
    }

    /// Adds the derivatives of y · C by the rest shape, which nearly parallel edges look at. Contacts must be those at the end.
    pub fn rest_back(&self, y: &[Vec3], out: &mut [Vec3]) {
        let Some(pairwise) = self.contact.pairwise() else {
            return;
        };
        for (kind, set) in [
            (ParallelKind::Edges, &pairwise.pairs.parallel_edges),
            (ParallelKind::Ends, &pairwise.pairs.parallel_ends),
        ] {
            for (&v, &weight) in set.vertices.iter().zip(&set.weight) {
                let x = v.map(|v| self.x[v as usize]);
                let rest = v.map(|v| self.model.rest[v as usize]);
                let (features, squared) = kind.classify(x.each_ref());
                let offset = self.model.pair_offset(v[0], v[2]);
                let barrier = pairwise.barrier.by_square(squared, offset, weight);
                let along = v.map(|v| y[v as usize]);
                let slope = by_threshold(features, x.each_ref(), rest, barrier, along);
                let (a, b) = (rest[1] - rest[0], rest[3] - rest[2]);
                // ε = 1e-3 |a|² |b|².
                let by_a = slope * 2e-3 * b.norm_squared() * a;
                let by_b = slope * 2e-3 * a.norm_squared() * b;
                for (v, part) in v.iter().zip([-by_a, by_a, -by_b, by_b]) {
                    out[*v as usize] += part;
                }
            }
        }
    }
}

/// The derivative by the mollifier's threshold of the work along `y`.
fn by_threshold(
    features: edge_edge::EdgeEdge,
    x: [&Vec3; 4],
    rest: [Vec3; 4],
    barrier: mollified::BarrierDerivatives<f64>,
    y: [Vec3; 4],
) -> f64 {
    use tangency_formulas::Dual;
    let constant = |value: f64| Dual::<1>::constant(value);
    let [threshold] =
        Dual::variables([mollifier::threshold(&rest[0], &rest[1], &rest[2], &rest[3])]);
    let x = x.map(|x| x.map(constant));
    let barrier = mollified::BarrierDerivatives {
        value: constant(barrier.value),
        first: constant(barrier.first),
        second: constant(barrier.second),
    };
    let gradient = mollified::gradient(features, x.each_ref(), threshold, barrier);
    let parts = gradient.iter().zip(&y);
    parts
        .map(|(g, y)| (0..3).map(|c| g[c].slopes[0] * y[c]).sum::<f64>())
        .sum()
}

fn diagonal(model: &Model, rule: &StepRule) -> Vec<f64> {
    let share = f64::from(u8::from(rule.has_inertia())) + rule.damping;
    model.mass.iter().map(|mass| share * mass).collect()
}

fn contact(model: &Arc<Model>, kappa: f64) -> Box<dyn ContactModel> {
    if model.settings.kappa.is_some() {
        return for_model(model);
    }
    let mut held = Model::clone(model);
    held.settings.kappa = Some(kappa);
    for_model(&Arc::new(held))
}
