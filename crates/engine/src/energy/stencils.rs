//! Sums over many small stencils.

use rayon::prelude::*;
use tangency_geometry::Vec3;

/// Stencils whose gradients are held at a time: as many as fit into a cache.
const BATCH: usize = 8192;

/// Adds `gradient(e)` of every stencil to `out`: computed in parallel, summed in the order of the stencils.
pub fn scatter<const K: usize>(
    stencils: &[[u32; K]],
    out: &mut [Vec3],
    gradient: impl Fn(usize) -> [Vec3; K] + Sync,
) {
    let mut gradients = Vec::new();
    for (batch, stencils) in stencils.chunks(BATCH).enumerate() {
        let first = batch * BATCH;
        (first..first + stencils.len())
            .into_par_iter()
            .with_min_len(256)
            .map(&gradient)
            .collect_into_vec(&mut gradients);
        for (stencil, gradients) in stencils.iter().zip(&gradients) {
            for (&v, gradient) in stencil.iter().zip(gradients) {
                out[v as usize] += gradient;
            }
        }
    }
}

/// Adds `energy(e)` of every element to the vertex `first(e)` in `out`.
pub fn add_energies(
    count: usize,
    first: impl Fn(usize) -> u32,
    out: &mut [f64],
    energy: impl Fn(usize) -> f64 + Sync,
) {
    let all = (0..count).into_par_iter().with_min_len(256);
    let energies: Vec<f64> = all.map(&energy).collect();
    for (e, energy) in energies.into_iter().enumerate() {
        out[first(e) as usize] += energy;
    }
}
