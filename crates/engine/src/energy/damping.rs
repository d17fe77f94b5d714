//! Lagged Rayleigh damping: s/τ (½ α Σ mᵢ |uᵢ|² + ½ β uᵀ K u), u = x - x⁰, whose force is -(α M + β K) u/τ.
//! K is the elastic stiffness at the start of the step, made positive semi-definite.

use rayon::prelude::*;
use tangency_geometry::Vec3;

use super::Energy;
use super::bending::NODES as PLATE_NODES;
use crate::linear::{Block, BlockSink};
use crate::ordered;

/// Nodes of the largest elastic element: a triangle of a plate with all hinges that it feels.
const MAX_NODES: usize = PLATE_NODES;

/// The damping of one step.
pub struct LaggedDamping {
    /// Elastic stiffness times s β / τ.
    pub stiffness: BlockSink,
    /// Masses times s α / τ.
    pub mass: Vec<f64>,
    /// x⁰, m.
    pub origin: Vec<Vec3>,
}

impl LaggedDamping {
    fn displacement(&self, x: &[Vec3], v: u32) -> Vec3 {
        x[v as usize] - self.origin[v as usize]
    }

    /// Forces of element `e` at its nodes: K u.
    fn pull(&self, x: &[Vec3], e: usize) -> [Vec3; MAX_NODES] {
        let nodes = self.stiffness.nodes(e);
        let mut pull = [Vec3::zeros(); MAX_NODES];
        let mut blocks = self.stiffness.blocks(e).iter();
        for i in 0..nodes.len() {
            for j in i..nodes.len() {
                let Some(block) = blocks.next() else { break };
                pull[i] += block * self.displacement(x, nodes[j]);
                if j > i {
                    pull[j] += block.transpose() * self.displacement(x, nodes[i]);
                }
            }
        }
        pull
    }

    /// Adds the Hessian of the part by mass, a multiple of the identity at each vertex, to `out`.
    pub fn diagonal(&self, out: &mut [f64]) {
        for (out, mass) in out.iter_mut().zip(&self.mass) {
            *out += mass;
        }
    }
}

impl Energy for LaggedDamping {
    fn value(&self, x: &[Vec3]) -> f64 {
        let by_stiffness = ordered::sum(self.stiffness.len(), |e| {
            let nodes = self.stiffness.nodes(e).iter();
            let pulls = self.pull(x, e);
            nodes
                .zip(pulls)
                .map(|(&v, pull)| 0.5 * pull.dot(&self.displacement(x, v)))
                .sum()
        });
        let by_mass = ordered::sum(self.mass.len(), |i| {
            0.5 * self.mass[i] * (x[i] - self.origin[i]).norm_squared()
        });
        by_stiffness + by_mass
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let elements = (0..self.stiffness.len()).into_par_iter().with_min_len(256);
        let pulls: Vec<[Vec3; MAX_NODES]> = elements.map(|e| self.pull(x, e)).collect();
        for (e, pulls) in pulls.into_iter().enumerate() {
            for (&v, pull) in self.stiffness.nodes(e).iter().zip(pulls) {
                out[v as usize] += pull;
            }
        }
        for (i, out) in out.iter_mut().enumerate() {
            *out += self.mass[i] * (x[i] - self.origin[i]);
        }
    }

    fn hessian(&self, _: &[Vec3], out: &mut BlockSink) {
        let count = self.stiffness.len();
        let (mut offsets, mut nodes) = (vec![0], Vec::new());
        for e in 0..count {
            nodes.extend_from_slice(self.stiffness.nodes(e));
            offsets.push(nodes.len());
        }
        out.extend_variable(&offsets, &nodes, |e, blocks: &mut [Block]| {
            blocks.copy_from_slice(self.stiffness.blocks(e));
        });
    }
}
