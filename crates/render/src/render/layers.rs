//! Layers over what a pixel sees: glassy walls, ghosts and arrows.

use super::{Arrows, Picture, weighted};
use crate::light::tone;
use crate::raster::{SAMPLES, Thing};
use crate::things::Paint;
use crate::vector::{V3, v3};

/// Opacity of the part of an arrow that is behind something.
const HIDDEN_ARROW: f32 = 0.45;

impl Picture {
    /// Lays arrows over the samples of a pixel: what is behind something shines through.
    pub(super) fn lay_arrows(&self, x: u32, y: u32, arrows: &Arrows, colors: &mut [V3; 4]) {
        let (hits, seen) = (arrows.samples.at(x, y), self.samples.at(x, y));
        for ((hit, before), color) in hits.iter().zip(seen).zip(colors) {
            let Thing::Solid(i) = hit.thing(&arrows.scene) else {
                continue;
            };
            let (t, w) = (
                &arrows.scene.solids[i],
                arrows.setups[i].clamped_weights(x as f32 + 0.5, y as f32 + 0.5),
            );
            let (Paint::Plain(ink) | Paint::Ghost(ink)) = t.paint else {
                continue;
            };
            let normal = weighted(t.normals, w).unit();
            let ink = ink * (0.5 + 1.5 * normal.dot(self.lights.key).max(0.0));
            let share = if hit.depth < before.depth {
                1.0
            } else {
                HIDDEN_ARROW
            };
            *color = color.mix(ink, share);
        }
    }

    /// Lays the translucent walls in front of what is there over the samples of a pixel. The order of the layers does not
    /// matter: their colours are averaged by opacity, their transparencies multiplied.
    pub(super) fn lay_glass(&self, x: u32, y: u32, walls: &[u32], colors: &mut [V3; 4]) {
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
            let is_ghost = matches!(self.scene.walls[id as usize].paint, Paint::Ghost(_));
            let mut layer = None;
            for ((hit, (dx, dy)), sum) in hits.iter().zip(SAMPLES).zip(&mut sums) {
                let (sx, sy) = (x as f32 + dx, y as f32 + dy);
                // A ghost never changes the colour of what is there, which may stand for a number.
                let is_body = matches!(hit.thing(&self.scene), Thing::Solid(_) | Thing::Rod(_));
                if is_ghost && is_body {
                    continue;
                }
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

    /// Colour and opacity of a wall: clear when seen face on, denser at grazing angles and in shadow; of a ghost, fainter.
    fn glass(&self, id: usize, x: f32, y: f32) -> (V3, f32) {
        let (t, w) = (&self.scene.walls[id], self.walls[id].clamped_weights(x, y));
        let (at, normal) = (weighted(t.corners, w), weighted(t.normals, w).unit());
        let to_eye = (self.view.eye - at).unit();
        let grazing = 1.0 - normal.dot(to_eye).abs();
        let color = match t.paint {
            Paint::Plain(color) => color,
            Paint::Values(_) => return (V3::default(), 0.0),
            Paint::Ghost(color) => {
                let pale = color.mix(v3(1.0, 1.0, 1.0), 0.35);
                let lit = tone(self.lights.shade(pale, normal, to_eye, 0.6, 1.0));
                return (lit, 0.13 + 0.25 * grazing * grazing * grazing);
            }
        };
        let toward_light = if normal.dot(self.lights.key) < 0.0 {
            -normal
        } else {
            normal
        };
        let shadow = self.shadows.light(at, toward_light, (x as u32, y as u32));
        let alpha = 0.24 + 0.45 * grazing * grazing * grazing + 0.22 * (1.0 - shadow);
        (
            tone(
                self.lights
                    .shade(color, normal, to_eye, 0.25 + 0.75 * shadow, 1.0),
            ),
            alpha.min(0.85),
        )
    }
}
