//! Rasterisation: what each sample sees of triangles, rods and planes with their depth, in tiles.
//!
//! Triangles are rasterised in homogeneous form: with corners `a, b, c` in camera coordinates and the ray `r = (x, y, 1)`,
//! the weights are `r . (b x c)`, `r . (c x a)`, `r . (a x b)`; the ray hits where they have one sign, at depth
//! `a . (b x c)` over their sum (Olano and Greer 1997). No clipping, and neighbours share their edges exactly.

use rayon::prelude::*;

use crate::camera::View;
use crate::scene::Scene;
use crate::things::{Rod, Triangle};
use crate::vector::V3;

/// Samples per pixel, as offsets inside the pixel on a rotated grid.
pub(crate) const SAMPLES: [(f32, f32); 4] = [
    (0.375, 0.125),
    (0.875, 0.375),
    (0.125, 0.625),
    (0.625, 0.875),
];

/// Edge of a tile, pixels.
pub(crate) const TILE: u32 = 32;

const NOTHING: u32 = u32::MAX;

/// The thing that a sample sees.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Hit {
    pub depth: f32,
    /// The index of a solid triangle, then of rods, then of planes; see [`Thing`].
    id: u32,
}

const MISS: Hit = Hit {
    depth: f32::INFINITY,
    id: NOTHING,
};

/// The kind of thing an id names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Thing {
    Solid(usize),
    Rod(usize),
    Plane(usize),
    Background,
}

impl Hit {
    pub(crate) fn thing(self, scene: &Scene) -> Thing {
        let id = self.id as usize;
        let (solids, rods) = (scene.solids.len(), scene.solids.len() + scene.rods.len());
        match id {
            _ if self.id == NOTHING => Thing::Background,
            _ if id < solids => Thing::Solid(id),
            _ if id < rods => Thing::Rod(id - solids),
            _ => Thing::Plane(id - rods),
        }
    }
}

/// A rectangle of pixels, the upper ends outside.
#[derive(Clone, Copy)]
pub(crate) struct Area {
    pub x: [u32; 2],
    pub y: [u32; 2],
}

impl Area {
    fn of_points(points: &[(f32, f32)], size: (u32, u32)) -> Self {
        let range = |low: f32, high: f32, limit: u32| {
            [
                low.floor().max(0.0) as u32,
                (high.ceil().max(0.0) as u32).min(limit),
            ]
        };
        let fold = |f: fn(&(f32, f32)) -> f32, g: fn(f32, f32) -> f32, start: f32| {
            points.iter().map(f).fold(start, g)
        };
        let (inf, neg) = (f32::INFINITY, f32::NEG_INFINITY);
        Self {
            x: range(
                fold(|p| p.0, f32::min, inf),
                fold(|p| p.0, f32::max, neg),
                size.0,
            ),
            y: range(
                fold(|p| p.1, f32::min, inf),
                fold(|p| p.1, f32::max, neg),
                size.1,
            ),
        }
    }

    fn cut(&self, other: &Self) -> Self {
        let range = |a: [u32; 2], b: [u32; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        Self {
            x: range(self.x, other.x),
            y: range(self.y, other.y),
        }
    }

    pub(crate) fn pixels(self) -> impl Iterator<Item = (u32, u32)> {
        (self.y[0]..self.y[1]).flat_map(move |y| (self.x[0]..self.x[1]).map(move |x| (x, y)))
    }
}

/// A triangle ready for rasterising.
pub(crate) struct Setup {
    /// Coefficients of the three weights in x, y and 1, in pixels.
    weights: [[f64; 3]; 3],
    determinant: f64,
    pub area: Area,
}

impl Setup {
    pub(crate) fn new(view: &View, size: (u32, u32), t: &Triangle) -> Self {
        let camera = t.corners.map(|p| view.to_camera(p));
        let near = 1e-4 * camera.iter().map(|c| c.length()).fold(0.0, f32::max);
        let in_front = camera.iter().all(|c| c.z > near);
        let behind = camera.iter().all(|c| c.z <= 0.0);
        let area = match (in_front, behind) {
            (true, _) => Area::of_points(&camera.map(|c| view.project(c)), size),
            (_, true) => Area {
                x: [0, 0],
                y: [0, 0],
            },
            _ => Area {
                x: [0, size.0],
                y: [0, size.1],
            },
        };
        let [a, b, c] = camera.map(|p| [f64::from(p.x), f64::from(p.y), f64::from(p.z)]);
        let cross = |u: [f64; 3], v: [f64; 3]| {
            [
                u[1] * v[2] - u[2] * v[1],
                u[2] * v[0] - u[0] * v[2],
                u[0] * v[1] - u[1] * v[0],
            ]
        };
        let (scale, cx, cy) = (
            f64::from(view.scale),
            f64::from(view.center.0),
            f64::from(view.center.1),
        );
        // Ray of pixel (x, y): ((x - cx) / scale, (cy - y) / scale, 1).
        let pixel = |w: [f64; 3]| {
            [
                w[0] / scale,
                -w[1] / scale,
                w[2] - w[0] * cx / scale + w[1] * cy / scale,
            ]
        };
        let first = cross(b, c);
        Self {
            weights: [first, cross(c, a), cross(a, b)].map(pixel),
            determinant: a[0] * first[0] + a[1] * first[1] + a[2] * first[2],
            area,
        }
    }

    /// Depth and barycentric weights where the ray through a pixel coordinate hits.
    pub(crate) fn hit(&self, x: f32, y: f32) -> Option<(f32, [f32; 3])> {
        let (x, y) = (f64::from(x), f64::from(y));
        let w = |k: usize| self.weights[k][0] * x + self.weights[k][1] * y + self.weights[k][2];
        let (w0, w1, w2) = (w(0), w(1), w(2));
        let inside = (w0 >= 0.0 && w1 >= 0.0 && w2 >= 0.0) || (w0 <= 0.0 && w1 <= 0.0 && w2 <= 0.0);
        let sum = w0 + w1 + w2;
        let depth = self.determinant / sum;
        (inside && depth > 0.0 && sum != 0.0).then(|| {
            (
                depth as f32,
                [(w0 / sum) as f32, (w1 / sum) as f32, (w2 / sum) as f32],
            )
        })
    }

    /// Weights of the triangle's plane at a pixel coordinate, clamped into the triangle.
    pub(crate) fn clamped_weights(&self, x: f32, y: f32) -> [f32; 3] {
        let w = self
            .weights
            .map(|w| w[0] * f64::from(x) + w[1] * f64::from(y) + w[2]);
        let sum = w[0] + w[1] + w[2];
        let w = w.map(|v| (v / sum).clamp(0.0, 1.0));
        let sum = (w[0] + w[1] + w[2]).max(1e-300);
        w.map(|v| (v / sum) as f32)
    }
}

/// Depth along the ray `eye + depth * ray` where it enters a rod, and the normal there.
pub(crate) fn hit_rod(eye: V3, ray: V3, rod: &Rod) -> Option<(f32, V3)> {
    let axis = rod.ends[1] - rod.ends[0];
    let length = axis.length();
    let sides = (length > 1e-12)
        .then(|| hit_cylinder(eye, ray, rod, axis * (1.0 / length), length))
        .flatten();
    let caps = rod
        .ends
        .into_iter()
        .filter_map(|end| hit_ball(eye, ray, end, rod.radius));
    caps.chain(sides)
        .reduce(|a, b| if b.0 < a.0 { b } else { a })
}

fn hit_ball(eye: V3, ray: V3, center: V3, radius: f32) -> Option<(f32, V3)> {
    let to = center - eye;
    let (a, b) = (ray.dot(ray), ray.dot(to));
    let miss = to - ray * (b / a);
    let inside = radius * radius - miss.dot(miss);
    let depth = b / a - (inside.max(0.0) / a).sqrt();
    (inside >= 0.0 && depth > 0.0).then(|| (depth, (eye + ray * depth - center).unit()))
}

fn hit_cylinder(eye: V3, ray: V3, rod: &Rod, axis: V3, length: f32) -> Option<(f32, V3)> {
    let to = rod.ends[0] - eye;
    let (r, c) = (ray - axis * ray.dot(axis), to - axis * to.dot(axis));
    let a = r.dot(r);
    if a < 1e-12 {
        return None;
    }
    let b = r.dot(c);
    let miss = c - r * (b / a);
    let inside = rod.radius * rod.radius - miss.dot(miss);
    let depth = b / a - (inside.max(0.0) / a).sqrt();
    let at = (ray * depth - to).dot(axis);
    (inside >= 0.0 && depth > 0.0 && (0.0..=length).contains(&at))
        .then(|| (depth, (ray * depth - to - axis * at).unit()))
}

/// Every sample of the picture, and per tile the walls that touch it.
pub(crate) struct Samples {
    size: (u32, u32),
    hits: Vec<[Hit; 4]>,
}

impl Samples {
    pub(crate) fn at(&self, x: u32, y: u32) -> &[Hit; 4] {
        &self.hits[y as usize * self.size.0 as usize + x as usize]
    }
}

/// The tiles of a picture, row by row.
pub(crate) fn tiles(size: (u32, u32)) -> Vec<Area> {
    let (columns, rows) = (size.0.div_ceil(TILE), size.1.div_ceil(TILE));
    let range = |i: u32, limit: u32| [i * TILE, ((i + 1) * TILE).min(limit)];
    (0..rows)
        .flat_map(|j| (0..columns).map(move |i| (i, j)))
        .map(|(i, j)| Area {
            x: range(i, size.0),
            y: range(j, size.1),
        })
        .collect()
}

/// For each tile the places of the areas that touch it, in order.
pub(crate) fn bin(size: (u32, u32), areas: impl Iterator<Item = Area>) -> Vec<Vec<u32>> {
    let (columns, rows) = (size.0.div_ceil(TILE), size.1.div_ceil(TILE));
    let mut bins = vec![Vec::new(); (columns * rows) as usize];
    for (i, area) in (0..)
        .zip(areas)
        .filter(|(_, a)| a.x[0] < a.x[1] && a.y[0] < a.y[1])
    {
        for row in area.y[0] / TILE..area.y[1].div_ceil(TILE) {
            for column in area.x[0] / TILE..area.x[1].div_ceil(TILE) {
                bins[(row * columns + column) as usize].push(i);
            }
        }
    }
    bins
}

/// Pixels a rod may cover.
fn rod_area(view: &View, size: (u32, u32), rod: &Rod) -> Area {
    let camera = rod.ends.map(|e| view.to_camera(e));
    if camera.iter().any(|c| c.z <= 2.0 * rod.radius) {
        return Area {
            x: [0, size.0],
            y: [0, size.1],
        };
    }
    let corners = camera.map(|c| {
        let (x, y) = view.project(c);
        let r = 1.2 * rod.radius * view.scale / (c.z - rod.radius);
        [(x - r, y - r), (x + r, y + r)]
    });
    Area::of_points(corners.as_flattened(), size)
}

/// Finds what every sample sees.
pub(crate) fn rasterize(scene: &Scene, view: &View, size: (u32, u32), solids: &[Setup]) -> Samples {
    let rod_areas: Vec<Area> = scene.rods.iter().map(|r| rod_area(view, size, r)).collect();
    let bins = bin(
        size,
        solids
            .iter()
            .map(|s| s.area)
            .chain(rod_areas.iter().copied()),
    );
    let tiles = tiles(size);
    let drawn: Vec<Vec<[Hit; 4]>> = tiles
        .par_iter()
        .zip(&bins)
        .map(|(tile, ids)| rasterize_tile(scene, view, solids, &rod_areas, tile, ids))
        .collect();
    let mut hits = vec![[MISS; 4]; size.0 as usize * size.1 as usize];
    for (tile, drawn) in tiles.iter().zip(&drawn) {
        let width = (tile.x[1] - tile.x[0]) as usize;
        for (row, y) in drawn.chunks_exact(width).zip(tile.y[0]..) {
            let at = y as usize * size.0 as usize + tile.x[0] as usize;
            hits[at..at + width].copy_from_slice(row);
        }
    }
    Samples { size, hits }
}

/// Finds what every sample of a tile sees of these solids and rods, and of all planes.
fn rasterize_tile(
    scene: &Scene,
    view: &View,
    solids: &[Setup],
    rod_areas: &[Area],
    tile: &Area,
    ids: &[u32],
) -> Vec<[Hit; 4]> {
    let width = (tile.x[1] - tile.x[0]) as usize;
    let mut hits = vec![[MISS; 4]; width * (tile.y[1] - tile.y[0]) as usize];
    let place = |(x, y): (u32, u32)| (y - tile.y[0]) as usize * width + (x - tile.x[0]) as usize;
    for &id in ids {
        let i = id as usize;
        if let Some(s) = solids.get(i) {
            let depth = |x: f32, y: f32| s.hit(x, y).map(|h| h.0);
            draw(&mut hits, s.area.cut(tile), place, id, depth);
        } else {
            let rod = &scene.rods[i - solids.len()];
            let area = rod_areas[i - solids.len()].cut(tile);
            let depth = |x: f32, y: f32| hit_rod(view.eye, view.ray(x, y), rod).map(|h| h.0);
            draw(&mut hits, area, place, id, depth);
        }
    }
    let first_plane = (solids.len() + scene.rods.len()) as u32;
    for (id, plane) in (first_plane..).zip(&scene.planes) {
        let above = (plane.origin - view.eye).dot(plane.normal);
        let depth = |x: f32, y: f32| {
            Some(above / view.ray(x, y).dot(plane.normal)).filter(|d| *d > 0.0 && above < 0.0)
        };
        draw(&mut hits, *tile, place, id, depth);
    }
    hits
}

/// Keeps the nearest hit of each sample in an area.
fn draw(
    hits: &mut [[Hit; 4]],
    area: Area,
    place: impl Fn((u32, u32)) -> usize,
    id: u32,
    depth: impl Fn(f32, f32) -> Option<f32>,
) {
    for (x, y) in area.pixels() {
        for (hit, (dx, dy)) in hits[place((x, y))].iter_mut().zip(SAMPLES) {
            if let Some(depth) = depth(x as f32 + dx, y as f32 + dy)
                && depth < hit.depth
            {
                *hit = Hit { depth, id };
            }
        }
    }
}
