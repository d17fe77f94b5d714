//! A stable radix sort of keys, each with an index, from the lowest digit to the highest.
//!
//! For every digit of [`DIGIT_BITS`] bits there are three steps: every thread counts how often each digit
//! occurs among its [`CHUNK`] keys ([`count_digits`]); the table of counts, all threads' counts of digit 0
//! first, then those of digit 1 and so on, is [scanned](crate::scan), which makes of every count the place of
//! its first key; every thread hands its keys to their places in order ([`scatter`]). Equal keys keep their
//! order: within a chunk by the order of the loop, between chunks by the order of threads in the table.
//!
//! The counts of a chunk are kept packed, 8 bits each, in four words, which stay in registers whatever digit
//! is counted; an array indexed by the digit would lie in slow memory on the GPU.

use crate::chunk_of;

/// Bits of a digit.
pub const DIGIT_BITS: u32 = 5;
/// Different digits.
pub const DIGITS: usize = 1 << DIGIT_BITS;
/// Keys per thread; no more than 255, for the packed counts.
pub const CHUNK: usize = 32;
/// Keys that are read at once, so that their loads overlap.
const BATCH: usize = 8;

const WORDS: usize = DIGITS / 8;

/// An unsigned number to sort by.
pub trait Key: Copy + Ord {
    /// The digit that starts at bit `shift`.
    fn digit(self, shift: u32) -> usize;
}

impl Key for u32 {
    #[inline]
    fn digit(self, shift: u32) -> usize {
        ((self >> shift) & (DIGITS as u32 - 1)) as usize
    }
}

impl Key for u64 {
    #[inline]
    fn digit(self, shift: u32) -> usize {
        ((self >> shift) & (DIGITS as u64 - 1)) as usize
    }
}

/// The number of threads that sort `len` keys.
pub fn threads(len: usize) -> usize {
    len.div_ceil(CHUNK)
}

/// The length of the table of counts for `len` keys.
pub fn table(len: usize) -> usize {
    threads(len) * DIGITS
}

/// The lowest bit of each digit of keys of `bits` bits, in the order of the passes.
pub fn shifts(bits: u32) -> impl Iterator<Item = u32> {
    (0..bits).step_by(DIGIT_BITS as usize)
}

/// The place of the count of `digit` of thread `thread` of `threads` in the table.
#[inline]
pub fn entry(digit: usize, thread: usize, threads: usize) -> usize {
    digit * threads + thread
}

/// Counts of each digit, up to 255.
#[derive(Clone, Copy)]
struct Tally([u64; WORDS]);

impl Tally {
    #[inline]
    fn new() -> Self {
        Self([0; WORDS])
    }

    /// Counts `digit` and returns how often it had occurred before.
    #[inline]
    fn count(&mut self, digit: usize) -> u32 {
        let shift = (digit % 8) as u32 * 8;
        let one = 1_u64 << shift;
        let mut word = 0;
        for (k, w) in self.0.iter_mut().enumerate() {
            if k == digit / 8 {
                word = *w;
                *w += one;
            }
        }
        ((word >> shift) & 255) as u32
    }

    #[inline]
    fn of(&self, digit: usize) -> u32 {
        ((self.0[digit / 8] >> (digit % 8 * 8)) & 255) as u32
    }
}

/// The counts of each digit that starts at bit `shift` in the chunk of thread `thread`.
#[inline]
pub fn count_digits<K: Key>(thread: usize, shift: u32, keys: &[K]) -> [u32; DIGITS] {
    let mut tally = Tally::new();
    let chunk = &keys[chunk_of(thread, CHUNK, keys.len())];
    let (batches, rest) = chunk.as_chunks::<BATCH>();
    for batch in batches {
        let batch = *batch;
        for key in batch {
            tally.count(key.digit(shift));
        }
    }
    for key in rest {
        tally.count(key.digit(shift));
    }
    let mut counts = [0; DIGITS];
    for (digit, count) in counts.iter_mut().enumerate() {
        *count = tally.of(digit);
    }
    counts
}

/// Hands every key of thread `thread`, with its index, to its place in the order of the digit at bit `shift`.
/// `places` is the scanned table.
#[inline]
pub fn scatter<K: Key>(
    thread: usize,
    shift: u32,
    keys: &[K],
    indices: &[u32],
    places: &[u32],
    mut put: impl FnMut(usize, K, u32),
) {
    let threads = threads(keys.len());
    let mut tally = Tally::new();
    let mut move_one = |key: K, index: u32| {
        let digit = key.digit(shift);
        let place = places[entry(digit, thread, threads)] + tally.count(digit);
        put(place as usize, key, index);
    };
    let range = chunk_of(thread, CHUNK, keys.len());
    let (key_batches, keys_left) = keys[range.clone()].as_chunks::<BATCH>();
    let (index_batches, indices_left) = indices[range].as_chunks::<BATCH>();
    for (batch, batch_indices) in key_batches.iter().zip(index_batches) {
        let (batch, batch_indices) = (*batch, *batch_indices);
        for k in 0..BATCH {
            move_one(batch[k], batch_indices[k]);
        }
    }
    for (&key, &index) in keys_left.iter().zip(indices_left) {
        move_one(key, index);
    }
}

/// Room that a sort on the CPU needs beside its input.
pub struct Scratch<'a, K> {
    /// As many keys as are sorted.
    pub keys: &'a mut [K],
    /// As many indices.
    pub indices: &'a mut [u32],
    /// [`table`] entries.
    pub table: &'a mut [u32],
    /// Memory that the [scan](crate::scan::Plan::scratch) of the table needs.
    pub scan: &'a mut [u32],
}

/// The whole sort on the CPU, launch by launch, by the lowest `bits` bits of the keys.
pub fn sort<K: Key>(keys: &mut [K], indices: &mut [u32], bits: u32, scratch: Scratch<'_, K>) {
    let threads = threads(keys.len());
    let Scratch {
        keys: other_keys,
        indices: other_indices,
        table,
        scan,
    } = scratch;
    for shift in shifts(bits) {
        for thread in 0..threads {
            for (digit, &count) in count_digits(thread, shift, keys).iter().enumerate() {
                table[entry(digit, thread, threads)] = count;
            }
        }
        crate::scan::exclusive(table, scan);
        for thread in 0..threads {
            scatter(thread, shift, keys, indices, table, |place, key, index| {
                other_keys[place] = key;
                other_indices[place] = index;
            });
        }
        keys.copy_from_slice(other_keys);
        indices.copy_from_slice(other_indices);
    }
}
