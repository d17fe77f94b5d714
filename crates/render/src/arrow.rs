//! An arrow as triangles: a shaft and a cone.

use crate::light::linear;
use crate::palette::ARROW_INK;
use crate::things::{Paint, Triangle};
use crate::vector::V3;

/// Sides of shaft and cone.
const SIDES: usize = 10;
/// Length and radius of the head, in radii of the shaft; a short arrow has a smaller head.
const HEAD: [f32; 2] = [7.0, 2.8];
/// Largest share of an arrow that is head.
const MOST: f32 = 0.6;

/// The triangles of an arrow between two points; none where these are one.
pub(crate) fn arrow([from, to]: [V3; 2], radius: f32) -> Vec<Triangle> {
    let length = (to - from).length();
    if length <= 1e-3 * radius {
        return Vec::new();
    }
    let along = (to - from) * (1.0 / length);
    let head = (HEAD[0] * radius).min(MOST * length);
    let thickness = head / HEAD[0];
    let neck = to - along * head;
    let (u, v) = along.basis();
    let paint = Paint::Plain(linear(ARROW_INK));
    let side = |k: usize| {
        let (s, c) = (k as f32 * std::f32::consts::TAU / SIDES as f32).sin_cos();
        u * c + v * s
    };
    let slope = |out: V3| (out * HEAD[0] + along * HEAD[1]).unit();
    (0..SIDES)
        .flat_map(|k| {
            let [a, b] = [side(k), side(k + 1)];
            let ring = |at: V3, out: V3, r: f32| at + out * (r * thickness);
            let shaft = [
                ring(from, a, 1.0),
                ring(from, b, 1.0),
                ring(neck, a, 1.0),
                ring(neck, b, 1.0),
            ];
            let base = [ring(neck, a, HEAD[1]), ring(neck, b, HEAD[1])];
            let flat = |corners: [V3; 3], normals: [V3; 3]| Triangle {
                corners,
                normals,
                paint,
            };
            [
                flat([shaft[0], shaft[1], shaft[3]], [a, b, b]),
                flat([shaft[0], shaft[3], shaft[2]], [a, b, a]),
                flat([base[0], base[1], to], [slope(a), slope(b), slope(a)]),
                flat([base[1], base[0], neck], [-along; 3]),
                flat([shaft[1], shaft[0], from], [-along; 3]),
            ]
        })
        .collect()
}
