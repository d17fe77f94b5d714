//! The matrix that multigrid sees: the same, with stiff contacts made soft.
//!
//! Contact Hessians can be 1e8 times as stiff as elasticity, in one direction each, and no coarse space
//! of rigid motions can follow a whole surface of them. Here each element `e` that is not static is
//! scaled by `s_e = min(1, CAP k_e / t_e)`, with `t_e` its largest diagonal block and `k_e` the softest
//! diagonal block that its nodes have without contacts. The rows that this changes are eliminated
//! exactly by [`super::precondition`], which also says why that is enough.

use rayon::prelude::*;

use super::Block;
use super::assemble::{Contributions, merged_row, sum_blocks};
use super::block_matrix::BlockMatrix;
use super::rows::{accumulate, for_each_row};
use super::sink::{BlockSink, NodeMap};

/// Largest stiffness of a contact, as a multiple of that of its nodes.
const CAP: f64 = 10.0;

/// The rows of the softened matrix that differ from those of the matrix.
#[derive(Debug, Default)]
pub(super) struct Softened {
    /// Row numbers, ascending.
    pub rows: Vec<u32>,
    start: Vec<usize>,
    values: Vec<Block>,
}

impl Softened {
    /// No row differs.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.start.clear();
        self.values.clear();
    }

    /// Softens what `changing` lists, the elements of `sink` from number `first` on.
    pub fn build(
        &mut self,
        matrix: &BlockMatrix,
        (fixed, changing): (&Contributions, &Contributions),
        (sink, first): (&BlockSink, usize),
        diagonal: &[f64],
        map: &NodeMap,
    ) {
        self.clear();
        if first == sink.len() {
            return;
        }
        let base = base_stiffness((fixed, changing), sink, diagonal, map);
        let scale = element_scales(sink, first, &base, map);
        let offset = sink.first_block(first);
        let scale_of = |block: usize| match block.checked_sub(offset) {
            Some(k) => scale[k],
            None => 1.0,
        };
        let is_soft = |&i: &u32| {
            let keys = changing.row(i as usize).iter();
            keys.copied()
                .any(|key| scale_of(super::assemble::block(key)) < 1.0)
        };
        self.rows
            .par_extend((0..map.free_count() as u32).into_par_iter().filter(is_soft));
        self.start.push(0);
        let length = |&i: &u32| matrix.pattern.row(i as usize).len();
        self.start.extend(self.rows.iter().map(length));
        accumulate(&mut self.start);
        self.values
            .resize(self.start[self.rows.len()], Block::zeros());
        let (rows, blocks) = (&self.rows, sink.all_blocks());
        for_each_row(&self.start, &mut self.values, &|k, values| {
            let i = rows[k] as usize;
            for (value, (j, first, second)) in values.iter_mut().zip(merged_row(i, fixed, changing))
            {
                *value = sum_blocks(first, blocks, |_| 1.0) + sum_blocks(second, blocks, scale_of);
                if j as usize == i {
                    let mass = diagonal[map.free_nodes()[i] as usize];
                    *value += Block::identity() * mass;
                }
            }
        });
    }

    /// Adds `shift` to the diagonal.
    pub fn shift_diagonal(&mut self, matrix: &BlockMatrix, shift: f64) {
        for (k, &i) in self.rows.iter().enumerate() {
            if let Ok(slot) = matrix.pattern.row(i as usize).binary_search(&i) {
                self.values[self.start[k] + slot] += Block::identity() * shift;
            }
        }
    }

    /// The values of the softened matrix, in the pattern of `matrix`.
    pub fn values(&self, matrix: &BlockMatrix) -> Vec<Block> {
        let mut values = matrix.values.clone();
        for (&i, ends) in self.rows.iter().zip(self.start.windows(2)) {
            let begin = matrix.pattern.row_start[i as usize];
            let row = &self.values[ends[0]..ends[1]];
            values[begin..begin + row.len()].copy_from_slice(row);
        }
        values
    }
}

/// Mean diagonal entry that static elements and `diagonal` give each node that others touch.
fn base_stiffness(
    (fixed, changing): (&Contributions, &Contributions),
    sink: &BlockSink,
    diagonal: &[f64],
    map: &NodeMap,
) -> Vec<f64> {
    let blocks = sink.all_blocks();
    (0..map.free_count())
        .into_par_iter()
        .with_min_len(256)
        .map(|i| {
            if changing.row(i).is_empty() {
                return 0.0;
            }
            let own = fixed.entry(i, i as u32);
            let sum = sum_blocks(own, blocks, |_| 1.0).trace() / 3.0;
            sum + diagonal[map.free_nodes()[i] as usize]
        })
        .collect()
}

/// `s_e` for each block of the elements from number `first` on.
fn element_scales(sink: &BlockSink, first: usize, base: &[f64], map: &NodeMap) -> Vec<f64> {
    let starts = sink.block_starts(first);
    let mut scale = vec![1.0; starts[starts.len() - 1] - starts[0]];
    for_each_row(starts, &mut scale, &|k, scale| {
        let (nodes, blocks) = (sink.nodes(first + k), sink.blocks(first + k));
        let (mut stiffest, mut softest) = (0.0f64, f64::INFINITY);
        let mut at = 0;
        for (a, &node) in nodes.iter().enumerate() {
            if let Some(i) = map.unknown(node) {
                stiffest = stiffest.max(blocks[at].trace() / 3.0);
                softest = softest.min(base[i as usize]);
            }
            at += nodes.len() - a;
        }
        if stiffest > CAP * softest {
            scale.fill(CAP * softest / stiffest);
        }
    });
    scale
}
