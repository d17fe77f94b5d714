//! Bending of shells, as plates or hinge by hinge.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::{Elastic, Energy, stencils};
use crate::linear::{BlockSink, upper_blocks};
use crate::model::{Model, PlateBatch};
use crate::ordered;

/// The bending energy of a model's shells, times a factor (h² in an incremental potential).
pub struct Bending {
    model: Arc<Model>,
    scale: f64,
}

impl Bending {
    /// The energy of the model's shells, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        Bending { model, scale }
    }
}

impl Elastic for Bending {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    /// Angles are exact at rest: nothing cancels.
    fn magnitude(&self) -> f64 {
        0.0
    }
}

impl Energy for Bending {
    fn value(&self, x: &[Vec3]) -> f64 {
        let plates = &self.model.elements.plates;
        let hinges = &self.model.elements.hinges;
        let energy = value(&plates.inner, x)
            + value(&plates.border, x)
            + value(&plates.corner, x)
            + ordered::sum(hinges.stencils.len(), |e| {
                hinges.rest[e].energy(hinges.stencils[e].each_ref().map(|&v| &x[v as usize]))
            });
        self.scale * energy
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let plates = &self.model.elements.plates;
        self.plate_gradient(&plates.inner, x, out);
        self.plate_gradient(&plates.border, x, out);
        self.plate_gradient(&plates.corner, x, out);
        let hinges = &self.model.elements.hinges;
        stencils::scatter(&hinges.stencils, out, |e| {
            let nodes = hinges.stencils[e].each_ref().map(|&v| &x[v as usize]);
            hinges.rest[e].gradient(nodes).map(|g| self.scale * g)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let plates = &self.model.elements.plates;
        self.plate_hessian(&plates.inner, x, out);
        self.plate_hessian(&plates.border, x, out);
        self.plate_hessian(&plates.corner, x, out);
        let hinges = &self.model.elements.hinges;
        out.extend_uniform(&hinges.stencils, |e, blocks| {
            let nodes = hinges.stencils[e].each_ref().map(|&v| &x[v as usize]);
            let hessian = hinges.rest[e].projected_hessian(nodes);
            for (block, hessian) in blocks.iter_mut().zip(hessian) {
                *block = hessian * self.scale;
            }
        });
    }
}

impl Bending {
    fn plate_gradient<const K: usize>(&self, batch: &PlateBatch<K>, x: &[Vec3], out: &mut [Vec3]) {
        stencils::scatter(&batch.stencils, out, |e| {
            let gradient = batch.rest[e].gradient(six(batch, e, x));
            batch.places[e].map(|place| self.scale * gradient[place])
        });
    }

    fn plate_hessian<const K: usize>(
        &self,
        batch: &PlateBatch<K>,
        x: &[Vec3],
        out: &mut BlockSink,
    ) {
        out.extend_uniform(&batch.stencils, |e, blocks| {
            let hessian = batch.rest[e].projected_hessian(six(batch, e, x));
            let places = &batch.places[e];
            let mut block = 0;
            for i in 0..K {
                for j in i..K {
                    blocks[block] = hessian[place_of(places[i], places[j])] * self.scale;
                    block += 1;
                }
            }
        });
    }
}

fn value<const K: usize>(batch: &PlateBatch<K>, x: &[Vec3]) -> f64 {
    ordered::sum(batch.stencils.len(), |e| {
        batch.rest[e].energy(six(batch, e, x))
    })
}

/// The six nodes of a plate; a missing one is not read.
fn six<'a, const K: usize>(batch: &PlateBatch<K>, e: usize, x: &'a [Vec3]) -> [&'a Vec3; 6] {
    let stencil = &batch.stencils[e];
    let mut nodes = [&x[stencil[0] as usize]; 6];
    for (place, &v) in batch.places[e].iter().zip(stencil) {
        nodes[*place] = &x[v as usize];
    }
    nodes
}

/// The place of block (i, j), i <= j, in the upper triangle of six nodes.
fn place_of(i: usize, j: usize) -> usize {
    upper_blocks(6) - upper_blocks(6 - i) + j - i
}
