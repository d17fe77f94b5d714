//! Flat bodies in the plane z = 0 for planar scenes, and the triangulator they are made with.
//!
//! A shape is its border, lines and arcs ([`border`]), and edge lengths over the plane ([`sizes`]). The border is cut
//! into edges of these lengths, triangulated ([`region`]), and filled ([`fill`]). Triangles are counter-clockwise seen
//! from +z; shapes are centred.

mod border;
mod chi;
mod fill;
mod notches;
mod polygon;
mod rectangle;
mod region;
mod rounded;
mod sizes;
#[cfg(test)]
mod tests;

pub use chi::{ChiParameters, chi};
pub use notches::{NotchedBlockParameters, SlitBlockParameters, notched_block, slit_block};
pub use polygon::polygon;
pub use rectangle::{RectangleParameters, rectangle};
pub use rounded::{DiscParameters, SquircleParameters, disc, squircle};

use super::GenerateError;
use crate::{SurfaceMesh, Vec3};
use border::Border;
use nalgebra::Vector2;
use region::{Region, Tangle};
use sizes::Sizes;

type Vec2 = Vector2<f64>;

/// Most points on a border, and triangles inside it.
const MOST_BORDER: usize = 200_000;
const MOST_TRIANGLES: f64 = 2e7;

/// The mesh of the region to the left of all loops of points.
fn mesh(
    shape: &'static str,
    loops: &[Vec<Vec2>],
    sizes: &Sizes,
) -> Result<SurfaceMesh, GenerateError> {
    countable(shape, loops, sizes)?;
    let mut region = Region::new(loops).map_err(|Tangle(at)| GenerateError::Conflict {
        shape,
        reason: format!(
            "its border touches or crosses itself near [{}, {}]; move the parts there away from each other",
            at.x, at.y
        ),
    })?;
    fill::fill(&mut region, sizes);
    let points = region.points.iter().map(|p| Vec3::new(p.x, p.y, 0.0));
    Ok(SurfaceMesh::from_triangles(
        points.collect(),
        region.mesh.triangles,
    ))
}

/// Refuses what would take for ever: the triangles of a region are about its area over that of one.
fn countable(shape: &'static str, loops: &[Vec<Vec2>], sizes: &Sizes) -> Result<(), GenerateError> {
    let border: usize = loops.iter().map(Vec::len).sum();
    let doubled = |points: &Vec<Vec2>| -> f64 {
        let n = points.len();
        (0..n).map(|i| points[i].perp(&points[(i + 1) % n])).sum()
    };
    let triangles = loops.iter().map(doubled).sum::<f64>() / (0.87 * sizes.coarse.powi(2));
    if border <= MOST_BORDER && triangles <= MOST_TRIANGLES {
        return Ok(());
    }
    let reason = format!(
        "it would have {border} points on its border and about {triangles:.0} triangles; give longer edges"
    );
    Err(GenerateError::Conflict { shape, reason })
}

/// Points along an arc between two angles, both ends among them.
fn arc_points(centre: Vec2, radius: f64, [from, to]: [f64; 2], edges: u32) -> Vec<Vec2> {
    let at = |i: u32| {
        let (sin, cos) = (from + (to - from) * f64::from(i) / f64::from(edges)).sin_cos();
        centre + Vec2::new(cos, sin) * radius
    };
    (0..=edges).map(at).collect()
}
