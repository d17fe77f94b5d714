//! Overlapping pairs of two trees, or of a tree with itself.
//!
//! Each leaf node of the first tree (eight neighbouring primitives) descends the second tree once with its common
//! box; where it reaches a leaf node, its eight boxes are tested against the eight there, edges also along diagonals. Tasks are fixed runs of
//! leaf nodes, so what they produce, and its order, does not depend on the number of threads.

use rayon::prelude::*;

use super::tree::{LANES, Tree};

/// Leaf nodes of the first tree handled by one task.
const LEAVES_PER_TASK: usize = 64;
const LANE_BITS: u32 = LANES.trailing_zeros();

/// Folds `visit` over the overlapping pairs of `a` and `b` that share no vertex; one state a task, in order.
/// With `AMONG`, both are the same tree and each pair is visited once.
pub(super) fn fold_pairs<const A: usize, const B: usize, const AMONG: bool, S: Send>(
    a: &Tree<A>,
    b: &Tree<B>,
    init: impl Fn() -> S + Sync,
    visit: impl Fn(&mut S, u32, u32) + Sync,
) -> Vec<S> {
    let leaves = a.leaf_count();
    (0..leaves.div_ceil(LEAVES_PER_TASK))
        .into_par_iter()
        .map(|task| {
            let mut state = init();
            let mut stack = Vec::new();
            let run = task * LEAVES_PER_TASK;
            for leaf in run..leaves.min(run + LEAVES_PER_TASK) {
                let first = if AMONG { leaf } else { 0 };
                descend(a, leaf, b, first, &mut stack, |other| {
                    let same = AMONG && other == leaf;
                    meet(a, leaf, b, other, same, |p, q| visit(&mut state, p, q));
                });
            }
            state
        })
        .collect()
}

/// Calls `reach` for every leaf node of `b`, from `first` on, whose box overlaps that of a leaf node of `a`.
#[inline]
fn descend<const A: usize, const B: usize>(
    a: &Tree<A>,
    leaf: usize,
    b: &Tree<B>,
    first: usize,
    stack: &mut Vec<(u32, u32)>,
    mut reach: impl FnMut(usize),
) {
    let bounds = a.leaf_bounds(leaf);
    match b.leaf_count() {
        0 => return,
        1 => return reach(0),
        _ => stack.push((b.height() as u32, 0)),
    }
    while let Some((level, node)) = stack.pop() {
        let mut hits = b.node(level as usize, node as usize).overlaps(&bounds);
        while hits != 0 {
            let child = node as usize * LANES + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            if level == 1 {
                if child >= first {
                    reach(child);
                }
            } else if (child + 1) << (LANE_BITS * (level - 1)) > first {
                stack.push((level - 1, child as u32));
            }
        }
    }
}

/// Calls `visit` for the overlapping pairs of two leaf nodes; of the same node, each pair once.
#[inline]
fn meet<const A: usize, const B: usize>(
    a: &Tree<A>,
    leaf_a: usize,
    b: &Tree<B>,
    leaf_b: usize,
    same: bool,
    mut visit: impl FnMut(u32, u32),
) {
    let (node_a, node_b) = (a.node(0, leaf_a), b.node(0, leaf_b));
    let (slabs_a, slabs_b) = (a.slabs(leaf_a), b.slabs(leaf_b));
    let mut near = node_a.overlaps(&b.leaf_bounds(leaf_b));
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        let mut hits = node_b.overlaps(&node_a.lane(lane));
        if same {
            hits &= u32::MAX << (lane + 1);
        }
        if let (Some(slabs_a), Some(slabs_b)) = (slabs_a, slabs_b)
            && hits != 0
        {
            hits &= slabs_b.overlaps(&slabs_a.lane(lane));
        }
        if hits == 0 {
            continue;
        }
        let (p, vertices_p) = a.primitive(leaf_a, lane);
        while hits != 0 {
            let (q, vertices_q) = b.primitive(leaf_b, hits.trailing_zeros() as usize);
            hits &= hits - 1;
            if !share_vertex(vertices_p, vertices_q) {
                visit(p, q);
            }
        }
    }
}

#[inline]
fn share_vertex<const A: usize, const B: usize>(a: &[u32; A], b: &[u32; B]) -> bool {
    let mut shared = false;
    for v in a {
        for w in b {
            shared |= v == w;
        }
    }
    shared
}
