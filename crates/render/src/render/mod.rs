//! A frame becomes a picture: samples are shaded, glass and arrows are laid over them, and pixels are resolved.

mod layers;

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;

use crate::camera::{Camera, View};
use crate::error::RenderError;
use crate::image::Image;
use crate::light::{Lights, background, encode, tone};
use crate::occlusion::Sky;
use crate::options::RenderOptions;
use crate::planar;
use crate::raster::{Area, Hit, SAMPLES, Samples, Setup, Thing, bin, hit_rod, rasterize, tiles};
use crate::scene::Scene;
use crate::shadow::ShadowMap;
use crate::subject::{Overlay, Subject};
use crate::things::{Paint, Plane, Rod, Triangle};
use crate::turn::Turn;
use crate::vector::{V3, smoothstep, v3};

/// Renders the positions `x` (m) of a run's vertices.
pub fn render_frame(
    topology: &Topology,
    x: &[Vec3],
    options: &RenderOptions,
) -> Result<Image, RenderError> {
    render_overlaid(topology, x, &Overlay::default(), options)
}

/// Renders the positions `x` (m) of a run's vertices, with numbers as colours and arrows.
pub fn render_overlaid(
    topology: &Topology,
    x: &[Vec3],
    overlay: &Overlay,
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
    if overlay.values.is_some() && options.scale.is_none() {
        return Err(RenderError::Scale);
    }
    let aspect = f64::from(size.0) / f64::from(size.1);
    let camera = options
        .camera
        .unwrap_or_else(|| Camera::fit(topology, [x], aspect, options.up));
    let mut image = if topology.plane {
        planar::draw(topology, x, overlay, options, &camera)
    } else {
        let turn = Turn::to_y(&options.up);
        let subject = Subject::new(topology, x, overlay, turn);
        Picture::new(&subject, options, camera.turned(turn)).shade()
    };
    if let Some(legend) = &options.legend {
        legend.draw(&mut image, options.scale.as_ref());
    }
    Ok(image)
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
    /// The arrows by themselves, where there are any.
    arrows: Option<Arrows>,
    /// Half the height seen around the origin, the camera's target, m.
    extent: f32,
}

/// Arrows, and what every sample sees of them.
struct Arrows {
    scene: Scene,
    setups: Vec<Setup>,
    samples: Samples,
}

impl Picture {
    fn new(subject: &Subject, options: &RenderOptions, camera: Camera) -> Self {
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
        let mut scene = Scene::new(subject, options, center, extent);
        let lights = Lights::new(&view);
        let shadows = ShadowMap::new(&scene, lights.key);
        let prepare = |triangles: &[Triangle]| -> Vec<Setup> {
            let setups = triangles.par_iter().map(|t| Setup::new(&view, size, t));
            setups.collect()
        };
        let (solids, walls) = (prepare(&scene.solids), prepare(&scene.walls));
        let samples = rasterize(&scene, &view, size, &solids);
        let arrows = std::mem::take(&mut scene.arrows);
        let arrows = (!arrows.is_empty()).then(|| {
            let setups = prepare(&arrows);
            let scene = Scene {
                solids: arrows,
                ..Scene::default()
            };
            let samples = rasterize(&scene, &view, size, &setups);
            Arrows {
                scene,
                setups,
                samples,
            }
        });
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
            arrows,
            extent: extent as f32,
        };
        let sky = Sky {
            scene: &picture.scene,
            samples: &picture.samples,
            view: &picture.view,
            size,
            radius: 0.12 * picture.extent,
        };
        picture.open = sky.open(|x, y| picture.facing(x, y));
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
                if let Some(arrows) = &self.arrows {
                    self.lay_arrows(x, y, arrows, &mut colors);
                }
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
                let at = self.view.eye + ray * depth;
                (self.painted(rod.paint, along(rod, at)), at, normal)
            }
            Thing::Solid(i) => {
                let (t, w) = (&self.scene.solids[i], self.solids[i].clamped_weights(x, y));
                (
                    self.painted(t.paint, w),
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
        match color {
            Painted::Number(color) => color * self.lights.evenly(facing, shadow, open),
            Painted::Body(color) => tone(self.lights.shade(color, normal, to_eye, shadow, open)),
        }
    }

    /// The colour of a paint at barycentric weights.
    fn painted(&self, paint: Paint, w: [f32; 3]) -> Painted {
        match (paint, &self.scene.colors) {
            (Paint::Plain(color) | Paint::Ghost(color), _) => Painted::Body(color),
            (Paint::Values(values), Some(colors)) => {
                let value = values.iter().zip(w).map(|(v, w)| v * f64::from(w)).sum();
                Painted::Number(colors.color(value))
            }
            (Paint::Values(_), None) => Painted::Body(v3(0.5, 0.5, 0.5)),
        }
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
}

/// A colour in linear light, and whether it stands for a number.
#[derive(Clone, Copy)]
enum Painted {
    Body(V3),
    Number(V3),
}

/// Weights of the two ends of a rod at a point beside it.
fn along(rod: &Rod, at: V3) -> [f32; 3] {
    let axis = rod.ends[1] - rod.ends[0];
    let share = (at - rod.ends[0]).dot(axis) / axis.dot(axis).max(1e-30);
    let share = share.clamp(0.0, 1.0);
    [1.0 - share, share, 0.0]
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
