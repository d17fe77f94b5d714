//! Where surfaces without an inside cross: the motion that shortens the contour of their intersection fastest.
//!
//! Volino and Magnenat-Thalmann 2006, "Resolving surface collisions through intersection contour minimization". An edge along
//! e meets a triangle of normal N at p, from where the contour runs into the triangles beside the edge along unit vectors cᵢ. A
//! motion δ of the edge moves p by δ - e (N·δ)/(N·e), so that the contour shortens by G·δ with G = Σ cᵢ - N (e·Σ cᵢ)/(N·e).

use std::collections::BTreeMap;

use tangency_geometry::Vec3;

use super::push::SurfacePush;
use crate::model::Model;

/// Triangles beside each edge, by its two vertices.
pub struct EdgeSides(BTreeMap<[u32; 2], Vec<u32>>);

impl EdgeSides {
    /// The sides of the edges of a model's triangles: the vertex across, for each.
    pub fn new(model: &Model) -> Self {
        let mut sides: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for &[a, b, c] in &model.surface.triangles {
            for (p, q, across) in [(a, b, c), (b, c, a), (c, a, b)] {
                sides.entry([p.min(q), p.max(q)]).or_default().push(across);
            }
        }
        EdgeSides(sides)
    }
}

/// The push of one crossing by `share` of the shorter of edge and triangle; none where the contour does not say where to.
pub fn shorten(
    x: &[Vec3],
    sides: &EdgeSides,
    edge: [u32; 2],
    triangle: [u32; 3],
    share: f64,
) -> Option<SurfacePush> {
    let [e0, e1] = edge.map(|v| x[v as usize]);
    let [t0, t1, t2] = triangle.map(|v| x[v as usize]);
    let e = e1 - e0;
    let normal = (t1 - t0).cross(&(t2 - t0));
    let doubled_area = normal.norm();
    let n = normal.try_normalize(1e-300)?;
    let speed = n.dot(&e);
    let s = if speed == 0.0 {
        0.5
    } else {
        n.dot(&(t0 - e0)) / speed
    };
    let s = s.clamp(0.0, 1.0);
    let p = e0 + e * s;
    let mut run = Vec3::zeros();
    for &across in sides.0.get(&edge).into_iter().flatten() {
        let inward = x[across as usize] - p;
        let own = e.cross(&inward);
        if let Some(along) = own.cross(&n).try_normalize(1e-300) {
            // Into the triangle beside the edge, and not out of it.
            let into = inward - e * (inward.dot(&e) / e.norm_squared());
            run += if along.dot(&into) < 0.0 {
                -along
            } else {
                along
            };
        }
    }
    let gradient = run * speed - n * e.dot(&run);
    let gradient = gradient * speed.signum();
    let scale = e.norm();
    let direction = gradient.try_normalize(1e-6 * scale)?;
    // The size of G, without dividing by what may be nothing.
    let size = gradient.norm() / (speed.abs() + 1e-3 * scale);
    let length = scale.min(doubled_area.sqrt());
    let weights = barycentric(&p, [t0, t1, t2], &normal);
    let mut stencil = vec![(edge[0], 1.0 - s), (edge[1], s)];
    stencil.extend(triangle.iter().zip(weights).map(|(&v, w)| (v, -w)));
    Some(SurfacePush {
        stencil,
        direction,
        advance: share * length * size / (1.0 + size * size).sqrt(),
    })
}

fn barycentric(p: &Vec3, [a, b, c]: [Vec3; 3], normal: &Vec3) -> [f64; 3] {
    let area = normal.norm_squared();
    let s = (p - a).cross(&(c - a)).dot(normal) / area;
    let t = (b - a).cross(&(p - a)).dot(normal) / area;
    let (s, t) = (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0));
    let sum = (s + t).max(1.0);
    let (s, t) = (s / sum, t / sum);
    [1.0 - s - t, s, t]
}
