//! The shape of the tree: one thread per inner node, no node waiting for another.
//!
//! T. Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", 2012. The sorted
//! codes form a binary trie. Inner node i covers a range of leaves of which i is the first or the last; its
//! children part the range where the highest differing bit of the codes changes. Equal codes are told apart
//! by their places. The successors ("ropes") that make queries need no stack are those of A. Prokopenko and
//! D. Lebrun-Grandié, "Revising Apetrei's bounding volume hierarchy construction algorithm to allow stackless
//! traversal", 2024, found here without any climb: a range that ends at leaf k is followed by the right child
//! of the one node that parts its range behind leaf k.

use super::morton::Code;
use super::{END, TreeBox};
use crate::storage::plain;
use tangency_formulas::Real;

/// A node of the tree: 32 bytes in single precision, so that one visit reads one sector of GPU memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Node<R> {
    /// The box of everything below.
    pub bounds: TreeBox<R>,
    /// The first child of an inner node; the primitive of a leaf.
    pub child: u32,
    /// The node at which a query goes on after all below this one, or [`END`].
    pub next: u32,
}

plain!(; Node);

/// An inner node, as one thread finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Branch {
    /// The first leaf below the node, as a place in the Morton order.
    pub first: u32,
    /// The last leaf below it.
    pub last: u32,
    /// The last leaf below its left child.
    pub split: u32,
}

plain!(Branch;);

impl Branch {
    /// The node number of the left child, in a tree over `leaves` leaves.
    #[inline]
    pub fn left(&self, leaves: usize) -> u32 {
        if self.first == self.split {
            leaf(self.split, leaves)
        } else {
            self.split
        }
    }

    /// The node number of the right child.
    #[inline]
    pub fn right(&self, leaves: usize) -> u32 {
        let begin = self.split + 1;
        if begin == self.last {
            leaf(begin, leaves)
        } else {
            begin
        }
    }
}

/// The node number of the leaf at `place` of the Morton order.
#[inline]
pub fn leaf(place: u32, leaves: usize) -> u32 {
    place + leaves as u32 - 1
}

/// Leading bits that the codes at places i and j have in common, places breaking ties; -1 outside the list.
#[inline]
fn prefix<C: Code>(codes: &[C], i: i64, j: i64) -> i32 {
    if j < 0 || j >= codes.len() as i64 {
        return -1;
    }
    let common = codes[i as usize].common_bits(codes[j as usize]);
    if common < C::WIDTH {
        common as i32
    } else {
        (C::WIDTH + (i as u32 ^ j as u32).leading_zeros()) as i32
    }
}

/// The range and the split of inner node `node` over sorted codes; there are `codes.len() - 1` inner nodes.
#[inline]
pub fn branch<C: Code>(node: usize, codes: &[C]) -> Branch {
    let i = node as i64;
    // The neighbour with more bits in common lies in the node's range.
    let step = if prefix(codes, i, i + 1) > prefix(codes, i, i - 1) {
        1
    } else {
        -1
    };
    let outside = prefix(codes, i, i - step);
    let mut reach = 2;
    while prefix(codes, i, i + reach * step) > outside {
        reach *= 2;
    }
    let mut length = 0;
    let mut half = reach / 2;
    while half > 0 {
        if prefix(codes, i, i + (length + half) * step) > outside {
            length += half;
        }
        half /= 2;
    }
    let other = i + length * step;
    let whole = prefix(codes, i, other);
    // Seen from i, the last leaf that shares more than the whole range does.
    let mut offset = 0;
    let mut stride = length;
    while stride > 1 {
        stride = (stride + 1) / 2;
        if offset + stride < length && prefix(codes, i, i + (offset + stride) * step) > whole {
            offset += stride;
        }
    }
    let split = if step > 0 { i + offset } else { i - offset - 1 };
    Branch {
        first: i.min(other) as u32,
        last: i.max(other) as u32,
        split: split as u32,
    }
}

/// The successor of whatever ends at leaf `last`. `after[k]` is the right child of the node that splits
/// behind leaf k; it has one entry less than there are leaves.
#[inline]
fn successor(last: u32, after: &[u32]) -> u32 {
    if (last as usize) < after.len() {
        after[last as usize]
    } else {
        END
    }
}

/// An inner node with its links; the box is left empty for the refit.
#[inline]
pub fn link_branch<R: Real>(branch: &Branch, after: &[u32]) -> Node<R> {
    Node {
        bounds: TreeBox::empty(),
        child: branch.left(after.len() + 1),
        next: successor(branch.last, after),
    }
}

/// The leaf at `place` of the Morton order, for primitive `primitive`; the box is left empty for the refit.
#[inline]
pub fn link_leaf<R: Real>(place: usize, primitive: u32, after: &[u32]) -> Node<R> {
    Node {
        bounds: TreeBox::empty(),
        child: primitive,
        next: successor(place as u32, after),
    }
}
