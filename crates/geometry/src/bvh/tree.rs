//! An implicit eight-wide tree over boxes in Morton order.
//!
//! Level 0 holds the primitives' boxes, eight to a node, side by side so that one box is tested against all eight
//! at once. Node `n` of level `l + 1` holds the boxes of the nodes `8 n .. 8 n + 8` of level `l`: no pointers, and
//! fitting the tree to new boxes is one pass over the arrays.

use rayon::prelude::*;
use wide::f32x8;

use super::aabb::{Aabb, Kdop, Slabs};
use super::morton::Curve;

/// Children of a node.
pub(super) const LANES: usize = 8;
/// Nodes fitted by one task.
const NODES_PER_TASK: usize = 256;

/// Eight bounds side by side.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node<const D: usize = 3> {
    min: [[f32; LANES]; D],
    max: [[f32; LANES]; D],
}

impl<const D: usize> Node<D> {
    /// No bounds in any lane: not a number, so that nothing overlaps it, not even what reaches to infinity.
    const EMPTY: Self = Self {
        min: [[f32::NAN; LANES]; D],
        max: [[f32::NAN; LANES]; D],
    };

    #[inline]
    fn set(&mut self, lane: usize, bounds: &Kdop<D>) {
        for k in 0..D {
            self.min[k][lane] = bounds.min[k];
            self.max[k][lane] = bounds.max[k];
        }
    }

    /// The bounds in one lane.
    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Kdop<D> {
        Kdop {
            min: std::array::from_fn(|k| self.min[k][lane]),
            max: std::array::from_fn(|k| self.max[k][lane]),
        }
    }

    /// The bounds around all lanes.
    #[inline]
    fn bounds(&self) -> Kdop<D> {
        Kdop {
            min: self
                .min
                .map(|lanes| lanes.into_iter().fold(f32::INFINITY, f32::min)),
            max: self
                .max
                .map(|lanes| lanes.into_iter().fold(f32::NEG_INFINITY, f32::max)),
        }
    }

    /// Bit `l` is set where `bounds` overlaps lane `l`.
    #[inline]
    pub(super) fn overlaps(&self, bounds: &Kdop<D>) -> u32 {
        let mut hit = f32x8::splat(bounds.min[0]).simd_le(f32x8::new(self.max[0]));
        hit &= f32x8::new(self.min[0]).simd_le(f32x8::splat(bounds.max[0]));
        for k in 1..D {
            hit &= f32x8::splat(bounds.min[k]).simd_le(f32x8::new(self.max[k]));
            hit &= f32x8::new(self.min[k]).simd_le(f32x8::splat(bounds.max[k]));
        }
        hit.to_bitmask()
    }
}

/// The tree over primitives of `K` vertices each.
#[derive(Default)]
pub(super) struct Tree<const K: usize> {
    /// Index of each leaf's primitive in the caller's list.
    index: Vec<u32>,
    /// Vertices of each leaf's primitive.
    vertices: Vec<[u32; K]>,
    levels: Vec<Vec<Node>>,
    /// The primitives' bounds along diagonals, node by node as the leaves; empty where they are not kept.
    slabs: Vec<Node<6>>,
}

impl<const K: usize> Tree<K> {
    /// Orders `primitives` along the curve and fits the boxes; `vertex_boxes` and `vertex_slabs` are indexed by
    /// vertex, and bounds along diagonals are kept where the latter are given.
    pub(super) fn build(
        &mut self,
        primitives: impl Fn(usize) -> [u32; K] + Sync,
        count: usize,
        vertex_boxes: &[Aabb],
        vertex_slabs: &[Slabs],
        curve: &Curve,
    ) {
        self.index = curve.order(count, |i| enclose(&primitives(i), vertex_boxes));
        self.vertices.clear();
        self.vertices
            .extend(self.index.iter().map(|&i| primitives(i as usize)));
        self.levels.clear();
        let mut nodes = count.div_ceil(LANES);
        while nodes > 0 {
            self.levels.push(vec![Node::EMPTY; nodes]);
            nodes = if nodes > 1 { nodes.div_ceil(LANES) } else { 0 };
        }
        let kept = if vertex_slabs.is_empty() {
            0
        } else {
            self.leaf_count()
        };
        self.slabs.clear();
        self.slabs.resize(kept, Node::EMPTY);
        self.fit(vertex_boxes, vertex_slabs);
    }

    /// Fits all boxes to new vertex boxes; the order stays.
    pub(super) fn fit(&mut self, vertex_boxes: &[Aabb], vertex_slabs: &[Slabs]) {
        let Some((leaves, upper)) = self.levels.split_first_mut() else {
            return;
        };
        let vertices = &self.vertices;
        fit_level(leaves, vertices.len(), |i| {
            enclose(&vertices[i], vertex_boxes)
        });
        fit_level(&mut self.slabs, vertices.len(), |i| {
            enclose(&vertices[i], vertex_slabs)
        });
        let mut below: &[Node] = leaves;
        for level in upper {
            fit_level(level, below.len(), |i| below[i].bounds());
            below = level;
        }
    }

    /// Number of leaf nodes.
    pub(super) fn leaf_count(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    /// Levels above the leaf nodes.
    pub(super) fn height(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    /// A node.
    #[inline]
    pub(super) fn node(&self, level: usize, node: usize) -> &Node {
        &self.levels[level][node]
    }

    /// The bounds along diagonals of a leaf node's primitives, where they are kept.
    #[inline]
    pub(super) fn slabs(&self, leaf: usize) -> Option<&Node<6>> {
        self.slabs.get(leaf)
    }

    /// The box of a leaf node.
    #[inline]
    pub(super) fn leaf_bounds(&self, leaf: usize) -> Aabb {
        match self.levels.get(1) {
            Some(parents) => parents[leaf / LANES].lane(leaf % LANES),
            None => self.levels[0][leaf].bounds(),
        }
    }

    /// The primitive in a lane of a leaf node: its index in the caller's list and its vertices.
    #[inline]
    pub(super) fn primitive(&self, leaf: usize, lane: usize) -> (u32, &[u32; K]) {
        let position = leaf * LANES + lane;
        (self.index[position], &self.vertices[position])
    }
}

#[inline]
fn enclose<const K: usize, const D: usize>(
    vertices: &[u32; K],
    vertex_boxes: &[Kdop<D>],
) -> Kdop<D> {
    vertices.iter().fold(Kdop::EMPTY, |bounds, &v| {
        bounds.union(&vertex_boxes[v as usize])
    })
}

/// Fills a level's lanes with the boxes of the `count` entries below it.
fn fit_level<const D: usize>(
    level: &mut [Node<D>],
    count: usize,
    bounds: impl Fn(usize) -> Kdop<D> + Sync,
) {
    level
        .par_chunks_mut(NODES_PER_TASK)
        .enumerate()
        .for_each(|(task, nodes)| {
            for (offset, node) in nodes.iter_mut().enumerate() {
                let first = (task * NODES_PER_TASK + offset) * LANES;
                for entry in first..count.min(first + LANES) {
                    node.set(entry - first, &bounds(entry));
                }
            }
        });
}
