#![no_std]
//! The work of ONE thread, as a safe function.
//!
//! The CPU calls these functions in a loop, the GPU runs each call as a thread; both give the same bits. So
//! nothing here is shared between threads: no shared memory, no atomics, no warp operations. A thread reads
//! what earlier launches left, and either **returns** the one item it makes, or fills a **range of its own**,
//! or hands out (place, item) pairs whose places no other thread has.
//!
//! A thread that needs a place in a list counts first, [`scan`]s the counts, and then writes: the order of a list never
//! depends on which thread came first.
//!
//! - [`scan`]: exclusive prefix sums;
//! - [`sort`]: stable radix sort of keys with an index each;
//! - [`storage`], [`rows`]: structures of arrays on the host, in kernels and on the GPU, and lists by vertex;
//! - [`positions`], [`lane`]: where vertices are, and how threads divide the work on one;
//! - [`vbd`]: one vertex of a sweep of Vertex Block Descent;
//! - [`contact`]: which pairs are near, which push, and what a vertex feels of them;
//! - [`arguments`]: what the kernels of a time step are launched with;
//! - [`bvh`]: Morton codes, a binary tree over boxes, its refit, and queries;
//! - `host` (with the feature `std`): the loops over threads.

pub mod arguments;
pub mod bvh;
pub mod contact;
#[cfg(feature = "std")]
pub mod host;
pub mod lane;
pub mod positions;
pub mod rows;
pub mod scan;
pub mod sort;
pub mod storage;
pub mod vbd;

pub use storage::KernelReal;
pub use tangency_formulas::{Real, Vec3, VertexQuadratic};

/// The part of a list of `len` items that belongs to thread `thread` of those that take `chunk` items each.
/// Empty for threads beyond the last.
#[inline]
pub fn chunk_of(thread: usize, chunk: usize, len: usize) -> core::ops::Range<usize> {
    let start = if thread * chunk < len {
        thread * chunk
    } else {
        len
    };
    let end = if len - start < chunk {
        len
    } else {
        start + chunk
    };
    start..end
}
