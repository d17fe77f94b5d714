//! Offset Geometric Contact (Chen et al. 2025): h² Σ g(d) over the pairs that lie in each other's offset blocks.
//!
//! Which pairs push each other is decided where the bodies are and kept until the next detection: displacement bounds
//! see to it that nothing passes through anything meanwhile. So the energy is smooth along each step of a minimiser.

use std::sync::Arc;

use rayon::prelude::*;
use tangency_formulas::contact::geometric::Curvature;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{ContactPair, ContactPairKind, Detection, SurfaceFeatures, ball};
use tangency_kernels::storage::Owned;

use super::barrier::{Barrier, BarrierShape};
use super::bounds::{DisplacementBounds, NearbyPairs};
use super::broad::Trees;
use super::closest::{Closest, Primitives};
use super::energy::PairBarriers;
use super::features::surface_features;
use super::friction::FrictionContacts;
use super::gaps::FourVertexKind;
use super::kinds::Configuration;
use super::ogc_parameters::ogc_parameters;
use super::pairs::{ClassifiedPair, Pairs, of_edge, ordered};
use super::standing_candidates::{StandingCandidates, find_near, look_at};
use super::sweep_search::SweepSearch;
use super::{ContactModel, PairGradientVisitor, Pairwise, StandalonePotential, VertexBounds};
use crate::energy::Energy;
use crate::linear::BlockSink;
use crate::model::{Model, OgcParameters};
use crate::settings::BoundKind;

/// The offset contacts of a model.
pub struct OgcContact {
    model: Arc<Model>,
    parameters: OgcParameters,
    surface: Arc<SurfaceFeatures<Owned, f64>>,
    trees: Trees,
    candidates: StandingCandidates,
    /// All pairs within the query radius.
    near: Vec<ContactPair<f64>>,
    /// Pairs that push each other.
    pairs: Pairs,
    /// Stiffness in the incremental potential.
    kappa: f64,
}

impl OgcContact {
    /// The contacts of `model`; no pair is known before the first detection.
    pub fn new(model: Arc<Model>) -> Self {
        let parameters = ogc_parameters(&model);
        let own_numbers: Vec<u32> = (0..model.node_count() as u32).collect();
        OgcContact {
            kappa: parameters.stiffness * model.settings.dt * model.settings.dt,
            parameters,
            surface: Arc::new(surface_features(&model, &own_numbers)),
            trees: Trees::with_wires(),
            candidates: StandingCandidates::default(),
            near: Vec::new(),
            pairs: Pairs::default(),
            model,
        }
    }

    /// The pairs that repel each other.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    fn update_candidates(&mut self, x: &[Vec3]) {
        let (surface, reach) = (self.surface.view(), self.parameters.query_radius);
        let (model, trees) = (&self.model, &mut self.trees);
        self.candidates.update(model, &surface, trees, x, reach);
    }

    fn detection<'a>(&'a self, x: &'a [Vec3]) -> Detection<'a, f64> {
        Detection {
            surface: self.surface.view(),
            x,
            reach: self.parameters.query_radius,
            margin: 0.0,
        }
    }

    /// All pairs with gaps below `reach` (m), at most the query radius, at `x`, where the candidates stand; in an order of
    /// their own.
    fn find(&self, x: &[Vec3], reach: f64) -> Vec<ContactPair<f64>> {
        let detection = &Detection {
            reach,
            ..self.detection(x)
        };
        let all = &self.candidates;
        let kind = FourVertexKind::PointTriangle;
        let mut near = find_near(detection, kind, &all.point_triangle, |[p, t]| {
            detection.point_triangle(p, t)
        });
        let kind = FourVertexKind::EdgeEdge;
        near.extend(find_near(detection, kind, &all.edge_edge, |[a, b]| {
            detection.edge_edge(a, b)
        }));
        near.extend(self.find_simple(detection));
        near
    }

    /// The pairs with less than four vertices.
    fn find_simple(&self, detection: &Detection<'_, f64>) -> Vec<ContactPair<f64>> {
        let all = &self.candidates;
        let mut near = look_at(&all.point_wire, |chunk, out| {
            out.extend(
                chunk
                    .iter()
                    .filter_map(|&[p, e]| detection.point_wire(p, e)),
            );
        });
        near.extend(look_at(&all.point_point, |chunk, out| {
            out.extend(
                chunk
                    .iter()
                    .filter_map(|&[p, q]| detection.point_point(p, q)),
            );
        }));
        for plane in 0..self.model.half_spaces.len() as u32 {
            let points = self.model.surface.points.iter();
            near.extend(points.filter_map(|&v| detection.half_space(v, plane)));
        }
        near
    }

    /// A pair's primitives and their distance at `x` beyond what they keep.
    fn gap(&self, pair: &ContactPair<f64>, x: &[Vec3]) -> Closest {
        let [a, b, c, _] = pair.vertices;
        let primitives = match pair.kind.vertex_count() {
            1 => Primitives::HalfSpace([b, a]),
            2 => Primitives::PointPoint([a, b]),
            3 => Primitives::PointEdge([a, b, c]),
            _ if pair.kind.first_vertices() == 2 => Primitives::EdgeEdge(pair.vertices),
            _ => Primitives::PointTriangle(pair.vertices),
        };
        let distance = primitives.distance(&self.model, x);
        Closest {
            distance: distance - pair.offset,
            primitives,
        }
    }

    fn of_stiffness(&self, kappa: f64) -> Barrier {
        Barrier {
            shape: BarrierShape::TwoStage,
            dhat: self.parameters.radius,
            kappa,
        }
    }

    fn terms<'a>(&'a self, kappa: f64, x: &'a [Vec3]) -> PairBarriers<'a> {
        let model = &self.model;
        PairBarriers {
            at: Configuration { model, x },
            pairs: &self.pairs,
            barrier: self.of_stiffness(kappa),
            predicted: None,
        }
    }
}

/// The pairs that push each other, by kind. Two vertices that look at each other count twice.
fn pushing(near: &[ContactPair<f64>]) -> Pairs {
    let mut found = Pairs::default();
    for pair in near {
        let [a, b, c, d] = pair.vertices;
        let points = |v| ClassifiedPair::PointPoint(ordered([a, v]));
        let edge = |ends| ClassifiedPair::PointEdge(of_edge(a, ends));
        found.add(
            match pair.kind {
                ContactPairKind::PointTriangleApart
                | ContactPairKind::EdgeEdgeApart
                | ContactPairKind::PointEdgeApart => {
                    continue;
                }
                ContactPairKind::PointTriangle0
                | ContactPairKind::PointEdge0
                | ContactPairKind::PointPoint => points(b),
                ContactPairKind::PointTriangle1 | ContactPairKind::PointEdge1 => points(c),
                ContactPairKind::PointTriangle2 => points(d),
                ContactPairKind::PointTriangle01 | ContactPairKind::PointEdge => edge([b, c]),
                ContactPairKind::PointTriangle12 => edge([c, d]),
                ContactPairKind::PointTriangle20 => edge([d, b]),
                ContactPairKind::PointTriangle => ClassifiedPair::PointTriangle(pair.vertices),
                ContactPairKind::EdgeEdge => ClassifiedPair::EdgeEdge(pair.vertices),
                ContactPairKind::ParallelEdges => ClassifiedPair::ParallelEdges(pair.vertices),
                ContactPairKind::HalfSpace => ClassifiedPair::HalfSpace([b, a]),
            },
            1.0,
        );
    }
    Pairs::counted(&[found])
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
        self.kappa = self.parameters.stiffness * scale;
    }

    fn detect(&mut self, x: &[Vec3]) {
        self.update_candidates(x);
        self.near = self.find(x, self.parameters.query_radius);
        self.pairs = pushing(&self.near);
    }

    fn detect_touching(&mut self, x: &[Vec3]) {
        self.update_candidates(x);
        self.near = self.find(x, self.parameters.radius);
        self.pairs = pushing(&self.near);
    }

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        DisplacementBounds::new(x.to_vec(), self.nearby_pairs(p)).limit(p, at_most)
    }

    fn stiffness(&self) -> f64 {
        self.kappa
    }

    fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts {
        self.terms(kappa, x).friction_contacts()
    }

    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor) {
        self.terms(self.kappa, x).visit_gradients(visit);
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.terms(self.kappa, x).complementarity()
    }

    /// Over all pairs that are near, also those that do not push each other.
    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        let near = self.near.par_iter().with_min_len(512);
        let near = near.map(|pair| self.gap(pair, x));
        near.reduce_with(|a, b| if b.distance < a.distance { b } else { a })
    }

    fn vertex_bounds(&self) -> Option<&dyn VertexBounds> {
        Some(self)
    }

    fn detect_for_sweeps(&mut self, x: &[Vec3], intended: &[Vec3]) -> Option<NearbyPairs> {
        self.update_candidates(x);
        let search = SweepSearch {
            detection: self.detection(x),
            candidates: &self.candidates,
            intended,
            radius: self.parameters.radius,
            has_planes: self.model.settings.offset.bounds == BoundKind::Plane,
        };
        Some(search.find(self.find_simple(&search.detection)))
    }

    fn pairwise(&self) -> Option<Pairwise<'_>> {
        Some(Pairwise {
            pairs: &self.pairs,
            barrier: self.of_stiffness(self.kappa),
        })
    }

    fn standalone(&self) -> Option<&dyn StandalonePotential> {
        Some(self)
    }
}

impl StandalonePotential for OgcContact {
    fn curved_hessian(&self, x: &[Vec3], curvature: Curvature, out: &mut BlockSink) {
        self.terms(self.kappa, x).curved_hessian(curvature, out);
    }

    fn fresh(&self) -> Box<dyn ContactModel> {
        Box::new(OgcContact {
            model: Arc::clone(&self.model),
            parameters: self.parameters.clone(),
            surface: Arc::clone(&self.surface),
            trees: Trees::with_wires(),
            candidates: StandingCandidates::default(),
            near: Vec::new(),
            pairs: Pairs::default(),
            kappa: self.kappa,
        })
    }
}

impl VertexBounds for OgcContact {
    fn nearby_pairs(&self, p: &[Vec3]) -> NearbyPairs {
        let reach = self.parameters.query_radius;
        let has_planes = self.model.settings.offset.bounds == BoundKind::Plane;
        let pairs = self.near.par_iter().with_min_len(512);
        let pairs: Vec<ContactPair<f64>> =
            pairs.map(|pair| pair.divided(|v| p[v as usize])).collect();
        let mut gaps = vec![reach; self.model.node_count()];
        if !has_planes {
            for pair in &pairs {
                for &v in pair.stencil() {
                    gaps[v as usize] = gaps[v as usize].min(pair.gap);
                }
            }
        }
        NearbyPairs {
            pairs,
            ball: gaps.into_iter().map(|gap| ball([gap], reach)).collect(),
            has_planes,
        }
    }

    fn radius(&self) -> f64 {
        self.parameters.radius
    }
}
