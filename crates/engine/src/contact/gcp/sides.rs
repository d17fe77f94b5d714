//! From where surfaces can be touched: those of solids from outside; those of obstacles too, where they are closed and
//! nothing starts on their wrong side; everything else from both sides.

use std::f64::consts::PI;

use tangency_geometry::Vec3;

use crate::groups::Groups;
use crate::model::Model;

/// For each vertex whether the triangles that it is part of have an outside.
pub struct Sides(Vec<bool>);

impl Sides {
    /// The sides of a model's surface at the start.
    pub fn new(model: &Model) -> Self {
        let count = model.vertex_count();
        let triangles = &model.surface.triangles;
        let mut patches = Groups::new(count);
        for &[a, b, c] in triangles {
            patches.join(a, b);
            patches.join(b, c);
        }
        let mut is_outer = closed(triangles, count, &mut patches);
        let mut is_solid = vec![false; count];
        for batch in &model.elements.tets {
            for &v in batch.stencils.as_flattened() {
                is_solid[patches.root(v) as usize] = true;
            }
        }
        let probes = probes(model);
        for root in 0..count {
            let is_root = patches.root(root as u32) == root as u32;
            if is_outer[root] && is_root && !is_solid[root] {
                let patch = triangles
                    .iter()
                    .filter(|t| patches.root(t[0]) == root as u32);
                let patch: Vec<[Vec3; 3]> =
                    patch.map(|t| t.map(|v| model.rest[v as usize])).collect();
                is_outer[root] = model.is_obstacle[root] && has_all_outside(&patch, &probes);
            }
        }
        let outer = (0..count as u32).map(|v| is_outer[patches.root(v) as usize]);
        Sides(outer.collect())
    }

    /// Whether the triangles of a vertex can only be touched from outside.
    pub fn is_outer(&self, v: u32) -> bool {
        self.0[v as usize]
    }
}

/// By root whether a patch of triangles is closed and oriented: each edge is run along once in each direction.
fn closed(triangles: &[[u32; 3]], count: usize, patches: &mut Groups) -> Vec<bool> {
    let mut ways: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .collect();
    ways.sort_unstable();
    let mut is_closed = vec![false; count];
    for way in &ways {
        is_closed[patches.root(way[0]) as usize] = true;
    }
    for same in ways.chunk_by(|a, b| a == b) {
        let [a, b] = same[0];
        if same.len() > 1 || ways.binary_search(&[b, a]).is_err() {
            is_closed[patches.root(a) as usize] = false;
        }
    }
    is_closed
}

/// One point of each connected part that can move, m.
fn probes(model: &Model) -> Vec<Vec3> {
    let mut parts = Groups::new(model.vertex_count());
    for &[a, b] in &model.surface.edges {
        parts.join(a, b);
    }
    let points = model.surface.points.iter();
    let roots = points.filter(|&&v| parts.root(v) == v && !model.is_obstacle[v as usize]);
    roots.map(|&v| model.rest[v as usize]).collect()
}

/// Whether all points are where the normals of a closed surface point to: not enclosed by it, or all enclosed by one
/// that is inside out.
fn has_all_outside(patch: &[[Vec3; 3]], points: &[Vec3]) -> bool {
    let volume: f64 = patch.iter().map(|[a, b, c]| a.dot(&b.cross(c))).sum();
    let turns = |p: &Vec3| patch.iter().map(|t| solid_angle(t, p)).sum::<f64>() / (4.0 * PI);
    let is_inside = |p: &Vec3| turns(p).abs() > 0.5;
    points.iter().all(|p| is_inside(p) == (volume < 0.0))
}

/// The signed solid angle of a triangle seen from `p` (Van Oosterom and Strackee 1983).
fn solid_angle(triangle: &[Vec3; 3], p: &Vec3) -> f64 {
    let [a, b, c] = triangle.map(|x| x - p);
    let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
    let below = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * a.dot(&b.cross(&c)).atan2(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TET: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    fn points() -> [Vec3; 4] {
        [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()]
    }

    #[test]
    fn a_patch_is_closed_if_its_edges_meet_in_pairs() {
        let closed = |triangles: &[[u32; 3]]| {
            let mut patches = Groups::new(4);
            triangles.iter().for_each(|&[a, b, c]| {
                patches.join(a, b);
                patches.join(b, c);
            });
            closed(triangles, 4, &mut patches)[0]
        };
        assert!(closed(&TET));
        assert!(!closed(&TET[..3]));
        let mut turned = TET;
        turned[0].swap(0, 1);
        assert!(!closed(&turned));
    }

    #[test]
    fn a_container_is_touched_from_inside() {
        let x = points();
        let patch = TET.map(|t| t.map(|v| x[v as usize]));
        let turned = patch.map(|[a, b, c]| [a, c, b]);
        let (inside, outside) = (Vec3::repeat(0.1), Vec3::repeat(1.0));
        assert!(has_all_outside(&patch, &[outside]));
        assert!(!has_all_outside(&patch, &[outside, inside]));
        assert!(has_all_outside(&turned, &[inside]));
        assert!(!has_all_outside(&turned, &[outside]));
    }
}
