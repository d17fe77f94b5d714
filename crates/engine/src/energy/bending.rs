//! Bending of shells, as plates or hinge by hinge.

use std::sync::Arc;

use rayon::prelude::*;
use tangency_formulas::elastic::hinge::{Hinge, angle};
use tangency_formulas::elastic::plate::ANGLES;
use tangency_geometry::Vec3;

use super::{Elastic, Energy, stencils};
use crate::linear::BlockSink;
use crate::model::{Model, Plates};
use crate::ordered;

/// Most vertices of the hinges that a triangle feels.
pub(super) const NODES: usize = 12;

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

    fn add_energies(&self, x: &[Vec3], out: &mut [f64]) {
        let plates = &self.model.elements.plates;
        let hinges = &self.model.elements.hinges;
        let bent = bent(plates, x);
        stencils::add_energies(
            plates.rest.len(),
            |t| plates.nodes[plates.offsets[t]],
            out,
            |t| {
                let [a, b, c] = bends(plates, &bent, t);
                self.scale * 0.5 * (a * a + b * b + c * c)
            },
        );
        stencils::add_energies(
            hinges.stencils.len(),
            |e| hinges.stencils[e][0],
            out,
            |e| {
                let nodes = hinges.stencils[e].each_ref().map(|&v| &x[v as usize]);
                self.scale * hinges.rest[e].energy(nodes)
            },
        );
    }
}

impl Energy for Bending {
    fn value(&self, x: &[Vec3]) -> f64 {
        let plates = &self.model.elements.plates;
        let hinges = &self.model.elements.hinges;
        let bent = bent(plates, x);
        let energy = ordered::sum(plates.rest.len(), |t| {
            let [a, b, c] = bends(plates, &bent, t);
            0.5 * (a * a + b * b + c * c)
        }) + ordered::sum(hinges.stencils.len(), |e| {
            hinges.rest[e].energy(hinges.stencils[e].each_ref().map(|&v| &x[v as usize]))
        });
        self.scale * energy
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        let plates = &self.model.elements.plates;
        let moments = moments(plates, &bent(plates, x));
        stencils::scatter(&plates.hinges, out, |e| {
            let gradient = hinge(plates, e, x).gradient();
            gradient.map(|g| g * (self.scale * moments[e]))
        });
        let hinges = &self.model.elements.hinges;
        stencils::scatter(&hinges.stencils, out, |e| {
            let nodes = hinges.stencils[e].each_ref().map(|&v| &x[v as usize]);
            hinges.rest[e].gradient(nodes).map(|g| self.scale * g)
        });
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.plate_hessian(x, out);
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
    /// Of the energy ½ Σ |R δ|², the part of the angles' gradients is positive semidefinite as it is, triangle by
    /// triangle; that of the angles' Hessians is projected, hinge by hinge.
    fn plate_hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        let plates = &self.model.elements.plates;
        let moments = moments(plates, &bent(plates, x));
        let count = plates.hinges.len();
        let shapes = (0..count).into_par_iter().with_min_len(256);
        let shapes: Vec<Hinge<f64>> = shapes.map(|e| hinge(plates, e, x)).collect();
        out.extend_uniform(&plates.hinges, |e, blocks| {
            let hessian = shapes[e].projected_hessian(moments[e], 0.0);
            for (block, hessian) in blocks.iter_mut().zip(hessian) {
                *block = hessian * self.scale;
            }
        });
        out.extend_variable(&plates.offsets, &plates.nodes, |t, blocks| {
            // Gradients of the three bends.
            let mut slopes = [[Vec3::zeros(); NODES]; 3];
            for (i, e, places) in plates.felt(t) {
                let gradient = shapes[e].gradient();
                for (slope, row) in slopes.iter_mut().zip(&plates.rest[t].rows) {
                    for (&place, g) in places.iter().zip(&gradient) {
                        slope[place as usize] += g * row[i];
                    }
                }
            }
            let nodes = plates.offsets[t + 1] - plates.offsets[t];
            let mut block = 0;
            for i in 0..nodes {
                for j in i..nodes {
                    for slope in &slopes {
                        blocks[block] += slope[i] * (slope[j] * self.scale).transpose();
                    }
                    block += 1;
                }
            }
        });
    }
}

fn hinge(plates: &Plates, e: usize, x: &[Vec3]) -> Hinge<f64> {
    Hinge::new(plates.hinges[e].each_ref().map(|&v| &x[v as usize]))
}

/// The angles of all hinges less those at rest.
fn bent(plates: &Plates, x: &[Vec3]) -> Vec<f64> {
    let hinges = plates.hinges.par_iter().with_min_len(256);
    let bent = hinges.zip(&plates.angles).map(|(hinge, rest)| {
        let nodes = hinge.each_ref().map(|&v| &x[v as usize]);
        angle(nodes) - rest
    });
    bent.collect()
}

/// The bends of triangle `t`, √J.
fn bends(plates: &Plates, bent: &[f64], t: usize) -> [f64; 3] {
    let mut angles = [0.0; ANGLES];
    for (i, e, _) in plates.felt(t) {
        angles[i] = bent[e];
    }
    plates.rest[t].bends(&angles)
}

/// The moments of all hinges, J.
fn moments(plates: &Plates, bent: &[f64]) -> Vec<f64> {
    let count = plates.rest.len();
    let triangles = (0..count).into_par_iter().with_min_len(256);
    let bends: Vec<[f64; 3]> = triangles.map(|t| bends(plates, bent, t)).collect();
    let uses = plates.uses.par_iter().with_min_len(256);
    let moments = uses.map(|uses| {
        let each = uses.iter().map(|&(t, i)| {
            let t = t as usize;
            plates.rest[t].moment(&bends[t], i)
        });
        each.sum()
    });
    moments.collect()
}
