//! Exclusive prefix sums: every count is replaced by the sum of the counts before it.
//!
//! A thread has [`CHUNK`] counts. First every thread adds up its own ([`sum`]); the sums are a list again,
//! [`CHUNK`] times shorter, and so on until a list is no longer than [`CHUNK`]. Then, from the shortest list
//! back, every thread replaces its counts by running sums that start at its place in the list above
//! ([`place`]). The shortest list needs no launch of its own: who starts from it adds up what stands before.
//!
//! Sums wrap modulo 2³²; a caller whose total may exceed that must notice by itself. To have the total, scan
//! one more entry than there are counts.

use crate::chunk_of;

/// Counts per thread.
pub const CHUNK: usize = 32;
/// Counts that are read at once, so that their loads overlap.
const BATCH: usize = 8;
/// Lists above the first that 2³² counts need.
const LEVELS: usize = 7;

/// Which launches a scan of a given length consists of, and where the lists above the first lie.
///
/// The lists above lie one behind the other in a scratch array of [`Plan::scratch`] entries.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    lengths: [usize; LEVELS + 1],
    /// The number of lists above the first.
    top: usize,
}

/// A part of the scratch array, or the list that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The list that is scanned.
    Counts,
    /// Scratch entries from the first number, as many as the second.
    Scratch(usize, usize),
}

/// One launch of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// Thread t writes [`sum`] of its chunk of `of` to place t of `to`.
    Sum {
        /// The list that is added up.
        of: List,
        /// The list of the sums.
        to: List,
        /// The number of threads.
        threads: usize,
    },
    /// Thread t calls [`place`] on its chunk of `list`, starting from [`start`].
    Place {
        /// The list whose counts become running sums.
        list: List,
        /// The list above it, of no entries if there is none.
        above: List,
        /// Whether the list above still has plain sums, since it is the shortest.
        raw: bool,
        /// The number of threads.
        threads: usize,
    },
}

impl Plan {
    /// The plan for `len` counts.
    pub fn new(len: usize) -> Self {
        let mut lengths = [0; LEVELS + 1];
        let mut top = 0;
        lengths[0] = len;
        while lengths[top] > CHUNK {
            lengths[top + 1] = lengths[top].div_ceil(CHUNK);
            top += 1;
        }
        Self { lengths, top }
    }

    /// The length of the scratch array.
    pub fn scratch(&self) -> usize {
        self.lengths[1..=self.top].iter().sum()
    }

    fn list(&self, level: usize) -> List {
        match level {
            0 => List::Counts,
            _ if level > self.top => List::Scratch(0, 0),
            _ => List::Scratch(self.lengths[1..level].iter().sum(), self.lengths[level]),
        }
    }

    /// The launches, in order.
    pub fn launches(&self) -> impl Iterator<Item = Launch> + '_ {
        let threads = |level: usize| self.lengths[level].div_ceil(CHUNK);
        let up = (0..self.top).map(move |level| Launch::Sum {
            of: self.list(level),
            to: self.list(level + 1),
            threads: threads(level),
        });
        // The shortest list stays as it is, unless it is the only one.
        let longest_down = self.top.max(1);
        let down = (0..longest_down).rev().map(move |level| Launch::Place {
            list: self.list(level),
            above: self.list(level + 1),
            raw: level + 1 == self.top,
            threads: threads(level),
        });
        up.chain(down).filter(|launch| match launch {
            Launch::Sum { threads, .. } | Launch::Place { threads, .. } => *threads > 0,
        })
    }
}

/// The sum of the counts of thread `thread`.
#[inline]
pub fn sum(thread: usize, counts: &[u32]) -> u32 {
    let mut total = 0_u32;
    let (batches, rest) = counts[chunk_of(thread, CHUNK, counts.len())].as_chunks::<BATCH>();
    for batch in batches {
        let batch = *batch;
        for count in batch {
            total = total.wrapping_add(count);
        }
    }
    for &count in rest {
        total = total.wrapping_add(count);
    }
    total
}

/// The sum before the chunk of thread `thread`: its entry in the list above, or, where that one still has
/// plain sums (`raw`), the sum of the entries before it.
#[inline]
pub fn start(thread: usize, above: &[u32], raw: bool) -> u32 {
    if above.is_empty() {
        0
    } else if raw {
        above[..thread]
            .iter()
            .fold(0, |total, &count| total.wrapping_add(count))
    } else {
        above[thread]
    }
}

/// Replaces every count of one thread's chunk by `start` and the counts before it.
#[inline]
pub fn place(start: u32, chunk: &mut [u32]) {
    let mut total = start;
    let mut replace = |count: &mut u32, value: u32| {
        *count = total;
        total = total.wrapping_add(value);
    };
    let (batches, rest) = chunk.as_chunks_mut::<BATCH>();
    for batch in batches {
        let values = *batch;
        for k in 0..BATCH {
            replace(&mut batch[k], values[k]);
        }
    }
    for count in rest {
        let value = *count;
        replace(count, value);
    }
}

/// The whole scan on the CPU, launch by launch. `scratch` has [`Plan::scratch`] entries or more.
pub fn exclusive(counts: &mut [u32], scratch: &mut [u32]) {
    for launch in Plan::new(counts.len()).launches() {
        match launch {
            Launch::Sum { of, to, threads } => sum_all(counts, scratch, of, to, threads),
            Launch::Place {
                list,
                above,
                raw,
                threads,
            } => {
                for thread in 0..threads {
                    place_one(counts, scratch, list, above, raw, thread);
                }
            }
        }
    }
}

fn sum_all(counts: &[u32], scratch: &mut [u32], of: List, to: List, threads: usize) {
    let List::Scratch(first, _) = to else { return };
    // A list is never below the one it sums up.
    let (below, above) = scratch.split_at_mut(first);
    let source = match of {
        List::Counts => counts,
        List::Scratch(first, len) => &below[first..first + len],
    };
    for (thread, entry) in above[..threads].iter_mut().enumerate() {
        *entry = sum(thread, source);
    }
}

fn place_one(
    counts: &mut [u32],
    scratch: &mut [u32],
    list: List,
    above: List,
    raw: bool,
    thread: usize,
) {
    let begin = match above {
        List::Scratch(first, len) => start(thread, &scratch[first..first + len], raw),
        List::Counts => 0,
    };
    let target = match list {
        List::Counts => counts,
        List::Scratch(first, len) => &mut scratch[first..first + len],
    };
    let len = target.len();
    place(begin, &mut target[chunk_of(thread, CHUNK, len)]);
}
