#![no_std]
#![feature(abi_ptx, stdarch_nvptx, asm_experimental_arch)]
#![allow(
    clippy::missing_safety_doc,
    reason = "one contract for all entry points, below"
)]
#![allow(
    clippy::too_many_arguments,
    reason = "arrays are passed as pointer and length"
)]
//! The entry points of the GPU: each finds its thread number, makes slices of its arrays, calls the function
//! of `tangency-kernels` for that thread, and stores what it returns.
//!
//! # Safety
//! Of every entry point: each pointer is a device array of the length that follows it and of the type named;
//! arrays that are written overlap with no other argument. The host's wrappers in `crates/gpu/src` keep this.

mod bvh;
mod detect;
mod lists;
mod needs;
mod step;
mod sweep;
mod warp;
mod memory;

use core::slice;

/// A device array that is read.
pub(crate) unsafe fn read<'a, T>(array: *const T, len: usize) -> &'a [T] {
    // SAFETY: the contract of every entry point.
    unsafe { slice::from_raw_parts(array, len) }
}

/// The part of a device array that this thread alone writes.
pub(crate) unsafe fn own<'a, T>(array: *mut T, range: core::ops::Range<usize>) -> &'a mut [T] {
    // SAFETY: the caller's range lies in the array and belongs to no other thread.
    unsafe { slice::from_raw_parts_mut(array.add(range.start), range.end - range.start) }
}

/// The number of this thread among all threads of the launch.
#[inline(always)]
pub(crate) fn thread() -> usize {
    use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x};
    // SAFETY: reading the special registers has no precondition.
    let (block, width, lane) = unsafe { (_block_idx_x(), _block_dim_x(), _thread_idx_x()) };
    block as usize * width as usize + lane as usize
}

/// The number of this thread's block, and of this thread in it.
#[inline(always)]
pub(crate) fn block_and_thread() -> (u32, u32) {
    use core::arch::nvptx::{_block_idx_x, _thread_idx_x};
    // SAFETY: the same.
    let (block, thread) = unsafe { (_block_idx_x(), _thread_idx_x()) };
    (block as u32, thread as u32)
}

/// The number of threads of the launch.
#[inline(always)]
pub(crate) fn threads() -> usize {
    use core::arch::nvptx::{_block_dim_x, _grid_dim_x};
    // SAFETY: the same.
    let (blocks, width) = unsafe { (_grid_dim_x(), _block_dim_x()) };
    blocks as usize * width as usize
}

/// A failed bounds check stops the kernel; the host sees an error at its next call.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: a trap has no precondition.
    unsafe { core::arch::nvptx::trap() }
}
