//! The candidate pairs of one kind: collected, or handed to a narrow phase inside the traversal.

use super::traverse::fold_pairs;
use super::tree::Tree;

/// The candidate pairs of a primitive with `A` vertices and one with `B`, as indices into the surface's lists.
///
/// No pair shares a vertex and none is visited twice. All forms visit in parallel, and their result does not
/// depend on the number of threads.
#[derive(Clone, Copy)]
pub struct CandidatePairs<'t, const A: usize, const B: usize> {
    a: &'t Tree<A>,
    b: &'t Tree<B>,
    /// Whether both are the same tree: each pair once, the smaller index first.
    among: bool,
}

impl<'t, const K: usize> CandidatePairs<'t, K, K> {
    pub(super) fn among(tree: &'t Tree<K>) -> Self {
        Self {
            a: tree,
            b: tree,
            among: true,
        }
    }
}

impl<'t, const A: usize, const B: usize> CandidatePairs<'t, A, B> {
    pub(super) fn between(a: &'t Tree<A>, b: &'t Tree<B>) -> Self {
        Self { a, b, among: false }
    }

    /// Puts the pairs that pass `filter` into `out`, replacing what it held.
    pub fn collect(&self, filter: impl Fn(u32, u32) -> bool + Sync, out: &mut Vec<(u32, u32)>) {
        let runs = self.fold(Vec::new, |found, a, b| {
            if filter(a, b) {
                found.push((a, b));
            }
        });
        concatenate(&runs, out);
    }

    /// Runs `visit(a, b, found)` on every pair and joins what the calls found, in the order of the pairs.
    #[must_use]
    pub fn visit<T: Copy + Send + Sync>(
        &self,
        visit: impl Fn(u32, u32, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        let mut out = Vec::new();
        concatenate(
            &self.fold(Vec::new, |found, a, b| visit(a, b, found)),
            &mut out,
        );
        out
    }

    /// Folds `visit(state, a, b)` over the pairs: one state for each fixed run of pairs, returned in order.
    #[must_use]
    pub fn fold<S: Send>(
        &self,
        init: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, u32, u32) + Sync,
    ) -> Vec<S> {
        if self.among {
            fold_pairs::<A, B, true, S>(self.a, self.b, init, |state, a, b| {
                visit(state, a.min(b), a.max(b))
            })
        } else {
            fold_pairs::<A, B, false, S>(self.a, self.b, init, visit)
        }
    }
}

/// Joins the runs in order.
fn concatenate<T: Copy>(runs: &[Vec<T>], out: &mut Vec<T>) {
    out.clear();
    out.reserve(runs.iter().map(Vec::len).sum());
    for run in runs {
        out.extend_from_slice(run);
    }
}
