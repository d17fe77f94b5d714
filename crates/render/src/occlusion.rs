//! Ambient occlusion in screen space: how much of the sky the depths around a pixel leave open.
//!
//! Around each point a few places on the hemisphere above its surface are compared with the depth that the picture has
//! there (Mittring 2007, with normals); a 4x4 pattern of rotations is smoothed away by a blur of the same width.

use rayon::prelude::*;

use crate::camera::View;
use crate::raster::Samples;
use crate::spiral::Spiral;
use crate::vector::V3;

const TAPS: usize = 14;
const STRENGTH: f32 = 0.75;

/// The open share of the sky for each pixel, row by row. `normal` gives a pixel's unit normal towards the eye, `radius`
/// is the reach in m.
pub(crate) fn open_sky(
    samples: &Samples,
    view: &View,
    size: (u32, u32),
    radius: f32,
    normal: impl Fn(u32, u32) -> Option<V3> + Sync,
) -> Vec<f32> {
    let (width, height) = (size.0 as usize, size.1 as usize);
    let spiral = Spiral::new();
    let mut raw = vec![1.0f32; width * height];
    raw.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
        for (x, open) in row.iter_mut().enumerate() {
            if let Some(n) = normal(x as u32, y as u32) {
                *open = open_at(
                    samples,
                    view,
                    &spiral,
                    size,
                    radius,
                    (x as u32, y as u32),
                    n,
                );
            }
        }
    });
    let across = blurred(samples, size, radius, &raw, (1, 0));
    blurred(samples, size, radius, &across, (0, 1))
}

fn open_at(
    samples: &Samples,
    view: &View,
    spiral: &Spiral<TAPS>,
    size: (u32, u32),
    radius: f32,
    (x, y): (u32, u32),
    n: V3,
) -> f32 {
    let depth = samples.at(x, y)[0].depth;
    let at = view.eye + view.ray(x as f32 + 0.5, y as f32 + 0.5) * depth;
    let (u, v) = n.basis();
    let mut blocked = 0.0;
    for (i, (across, along)) in spiral.turned((x, y), 1.0).enumerate() {
        let height = (1.0 - across * across - along * along).max(0.0225).sqrt();
        let reach = radius * (0.15 + 0.85 * ((i * 5 % TAPS) as f32 + 0.5) / TAPS as f32);
        let place = view.to_camera(at + (u * across + v * along + n * height) * reach);
        if place.z <= 0.0 {
            continue;
        }
        let (px, py) = view.project(place);
        if px < 0.0 || py < 0.0 || px >= size.0 as f32 || py >= size.1 as f32 {
            continue;
        }
        let before = place.z - samples.at(px as u32, py as u32)[0].depth;
        if before > 0.02 * radius {
            blocked += 1.0 / (1.0 + (before / radius).powi(2));
        }
    }
    1.0 - STRENGTH * blocked / TAPS as f32
}

/// Mean over five pixels along a direction, of those at about the same depth.
fn blurred(
    samples: &Samples,
    size: (u32, u32),
    radius: f32,
    open: &[f32],
    (dx, dy): (i32, i32),
) -> Vec<f32> {
    let width = size.0 as usize;
    let mut out = vec![1.0; open.len()];
    out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
        for (x, value) in row.iter_mut().enumerate() {
            let depth = samples.at(x as u32, y as u32)[0].depth;
            let (mut sum, mut weight) = (0.0, 0.0);
            for k in -2..=2 {
                let (px, py) = (x as i32 + k * dx, y as i32 + k * dy);
                if px < 0 || py < 0 || px >= size.0 as i32 || py >= size.1 as i32 {
                    continue;
                }
                let apart = samples.at(px as u32, py as u32)[0].depth - depth;
                if apart.abs() <= 0.5 * radius {
                    sum += open[py as usize * width + px as usize];
                    weight += 1.0;
                }
            }
            *value = if weight > 0.0 { sum / weight } else { 1.0 };
        }
    });
    out
}
