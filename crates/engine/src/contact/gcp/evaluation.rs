//! Value, gradient, Hessian and friction of all terms. What is computed in parallel is summed in the order of the terms.

use rayon::prelude::*;
use tangency_formulas::contact::geometric::{Curvature, Potential};
use tangency_geometry::Vec3;

use super::rings::NONE;
use super::terms::TermSet;
use crate::contact::friction::FrictionContacts;
use crate::contact::kinds::{
    Configuration, EdgeEdgeKind, HalfSpaceKind, PointEdgeKind, PointPointKind, PointTriangleKind,
};
use crate::contact::{
    NormalForce, NormalForceVisitor, PairGradient, PairGradientVisitor, Primitives,
};
use crate::linear::{Block, BlockSink, upper_blocks};
use crate::model::Model;
use crate::ordered;

/// TermSet computed by one task.
const CHUNK: usize = 64;
/// Tasks whose gradients are held at a time.
const BATCH: usize = 64;

/// The sum of all terms at one configuration.
pub struct Evaluation<'a> {
    /// The model.
    pub model: &'a Model,
    /// Potential that the terms have in common.
    pub potential: &'a Potential<f64>,
    /// The terms.
    pub terms: &'a TermSet,
    /// Stiffness κ.
    pub kappa: f64,
    /// Method that makes Hessians positive semi-definite.
    pub curvature: Curvature,
    /// Positions, m.
    pub x: &'a [Vec3],
}

/// Room for the points of a stencil and its derivatives.
#[derive(Default)]
struct Room {
    points: Vec<Vec3>,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
    scratch: Vec<f64>,
    places: Vec<usize>,
}

/// Hessians of some terms, over the vertices that they depend on.
#[derive(Default)]
struct Blocks {
    nodes: Vec<u32>,
    ends: Vec<usize>,
    blocks: Vec<Block>,
}

impl Evaluation<'_> {
    /// Value of the sum.
    pub fn value(&self) -> f64 {
        let chunks = self.terms.len().div_ceil(CHUNK);
        self.kappa
            * ordered::sum(chunks, |chunk| {
                let mut points = Vec::new();
                let value = |k: usize| {
                    self.terms.gather(self.model, self.x, k, &mut points);
                    self.terms.terms[k].value(self.potential, &points)
                };
                self.chunk(chunk).map(value).sum()
            })
    }

    /// Adds its gradient to `out`.
    pub fn gradient(&self, out: &mut [Vec3]) {
        let chunks = self.terms.len().div_ceil(CHUNK);
        for first in (0..chunks).step_by(BATCH) {
            let batch = first..chunks.min(first + BATCH);
            let gradients: Vec<Vec<f64>> = batch
                .clone()
                .into_par_iter()
                .map_init(Vec::new, |points, chunk| self.gradients(chunk, points))
                .collect();
            for (chunk, gradients) in batch.zip(&gradients) {
                let nodes = self.chunk(chunk).flat_map(|k| self.terms.nodes(k));
                for (&v, part) in nodes.zip(gradients.chunks_exact(3)) {
                    if v != NONE {
                        out[v as usize] += self.kappa * Vec3::from_column_slice(part);
                    }
                }
            }
        }
    }

    /// Calls `visit` with the gradient of every term, by the vertices of its stencil.
    pub fn visit_gradients(&self, visit: &mut PairGradientVisitor) {
        let (mut points, mut numbers) = (Vec::new(), Vec::new());
        let (mut nodes, mut gradient) = (Vec::new(), Vec::new());
        for k in 0..self.terms.len() {
            let stencil = self.terms.nodes(k);
            numbers.clear();
            numbers.resize(3 * stencil.len(), 0.0);
            self.terms.gather(self.model, self.x, k, &mut points);
            self.terms.terms[k].gradient(self.potential, &points, &mut numbers);
            nodes.clear();
            gradient.clear();
            let mut first = Vec3::zeros();
            for (j, (&v, part)) in stencil.iter().zip(numbers.chunks_exact(3)).enumerate() {
                let part = self.kappa * Vec3::from_column_slice(part);
                if self.terms.terms[k].is_of_first(j) {
                    first += part;
                }
                if v != NONE {
                    nodes.push(v);
                    gradient.push(part);
                }
            }
            visit(&PairGradient {
                primitives: self.terms.primitives[k],
                vertices: &nodes,
                gradient: &gradient,
                first,
            });
        }
    }

    /// Appends its Hessian, with the curvature asked for, to `out`.
    pub fn hessian(&self, out: &mut BlockSink) {
        let chunks = self.terms.len().div_ceil(CHUNK);
        let parts: Vec<Blocks> = (0..chunks)
            .into_par_iter()
            .map_init(Room::default, |room, chunk| {
                let mut blocks = Blocks::default();
                self.chunk(chunk)
                    .for_each(|k| self.add_hessian(k, room, &mut blocks));
                blocks
            })
            .collect();
        for part in &parts {
            let mut first_blocks = Vec::with_capacity(part.ends.len());
            let mut offsets = vec![0];
            let mut count = 0;
            for &end in &part.ends {
                first_blocks.push(count);
                count += upper_blocks(end - offsets.last().copied().unwrap_or(0));
                offsets.push(end);
            }
            out.extend_variable(&offsets, &part.nodes, |e, blocks| {
                let first = first_blocks[e];
                blocks.copy_from_slice(&part.blocks[first..first + blocks.len()]);
            });
        }
    }

    /// Every contact as friction sees it.
    pub fn friction_contacts(&self) -> FrictionContacts {
        let count = self.terms.len();
        let forces: Vec<f64> = (0..count)
            .into_par_iter()
            .with_min_len(CHUNK)
            .map_init(Vec::new, |points, k| self.force(k, points))
            .collect();
        let mut contacts = FrictionContacts::default();
        let (model, x) = (self.model, self.x);
        let at = Configuration { model, x };
        for (&pair, &force) in self.terms.primitives.iter().zip(&forces) {
            match pair {
                Primitives::PointPoint(v) => contacts.add(PointPointKind, at, v, force),
                Primitives::PointEdge(v) => contacts.add(PointEdgeKind, at, v, force),
                Primitives::PointTriangle(v) => contacts.add(PointTriangleKind, at, v, force),
                Primitives::EdgeEdge(v) => contacts.add(EdgeEdgeKind, at, v, force),
                Primitives::HalfSpace(v) => contacts.add(HalfSpaceKind, at, v, force),
            }
        }
        contacts
    }

    /// Calls `visit` with the force of every pair, and what it depends on.
    pub fn visit_normal_forces(&self, visit: &mut NormalForceVisitor) {
        let (mut points, mut numbers) = (Vec::new(), Vec::new());
        let (mut nodes, mut gradient) = (Vec::new(), Vec::new());
        for k in 0..self.terms.len() {
            let (term, stencil) = (&self.terms.terms[k], self.terms.nodes(k));
            let force = self.force(k, &mut points);
            numbers.clear();
            numbers.resize(3 * stencil.len(), 0.0);
            let slope = term.normal_force_derivatives(self.potential, &points, &mut numbers);
            nodes.clear();
            gradient.clear();
            for (&v, part) in stencil.iter().zip(numbers.chunks_exact(3)) {
                if v != NONE {
                    nodes.push(v);
                    gradient.push(self.kappa * Vec3::from_column_slice(part));
                }
            }
            visit(&NormalForce {
                primitives: self.terms.primitives[k],
                force,
                by_distance: self.kappa * slope,
                vertices: &nodes,
                gradient: &gradient,
            });
        }
    }

    /// The largest product of a pair's force and gap.
    pub fn complementarity(&self) -> f64 {
        let mut points = Vec::new();
        let products = (0..self.terms.len()).map(|k| self.force(k, &mut points) * self.gap(k));
        products.fold(0.0, f64::max)
    }

    /// The mean gap of all pairs as a share of their reach, weighted by the force they exert.
    pub fn room(&self) -> Option<f64> {
        let (mut moment, mut total) = (0.0, 0.0);
        let mut points = Vec::new();
        for k in 0..self.terms.len() {
            let force = self.force(k, &mut points);
            moment += force * self.gap(k) / self.terms.terms[k].reach;
            total += force;
        }
        (total > 0.0).then(|| moment / total)
    }

    /// Pairs closer than a share of their reach, and their gaps.
    pub fn closer_than(&self, share: f64) -> Vec<(Primitives, f64)> {
        let all = (0..self.terms.len()).map(|k| (k, self.gap(k)));
        let close = all.filter(|&(k, gap)| gap < share * self.terms.terms[k].reach);
        close
            .map(|(k, gap)| (self.terms.primitives[k], gap))
            .collect()
    }

    /// Whether gaps below a share `close` of their reach differ by less than a share of themselves from those `before`.
    pub fn has_settled(&self, before: &[Vec3], close: f64, share: f64) -> bool {
        (0..self.terms.len()).all(|k| {
            let gap = self.gap(k);
            let earlier = || self.terms.gap(self.model, before, k);
            gap > close * self.terms.terms[k].reach || (gap - earlier()).abs() < share * gap
        })
    }

    fn chunk(&self, chunk: usize) -> std::ops::Range<usize> {
        chunk * CHUNK..self.terms.len().min((chunk + 1) * CHUNK)
    }

    fn gap(&self, k: usize) -> f64 {
        self.terms.gap(self.model, self.x, k)
    }

    fn force(&self, k: usize, points: &mut Vec<Vec3>) -> f64 {
        self.terms.gather(self.model, self.x, k, points);
        self.kappa * self.terms.terms[k].normal_force(self.potential, points)
    }

    /// The gradients of a chunk's terms for stiffness 1, one behind the other.
    fn gradients(&self, chunk: usize, points: &mut Vec<Vec3>) -> Vec<f64> {
        let size: usize = self
            .chunk(chunk)
            .map(|k| 3 * self.terms.nodes(k).len())
            .sum();
        let mut gradients = vec![0.0; size];
        let mut rest = &mut gradients[..];
        for k in self.chunk(chunk) {
            let (mine, others) = rest.split_at_mut(3 * self.terms.nodes(k).len());
            self.terms.gather(self.model, self.x, k, points);
            self.terms.terms[k].gradient(self.potential, points, mine);
            rest = others;
        }
        gradients
    }

    /// Adds the Hessian of a term over those vertices that it depends on here: most rings are on a plateau, and vertices
    /// without entries would only fill the matrix. A vertex that appears twice has the sum.
    fn add_hessian(&self, k: usize, room: &mut Room, out: &mut Blocks) {
        let (term, nodes) = (&self.terms.terms[k], self.terms.nodes(k));
        let size = 3 * nodes.len();
        self.terms.gather(self.model, self.x, k, &mut room.points);
        room.gradient.resize(size, 0.0);
        room.hessian.resize(size * size, 0.0);
        room.scratch.resize(term.scratch(), 0.0);
        term.hessian(
            self.potential,
            &room.points,
            self.curvature,
            &mut room.gradient,
            &mut room.hessian,
            &mut room.scratch,
        );
        let first_node = out.nodes.len();
        room.places.clear();
        for (&v, rows) in nodes.iter().zip(room.hessian.chunks_exact(3 * size)) {
            if v == NONE || rows.iter().all(|&entry| entry == 0.0) {
                room.places.push(usize::MAX);
                continue;
            }
            let known = out.nodes[first_node..].iter().position(|&w| w == v);
            room.places.push(known.unwrap_or_else(|| {
                out.nodes.push(v);
                out.nodes.len() - 1 - first_node
            }));
        }
        let count = out.nodes.len() - first_node;
        let first_block = out.blocks.len();
        out.blocks
            .resize(first_block + upper_blocks(count), Block::zeros());
        out.ends.push(out.nodes.len());
        for (i, &row) in room.places.iter().enumerate() {
            for (j, &column) in room.places.iter().enumerate() {
                if row > column || column == usize::MAX {
                    continue;
                }
                let place = upper_blocks(count) - upper_blocks(count - row) + column - row;
                let block = &mut out.blocks[first_block + place];
                for r in 0..3 {
                    for c in 0..3 {
                        block[(r, c)] += self.kappa * room.hessian[(3 * i + r) * size + 3 * j + c];
                    }
                }
            }
        }
    }
}
