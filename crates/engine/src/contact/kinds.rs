//! The kinds of pair, and what is different about each: every operation over pairs is written once, for any of them.

use std::borrow::Cow;

use tangency_formulas::contact::frame::ContactFrame;
use tangency_formulas::contact::mollified::BarrierDerivatives;
use tangency_formulas::distance::foot::Foot;
use tangency_formulas::distance::{edge_edge, point_edge, point_point, point_triangle};
use tangency_geometry::continuous::side_of_plane;
use tangency_geometry::{Vec3, apart, ccd};

use super::barrier::Derivatives;
use super::candidates::{CandidateSearch, Candidates};
use super::closest::Primitives;
use super::friction::{FrictionContact, FrictionContacts};
use super::pairs::{ClassifiedPair, Classifier, PairSet, Pairs};
use crate::linear::Block;
use crate::model::Model;

/// Fraction of the gap to a half-space that a step may close.
const HALF_SPACE_FRACTION: f64 = 0.9;

/// Positions of the vertices of a model.
#[derive(Clone, Copy)]
pub struct Configuration<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions, m.
    pub x: &'a [Vec3],
}

impl Configuration<'_> {
    /// Positions of some vertices, m.
    pub fn at<const K: usize>(&self, vertices: [u32; K]) -> [Vec3; K] {
        vertices.map(|v| self.x[v as usize])
    }
}

/// A kind of pair: `K` numbers say which two primitives it is, and its force acts on `V` vertices.
pub trait PairGeometry<const K: usize, const V: usize>: Copy + Send + Sync {
    /// Place of the second primitive's first vertex.
    const SECOND: usize;

    /// The pair by name.
    fn primitives(pair: [u32; K]) -> Primitives;

    /// The vertices that its force acts on.
    fn vertices(pair: [u32; K]) -> [u32; V];

    /// The vertices that the forces of many pairs act on.
    fn stencils(pairs: &[[u32; K]]) -> Cow<'_, [[u32; V]]>;

    /// The pairs of this kind.
    fn set(pairs: &Pairs) -> &PairSet<K>;

    /// The pairs of this kind, to be changed.
    fn set_mut(pairs: &mut Pairs) -> &mut PairSet<K>;

    /// The candidates of this kind.
    fn list(candidates: &Candidates) -> &[[u32; K]];

    /// The candidates of this kind, to be changed.
    fn list_mut(candidates: &mut Candidates) -> &mut Vec<[u32; K]>;

    /// The contacts of as many vertices.
    fn friction_list(contacts: &mut FrictionContacts) -> &mut Vec<FrictionContact<V>>;

    /// The distance of its primitives, m.
    fn distance(at: Configuration, pair: [u32; K]) -> f64;

    /// The squared distance where both closest points are inside of the primitives: that of their lines and planes.
    fn squared(at: Configuration, pair: [u32; K]) -> f64;

    /// The distance that the pair keeps, m.
    fn thickness(model: &Model, pair: [u32; K]) -> f64 {
        model.pair_offset(pair[0], pair[Self::SECOND])
    }

    /// The squared distance and what the pair keeps.
    fn measure(at: Configuration, pair: [u32; K]) -> (f64, f64) {
        (Self::squared(at, pair), Self::thickness(at.model, pair))
    }

    /// The distance beyond what the pair keeps, m.
    fn gap(at: Configuration, pair: [u32; K]) -> f64 {
        let (squared, thickness) = Self::measure(at, pair);
        squared.sqrt() - thickness
    }

    /// The coefficient of friction of the pair.
    fn friction(model: &Model, pair: [u32; K]) -> f64 {
        let body = |v: u32| model.body_of[v as usize];
        let [a, b] = [pair[0], pair[Self::SECOND]].map(body);
        model.friction.between(a, b)
    }

    /// Normal, tangents and weights.
    fn frame(at: Configuration, pair: [u32; K]) -> ContactFrame<f64, V>;

    /// The gradient of a potential of its distance, whose slope is `first`: of the frame only normal and weights are computed.
    fn gradient(at: Configuration, pair: [u32; K], first: f64) -> [Vec3; V];

    /// The projected Hessian of a potential of its distance, upper blocks by row.
    fn hessian(at: Configuration, pair: [u32; K], potential: Derivatives, out: &mut [Block]);

    /// The Hessian of a barrier on its squared distance as it is, upper blocks by row.
    fn exact_hessian(
        at: Configuration,
        pair: [u32; K],
        barrier: BarrierDerivatives<f64>,
        out: &mut [Block],
    );

    /// The fraction of the displacements `p`, at most `at_most`, during which it does not touch.
    fn time_of_impact(at: Configuration, p: &[Vec3], pair: [u32; K], at_most: f64) -> f64;

    /// Whether it is farther apart than `offset` (m), exactly.
    fn is_apart(at: Configuration, pair: [u32; K], offset: f64) -> bool;

    /// Whether it comes within reach of a search.
    fn is_reached(search: &CandidateSearch, pair: [u32; K]) -> bool;

    /// The features of it that are close, where it is.
    fn classify(classifier: &Classifier, pair: [u32; K]) -> Option<ClassifiedPair>;
}

/// Two points.
#[derive(Clone, Copy)]
pub struct PointPointKind;

/// A point, then an edge.
#[derive(Clone, Copy)]
pub struct PointEdgeKind;

/// A point, then a triangle.
#[derive(Clone, Copy)]
pub struct PointTriangleKind;

/// Edge a, then edge b.
#[derive(Clone, Copy)]
pub struct EdgeEdgeKind;

/// A half-space by its number, then a vertex.
#[derive(Clone, Copy)]
pub struct HalfSpaceKind;

/// The geometry of a kind of pair whose numbers are all vertices: its formulas have the same name everywhere.
macro_rules! pair_of_vertices {
    ($kind:ident $name:ident $field:ident, $k:literal, $second:literal, $list:ident, $squared:path, $foot:path, [$($x:ident),+]) => {
        impl PairGeometry<$k, $k> for $kind {
            const SECOND: usize = $second;

            fn primitives(pair: [u32; $k]) -> Primitives {
                Primitives::$name(pair)
            }

            fn vertices(pair: [u32; $k]) -> [u32; $k] {
                pair
            }

            fn stencils(pairs: &[[u32; $k]]) -> Cow<'_, [[u32; $k]]> {
                Cow::Borrowed(pairs)
            }

            fn set(pairs: &Pairs) -> &PairSet<$k> {
                &pairs.$field
            }

            fn set_mut(pairs: &mut Pairs) -> &mut PairSet<$k> {
                &mut pairs.$field
            }

            fn list(candidates: &Candidates) -> &[[u32; $k]] {
                &candidates.$field
            }

            fn list_mut(candidates: &mut Candidates) -> &mut Vec<[u32; $k]> {
                &mut candidates.$field
            }

            fn friction_list(contacts: &mut FrictionContacts) -> &mut Vec<FrictionContact<$k>> {
                &mut contacts.$list
            }

            fn distance(at: Configuration, pair: [u32; $k]) -> f64 {
                let [$($x),+] = &at.at(pair);
                $field::squared($($x),+).sqrt()
            }

            fn squared(at: Configuration, pair: [u32; $k]) -> f64 {
                let [$($x),+] = &at.at(pair);
                $squared($($x),+)
            }

            fn frame(at: Configuration, pair: [u32; $k]) -> ContactFrame<f64, $k> {
                let [$($x),+] = &at.at(pair);
                ContactFrame::$field($($x),+)
            }

            #[inline]
            fn gradient(at: Configuration, pair: [u32; $k], first: f64) -> [Vec3; $k] {
                let [$($x),+] = &at.at(pair);
                ContactFrame::$field($($x),+).gradient(first)
            }

            fn hessian(at: Configuration, pair: [u32; $k], potential: Derivatives, out: &mut [Block]) {
                let Derivatives { first, second } = potential;
                out.copy_from_slice(&Self::frame(at, pair).projected_hessian(first, second));
            }

            fn exact_hessian(
                at: Configuration,
                pair: [u32; $k],
                barrier: BarrierDerivatives<f64>,
                out: &mut [Block],
            ) {
                let [$($x),+] = &at.at(pair);
                let foot = $foot($($x),+);
                let by_vertex = foot.gradient();
                let places = (0..$k).flat_map(|i| (i..$k).map(move |j| (i, j)));
                for (block, (i, j)) in out.iter_mut().zip(places) {
                    *block = by_vertex[i] * by_vertex[j].transpose() * barrier.second
                        + foot.hessian_block(i, j) * barrier.first;
                }
            }

            fn time_of_impact(at: Configuration, p: &[Vec3], pair: [u32; $k], at_most: f64) -> f64 {
                let by = pair.map(|v| p[v as usize]);
                ccd::$field(at.at(pair), by, Self::thickness(at.model, pair), at_most)
            }

            fn is_apart(at: Configuration, pair: [u32; $k], offset: f64) -> bool {
                apart::$field(&at.at(pair), offset)
            }

            #[inline]
            fn is_reached(search: &CandidateSearch, pair: [u32; $k]) -> bool {
                search.admits::<$second, $k>(pair, |[$($x),+]| $field::squared($($x),+))
            }

            fn classify(classifier: &Classifier, pair: [u32; $k]) -> Option<ClassifiedPair> {
                classifier.$field(pair)
            }
        }
    };
}

pair_of_vertices!(PointPointKind PointPoint point_point, 2, 1, two, point_point::squared, Foot::point_point, [p, q]);
pair_of_vertices!(PointEdgeKind PointEdge point_edge, 3, 1, three, point_edge::squared_line, point_edge::foot, [p, e0, e1]);
pair_of_vertices!(
    PointTriangleKind PointTriangle point_triangle, 4, 1, four, point_triangle::squared_plane, point_triangle::foot, [p, t0, t1, t2]
);
pair_of_vertices!(EdgeEdgeKind EdgeEdge edge_edge, 4, 2, four, edge_edge::squared_line, edge_edge::foot, [a0, a1, b0, b1]);

impl PairGeometry<2, 1> for HalfSpaceKind {
    const SECOND: usize = 1;

    fn primitives(pair: [u32; 2]) -> Primitives {
        Primitives::HalfSpace(pair)
    }

    fn vertices([_, v]: [u32; 2]) -> [u32; 1] {
        [v]
    }

    fn stencils(pairs: &[[u32; 2]]) -> Cow<'_, [[u32; 1]]> {
        pairs.iter().map(|&pair| Self::vertices(pair)).collect()
    }

    fn set(pairs: &Pairs) -> &PairSet<2> {
        &pairs.half_space
    }

    fn set_mut(pairs: &mut Pairs) -> &mut PairSet<2> {
        &mut pairs.half_space
    }

    fn list(candidates: &Candidates) -> &[[u32; 2]] {
        &candidates.half_space
    }

    fn list_mut(candidates: &mut Candidates) -> &mut Vec<[u32; 2]> {
        &mut candidates.half_space
    }

    fn friction_list(contacts: &mut FrictionContacts) -> &mut Vec<FrictionContact<1>> {
        &mut contacts.one
    }

    /// Negative beyond the boundary.
    fn distance(at: Configuration, [plane, v]: [u32; 2]) -> f64 {
        at.model.half_spaces[plane as usize].distance(at.x[v as usize])
    }

    fn squared(at: Configuration, pair: [u32; 2]) -> f64 {
        let distance = Self::distance(at, pair);
        distance * distance
    }

    fn thickness(model: &Model, [_, v]: [u32; 2]) -> f64 {
        0.5 * model.thickness[v as usize]
    }

    fn gap(at: Configuration, pair: [u32; 2]) -> f64 {
        Self::distance(at, pair) - Self::thickness(at.model, pair)
    }

    fn friction(model: &Model, [plane, v]: [u32; 2]) -> f64 {
        model
            .friction
            .on_half_space(model.body_of[v as usize], plane)
    }

    fn frame(at: Configuration, pair: [u32; 2]) -> ContactFrame<f64, 1> {
        let normal = &at.model.half_spaces[pair[0] as usize].normal;
        ContactFrame::plane(normal, Self::distance(at, pair))
    }

    fn gradient(at: Configuration, pair: [u32; 2], first: f64) -> [Vec3; 1] {
        Self::frame(at, pair).gradient(first)
    }

    fn hessian(at: Configuration, [plane, _]: [u32; 2], potential: Derivatives, out: &mut [Block]) {
        let normal = at.model.half_spaces[plane as usize].normal;
        out[0] = normal * normal.transpose() * potential.second;
    }

    fn exact_hessian(
        at: Configuration,
        pair: [u32; 2],
        barrier: BarrierDerivatives<f64>,
        out: &mut [Block],
    ) {
        let by_distance = Derivatives {
            first: 0.0,
            second: 2.0 * barrier.first + 4.0 * Self::squared(at, pair) * barrier.second,
        };
        Self::hessian(at, pair, by_distance, out);
    }

    fn time_of_impact(at: Configuration, p: &[Vec3], pair: [u32; 2], at_most: f64) -> f64 {
        let [plane, v] = pair.map(|number| number as usize);
        let gap = Self::gap(at, pair);
        let approach = -at.model.half_spaces[plane].normal.dot(&p[v]);
        if approach * at_most > HALF_SPACE_FRACTION * gap {
            HALF_SPACE_FRACTION * gap / approach
        } else {
            at_most
        }
    }

    fn is_apart(at: Configuration, [plane, v]: [u32; 2], offset: f64) -> bool {
        let plane = &at.model.half_spaces[plane as usize];
        let origin = plane.origin + plane.normal * offset;
        let side = side_of_plane(&at.x[v as usize], &origin, &plane.normal);
        side.is_some_and(|side| side.is_gt())
    }

    fn is_reached(search: &CandidateSearch, pair: [u32; 2]) -> bool {
        search.admits_half_space(pair)
    }

    fn classify(classifier: &Classifier, pair: [u32; 2]) -> Option<ClassifiedPair> {
        classifier.half_space(pair)
    }
}
