//! A binary tree over boxes, rebuilt or refitted by independent threads, and queries of it.
//!
//! **Build** (when primitives have moved far): a [Morton code](morton) for the centre of every box, [sorted](crate::sort)
//! with the primitive's number; one thread per inner node finds the primitives below it and its children
//! ([`tree::branch`]; Karras 2012); one thread per node links it to its successor ([`tree::link_branch`], [`tree::link_leaf`]).
//!
//! **Refit** (whenever they have moved): the boxes of primitives in Morton order; boxes of four
//! neighbours, of sixteen, and so on ([`refit::group`]); the box of each inner node as the union of the few groups that make up its
//! range of leaves ([`refit::range`]). No thread waits for another, so there are no atomics and the launches are few.
//!
//! **Query**: from a node go to its first child if its box is met, else to its successor, which is where the
//! traversal goes when everything below the node is done. There is no stack, so no depth is too deep, and the search of one leaf
//! for all *later* leaves is a query that begins at its successor: every pair is met once.
//!
//! Nodes: of n primitives, inner nodes are 0 to n-2, with 0 the root; node n-1+k is the leaf at place k of
//! the Morton order. Successor [`END`] ends a query.

mod boxes;
pub mod morton;
pub mod query;
pub mod refit;
pub mod tree;

pub use boxes::TreeBox;
pub use tree::Node;

/// The successor of the last node.
pub const END: u32 = u32::MAX;
