//! Activation distance of each primitive (Huang et al. 2025, section 5.3.4): as far as asked for, but where a pair
//! would push at the start, only half as far as that pair is apart. So nothing pushes at the start.

use super::rings::Rings;
use super::terms::TermSet;
use crate::contact::Primitives;
use crate::model::Model;

/// Share of a pair's gap at the start that its primitives may reach.
const SHARE: f64 = 0.5;

/// Activation distances of all primitives, m; a pair has the smaller of its two.
pub struct ActivationDistances {
    /// The largest of them: the distance asked for.
    pub target: f64,
    /// Of each vertex.
    pub vertices: Vec<f64>,
    /// Of each edge.
    pub edges: Vec<f64>,
    /// Of each triangle.
    pub faces: Vec<f64>,
}

impl ActivationDistances {
    /// The same for all.
    pub fn uniform(model: &Model, target: f64) -> Self {
        ActivationDistances {
            target,
            vertices: vec![target; model.vertex_count()],
            edges: vec![target; model.surface.edges.len()],
            faces: vec![target; model.surface.triangles.len()],
        }
    }

    /// Whether any is shorter than what was asked for.
    pub fn has_shortened(&self) -> bool {
        let all = [&self.vertices, &self.edges, &self.faces];
        all.into_iter().flatten().any(|&reach| reach < self.target)
    }

    /// Shortens them so that none of the terms that push at the start does; from vertices to their edges, and from edges to
    /// their triangles.
    pub fn shorten(&mut self, model: &Model, rings: &Rings, pushing: &TermSet) {
        for k in 0..pushing.len() {
            let most = SHARE * pushing.gap(model, &model.rest, k);
            let shorten = |reach: &mut f64| *reach = reach.min(most);
            let (vertices, edges) = (&mut self.vertices, &mut self.edges);
            match pushing.primitives[k] {
                Primitives::PointPoint(pair) => pair
                    .iter()
                    .for_each(|&v| shorten(&mut vertices[v as usize])),
                Primitives::PointEdge([p, a, b]) => {
                    shorten(&mut vertices[p as usize]);
                    shorten(&mut edges[rings.edge([a, b]) as usize]);
                }
                Primitives::PointTriangle([p, a, b, c]) => {
                    shorten(&mut vertices[p as usize]);
                    shorten(&mut self.faces[rings.triangle([a, b, c]) as usize]);
                }
                Primitives::EdgeEdge([a, b, c, d]) => {
                    shorten(&mut edges[rings.edge([a, b]) as usize]);
                    shorten(&mut edges[rings.edge([c, d]) as usize]);
                }
                Primitives::HalfSpace([_, v]) => shorten(&mut vertices[v as usize]),
            }
        }
        for (reach, ends) in self.edges.iter_mut().zip(&model.surface.edges) {
            let shortest = ends.map(|v| self.vertices[v as usize]);
            *reach = reach.min(shortest[0]).min(shortest[1]);
        }
        for (reach, &[a, b, c]) in self.faces.iter_mut().zip(&model.surface.triangles) {
            for side in [[a, b], [b, c], [c, a]] {
                *reach = reach.min(self.edges[rings.edge(side) as usize]);
            }
        }
    }
}
