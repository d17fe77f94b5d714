//! A frame as things to draw: triangles with corner normals, balls, rods, glassy walls and planes.
//!
//! A corner's normal is the area-weighted mean over the triangles around its vertex whose normals are within
//! [`CREASE`] of the triangle's own, so that round things look round and boxes stay sharp.

use std::collections::HashSet;

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::options::RenderOptions;
use crate::vector::{V3, v3};

/// Cosine of the dihedral angle (40 degrees) beyond which an edge is a crease.
const CREASE: f32 = 0.766;

/// sRGB colours of the bodies, in turn.
const BODIES: [[u8; 3]; 10] = [
    [226, 122, 63],
    [62, 134, 190],
    [110, 170, 92],
    [222, 178, 76],
    [150, 110, 180],
    [205, 88, 96],
    [74, 168, 164],
    [196, 132, 164],
    [128, 144, 70],
    [96, 112, 176],
];
const WALL: [u8; 3] = [156, 170, 188];
const NEEDLE: [u8; 3] = [112, 118, 128];

/// A triangle with its corner normals.
#[derive(Clone, Copy)]
pub(crate) struct Triangle {
    pub corners: [V3; 3],
    pub normals: [V3; 3],
    pub color: V3,
}

/// A segment with a radius; a ball where both ends are one.
#[derive(Clone, Copy)]
pub(crate) struct Rod {
    pub ends: [V3; 2],
    pub radius: f32,
    pub color: V3,
    /// Throws a shadow.
    pub casts: bool,
}

/// A plane that bodies stand on.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    pub origin: V3,
    pub normal: V3,
    /// Checkered; else it only shows shadows.
    pub visible: bool,
}

/// Everything to draw, relative to `center`.
pub(crate) struct Scene {
    pub solids: Vec<Triangle>,
    pub walls: Vec<Triangle>,
    pub rods: Vec<Rod>,
    pub planes: Vec<Plane>,
}

impl Scene {
    /// `center` is the world's origin while rendering, `extent` half the height seen around the camera's target, m.
    pub(crate) fn new(
        topology: &Topology,
        x: &[Vec3],
        options: &RenderOptions,
        center: Vec3,
        extent: f64,
    ) -> Self {
        let place = |v: u32| V3::from_f64(&(x[v as usize] - center));
        let (walls, solids): (Vec<_>, Vec<_>) = topology
            .triangles
            .iter()
            .copied()
            .partition(|t| t.iter().all(|&v| topology.obstacle[v as usize]));
        let color = |v: u32| match topology.obstacle[v as usize] {
            true => linear(WALL),
            false => linear(body_color(topology.body[v as usize])),
        };
        Self {
            solids: smooth(&solids, place, color),
            walls: smooth(&walls, place, color),
            rods: [
                rods(topology, place, options, extent),
                outlines(&walls, place, extent),
            ]
            .concat(),
            planes: planes(topology, x, options, center, extent),
        }
    }
}

/// The sRGB colour of a body.
pub(crate) fn body_color(body: u32) -> [u8; 3] {
    BODIES[body as usize % BODIES.len()]
}

/// The sRGB colour of an obstacle.
pub(crate) fn wall_color() -> [u8; 3] {
    WALL
}

/// Linear light of an sRGB colour.
pub(crate) fn linear(rgb: [u8; 3]) -> V3 {
    let channel = |c: u8| {
        let s = f32::from(c) / 255.0;
        if s <= 0.04045 {
            s / 12.92
        } else {
            ((s + 0.055) / 1.055).powf(2.4)
        }
    };
    v3(channel(rgb[0]), channel(rgb[1]), channel(rgb[2]))
}

fn smooth(
    triangles: &[[u32; 3]],
    place: impl Fn(u32) -> V3 + Sync,
    color: impl Fn(u32) -> V3 + Sync,
) -> Vec<Triangle> {
    let corners: Vec<[V3; 3]> = triangles.iter().map(|t| t.map(&place)).collect();
    let areas: Vec<V3> = corners
        .iter()
        .map(|c| (c[1] - c[0]).cross(c[2] - c[0]))
        .collect();
    let (starts, around) = triangles_around(triangles);
    let normal = |of: usize, vertex: u32| {
        let own = areas[of].unit();
        let near = &around[starts[vertex as usize] as usize..starts[vertex as usize + 1] as usize];
        let similar = near
            .iter()
            .map(|&t| areas[t as usize])
            .filter(|a| a.dot(own) >= CREASE * a.length());
        similar.fold(V3::default(), |sum, a| sum + a).unit()
    };
    (0..triangles.len())
        .into_par_iter()
        .map(|t| Triangle {
            corners: corners[t],
            normals: triangles[t].map(|v| normal(t, v)),
            color: color(triangles[t][0]),
        })
        .collect()
}

/// For each vertex the triangles around it: offsets and list.
fn triangles_around(triangles: &[[u32; 3]]) -> (Vec<u32>, Vec<u32>) {
    let vertices = triangles
        .iter()
        .flatten()
        .max()
        .map_or(0, |&v| v as usize + 1);
    let mut starts = vec![0u32; vertices + 1];
    for &v in triangles.iter().flatten() {
        starts[v as usize + 1] += 1;
    }
    for v in 0..vertices {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut around = vec![0; 3 * triangles.len()];
    for (t, triangle) in (0..).zip(triangles) {
        for &v in triangle {
            around[next[v as usize] as usize] = t;
            next[v as usize] += 1;
        }
    }
    (starts, around)
}

/// Free segments as rods, free points as balls.
fn rods(
    topology: &Topology,
    place: impl Fn(u32) -> V3,
    options: &RenderOptions,
    extent: f64,
) -> Vec<Rod> {
    let ordered = |a: u32, b: u32| [a.min(b), a.max(b)];
    let sides: HashSet<[u32; 2]> = topology
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [ordered(a, b), ordered(b, c), ordered(c, a)])
        .collect();
    let used: HashSet<u32> = topology
        .triangles
        .iter()
        .flatten()
        .chain(topology.edges.iter().flatten())
        .copied()
        .collect();
    let make = |[a, b]: [u32; 2], given: Option<f64>, share: f64| {
        let thin = given.unwrap_or((topology.thickness[a as usize] / 2.0).max(share * extent));
        let color = if topology.obstacle[a as usize] {
            NEEDLE
        } else {
            body_color(topology.body[a as usize])
        };
        Rod {
            ends: [place(a), place(b)],
            radius: thin as f32,
            color: linear(color),
            casts: true,
        }
    };
    let segments = topology
        .edges
        .iter()
        .filter(|e| !sides.contains(&ordered(e[0], e[1])));
    let points = topology.points.iter().filter(|v| !used.contains(v));
    segments
        .map(|&e| make(e, options.line_radius, 0.005))
        .chain(points.map(|&v| make([v, v], options.point_radius, 0.009)))
        .collect()
}

/// Thin lines along the rims and creases of walls, without which a flat pane would hardly be seen.
fn outlines(walls: &[[u32; 3]], place: impl Fn(u32) -> V3, extent: f64) -> Vec<Rod> {
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(&place);
        (b - a).cross(c - a).unit()
    };
    let sides = |t: &[u32; 3]| {
        [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].map(|[a, b]| [a.min(b), a.max(b)])
    };
    let mut edges: Vec<([u32; 2], V3)> = walls
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
            radius: (0.0022 * extent) as f32,
            color: linear(NEEDLE),
            casts: false,
        })
        .collect()
}

/// The half-spaces, or a floor for shadows below the bodies.
fn planes(
    topology: &Topology,
    x: &[Vec3],
    options: &RenderOptions,
    center: Vec3,
    extent: f64,
) -> Vec<Plane> {
    let mut planes: Vec<Plane> = topology
        .half_spaces
        .iter()
        .map(|h| Plane {
            origin: V3::from_f64(&(Vec3::new(h[0], h[1], h[2]) - center)),
            normal: V3::from_f64(&Vec3::new(h[3], h[4], h[5])).unit(),
            visible: true,
        })
        .collect();
    if planes.iter().all(|p| p.normal.y < 0.7) {
        let lowest = topology
            .points
            .iter()
            .map(|&v| x[v as usize].y)
            .fold(f64::INFINITY, f64::min);
        let height = options.floor.unwrap_or(lowest - 0.02 * extent);
        let origin = v3(0.0, (height - center.y) as f32, 0.0);
        planes.push(Plane {
            origin,
            normal: v3(0.0, 1.0, 0.0),
            visible: false,
        });
    }
    planes
}
