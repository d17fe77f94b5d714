//! The certificate of planar models: exact tests in the plane.

use rayon::prelude::*;
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};
use tangency_geometry::{Vec3, intersection};

use crate::material::Elasticity;
use crate::model::{Model, PlaneBatch};

/// Pairs of boundary edges without a common vertex that share a point, by index in the contact surface; not those of
/// obstacles alone. Exact; touching counts.
pub fn find_crossings(model: &Model, x: &[Vec3], broad: &mut BroadPhase) -> Vec<(u32, u32)> {
    let edges = &model.surface.edges;
    let surface = Surface {
        points: &[],
        ..model.surface.primitives()
    };
    let sweep = SweptPositions {
        positions: x,
        motion: None,
        inflation: 0.0,
    };
    broad.update(&surface, &sweep);
    let at = |v: u32| &x[v as usize];
    let mut found = broad.edge_edge().visit(|a, b, found| {
        let ([a0, a1], [b0, b1]) = (edges[a as usize], edges[b as usize]);
        let counts = model.is_admissible([a0, a1, b0, b1]);
        if counts && intersection::edge_edge(at(a0), at(a1), at(b0), at(b1)) {
            found.push((a.min(b), a.max(b)));
        }
    });
    found.sort_unstable();
    found
}

/// Vertices that are not in the plane.
pub fn count_astray(model: &Model, x: &[Vec3]) -> usize {
    let missed_target = |x: &&Vec3| x.z != 0.0;
    match model.plane {
        Some(_) => x.iter().filter(missed_target).count(),
        None => 0,
    }
}

/// Number of planar triangles of a material without positive area. Exact.
pub fn count_inverted(model: &Model, x: &[Vec3], elasticity: Elasticity) -> u64 {
    let inverted = |batch: &PlaneBatch| {
        let triangles = batch.stencils.par_iter().with_min_len(1024);
        triangles.filter(|t| is_inverted(t, x)).count() as u64
    };
    batches_of(model, elasticity).map(inverted).sum()
}

/// The first planar triangle that must not invert, and does.
pub fn find_inverted(model: &Model, x: &[Vec3]) -> Option<[u32; 3]> {
    let inverted = |batch: &PlaneBatch| {
        let triangles = batch.stencils.par_iter().with_min_len(1024);
        triangles.find_first(|t| is_inverted(t, x)).copied()
    };
    batches_of(model, Elasticity::NeoHookean).find_map(inverted)
}

fn batches_of(model: &Model, elasticity: Elasticity) -> impl Iterator<Item = &PlaneBatch> {
    let batches = model.elements.plane.iter();
    batches.filter(move |batch| batch.elasticity == elasticity)
}

fn is_inverted(triangle: &[u32; 3], x: &[Vec3]) -> bool {
    let [a, b, c] = triangle.map(|v| x[v as usize]);
    intersection::triangle_inverted(&a, &b, &c)
}
