//! Scan and sort.

use crate::{own, read, thread};
use tangency_kernels::{chunk_of, scan, sort};

/// `to[t]` = the sum of chunk t of `of`.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn scan_sum(
    of: *const u32,
    of_len: usize,
    to: *mut u32,
    to_len: usize,
) {
    let t = thread();
    if t < to_len {
        // SAFETY: the contract; this thread alone writes entry t.
        unsafe { *to.add(t) = scan::sum(t, read(of, of_len)) }
    }
}

/// Running sums in chunk t of `list`, which start from the list above.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn scan_place(
    list: *mut u32,
    list_len: usize,
    above: *const u32,
    above_len: usize,
    raw: u32,
) {
    let t = thread();
    let range = chunk_of(t, scan::CHUNK, list_len);
    if !range.is_empty() {
        // SAFETY: the contract; chunks do not overlap.
        unsafe {
            scan::place(
                scan::start(t, read(above, above_len), raw != 0),
                own(list, range),
            )
        }
    }
}

macro_rules! sort_kernels {
    ($key:ty, $count:ident, $scatter:ident) => {
        /// Counts the digits of chunk t into column t of the table.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $count(
            shift: u32,
            keys: *const $key,
            len: usize,
            table: *mut u32,
            _: usize,
        ) {
            let t = thread();
            let threads = len.div_ceil(sort::CHUNK);
            if t < threads {
                // SAFETY: the contract; the table has a column for each thread.
                unsafe {
                    let counts = sort::count_digits(t, shift, read(keys, len));
                    for digit in 0..sort::DIGITS {
                        *table.add(sort::entry(digit, t, threads)) = counts[digit];
                    }
                }
            }
        }

        /// Moves the keys of chunk t and their indices to their places.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $scatter(
            shift: u32,
            keys: *const $key,
            len: usize,
            indices: *const u32,
            indices_len: usize,
            places: *const u32,
            places_len: usize,
            keys_out: *mut $key,
            _: usize,
            indices_out: *mut u32,
            _: usize,
        ) {
            let t = thread();
            if t * sort::CHUNK < len {
                // SAFETY: the contract; the scanned table gives every key a place of its own below `len`.
                unsafe {
                    let places = read(places, places_len);
                    sort::scatter(
                        t,
                        shift,
                        read(keys, len),
                        read(indices, indices_len),
                        places,
                        |place, key, index| {
                            *keys_out.add(place) = key;
                            *indices_out.add(place) = index;
                        },
                    );
                }
            }
        }
    };
}
sort_kernels!(u32, sort_count_u32, sort_scatter_u32);
sort_kernels!(u64, sort_count_u64, sort_scatter_u64);
