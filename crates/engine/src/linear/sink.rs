//! Hand-over from the energies: local Hessians of small stencils, and which nodes are unknowns.

use rayon::prelude::*;
use tangency_geometry::Vec3;

use super::Block;

/// Local Hessians, element after element. Element `e` couples the `k` nodes of [`BlockSink::nodes`]
/// and holds the blocks of its upper triangle row by row: (0,0), (0,1) .. (0,k-1), (1,1), ...
///
/// Block (a, b) is the second derivative by the positions of node a (rows) and node b (columns).
/// The sink is cleared and refilled at each iteration and keeps its memory.
#[derive(Debug, Clone)]
pub struct BlockSink {
    nodes: Vec<u32>,
    node_start: Vec<usize>,
    /// Blocks of the elements; what lies beyond the end of the last is left over from before.
    blocks: Vec<Block>,
    block_start: Vec<usize>,
    fixed_part: Option<StaticPart>,
}

/// A prefix of the elements whose stencils are those of the previous assembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StaticPart {
    pub elements: usize,
    pub generation: u64,
}

/// Number of blocks in the upper triangle of an element with `k` nodes.
pub const fn upper_blocks(k: usize) -> usize {
    k * (k + 1) / 2
}

impl Default for BlockSink {
    fn default() -> Self {
        Self::new()
    }
}

impl BlockSink {
    /// An empty sink.
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            node_start: vec![0],
            blocks: Vec::new(),
            block_start: vec![0],
            fixed_part: None,
        }
    }

    /// Removes all elements, keeping the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.node_start.truncate(1);
        self.block_start.truncate(1);
        self.fixed_part = None;
    }

    /// Multiplies all blocks by a factor.
    pub fn scale(&mut self, factor: f64) {
        self.blocks
            .par_iter_mut()
            .for_each(|block| *block *= factor);
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.node_start.len() - 1
    }

    /// True when there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of element `e`.
    pub fn nodes(&self, e: usize) -> &[u32] {
        &self.nodes[self.node_start[e]..self.node_start[e + 1]]
    }

    /// The upper-triangle blocks of element `e`.
    pub fn blocks(&self, e: usize) -> &[Block] {
        &self.blocks[self.block_start[e]..self.block_start[e + 1]]
    }

    /// Declares the elements appended so far static: as long as `generation` stays the same, the
    /// caller promises that these elements have the same stencils in the same order at every
    /// assembly, so that their share of the pattern is kept. Blocks may change freely.
    pub fn mark_static(&mut self, generation: u64) {
        let elements = self.len();
        self.fixed_part = Some(StaticPart {
            elements,
            generation,
        });
    }

    /// Appends elements of `K` nodes; `fill(e, blocks)` is called in parallel, once for each stencil
    /// `e` of this batch, with its `K (K + 1) / 2` zeroed blocks.
    pub fn extend_uniform<const K: usize>(
        &mut self,
        stencils: &[[u32; K]],
        fill: impl Fn(usize, &mut [Block]) + Sync,
    ) {
        let first = self.end_of_blocks();
        for stencil in stencils {
            self.push_stencil(stencil);
        }
        let end = self.make_room();
        self.blocks[first..end]
            .par_chunks_mut(upper_blocks(K).max(1))
            .enumerate()
            .with_min_len(32)
            .for_each(|(e, blocks)| {
                blocks.fill(Block::zeros());
                fill(e, blocks);
            });
    }

    /// Appends elements of any size: element `e` couples `nodes[offsets[e]..offsets[e + 1]]`.
    /// `fill` is called as in [`BlockSink::extend_uniform`].
    pub fn extend_variable(
        &mut self,
        offsets: &[usize],
        nodes: &[u32],
        fill: impl Fn(usize, &mut [Block]) + Sync,
    ) {
        let first_element = self.len();
        let first = self.end_of_blocks();
        for ends in offsets.windows(2) {
            self.push_stencil(&nodes[ends[0]..ends[1]]);
        }
        let end = self.make_room();
        super::rows::for_each_row(
            &self.block_start[first_element..],
            &mut self.blocks[first..end],
            &|e, blocks| {
                blocks.fill(Block::zeros());
                fill(e, blocks);
            },
        );
    }

    pub(super) fn static_part(&self) -> Option<StaticPart> {
        self.fixed_part
    }

    /// Index of the first block of element `e` in [`BlockSink::all_blocks`].
    pub(super) fn first_block(&self, e: usize) -> usize {
        self.block_start[e]
    }

    /// First blocks of the elements from number `first` on, and the end of the last.
    pub(super) fn block_starts(&self, first: usize) -> &[usize] {
        &self.block_start[first..]
    }

    pub(super) fn all_blocks(&self) -> &[Block] {
        &self.blocks[..self.end_of_blocks()]
    }

    /// Makes the blocks reach to the end of the last element, which is returned.
    fn make_room(&mut self) -> usize {
        let end = self.end_of_blocks();
        if self.blocks.len() < end {
            self.blocks.resize(end, Block::zeros());
        }
        end
    }

    fn end_of_blocks(&self) -> usize {
        self.block_start.last().copied().unwrap_or(0)
    }

    fn push_stencil(&mut self, stencil: &[u32]) {
        self.nodes.extend_from_slice(stencil);
        self.node_start.push(self.nodes.len());
        self.block_start
            .push(self.end_of_blocks() + upper_blocks(stencil.len()));
    }
}

/// Which nodes are unknowns: the free nodes are numbered 0, 1, ... in the order of their indices,
/// fixed nodes have no number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeMap {
    unknown: Vec<u32>,
    free: Vec<u32>,
}

/// The number of a node that is not an unknown.
const FIXED: u32 = u32::MAX;

impl NodeMap {
    /// From one flag per node: true where the node is fixed.
    pub fn new(fixed: &[bool]) -> Self {
        let mut map = Self::default();
        for (node, &is_fixed) in fixed.iter().enumerate() {
            if is_fixed {
                map.unknown.push(FIXED);
            } else {
                map.unknown.push(map.free.len() as u32);
                map.free.push(node as u32);
            }
        }
        map
    }

    /// All of `nodes` nodes are unknowns.
    pub fn all_free(nodes: usize) -> Self {
        Self::new(&vec![false; nodes])
    }

    /// Number of nodes, free and fixed.
    pub fn node_count(&self) -> usize {
        self.unknown.len()
    }

    /// Number of free nodes.
    pub fn free_count(&self) -> usize {
        self.free.len()
    }

    /// The free nodes, ascending.
    pub fn free_nodes(&self) -> &[u32] {
        &self.free
    }

    /// The Euclidean norm of vectors by node over the free ones.
    pub fn norm(&self, vectors: &[Vec3]) -> f64 {
        let squares = self
            .free
            .iter()
            .map(|&v| vectors[v as usize].norm_squared());
        squares.sum::<f64>().sqrt()
    }

    /// The number of `node` among the unknowns, `None` where it is fixed or no node at all.
    pub fn unknown(&self, node: u32) -> Option<u32> {
        let number = self.unknown.get(node as usize).copied()?;
        (number != FIXED).then_some(number)
    }
}
