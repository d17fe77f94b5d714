//! Assembly: `A_ij = sum over elements e and local blocks (a, b) with nodes (i, j) of H_e[a, b]`.
//!
//! Stage 1 (the energies) fills local blocks in parallel; stage 2, here, gathers them by target row
//! in a fixed order, so the sums have the same bits for any number of threads. The contributions of
//! the static elements are sorted once and kept; those of the others (contacts) are counting-sorted
//! by row at each assembly and merged with them.

use std::ops::Range;

use super::block_matrix::BlockMatrix;
use super::rows::{accumulate, for_each_row};
use super::sink::{BlockSink, NodeMap};
use super::{Block, LinearError};

/// Which local blocks contribute to which row: for each row a list of keys ascending by column,
/// then by block. `key = column << 32 | block << 1 | transposed`.
#[derive(Debug, Default)]
pub(super) struct Contributions {
    row_start: Vec<usize>,
    keys: Vec<u64>,
    cursor: Vec<usize>,
}

/// Blocks are counted in 31 bits of a key.
const MAX_BLOCKS: usize = 1 << 31;

impl Contributions {
    /// Collects the contributions of `elements` to the free rows.
    pub fn build(
        &mut self,
        sink: &BlockSink,
        elements: Range<usize>,
        map: &NodeMap,
    ) -> Result<(), LinearError> {
        if sink.all_blocks().len() >= MAX_BLOCKS {
            return Err(LinearError::TooLarge {
                blocks: sink.all_blocks().len(),
            });
        }
        self.row_start.clear();
        self.row_start.resize(map.free_count() + 1, 0);
        let row_count = &mut self.row_start;
        for_each_contribution(sink, elements.clone(), map, |row, _| {
            row_count[row as usize + 1] += 1;
        });
        accumulate(&mut self.row_start);
        self.cursor.clone_from(&self.row_start);
        let total = self.row_start.last().copied().unwrap_or(0);
        self.keys.resize(total, 0);
        let (keys, cursor) = (&mut self.keys, &mut self.cursor);
        for_each_contribution(sink, elements, map, |row, key| {
            let place = &mut cursor[row as usize];
            keys[*place] = key;
            *place += 1;
        });
        for_each_row(&self.row_start, &mut self.keys, &|_, keys| {
            keys.sort_unstable();
        });
        Ok(())
    }

    /// The keys of row `i`.
    pub fn row(&self, i: usize) -> &[u64] {
        &self.keys[self.row_start[i]..self.row_start[i + 1]]
    }

    /// The keys of one entry.
    pub fn entry(&self, i: usize, j: u32) -> &[u64] {
        let row = self.row(i);
        let begin = row.partition_point(|&k| column(k) < j);
        let end = row.partition_point(|&k| column(k) <= j);
        &row[begin..end]
    }
}

/// Visits (row, key) of every local block, off-diagonal ones in both positions.
fn for_each_contribution(
    sink: &BlockSink,
    elements: Range<usize>,
    map: &NodeMap,
    mut visit: impl FnMut(u32, u64),
) {
    for e in elements {
        let nodes = sink.nodes(e);
        let mut block = sink.first_block(e) as u64;
        for (a, &node_a) in nodes.iter().enumerate() {
            let row = map.unknown(node_a);
            if let Some(i) = row {
                visit(i, key(i, block, false));
            }
            block += 1;
            for &node_b in &nodes[a + 1..] {
                if let (Some(i), Some(j)) = (row, map.unknown(node_b)) {
                    visit(i, key(j, block, false));
                    visit(j, key(i, block, true));
                }
                block += 1;
            }
        }
    }
}

fn key(column: u32, block: u64, transposed: bool) -> u64 {
    u64::from(column) << 32 | block << 1 | u64::from(transposed)
}

fn column(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The number of the block that `key` adds.
pub(super) fn block(key: u64) -> usize {
    (key as u32 >> 1) as usize
}

/// The sum of the blocks that `keys` list, each times `scale(its number)`, in their order.
pub(super) fn sum_blocks(keys: &[u64], blocks: &[Block], scale: impl Fn(usize) -> f64) -> Block {
    let mut sum = Block::zeros();
    for &key in keys {
        let (number, block) = (block(key), &blocks[block(key)]);
        let term = if key & 1 == 1 {
            block.transpose()
        } else {
            *block
        };
        sum += term * scale(number);
    }
    sum
}

/// Row `i` of the pattern that two sets of contributions and the diagonal make.
pub(super) fn merged_row<'a>(
    i: usize,
    fixed: &'a Contributions,
    changing: &'a Contributions,
) -> MergedRow<'a> {
    MergedRow {
        diagonal: Some(i as u32),
        first: fixed.row(i),
        second: changing.row(i),
    }
}

/// Walks one row of the merged pattern: static keys, then the others, of each distinct column.
pub(super) struct MergedRow<'a> {
    diagonal: Option<u32>,
    first: &'a [u64],
    second: &'a [u64],
}

impl<'a> Iterator for MergedRow<'a> {
    type Item = (u32, &'a [u64], &'a [u64]);

    fn next(&mut self) -> Option<Self::Item> {
        let next = [
            self.first.first().map(|&k| column(k)),
            self.second.first().map(|&k| column(k)),
            self.diagonal,
        ]
        .into_iter()
        .flatten()
        .min()?;
        if self.diagonal == Some(next) {
            self.diagonal = None;
        }
        Some((
            next,
            take_column(&mut self.first, next),
            take_column(&mut self.second, next),
        ))
    }
}

fn take_column<'a>(keys: &mut &'a [u64], wanted: u32) -> &'a [u64] {
    let count = keys.iter().take_while(|&&k| column(k) == wanted).count();
    let (taken, rest) = keys.split_at(count);
    *keys = rest;
    taken
}

/// Builds pattern and values of `matrix` from the sink's blocks, listed in `fixed` (the static
/// elements) and `changing` (the others), and from `diagonal`, one scalar per node.
pub(super) fn gather(
    matrix: &mut BlockMatrix,
    fixed: &Contributions,
    changing: &Contributions,
    blocks: &[Block],
    diagonal: &[f64],
    map: &NodeMap,
) {
    let merged = |i: usize| merged_row(i, fixed, changing);
    let rows = map.free_count();
    let pattern = &mut matrix.pattern;
    pattern.row_start.clear();
    pattern.row_start.resize(rows + 1, 0);
    count_rows(&mut pattern.row_start[1..], &|i| merged(i).count());
    accumulate(&mut pattern.row_start);
    let total = pattern.row_start[rows];
    pattern.columns.resize(total, 0);
    for_each_row(&pattern.row_start, &mut pattern.columns, &|i, columns| {
        for (column, (j, _, _)) in columns.iter_mut().zip(merged(i)) {
            *column = j;
        }
    });
    matrix.values.resize(total, Block::zeros());
    for_each_row(&pattern.row_start, &mut matrix.values, &|i, values| {
        for (value, (j, first, second)) in values.iter_mut().zip(merged(i)) {
            let mut sum = Block::zeros();
            for &key in first.iter().chain(second) {
                let block = &blocks[block(key)];
                if key & 1 == 1 {
                    sum += block.transpose();
                } else {
                    sum += block;
                }
            }
            if j as usize == i {
                let mass = diagonal[map.free_nodes()[i] as usize];
                sum += Block::identity() * mass;
            }
            *value = sum;
        }
    });
}

fn count_rows(counts: &mut [usize], count: &(impl Fn(usize) -> usize + Sync)) {
    use rayon::prelude::*;
    counts
        .par_iter_mut()
        .enumerate()
        .with_min_len(256)
        .for_each(|(i, c)| *c = count(i));
}
