//! An energy that knows nothing of time steps, as a term of an incremental potential.

use tangency_geometry::Vec3;

use super::{Elastic, Energy};
use crate::linear::BlockSink;

/// An energy in J, times a factor.
pub struct ScaledEnergy {
    energy: Box<dyn Energy + Send>,
    scale: f64,
}

impl ScaledEnergy {
    /// `energy` times one, until the factor is set.
    pub fn new(energy: Box<dyn Energy + Send>) -> Self {
        ScaledEnergy { energy, scale: 1.0 }
    }
}

impl Elastic for ScaledEnergy {
    fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    fn magnitude(&self) -> f64 {
        0.0
    }
}

impl Energy for ScaledEnergy {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.scale * self.energy.value(x)
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let mut own = vec![Vec3::zeros(); out.len()];
        self.energy.gradient(x, &mut own);
        for (sum, own) in out.iter_mut().zip(own) {
            *sum += own * self.scale;
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let mut own = BlockSink::new();
        self.energy.hessian(x, &mut own);
        let (mut offsets, mut nodes) = (vec![0], Vec::new());
        for e in 0..own.len() {
            nodes.extend_from_slice(own.nodes(e));
            offsets.push(nodes.len());
        }
        let scale = self.scale;
        out.extend_variable(&offsets, &nodes, |e, blocks| {
            for (block, own) in blocks.iter_mut().zip(own.blocks(e)) {
                *block = own * scale;
            }
        });
    }
}
