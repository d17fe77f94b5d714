//! The contacts of a model as block descent reads them, in the numbering of its program.

use rayon::prelude::*;
use tangency_formulas::contact::TwoStage;
use tangency_formulas::distance::mollifier;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{
    BoundingPlanes, ContactPair, ContactPairKind, FrozenContact, GroundPlane, Law, Pushes,
    SweepBounds,
};
use tangency_kernels::positions::Positions;
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
    /// Length that each vertex may go without meeting a bound, m.
    room: Vec<f64>,
    has_planes: bool,
    frozen: Vec<FrozenContact<f64>>,
}

impl SweepContacts {
    /// All that is near vertices at `start`, in the numbering, with the bounds that it implies.
    pub fn bounded(numbering: &Numbering, start: Vec<Vec3>, near: NearbyPairs) -> Self {
        let mut pairs = near.pairs;
        pairs.par_iter_mut().with_min_len(1024).for_each(|pair| {
            for v in &mut pair.vertices[..pair.kind.vertex_count()] {
                *v = numbering.place[*v as usize];
            }
        });
        let ball = numbering.sorted(&near.ball);
        let least = match near.has_planes {
            true => smallest_clearances(start.len(), &pairs),
            false => Vec::new(),
        };
        let mut room = ball.clone();
        for (room, least) in room.iter_mut().zip(&least) {
            *room = room.min(*least);
        }
        SweepContacts {
            pushing: pushing(numbering, &pairs),
            incidence: incidence(numbering, &pairs),
            least,
            room,
            pairs,
            start,
            ball,
            has_planes: near.has_planes,
            frozen: Vec::new(),
        }
    }

    /// Holds the closest points of what pushes, where vertices are at `x`; they started the step from `start`.
    pub fn freeze(&mut self, half_spaces: &[GroundPlane<f64>], x: &[Vec3], start: &[Vec3]) {
        let at = |old| Positions { done: &[], old };
        let (x, start) = (at(x), at(start));
        let pairs = self.pairs.par_iter().with_min_len(256);
        let frozen = pairs.map(|pair| match pair.kind.pushes() {
            true => FrozenContact::new(&pair.push(), half_spaces, x, start),
            false => FrozenContact::nothing(),
        });
        frozen.collect_into_vec(&mut self.frozen);
    }

    /// The contacts that push as they are held.
    pub fn pushes(&self, law: Law<f64>, eps: f64) -> Pushes<'_, f64> {
        Pushes {
            begin: &self.pushing.begin,
            items: &self.pushing.items,
            contacts: &self.frozen,
            law,
            eps,
        }
    }

    /// Length that each vertex may go from where its bounds are measured without meeting one, m; none without bounds.
    pub fn room(&self) -> &[f64] {
        &self.room
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
        let all = incidence(numbering, &pairs);
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

/// The pairs by vertex.
fn incidence(numbering: &Numbering, pairs: &[ContactPair<f64>]) -> Incidence<Owned> {
    let stencils = pairs.iter().map(ContactPair::stencil);
    Incidence::<Owned>::of_stencils(numbering.order.len(), stencils)
}

/// The pairs that push by vertex, with the place of the vertex among those that push.
fn pushing(numbering: &Numbering, pairs: &[ContactPair<f64>]) -> Incidence<Owned> {
    let pushes: Vec<([u32; 4], usize)> = pairs
        .iter()
        .map(|pair| match pair.kind.pushes() {
            true => {
                let push = pair.push();
                (push.vertices, push.kind.vertex_count())
            }
            false => ([0; 4], 0),
        })
        .collect();
    let stencils = pushes.iter().map(|(vertices, count)| &vertices[..*count]);
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
