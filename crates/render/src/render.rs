//! A frame becomes a picture: samples are shaded, glass is laid over them, and pixels are resolved.

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::camera::{Camera, View};
use crate::error::RenderError;
use crate::image::Image;
use crate::light::{Lights, background, encode, tone};
use crate::occlusion::open_sky;
use crate::options::RenderOptions;
use crate::planar;
use crate::raster::{Area, Hit, SAMPLES, Samples, Setup, Thing, bin, hit_rod, rasterize, tiles};
use crate::scene::{Plane, Scene};
use crate::shadow::ShadowMap;
use crate::vector::{V3, smoothstep, v3};

/// Renders the positions `x` (m) of a run's vertices.
pub fn render_frame(
    topology: &Topology,
    x: &[Vec3],
    options: &RenderOptions,
) -> Result<Image, RenderError> {
    let (found, expected) = (x.len(), topology.rest.len());
    if found != expected {
        return Err(RenderError::VertexCount { found, expected });
    }
    let size = (options.width, options.height);
    if [size.0, size.1].iter().any(|s| !(1..=16384).contains(s)) {
        return Err(RenderError::Size {
            width: size.0,
            height: size.1,
        });
    }
    let aspect = f64::from(size.0) / f64::from(size.1);
    let camera = options
        .camera
        .unwrap_or_else(|| Camera::fit(topology, [x], aspect));
    if topology.plane {
        return Ok(planar::draw(topology, x, options, &camera));
    }
    Ok(Picture::new(topology, x, options, camera).shade())
}

/// Everything that shading looks at.
struct Picture {
    size: (u32, u32),
    view: View,
    scene: Scene,
    lights: Lights,
    shadows: ShadowMap,
    solids: Vec<Setup>,
    walls: Vec<Setup>,
    samples: Samples,
    open: Vec<f32>,
    /// Half the height seen around the origin, the camera's target, m.
    extent: f32,
}

impl Picture {
    fn new(topology: &Topology, x: &[Vec3], options: &RenderOptions, camera: Camera) -> Self {
        let size = (options.width, options.height);
        let center = camera.target;
        let extent = (camera.eye - camera.target).norm() * (camera.fov.to_radians() / 2.0).tan();
        let view = View::new(
            &Camera {
                eye: camera.eye - center,
                target: Vec3::zeros(),
                ..camera
            },
            size.0,
            size.1,
        );
        let scene = Scene::new(topology, x, options, center, extent);
        let lights = Lights::new(&view);
        let shadows = ShadowMap::new(&scene, lights.key);
        let solids: Vec<Setup> = scene
            .solids
            .par_iter()
            .map(|t| Setup::new(&view, size, t))
            .collect();
        let walls: Vec<Setup> = scene
            .walls
            .par_iter()
            .map(|t| Setup::new(&view, size, t))
            .collect();
        let samples = rasterize(&scene, &view, size, &solids);
        let mut picture = Self {
            size,
            view,
            scene,
            lights,
            shadows,
            solids,
            walls,
            samples,
            open: Vec::new(),
            extent: extent as f32,
        };
        picture.open = open_sky(
            &picture.samples,
            &picture.view,
            size,
            0.12 * picture.extent,
            |x, y| picture.facing(x, y),
        );
        picture
    }

    /// The flat normal of what a pixel sees, towards the eye.
    fn facing(&self, x: u32, y: u32) -> Option<V3> {
        let normal = match self.samples.at(x, y)[0].thing(&self.scene) {
            Thing::Solid(i) => {
                let [a, b, c] = self.scene.solids[i].corners;
                (b - a).cross(c - a).unit()
            }
            Thing::Plane(i) => self.scene.planes[i].normal,
            Thing::Rod(_) | Thing::Background => return None,
        };
        let away = normal.dot(self.view.ray(x as f32 + 0.5, y as f32 + 0.5)) > 0.0;
        Some(if away { -normal } else { normal })
    }

    fn shade(&self) -> Image {
        let walls = bin(self.size, self.walls.iter().map(|s| s.area));
        let tiles = tiles(self.size);
        let shaded: Vec<Vec<[u8; 3]>> = tiles
            .par_iter()
            .zip(&walls)
            .map(|(tile, walls)| self.shade_tile(*tile, walls))
            .collect();
        let mut rgb = vec![0; 3 * self.size.0 as usize * self.size.1 as usize];
        for (tile, colors) in tiles.iter().zip(&shaded) {
            for ((x, y), color) in tile.pixels().zip(colors) {
                let at = 3 * (y as usize * self.size.0 as usize + x as usize);
                rgb[at..at + 3].copy_from_slice(color);
            }
        }
        Image {
            width: self.size.0,
            height: self.size.1,
            rgb,
        }
    }

    fn shade_tile(&self, tile: Area, walls: &[u32]) -> Vec<[u8; 3]> {
        tile.pixels()
            .map(|(x, y)| {
                let mut colors = self.opaque(x, y);
                self.lay_glass(x, y, walls, &mut colors);
                let mean = colors.into_iter().fold(V3::default(), |sum, c| sum + c) * 0.25;
                [encode(mean.x), encode(mean.y), encode(mean.z)]
            })
            .collect()
    }

    /// Colours of a pixel's samples; samples that see the same thing are shaded once, in their middle.
    fn opaque(&self, x: u32, y: u32) -> [V3; 4] {
        let hits = self.samples.at(x, y);
        let things = hits.map(|h| h.thing(&self.scene));
        let open = self.open[(y * self.size.0 + x) as usize];
        let mut colors = [V3::default(); 4];
        for first in (0..4).filter(|&k| !things[..k].contains(&things[k])) {
            let same = (first..4).filter(|&k| things[k] == things[first]);
            let (sum, count) = same.clone().fold(((0.0, 0.0), 0.0), |((u, v), n), k| {
                ((u + SAMPLES[k].0, v + SAMPLES[k].1), n + 1.0)
            });
            let at = (x as f32 + sum.0 / count, y as f32 + sum.1 / count);
            let color = self.color(things[first], hits[first], at, open);
            same.for_each(|k| colors[k] = color);
        }
        colors
    }

    fn color(&self, thing: Thing, hit: Hit, (x, y): (f32, f32), open: f32) -> V3 {
        let ray = self.view.ray(x, y);
        let backdrop = background(y / self.size.1 as f32);
        let (color, at, normal) = match thing {
            Thing::Background => return backdrop,
            Thing::Plane(i) => return self.plane(&self.scene.planes[i], (x, y), backdrop, open),
            Thing::Rod(i) => {
                let rod = &self.scene.rods[i];
                let (depth, normal) =
                    hit_rod(self.view.eye, ray, rod).unwrap_or((hit.depth, -ray.unit()));
                (rod.color, self.view.eye + ray * depth, normal)
            }
            Thing::Solid(i) => {
                let (t, w) = (&self.scene.solids[i], self.solids[i].clamped_weights(x, y));
                (
                    t.color,
                    weighted(t.corners, w),
                    weighted(t.normals, w).unit(),
                )
            }
        };
        let to_eye = (self.view.eye - at).unit();
        let facing = if normal.dot(to_eye) < 0.0 {
            -normal
        } else {
            normal
        };
        let shadow = if facing.dot(self.lights.key) > 0.0 {
            self.shadows.light(at, facing, (x as u32, y as u32))
        } else {
            0.0
        };
        tone(self.lights.shade(color, normal, to_eye, shadow, open))
    }

    /// A plane is the backdrop with shadows and, where it is visible, squares; all fade with the distance.
    fn plane(&self, plane: &Plane, (x, y): (f32, f32), backdrop: V3, open: f32) -> V3 {
        let ray = self.view.ray(x, y);
        let depth = (plane.origin - self.view.eye).dot(plane.normal) / ray.dot(plane.normal);
        let at = self.view.eye + ray * depth;
        let foot = plane.normal * plane.origin.dot(plane.normal);
        let near = 1.0 - smoothstep(1.6, 5.0, (at - foot).length() / self.extent);
        if near == 0.0 {
            return backdrop;
        }
        let shadow = self.shadows.light(at, plane.normal, (x as u32, y as u32));
        let dark = 0.42 + 0.58 * shadow;
        let mut color = backdrop * (dark * open);
        if plane.visible {
            let (u, v) = if plane.normal.y > 0.999 {
                (v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0))
            } else {
                plane.normal.basis()
            };
            let square = self.extent.log2().round().exp2() / 4.0;
            let width =
                depth * 1.5 / (self.view.scale * square * (-ray.dot(plane.normal)).max(0.02));
            let tint = checker(at.dot(u) / square, at.dot(v) / square, width);
            let slope = 0.80 + 0.12 * plane.normal.dot(self.lights.key).max(0.0);
            color = color * (slope - 0.09 * tint);
        }
        backdrop.mix(color, near)
    }

    /// Lays the translucent walls in front of what is there over the samples of a pixel. The order of the layers does not
    /// matter: their colours are averaged by opacity, their transparencies multiplied.
    fn lay_glass(&self, x: u32, y: u32, walls: &[u32], colors: &mut [V3; 4]) {
        let hits = self.samples.at(x, y);
        let mut sums = [(V3::default(), 0.0f32, 1.0f32); 4];
        let mut any = false;
        for &id in walls {
            let setup = &self.walls[id as usize];
            if !(setup.area.x[0]..setup.area.x[1]).contains(&x)
                || !(setup.area.y[0]..setup.area.y[1]).contains(&y)
            {
                continue;
            }
            let mut layer = None;
            for ((hit, (dx, dy)), sum) in hits.iter().zip(SAMPLES).zip(&mut sums) {
                let (sx, sy) = (x as f32 + dx, y as f32 + dy);
                if setup
                    .hit(sx, sy)
                    .is_some_and(|(depth, _)| depth < hit.depth)
                {
                    let (color, alpha) =
                        *layer.get_or_insert_with(|| self.glass(id as usize, sx, sy));
                    *sum = (sum.0 + color * alpha, sum.1 + alpha, sum.2 * (1.0 - alpha));
                    any = true;
                }
            }
        }
        if any {
            for (color, (sum, weight, through)) in colors.iter_mut().zip(sums) {
                if weight > 0.0 {
                    *color = (sum * (1.0 / weight)).mix(*color, through);
                }
            }
        }
    }

    /// Colour and opacity of a wall: clear when seen face on, denser at grazing angles and in shadow.
    fn glass(&self, id: usize, x: f32, y: f32) -> (V3, f32) {
        let (t, w) = (&self.scene.walls[id], self.walls[id].clamped_weights(x, y));
        let (at, normal) = (weighted(t.corners, w), weighted(t.normals, w).unit());
        let to_eye = (self.view.eye - at).unit();
        let toward_light = if normal.dot(self.lights.key) < 0.0 {
            -normal
        } else {
            normal
        };
        let shadow = self.shadows.light(at, toward_light, (x as u32, y as u32));
        let grazing = 1.0 - normal.dot(to_eye).abs();
        let alpha = 0.24 + 0.45 * grazing * grazing * grazing + 0.22 * (1.0 - shadow);
        (
            tone(
                self.lights
                    .shade(t.color, normal, to_eye, 0.25 + 0.75 * shadow, 1.0),
            ),
            alpha.min(0.85),
        )
    }
}

fn weighted(v: [V3; 3], w: [f32; 3]) -> V3 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

/// Squares of side 1, averaged over a square of the given width: -1 to 1.
fn checker(u: f32, v: f32, width: f32) -> f32 {
    let width = width.clamp(1e-4, 1.0);
    // Integral of the square wave, and its mean over the filter.
    let ramp = |x: f32| 1.0 - 2.0 * ((x * 0.5).rem_euclid(1.0) - 0.5).abs();
    let wave = |x: f32| (ramp(x + width / 2.0) - ramp(x - width / 2.0)) / width;
    wave(u) * wave(v) * (1.0 - smoothstep(0.3, 1.0, width))
}
