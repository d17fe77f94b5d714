//! Pairs that may come within reach during a step, found by the broad phase.

use tangency_geometry::Vec3;

use super::broad::{PairLook, Trees};
use super::kinds::{
    EdgeEdgeKind, HalfSpaceKind, PairGeometry, PointEdgeKind, PointPointKind, PointTriangleKind,
};
use crate::model::Model;

/// A displacement and the largest multiple of it that is taken.
pub type SweptPath<'a> = (&'a [Vec3], f64);

/// Primitive pairs, by vertices.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Point, then the triangle.
    pub point_triangle: Vec<[u32; 4]>,
    /// Edge a, then edge b.
    pub edge_edge: Vec<[u32; 4]>,
    /// Loose point, then the loose edge.
    pub point_edge: Vec<[u32; 3]>,
    /// Two isolated points.
    pub point_point: Vec<[u32; 2]>,
    /// Half-space, then vertex.
    pub half_space: Vec<[u32; 2]>,
}

/// A walk over candidates of any kind.
pub trait CandidateVisitor {
    /// Visits the candidates of one kind.
    fn visit<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &mut self,
        kind: P,
        pairs: &[[u32; K]],
    );
}

impl Candidates {
    /// The pairs of one way on its own, for measurements: as [`Candidates::find`], with trees of its own.
    pub fn on_the_way(model: &Model, x: &[Vec3], path: SweptPath) -> Self {
        Self::on_the_way_within(model, x, Some(path), model.dhat)
    }

    /// Every admissible pair that comes within `reach` (plus thickness) of touching at `x`, or somewhere on the way from
    /// there along `path`, and few others, in m; with trees of their own.
    pub fn on_the_way_within(
        model: &Model,
        x: &[Vec3],
        path: Option<SweptPath>,
        reach: f64,
    ) -> Self {
        let mut trees = Trees::new();
        trees.fit_within(model, x, path, reach);
        Self::reached(
            &trees,
            &CandidateSearch {
                model,
                x,
                path,
                reach,
            },
        )
    }

    /// Every admissible pair whose boxes, grown by half of `reach` (m), overlap at `x` or on the way from there along `path`:
    /// as fast as it goes, for those who look closer themselves.
    pub fn of_boxes(model: &Model, x: &[Vec3], path: Option<SweptPath>, reach: f64) -> Self {
        let mut trees = Trees::new();
        trees.fit_within(model, x, path, reach);
        Self::joined(&trees.look_at_all(model, &Overlaps(model)))
    }

    /// Finds every admissible pair that comes within d̂ (plus thickness) of touching somewhere on the way
    /// from `x` along `path`, and few others. The trees must hold the boxes of that way.
    pub fn find(model: &Model, trees: &Trees, x: &[Vec3], path: SweptPath) -> Self {
        let (reach, path) = (model.dhat, Some(path));
        Self::reached(
            trees,
            &CandidateSearch {
                model,
                x,
                path,
                reach,
            },
        )
    }

    /// Finds every admissible pair within `reach` (plus thickness) of touching at `x`, in m. The trees must hold the
    /// boxes of those positions and that reach.
    pub fn within(model: &Model, trees: &Trees, x: &[Vec3], reach: f64) -> Self {
        let path = None;
        Self::reached(
            trees,
            &CandidateSearch {
                model,
                x,
                path,
                reach,
            },
        )
    }

    fn reached(trees: &Trees, search: &CandidateSearch) -> Self {
        Self::joined(&trees.look_at_all(search.model, search))
    }

    fn joined(parts: &[Candidates]) -> Self {
        Candidates {
            point_triangle: join(PointTriangleKind, parts),
            edge_edge: join(EdgeEdgeKind, parts),
            point_edge: join(PointEdgeKind, parts),
            point_point: join(PointPointKind, parts),
            half_space: join(HalfSpaceKind, parts),
        }
    }

    /// Visits all, kind after kind.
    pub fn visit(&self, visitor: &mut impl CandidateVisitor) {
        visitor.visit(HalfSpaceKind, &self.half_space);
        visitor.visit(PointTriangleKind, &self.point_triangle);
        visitor.visit(EdgeEdgeKind, &self.edge_edge);
        visitor.visit(PointEdgeKind, &self.point_edge);
        visitor.visit(PointPointKind, &self.point_point);
    }
}

/// Candidates of one kind that several tasks have found.
fn join<P: PairGeometry<K, V>, const K: usize, const V: usize>(
    _: P,
    parts: &[Candidates],
) -> Vec<[u32; K]> {
    let lists: Vec<&[[u32; K]]> = parts.iter().map(P::list).collect();
    lists.concat()
}

/// Takes every admissible pair.
struct Overlaps<'a>(&'a Model);

impl PairLook<Candidates> for Overlaps<'_> {
    #[inline]
    fn look<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        found: &mut Candidates,
    ) {
        if self.0.is_admissible(P::vertices(pair)) {
            P::list_mut(found).push(pair);
        }
    }
}

/// Decides which pairs come within reach.
pub struct CandidateSearch<'a> {
    model: &'a Model,
    x: &'a [Vec3],
    /// The way, where there is one.
    path: Option<SweptPath<'a>>,
    /// Gap that counts as near, m.
    reach: f64,
}

impl PairLook<Candidates> for CandidateSearch<'_> {
    #[inline]
    fn look<P: PairGeometry<K, V>, const K: usize, const V: usize>(
        &self,
        _: P,
        pair: [u32; K],
        found: &mut Candidates,
    ) {
        if P::is_reached(self, pair) {
            P::list_mut(found).push(pair);
        }
    }
}

impl CandidateSearch<'_> {
    /// Whether a pair can come within reach; the first `A` vertices are its first primitive's, and `squared` is
    /// the exact squared distance of the two, which most pairs that cannot are spared.
    #[inline]
    pub fn admits<const A: usize, const K: usize>(
        &self,
        vertices: [u32; K],
        squared: impl Fn(&[Vec3; K]) -> f64,
    ) -> bool {
        if !self.model.is_admissible(vertices) {
            return false;
        }
        let x = vertices.map(|v| self.x[v as usize]);
        let reach = self.distance::<A, K>(vertices);
        let reach = reach * reach;
        !are_beyond::<A, K>(&x, reach) && squared(&x) <= reach
    }

    /// The distance from which a pair can come within reach: no two points of its primitives approach faster
    /// than the largest displacements relative to the pair's mean motion allow.
    #[inline]
    fn distance<const A: usize, const K: usize>(&self, vertices: [u32; K]) -> f64 {
        let offset = self.model.pair_offset(vertices[0], vertices[A]);
        let Some((p, alpha)) = self.path else {
            return (self.reach + offset) * (1.0 + 1e-12);
        };
        let motion = vertices.map(|v| p[v as usize]);
        let mean = motion.iter().sum::<Vec3>() / K as f64;
        let squares = motion.map(|m| (m - mean).norm_squared());
        let fastest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max).sqrt();
        let approach = alpha * (fastest(&squares[..A]) + fastest(&squares[A..]));
        (self.reach + offset + approach) * (1.0 + 1e-12)
    }

    /// The same, for a vertex and a half-space.
    pub fn admits_half_space(&self, [plane, vertex]: [u32; 2]) -> bool {
        let v = vertex as usize;
        if self.model.is_obstacle[v] {
            return false;
        }
        let half_space = &self.model.half_spaces[plane as usize];
        let approach = (self.path).map_or(0.0, |(p, alpha)| -alpha * half_space.normal.dot(&p[v]));
        let approach = approach.max(0.0);
        let reach = self.reach + 0.5 * self.model.thickness[v];
        half_space.distance(self.x[v]) < (reach + approach) * (1.0 + 1e-12)
    }
}

/// A cheap sufficient test that the primitives of the first `A` vertices and of the others are apart by more than
/// the root of `squared`: along the line through their centroids.
#[inline]
fn are_beyond<const A: usize, const K: usize>(x: &[Vec3; K], squared: f64) -> bool {
    let (first, second) = x.split_at(A);
    let sum = |part: &[Vec3]| part.iter().fold(Vec3::zeros(), |sum, x| sum + x);
    let n = sum(first) * (1.0 / A as f64) - sum(second) * (1.0 / (K - A) as f64);
    let low = first.iter().map(|x| n.dot(x)).fold(f64::INFINITY, f64::min);
    let high = second
        .iter()
        .map(|x| n.dot(x))
        .fold(f64::NEG_INFINITY, f64::max);
    let gap = low - high;
    gap > 0.0 && gap * gap > squared * n.norm_squared() * (1.0 + 1e-9)
}
