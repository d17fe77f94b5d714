//! Multifrontal Cholesky factorisation (Duff and Reid 1983; Liu 1992) over the tree of supernodes.
//!
//! The front of a supernode collects its entries of the matrix and the update matrices of its
//! children, in ascending order; eliminating its columns leaves its own update matrix for the
//! parent. Subtrees are independent and run in parallel; every sum has a fixed order, so the factor
//! has the same bits for any number of threads.

use faer::MatMut;
use rayon::prelude::*;

use super::Block;
use super::block_matrix::BlockMatrix;
use super::buffers::BufferPool;
use super::front::eliminate;
use super::packed::PackedLowerTriangle;
use super::symbolic::Symbolic;

/// Subtrees with less than this share of all operations are not cut further.
const TASK_SHARE: f64 = 1.0 / 128.0;
/// Nor are subtrees with fewer operations than this.
const TASK_FLOPS: f64 = 2e6;

/// The numeric factor: one dense column-major panel per supernode, and memory that is reused.
#[derive(Debug, Default)]
pub(super) struct Factor {
    pub values: Vec<f64>,
    pool: BufferPool,
}

/// The update matrix that supernode `from` leaves for its parent: its lower triangle, in [`PackedLowerTriangle`].
struct Update {
    from: usize,
    values: Vec<f64>,
}

/// A subtree still to be factored, with its panels.
type Subtree<'a> = (usize, &'a mut [f64]);

impl Factor {
    /// Factors `matrix`, whose pattern is contained in the one analysed in `symbolic`.
    /// Fails with the position of a block column whose pivot is not positive.
    pub fn compute(&mut self, matrix: &BlockMatrix, symbolic: &Symbolic) -> Result<(), usize> {
        self.values.resize(symbolic.value_count(), 0.0);
        let run = Run {
            matrix,
            symbolic,
            pool: &self.pool,
            task_flops: TASK_FLOPS.max(TASK_SHARE * symbolic.flops),
        };
        let mut trees = Vec::new();
        let mut rest = &mut self.values[..];
        for root in symbolic.roots() {
            let (tree, tail) = rest.split_at_mut(run.panels(root).len());
            trees.push((root, tree));
            rest = tail;
        }
        run.forest(trees)?
            .into_iter()
            .for_each(|u| self.pool.give(u.values));
        Ok(())
    }
}

/// One factorisation in progress.
struct Run<'a> {
    matrix: &'a BlockMatrix,
    symbolic: &'a Symbolic,
    pool: &'a BufferPool,
    task_flops: f64,
}

impl Run<'_> {
    /// Range of the panels of the subtree of `s` among all values.
    fn panels(&self, s: usize) -> std::ops::Range<usize> {
        let first = self.symbolic.first[s] as usize;
        self.symbolic.panel_start[first]..self.symbolic.panel_start[s + 1]
    }

    /// Factors independent subtrees in parallel. All of them run to their ends, so that the failure
    /// reported, the first in order, does not depend on timing.
    fn forest(&self, trees: Vec<Subtree<'_>>) -> Result<Vec<Update>, usize> {
        let done: Vec<_> = trees
            .into_par_iter()
            .with_max_len(1)
            .map(|(s, panels)| self.subtree(s, panels))
            .collect();
        done.into_iter().collect()
    }

    fn subtree(&self, s: usize, panels: &mut [f64]) -> Result<Update, usize> {
        if self.symbolic.work[s] <= self.task_flops {
            self.sequential(s, panels)
        } else {
            self.branching(s, panels)
        }
    }

    /// Follows the heaviest child from `s` down while it is the only large one; everything that hangs
    /// off this chain is factored in parallel, then the chain from the bottom up.
    fn branching(&self, s: usize, panels: &mut [f64]) -> Result<Update, usize> {
        let mut chain = Vec::new();
        let mut trees = Vec::new();
        let mut next = Some((s, panels));
        while let Some((node, panels)) = next.take() {
            let own = self.symbolic.panel_start[node + 1] - self.symbolic.panel_start[node];
            let (mut rest, panel) = panels.split_at_mut(panels.len() - own);
            let heir = self.only_large_child(node);
            for &child in self.symbolic.children(node).iter().rev() {
                let child = child as usize;
                let (before, tree) = rest.split_at_mut(rest.len() - self.panels(child).len());
                if heir == Some(child) {
                    next = Some((child, tree));
                } else {
                    trees.push((child, tree));
                }
                rest = before;
            }
            chain.push((node, panel));
        }
        let mut updates = self.forest(trees)?;
        // Pushed from the top down and from the last child on: the deepest node's come last.
        let mut result = None;
        for (node, panel) in chain.into_iter().rev() {
            let mut own: Vec<Update> = result.take().into_iter().collect();
            while let Some(update) = updates.pop_if(|u| self.is_parent(node, u.from)) {
                own.push(update);
            }
            own.sort_unstable_by_key(|u| u.from);
            result = Some(self.front(node, panel, own)?);
        }
        Ok(result.unwrap_or(Update {
            from: s,
            values: Vec::new(),
        }))
    }

    fn is_parent(&self, node: usize, child: usize) -> bool {
        self.symbolic.parent[child] == node as u32
    }

    fn only_large_child(&self, node: usize) -> Option<usize> {
        let mut large = self
            .symbolic
            .children(node)
            .iter()
            .map(|&c| c as usize)
            .filter(|&c| self.symbolic.work[c] > self.task_flops);
        let first = large.next();
        large.next().map_or(first, |_| None)
    }

    /// Factors a subtree in postorder.
    fn sequential(&self, s: usize, panels: &mut [f64]) -> Result<Update, usize> {
        let mut stack: Vec<Update> = Vec::new();
        let mut rest = panels;
        for node in self.symbolic.first[s] as usize..=s {
            let size = self.symbolic.panel_start[node + 1] - self.symbolic.panel_start[node];
            let (panel, tail) = rest.split_at_mut(size);
            rest = tail;
            let children = stack.split_off(stack.len() - self.symbolic.children(node).len());
            stack.push(self.front(node, panel, children)?);
        }
        Ok(stack.pop().unwrap_or(Update {
            from: s,
            values: Vec::new(),
        }))
    }

    /// Assembles and eliminates the front of supernode `s`.
    fn front(&self, s: usize, panel: &mut [f64], children: Vec<Update>) -> Result<Update, usize> {
        let columns = 3 * self.symbolic.width(s);
        let below = 3 * self.symbolic.rows(s).len();
        panel.fill(0.0);
        self.add_matrix_entries(s, panel);
        let strips = PackedLowerTriangle::new(below);
        let mut update = self.pool.take(strips.entries());
        update.resize(strips.entries(), 0.0);
        for child in children {
            self.add_child(&child, s, panel, &strips, &mut update);
            self.pool.give(child.values);
        }
        let panel = MatMut::from_column_major_slice_mut(panel, columns + below, columns);
        eliminate(panel, &strips, &mut update)
            .map_err(|column| self.symbolic.column_start[s] + column / 3)?;
        Ok(Update {
            from: s,
            values: update,
        })
    }

    fn add_matrix_entries(&self, s: usize, panel: &mut [f64]) {
        let symbolic = self.symbolic;
        let start = symbolic.column_start[s];
        let end = symbolic.column_start[s + 1];
        let rows = symbolic.rows(s);
        let height = 3 * (end - start + rows.len());
        for column in start..end {
            let (others, blocks) = self.matrix.row(symbolic.order[column] as usize);
            let target = &mut panel[3 * (column - start) * height..][..3 * height];
            for (&j, block) in others.iter().zip(blocks) {
                let row = symbolic.position[j as usize] as usize;
                if row < column {
                    continue;
                }
                let local = if row < end {
                    row - start
                } else {
                    end - start + rows.partition_point(|&r| (r as usize) < row)
                };
                add_transposed(target, height, 3 * local, block);
            }
        }
    }

    /// Adds the update of a child to the front of `s` (extend-add), where `update` lies in `strips`.
    fn add_child(
        &self,
        child: &Update,
        s: usize,
        panel: &mut [f64],
        strips: &PackedLowerTriangle,
        update: &mut [f64],
    ) {
        let places = self.symbolic.in_parent(child.from);
        let runs = contiguous_runs(places);
        let width = self.symbolic.width(s);
        let height = 3 * (width + self.symbolic.rows(s).len());
        let of_child = PackedLowerTriangle::new(3 * places.len());
        for (k, &place) in places.iter().enumerate() {
            let place = place as usize;
            for b in 0..3 {
                let row = 3 * k + b;
                let (first, source) = of_child.column(row);
                let source = &child.values[source][row - first..];
                let (target, shift) = if place < width {
                    (&mut panel[(3 * place + b) * height..][..height], 0)
                } else {
                    let (first, target) = strips.column(3 * (place - width) + b);
                    (&mut update[target], 3 * width + first)
                };
                add_runs(target, shift, source, &runs, row);
            }
        }
    }
}

/// Consecutive rows that stay consecutive in the parent: (first, place of first, count), in scalars.
fn contiguous_runs(places: &[u32]) -> Vec<(usize, usize, usize)> {
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (k, &place) in places.iter().enumerate() {
        let place = 3 * place as usize;
        match runs.last_mut() {
            Some((_, start, count)) if *start + *count == place => *count += 3,
            _ => runs.push((3 * k, place, 3)),
        }
    }
    runs
}

/// Adds `source`, whose first row is `from`, to `target`, whose first row is `shift`.
fn add_runs(
    target: &mut [f64],
    shift: usize,
    source: &[f64],
    runs: &[(usize, usize, usize)],
    from: usize,
) {
    let begin = runs.partition_point(|&(first, _, count)| first + count <= from);
    for &(first, place, count) in &runs[begin..] {
        let skip = from.saturating_sub(first);
        let target = &mut target[place + skip - shift..][..count - skip];
        for (t, v) in target.iter_mut().zip(&source[first + skip - from..]) {
            *t += v;
        }
    }
}

/// `target[row.., 0..3] += block^T` in a column-major target of the given height.
fn add_transposed(target: &mut [f64], height: usize, row: usize, block: &Block) {
    for b in 0..3 {
        for a in 0..3 {
            target[b * height + row + a] += block[(b, a)];
        }
    }
}
