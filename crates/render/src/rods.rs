//! Free segments as rods, free points as balls, and thin lines along rims and creases.

use std::collections::HashSet;

use crate::light::linear;
use crate::options::{ObstacleStyle, RenderOptions};
use crate::palette::NEEDLE;
use crate::smooth::CREASE;
use crate::subject::Subject;
use crate::things::{Paint, Rod, body_color};
use crate::vector::V3;

/// Radius of segments and of points that have no thickness, of half the height of the picture.
const SEGMENT: f64 = 0.005;
const POINT: f64 = 0.009;
/// Radius of thin lines, of half the height of the picture.
const OUTLINE: f64 = 0.0022;

/// Places in the lists of edges and of points of what no triangle, and for points no edge, uses.
fn free(subject: &Subject) -> (Vec<usize>, Vec<usize>) {
    let topology = subject.topology;
    let ordered = |a: u32, b: u32| [a.min(b), a.max(b)];
    let sides: HashSet<[u32; 2]> = topology
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [ordered(a, b), ordered(b, c), ordered(c, a)])
        .collect();
    let mut used = vec![false; topology.rest.len()];
    let vertices = topology.triangles.as_flattened().iter();
    for &v in vertices.chain(topology.edges.as_flattened()) {
        used[v as usize] = true;
    }
    let edges = topology.edges.iter().enumerate();
    let edges = edges.filter(|(_, e)| !sides.contains(&ordered(e[0], e[1])));
    let points = topology.points.iter().enumerate();
    let points = points.filter(|(_, v)| !used[**v as usize]);
    (
        edges.map(|(k, _)| k).collect(),
        points.map(|(k, _)| k).collect(),
    )
}

/// Radius of a free segment or point, m.
fn radius(subject: &Subject, vertex: u32, given: Option<f64>, least: f64) -> f32 {
    let thickness = subject.topology.thickness[vertex as usize];
    given.unwrap_or((thickness / 2.0).max(least)) as f32
}

/// Free segments as rods, free points as balls.
pub(crate) fn rods(
    subject: &Subject,
    place: impl Fn(u32) -> V3,
    options: &RenderOptions,
    extent: f64,
) -> Vec<Rod> {
    let topology = subject.topology;
    let make = |ends: [u32; 2], radius: f32, values: Option<[f64; 3]>| {
        let paint = match values {
            _ if topology.obstacle[ends[0] as usize] => Paint::Plain(linear(NEEDLE)),
            Some(values) => Paint::Values(values),
            None => Paint::Plain(body_color(topology, options, ends[0])),
        };
        Rod {
            ends: ends.map(&place),
            radius,
            paint,
            casts: true,
        }
    };
    let is_shown =
        |v: u32| !topology.obstacle[v as usize] || options.obstacles != ObstacleStyle::Hidden;
    let (edges, points) = free(subject);
    let segment = |k: usize| {
        let ends = topology.edges[k];
        let values = subject.values.map(|values| values.edges[k]);
        let radius = radius(subject, ends[0], options.line_radius, SEGMENT * extent);
        make(ends, radius, values.map(|[a, b]| [a, b, b]))
    };
    let point = |k: usize| {
        let v = topology.points[k];
        let values = subject.values.map(|values| [values.points[k]; 3]);
        let radius = radius(subject, v, options.point_radius, POINT * extent);
        make([v, v], radius, values)
    };
    let edges = edges
        .into_iter()
        .filter(|&k| is_shown(topology.edges[k][0]));
    let points = points.into_iter().filter(|&k| is_shown(topology.points[k]));
    edges.map(segment).chain(points.map(point)).collect()
}

/// Free segments of bodies as lines that are thinner and paler than the rods themselves.
pub(crate) fn ghost_rods(
    subject: &Subject,
    place: impl Fn(u32) -> V3,
    options: &RenderOptions,
    extent: f64,
) -> Vec<Rod> {
    let topology = subject.topology;
    let white = linear([255; 3]);
    let make = |ends: [u32; 2]| Rod {
        ends: ends.map(&place),
        radius: 0.4 * radius(subject, ends[0], options.line_radius, SEGMENT * extent),
        paint: Paint::Plain(body_color(topology, options, ends[0]).mix(white, 0.6)),
        casts: false,
    };
    let edges = free(subject).0.into_iter().map(|k| topology.edges[k]);
    let of_bodies = edges.filter(|e| !topology.obstacle[e[0] as usize]);
    of_bodies.map(make).collect()
}

/// Thin lines along the rims and creases of triangles, without which a flat pane would hardly be seen.
pub(crate) fn outlines(triangles: &[[u32; 3]], place: impl Fn(u32) -> V3, extent: f64) -> Vec<Rod> {
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(&place);
        (b - a).cross(c - a).unit()
    };
    let sides = |t: &[u32; 3]| {
        [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(|[a, b]| [a.min(b), a.max(b)])
    };
    let mut edges: Vec<([u32; 2], V3)> = triangles
        .iter()
        .flat_map(|t| sides(t).map(|e| (e, normal(t))))
        .collect();
    edges.sort_by_key(|e| e.0);
    edges
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| {
            same.len() == 1 || same[1..].iter().any(|e| e.1.dot(same[0].1).abs() < CREASE)
        })
        .map(|same| Rod {
            ends: same[0].0.map(&place),
            radius: (OUTLINE * extent) as f32,
            paint: Paint::Plain(linear(NEEDLE)),
            casts: false,
        })
        .collect()
}
