//! Stretching of rods, bending of those that do not twist, and stitches.

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

/// ½ k |x - ((1 - s) e0 + s e1)|² of a model's stitches, times a factor.
pub struct Stitches {
    model: Arc<Model>,
    scale: f64,
}

impl Stitches {
    /// The energy of the model's stitches, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        Stitches { model, scale }
    }

    /// Weights of the three vertices of stitch `e` in the vector along it.
    fn weights(&self, e: usize) -> [f64; 3] {
        let share = self.model.elements.springs.shares[e];
        [1.0, share - 1.0, -share]
    }

    fn stiffness(&self, e: usize) -> f64 {
        self.scale * self.model.elements.springs.stiffness[e]
    }

    fn along(&self, e: usize, x: &[Vec3]) -> Vec3 {
        let stencil = &self.model.elements.springs.stencils[e];
        let parts = stencil.iter().zip(self.weights(e));
        parts.fold(Vec3::zeros(), |sum, (&v, weight)| {
            sum + x[v as usize] * weight
        })
    }
}

impl Elastic for Stitches {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        0.0
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let springs = &self.model.elements.springs;
        stencils::add_energies(
            springs.stencils.len(),
            |e| springs.stencils[e][0],
            out,
            |e| 0.5 * self.stiffness(e) * self.along(e, x).norm_squared(),
        );
    }
}

impl Energy for Stitches {
    fn value(&self, x: &[Vec3]) -> f64 {
        ordered::sum(self.model.elements.springs.stencils.len(), |e| {
            0.5 * self.stiffness(e) * self.along(e, x).norm_squared()
        })
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        stencils::scatter(&self.model.elements.springs.stencils, out, |e| {
            let pull = self.along(e, x) * self.stiffness(e);
            self.weights(e).map(|weight| pull * weight)
        });
    }

    fn hessian(&self, _: &[Vec3], out: &mut BlockSink) {
        // A stitch to a vertex has it twice: as a stencil of two.
        let stencils = self.model.elements.springs.stencils.iter();
        let (mut offsets, mut nodes) = (vec![0], Vec::new());
        for &[v, e0, e1] in stencils {
            nodes.extend([v, e0]);
            nodes.extend((e0 != e1).then_some(e1));
            offsets.push(nodes.len());
        }
        out.extend_variable(&offsets, &nodes, |e, blocks| {
            let mut weights = self.weights(e);
            let count = offsets[e + 1] - offsets[e];
            if count == 2 {
                weights[1] = -1.0;
            }
            let mut block = 0;
            for i in 0..count {
                for j in i..count {
                    let factor = self.stiffness(e) * weights[i] * weights[j];
                    blocks[block] = Block::identity() * factor;
                    block += 1;
                }
            }
        });
    }
}
