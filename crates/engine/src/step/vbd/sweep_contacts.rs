//! The contacts of a model as block descent reads them, in the numbering of its program.

use tangency_formulas::contact::TwoStage;
use tangency_formulas::distance::mollifier;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{BoundingPlanes, ContactPair, ContactPairKind, Law, SweepBounds};
use tangency_kernels::rows::Incidence;
use tangency_kernels::storage::Owned;

use super::layout::Numbering;
use crate::contact::{BarrierShape, NearbyPairs, Pairwise};
use crate::model::Model;

/// The pairs of one detection, and the bounds of all vertices where there are any.
#[derive(Clone, Debug, Default)]
pub struct SweepContacts {
    /// The pairs.
    pub pairs: Vec<ContactPair<f64>>,
    /// Pairs that push, by vertex.
    pub pushing: Incidence<Owned>,
    /// All, by vertex.
    pub incidence: Incidence<Owned>,
    /// Positions that bounds are measured from, m.
    start: Vec<Vec3>,
    ball: Vec<f64>,
    /// The smallest clearance of each vertex, m; none without planes.
    least: Vec<f64>,
    has_planes: bool,
}

impl SweepContacts {
    /// All that is near vertices at `start`, in the numbering, with the bounds that it implies.
    pub fn bounded(numbering: &Numbering, start: Vec<Vec3>, near: NearbyPairs) -> Self {
        let mut pairs = near.pairs;
        for pair in &mut pairs {
            for v in &mut pair.vertices[..pair.kind.vertex_count()] {
                *v = numbering.place[*v as usize];
            }
        }
        SweepContacts {
            pushing: incidence(numbering, &pairs, |pair| pair.kind.pushes()),
            incidence: incidence(numbering, &pairs, |_| true),
            least: match near.has_planes {
                true => smallest_clearances(start.len(), &pairs),
                false => Vec::new(),
            },
            pairs,
            start,
            ball: numbering.sorted(&near.ball),
            has_planes: near.has_planes,
        }
    }

    /// Pairs without bounds; none where a pair does not cost what its own distance says.
    pub fn unbounded(model: &Model, numbering: &Numbering, pairwise: Option<Pairwise>) -> Self {
        let Some(Pairwise { pairs, .. }) = pairwise else {
            return SweepContacts::default();
        };
        let mut translation = Translation {
            model,
            numbering,
            out: Vec::with_capacity(pairs.len()),
        };
        let set = &pairs.point_point;
        translation.add(&set.vertices, &set.weight, ContactPairKind::PointPoint);
        let set = &pairs.point_edge;
        translation.add(&set.vertices, &set.weight, ContactPairKind::PointEdge);
        let set = &pairs.point_triangle;
        translation.add(&set.vertices, &set.weight, ContactPairKind::PointTriangle);
        let set = &pairs.edge_edge;
        translation.add(&set.vertices, &set.weight, ContactPairKind::EdgeEdge);
        let set = &pairs.parallel_edges;
        translation.add(&set.vertices, &set.weight, ContactPairKind::ParallelEdges);
        for pair in &pairs.half_space.vertices {
            translation.add_half_space(*pair);
        }
        let pairs = translation.out;
        let all = incidence(numbering, &pairs, |_| true);
        SweepContacts {
            pushing: all.clone(),
            incidence: all,
            pairs,
            ..SweepContacts::default()
        }
    }

    /// Whether there are bounds.
    pub fn is_bounded(&self) -> bool {
        !self.ball.is_empty()
    }

    /// The bounds as a sweep reads them.
    pub fn bounds(&self) -> SweepBounds<'_, f64> {
        SweepBounds {
            start: &self.start,
            ball: &self.ball,
            pairs: if self.has_planes { &self.pairs } else { &[] },
            incidence: self.incidence.view(),
            planes: BoundingPlanes {
                least: &self.least,
                ..BoundingPlanes::default()
            },
        }
    }
}

/// The pairs that `counts` says yes to, by vertex.
fn incidence(
    numbering: &Numbering,
    pairs: &[ContactPair<f64>],
    counts: impl Fn(&ContactPair<f64>) -> bool,
) -> Incidence<Owned> {
    let stencils = pairs.iter().map(|pair| match counts(pair) {
        true => pair.stencil(),
        false => &[],
    });
    Incidence::<Owned>::of_stencils(numbering.order.len(), stencils)
}

/// The smallest clearance that a pair leaves each of so many vertices, m: who goes no farther needs to look at none of them.
fn smallest_clearances(vertices: usize, pairs: &[ContactPair<f64>]) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; vertices];
    for pair in pairs {
        pair.each_vertex(|place, v| {
            let least = &mut least[v as usize];
            *least = least.min(pair.plane(place).clearance);
        });
    }
    least
}

struct Translation<'a> {
    model: &'a Model,
    numbering: &'a Numbering,
    out: Vec<ContactPair<f64>>,
}

impl Translation<'_> {
    fn add<const K: usize>(
        &mut self,
        stencils: &[[u32; K]],
        weights: &[f64],
        kind: ContactPairKind,
    ) {
        let model = self.model;
        let body = |v: u32| model.body_of[v as usize];
        for (stencil, &weight) in stencils.iter().zip(weights) {
            let (a, b) = (stencil[0], stencil[kind.first_vertices()]);
            let mut vertices = [0; 4];
            for (k, &v) in stencil.iter().enumerate() {
                vertices[k] = self.numbering.place[v as usize];
            }
            let threshold = match (kind, &stencil[..]) {
                (ContactPairKind::ParallelEdges, &[a0, a1, b0, b1]) => {
                    let rest = |v: u32| &model.rest[v as usize];
                    mollifier::threshold(rest(a0), rest(a1), rest(b0), rest(b1))
                }
                _ => 0.0,
            };
            self.out.push(ContactPair {
                vertices,
                kind,
                weight,
                offset: model.pair_offset(a, b),
                mu: model.friction.between(body(a), body(b)),
                threshold,
                normal: Vec3::zeros(),
                gap: 0.0,
                clearances: [0.0; 2],
            });
        }
    }

    fn add_half_space(&mut self, [plane, v]: [u32; 2]) {
        let model = self.model;
        self.out.push(ContactPair {
            vertices: [self.numbering.place[v as usize], plane, 0, 0],
            kind: ContactPairKind::HalfSpace,
            weight: 1.0,
            offset: 0.5 * model.thickness[v as usize],
            mu: model
                .friction
                .on_half_space(model.body_of[v as usize], plane),
            threshold: 0.0,
            normal: model.half_spaces[plane as usize].normal,
            gap: 0.0,
            clearances: [0.0; 2],
        });
    }
}

/// The potential of a gap.
pub fn law(model: &Model, pairwise: Option<Pairwise>) -> Law<f64> {
    let Some(Pairwise { barrier, .. }) = pairwise else {
        let (dhat, kappa) = (model.dhat, 0.0);
        return Law::Log { dhat, kappa };
    };
    match barrier.shape {
        BarrierShape::Log => Law::Log {
            dhat: barrier.dhat,
            kappa: barrier.kappa,
        },
        BarrierShape::TwoStage => Law::TwoStage(TwoStage {
            radius: barrier.dhat,
            stiffness: barrier.kappa,
        }),
    }
}
