//! Stretching of rods, and bending of those that do not twist.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::{Elastic, Energy, stencils};
use crate::linear::{Block, BlockSink};
use crate::model::Model;
use crate::ordered;

/// The energy of a model's rods, times a factor (h² in an incremental potential).
pub struct Strands {
    model: Arc<Model>,
    scale: f64,
}

impl Strands {
    /// The energy of the model's rods, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        Strands { model, scale }
    }
}

impl Elastic for Strands {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    /// Lengths are rounded once, and squared: nothing cancels.
    fn magnitude(&self) -> f64 {
        0.0
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let segments = &self.model.elements.segments;
        stencils::add_energies(
            segments.segments.len(),
            |e| segments.segments[e][0],
            out,
            |e| {
                let ends = segments.segments[e].each_ref().map(|&v| &x[v as usize]);
                self.scale * segments.springs[e].energy(ends)
            },
        );
        let joints = &self.model.elements.joints;
        stencils::add_energies(
            joints.stencils.len(),
            |e| joints.stencils[e][0],
            out,
            |e| {
                let nodes = joints.stencils[e].each_ref().map(|&v| &x[v as usize]);
                self.scale * joints.bends[e].energy(nodes)
            },
        );
    }
}

impl Energy for Strands {
    fn value(&self, x: &[Vec3]) -> f64 {
        let segments = &self.model.elements.segments;
        let joints = &self.model.elements.joints;
        let energy = ordered::sum(segments.segments.len(), |e| {
            segments.springs[e].energy(segments.segments[e].each_ref().map(|&v| &x[v as usize]))
        }) + ordered::sum(joints.stencils.len(), |e| {
            joints.bends[e].energy(joints.stencils[e].each_ref().map(|&v| &x[v as usize]))
        });
        self.scale * energy
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let segments = &self.model.elements.segments;
        stencils::scatter(&segments.segments, out, |e| {
            let ends = segments.segments[e].each_ref().map(|&v| &x[v as usize]);
            segments.springs[e].gradient(ends).map(|g| self.scale * g)
        });
        let joints = &self.model.elements.joints;
        stencils::scatter(&joints.stencils, out, |e| {
            let nodes = joints.stencils[e].each_ref().map(|&v| &x[v as usize]);
            joints.bends[e].gradient(nodes).map(|g| self.scale * g)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let segments = &self.model.elements.segments;
        out.extend_uniform(&segments.segments, |e, blocks| {
            let ends = segments.segments[e].each_ref().map(|&v| &x[v as usize]);
            put(
                blocks,
                self.scale,
                segments.springs[e].projected_hessian(ends),
            );
        });
        let joints = &self.model.elements.joints;
        out.extend_uniform(&joints.stencils, |e, blocks| {
            let nodes = joints.stencils[e].each_ref().map(|&v| &x[v as usize]);
            put(blocks, self.scale, joints.bends[e].projected_hessian(nodes));
        });
    }
}

fn put<const N: usize>(blocks: &mut [Block], scale: f64, hessian: [Block; N]) {
    for (block, hessian) in blocks.iter_mut().zip(hessian) {
        *block = hessian * scale;
    }
}
