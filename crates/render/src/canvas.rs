//! Flat drawing: shapes are marked on 16 samples of each pixel and then laid over the picture in one colour.

use crate::image::Image;
use crate::light::{encode, linear};
use crate::vector::V3;

/// Samples of a pixel along x and y.
const ACROSS: u32 = 4;
/// Samples of a pixel.
pub(crate) const SAMPLES: u32 = ACROSS * ACROSS;

/// A picture in the making, in linear light, and what the present layer covers.
pub(crate) struct Canvas {
    pub(crate) size: [u32; 2],
    colors: Vec<V3>,
    covered: Vec<u16>,
    /// Pixels that the present layer may touch: left, top, right, bottom.
    touched: [u32; 4],
}

const UNTOUCHED: [u32; 4] = [u32::MAX, u32::MAX, 0, 0];

impl Canvas {
    pub(crate) fn new(size: [u32; 2], paper: [u8; 3]) -> Self {
        let pixels = size[0] as usize * size[1] as usize;
        Self {
            size,
            colors: vec![linear(paper); pixels],
            covered: vec![0; pixels],
            touched: UNTOUCHED,
        }
    }

    /// The pixels of a box, [left, top, right, bottom], that are in the picture.
    pub(crate) fn clipped(&self, around: [f64; 4]) -> [u32; 4] {
        let clip = |v: f64, most: u32| v.clamp(0.0, f64::from(most)) as u32;
        let [left, right] = [around[0].floor(), around[2].ceil()].map(|v| clip(v, self.size[0]));
        let [top, bottom] = [around[1].floor(), around[3].ceil()].map(|v| clip(v, self.size[1]));
        [left, top, right, bottom]
    }

    /// Marks the samples of a box of pixels, [left, top, right, bottom], that are inside of something.
    pub(crate) fn cover(&mut self, around: [f64; 4], inside: impl Fn([f64; 2]) -> bool) {
        let [left, top, right, bottom] = self.clipped(around);
        if left >= right || top >= bottom {
            return;
        }
        let [a, b, c, d] = self.touched;
        self.touched = [a.min(left), b.min(top), c.max(right), d.max(bottom)];
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let mask = &mut self.covered[(y * self.size[0] + x) as usize];
            for sample in 0..SAMPLES {
                if inside(place([x, y], sample)) {
                    *mask |= 1 << sample;
                }
            }
        }
    }

    /// Lays what was marked over the picture, and begins a new layer.
    pub(crate) fn lay(&mut self, color: V3, opacity: f32) {
        let [left, top, right, bottom] = self.touched;
        for y in top..bottom {
            let row = (y * self.size[0]) as usize;
            let row = row + left as usize..row + right as usize;
            let pixels = self.colors[row.clone()]
                .iter_mut()
                .zip(&mut self.covered[row]);
            for (below, mask) in pixels {
                let share = mask.count_ones() as f32 / SAMPLES as f32;
                if share > 0.0 {
                    *below = below.mix(color, share * opacity);
                }
                *mask = 0;
            }
        }
        self.touched = UNTOUCHED;
    }

    /// Lays a colour over a pixel.
    pub(crate) fn lay_pixel(&mut self, [x, y]: [u32; 2], color: V3, opacity: f32) {
        let below = &mut self.colors[(y * self.size[0] + x) as usize];
        *below = below.mix(color, opacity);
    }

    pub(crate) fn triangle(&mut self, [a, b, c]: [[f64; 2]; 3]) {
        let corners = [a, b, c];
        let turned = cross(a, b, c).signum();
        self.cover(box_around(&corners, 0.0), |p| {
            let side = |from, to| turned * cross(from, to, p) >= 0.0;
            turned != 0.0 && side(a, b) && side(b, c) && side(c, a)
        });
    }

    /// A line with round ends; a dot where both are one.
    pub(crate) fn line(&mut self, ends: [[f64; 2]; 2], radius: f64) {
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

    /// A line with a head at its second end.
    pub(crate) fn arrow(&mut self, [a, b]: [[f64; 2]; 2], radius: f64) {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        if length < 0.5 {
            return;
        }
        let along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
        let head = (7.0 * radius).min(0.6 * length);
        let foot = [b[0] - head * along[0], b[1] - head * along[1]];
        let side = |s: f64| {
            [
                foot[0] - s * head * 0.42 * along[1],
                foot[1] + s * head * 0.42 * along[0],
            ]
        };
        self.line([a, foot], radius.min(0.16 * head));
        self.triangle([b, side(1.0), side(-1.0)]);
    }

    pub(crate) fn finish(self) -> Image {
        let rgb = |c: &V3| [encode(c.x), encode(c.y), encode(c.z)];
        Image {
            width: self.size[0],
            height: self.size[1],
            rgb: self.colors.iter().flat_map(rgb).collect(),
        }
    }
}

/// The place of a sample of a pixel.
pub(crate) fn place(pixel: [u32; 2], sample: u32) -> [f64; 2] {
    let at = |pixel: u32, i: u32| f64::from(pixel) + (f64::from(i) + 0.5) / f64::from(ACROSS);
    [at(pixel[0], sample % ACROSS), at(pixel[1], sample / ACROSS)]
}

/// The box around points, widened, and never without a number where one of them is not one.
pub(crate) fn box_around(points: &[[f64; 2]], by: f64) -> [f64; 4] {
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
pub(crate) fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
