//! The way of bodies, from the frames: their centres of mass.

use rayon::prelude::*;
use tangency_geometry::Vec3;
use tangency_io::run_folder::RunReader;

use crate::failure::Failure;

/// The centre of a body in each frame: of its mass, or of its points where it has none, as obstacles.
pub fn centers(run: &RunReader, body: usize) -> Result<Vec<(u64, Vec3)>, Failure> {
    let topology = run.topology();
    let vertices: Vec<usize> = (0..topology.rest.len())
        .filter(|&v| topology.body[v] as usize == body)
        .collect();
    let mass = |v: usize| topology.mass.get(v).copied().unwrap_or(0.0);
    let is_massive = vertices.iter().any(|&v| mass(v) > 0.0);
    let weight = |v: usize| if is_massive { mass(v) } else { 1.0 };
    let total: f64 = vertices.iter().map(|&v| weight(v)).sum();
    let center = |&number: &u64| {
        let x = run.frame(number).map_err(Failure::input)?;
        let sum = vertices
            .iter()
            .fold(Vec3::zeros(), |sum, &v| sum + x[v] * weight(v));
        Ok((number, sum / total))
    };
    run.frame_numbers().par_iter().map(center).collect()
}

/// Differences of places over differences of times: the mean velocity since the frame before.
pub fn velocities(centers: &[(u64, Vec3)], time: impl Fn(u64) -> f64) -> Vec<(u64, Vec3)> {
    let between = centers.windows(2).map(|pair| {
        let [(before, a), (after, b)] = [pair[0], pair[1]];
        (after, (b - a) / (time(after) - time(before)))
    });
    between.collect()
}
