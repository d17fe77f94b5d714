//! Ambient occlusion in screen space: how much of the sky the depths around a pixel leave open.
//!
//! Around each point a few places on the hemisphere above its surface are compared with the depth that the picture has
//! there (Mittring 2007, with normals); a 4x4 pattern of rotations is smoothed away by a blur of the same width. On a plane
//! with nothing before it within reach the sky is open, and nothing is compared: most pixels of most pictures.

use rayon::prelude::*;

use crate::camera::View;
use crate::raster::{Samples, Thing};
use crate::scene::Scene;
use crate::spiral::Spiral;
use crate::vector::V3;

const TAPS: usize = 14;
const STRENGTH: f32 = 0.75;
/// Edge of a block of pixels of which is known whether something stands there.
const BLOCK: u32 = 16;

/// Depths of a picture, and what is asked of them.
pub(crate) struct Sky<'a> {
    pub scene: &'a Scene,
    pub samples: &'a Samples,
    pub view: &'a View,
    pub size: (u32, u32),
    /// Reach of the occlusion, m.
    pub radius: f32,
}

impl Sky<'_> {
    /// The open share of the sky for each pixel, row by row. `normal` gives a pixel's unit normal towards the eye.
    pub(crate) fn open(&self, normal: impl Fn(u32, u32) -> Option<V3> + Sync) -> Vec<f32> {
        let width = self.size.0 as usize;
        let depths = self.depths();
        let standing = Standing::new(self);
        let spiral = Spiral::new();
        let mut raw = vec![1.0f32; depths.len()];
        raw.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
            for (x, open) in row.iter_mut().enumerate() {
                let (x, y) = (x as u32, y as u32);
                if let Some(n) = normal(x, y)
                    && !standing.is_far(self, x, y)
                {
                    *open = self.open_at(&depths, &spiral, (x, y), n);
                }
            }
        });
        let across = self.blurred(&depths, &raw, (1, 0));
        self.blurred(&depths, &across, (0, 1))
    }

    /// Depth of the first sample of each pixel, row by row.
    fn depths(&self) -> Vec<f32> {
        let rows = 0..self.size.1;
        rows.into_par_iter()
            .flat_map_iter(|y| (0..self.size.0).map(move |x| self.samples.at(x, y)[0].depth))
            .collect()
    }

    fn open_at(&self, depths: &[f32], spiral: &Spiral<TAPS>, (x, y): (u32, u32), n: V3) -> f32 {
        let (view, size) = (self.view, self.size);
        let depth = depths[(y * size.0 + x) as usize];
        let at = view.to_camera(view.eye + view.ray(x as f32 + 0.5, y as f32 + 0.5) * depth);
        let (u, v) = n.basis();
        let [u, v, n] = [u, v, n].map(|d| view.direction(d) * self.radius);
        let mut blocked = 0.0;
        for (i, (across, along)) in spiral.turned((x, y), 1.0).enumerate() {
            let height = (1.0 - across * across - along * along).max(0.0225).sqrt();
            let reach = 0.15 + 0.85 * ((i * 5 % TAPS) as f32 + 0.5) / TAPS as f32;
            let place = at + (u * across + v * along + n * height) * reach;
            if place.z <= 0.0 {
                continue;
            }
            let (px, py) = view.project(place);
            if px < 0.0 || py < 0.0 || px >= size.0 as f32 || py >= size.1 as f32 {
                continue;
            }
            let before = place.z - depths[(py as u32 * size.0 + px as u32) as usize];
            if before > 0.02 * self.radius {
                blocked += 1.0 / (1.0 + (before / self.radius).powi(2));
            }
        }
        1.0 - STRENGTH * blocked / TAPS as f32
    }

    /// Mean over five pixels along a direction, of those at about the same depth.
    fn blurred(&self, depths: &[f32], open: &[f32], (dx, dy): (i32, i32)) -> Vec<f32> {
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        let mut out = vec![1.0; open.len()];
        let rows = out.par_chunks_mut(width as usize).enumerate();
        rows.for_each(|(y, row)| {
            for (x, value) in row.iter_mut().enumerate() {
                let (x, y) = (x as i32, y as i32);
                let depth = depths[(y * width + x) as usize];
                let (mut sum, mut weight) = (0.0, 0.0);
                for k in -2..=2 {
                    let (px, py) = (x + k * dx, y + k * dy);
                    if px < 0 || py < 0 || px >= width || py >= height {
                        continue;
                    }
                    let at = (py * width + px) as usize;
                    if (depths[at] - depth).abs() <= 0.5 * self.radius {
                        sum += open[at];
                        weight += 1.0;
                    }
                }
                *value = if weight > 0.0 { sum / weight } else { 1.0 };
            }
        });
        out
    }
}

/// Blocks of pixels in which something stands before the first plane: their number above and left of each corner.
struct Standing {
    columns: usize,
    sums: Vec<u32>,
}

impl Standing {
    fn new(sky: &Sky) -> Self {
        let (columns, rows) = (sky.size.0.div_ceil(BLOCK), sky.size.1.div_ceil(BLOCK));
        let stands = |column: u32, row: u32| {
            let range = |i: u32, limit: u32| i * BLOCK..((i + 1) * BLOCK).min(limit);
            let pixels =
                range(row, sky.size.1).flat_map(|y| range(column, sky.size.0).map(move |x| (x, y)));
            let mut things = pixels.map(|(x, y)| sky.samples.at(x, y)[0].thing(sky.scene));
            things.any(|thing| !matches!(thing, Thing::Plane(0) | Thing::Background))
        };
        let blocks: Vec<bool> = (0..rows * columns)
            .into_par_iter()
            .map(|k| stands(k % columns, k / columns))
            .collect();
        let (columns, rows) = (columns as usize, rows as usize);
        let mut sums = vec![0; (columns + 1) * (rows + 1)];
        for (row, blocks) in blocks.chunks_exact(columns.max(1)).enumerate() {
            for (column, &block) in blocks.iter().enumerate() {
                let at = (row + 1) * (columns + 1) + column + 1;
                let before = sums[at - 1] + sums[at - columns - 1] - sums[at - columns - 2];
                sums[at] = before + u32::from(block);
            }
        }
        Self { columns, sums }
    }

    /// Whether a pixel is on the first plane with nothing before it within reach.
    fn is_far(&self, sky: &Sky, x: u32, y: u32) -> bool {
        let hit = sky.samples.at(x, y)[0];
        if hit.thing(sky.scene) != Thing::Plane(0) || hit.depth <= 2.0 * sky.radius {
            return false;
        }
        let reach = (sky.radius * sky.view.scale / (hit.depth - sky.radius)).ceil() as u32 + 1;
        let blocks = |at: u32, limit: u32| {
            let last = (at + reach).min(limit - 1);
            [at.saturating_sub(reach) / BLOCK, last / BLOCK + 1].map(|b| b as usize)
        };
        let ([left, right], [top, bottom]) = (blocks(x, sky.size.0), blocks(y, sky.size.1));
        let sum = |column: usize, row: usize| self.sums[row * (self.columns + 1) + column];
        sum(right, bottom) + sum(left, top) == sum(left, bottom) + sum(right, top)
    }
}
