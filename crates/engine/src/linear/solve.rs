//! Triangular solves with the supernodal factor: `L y = b`, then `L^T x = y`.
//!
//! Small subtrees are independent and run in parallel; what they subtract from rows above them is added
//! up afterwards in their order. How the tree is cut depends on the factor alone, so the solution has
//! the same bits for any number of threads.

use rayon::prelude::*;

use super::symbolic::Symbolic;

/// Subtrees with at most this share of the factor, or with so few entries, are not cut further.
const TASK_SHARE: usize = 32;
const TASK_ENTRIES: usize = 1 << 15;

/// Memory that is kept between solves.
pub(super) type Scratch = Vec<f64>;

/// Solves `L L^T x = b` in place; `x` is in the order of elimination, three scalars per block.
pub(super) fn solve(symbolic: &Symbolic, values: &[f64], x: &mut [f64], scratch: &mut Scratch) {
    let (tasks, top) = cut(symbolic);
    let mut parts = split(symbolic, &tasks, x);
    parts
        .par_iter_mut()
        .with_max_len(1)
        .for_each(|(task, part)| {
            let local = &mut Vec::new();
            for s in task.first..=task.root {
                forward(symbolic, s, values, part, local);
            }
        });
    let subtracted: Vec<Vec<f64>> = parts.into_iter().map(|(_, part)| part.above).collect();
    for (task, subtracted) in tasks.iter().zip(&subtracted) {
        let rows = symbolic.rows(task.root).iter();
        for (&row, change) in rows.zip(subtracted.chunks_exact(3)) {
            add(&mut x[3 * row as usize..][..3], change);
        }
    }
    let mut whole = Part::whole(x);
    for &s in &top {
        forward(symbolic, s, values, &mut whole, scratch);
    }
    for &s in top.iter().rev() {
        backward(symbolic, s, values, &mut whole, scratch);
    }
    let above: Vec<Vec<f64>> = tasks.iter().map(|task| task.above(symbolic, x)).collect();
    let mut parts = split(symbolic, &tasks, x);
    for ((_, part), above) in parts.iter_mut().zip(above) {
        part.above = above;
    }
    parts
        .par_iter_mut()
        .with_max_len(1)
        .for_each(|(task, part)| {
            let local = &mut Vec::new();
            for s in (task.first..=task.root).rev() {
                backward(symbolic, s, values, part, local);
            }
        });
}

/// A subtree that is solved by one thread: supernodes `first..=root`.
#[derive(Debug, Clone, Copy)]
struct Task {
    first: usize,
    root: usize,
}

impl Task {
    /// The entries of `x` that the subtree needs from above.
    fn above(&self, symbolic: &Symbolic, x: &[f64]) -> Vec<f64> {
        let rows = symbolic.rows(self.root).iter();
        rows.flat_map(|&row| &x[3 * row as usize..][..3])
            .copied()
            .collect()
    }
}

/// The largest subtrees that are small, and the supernodes above them, both ascending.
fn cut(symbolic: &Symbolic) -> (Vec<Task>, Vec<usize>) {
    let limit = TASK_ENTRIES.max(symbolic.value_count() / TASK_SHARE);
    let (mut tasks, mut top) = (Vec::new(), Vec::new());
    let mut end = symbolic.len();
    while end > 0 {
        let (root, first) = (end - 1, symbolic.first[end - 1] as usize);
        if symbolic.panel_start[end] - symbolic.panel_start[first] <= limit {
            tasks.push(Task { first, root });
            end = first;
        } else {
            top.push(root);
            end = root;
        }
    }
    tasks.reverse();
    top.reverse();
    (tasks, top)
}

/// The unknowns of a subtree, and of the rows above that it touches.
struct Part<'a> {
    /// First position of the subtree.
    begin: usize,
    x: &'a mut [f64],
    /// Rows of the root, and a vector on them.
    rows_above: &'a [u32],
    above: Vec<f64>,
}

impl<'a> Part<'a> {
    fn whole(x: &'a mut [f64]) -> Self {
        Self {
            begin: 0,
            x,
            rows_above: &[],
            above: Vec::new(),
        }
    }

    /// The unknowns at position `row`.
    fn at(&mut self, row: u32) -> &mut [f64] {
        let inside = 3 * (row as usize - self.begin);
        if inside < self.x.len() {
            &mut self.x[inside..inside + 3]
        } else {
            let k = self.rows_above.partition_point(|&r| r < row);
            &mut self.above[3 * k..3 * k + 3]
        }
    }

    /// The unknowns of supernode `s`.
    fn own(&mut self, symbolic: &Symbolic, s: usize) -> &mut [f64] {
        let start = 3 * (symbolic.column_start[s] - self.begin);
        &mut self.x[start..start + 3 * symbolic.width(s)]
    }
}

/// The part of `x` of each task, with zeros above.
fn split<'a>(symbolic: &'a Symbolic, tasks: &[Task], x: &'a mut [f64]) -> Vec<(Task, Part<'a>)> {
    let mut rest = x;
    let mut done = 0;
    let mut parts = Vec::with_capacity(tasks.len());
    for &task in tasks {
        let begin = symbolic.column_start[task.first];
        let end = symbolic.column_start[task.root + 1];
        let (before, tail) = rest.split_at_mut(3 * (end - done));
        let rows_above = symbolic.rows(task.root);
        let part = Part {
            begin,
            x: &mut before[3 * (begin - done)..],
            rows_above,
            above: vec![0.0; 3 * rows_above.len()],
        };
        parts.push((task, part));
        rest = tail;
        done = end;
    }
    parts
}

fn add(target: &mut [f64], change: &[f64]) {
    target.iter_mut().zip(change).for_each(|(t, c)| *t += c);
}

/// Eliminates the columns of supernode `s` and subtracts their share from the rows below.
fn forward(symbolic: &Symbolic, s: usize, values: &[f64], part: &mut Part, local: &mut Vec<f64>) {
    let columns = 3 * symbolic.width(s);
    let rows = symbolic.rows(s);
    local.clear();
    local.extend_from_slice(part.own(symbolic, s));
    local.resize(columns + 3 * rows.len(), 0.0);
    let panel = &values[symbolic.panel_start[s]..symbolic.panel_start[s + 1]];
    for (j, column) in panel.chunks_exact(local.len()).enumerate() {
        let pivot = local[j] / column[j];
        local[j] = pivot;
        for (t, l) in local[j + 1..].iter_mut().zip(&column[j + 1..]) {
            *t -= l * pivot;
        }
    }
    part.own(symbolic, s).copy_from_slice(&local[..columns]);
    for (&row, change) in rows.iter().zip(local[columns..].chunks_exact(3)) {
        add(part.at(row), change);
    }
}

/// Solves for the columns of supernode `s` from the rows below.
fn backward(symbolic: &Symbolic, s: usize, values: &[f64], part: &mut Part, local: &mut Vec<f64>) {
    let columns = 3 * symbolic.width(s);
    local.clear();
    local.extend_from_slice(part.own(symbolic, s));
    for &row in symbolic.rows(s) {
        local.extend_from_slice(part.at(row));
    }
    let panel = &values[symbolic.panel_start[s]..symbolic.panel_start[s + 1]];
    for (j, column) in panel.chunks_exact(local.len()).enumerate().rev() {
        local[j] = (local[j] - dot(&column[j + 1..], &local[j + 1..])) / column[j];
    }
    part.own(symbolic, s).copy_from_slice(&local[..columns]);
}

/// Scalar product in eight interleaved partial sums, a fixed order that vectorises.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail: f64 = a_chunks
        .remainder()
        .iter()
        .zip(b_chunks.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    sums.iter().sum::<f64>() + tail
}
