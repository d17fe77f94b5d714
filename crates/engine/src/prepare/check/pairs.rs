//! Pairs that make a start impossible, each with its geometry: what is beyond a half-space, crosses, lies inside of a solid, or
//! is closer than it may be.

use tangency_geometry::Vec3;
use tangency_geometry::bvh::BroadPhase;

use crate::certificate::enclosed::{Enclosed, Enclosures};
use crate::certificate::plane::find_crossings;
use crate::certificate::{find_beyond, find_intersections};
use crate::contact::{Closest, pairs_within_reach};
use crate::model::{Model, PairDescription};

/// Every pair that makes positions impossible, in the order in which checks find them: half-spaces, crossings, inside of a
/// solid, too close.
pub fn impossible_pairs(model: &Model, x: &[Vec3]) -> Vec<PairDescription> {
    let mut pairs: Vec<PairDescription> = Vec::new();
    pairs.extend(
        find_beyond(model, x)
            .iter()
            .map(|&pair| *beyond(model, x, pair)),
    );
    match model.plane {
        Some(_) => {
            let crossings = find_crossings(model, x, &mut BroadPhase::new());
            pairs.extend(crossings.iter().map(|&pair| *crossing_edges(model, pair)));
        }
        None => {
            let crossings = find_intersections(model, x, &mut BroadPhase::new());
            pairs.extend(crossings.iter().map(|&pair| *crossing(model, pair)));
        }
    }
    let enclosed = Enclosures::new(model).find(model, x);
    pairs.extend(enclosed.iter().map(|found| *inside(model, found)));
    if pairs.is_empty() {
        let close = pairs_within_reach(model, x).into_iter();
        let close = close.map(|pair| Closest {
            distance: pair.distance - pair.offset(model),
            ..pair
        });
        let touching = close.filter(|pair| pair.distance <= 0.0);
        pairs.extend(touching.map(|pair| *pair.description(model)));
    }
    pairs
}

/// A vertex beyond a half-space.
fn beyond(model: &Model, x: &[Vec3], [plane, v]: [u32; 2]) -> Box<PairDescription> {
    let half_space = &model.half_spaces[plane as usize];
    let distance = half_space.distance(x[v as usize]);
    Box::new(PairDescription {
        bodies: [model.body_name(v).to_owned(), half_space.name.clone()],
        vertices: [vec![v], Vec::new()],
        distance: Some(distance),
        words: format!(
            "{} at {:.3e} m beyond the half-space `{}`",
            vertices(model, "vertex", &[v]),
            -distance,
            half_space.name
        ),
    })
}

/// An edge that crosses a triangle.
fn crossing(model: &Model, (edge, triangle): (u32, u32)) -> Box<PairDescription> {
    let edge = &model.surface.edges[edge as usize];
    let triangle = &model.surface.triangles[triangle as usize];
    let words = format!(
        "{} and {}",
        vertices(model, "edge", edge),
        vertices(model, "triangle", triangle)
    );
    PairDescription::new(model, [edge, triangle], None, words)
}

/// Two edges of a planar model that cross.
fn crossing_edges(model: &Model, (a, b): (u32, u32)) -> Box<PairDescription> {
    let pair = [a, b].map(|e| &model.surface.edges[e as usize][..]);
    let words = pair.map(|edge| vertices(model, "edge", edge)).join(" and ");
    PairDescription::new(model, pair, None, words)
}

/// A piece of surface inside of a solid.
fn inside(model: &Model, found: &Enclosed) -> Box<PairDescription> {
    let body = |v: u32| model.body_of[v as usize];
    let within = if body(found.vertex) == body(found.solid) {
        let other = vertices(model, "vertex", &[found.solid]);
        format!("another piece of it, that of {other}")
    } else {
        format!("the solid `{}`", model.body_name(found.solid))
    };
    let inside = vertices(model, "vertex", &[found.vertex]);
    PairDescription::new(
        model,
        [&[found.vertex], &[found.solid]],
        None,
        format!("{inside} inside {within}"),
    )
}

/// Vertices of one body in words, numbered within it.
pub fn vertices(model: &Model, kind: &str, vertices: &[u32]) -> String {
    let body = &model.bodies[model.body_of[vertices[0] as usize] as usize];
    let own: Vec<u32> = vertices.iter().map(|v| v - body.vertices.start).collect();
    format!("{kind} {own:?} of `{}`", body.name)
}
