//! Pushes: springs that drive parts of a surface past each other, along directions that are held for a step.
//!
//! E = ½ k Σ max(0, g - n · Σⱼ wⱼ (xⱼ - xⱼ⁰))²: the relative advance along n of each is to be g at least.

use tangency_geometry::Vec3;

use crate::contact::{Closest, ContactModel, FrictionContacts, PairGradientVisitor};
use crate::energy::Energy;
use crate::linear::{Block, BlockSink};

/// One push.
#[derive(Clone, Debug)]
pub struct SurfacePush {
    /// Vertices with their weights in the relative position.
    pub stencil: Vec<(u32, f64)>,
    /// Unit direction of the advance.
    pub direction: Vec3,
    /// Advance that is wanted, m.
    pub advance: f64,
}

/// The energy of pushes.
pub struct SurfacePushes {
    pushes: Vec<SurfacePush>,
    /// Place of each along its direction at the start, with the advance, m.
    wanted: Vec<f64>,
    stiffness: f64,
    offsets: Vec<usize>,
    nodes: Vec<u32>,
}

impl SurfacePushes {
    /// Pushes from `x` on with a stiffness, N/m.
    pub fn new(pushes: Vec<SurfacePush>, x: &[Vec3], stiffness: f64) -> Self {
        let (mut offsets, mut nodes) = (vec![0], Vec::new());
        for push in &pushes {
            nodes.extend(push.stencil.iter().map(|(v, _)| v));
            offsets.push(nodes.len());
        }
        let wanted = pushes.iter().map(|p| place(p, x) + p.advance).collect();
        SurfacePushes {
            pushes,
            wanted,
            stiffness,
            offsets,
            nodes,
        }
    }

    /// The pushes that are not done at `x`, with what is missing, m.
    fn missing<'a>(&'a self, x: &'a [Vec3]) -> impl Iterator<Item = (&'a SurfacePush, f64)> {
        let all = self.pushes.iter().zip(&self.wanted);
        all.map(|(push, wanted)| (push, wanted - place(push, x)))
            .filter(|(_, missing)| *missing > 0.0)
    }
}

fn place(push: &SurfacePush, x: &[Vec3]) -> f64 {
    let at = push.stencil.iter().map(|&(v, w)| x[v as usize] * w);
    at.sum::<Vec3>().dot(&push.direction)
}

impl Energy for SurfacePushes {
    fn value(&self, x: &[Vec3]) -> f64 {
        let squares = self.missing(x).map(|(_, missing)| missing * missing);
        0.5 * self.stiffness * squares.sum::<f64>()
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        for (push, missing) in self.missing(x) {
            for &(v, weight) in &push.stencil {
                out[v as usize] -= push.direction * (self.stiffness * missing * weight);
            }
        }
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        out.extend_variable(&self.offsets, &self.nodes, |e, blocks| {
            let push = &self.pushes[e];
            if self.wanted[e] <= place(push, x) {
                return;
            }
            let n = &push.direction;
            let square: Block = n * n.transpose() * self.stiffness;
            let mut next = blocks.iter_mut();
            for (i, (_, first)) in push.stencil.iter().enumerate() {
                for (_, second) in &push.stencil[i..] {
                    if let Some(block) = next.next() {
                        *block = square * (first * second);
                    }
                }
            }
        });
    }
}

/// No contact: bodies pass through each other.
pub struct NoContact;

impl Energy for NoContact {
    fn value(&self, _: &[Vec3]) -> f64 {
        0.0
    }
    fn gradient(&self, _: &[Vec3], _: &mut [Vec3]) {}
    fn hessian(&self, _: &[Vec3], _: &mut BlockSink) {}
}

impl ContactModel for NoContact {
    fn begin_step(&mut self, _: Option<f64>, _: f64) {}
    fn detect(&mut self, _: &[Vec3]) {}
    fn limit(&mut self, _: &[Vec3], _: &[Vec3], at_most: f64) -> f64 {
        at_most
    }
    fn stiffness(&self) -> f64 {
        1.0
    }
    fn pair_count(&self) -> usize {
        0
    }
    fn friction_contacts(&self, _: &[Vec3], _: f64) -> FrictionContacts {
        FrictionContacts::default()
    }
    fn complementarity(&self, _: &[Vec3]) -> f64 {
        0.0
    }
    fn closest(&self, _: &[Vec3]) -> Option<Closest> {
        None
    }
    fn visit_gradients(&self, _: &[Vec3], _: &mut PairGradientVisitor) {}
}
