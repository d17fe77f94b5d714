//! Vertices that follow others: y = W x, each a fixed combination of the nodes of one tet, whose weights add up to one.
//!
//! They have no mass and are no unknowns. A potential of y has in x the gradient Wᵀ ∂/∂y and the Hessian Wᵀ ∂²/∂y² W, and
//! along a direction p of x they move on straight lines with W p: all that looks at positions, collision detection and
//! certificate included, takes them for vertices like others.

use tangency_geometry::Vec3;

use crate::linear::{Block, BlockSink, upper_blocks};

/// The vertices of embedded surfaces, and what they follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependents {
    /// The vertices, ascending.
    pub vertices: Vec<u32>,
    /// The nodes of the tet that each follows.
    pub nodes: Vec<[u32; 4]>,
    /// Weight of each of these nodes; they add up to one.
    pub weights: Vec<[f64; 4]>,
    /// Triangles over them that only stand for the body in pictures and files; those that are in contact are triangles of
    /// the contact surface.
    pub shown: Vec<[u32; 3]>,
    /// Whether any of them is on the contact surface.
    pub touch: bool,
}

impl Dependents {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The place of a vertex among them, if it is one.
    pub fn place(&self, vertex: u32) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// The combination of `values` by node that dependent number `k` has.
    pub fn combine(&self, k: usize, values: &[Vec3]) -> Vec3 {
        let terms = self.nodes[k].iter().zip(&self.weights[k]);
        terms.fold(Vec3::zeros(), |sum, (&v, &w)| sum + values[v as usize] * w)
    }

    /// Gives each dependent its combination of positions, displacements or velocities, `values` by vertex; nothing where
    /// there are no values.
    pub fn follow(&self, values: &mut [Vec3]) {
        if values.is_empty() {
            return;
        }
        for (k, &v) in self.vertices.iter().enumerate() {
            values[v as usize] = self.combine(k, values);
        }
    }

    /// Hands what acts on dependents, `forces` by vertex, on to the nodes that they follow.
    pub fn hand_on(&self, forces: &mut [Vec3]) {
        for (k, &v) in self.vertices.iter().enumerate() {
            let force = std::mem::take(&mut forces[v as usize]);
            if force != Vec3::zeros() {
                for (&node, &weight) in self.nodes[k].iter().zip(&self.weights[k]) {
                    forces[node as usize] += force * weight;
                }
            }
        }
    }

    /// Appends the elements of `from` to `to`, those with dependents as elements over the nodes that these follow.
    pub fn append(&self, from: &BlockSink, to: &mut BlockSink) {
        let mut offsets = vec![0];
        let mut nodes = Vec::new();
        let combinations: Vec<Combination> = (0..from.len())
            .map(|e| {
                let combination = Combination::new(self, from.nodes(e));
                nodes.extend_from_slice(&combination.nodes);
                offsets.push(nodes.len());
                combination
            })
            .collect();
        to.extend_variable(&offsets, &nodes, |e, blocks| {
            combinations[e].expand(from.blocks(e), blocks);
        });
    }
}

/// The vertices of one element as combinations of nodes.
struct Combination {
    /// The nodes, ascending.
    nodes: Vec<u32>,
    /// For each vertex of the element the places of its nodes, and their weights.
    terms: Vec<Vec<(usize, f64)>>,
}

impl Combination {
    fn new(dependents: &Dependents, vertices: &[u32]) -> Self {
        let places: Vec<Option<usize>> = vertices.iter().map(|&v| dependents.place(v)).collect();
        let mut nodes = Vec::with_capacity(4 * vertices.len());
        for (&v, place) in vertices.iter().zip(&places) {
            match place {
                Some(k) => nodes.extend(dependents.nodes[*k]),
                None => nodes.push(v),
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        let place_of = |node: u32| nodes.partition_point(|&other| other < node);
        let terms = vertices.iter().zip(&places).map(|(&v, place)| match place {
            Some(k) => {
                let follows = dependents.nodes[*k].iter().zip(&dependents.weights[*k]);
                let terms = follows.filter(|(_, weight)| **weight != 0.0);
                terms.map(|(&node, &w)| (place_of(node), w)).collect()
            }
            None => vec![(place_of(v), 1.0)],
        });
        Combination {
            terms: terms.collect(),
            nodes,
        }
    }

    /// Adds Wᵀ H W to `into`, where `blocks` is the upper triangle of H by rows, and `into` that of the result.
    fn expand(&self, blocks: &[Block], into: &mut [Block]) {
        let count = self.nodes.len();
        // Rows before that of `a` have count, count - 1, ... blocks.
        let at = |a: usize, b: usize| upper_blocks(count) - upper_blocks(count - a) + b - a;
        let mut number = 0;
        for (i, rows) in self.terms.iter().enumerate() {
            for (j, columns) in self.terms.iter().enumerate().skip(i) {
                let block = &blocks[number];
                number += 1;
                for &(a, row_weight) in rows {
                    for &(b, column_weight) in columns {
                        let weight = row_weight * column_weight;
                        // Of an off-diagonal block the matrix also has the transpose, at (b, a).
                        if a <= b {
                            into[at(a, b)] += block * weight;
                        }
                        if i != j && b <= a {
                            into[at(b, a)] += block.transpose() * weight;
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependents() -> Dependents {
        Dependents {
            vertices: vec![5, 6, 7],
            nodes: vec![[0, 1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3]],
            weights: vec![
                [0.1, 0.2, 0.3, 0.4],
                [0.7, 0.5, -0.2, 0.0],
                [0.25, 0.25, 0.25, 0.25],
            ],
            ..Dependents::default()
        }
    }

    /// The full matrix of a sink over `count` nodes.
    fn full(sink: &BlockSink, count: usize) -> Vec<Vec<Block>> {
        let mut matrix = vec![vec![Block::zeros(); count]; count];
        for e in 0..sink.len() {
            let nodes = sink.nodes(e);
            let mut blocks = sink.blocks(e).iter();
            for (i, &a) in nodes.iter().enumerate() {
                for (j, &b) in nodes.iter().enumerate().skip(i) {
                    let block = blocks.next().expect("a block for each pair");
                    matrix[a as usize][b as usize] += block;
                    if i != j {
                        matrix[b as usize][a as usize] += block.transpose();
                    }
                }
            }
        }
        matrix
    }

    #[test]
    fn elements_of_dependents_are_those_of_their_nodes() {
        let dependents = dependents();
        let mut sink = BlockSink::new();
        // Elements that share nodes through their vertices, in any order; blocks on the diagonal are symmetric.
        sink.extend_uniform(&[[7, 2, 5, 6], [4, 3, 1, 0]], |e, blocks| {
            for (k, block) in blocks.iter_mut().enumerate() {
                *block = Block::from_fn(|r, c| (e + 3 * k + 2 * r + 5 * c) as f64 % 7.0);
            }
            for k in [0, 4, 7, 9] {
                blocks[k] += blocks[k].transpose();
            }
        });
        let mut reduced = BlockSink::new();
        dependents.append(&sink, &mut reduced);
        let (before, after) = (full(&sink, 8), full(&reduced, 8));
        // W by rows: nodes follow themselves.
        let weight = |v: usize, node: usize| match dependents.place(v as u32) {
            Some(k) => {
                let own = dependents.nodes[k].iter().zip(&dependents.weights[k]);
                own.filter(|(n, _)| **n as usize == node)
                    .map(|(_, w)| w)
                    .sum()
            }
            None => f64::from(u8::from(v == node)),
        };
        for (a, row) in after.iter().enumerate() {
            for (b, found) in row.iter().enumerate() {
                let mut expected = Block::zeros();
                for (i, row) in before.iter().enumerate().filter(|_| a < 5 && b < 5) {
                    for (j, block) in row.iter().enumerate() {
                        expected += block * (weight(i, a) * weight(j, b));
                    }
                }
                let error: f64 = (found - expected).amax();
                assert!(error < 1e-12, "block ({a}, {b}) is off by {error}");
            }
        }
    }

    /// The work of forces is the same before and after they are handed on.
    #[test]
    fn handing_on_is_the_transpose_of_following() {
        let dependents = dependents();
        let number = |k: usize| Vec3::new(k as f64, (3 * k % 5) as f64, 1.0 - k as f64);
        let mut moved: Vec<Vec3> = (0..8).map(number).collect();
        dependents.follow(&mut moved);
        let mut forces: Vec<Vec3> = (0..8).map(|k| number(7 * k % 8)).collect();
        let work =
            |forces: &[Vec3]| -> f64 { forces.iter().zip(&moved).map(|(f, x)| f.dot(x)).sum() };
        let before = work(&forces);
        dependents.hand_on(&mut forces);
        assert!((work(&forces) - before).abs() < 1e-12);
        assert!(forces[5..].iter().all(|f| *f == Vec3::zeros()));
    }
}
