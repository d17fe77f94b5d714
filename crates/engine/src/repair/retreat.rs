//! Ends of cloth drawn back through the surface that they have come through.
//!
//! Where the contour of an intersection runs from border to border, no small motion shortens it. It cuts the cloth into parts
//! (Baraff et al. 2003, "Untangling cloth": regions by flood fill), of which all but the largest are drawn back towards it.

use std::collections::{BTreeMap, BTreeSet};

use tangency_geometry::Vec3;

use super::pieces::ScenePieces;
use super::push::SurfacePush;
use crate::groups::Groups;
use crate::model::Model;

/// Pushes of the vertices of each cut-off part by `advance` (m) towards where it is cut off.
pub fn draw_back(
    model: &Model,
    pieces: &ScenePieces,
    crossings: &[(u32, u32)],
    x: &[Vec3],
    advance: f64,
) -> Vec<SurfacePush> {
    let surface = &model.surface;
    let edges: BTreeSet<[u32; 2]> = { crossings.iter() }
        .map(|(e, _)| surface.edges[*e as usize])
        .collect();
    let met: BTreeSet<u32> = crossings.iter().map(|(_, t)| *t).collect();
    let is_cut = |&(t, triangle): &(u32, &[u32; 3])| {
        let [a, b, c] = *triangle;
        let sides = [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]);
        met.contains(&t) || sides.iter().any(|side| edges.contains(side))
    };
    let mut groups = Groups::new(model.vertex_count());
    let whole = (0..).zip(&surface.triangles).filter(|t| !is_cut(t));
    groups.join_elements(whole.map(|(_, triangle)| triangle));
    let roots = groups.roots();
    let crossed: BTreeSet<u32> = { edges.iter().flatten() }
        .map(|&v| pieces.of[v as usize])
        .collect();
    let mut parts: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for &v in &surface.solid_points {
        let piece = pieces.of[v as usize];
        if crossed.contains(&piece) {
            parts.entry((piece, roots[v as usize])).or_default().push(v);
        }
    }
    let mut largest: BTreeMap<u32, usize> = BTreeMap::new();
    for ((piece, _), vertices) in &parts {
        let most = largest.entry(*piece).or_default();
        *most = vertices.len().max(*most);
    }
    let mut pushes = Vec::new();
    for ((piece, root), vertices) in &parts {
        if largest.get(piece) == Some(&vertices.len()) {
            continue;
        }
        let ends = edges.iter().filter(|[a, b]| {
            let inside = [a, b].map(|v| roots[*v as usize] == *root);
            inside[0] != inside[1]
        });
        let middles: Vec<Vec3> = ends
            .map(|[a, b]| 0.5 * (x[*a as usize] + x[*b as usize]))
            .collect();
        let mean = |all: &[Vec3]| all.iter().sum::<Vec3>() / all.len().max(1) as f64;
        let own: Vec<Vec3> = vertices.iter().map(|&v| x[v as usize]).collect();
        let way = mean(&middles) - mean(&own);
        let Some(direction) = way.try_normalize(1e-300).filter(|_| !middles.is_empty()) else {
            continue;
        };
        pushes.extend(vertices.iter().map(|&v| SurfacePush {
            stencil: vec![(v, 1.0)],
            direction,
            advance,
        }));
    }
    pushes
}
