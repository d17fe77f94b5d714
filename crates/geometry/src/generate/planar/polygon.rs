//! Any polygon with holes.

use super::super::check::positive;
use super::{Border, Sizes, Vec2, mesh};
use crate::SurfaceMesh;
use crate::generate::GenerateError;

/// A polygon by its corners (m), in either direction, without the polygons inside it.
pub fn polygon(
    outline: &[[f64; 2]],
    holes: &[Vec<[f64; 2]>],
    edge: f64,
) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "polygon";
    positive(SHAPE, &[("edge", edge)])?;
    let sizes = Sizes::even(edge);
    let mut loops = vec![sampled(outline, "outline", 1.0, &sizes)?];
    for hole in holes {
        loops.push(sampled(hole, "hole", -1.0, &sizes)?);
    }
    mesh(SHAPE, &loops, &sizes)
}

/// The border through corners, turned counter-clockwise (1) or clockwise (-1).
fn sampled(
    corners: &[[f64; 2]],
    name: &str,
    direction: f64,
    sizes: &Sizes,
) -> Result<Vec<Vec2>, GenerateError> {
    let mut corners: Vec<Vec2> = corners.iter().map(|&p| Vec2::from(p)).collect();
    let n = corners.len();
    let area: f64 = (0..n).map(|i| corners[i].perp(&corners[(i + 1) % n])).sum();
    if n < 3
        || area == 0.0
        || corners
            .iter()
            .any(|p| !(p.x.is_finite() && p.y.is_finite()))
    {
        let reason = format!(
            "the {name} needs at least three corners, finite and around an area; it has {n}"
        );
        let shape = "polygon";
        return Err(GenerateError::Conflict { shape, reason });
    }
    if area * direction < 0.0 {
        corners.reverse();
    }
    let start = Border::starting(corners[0], sizes);
    let around = corners[1..]
        .iter()
        .fold(start, |border, &to| border.line(to));
    Ok(around.line(corners[0]).close())
}
