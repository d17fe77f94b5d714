//! Lengths that the lists of a detection need, and what happens where they are shorter.

use core::sync::atomic::AtomicU32;

use crate::memory::{item, view};
use tangency_kernels::KernelReal;
use tangency_kernels::arguments::{StepMemory, control};

/// The lengths that the lists of pairs, pushes and planes need.
#[inline(always)]
pub unsafe fn needs<R: KernelReal>(memory: &StepMemory<R>) -> [u32; 3] {
    // SAFETY: the contract.
    unsafe {
        let (places, begins) = (view(&memory.places), view(&memory.begins));
        let pushes = begins[memory.v.len as usize];
        let both = begins[begins.len() - 1];
        [places[places.len() - 1], pushes, both - pushes]
    }
}

/// Whether all lists are long enough for what was counted; where not, they hold nothing that may be read.
#[inline(always)]
pub unsafe fn fits<R: KernelReal>(memory: &StepMemory<R>) -> bool {
    // SAFETY: the contract.
    let [pairs, pushes, planes] = unsafe { needs(memory) };
    u64::from(pairs) <= memory.pairs.len
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
        let room = [memory.pairs.len, memory.pushes.len, memory.planes.len];
        let places = [control::PAIRS, control::PUSHES, control::PLANES];
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

/// Entry `k` of an array that many threads count in.
#[inline(always)]
pub unsafe fn counter<'a>(entry: *mut u32) -> &'a AtomicU32 {
    // SAFETY: the contract; in such launches all threads use atomic operations.
    unsafe { AtomicU32::from_ptr(entry) }
}
