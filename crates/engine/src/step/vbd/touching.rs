//! The contacts of a model as block descent reads them, in the numbering of its program.

use tangency_formulas::contact::TwoStage;
use tangency_formulas::distance::mollifier;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{Law, Pair, PairKind};
use tangency_kernels::vbd;

use super::program::Numbering;
use crate::contact::{Barrier, Near, Pairs, Shape};
use crate::model::Model;
use crate::uses::UseLists;

/// The pairs of one detection, and the bounds of all vertices where there are any.
#[derive(Clone, Debug, Default)]
pub struct Touching {
    /// The pairs.
    pub pairs: Vec<Pair<f64>>,
    /// Those that push, by vertex.
    pub pushing: UseLists,
    /// All, by vertex.
    pub uses: UseLists,
    /// Where bounds are measured from, m.
    start: Vec<Vec3>,
    ball: Vec<f64>,
    /// The smallest room of each vertex, m; none without planes.
    least: Vec<f64>,
    has_planes: bool,
}

impl Touching {
    /// All that is near vertices at `start`, in the numbering, with the bounds that it implies.
    pub fn bounded(numbering: &Numbering, start: Vec<Vec3>, near: Near) -> Self {
        let mut pairs = near.pairs;
        for pair in &mut pairs {
            for v in &mut pair.vertices[..pair.kind.vertices()] {
                *v = numbering.place[*v as usize];
            }
        }
        Touching {
            pushing: uses(numbering, &pairs, |pair| pair.kind.pushes()),
            uses: uses(numbering, &pairs, |_| true),
            least: match near.has_planes {
                true => smallest_rooms(start.len(), &pairs),
                false => Vec::new(),
            },
            pairs,
            start,
            ball: numbering.sorted(&near.ball),
            has_planes: near.has_planes,
        }
    }

    /// Pairs without bounds.
    pub fn unbounded(model: &Model, numbering: &Numbering, pairs: &Pairs) -> Self {
        let mut translation = Translation {
            model,
            numbering,
            out: Vec::with_capacity(pairs.len()),
        };
        let set = &pairs.point_point;
        translation.add(&set.vertices, &set.weight, PairKind::PointPoint);
        let set = &pairs.point_edge;
        translation.add(&set.vertices, &set.weight, PairKind::PointEdge);
        let set = &pairs.point_triangle;
        translation.add(&set.vertices, &set.weight, PairKind::PointTriangle);
        let set = &pairs.edge_edge;
        translation.add(&set.vertices, &set.weight, PairKind::EdgeEdge);
        let set = &pairs.parallel_edges;
        translation.add(&set.vertices, &set.weight, PairKind::ParallelEdges);
        for pair in &pairs.half_space.vertices {
            translation.add_half_space(*pair);
        }
        let pairs = translation.out;
        let all = uses(numbering, &pairs, |_| true);
        Touching {
            pushing: all.clone(),
            uses: all,
            pairs,
            ..Touching::default()
        }
    }

    /// Whether there are bounds.
    pub fn is_bounded(&self) -> bool {
        !self.ball.is_empty()
    }

    /// The bounds as a sweep reads them.
    pub fn bounds(&self) -> vbd::Bounds<'_, f64> {
        vbd::Bounds {
            start: &self.start,
            ball: &self.ball,
            pairs: if self.has_planes { &self.pairs } else { &[] },
            uses: self.uses.view(),
            planes: vbd::Planes {
                least: &self.least,
                ..vbd::Planes::default()
            },
        }
    }
}

/// The pairs that `counts` says yes to, by vertex.
fn uses(
    numbering: &Numbering,
    pairs: &[Pair<f64>],
    counts: impl Fn(&Pair<f64>) -> bool,
) -> UseLists {
    let stencils = pairs.iter().map(|pair| match counts(pair) {
        true => &pair.vertices[..pair.kind.vertices()],
        false => &[],
    });
    UseLists::of_stencils(numbering.order.len(), stencils)
}

/// The smallest room that a pair leaves each of so many vertices, m: who goes no farther needs to look at none of them.
fn smallest_rooms(vertices: usize, pairs: &[Pair<f64>]) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; vertices];
    for pair in pairs {
        pair.each_vertex(|place, v| {
            let least = &mut least[v as usize];
            *least = least.min(pair.room(place).1);
        });
    }
    least
}

struct Translation<'a> {
    model: &'a Model,
    numbering: &'a Numbering,
    out: Vec<Pair<f64>>,
}

impl Translation<'_> {
    fn add<const K: usize>(&mut self, stencils: &[[u32; K]], weights: &[f64], kind: PairKind) {
        let model = self.model;
        let body = |v: u32| model.body_of[v as usize];
        for (stencil, &weight) in stencils.iter().zip(weights) {
            let (a, b) = (stencil[0], stencil[kind.first_vertices()]);
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
                normal: Vec3::zeros(),
                gap: 0.0,
                rooms: [0.0; 2],
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
            normal: model.half_spaces[plane as usize].normal,
            gap: 0.0,
            rooms: [0.0; 2],
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
