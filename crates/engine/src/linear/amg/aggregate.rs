//! Aggregation: which fine nodes move together on the next level (Vanek, Mandel, Brezina 1996).
//!
//! Nodes i and j are strongly connected where `| L_i^-1 A_ij L_j^-T | > theta`, with the Cholesky
//! factors of the diagonal blocks: a measure that no scaling of a single direction, such as a stiff
//! contact normal, can make small in the other directions.

use nalgebra::SMatrix;
use rayon::prelude::*;

use super::super::block_matrix::Pattern;
use super::super::rows::accumulate;
use super::sparse::{Rows, collect_pattern};

/// No aggregate: the node is left to the smoother.
pub(super) const NONE: u32 = u32::MAX;

/// Smallest Frobenius norm of a scaled block that counts as a strong connection.
const STRONG: f64 = 0.05;

/// A partition of the nodes, or of most of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Aggregates {
    /// The aggregate of each node, [`NONE`] where it belongs to none.
    pub of_node: Vec<u32>,
    /// Index where the members of each aggregate begin.
    pub start: Vec<usize>,
    /// Members, ascending within each aggregate.
    pub members: Vec<u32>,
}

impl Aggregates {
    /// Aggregates of a strength graph, greedily in the order of the nodes.
    pub fn new(strong: &Pattern) -> Self {
        let mut of_node = vec![NONE; strong.len()];
        let mut count = neighbourhoods(strong, &mut of_node);
        join_neighbours(strong, &mut of_node);
        count = leftovers(strong, &mut of_node, count);
        let mut start = vec![0; count as usize + 1];
        for &a in of_node.iter().filter(|&&a| a != NONE) {
            start[a as usize + 1] += 1;
        }
        accumulate(&mut start);
        let mut cursor = start.clone();
        let mut members = vec![0; start[count as usize]];
        for (i, &a) in of_node.iter().enumerate().filter(|&(_, &a)| a != NONE) {
            members[cursor[a as usize]] = i as u32;
            cursor[a as usize] += 1;
        }
        Self {
            of_node,
            start,
            members,
        }
    }

    /// Number of aggregates.
    pub fn len(&self) -> usize {
        self.start.len() - 1
    }
}

/// Whole neighbourhoods of nodes none of whose neighbours is taken.
fn neighbourhoods(strong: &Pattern, of_node: &mut [u32]) -> u32 {
    let mut count = 0;
    for i in 0..strong.len() {
        let row = strong.row(i);
        if !row.is_empty() && of_node[i] == NONE && row.iter().all(|&j| of_node[j as usize] == NONE)
        {
            of_node[i] = count;
            row.iter().for_each(|&j| of_node[j as usize] = count);
            count += 1;
        }
    }
    count
}

/// Each free node joins the aggregate that most of its neighbours are in, the first of equals.
fn join_neighbours(strong: &Pattern, of_node: &mut [u32]) {
    let joined: Vec<u32> = (0..strong.len())
        .into_par_iter()
        .with_min_len(1024)
        .map_init(Vec::new, |near: &mut Vec<u32>, i| {
            if of_node[i] != NONE {
                return of_node[i];
            }
            near.clear();
            near.extend(strong.row(i).iter().map(|&j| of_node[j as usize]));
            near.retain(|&a| a != NONE);
            near.sort_unstable();
            let runs = near.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0]));
            runs.reduce(|best, run| if run.0 > best.0 { run } else { best })
                .map_or(NONE, |(_, a)| a)
        })
        .collect();
    of_node.copy_from_slice(&joined);
}

/// Forms aggregates of what is left and its free neighbours; nodes without any stay alone.
fn leftovers(strong: &Pattern, of_node: &mut [u32], mut count: u32) -> u32 {
    for i in 0..strong.len() {
        if of_node[i] == NONE && !strong.row(i).is_empty() {
            of_node[i] = count;
            for &j in strong.row(i) {
                let near = &mut of_node[j as usize];
                if *near == NONE {
                    *near = count;
                }
            }
            count += 1;
        }
    }
    count
}

/// The strong connections of `a`, without the diagonal; `inverse_roots` are the `L_i^-1`.
pub(super) fn strength<const N: usize>(
    a: Rows<'_, N, N>,
    inverse_roots: &[SMatrix<f64, N, N>],
) -> Pattern {
    collect_pattern(a.len(), |i, out| {
        for (j, block) in a.row(i) {
            let scaled = inverse_roots[i] * block * inverse_roots[j as usize].transpose();
            if j as usize != i && scaled.norm() > STRONG {
                out.push(j);
            }
        }
    })
}
