//! Rods that do not twist: exact Hessians, and the derivatives of y · ∇Ψ by stiffness and length of each segment and by the
//! stiffness of each joint; from there those by materials and rest positions.

use std::collections::BTreeMap;

use tangency_engine::linear::{Block, BlockSink};
use tangency_engine::model::Origin;
use tangency_engine::{Model, Rods, Vec3};
use tangency_formulas::elastic::{RodBend, Spring};

use crate::gradient::Gradient;

/// The derivatives of a run by what rods are made of.
pub struct RodSlopes {
    /// By stiffness and length of each segment.
    segments: Vec<[f64; 2]>,
    /// By the stiffness of each joint.
    joints: Vec<f64>,
}

/// Places of the next rods' elements among those of the model.
#[derive(Clone, Copy, Default)]
pub struct RodPlaces {
    segments: usize,
    joints: usize,
}

impl RodSlopes {
    /// Zeros for a model.
    pub fn zeros(model: &Model) -> Self {
        let elements = &model.elements;
        RodSlopes {
            segments: vec![[0.0; 2]; elements.segments.segments.len()],
            joints: vec![0.0; elements.joints.stencils.len()],
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x`.
    pub fn add(&mut self, model: &Model, scale: f64, (x, y): (&[Vec3], &[Vec3])) {
        let batch = &model.elements.segments;
        for (slopes, (&[a, b], spring)) in
            (self.segments.iter_mut()).zip(batch.segments.iter().zip(&batch.springs))
        {
            let (a, b) = (a as usize, b as usize);
            let (edge, along) = (x[b] - x[a], y[b] - y[a]);
            let length = edge.norm();
            let stretch = edge.dot(&along) / length;
            slopes[0] += scale * (length - spring.length) * stretch;
            slopes[1] -= scale * spring.stiffness * stretch;
        }
        let batch = &model.elements.joints;
        for (slope, stencil) in self.joints.iter_mut().zip(&batch.stencils) {
            let at = stencil.each_ref().map(|&v| &x[v as usize]);
            let unit = RodBend { stiffness: 1.0 }.gradient(at);
            let parts = unit.iter().zip(stencil);
            *slope += scale * parts.map(|(g, &v)| g.dot(&y[v as usize])).sum::<f64>();
        }
    }

    /// Adds the derivatives by the material of rods and, `with_rest`, by their rest shape; goes on to the places of the next.
    /// `mass` are those by masses.
    pub fn finish(
        &self,
        model: &Model,
        (origin, places): (&Origin<Rods>, &mut RodPlaces),
        (mass, with_rest): (&[f64], bool),
        out: &mut Gradient,
    ) {
        let (rods, first) = (&*origin.body, origin.first);
        let edges = &rods.mesh.edges;
        let mut by_length = vec![0.0; edges.len()];
        let linear_density = rods.material.density * rods.material.area();
        for (k, &[a, b]) in edges.iter().enumerate() {
            let spring = &model.elements.segments.springs[places.segments + k];
            let [by_stiffness, by_own_length] = self.segments[places.segments + k];
            let work = by_stiffness * spring.stiffness;
            by_section(model, origin, (work, 2.0), &[k], out);
            let ends = [a, b].map(|v| mass[(first + v) as usize]);
            // The stiffness is E A / L.
            by_length[k] =
                by_own_length - work / spring.length + 0.5 * linear_density * (ends[0] + ends[1]);
        }
        places.segments += edges.len();
        self.joints_back(model, (origin, places), &mut by_length, out);
        if with_rest {
            for (&[a, b], by_length) in edges.iter().zip(by_length) {
                let [a, b] = [a, b].map(|v| v as usize);
                let axis = (rods.mesh.points[b] - rods.mesh.points[a]).normalize();
                out.rest_shape[first as usize + b] += by_length * axis;
                out.rest_shape[first as usize + a] -= by_length * axis;
            }
        }
    }

    /// Through the joints, whose stiffness is E I / l̄.
    fn joints_back(
        &self,
        model: &Model,
        (origin, places): (&Origin<Rods>, &mut RodPlaces),
        by_length: &mut [f64],
        out: &mut Gradient,
    ) {
        let (rods, first) = (&*origin.body, origin.first);
        let segment_of: BTreeMap<[u32; 2], usize> = (rods.mesh.edges.iter().enumerate())
            .flat_map(|(k, &[a, b])| [([a, b], k), ([b, a], k)])
            .collect();
        let end = first + rods.mesh.points.len() as u32;
        let batch = &model.elements.joints;
        let own = batch.stencils[places.joints..].iter();
        for &[a, v, b] in own.take_while(|stencil| stencil[1] < end) {
            let work = self.joints[places.joints] * batch.bends[places.joints].stiffness;
            places.joints += 1;
            let [a, v, b] = [a, v, b].map(|v| v - first);
            let segments = [[a, v], [v, b]].map(|edge| segment_of.get(&edge).copied());
            let [Some(one), Some(other)] = segments else {
                continue;
            };
            by_section(model, origin, (work, 4.0), &[one, other], out);
            out.bending[model.body_of[first as usize] as usize] += work / rods.material.bending;
            let length = |k: usize| {
                let [a, b] = rods.mesh.edges[k].map(|v| rods.mesh.points[v as usize]);
                (b - a).norm()
            };
            let sum = length(one) + length(other);
            by_length[one] -= work / sum;
            by_length[other] -= work / sum;
        }
    }
}

/// Adds the derivatives by Young's modulus, shared by some segments, and by the diameter: the energy is as large as E times this
/// power of it, and `work` is the derivative by its logarithm.
fn by_section(
    model: &Model,
    origin: &Origin<Rods>,
    (work, power): (f64, f64),
    segments: &[usize],
    out: &mut Gradient,
) {
    let (body, material) = (
        model.body_of[origin.first as usize] as usize,
        &origin.body.material,
    );
    out.thickness[body] += power * work / material.diameter;
    let by_young = work / material.young;
    out.young[body] += by_young;
    for &k in segments {
        out.young_by_element[body][k] += by_young / segments.len() as f64;
    }
}

/// Appends the exact Hessian of `scale` Ψ at `x` to `out`.
pub fn hessian(model: &Model, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    let segments = &model.elements.segments;
    out.extend_uniform(&segments.segments, |e, blocks| {
        let ends = segments.segments[e].each_ref().map(|&v| &x[v as usize]);
        put(blocks, scale, Spring::hessian(&segments.springs[e], ends));
    });
    let joints = &model.elements.joints;
    out.extend_uniform(&joints.stencils, |e, blocks| {
        let nodes = joints.stencils[e].each_ref().map(|&v| &x[v as usize]);
        put(blocks, scale, joints.bends[e].hessian(nodes));
    });
}

fn put<const N: usize>(blocks: &mut [Block], scale: f64, hessian: [Block; N]) {
    for (block, hessian) in blocks.iter_mut().zip(hessian) {
        *block = scale * hessian;
    }
}
