//! Lengths that the lists of a detection need, and what happens where they are shorter.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::memory::{item, view};
use crate::thread;
use crate::warp;
use tangency_kernels::KernelReal;
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::storage::DeviceArray;

/// The lengths that the lists of hits, pairs, pushes and planes need.
#[inline(always)]
unsafe fn needs<R: KernelReal>(memory: &StepMemory<R>) -> [u32; 4] {
    // SAFETY: the contract.
    unsafe {
        let begins = view(&memory.begins);
        let pushes = begins[memory.v.len as usize];
        let both = begins[begins.len() - 1];
        [
            last(&memory.places),
            last(&memory.ranks),
            pushes,
            both - pushes,
        ]
    }
}

/// The last item of a list of counts that were scanned: their sum.
#[inline(always)]
pub unsafe fn last(counts: &DeviceArray<u32>) -> u32 {
    // SAFETY: the contract; the list is not empty.
    unsafe { view(counts)[counts.len as usize - 1] }
}

/// Whether all lists are long enough for what was counted; where not, they hold nothing that may be read.
#[inline(always)]
pub unsafe fn fits<R: KernelReal>(memory: &StepMemory<R>) -> bool {
    // SAFETY: the contract.
    let [hits, pairs, pushes, planes] = unsafe { needs(memory) };
    u64::from(hits) <= memory.hits.len
        && u64::from(pairs) <= memory.pairs.len
        && u64::from(pushes) <= memory.pushes.len
        && u64::from(planes) <= memory.planes.len
}

/// Whether the lists of this step have been too short before.
#[inline(always)]
pub unsafe fn is_void<R: KernelReal>(memory: &StepMemory<R>) -> bool {
    // SAFETY: the contract.
    unsafe { view(&memory.control)[control::TOO_MANY] != 0 }
}

/// Keeps the largest needs of the step, and whether any of them was too large.
#[inline(always)]
pub unsafe fn note_needs<R: KernelReal>(memory: &StepMemory<R>) {
    // SAFETY: the contract; one thread calls this.
    unsafe {
        let [hits, pairs] = [memory.hits.len, memory.pairs.len];
        let room = [hits, pairs, memory.pushes.len, memory.planes.len];
        let places = [
            control::HITS,
            control::PAIRS,
            control::PUSHES,
            control::PLANES,
        ];
        for ((need, room), place) in needs(memory).into_iter().zip(room).zip(places) {
            let most = item(&memory.control, place);
            if *most < need {
                *most = need;
            }
            if u64::from(need) > room {
                *item(&memory.control, control::TOO_MANY) = 1;
            }
        }
    }
}

/// Keeps the largest number of all threads of a launch, of whole warps, in a place of the control word, as the bits of
/// an `f32` that is not negative.
#[inline(always)]
pub unsafe fn note_largest<R: KernelReal>(memory: &StepMemory<R>, place: usize, number: f32) {
    let most = warp::largest(number);
    if thread() % 32 == 0 && most > 0.0 {
        // SAFETY: the contract.
        let kept = unsafe { counter(item(&memory.control, place)) };
        kept.fetch_max(most.to_bits(), Ordering::Relaxed);
    }
}

/// Entry `k` of an array that many threads count in.
#[inline(always)]
pub unsafe fn counter<'a>(entry: *mut u32) -> &'a AtomicU32 {
    // SAFETY: the contract; in such launches all threads use atomic operations.
    unsafe { AtomicU32::from_ptr(entry) }
}
