//! The launches on the CPU: plain loops over threads, on vectors. Tests and the device check compare with these.

extern crate std;

use crate::bvh::tree::{Branch, Node};
use crate::bvh::{TreeBox, morton, query, refit, tree};
use crate::{KernelReal, scan, sort};
use std::vec::Vec;
use std::{iter, vec};

/// Exclusive prefix sums; see [`scan`].
pub fn scanned(counts: &[u32]) -> Vec<u32> {
    let mut result = counts.to_vec();
    let mut scratch = vec![0; scan::Plan::new(counts.len()).scratch()];
    scan::exclusive(&mut result, &mut scratch);
    result
}

/// Keys in order of their lowest `bits` bits, and where each stood; see [`mod@sort`].
pub fn sorted<K: sort::Key>(keys: &[K], bits: u32) -> (Vec<K>, Vec<u32>) {
    let (mut keys, mut order) = (keys.to_vec(), (0..keys.len() as u32).collect::<Vec<_>>());
    let table = sort::table(keys.len());
    let scratch = sort::Scratch {
        keys: &mut keys.clone(),
        indices: &mut order.clone(),
        table: &mut vec![0; table],
        scan: &mut vec![0; scan::Plan::new(table).scratch()],
    };
    sort::sort(&mut keys, &mut order, bits, scratch);
    (keys, order)
}

/// The box of all boxes; empty if there are none.
pub fn scene<R: KernelReal>(boxes: &[TreeBox<R>]) -> TreeBox<R> {
    let mut level = boxes.to_vec();
    while level.len() > 1 {
        let threads = level.len().div_ceil(refit::FOLD);
        level = (0..threads)
            .map(|thread| refit::fold(thread, &level))
            .collect();
    }
    level.first().copied().unwrap_or_else(TreeBox::empty)
}

/// All levels of groups over boxes in Morton order; see [`refit`].
pub fn groups<R: KernelReal>(leaves: &[TreeBox<R>]) -> Vec<TreeBox<R>> {
    let plan = refit::BoxGroups::new(leaves.len());
    let mut groups = leaves.to_vec();
    for ((start, len), (_, threads)) in plan.levels().zip(plan.levels().skip(1)) {
        for thread in 0..threads {
            let item = refit::group(thread, &groups[start..start + len]);
            groups.push(item);
        }
    }
    groups
}

/// A tree over boxes, with all that its launches made on the way; see [`bvh`](crate::bvh).
#[derive(Clone, Debug)]
pub struct Tree<R, C> {
    /// The sorted Morton codes.
    pub codes: Vec<C>,
    /// The primitive at each place of the Morton order.
    pub order: Vec<u32>,
    /// Ranges and splits of the inner nodes.
    pub branches: Vec<Branch>,
    /// Inner nodes, then leaves.
    pub nodes: Vec<Node<R>>,
}

impl<R: KernelReal, C: morton::Code> Tree<R, C> {
    /// The tree over the boxes of primitives.
    pub fn build(boxes: &[TreeBox<R>]) -> Self {
        let scene = scene(boxes);
        let codes: Vec<C> = boxes
            .iter()
            .map(|item| morton::code(item, &scene))
            .collect();
        let (codes, order) = sorted(&codes, C::BITS);
        let inner = boxes.len().saturating_sub(1);
        let branches: Vec<_> = (0..inner).map(|node| tree::branch(node, &codes)).collect();
        let mut after = vec![0; inner];
        for branch in &branches {
            after[branch.split as usize] = branch.right(boxes.len());
        }
        let inner_nodes = branches
            .iter()
            .map(|branch| tree::link_branch(branch, &after));
        let leaves = order.iter().enumerate();
        let leaf_nodes =
            leaves.map(|(place, &primitive)| tree::link_leaf(place, primitive, &after));
        let nodes = inner_nodes.chain(leaf_nodes).collect();
        let mut result = Self {
            codes,
            order,
            branches,
            nodes,
        };
        result.refit(boxes);
        result
    }

    /// New boxes for the nodes.
    pub fn refit(&mut self, boxes: &[TreeBox<R>]) {
        let leaves: Vec<_> = self.order.iter().map(|&k| boxes[k as usize]).collect();
        let groups = groups(&leaves);
        let (inner, last) = self.nodes.split_at_mut(self.branches.len());
        for (node, branch) in inner.iter_mut().zip(&self.branches) {
            node.bounds = refit::range(branch.first, branch.last, leaves.len(), &groups);
        }
        for (node, bounds) in last.iter_mut().zip(leaves) {
            node.bounds = bounds;
        }
    }

    /// The primitives that meet each query, one list behind the other, and where each list starts; the last
    /// entry is the length of all.
    pub fn hits(&self, queries: &[TreeBox<R>]) -> (Vec<u32>, Vec<u32>) {
        let counts = queries.iter().map(|item| query::count(item, &self.nodes));
        let places = scanned(&counts.chain(iter::once(0)).collect::<Vec<_>>());
        let mut hits = vec![0; places[queries.len()] as usize];
        for (k, item) in queries.iter().enumerate() {
            query::list(
                item,
                &self.nodes,
                &mut hits[places[k] as usize..places[k + 1] as usize],
            );
        }
        (places, hits)
    }

    /// The pairs of primitives whose boxes meet, each once, those of each place of the Morton order together,
    /// and where these start.
    pub fn pairs(&self) -> (Vec<u32>, Vec<[u32; 2]>) {
        let leaves = self.order.len();
        let counts = (0..leaves).map(|place| query::count_later(place, &self.nodes));
        let places = scanned(&counts.chain(iter::once(0)).collect::<Vec<_>>());
        let mut pairs = vec![[0; 2]; places[leaves] as usize];
        for place in 0..leaves {
            let own = &mut pairs[places[place] as usize..places[place + 1] as usize];
            query::list_later(place, &self.nodes, own);
        }
        (places, pairs)
    }
}
