//! Pictures of planar scenes: flat regions with dark outlines, seen along -z, without light or shadows.
//!
//! Things of one colour are a layer, laid over the layers before it ([`Canvas`]).

use std::collections::BTreeMap;

use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::camera::Camera;
use crate::canvas::{Canvas, SAMPLES, box_around, cross, place as sample_place};
use crate::colormap::ColorTable;
use crate::image::Image;
use crate::light::linear;
use crate::options::{ObstacleStyle, RenderOptions};
use crate::palette::{ARROW_INK, WALL};
use crate::subject::Overlay;
use crate::vector::V3;

const PAPER: [u8; 3] = [250, 250, 248];
const INK: [u8; 3] = [40, 44, 52];
const GROUND: [u8; 3] = [214, 217, 222];
const HATCH: [u8; 3] = [150, 156, 166];
const GHOST: [u8; 3] = [228, 230, 234];

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

/// Half the width of arrows, pixels.
const ARROW: f64 = 1.3;

/// Draws the plane z = 0 as the camera would see it from the front.
pub(crate) fn draw(
    topology: &Topology,
    x: &[Vec3],
    overlay: &Overlay,
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
    let mut canvas = Canvas::new(size, PAPER);
    for h in &topology.half_spaces {
        let origin = place(&Vec3::new(h[0], h[1], h[2]));
        canvas.half_space(origin, [h[3], -h[4]]);
    }
    let drawing = Drawing {
        topology,
        options,
        pixels: x.iter().map(place).collect(),
    };
    if options.ghost {
        let pixels = topology.rest.iter().map(place).collect();
        Drawing { pixels, ..drawing }.ghost(&mut canvas);
    }
    drawing.regions(&mut canvas, overlay.values.is_none());
    let colors = options.scale.as_ref().map(|scale| scale.table());
    if let (Some(values), Some(colors)) = (&overlay.values, &colors) {
        drawing.numbers(&mut canvas, &values.triangles, colors);
    }
    drawing.mesh_lines(&mut canvas);
    drawing.outlines(&mut canvas);
    drawing.points(&mut canvas);
    for ends in &overlay.arrows {
        canvas.arrow(ends.map(|p| place(&p)), ARROW);
    }
    canvas.lay(linear(ARROW_INK), 1.0);
    canvas.finish()
}

impl Canvas {
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
}

/// A planar frame with the places of its vertices in the picture.
struct Drawing<'a> {
    topology: &'a Topology,
    options: &'a RenderOptions,
    pixels: Vec<[f64; 2]>,
}

impl Drawing<'_> {
    fn is_obstacle(&self, vertex: u32) -> bool {
        self.topology.obstacle[vertex as usize]
    }

    /// Whether a vertex belongs to something that is drawn.
    fn is_shown(&self, vertex: u32) -> bool {
        !self.is_obstacle(vertex) || self.options.obstacles != ObstacleStyle::Hidden
    }

    /// The triangles of obstacles, and of bodies where wanted, colour by colour.
    fn regions(&self, canvas: &mut Canvas, with_bodies: bool) {
        let mut layers: BTreeMap<[u8; 3], Vec<[u32; 3]>> = BTreeMap::new();
        for &t in self
            .topology
            .triangles
            .iter()
            .filter(|t| self.is_shown(t[0]))
        {
            let color = match self.is_obstacle(t[0]) {
                true => WALL,
                false if !with_bodies => continue,
                false => self
                    .options
                    .palette
                    .color(self.topology.body[t[0] as usize]),
            };
            layers.entry(color).or_default().push(t);
        }
        for (rgb, triangles) in layers {
            for t in triangles {
                canvas.triangle(t.map(|v| self.pixels[v as usize]));
            }
            canvas.lay(linear(rgb), 1.0);
        }
    }

    /// The bodies in the colours of numbers at their corners. Every sample counts for the first triangle around it, so that
    /// neighbours meet without a seam.
    fn numbers(&self, canvas: &mut Canvas, values: &[[f64; 3]], colors: &ColorTable) {
        let [width, height] = canvas.size.map(|s| s as usize);
        let mut taken = vec![0u16; width * height];
        let mut sums = vec![V3::default(); width * height];
        let bodies = self.topology.triangles.iter().zip(values);
        for (t, values) in bodies.filter(|(t, _)| !self.is_obstacle(t[0])) {
            let corners @ [a, b, c] = t.map(|v| self.pixels[v as usize]);
            let area = cross(a, b, c);
            let [left, top, right, bottom] = canvas.clipped(box_around(&corners, 0.0));
            for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
                let at = y as usize * width + x as usize;
                let before = taken[at];
                for sample in (0..SAMPLES).filter(|k| before & (1 << k) == 0) {
                    let p = sample_place([x, y], sample);
                    let weights =
                        [cross(b, c, p), cross(c, a, p), cross(a, b, p)].map(|w| w / area);
                    if weights.iter().all(|w| *w >= 0.0) {
                        taken[at] |= 1 << sample;
                        let value = weights.iter().zip(values).map(|(w, v)| w * v).sum();
                        sums[at] = sums[at] + colors.color(value);
                    }
                }
            }
        }
        for (at, mask) in taken.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            let count = mask.count_ones() as f32;
            let pixel = [(at % width) as u32, (at / width) as u32];
            canvas.lay_pixel(pixel, sums[at] * (1.0 / count), count / SAMPLES as f32);
        }
    }

    /// The bodies, faintly.
    fn ghost(&self, canvas: &mut Canvas) {
        for t in self
            .topology
            .triangles
            .iter()
            .filter(|t| !self.is_obstacle(t[0]))
        {
            canvas.triangle(t.map(|v| self.pixels[v as usize]));
        }
        canvas.lay(linear(GHOST), 1.0);
        for edge in self
            .border()
            .into_iter()
            .filter(|e| !self.is_obstacle(e[0]))
        {
            canvas.line(edge.map(|v| self.pixels[v as usize]), MESH_LINE);
        }
        canvas.lay(linear(INK), FAINT);
    }

    /// Faint lines around triangles that are large enough to tell apart.
    fn mesh_lines(&self, canvas: &mut Canvas) {
        for t in self
            .topology
            .triangles
            .iter()
            .filter(|t| self.is_shown(t[0]))
        {
            let corners = t.map(|v| self.pixels[v as usize]);
            if height(corners) >= HIGH_ENOUGH {
                for k in 0..3 {
                    canvas.line([corners[k], corners[(k + 1) % 3]], MESH_LINE);
                }
            }
        }
        canvas.lay(linear(INK), FAINT);
    }

    /// Edges of at most one triangle: borders of regions, and free segments.
    fn border(&self) -> Vec<[u32; 2]> {
        let mut triangles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let ordered = |a: u32, b: u32| [a.min(b), a.max(b)];
        for &[a, b] in &self.topology.edges {
            triangles.insert(ordered(a, b), 0);
        }
        for &[a, b, c] in &self.topology.triangles {
            for side in [ordered(a, b), ordered(b, c), ordered(c, a)] {
                *triangles.entry(side).or_default() += 1;
            }
        }
        let border = triangles.into_iter().filter(|(_, count)| *count < 2);
        border.map(|(edge, _)| edge).collect()
    }

    fn outlines(&self, canvas: &mut Canvas) {
        for edge in self.border().into_iter().filter(|e| self.is_shown(e[0])) {
            canvas.line(edge.map(|v| self.pixels[v as usize]), OUTLINE);
        }
        canvas.lay(linear(INK), 1.0);
    }

    /// Points that no edge or triangle uses.
    fn points(&self, canvas: &mut Canvas) {
        let mut used = vec![false; self.pixels.len()];
        let edges = self.topology.edges.as_flattened().iter();
        for &v in edges.chain(self.topology.triangles.as_flattened()) {
            used[v as usize] = true;
        }
        let free = self.topology.points.iter().filter(|v| !used[**v as usize]);
        for &v in free.filter(|v| self.is_shown(**v)) {
            canvas.line([self.pixels[v as usize]; 2], POINT);
        }
        canvas.lay(linear(INK), 1.0);
    }
}

/// The smallest height of a triangle.
fn height(x: [[f64; 2]; 3]) -> f64 {
    let side = |k: usize| (x[(k + 1) % 3][0] - x[k][0]).hypot(x[(k + 1) % 3][1] - x[k][1]);
    let longest = side(0).max(side(1)).max(side(2));
    cross(x[0], x[1], x[2]).abs() / longest
}
