//! Queries: which leaves of a tree have boxes that meet a given one.

use super::{END, Node, TreeBox};
use tangency_formulas::Real;

/// Calls `hit(primitive)` for every leaf from node `begin` on whose box meets `query`. The tree is over
/// `leaves` primitives.
#[inline]
fn visit_from<R: Real>(
    begin: u32,
    query: &TreeBox<R>,
    nodes: &[Node<R>],
    leaves: usize,
    mut hit: impl FnMut(u32),
) {
    let inner = leaves as u32 - 1;
    let mut at = begin;
    while at != END {
        let node = nodes[at as usize];
        let meets = node.bounds.meets(query);
        let is_leaf = at >= inner;
        if meets && is_leaf {
            hit(node.child);
        }
        at = if meets && !is_leaf {
            node.child
        } else {
            node.next
        };
    }
}

/// The number of primitives of a tree of `nodes` nodes.
#[inline]
fn leaf_count(nodes: usize) -> usize {
    nodes.div_ceil(2)
}

/// Calls `hit(primitive)` for every primitive whose box meets `query`, in the order of the tree.
#[inline]
pub fn visit<R: Real>(query: &TreeBox<R>, nodes: &[Node<R>], hit: impl FnMut(u32)) {
    if !nodes.is_empty() {
        visit_from(0, query, nodes, leaf_count(nodes.len()), hit);
    }
}

/// Calls `hit(a, b)` with a < b for every pair of the primitive at `place` of the Morton order and one at a later
/// place whose boxes meet. Over all places, each pair comes once.
#[inline]
pub fn visit_later<R: Real>(place: usize, nodes: &[Node<R>], mut hit: impl FnMut(u32, u32)) {
    let leaves = leaf_count(nodes.len());
    let own = nodes[leaves - 1 + place];
    visit_from(own.next, &own.bounds, nodes, leaves, |other| {
        if own.child < other {
            hit(own.child, other);
        } else {
            hit(other, own.child);
        }
    });
}

/// The number of primitives whose boxes meet `query`.
#[inline]
pub fn count<R: Real>(query: &TreeBox<R>, nodes: &[Node<R>]) -> u32 {
    let mut found = 0;
    visit(query, nodes, |_| found += 1);
    found
}

/// Writes the primitives whose boxes meet `query` to `list`, as far as it has room.
#[inline]
pub fn list<R: Real>(query: &TreeBox<R>, nodes: &[Node<R>], list: &mut [u32]) {
    let mut found = 0;
    visit(query, nodes, |primitive| {
        if let Some(entry) = list.get_mut(found) {
            *entry = primitive;
        }
        found += 1;
    });
}

/// The number of primitives at later places of the Morton order whose boxes meet that of the one at `place`.
#[inline]
pub fn count_later<R: Real>(place: usize, nodes: &[Node<R>]) -> u32 {
    let mut found = 0;
    visit_later(place, nodes, |_, _| found += 1);
    found
}

/// Writes the pairs of [`visit_later`] to `list`, as far as it has room.
#[inline]
pub fn list_later<R: Real>(place: usize, nodes: &[Node<R>], list: &mut [[u32; 2]]) {
    let mut found = 0;
    visit_later(place, nodes, |a, b| {
        if let Some(entry) = list.get_mut(found) {
            *entry = [a, b];
        }
        found += 1;
    });
}
