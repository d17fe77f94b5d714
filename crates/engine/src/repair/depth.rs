//! What is inside of solids, and the way out: one direction for each connected region, so that no region is torn between
//! two sides.

use std::collections::BTreeMap;

use rayon::prelude::*;
use tangency_geometry::{Vec3, intersection};

use super::pieces::ScenePieces;
use super::push::SurfacePush;
use crate::groups::Groups;
use crate::model::Model;

/// Vertices of a region whose ways out are measured while its direction is chosen, at most.
const SAMPLES: usize = 40;

/// Surface vertices inside of solids: vertex, then the piece of the solid; sorted.
pub fn find_inside(model: &Model, pieces: &ScenePieces, x: &[Vec3]) -> Vec<(u32, u32)> {
    let mut sorted = model.surface.points.clone();
    sorted.sort_by(|&a, &b| x[a as usize].x.total_cmp(&x[b as usize].x).then(a.cmp(&b)));
    let mut found: Vec<(u32, u32)> = Vec::new();
    for batch in &model.elements.tets {
        let of_tet = |tet: &[u32; 4]| {
            let corners = tet.map(|v| x[v as usize]);
            let low = corners.iter().fold(corners[0], |low, c| low.inf(c));
            let high = corners.iter().fold(corners[0], |high, c| high.sup(c));
            let begin = sorted.partition_point(|&v| x[v as usize].x < low.x);
            let ahead = sorted[begin..].iter().copied();
            let near = ahead.take_while(|&v| x[v as usize].x <= high.x);
            let inside = near.filter(|&v| {
                let p = &x[v as usize];
                let boxed = (1..3).all(|k| p[k] >= low[k] && p[k] <= high[k]);
                boxed && !tet.contains(&v) && intersection::point_tet(p, &corners)
            });
            let piece = pieces.of[tet[0] as usize];
            inside.map(|v| (v, piece)).collect::<Vec<_>>()
        };
        found.par_extend(batch.stencils.par_iter().flat_map_iter(of_tet));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Pushes that lead all that is inside of solids out of them, `clearance` beyond, by at most `most` at once (m).
pub fn ways_out(
    model: &Model,
    pieces: &ScenePieces,
    x: &[Vec3],
    inside: &[(u32, u32)],
    clearance: f64,
    most: f64,
) -> Vec<SurfacePush> {
    let mut regions: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let mut groups = Groups::new(model.vertex_count());
    let is_inside = |v: u32, solid: u32| inside.binary_search(&(v, solid)).is_ok();
    let solids: std::collections::BTreeSet<u32> = inside.iter().map(|(_, solid)| *solid).collect();
    for &[a, b] in &model.surface.edges {
        if solids.iter().any(|&s| is_inside(a, s) && is_inside(b, s)) {
            groups.join(a, b);
        }
    }
    for &(v, solid) in inside {
        regions.entry((solid, groups.root(v))).or_default().push(v);
    }
    let mut pushes = Vec::new();
    for ((solid, _), vertices) in regions {
        let walls: Vec<[u32; 3]> = { model.surface.triangles.iter() }
            .filter(|t| pieces.of[t[0] as usize] == solid)
            .copied()
            .collect();
        pushes.extend(region_out(x, &vertices, &walls, clearance, most));
    }
    pushes
}

/// Pushes for one region along its direction.
fn region_out(
    x: &[Vec3],
    vertices: &[u32],
    walls: &[[u32; 3]],
    clearance: f64,
    most: f64,
) -> Vec<SurfacePush> {
    let every = vertices.len().div_ceil(SAMPLES);
    let samples: Vec<u32> = vertices.iter().copied().step_by(every).collect();
    let depth = |direction: &Vec3| {
        let exits = samples.iter().map(|&v| exit(x, v, direction, walls));
        exits
            .map(|exit| exit.map_or(f64::INFINITY, |exit| exit.distance))
            .fold(0.0, f64::max)
    };
    let directions = directions(x, &samples, walls);
    let depths: Vec<f64> = directions.par_iter().map(depth).collect();
    let Some((best, _)) = (depths.iter().enumerate()).min_by(|a, b| a.1.total_cmp(b.1)) else {
        return Vec::new();
    };
    let direction = directions[best];
    let out = |&v: &u32| {
        let exit = exit(x, v, &direction, walls)?;
        let mut stencil = vec![(v, 1.0)];
        let corners = exit.wall.iter().zip(exit.weights);
        stencil.extend(corners.map(|(&corner, weight)| (corner, -weight)));
        Some(SurfacePush {
            stencil,
            direction,
            advance: (exit.distance + clearance).min(most),
        })
    };
    vertices.par_iter().filter_map(out).collect()
}

/// Directions to try: those of a cube, the normals of the walls near the samples, and their mean.
fn directions(x: &[Vec3], samples: &[u32], walls: &[[u32; 3]]) -> Vec<Vec3> {
    let nearest = |&v: &u32| {
        let p = x[v as usize];
        let others = walls.iter().filter(|t| !t.contains(&v));
        let away = others.map(|t| {
            let [a, b, c] = t.map(|v| x[v as usize]);
            let centre = (a + b + c) / 3.0;
            ((centre - p).norm_squared(), (b - a).cross(&(c - a)))
        });
        away.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, n)| n)
    };
    let normals: Vec<Vec3> = samples.iter().filter_map(nearest).collect();
    let mean: Vec3 = normals.iter().sum();
    let mut all: Vec<Vec3> = vec![mean];
    all.extend(normals.iter().step_by(normals.len().div_ceil(8).max(1)));
    for k in 1..27 {
        let step = |k: i32| f64::from([0, 1, -1][(k % 3) as usize]);
        all.push(Vec3::new(step(k / 9), step(k / 3), step(k)));
    }
    all.iter().filter_map(|d| d.try_normalize(1e-300)).collect()
}

/// The point at which a ray leaves a solid.
struct Exit {
    distance: f64,
    wall: [u32; 3],
    weights: [f64; 3],
}

/// The first wall that the ray from a vertex meets from inside.
fn exit(x: &[Vec3], v: u32, direction: &Vec3, walls: &[[u32; 3]]) -> Option<Exit> {
    let p = x[v as usize];
    let mut first: Option<Exit> = None;
    for wall in walls {
        if wall.contains(&v) {
            continue;
        }
        let [a, b, c] = wall.map(|v| x[v as usize]);
        let (u, w) = (b - a, c - a);
        let normal = u.cross(&w);
        let speed = normal.dot(direction);
        if speed <= 0.0 {
            continue;
        }
        let distance = normal.dot(&(a - p)) / speed;
        let nearest = first.as_ref().map_or(f64::INFINITY, |exit| exit.distance);
        // Not so when it is not a number.
        if !(distance >= 0.0 && distance < nearest) {
            continue;
        }
        let at = p + direction * distance - a;
        let area = normal.norm_squared();
        let (s, t) = (
            at.cross(&w).dot(&normal) / area,
            u.cross(&at).dot(&normal) / area,
        );
        // A little room, so that no ray slips through between two walls.
        let room = -1e-9;
        if s >= room && t >= room && s + t <= 1.0 - room {
            first = Some(Exit {
                distance,
                wall: *wall,
                weights: [1.0 - s - t, s, t],
            });
        }
    }
    first
}
