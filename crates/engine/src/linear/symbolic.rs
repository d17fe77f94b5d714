//! Symbolic factorisation on the node graph: supernodes, their rows and their tree.
//!
//! Columns of the factor with (nearly) the same rows form a supernode, stored as one dense panel;
//! a child is merged into its parent when the explicit zeros that costs stay few (relaxed
//! amalgamation, Ashcraft and Grimes 1989). All indices count 3x3 blocks.

use super::block_matrix::Pattern;
use super::tree::{Elimination, NONE, first_descendants, invert, postorder};

/// Merge when the joint supernode has at most this many block columns and at most this share of
/// explicit zeros.
const RELAX: &[(usize, f64)] = &[(4, 0.8), (8, 0.5), (16, 0.2), (32, 0.1), (usize::MAX, 0.03)];

/// The structure of the factor. Positions count block columns in the order of elimination.
#[derive(Debug, Default)]
pub(super) struct Symbolic {
    /// `order[k]` is the row eliminated at position `k`.
    pub order: Vec<u32>,
    /// Inverse of `order`.
    pub position: Vec<u32>,
    /// First position of each supernode, and the end of the last.
    pub column_start: Vec<usize>,
    /// Index where the rows of each supernode begin in `rows`.
    pub row_start: Vec<usize>,
    /// Positions below the diagonal block of each supernode, ascending.
    pub rows: Vec<u32>,
    /// For each of `rows`: its block row in the front of the parent.
    pub in_parent: Vec<u32>,
    /// Parent of each supernode, [`NONE`] at roots; supernodes are postordered.
    pub parent: Vec<u32>,
    /// Children of supernode `s`, ascending: `children[child_start[s]..child_start[s + 1]]`.
    pub child_start: Vec<usize>,
    pub children: Vec<u32>,
    /// First supernode of the subtree of each supernode.
    pub first: Vec<u32>,
    /// Index where the panel of each supernode begins among the scalar values of the factor.
    pub panel_start: Vec<usize>,
    /// Operations in the subtree of each supernode.
    pub work: Vec<f64>,
    /// Operations in total, explicit zeros included.
    pub flops: f64,
}

impl Symbolic {
    /// Number of supernodes.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Block columns of supernode `s`.
    pub fn width(&self, s: usize) -> usize {
        self.column_start[s + 1] - self.column_start[s]
    }

    /// Positions of the rows below supernode `s`.
    pub fn rows(&self, s: usize) -> &[u32] {
        &self.rows[self.row_start[s]..self.row_start[s + 1]]
    }

    /// For each row below supernode `s`: its block row in the front of the parent.
    pub fn in_parent(&self, s: usize) -> &[u32] {
        &self.in_parent[self.row_start[s]..self.row_start[s + 1]]
    }

    /// Children of supernode `s`.
    pub fn children(&self, s: usize) -> &[u32] {
        &self.children[self.child_start[s]..self.child_start[s + 1]]
    }

    /// Supernodes without a parent, ascending.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&s| self.parent[s] == NONE)
    }

    /// Scalar entries of all panels.
    pub fn value_count(&self) -> usize {
        self.panel_start.last().copied().unwrap_or(0)
    }

    /// Analyses `pattern` under `elimination`.
    pub fn new(pattern: &Pattern, elimination: &Elimination) -> Self {
        let merged = Amalgamation::new(elimination);
        let (order, column_start, parent) = merged.renumber(&elimination.order);
        let mut symbolic = Self {
            position: invert(&order),
            order,
            column_start,
            first: first_descendants(&parent),
            parent,
            ..Self::default()
        };
        symbolic.list_children();
        symbolic.find_rows(pattern);
        symbolic.measure();
        symbolic
    }

    fn list_children(&mut self) {
        let n = self.len();
        self.child_start = vec![0; n + 1];
        for &p in self.parent.iter().filter(|&&p| p != NONE) {
            self.child_start[p as usize + 1] += 1;
        }
        super::rows::accumulate(&mut self.child_start);
        let mut cursor = self.child_start.clone();
        self.children = vec![0; self.child_start[n]];
        for (s, &p) in self.parent.iter().enumerate().filter(|&(_, &p)| p != NONE) {
            let place = &mut cursor[p as usize];
            self.children[*place] = s as u32;
            *place += 1;
        }
    }

    /// Rows of a supernode: entries of its columns and rows of its children, below its own end.
    fn find_rows(&mut self, pattern: &Pattern) {
        let mut mark = vec![NONE; self.order.len()];
        self.row_start = vec![0];
        for s in 0..self.len() {
            let (start, end) = (self.column_start[s], self.column_start[s + 1]);
            let first = self.rows.len();
            let rows = &mut self.rows;
            let mut add = |rows: &mut Vec<u32>, row: u32| {
                if row as usize >= end && mark[row as usize] != s as u32 {
                    mark[row as usize] = s as u32;
                    rows.push(row);
                }
            };
            for &i in &self.order[start..end] {
                for &j in pattern.row(i as usize) {
                    add(rows, self.position[j as usize]);
                }
            }
            for &c in &self.children[self.child_start[s]..self.child_start[s + 1]] {
                for k in self.row_start[c as usize]..self.row_start[c as usize + 1] {
                    let row = rows[k];
                    add(rows, row);
                }
            }
            rows[first..].sort_unstable();
            self.row_start.push(rows.len());
        }
        self.place_in_parents();
    }

    fn place_in_parents(&mut self) {
        self.in_parent = vec![0; self.rows.len()];
        for c in 0..self.len() {
            let p = match self.parent[c] {
                NONE => continue,
                p => p as usize,
            };
            let (start, end) = (self.column_start[p], self.column_start[p + 1]);
            let mut below = end - start;
            let mut parent_rows = self.rows[self.row_start[p]..self.row_start[p + 1]].iter();
            for k in self.row_start[c]..self.row_start[c + 1] {
                let row = self.rows[k];
                self.in_parent[k] = if (row as usize) < end {
                    row - start as u32
                } else {
                    below += parent_rows.by_ref().take_while(|&&r| r < row).count();
                    below += 1;
                    below as u32 - 1
                };
            }
        }
    }

    fn measure(&mut self) {
        let n = self.len();
        self.panel_start = vec![0; n + 1];
        self.work = vec![0.0; n];
        for s in 0..n {
            let columns = 3 * self.width(s);
            let height = columns + 3 * self.rows(s).len();
            self.panel_start[s + 1] = self.panel_start[s] + columns * height;
            let own = sum_of_squares(height) - sum_of_squares(height - columns);
            self.flops += own;
            self.work[s] += own;
            if self.parent[s] != NONE {
                self.work[self.parent[s] as usize] += self.work[s];
            }
        }
    }
}

/// `1 + 4 + ... + n^2`.
fn sum_of_squares(n: usize) -> f64 {
    let n = n as f64;
    n * (n + 1.0) * (2.0 * n + 1.0) / 6.0
}

/// Fundamental supernodes and which of them are merged into their parents.
struct Amalgamation {
    /// First position of each fundamental supernode, and the end of the last.
    start: Vec<usize>,
    /// Parent of each fundamental supernode.
    parent: Vec<u32>,
    /// The supernode each is merged into, itself where it stays.
    into: Vec<u32>,
}

impl Amalgamation {
    fn new(elimination: &Elimination) -> Self {
        let (start, of_column) = fundamental(elimination);
        let n = start.len() - 1;
        let last = |s: usize| start[s + 1] - 1;
        let parent: Vec<u32> = (0..n)
            .map(|s| match elimination.parent[last(s)] {
                NONE => NONE,
                p => of_column[p as usize],
            })
            .collect();
        let mut width: Vec<usize> = start.windows(2).map(|w| w[1] - w[0]).collect();
        let degree: Vec<usize> = (0..n)
            .map(|s| elimination.counts[last(s)] as usize - 1)
            .collect();
        let mut zeros = vec![0; n];
        let mut into: Vec<u32> = (0..n as u32).collect();
        // Postorder: when a child is visited its own children have been decided.
        for c in 0..n {
            if parent[c] == NONE {
                continue;
            }
            let p = parent[c] as usize;
            let new = width[c] * (width[p] + degree[p] - degree[c]);
            let joint = width[c] + width[p];
            let all_zeros = new + zeros[c] + zeros[p];
            let entries = joint * (joint + 1) / 2 + joint * degree[p];
            if worth_merging(joint, all_zeros, entries) {
                into[c] = p as u32;
                width[p] = joint;
                zeros[p] = all_zeros;
            }
        }
        Self {
            start,
            parent,
            into,
        }
    }

    /// The new order, the first position of each merged supernode, and their tree, postordered.
    fn renumber(mut self, order: &[u32]) -> (Vec<u32>, Vec<usize>, Vec<u32>) {
        let n = self.into.len();
        for s in (0..n).rev() {
            self.into[s] = self.into[self.into[s] as usize];
        }
        let kept: Vec<u32> = (0..n as u32)
            .filter(|&s| self.into[s as usize] == s)
            .collect();
        let mut index = vec![NONE; n];
        for (k, &s) in kept.iter().enumerate() {
            index[s as usize] = k as u32;
        }
        let tree: Vec<u32> = kept
            .iter()
            .map(|&s| match self.parent[s as usize] {
                NONE => NONE,
                p => index[self.into[p as usize] as usize],
            })
            .collect();
        let post = postorder(&tree);
        let new_index = invert(&post);
        let mut members = vec![Vec::new(); kept.len()];
        for s in 0..n {
            let k = new_index[index[self.into[s] as usize] as usize];
            members[k as usize].push(s);
        }
        let mut new_order = Vec::with_capacity(order.len());
        let mut column_start = vec![0];
        for parts in &members {
            for &s in parts {
                new_order.extend_from_slice(&order[self.start[s]..self.start[s + 1]]);
            }
            column_start.push(new_order.len());
        }
        let parent = post
            .iter()
            .map(|&k| match tree[k as usize] {
                NONE => NONE,
                p => new_index[p as usize],
            })
            .collect();
        (new_order, column_start, parent)
    }
}

fn worth_merging(width: usize, zeros: usize, entries: usize) -> bool {
    RELAX
        .iter()
        .any(|&(limit, share)| width <= limit && zeros as f64 <= share * entries as f64)
}

/// Maximal runs of columns whose structures are nested: start positions and the run of each column.
fn fundamental(elimination: &Elimination) -> (Vec<usize>, Vec<u32>) {
    let n = elimination.order.len();
    let mut start = Vec::new();
    let mut of_column = Vec::with_capacity(n);
    for k in 0..n {
        let continues = k > 0
            && elimination.parent[k - 1] == k as u32
            && elimination.counts[k - 1] == elimination.counts[k] + 1;
        if !continues {
            start.push(k);
        }
        of_column.push(start.len() as u32 - 1);
    }
    start.push(n);
    (start, of_column)
}
