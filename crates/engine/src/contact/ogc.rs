//! Offset Geometric Contact (Chen et al. 2025): h² Σ g(d) over the pairs that lie in each other's offset blocks.
//!
//! Which pairs push each other is decided where the bodies are and kept until the next detection: displacement bounds
//! see to it that nothing passes through anything meanwhile. So the energy is smooth along each step of a minimiser.

use std::sync::Arc;

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{Detection, Pair, PairKind, ball};

use super::ContactModel;
use super::barrier::{Barrier, Shape};
use super::bounds::{Bounds, Near};
use super::broad::Trees;
use super::closest::{Closest, Primitives};
use super::energy;
use super::features::Features;
use super::friction::Rubbings;
use super::offset::OffsetContact;
use super::pairs::{PairSet, Pairs, of_edge, ordered};
use super::recovery::NOTHING;
use crate::energy::Energy;
use crate::linear::{BlockSink, NodeMap};
use crate::model::{ContactSurface, Model};
use crate::settings::BoundKind;

/// The offset contacts of a model.
pub struct OgcContact {
    model: Arc<Model>,
    offset: OffsetContact,
    features: Features<f64>,
    trees: Trees,
    /// All pairs within the query radius.
    near: Vec<Pair<f64>>,
    /// Those that push each other.
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
        let own_numbers: Vec<u32> = (0..model.node_count() as u32).collect();
        OgcContact {
            kappa: offset.stiffness * model.settings.dt * model.settings.dt,
            offset,
            features: Features::new(&model, &own_numbers),
            trees: Trees::with_wires(),
            near: Vec::new(),
            pairs: Pairs::default(),
            bounds: Bounds::default(),
            model,
        }
    }

    /// All pairs within the query radius at `x`, where the trees have its boxes, sorted.
    fn find(&self, x: &[Vec3]) -> Vec<Pair<f64>> {
        let model = &self.model;
        let ContactSurface { points, loose, .. } = &model.surface;
        let detection = Detection {
            surface: self.features.view(),
            x,
            reach: self.offset.query_radius,
            margin: 0.0,
        };
        let wires = detection.surface.wires;
        let mut near = self.trees.surface.point_triangle().visit(|p, t, out| {
            out.extend(detection.point_triangle(points[p as usize], t));
        });
        near.extend(self.trees.surface.edge_edge().visit(|a, b, out| {
            out.extend(detection.edge_edge(a, b));
        }));
        near.extend(self.trees.loose.point_edge().visit(|p, e, out| {
            out.extend(detection.point_wire(loose.points[p as usize], wires[e as usize]));
        }));
        near.extend(self.trees.wires.point_edge().visit(|p, e, out| {
            let point = model.surface.solid_points[p as usize];
            out.extend(detection.point_wire(point, wires[e as usize]));
        }));
        if loose.has_isolated() {
            near.extend(self.trees.loose.point_point().visit(|a, b, out| {
                if loose.are_isolated(a, b) {
                    let [a, b] = [a, b].map(|k| loose.points[k as usize]);
                    out.extend(detection.point_point(a, b));
                }
            }));
        }
        for plane in 0..model.half_spaces.len() as u32 {
            let pairs = points
                .iter()
                .filter_map(|&v| detection.half_space(v, plane));
            near.extend(pairs);
        }
        near
    }

    /// A pair's primitives and their distance at `x` beyond what they keep.
    fn gap(&self, pair: &Pair<f64>, x: &[Vec3]) -> Closest {
        let [a, b, c, _] = pair.vertices;
        let primitives = match pair.kind.vertices() {
            1 => Primitives::HalfSpace([b, a]),
            2 => Primitives::PointPoint([a, b]),
            3 => Primitives::PointEdge([a, b, c]),
            _ if pair.kind.first_vertices() == 2 => Primitives::EdgeEdge(pair.vertices),
            _ => Primitives::PointTriangle(pair.vertices),
        };
        let distance = match primitives {
            Primitives::HalfSpace([plane, v]) => {
                self.model.half_spaces[plane as usize].distance(x[v as usize])
            }
            _ => primitives.distance(x),
        };
        Closest {
            distance: distance - pair.offset,
            primitives,
        }
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

    fn bounded(&self, x: &[Vec3], p: &[Vec3]) -> Bounds {
        Bounds::new(x.to_vec(), self.near(p).unwrap_or_default())
    }
}

/// The pairs that push each other, by kind. Two vertices that look at each other count twice.
fn pushing(near: &[Pair<f64>]) -> Pairs {
    let mut points = Vec::new();
    let mut pairs = Pairs::default();
    for pair in near {
        let [a, b, c, d] = pair.vertices;
        match pair.kind {
            PairKind::PointTriangleApart | PairKind::EdgeEdgeApart | PairKind::PointEdgeApart => {}
            PairKind::PointTriangle0 | PairKind::PointEdge0 => points.push(ordered([a, b])),
            PairKind::PointTriangle1 | PairKind::PointEdge1 => points.push(ordered([a, c])),
            PairKind::PointTriangle2 => points.push(ordered([a, d])),
            PairKind::PointPoint => points.push(ordered([a, b])),
            PairKind::PointTriangle01 | PairKind::PointEdge => {
                pairs.point_edge.vertices.push(of_edge(a, [b, c]));
            }
            PairKind::PointTriangle12 => pairs.point_edge.vertices.push(of_edge(a, [c, d])),
            PairKind::PointTriangle20 => pairs.point_edge.vertices.push(of_edge(a, [d, b])),
            PairKind::PointTriangle => pairs.point_triangle.vertices.push(pair.vertices),
            PairKind::EdgeEdge => pairs.edge_edge.vertices.push(pair.vertices),
            PairKind::ParallelEdges => pairs.parallel_edges.vertices.push(pair.vertices),
            PairKind::HalfSpace => pairs.half_space.push_once([b, a]),
        }
    }
    pairs.point_point.fill(&mut points);
    once(&mut pairs.point_edge);
    once(&mut pairs.point_triangle);
    once(&mut pairs.edge_edge);
    once(&mut pairs.parallel_edges);
    pairs
}

/// Sorts the pairs; each counts once.
fn once<const K: usize>(set: &mut PairSet<K>) {
    let mut found = std::mem::take(&mut set.vertices);
    set.fill(&mut found);
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
        self.near = self.find(x);
        self.pairs = pushing(&self.near);
    }

    /// The pairs stay those of the last detection.
    fn follow(&mut self, _: &[Vec3]) {}

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        self.bounds = self.bounded(x, p);
        self.bounds.limit(p, at_most)
    }

    fn shorten(&mut self, x: &[Vec3], p: &mut [Vec3]) {
        self.bounds = self.bounded(x, p);
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

    fn near(&self, p: &[Vec3]) -> Option<Near> {
        let reach = self.offset.query_radius;
        let has_planes = self.model.settings.offset.bounds == BoundKind::Plane;
        let pairs = self.near.par_iter().with_min_len(512);
        let pairs: Vec<Pair<f64>> = pairs.map(|pair| pair.divided(|v| p[v as usize])).collect();
        let mut gaps = vec![reach; self.model.node_count()];
        if !has_planes {
            for pair in &pairs {
                for &v in &pair.vertices[..pair.kind.vertices()] {
                    gaps[v as usize] = gaps[v as usize].min(pair.gap);
                }
            }
        }
        Some(Near {
            pairs,
            ball: gaps.into_iter().map(|gap| ball([gap], reach)).collect(),
            has_planes,
        })
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

    /// Over all pairs that are near, also those that do not push each other.
    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        let near = self.near.par_iter().with_min_len(512);
        let near = near.map(|pair| self.gap(pair, x));
        near.reduce_with(|a, b| if b.distance < a.distance { b } else { a })
    }
}
