//! Pictures of planar scenes: flat regions with dark outlines, seen along -z, without light or shadows.
//!
//! Things of one colour are a layer. Each layer marks which of 16 samples of a pixel it covers, and is then laid over the
//! layers before it by the share of them.

use std::collections::BTreeMap;

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::camera::Camera;
use crate::image::Image;
use crate::light::encode;
use crate::options::RenderOptions;
use crate::scene::{body_color, linear, wall_color};
use crate::vector::V3;

const PAPER: [u8; 3] = [250, 250, 248];
const INK: [u8; 3] = [40, 44, 52];
const GROUND: [u8; 3] = [214, 217, 222];
const HATCH: [u8; 3] = [150, 156, 166];

/// Half the width of outlines, mesh lines and hatching, and the radius of points, pixels.
const OUTLINE: f64 = 1.0;
const MESH_LINE: f64 = 0.5;
const HATCHING: f64 = 0.6;
const POINT: f64 = 3.0;
/// Opacity of mesh lines.
const FAINT: f32 = 0.5;
/// Mesh lines are drawn around triangles at least so high, pixels.
const HIGH_ENOUGH: f64 = 5.0;
/// Distance between lines of hatching, pixels.
const HATCH_PERIOD: f64 = 9.0;

/// Samples of a pixel along x and y.
const ACROSS: u32 = 4;

/// Draws the plane z = 0 as the camera would see it from the front.
pub(crate) fn draw(
    topology: &Topology,
    x: &[Vec3],
    options: &RenderOptions,
    camera: &Camera,
) -> Image {
    let half_height = (camera.eye - camera.target).norm() * (camera.fov.to_radians() / 2.0).tan();
    let size = [options.width, options.height];
    let scale = f64::from(size[1]) / (2.0 * half_height);
    let place = |p: &Vec3| {
        let d = (p - camera.target) * scale;
        [
            f64::from(size[0]) / 2.0 + d.x,
            f64::from(size[1]) / 2.0 - d.y,
        ]
    };
    let pixels: Vec<[f64; 2]> = x.iter().map(place).collect();
    let mut canvas = Canvas::new(size);
    for h in &topology.half_spaces {
        let origin = place(&Vec3::new(h[0], h[1], h[2]));
        canvas.half_space(origin, [h[3], -h[4]]);
    }
    canvas.regions(topology, &pixels);
    canvas.mesh_lines(topology, &pixels);
    canvas.outlines(topology, &pixels);
    canvas.points(topology, &pixels);
    canvas.finish()
}

/// A picture in the making, in linear light, and what the present layer covers.
struct Canvas {
    size: [u32; 2],
    colors: Vec<V3>,
    covered: Vec<u16>,
}

impl Canvas {
    fn new(size: [u32; 2]) -> Self {
        let pixels = size[0] as usize * size[1] as usize;
        Self {
            size,
            colors: vec![linear(PAPER); pixels],
            covered: vec![0; pixels],
        }
    }

    /// Marks the samples of a box of pixels, [left, top, right, bottom], that are inside of something.
    fn cover(&mut self, around: [f64; 4], inside: impl Fn([f64; 2]) -> bool) {
        let clip = |v: f64, most: u32| v.clamp(0.0, f64::from(most)) as u32;
        let [left, right] = [around[0].floor(), around[2].ceil()].map(|v| clip(v, self.size[0]));
        let [top, bottom] = [around[1].floor(), around[3].ceil()].map(|v| clip(v, self.size[1]));
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let mask = &mut self.covered[(y * self.size[0] + x) as usize];
            for sample in 0..ACROSS * ACROSS {
                let at = |pixel: u32, i: u32| {
                    f64::from(pixel) + (f64::from(i) + 0.5) / f64::from(ACROSS)
                };
                if inside([at(x, sample % ACROSS), at(y, sample / ACROSS)]) {
                    *mask |= 1 << sample;
                }
            }
        }
    }

    /// Lays what was marked over the picture, and begins a new layer.
    fn lay(&mut self, color: V3, opacity: f32) {
        for (below, mask) in self.colors.iter_mut().zip(&mut self.covered) {
            let share = mask.count_ones() as f32 / (ACROSS * ACROSS) as f32;
            if share > 0.0 {
                *below = below.mix(color, share * opacity);
            }
            *mask = 0;
        }
    }

    fn triangle(&mut self, [a, b, c]: [[f64; 2]; 3]) {
        let corners = [a, b, c];
        let turned = cross(a, b, c).signum();
        self.cover(box_around(&corners, 0.0), |p| {
            let side = |from, to| turned * cross(from, to, p) >= 0.0;
            turned != 0.0 && side(a, b) && side(b, c) && side(c, a)
        });
    }

    /// A line with round ends; a dot where both are one.
    fn line(&mut self, ends: [[f64; 2]; 2], radius: f64) {
        let [a, b] = ends;
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        self.cover(box_around(&ends, radius), |p| {
            let to = [p[0] - a[0], p[1] - a[1]];
            let share = (to[0] * along[0] + to[1] * along[1]) / length.max(1e-300);
            let share = share.clamp(0.0, 1.0);
            (to[0] - share * along[0]).hypot(to[1] - share * along[1]) <= radius
        });
    }

    /// Shades and hatches what is behind a line through `origin`; the normal points away from it.
    fn half_space(&mut self, origin: [f64; 2], normal: [f64; 2]) {
        let all = [0.0, 0.0, f64::from(self.size[0]), f64::from(self.size[1])];
        let above = |p: [f64; 2]| (p[0] - origin[0]) * normal[0] + (p[1] - origin[1]) * normal[1];
        self.cover(all, |p| above(p) < 0.0);
        self.lay(linear(GROUND), 1.0);
        // Lines at 45 degrees to the surface, fixed to it.
        let along = |p: [f64; 2]| (p[1] - origin[1]) * normal[0] - (p[0] - origin[0]) * normal[1];
        self.cover(all, |p| {
            let across = (along(p) + above(p)) * std::f64::consts::FRAC_1_SQRT_2;
            let beside = across.rem_euclid(HATCH_PERIOD);
            above(p) < 0.0 && beside.min(HATCH_PERIOD - beside) < HATCHING
        });
        self.lay(linear(HATCH), 1.0);
        self.cover(all, |p| above(p).abs() <= OUTLINE);
        self.lay(linear(INK), 1.0);
    }

    /// All triangles, colour by colour.
    fn regions(&mut self, topology: &Topology, x: &[[f64; 2]]) {
        let color = |t: &[u32; 3]| match topology.obstacle[t[0] as usize] {
            true => wall_color(),
            false => body_color(topology.body[t[0] as usize]),
        };
        let mut layers: BTreeMap<[u8; 3], Vec<[u32; 3]>> = BTreeMap::new();
        for &t in &topology.triangles {
            layers.entry(color(&t)).or_default().push(t);
        }
        for (rgb, triangles) in layers {
            for t in triangles {
                self.triangle(t.map(|v| x[v as usize]));
            }
            self.lay(linear(rgb), 1.0);
        }
    }

    /// Faint lines around triangles that are large enough to tell apart.
    fn mesh_lines(&mut self, topology: &Topology, x: &[[f64; 2]]) {
        for t in &topology.triangles {
            let corners = t.map(|v| x[v as usize]);
            if height(corners) >= HIGH_ENOUGH {
                for k in 0..3 {
                    self.line([corners[k], corners[(k + 1) % 3]], MESH_LINE);
                }
            }
        }
        self.lay(linear(INK), FAINT);
    }

    /// Edges of at most one triangle: borders of regions, and free segments.
    fn outlines(&mut self, topology: &Topology, x: &[[f64; 2]]) {
        let mut triangles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let ordered = |a: u32, b: u32| [a.min(b), a.max(b)];
        for &[a, b] in &topology.edges {
            triangles.insert(ordered(a, b), 0);
        }
        for &[a, b, c] in &topology.triangles {
            for side in [ordered(a, b), ordered(b, c), ordered(c, a)] {
                *triangles.entry(side).or_default() += 1;
            }
        }
        for (edge, _) in triangles.into_iter().filter(|e| e.1 < 2) {
            self.line(edge.map(|v| x[v as usize]), OUTLINE);
        }
        self.lay(linear(INK), 1.0);
    }

    /// Points that no edge or triangle uses.
    fn points(&mut self, topology: &Topology, x: &[[f64; 2]]) {
        let mut used = vec![false; x.len()];
        let edges = topology.edges.as_flattened().iter();
        for &v in edges.chain(topology.triangles.as_flattened()) {
            used[v as usize] = true;
        }
        for &v in topology.points.iter().filter(|v| !used[**v as usize]) {
            self.line([x[v as usize]; 2], POINT);
        }
        self.lay(linear(INK), 1.0);
    }

    fn finish(self) -> Image {
        let rgb = |c: &V3| [encode(c.x), encode(c.y), encode(c.z)];
        Image {
            width: self.size[0],
            height: self.size[1],
            rgb: self.colors.iter().flat_map(rgb).collect(),
        }
    }
}

/// The box around points, widened, and never without a number where one of them is not one.
fn box_around(points: &[[f64; 2]], by: f64) -> [f64; 4] {
    let fold = |axis: usize, f: fn(f64, f64) -> f64, start: f64| {
        points.iter().map(|p| p[axis]).fold(start, f)
    };
    let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
    [
        fold(0, f64::min, least) - by,
        fold(1, f64::min, least) - by,
        fold(0, f64::max, most) + by,
        fold(1, f64::max, most) + by,
    ]
}

/// Twice the area between three points.
fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The smallest height of a triangle.
fn height(x: [[f64; 2]; 3]) -> f64 {
    let side = |k: usize| (x[(k + 1) % 3][0] - x[k][0]).hypot(x[(k + 1) % 3][1] - x[k][1]);
    let longest = side(0).max(side(1)).max(side(2));
    cross(x[0], x[1], x[2]).abs() / longest
}
