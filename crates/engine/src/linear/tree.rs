//! Elimination tree and column counts of the Cholesky factor of a permuted node graph.
//!
//! Tree: Liu, "The role of elimination trees in sparse factorization" (1990). Counts: Gilbert, Ng,
//! Peyton, "An efficient algorithm to compute row and column counts for sparse Cholesky
//! factorization" (1994), nearly linear in the entries of the matrix, not of the factor.

use super::block_matrix::Pattern;

/// No parent: a root.
pub(super) const NONE: u32 = u32::MAX;

/// A permutation whose elimination tree is postordered, with what the factor would cost.
#[derive(Debug, Clone)]
pub(super) struct Elimination {
    /// `order[k]` is the row eliminated at position `k`.
    pub order: Vec<u32>,
    /// Parent position of each position in the elimination tree, [`NONE`] at roots.
    pub parent: Vec<u32>,
    /// Block entries of each column of the factor, diagonal included.
    pub counts: Vec<u32>,
    /// Floating-point operations of the scalar factorisation.
    pub flops: f64,
}

/// Predicted cost of a factorisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cost {
    /// Block rows of the matrix.
    pub rows: usize,
    /// Block entries of the factor.
    pub blocks: f64,
    /// Floating-point operations.
    pub flops: f64,
}

impl Elimination {
    /// Predicted cost of the factorisation.
    pub fn cost(&self) -> Cost {
        Cost {
            rows: self.order.len(),
            blocks: self.counts.iter().map(|&c| f64::from(c)).sum(),
            flops: self.flops,
        }
    }

    /// Postorders `order` and predicts its cost on `pattern`.
    pub fn new(pattern: &Pattern, mut order: Vec<u32>) -> Self {
        let mut position = invert(&order);
        let tree = parents(pattern, &order, &position);
        let post = postorder(&tree);
        let new_position = invert(&post);
        let parent = post
            .iter()
            .map(|&k| match tree[k as usize] {
                NONE => NONE,
                p => new_position[p as usize],
            })
            .collect::<Vec<_>>();
        order = post.iter().map(|&k| order[k as usize]).collect();
        position
            .iter_mut()
            .for_each(|p| *p = new_position[*p as usize]);
        let counts = column_counts(pattern, &order, &position, &parent);
        let flops = counts.iter().map(|&c| block_column_flops(c)).sum();
        Self {
            order,
            parent,
            counts,
            flops,
        }
    }
}

/// Operations of three scalar columns below one diagonal block: the sum of their squared lengths.
fn block_column_flops(count: u32) -> f64 {
    let length = 3.0 * f64::from(count);
    length.powi(2) + (length - 1.0).powi(2) + (length - 2.0).powi(2)
}

pub(super) fn invert(order: &[u32]) -> Vec<u32> {
    let mut position = vec![0; order.len()];
    for (k, &i) in order.iter().enumerate() {
        position[i as usize] = k as u32;
    }
    position
}

/// Parents by path compression over virtual ancestors.
fn parents(pattern: &Pattern, order: &[u32], position: &[u32]) -> Vec<u32> {
    let n = order.len();
    let mut parent = vec![NONE; n];
    let mut ancestor = vec![NONE; n];
    for k in 0..n as u32 {
        for &j in pattern.row(order[k as usize] as usize) {
            let mut node = position[j as usize];
            while node < k {
                let next = ancestor[node as usize];
                ancestor[node as usize] = k;
                if next == NONE {
                    parent[node as usize] = k;
                    break;
                }
                node = next;
            }
        }
    }
    parent
}

/// Depth-first order of a forest, children ascending, each node after all its children.
pub(super) fn postorder(parent: &[u32]) -> Vec<u32> {
    let n = parent.len();
    let mut first_child = vec![NONE; n];
    let mut sibling = vec![NONE; n];
    let mut first_root = NONE;
    for k in (0..n).rev() {
        let head = match parent[k] {
            NONE => &mut first_root,
            p => &mut first_child[p as usize],
        };
        sibling[k] = *head;
        *head = k as u32;
    }
    let mut post = Vec::with_capacity(n);
    let mut path = Vec::new();
    let mut node = first_root;
    loop {
        while node != NONE {
            path.push(node);
            node = first_child[node as usize];
        }
        let Some(done) = path.pop() else { break };
        post.push(done);
        node = sibling[done as usize];
    }
    post
}

/// Length of each column of the factor for a postordered elimination: row subtrees counted by their
/// leaves and least common ancestors.
fn column_counts(pattern: &Pattern, order: &[u32], position: &[u32], parent: &[u32]) -> Vec<u32> {
    let n = order.len();
    let first = first_descendants(parent);
    let mut delta: Vec<i64> = (0..n).map(|k| i64::from(first[k] == k as u32)).collect();
    let mut last_first = vec![NONE; n];
    let mut last_leaf = vec![NONE; n];
    let mut set: Vec<u32> = (0..n as u32).collect();
    for k in 0..n {
        if parent[k] != NONE {
            delta[parent[k] as usize] -= 1;
        }
        for &j in pattern.row(order[k] as usize) {
            let row = position[j as usize] as usize;
            let seen = last_first[row];
            if row <= k || (seen != NONE && first[k] <= seen) {
                continue;
            }
            last_first[row] = first[k];
            delta[k] += 1;
            let previous = std::mem::replace(&mut last_leaf[row], k as u32);
            if previous != NONE {
                delta[find(&mut set, previous) as usize] -= 1;
            }
        }
        if parent[k] != NONE {
            set[k] = parent[k];
        }
    }
    for k in 0..n {
        if parent[k] != NONE {
            delta[parent[k] as usize] += delta[k];
        }
    }
    delta.into_iter().map(|c| c as u32).collect()
}

/// Smallest position in the subtree of each node of a postordered forest.
pub(super) fn first_descendants(parent: &[u32]) -> Vec<u32> {
    let mut first: Vec<u32> = (0..parent.len() as u32).collect();
    for k in 0..parent.len() {
        if parent[k] != NONE {
            let p = parent[k] as usize;
            first[p] = first[p].min(first[k]);
        }
    }
    first
}

fn find(set: &mut [u32], start: u32) -> u32 {
    let mut root = start;
    while set[root as usize] != root {
        root = set[root as usize];
    }
    let mut node = start;
    while node != root {
        node = std::mem::replace(&mut set[node as usize], root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eliminates a dense boolean matrix and compares tree and counts.
    #[test]
    fn tree_and_counts_agree_with_dense_elimination() {
        let n = 40;
        let mut state = 7u64;
        let mut filled = vec![vec![false; n]; n];
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 40) as usize % n
        };
        for k in 0..3 * n {
            let (i, j) = if k < n { (k, k) } else { (draw(), draw()) };
            filled[i][j] = true;
            filled[j][i] = true;
        }
        let mut pattern = Pattern::default();
        for row in &filled {
            let entries = (0..n).filter(|&j| row[j]).map(|j| j as u32);
            pattern.columns.extend(entries);
            pattern.row_start.push(pattern.columns.len());
        }
        let order: Vec<u32> = (0..n).map(|k| (k * 27 % n) as u32).collect();
        let elimination = Elimination::new(&pattern, order);
        let at = |k: usize| elimination.order[k] as usize;
        for k in 0..n {
            let below: Vec<usize> = (k + 1..n).filter(|&r| filled[at(r)][at(k)]).collect();
            assert_eq!(elimination.counts[k] as usize, below.len() + 1);
            let parent = below.first().map_or(NONE, |&p| p as u32);
            assert_eq!(elimination.parent[k], parent);
            for &r in &below {
                for &c in &below {
                    filled[at(r)][at(c)] = true;
                }
            }
        }
    }
}
