//! The number of points that a generator will make, told before it makes them, so that what does not fit into memory
//! is refused instead of begun.
//!
//! Counts are floating-point numbers: a product that is too large for an integer is simply large. Structured shapes are
//! counted exactly or nearly so, filled outlines by their area; the test below holds all of them against the meshes.

mod planar;
mod solid;
#[cfg(test)]
mod tests;
mod thin;

pub use planar::polygon_points;
pub use thin::lathe_points;

/// The parameters of a generator, counted.
pub trait PointCount {
    /// About the number of points that the generator makes or works with. Where the parameters are out of range the
    /// count means nothing, and the generator refuses them.
    fn point_count(&self) -> f64;
}

/// The product of counts.
fn grid(counts: &[u32]) -> f64 {
    counts.iter().map(|&n| f64::from(n)).product()
}

/// Points along a line of so many cells.
fn along(cells: u32) -> f64 {
    f64::from(cells) + 1.0
}

/// Number of times that a spacing fits into a length; 0 where either is out of range.
fn per(length: f64, spacing: f64) -> f64 {
    if length > 0.0 && spacing > 0.0 && length.is_finite() {
        length / spacing
    } else {
        0.0
    }
}

/// Points of even triangles with this spacing over a rectangle.
fn over([width, length]: [f64; 2], spacing: f64) -> f64 {
    let row = 0.75f64.sqrt();
    (per(width, spacing) + 1.5) * (per(length, row * spacing) + 1.0)
}

/// Points after every tet was cut into eight so many times, from this many points and tets: edges get points in their
/// middles.
pub fn refined_points(points: f64, tets: f64, refinements: u32) -> f64 {
    let growth = 8f64.powi(refinements.min(400) as i32);
    if refinements == 0 {
        points
    } else {
        // A fine mesh of tets has about a sixth as many points; a coarse one, of surface mostly, half as many.
        points.max(tets / 5.0 * growth + points * 4f64.powi(refinements.min(400) as i32))
    }
}
