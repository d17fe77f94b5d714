//! New boxes for a tree whose shape stays: unions over ranges of leaves, in few launches and without atomics.
//!
//! The usual refit climbs from the leaves, and of two children the thread that comes second (told by an
//! atomic counter) goes on: one long chain of dependent atomics and fences, as long as the tree is deep, that
//! the CPU would have to imitate. Here the boxes of [`WIDTH`] neighbours in Morton order are united, then those of
//! [`WIDTH`] such groups, and so on, all reads side by side; every inner node then picks the groups that make up its
//! range, two to six for most nodes. Minimum and maximum do not depend on order, so the boxes are
//! those of the climb, bit for bit.

use super::TreeBox;
use tangency_formulas::Real;

/// Boxes per group.
pub const WIDTH: usize = 4;
/// Levels of groups that 2³² leaves need.
const LEVELS: usize = 16;

/// The places of the levels of groups: one behind the other in one array, level 0 being the leaves.
///
/// The levels end with the first that has one box only, which is that of all leaves.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BoxGroups {
    leaves: usize,
}

impl BoxGroups {
    /// The groups over `leaves` leaves.
    #[inline]
    pub fn new(leaves: usize) -> Self {
        Self { leaves }
    }

    /// The levels as (start in the array, length), leaves first.
    #[inline]
    pub fn levels(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut next = Some((0, self.leaves));
        core::iter::from_fn(move || {
            let (start, len) = next?;
            next = (len > 1).then(|| (start + len, len.div_ceil(WIDTH)));
            Some((start, len))
        })
        .take(LEVELS + 1)
    }

    /// The length of the array.
    pub fn len(&self) -> usize {
        self.levels().map(|(_, len)| len).sum()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.leaves == 0
    }
}

/// Boxes per thread where only the box of all is wanted.
pub const FOLD: usize = 64;

/// The union of the boxes `thread * width` to `thread * width + width - 1`, as far as there are any.
#[inline]
fn unite<R: Real>(thread: usize, width: usize, boxes: &[TreeBox<R>]) -> TreeBox<R> {
    let mut result = TreeBox::empty();
    for item in &boxes[crate::chunk_of(thread, width, boxes.len())] {
        result = result.united(item);
    }
    result
}

/// The union of group `thread` of the boxes of one level.
#[inline]
pub fn group<R: Real>(thread: usize, level: &[TreeBox<R>]) -> TreeBox<R> {
    unite(thread, WIDTH, level)
}

/// The union of [`FOLD`] boxes: repeated until one is left, that of all.
#[inline]
pub fn fold<R: Real>(thread: usize, boxes: &[TreeBox<R>]) -> TreeBox<R> {
    unite(thread, FOLD, boxes)
}

/// The union of the leaves from `first` to `last` inclusive, from the array of all levels of groups.
#[inline]
pub fn range<R: Real>(first: u32, last: u32, leaves: usize, groups: &[TreeBox<R>]) -> TreeBox<R> {
    let (mut begin, mut end) = (first as usize, last as usize + 1);
    let (mut start, mut len) = (0, leaves);
    let mut result = TreeBox::empty();
    while begin < end {
        while begin < end && begin % WIDTH != 0 {
            result = result.united(&groups[start + begin]);
            begin += 1;
        }
        // The last group of a level may be smaller: it is whole where the range reaches the level's end.
        while begin < end && end % WIDTH != 0 && end != len {
            end -= 1;
            result = result.united(&groups[start + end]);
        }
        if begin == end {
            break;
        }
        if len == 1 {
            // All leaves: one box is left on the highest level.
            return result.united(&groups[start]);
        }
        begin /= WIDTH;
        end = end.div_ceil(WIDTH);
        start += len;
        len = len.div_ceil(WIDTH);
    }
    result
}
