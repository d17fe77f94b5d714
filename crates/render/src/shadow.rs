//! The shadow map: how deep the key light reaches, and the share of light that arrives at a point.
//!
//! The light is parallel. Its map is a square grid of depths across its direction; a point's shadow is the share of
//! depths around it that are nearer to the light. The width of the neighbourhood grows with the distance to what casts
//! the shadow (Fernando 2005), so that shadows are sharp at contacts and soft far away.

use rayon::prelude::*;

use crate::scene::Scene;
use crate::spiral::Spiral;
use crate::vector::{V3, v3};

const SIZE: usize = 2048;
const BAND: usize = 32;
/// Edge of a block of texels, wider than a search for blockers reaches, and blocks along a side of the map.
const BLOCK: usize = 32;
const BLOCKS: usize = SIZE / BLOCK;
const BLOCKER_TAPS: usize = 16;
const TAPS: usize = 36;
/// Width of the penumbra per distance from the caster, and its limits in texels.
const SOFTNESS: f32 = 0.16;
const NARROWEST: f32 = 1.6;
const WIDEST: f32 = 36.0;

/// Depths seen from the key light.
pub(crate) struct ShadowMap {
    right: V3,
    up: V3,
    toward: V3,
    low: (f32, f32),
    /// Width of a texel, m.
    texel: f32,
    depth: Vec<f32>,
    /// Smallest depth of each block of texels and of those around it.
    nearest: Vec<f32>,
    search: Spiral<BLOCKER_TAPS>,
    filter: Spiral<TAPS>,
}

impl ShadowMap {
    /// Renders the map of everything solid; `toward` is the unit direction to the light.
    pub(crate) fn new(scene: &Scene, toward: V3) -> Self {
        let (right, up) = toward.basis();
        let to_light = |p: V3| v3(p.dot(right), p.dot(up), -p.dot(toward));
        let mut triangles: Vec<[V3; 3]> = scene
            .solids
            .iter()
            .map(|t| t.corners.map(to_light))
            .collect();
        for rod in scene.rods.iter().filter(|r| r.casts) {
            triangles.extend(ribbon(rod.ends.map(to_light), rod.radius));
        }
        let (mut low, mut high) = (
            v3(f32::MAX, f32::MAX, f32::MAX),
            v3(f32::MIN, f32::MIN, f32::MIN),
        );
        for p in triangles.as_flattened() {
            (low, high) = (low.min(*p), high.max(*p));
        }
        let texel = ((high.x - low.x).max(high.y - low.y).max(1e-20)) / (SIZE as f32 - 4.0);
        let low = (low.x - 2.0 * texel, low.y - 2.0 * texel);
        for p in triangles.as_flattened_mut() {
            *p = v3((p.x - low.0) / texel, (p.y - low.1) / texel, p.z);
        }
        let depth = rasterize(&triangles);
        Self {
            right,
            up,
            toward,
            low,
            texel,
            nearest: nearest(&depth),
            depth,
            search: Spiral::new(),
            filter: Spiral::new(),
        }
    }

    /// The share of the key light, 0 to 1, that arrives at a point with a unit normal on the lit side; `pixel` is where
    /// the point is seen.
    pub(crate) fn light(&self, at: V3, normal: V3, pixel: (u32, u32)) -> f32 {
        let lifted = at + normal * (2.0 * self.texel);
        let x = (lifted.dot(self.right) - self.low.0) / self.texel;
        let y = (lifted.dot(self.up) - self.low.1) / self.texel;
        let margin = WIDEST + 2.0;
        let inside = |v: f32| (-margin..SIZE as f32 + margin).contains(&v);
        if !inside(x) || !inside(y) {
            return 1.0;
        }
        let depth = -lifted.dot(self.toward);
        let bias = 1.5 * self.texel;
        if self.nearest_around(x, y) >= depth - bias {
            return 1.0;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for (dx, dy) in self.search.turned(pixel, 0.6 * WIDEST) {
            let blocker = self.texel_depth((x + dx) as i32, (y + dy) as i32);
            if blocker < depth - bias {
                (sum, count) = (sum + blocker, count + 1.0);
            }
        }
        if count == 0.0 {
            return 1.0;
        }
        let radius = ((depth - sum / count) * SOFTNESS / self.texel).clamp(NARROWEST, WIDEST);
        let slope = bias + 0.4 * radius * self.texel;
        let taps = self.filter.turned(pixel, radius);
        let lit: f32 = taps
            .map(|(dx, dy)| self.lit_between(x + dx, y + dy, depth - slope))
            .sum();
        lit / TAPS as f32
    }

    /// The smallest depth that a search for blockers around a place can find, or a smaller one.
    fn nearest_around(&self, x: f32, y: f32) -> f32 {
        let block = |v: f32| (v.max(0.0) as usize).min(SIZE - 1) / BLOCK;
        self.nearest[block(y) * BLOCKS + block(x)]
    }

    fn texel_depth(&self, x: i32, y: i32) -> f32 {
        let inside = |v: i32| (0..SIZE as i32).contains(&v);
        if inside(x) && inside(y) {
            self.depth[y as usize * SIZE + x as usize]
        } else {
            f32::INFINITY
        }
    }

    /// The comparison of the four texels around, blended.
    fn lit_between(&self, x: f32, y: f32, depth: f32) -> f32 {
        let (x, y) = (x - 0.5, y - 0.5);
        let (fx, fy) = (x.floor(), y.floor());
        let lit = |dx: i32, dy: i32| {
            f32::from(u8::from(
                self.texel_depth(fx as i32 + dx, fy as i32 + dy) >= depth,
            ))
        };
        let (u, v) = (x - fx, y - fy);
        (lit(0, 0) * (1.0 - u) + lit(1, 0) * u) * (1.0 - v)
            + (lit(0, 1) * (1.0 - u) + lit(1, 1) * u) * v
    }
}

/// A strip as wide as the rod and across the light, in light coordinates; a square for a ball.
fn ribbon(ends: [V3; 2], radius: f32) -> [[V3; 3]; 2] {
    let along = v3(ends[1].x - ends[0].x, ends[1].y - ends[0].y, 0.0);
    let along = if along.length() > 1e-12 {
        along.unit()
    } else {
        v3(1.0, 0.0, 0.0)
    } * radius;
    let across = v3(-along.y, along.x, 0.0) * 0.9;
    let [a, b] = [ends[0] - along * 0.8, ends[1] + along * 0.8];
    [
        [a - across, a + across, b + across],
        [a - across, b + across, b - across],
    ]
}

/// For each block of texels the smallest depth in it and in the blocks around it.
fn nearest(depth: &[f32]) -> Vec<f32> {
    let mut blocks = vec![f32::INFINITY; BLOCKS * BLOCKS];
    let rows = blocks.par_chunks_exact_mut(BLOCKS);
    rows.zip(depth.par_chunks_exact(SIZE * BLOCK))
        .for_each(|(row, texels)| {
            for line in texels.chunks_exact(SIZE) {
                for (block, texels) in row.iter_mut().zip(line.chunks_exact(BLOCK)) {
                    *block = texels.iter().fold(*block, |least, z| least.min(*z));
                }
            }
        });
    let around = |k: usize| k.saturating_sub(1)..(k + 2).min(BLOCKS);
    let least = |k: usize| {
        let near = around(k / BLOCKS).flat_map(|y| around(k % BLOCKS).map(move |x| (x, y)));
        near.map(|(x, y)| blocks[y * BLOCKS + x])
            .fold(f32::INFINITY, f32::min)
    };
    (0..BLOCKS * BLOCKS).map(least).collect()
}

/// Nearest depth of each texel over triangles in texel coordinates, in bands of rows.
fn rasterize(triangles: &[[V3; 3]]) -> Vec<f32> {
    let mut bands = vec![Vec::new(); SIZE / BAND];
    for (i, t) in triangles.iter().enumerate() {
        let low = t[0].y.min(t[1].y).min(t[2].y).max(0.0) as usize / BAND;
        let high = (t[0].y.max(t[1].y).max(t[2].y).max(0.0) as usize / BAND).min(SIZE / BAND - 1);
        bands[low.min(high)..=high]
            .iter_mut()
            .for_each(|b| b.push(i));
    }
    let mut depth = vec![f32::INFINITY; SIZE * SIZE];
    depth
        .par_chunks_exact_mut(SIZE * BAND)
        .zip(&bands)
        .enumerate()
        .for_each(|(band, (rows, ids))| {
            ids.iter()
                .for_each(|&i| draw(rows, band * BAND, &triangles[i]));
        });
    depth
}

fn draw(rows: &mut [f32], first_row: usize, [a, b, c]: &[V3; 3]) {
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if area == 0.0 {
        return;
    }
    let range = |p: f32, q: f32, r: f32| {
        (
            p.min(q).min(r).floor().max(0.0) as usize,
            (p.max(q).max(r).ceil().max(0.0) as usize).min(SIZE),
        )
    };
    let (columns, lines) = (range(a.x, b.x, c.x), range(a.y, b.y, c.y));
    for y in lines.0.max(first_row)..lines.1.min(first_row + BAND) {
        let py = y as f32 + 0.5;
        for x in columns.0..columns.1 {
            let px = x as f32 + 0.5;
            let w1 = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
            let w2 = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
            if w1 >= 0.0 && w2 >= 0.0 && w1 + w2 <= 1.0 {
                let z = a.z + w1 * (b.z - a.z) + w2 * (c.z - a.z);
                let texel = &mut rows[(y - first_row) * SIZE + x];
                *texel = texel.min(z);
            }
        }
    }
}
