//! Offset Geometric Contact (Chen et al. 2025): h² Σ g(d) over the pairs that lie in each other's offset blocks.
//!
//! Which pairs push each other is decided where the bodies are and kept until the next detection: displacement bounds
//! see to it that nothing passes through anything meanwhile. So the energy is smooth along each step of a minimiser.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::ContactModel;
use super::barrier::{Barrier, Shape};
use super::blocks::Blocks;
use super::bounds::Bounds;
use super::broad::Trees;
use super::candidates::Candidates;
use super::closest::Closest;
use super::energy;
use super::fans::Fans;
use super::friction::Rubbings;
use super::offset::OffsetContact;
use super::pairs::Pairs;
use super::recovery::NOTHING;
use crate::energy::Energy;
use crate::linear::{BlockSink, NodeMap};
use crate::model::Model;

/// The offset contacts of a model.
pub struct OgcContact {
    model: Arc<Model>,
    offset: OffsetContact,
    fans: Fans,
    trees: Trees,
    candidates: Candidates,
    pairs: Pairs,
    bounds: Bounds,
    /// Stiffness in the incremental potential.
    kappa: f64,
}

impl OgcContact {
    /// The contacts of `model`; no pair is known before the first detection.
    pub fn new(model: Arc<Model>) -> Self {
        let offset = match &model.offset {
            Some(offset) => offset.clone(),
            None => OffsetContact::choose(&model),
        };
        OgcContact {
            kappa: offset.stiffness * model.settings.dt * model.settings.dt,
            offset,
            fans: Fans::new(&model.surface, model.vertex_count()),
            trees: Trees::new(),
            candidates: Candidates::default(),
            pairs: Pairs::default(),
            bounds: Bounds::default(),
            model,
        }
    }

    /// All pairs within the query radius, by the last detection.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    fn rooms(&self, x: &[Vec3], p: &[Vec3]) -> Bounds {
        let reach = self.offset.query_radius;
        let kind = self.model.settings.offset.bounds;
        Bounds::new(&self.model, kind, x, p, &self.candidates, reach)
    }

    fn of_stiffness(&self, kappa: f64) -> Barrier {
        Barrier {
            shape: Shape::TwoStage,
            dhat: self.offset.radius,
            kappa,
        }
    }

    fn terms<'a>(&'a self, kappa: f64, x: &'a [Vec3]) -> energy::Terms<'a> {
        energy::Terms {
            model: &self.model,
            pairs: &self.pairs,
            barrier: self.of_stiffness(kappa),
            x,
            foresight: &NOTHING,
        }
    }
}

impl Energy for OgcContact {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.terms(self.kappa, x).value()
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.terms(self.kappa, x).gradient(out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.terms(self.kappa, x).hessian(out);
    }
}

impl ContactModel for OgcContact {
    fn begin_step(&mut self, _: Option<f64>, scale: f64) {
        self.kappa = self.offset.stiffness * scale;
        self.trees.forget();
    }

    fn detect(&mut self, x: &[Vec3]) {
        let reach = self.offset.query_radius;
        self.trees.fit_within(&self.model, x, None, reach);
        self.candidates = Candidates::within(&self.model, &self.trees, x, reach);
        let blocks = Blocks {
            model: &self.model,
            fans: &self.fans,
            x,
        };
        self.pairs = blocks.pairs(&self.candidates);
    }

    /// The pairs stay those of the last detection.
    fn follow(&mut self, _: &[Vec3]) {}

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        self.bounds = self.rooms(x, p);
        self.bounds.limit(p, at_most)
    }

    fn shorten(&mut self, x: &[Vec3], p: &mut [Vec3]) {
        self.bounds = self.rooms(x, p);
        for (v, p) in p.iter_mut().enumerate() {
            let end = x[v] + *p;
            let allowed = self.bounds.truncate(v, &end);
            if allowed != end {
                *p = allowed - x[v];
            }
        }
    }

    fn foresee(&mut self, _: &[Vec3], _: &[Vec3]) {}

    fn forget_foreseen(&mut self) {}

    fn start_stiffness(&mut self, _: &[Vec3], _: &[Vec3], _: &NodeMap) {}

    /// Detects anew, which changes the energy; the stiffness stays.
    fn adapt(&mut self, x: &[Vec3]) -> bool {
        self.detect(x);
        true
    }

    fn stiffness(&self) -> f64 {
        self.kappa
    }

    fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    fn barrier(&self) -> Barrier {
        self.of_stiffness(self.kappa)
    }

    fn bounds(&self, x: &[Vec3], p: &[Vec3]) -> Option<Bounds> {
        Some(self.rooms(x, p))
    }

    fn is_clear(&self, x: &[Vec3]) -> bool {
        let closest = self.closest(x);
        closest.is_none_or(|closest| closest.distance > self.offset.radius)
    }

    fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    fn rubbings(&self, x: &[Vec3], kappa: f64) -> Rubbings {
        self.terms(kappa, x).rubbings()
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.terms(self.kappa, x).complementarity()
    }

    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        self.terms(self.kappa, x).closest()
    }
}
