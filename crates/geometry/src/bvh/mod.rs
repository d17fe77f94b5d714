//! Broad phase: which primitives of a surface may come close to one another.
//!
//! [`BroadPhase`] keeps one tree each over the points, edges and triangles of a [`Surface`]. Boxes enclose
//! positions, or whole motions `x + t p`, `t` in \[0, alpha\], and are grown by a margin. Every query visits each
//! candidate pair once, never a pair that shares a vertex, in an order that is a function of the boxes alone.
//! The candidates can be collected, or a narrow phase can run inside the traversal so that they are never stored.
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};
//!
//! // Two edges that cross at a distance of 0.1 m, and one far away.
//! let positions = [
//!     [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.1], [0.0, 1.0, 0.1], [8.0, 0.0, 0.0], [9.0, 0.0, 0.0],
//! ].map(Vec3::from);
//! let surface = Surface { edges: &[[0, 1], [2, 3], [4, 5]], ..Surface::default() };
//! let mut broad = BroadPhase::new();
//! // Pairs closer than twice the inflation are always found.
//! let sweep = SweptPositions { positions: &positions, motion: None, inflation: 0.06 };
//! broad.update(&surface, &sweep);
//! let mut pairs = Vec::new();
//! broad.edge_edge().collect(|_, _| true, &mut pairs);
//! assert_eq!(pairs, [(0, 1)]);
//! ```

mod aabb;
mod morton;
mod pairs;
mod traverse;
mod tree;

use rayon::prelude::*;

pub use aabb::{Aabb, Slabs};
use morton::Curve;
pub use pairs::CandidatePairs;
use tree::Tree;

use crate::Vec3;

/// The contact primitives, by vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surface<'a> {
    /// Contact points.
    pub points: &'a [u32],
    /// Contact edges.
    pub edges: &'a [[u32; 2]],
    /// Contact triangles.
    pub triangles: &'a [[u32; 3]],
}

/// Positions of the vertices, and optionally the motion along which they are swept.
#[derive(Clone, Copy, Debug)]
pub struct SweptPositions<'a> {
    /// Positions (m).
    pub positions: &'a [Vec3],
    /// Displacements `p` (m) and the largest step `alpha`: boxes hold `x + t p` for `t` in \[0, alpha\].
    pub motion: Option<(&'a [Vec3], f64)>,
    /// Margin (m) added to each box on every side: pairs closer than twice this are always found.
    pub inflation: f64,
}

impl SweptPositions<'_> {
    fn bounds(&self, vertex: usize) -> Aabb {
        let x = &self.positions[vertex];
        match self.motion {
            Some((p, alpha)) => Aabb::of_motion(x, &(p[vertex] * alpha), self.inflation),
            None => Aabb::of_point(x, self.inflation),
        }
    }

    fn slabs(&self, vertex: usize) -> Slabs {
        let x = &self.positions[vertex];
        match self.motion {
            Some((p, alpha)) => Slabs::of_motion(x, &(p[vertex] * alpha), self.inflation),
            None => Slabs::of_motion(x, &Vec3::zeros(), self.inflation),
        }
    }
}

/// Trees over the points, edges and triangles of a surface; memory is kept from call to call.
#[derive(Default)]
pub struct BroadPhase {
    vertex_boxes: Vec<Aabb>,
    vertex_slabs: Vec<Slabs>,
    has_slabs: bool,
    points: Tree<1>,
    edges: Tree<2>,
    triangles: Tree<3>,
}

impl BroadPhase {
    /// A broad phase over nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A broad phase over nothing that will also compare edges along diagonals: a little more to fit, and far fewer
    /// candidates where long edges lie askew and close together.
    #[must_use]
    pub fn with_diagonals() -> Self {
        Self {
            has_slabs: true,
            ..Self::default()
        }
    }

    /// Builds all trees for the surface where it is now. The order of later candidates depends on nothing else.
    pub fn update(&mut self, surface: &Surface, sweep: &SweptPositions) {
        self.fit_vertices(sweep);
        let (boxes, slabs) = (&self.vertex_boxes, &self.vertex_slabs);
        let curve = &Curve::through(boxes);
        let (points, edges, triangles) = (&mut self.points, &mut self.edges, &mut self.triangles);
        rayon::join(
            || {
                edges.build(
                    |i| surface.edges[i],
                    surface.edges.len(),
                    boxes,
                    slabs,
                    curve,
                )
            },
            || {
                points.build(
                    |i| [surface.points[i]],
                    surface.points.len(),
                    boxes,
                    &[],
                    curve,
                );
                triangles.build(
                    |i| surface.triangles[i],
                    surface.triangles.len(),
                    boxes,
                    &[],
                    curve,
                );
            },
        );
    }

    /// Fits the boxes of the last [`update`](Self::update)'s surface to new positions, keeping the shape of the
    /// trees: cheaper, and as good while little moved. The order of candidates stays that of the last update.
    pub fn refit(&mut self, sweep: &SweptPositions) {
        self.fit_vertices(sweep);
        let boxes = &self.vertex_boxes;
        self.points.fit(boxes, &[]);
        self.edges.fit(boxes, &self.vertex_slabs);
        self.triangles.fit(boxes, &[]);
    }

    /// Candidate pairs of a contact point and a triangle.
    #[must_use]
    pub fn point_triangle(&self) -> CandidatePairs<'_, 1, 3> {
        CandidatePairs::between(&self.points, &self.triangles)
    }

    /// Candidate pairs of two edges, the smaller index first.
    #[must_use]
    pub fn edge_edge(&self) -> CandidatePairs<'_, 2, 2> {
        CandidatePairs::among(&self.edges)
    }

    /// Candidate pairs of an edge and a triangle.
    #[must_use]
    pub fn edge_triangle(&self) -> CandidatePairs<'_, 2, 3> {
        CandidatePairs::between(&self.edges, &self.triangles)
    }

    /// Candidate pairs of a contact point and an edge.
    #[must_use]
    pub fn point_edge(&self) -> CandidatePairs<'_, 1, 2> {
        CandidatePairs::between(&self.points, &self.edges)
    }

    /// Candidate pairs of two contact points, the smaller index first.
    #[must_use]
    pub fn point_point(&self) -> CandidatePairs<'_, 1, 1> {
        CandidatePairs::among(&self.points)
    }

    fn fit_vertices(&mut self, sweep: &SweptPositions) {
        (0..sweep.positions.len())
            .into_par_iter()
            .with_min_len(1024)
            .map(|vertex| sweep.bounds(vertex))
            .collect_into_vec(&mut self.vertex_boxes);
        if !self.has_slabs {
            return;
        }
        (0..sweep.positions.len())
            .into_par_iter()
            .with_min_len(1024)
            .map(|vertex| sweep.slabs(vertex))
            .collect_into_vec(&mut self.vertex_slabs);
    }
}
