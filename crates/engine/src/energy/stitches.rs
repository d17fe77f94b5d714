//! Stitches: springs without length at rest, of bounded force where that is asked for.
//!
//! With d = x - ((1 - s) e0 + s e1) and the force F that a stitch never exceeds (infinite without a bound):
//!
//! ```text
//! E = ½ k |d|²          where k |d| <= F
//!   = F |d| - F²/(2 k)   beyond
//! ∇²E = k I,   F/|d| (I - d̂ d̂ᵀ)   by d
//! ```
//!
//! (Huber's function: convex, with a continuous gradient.) A garment is closed from afar with forces of the order of
//! its weight in this way: those of the springs alone would be ten thousand times as large.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::{Elastic, Energy, stencils};
use crate::linear::{Block, BlockSink};
use crate::model::Model;
use crate::ordered;
use crate::state::State;

/// The energy of a model's stitches, times a factor.
pub struct Stitches {
    model: Arc<Model>,
    scale: f64,
    /// Time at the start of the step, s.
    time: f64,
}

impl Stitches {
    /// The energy of the model's stitches, times `scale`.
    pub fn new(model: Arc<Model>, scale: f64) -> Self {
        Stitches {
            model,
            scale,
            time: 0.0,
        }
    }

    /// Weights of the three vertices of stitch `e` in the vector along it.
    fn weights(&self, e: usize) -> [f64; 3] {
        let share = self.model.elements.springs.shares[e];
        [1.0, share - 1.0, -share]
    }

    fn stiffness(&self, e: usize) -> f64 {
        self.scale * self.model.elements.springs.stiffness[e]
    }

    /// The largest force of stitch `e` in this step, times the factor.
    fn most(&self, e: usize) -> f64 {
        self.scale * self.model.elements.springs.pull[e].at(self.time)
    }

    fn along(&self, e: usize, x: &[Vec3]) -> Vec3 {
        let stencil = &self.model.elements.springs.stencils[e];
        let parts = stencil.iter().zip(self.weights(e));
        parts.fold(Vec3::zeros(), |sum, (&v, weight)| {
            sum + x[v as usize] * weight
        })
    }

    fn energy(&self, e: usize, x: &[Vec3]) -> f64 {
        let (d, stiffness, most) = (self.along(e, x), self.stiffness(e), self.most(e));
        let length = d.norm();
        if stiffness * length <= most {
            return 0.5 * stiffness * d.norm_squared();
        }
        most * length - 0.5 * most * most / stiffness
    }

    /// The gradient by the vector along it.
    fn pull(&self, e: usize, x: &[Vec3]) -> Vec3 {
        let (d, stiffness, most) = (self.along(e, x), self.stiffness(e), self.most(e));
        let length = d.norm();
        if stiffness * length <= most {
            return d * stiffness;
        }
        d * (most / length)
    }

    /// The Hessian by the vector along it where the force is at its bound.
    fn bounded_curvature(&self, e: usize, x: &[Vec3]) -> Option<Block> {
        let (d, stiffness, most) = (self.along(e, x), self.stiffness(e), self.most(e));
        let length = d.norm();
        if stiffness * length <= most {
            return None;
        }
        let axis = d / length;
        Some((Block::identity() - axis * axis.transpose()) * (most / length))
    }
}

impl Elastic for Stitches {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        0.0
    }

    fn begin_step(&mut self, start: &State) {
        self.time = start.time;
    }

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let springs = &self.model.elements.springs;
        stencils::add_energies(
            springs.stencils.len(),
            |e| springs.stencils[e][0],
            out,
            |e| self.energy(e, x),
        );
    }
}

impl Energy for Stitches {
    fn value(&self, x: &[Vec3]) -> f64 {
        ordered::sum(self.model.elements.springs.stencils.len(), |e| {
            self.energy(e, x)
        })
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        stencils::scatter(&self.model.elements.springs.stencils, out, |e| {
            let pull = self.pull(e, x);
            self.weights(e).map(|weight| pull * weight)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
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
            let bounded = self.bounded_curvature(e, x);
            let mut block = 0;
            for i in 0..count {
                for j in i..count {
                    blocks[block] = match bounded {
                        None => Block::identity() * (self.stiffness(e) * weights[i] * weights[j]),
                        Some(curvature) => curvature * (weights[i] * weights[j]),
                    };
                    block += 1;
                }
            }
        });
    }
}
