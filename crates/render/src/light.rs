//! Lights, materials and the way from linear light to bytes.
//!
//! One key light with shadows, a weak fill from the other side, a sky above and a bounce from below; Lambert's diffuse
//! term with a soft highlight.

use crate::camera::View;
use crate::vector::{V3, smoothstep, v3};

const KEY: V3 = v3(2.00, 1.90, 1.76);
const FILL: V3 = v3(0.30, 0.36, 0.46);
const SKY: V3 = v3(0.66, 0.72, 0.82);
const BOUNCE: V3 = v3(0.40, 0.37, 0.34);

/// The lights, placed relative to the camera.
#[derive(Clone, Copy)]
pub(crate) struct Lights {
    /// Unit direction to the key light.
    pub key: V3,
    fill: V3,
}

impl Lights {
    pub(crate) fn new(view: &View) -> Self {
        let flat = |v: V3| v3(v.x, 0.0, v.z).unit();
        let back = if view.forward.y.abs() > 0.999 {
            flat(view.up)
        } else {
            -flat(view.forward)
        };
        let right = flat(view.right);
        let up = v3(0.0, 1.0, 0.0);
        Self {
            key: (right * -0.55 + up * 1.0 + back * 0.35).unit(),
            fill: (right * 0.9 + up * 0.25 + back * 0.5).unit(),
        }
    }

    /// Light from a surface towards the eye; `shadow` is the share of the key light that arrives, `open` the share of
    /// the sky. The normal is turned to the eye first: both sides are lit.
    pub(crate) fn shade(&self, color: V3, normal: V3, to_eye: V3, shadow: f32, open: f32) -> V3 {
        let n = if normal.dot(to_eye) < 0.0 {
            -normal
        } else {
            normal
        };
        let key = n.dot(self.key).max(0.0) * shadow;
        let sky = BOUNCE.mix(SKY, 0.5 + 0.5 * n.y);
        let light = KEY * key + (FILL * n.dot(self.fill).max(0.0) + sky) * open;
        let half = (self.key + to_eye).unit();
        let highlight = n.dot(half).max(0.0).powi(48) * 0.22 * shadow;
        let rim = (1.0 - n.dot(to_eye).max(0.0)).powi(4) * 0.10 * open;
        color.times(light) * 0.72 + KEY * highlight + SKY * rim
    }

    /// The share, 0 to 1, of a colour that stands for a number: shape can be seen, and in full light the colour is that of
    /// the legend. The normal is on the side of the eye.
    pub(crate) fn evenly(&self, n: V3, shadow: f32, open: f32) -> f32 {
        let sky = (0.50 + 0.15 * n.y + 0.25 * n.dot(self.fill).max(0.0)) * open;
        let light = sky + 1.4 * n.dot(self.key).max(0.0) * shadow;
        0.5 + 0.5 * light.min(1.0)
    }
}

/// Compresses bright light softly into 0 to 1.
pub(crate) fn tone(c: V3) -> V3 {
    let channel = |x: f32| {
        if x < 0.6 {
            x
        } else {
            0.6 + 0.4 * (1.0 - (-(x - 0.6) / 0.4).exp())
        }
    };
    v3(channel(c.x), channel(c.y), channel(c.z))
}

/// The backdrop at a height of the picture, 0 at the top, 1 at the bottom.
pub(crate) fn background(height: f32) -> V3 {
    let (top, bottom) = (v3(0.60, 0.65, 0.72), v3(0.88, 0.89, 0.90));
    top.mix(bottom, smoothstep(-0.1, 0.85, height))
}

/// sRGB byte of linear light.
pub(crate) fn encode(linear: f32) -> u8 {
    let c = linear.clamp(0.0, 1.0);
    let s = if c <= 0.003_130_8 {
        12.92 * c
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    };
    (s * 255.0 + 0.5) as u8
}

/// Linear light of an sRGB colour.
pub(crate) fn linear(rgb: [u8; 3]) -> V3 {
    let channel = |c: u8| {
        let s = f32::from(c) / 255.0;
        if s <= 0.04045 {
            s / 12.92
        } else {
            ((s + 0.055) / 1.055).powf(2.4)
        }
    };
    v3(channel(rgb[0]), channel(rgb[1]), channel(rgb[2]))
}
