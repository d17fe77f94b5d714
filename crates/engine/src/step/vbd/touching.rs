//! The contacts of a model as block descent reads them, in the numbering of its program.

use tangency_formulas::contact::TwoStage;
use tangency_formulas::distance::mollifier;
use tangency_kernels::vbd::{self, Law, Pair, PairKind, Plane};

use super::program::{Numbering, UseLists};
use crate::contact::{Barrier, Bounds, Pairs, Shape};
use crate::model::Model;
use tangency_geometry::Vec3;

/// The pairs of one detection.
#[derive(Clone, Debug, Default)]
pub struct Touching {
    /// The pairs.
    pub pairs: Vec<Pair<f64>>,
    /// By vertex.
    pub uses: UseLists,
}

impl Touching {
    /// From the pairs that a contact model has found.
    pub fn new(model: &Model, numbering: &Numbering, pairs: &Pairs) -> Self {
        let mut touching = Translation {
            model,
            numbering,
            out: Vec::with_capacity(pairs.len()),
        };
        touching.add(
            &pairs.point_point.vertices,
            &pairs.point_point.weight,
            PairKind::PointPoint,
        );
        touching.add(
            &pairs.point_edge.vertices,
            &pairs.point_edge.weight,
            PairKind::PointEdge,
        );
        let set = &pairs.point_triangle;
        touching.add(&set.vertices, &set.weight, PairKind::PointTriangle);
        touching.add(
            &pairs.edge_edge.vertices,
            &pairs.edge_edge.weight,
            PairKind::EdgeEdge,
        );
        let set = &pairs.parallel_edges;
        touching.add(&set.vertices, &set.weight, PairKind::ParallelEdges);
        for pair in &pairs.half_space {
            touching.add_half_space(*pair);
        }
        let pairs = touching.out;
        let stencils = pairs
            .iter()
            .map(|pair| &pair.vertices[..pair.kind.vertices()]);
        let uses = UseLists::new(numbering.order.len(), stencils);
        Touching { pairs, uses }
    }
}

struct Translation<'a> {
    model: &'a Model,
    numbering: &'a Numbering,
    out: Vec<Pair<f64>>,
}

impl Translation<'_> {
    fn add<const K: usize>(&mut self, stencils: &[[u32; K]], weights: &[f64], kind: PairKind) {
        let second = match kind {
            PairKind::EdgeEdge | PairKind::ParallelEdges => 2,
            _ => 1,
        };
        let model = self.model;
        let body = |v: u32| model.body_of[v as usize];
        for (stencil, &weight) in stencils.iter().zip(weights) {
            let (a, b) = (stencil[0], stencil[second]);
            let mut vertices = [0; 4];
            for (k, &v) in stencil.iter().enumerate() {
                vertices[k] = self.numbering.place[v as usize];
            }
            let threshold = match (kind, &stencil[..]) {
                (PairKind::ParallelEdges, &[a0, a1, b0, b1]) => {
                    let rest = |v: u32| &model.rest[v as usize];
                    mollifier::threshold(rest(a0), rest(a1), rest(b0), rest(b1))
                }
                _ => 0.0,
            };
            self.out.push(Pair {
                vertices,
                kind,
                weight,
                offset: model.pair_offset(a, b),
                mu: model.friction.between(body(a), body(b)),
                threshold,
            });
        }
    }

    fn add_half_space(&mut self, [plane, v]: [u32; 2]) {
        let model = self.model;
        self.out.push(Pair {
            vertices: [self.numbering.place[v as usize], plane, 0, 0],
            kind: PairKind::HalfSpace,
            weight: 1.0,
            offset: 0.5 * model.thickness[v as usize],
            mu: model
                .friction
                .on_half_space(model.body_of[v as usize], plane),
            threshold: 0.0,
        });
    }
}

/// The potential of a gap.
pub fn law(barrier: &Barrier) -> Law<f64> {
    match barrier.shape {
        Shape::Log => Law::Log {
            dhat: barrier.dhat,
            kappa: barrier.kappa,
        },
        Shape::TwoStage => Law::TwoStage(TwoStage {
            radius: barrier.dhat,
            stiffness: barrier.kappa,
        }),
    }
}

/// Displacement bounds in the numbering of a program.
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    start: Vec<Vec3>,
    ball: Vec<f64>,
    begin: Vec<u32>,
    planes: Vec<Plane<f64>>,
}

impl Rooms {
    /// From the bounds of a contact model.
    pub fn new(numbering: &Numbering, bounds: &Bounds) -> Self {
        let mut rooms = Rooms {
            start: numbering.sorted(&bounds.start),
            ball: numbering.sorted(&bounds.ball),
            begin: Vec::with_capacity(numbering.order.len() + 1),
            planes: Vec::new(),
        };
        rooms.begin.push(0);
        for &v in &numbering.order {
            let planes = bounds.planes_of(v as usize).iter();
            rooms.planes.extend(planes.map(|plane| Plane {
                normal: plane.normal,
                room: plane.room,
            }));
            rooms.begin.push(rooms.planes.len() as u32);
        }
        rooms
    }

    /// What a sweep reads.
    pub fn view(&self) -> vbd::Bounds<'_, f64> {
        vbd::Bounds {
            start: &self.start,
            ball: &self.ball,
            begin: &self.begin,
            planes: &self.planes,
        }
    }
}
