//! Sums over many small stencils.

use rayon::prelude::*;
use tangency_geometry::Vec3;

/// Stencils whose gradients are held at a time: as many as fit into a cache.
const BATCH: usize = 4096;
/// Stencils whose gradients are computed by one call.
pub const RUN: usize = 256;

/// Adds `gradient(e)` of every stencil to `out`: computed in parallel, summed in the order of the stencils.
pub fn scatter<const K: usize>(
    stencils: &[[u32; K]],
    out: &mut [Vec3],
    gradient: impl Fn(usize) -> [Vec3; K] + Sync,
) {
    scatter_runs(
        stencils,
        |stencil| stencil,
        out,
        |first, gradients| {
            for (k, slot) in gradients.iter_mut().enumerate() {
                *slot = gradient(first + k);
            }
        },
    );
}

/// As [`scatter`], for elements with stencils `of` them, where `fill(first, gradients)` computes those of at most [`RUN`] from
/// number `first` on. While the gradients of one batch are summed, those of the next are computed.
pub fn scatter_runs<E: Sync, const K: usize>(
    elements: &[E],
    of: impl Fn(&E) -> &[u32; K] + Sync,
    out: &mut [Vec3],
    fill: impl Fn(usize, &mut [[Vec3; K]]) + Sync,
) {
    let compute = |batch: usize, count: usize, gradients: &mut Vec<[Vec3; K]>| {
        gradients.resize(count, [Vec3::zeros(); K]);
        let runs = gradients.par_chunks_mut(RUN).enumerate();
        runs.for_each(|(run, gradients)| fill(batch * BATCH + run * RUN, gradients));
    };
    let (mut known, mut next) = (Vec::new(), Vec::new());
    let mut batches = elements.chunks(BATCH).enumerate().peekable();
    if let Some((batch, elements)) = batches.peek() {
        compute(*batch, elements.len(), &mut known);
    }
    while let Some((_, elements)) = batches.next() {
        rayon::join(
            || add(elements, &of, &known, out),
            || {
                if let Some((batch, elements)) = batches.peek() {
                    compute(*batch, elements.len(), &mut next);
                }
            },
        );
        std::mem::swap(&mut known, &mut next);
    }
}

/// Adds gradients in the order of their elements.
fn add<E, const K: usize>(
    elements: &[E],
    of: impl Fn(&E) -> &[u32; K],
    gradients: &[[Vec3; K]],
    out: &mut [Vec3],
) {
    for (element, gradients) in elements.iter().zip(gradients) {
        for (&v, gradient) in of(element).iter().zip(gradients) {
            out[v as usize] += gradient;
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
