//! Parallel loops over the rows of compressed storage: row `i` is `data[offsets[i]..offsets[i + 1]]`.

/// Rows handled by one task; only speed depends on it.
const GRAIN: usize = 256;

/// Calls `visit(row, its slice)` for every row, in parallel. Each row is written by one call alone,
/// so the result does not depend on the number of threads.
pub(super) fn for_each_row<T: Send>(
    offsets: &[usize],
    data: &mut [T],
    visit: &(impl Fn(usize, &mut [T]) + Sync),
) {
    if offsets.len() > 1 {
        split(0, offsets, data, visit);
    }
}

fn split<T: Send>(
    first: usize,
    offsets: &[usize],
    data: &mut [T],
    visit: &(impl Fn(usize, &mut [T]) + Sync),
) {
    let count = offsets.len() - 1;
    if count <= GRAIN {
        let mut rest = data;
        for (i, ends) in offsets.windows(2).enumerate() {
            let (row, tail) = rest.split_at_mut(ends[1] - ends[0]);
            visit(first + i, row);
            rest = tail;
        }
        return;
    }
    let mid = count / 2;
    let (left, right) = data.split_at_mut(offsets[mid] - offsets[0]);
    rayon::join(
        || split(first, &offsets[..=mid], left, visit),
        || split(first + mid, &offsets[mid..], right, visit),
    );
}

/// Turns counts stored in `offsets[1..]` into offsets (`offsets[0]` is set to zero).
pub(super) fn accumulate(offsets: &mut [usize]) {
    let mut sum = 0;
    for offset in offsets.iter_mut() {
        sum += *offset;
        *offset = sum;
    }
}
