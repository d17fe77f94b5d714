//! Fills a region with triangles of given sizes; its border stays as it is.
//!
//! Centres of circles through triangles that are too large or too thin become points (Chew 1993, Ruppert 1995) unless they
//! would crowd the border. Every new point is farther from all others than the shortest edge around it, so this ends.
//! Then points inside move, wherever that makes the smallest angle around them larger or leaves it large enough.

use super::super::triangulation::NONE;
use super::Vec2;
use super::region::Region;
use super::sizes::Sizes;
use std::f64::consts::TAU;

/// Largest circumradius in units of the edge length asked for; that of an equilateral triangle is 0.58.
const RADIUS: f64 = 0.72;
/// Largest circumradius in units of the shortest edge: angles of 27 degrees.
const THIN: f64 = 1.1;
/// Thin triangles with a circumradius below so many edge lengths stay.
const TINY: f64 = 0.3;
/// Cosine of the largest angle at which a new point may see an edge of the border (105 degrees).
const CROWDED: f64 = -0.26;
/// Sweeps over the points inside.
const SWEEPS: u32 = 30;
/// An angle that is large enough, radians (35 degrees).
const ENOUGH: f64 = 0.61;

/// Adds points, then moves them.
pub(super) fn fill(region: &mut Region, sizes: &Sizes) {
    while add_centres(region, sizes) {}
    for _ in 0..SWEEPS {
        let mut star = Vec::new();
        for v in region.border..region.points.len() as u32 {
            region.mesh.star(v, &mut star);
            relax(region, sizes, v, &star);
        }
        region.make_delaunay((0..region.mesh.triangles.len() as u32).rev().collect());
    }
}

/// Adds the centres of all triangles that are too large or too thin, the worst first; whether there was one.
fn add_centres(region: &mut Region, sizes: &Sizes) -> bool {
    let mut bad: Vec<(f64, u32, [u32; 3])> = Vec::new();
    for (&triangle, t) in region.mesh.triangles.iter().zip(0..) {
        let excess = excess(&region.corners(t), sizes);
        if excess > 1.0 {
            bad.push((excess, t, triangle));
        }
    }
    bad.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let before = region.points.len();
    for (_, t, triangle) in bad {
        // An earlier centre may have changed it.
        if region.mesh.triangles[t as usize] == triangle {
            add_centre(region, t);
        }
    }
    region.points.len() > before
}

/// The excess of a triangle in size or thinness: above 1 where it is too large or too thin.
fn excess(x: &[Vec2; 3], sizes: &Sizes) -> f64 {
    let sides: [f64; 3] = std::array::from_fn(|k| (x[(k + 1) % 3] - x[k]).norm());
    let [a, b, c] = sides;
    let radius = a * b * c / (2.0 * (x[1] - x[0]).perp(&(x[2] - x[0])));
    let size = sizes.at((x[0] + x[1] + x[2]) / 3.0);
    let large = radius / (RADIUS * size);
    if radius < TINY * size {
        return large;
    }
    large.max(radius / (THIN * a.min(b).min(c)))
}

/// Adds the centre of the circle through triangle t, where there is room.
fn add_centre(region: &mut Region, t: u32) {
    let [a, b, c] = region.corners(t);
    let (u, v) = (b - a, c - a);
    let (uu, vv) = (u.norm_squared(), v.norm_squared());
    let to_centre = Vec2::new(v.y * uu - u.y * vv, u.x * vv - v.x * uu) / (2.0 * u.perp(&v));
    let centre = a + to_centre;
    if let Some(at) = region.locate(centre, t)
        && has_room(region, centre, at)
    {
        region.insert(centre, at);
    }
}

/// Whether no edge of the border next to a new point in triangle t is seen from it at too large an angle.
fn has_room(region: &Region, point: Vec2, t: u32) -> bool {
    // The triangles that the point would take the place of.
    let mut cavity = vec![t];
    let mut seen = 0;
    while let Some(&t) = cavity.get(seen) {
        seen += 1;
        let x = region.corners(t);
        for k in 0..3 {
            let s = region.mesh.neighbours[t as usize][k];
            if s != NONE {
                if !cavity.contains(&s) && region.in_circle(s, point) {
                    cavity.push(s);
                }
                continue;
            }
            let (a, b) = (x[k] - point, x[(k + 1) % 3] - point);
            if a.dot(&b) < CROWDED * a.norm() * b.norm() {
                return false;
            }
        }
    }
    true
}

/// Moves a point to the middle of what is around it, or, where triangles are thin, to the best of some places.
fn relax(region: &mut Region, sizes: &Sizes, v: u32, star: &[[u32; 2]]) {
    let from = region.points[v as usize];
    let mut best = smallest_angle(region, from, star);
    let middle = middle(region, sizes, from, star);
    let after = smallest_angle(region, middle, star);
    if after >= best.min(ENOUGH) {
        region.points[v as usize] = middle;
        best = after;
    }
    if best >= ENOUGH {
        return;
    }
    let nearest = star
        .iter()
        .map(|s| (region.points[s[0] as usize] - from).norm())
        .fold(f64::INFINITY, f64::min);
    for length in [0.2, 0.1, 0.05] {
        let around = region.points[v as usize];
        for direction in 0..8 {
            let (sin, cos) = (TAU * f64::from(direction) / 8.0).sin_cos();
            let place = around + Vec2::new(cos, sin) * (length * nearest);
            let angle = smallest_angle(region, place, star);
            if angle > best {
                (best, region.points[v as usize]) = (angle, place);
            }
        }
    }
}

/// The mean of the centroids around a place, weighted by the squares of their areas in edge lengths.
fn middle(region: &Region, sizes: &Sizes, at: Vec2, star: &[[u32; 2]]) -> Vec2 {
    let (mut sum, mut total) = (Vec2::zeros(), 0.0);
    for side in star {
        let [b, c] = side.map(|v| region.points[v as usize] - at);
        let centroid = (b + c) / 3.0;
        let weight = (b.perp(&c) / sizes.at(at + centroid).powi(2)).powi(2);
        sum += centroid * weight;
        total += weight;
    }
    at + sum / total
}

/// The smallest angle of the triangles between a place and the sides around it, radians; negative where one is turned
/// over.
fn smallest_angle(region: &Region, at: Vec2, star: &[[u32; 2]]) -> f64 {
    let mut least = f64::INFINITY;
    for side in star {
        let [b, c] = side.map(|v| region.points[v as usize]);
        for [x, y, z] in [[at, b, c], [b, c, at], [c, at, b]] {
            let (u, v) = (y - x, z - x);
            least = least.min(u.perp(&v).atan2(u.dot(&v)));
        }
    }
    least
}
