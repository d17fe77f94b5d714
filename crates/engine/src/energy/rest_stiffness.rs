//! Stiffness that the elements at rest give to each vertex, and how fast it would swing.

use std::sync::Arc;

use tangency_geometry::Vec3;

use super::elastic_terms;
use crate::linear::BlockSink;
use crate::model::Model;

/// Mean stiffness over the three directions that the elements at rest give to each node, N/m.
pub fn rest_stiffness(model: &Arc<Model>) -> Vec<f64> {
    let mut blocks = BlockSink::new();
    let mut start = model.rest.clone();
    start.resize(model.node_count(), Vec3::zeros());
    for term in elastic_terms(model, 1.0) {
        term.hessian(&start, &mut blocks);
    }
    let mut stiffness = vec![0.0; model.node_count()];
    for e in 0..blocks.len() {
        let nodes = blocks.nodes(e);
        let mut block = blocks.blocks(e).iter();
        for i in 0..nodes.len() {
            for j in i..nodes.len() {
                let Some(block) = block.next() else { break };
                if i == j {
                    stiffness[nodes[i] as usize] += block.trace() / 3.0;
                }
            }
        }
    }
    stiffness
}

/// The highest frequency with which a vertex swings while its neighbours hold still, rad/s.
pub fn highest_frequency(model: &Arc<Model>) -> f64 {
    let stiffness = rest_stiffness(model);
    let vertices = model.mass.iter().zip(stiffness).take(model.vertex_count());
    let movable = vertices.filter(|(mass, _)| **mass > 0.0);
    let squares = movable.map(|(mass, stiffness)| stiffness / mass);
    squares.fold(0.0, f64::max).sqrt()
}
