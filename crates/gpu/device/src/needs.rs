//! How long the lists of a detection have to be, and what happens where they are not.

use core::sync::atomic::AtomicU32;

use crate::world::{item, view};
use tangency_kernels::arguments::{World, control};
use tangency_kernels::bvh::Quantize;

/// The lengths that the lists of pairs, pushes and planes need.
#[inline(always)]
pub unsafe fn needs<R: Quantize>(world: &World<R>) -> [u32; 3] {
    // SAFETY: the contract.
    unsafe {
        let (places, begins) = (view(&world.places), view(&world.begins));
        let pushes = begins[world.v.len as usize];
        let both = begins[begins.len() - 1];
        [places[places.len() - 1], pushes, both - pushes]
    }
}

/// Whether all lists are long enough for what was counted; where not, they hold nothing that may be read.
#[inline(always)]
pub unsafe fn fits<R: Quantize>(world: &World<R>) -> bool {
    // SAFETY: the contract.
    let [pairs, pushes, planes] = unsafe { needs(world) };
    u64::from(pairs) <= world.pairs.len
        && u64::from(pushes) <= world.pushes.len
        && u64::from(planes) <= world.planes.len
}

/// Whether the lists of this step have been too short before.
#[inline(always)]
pub unsafe fn is_void<R: Quantize>(world: &World<R>) -> bool {
    // SAFETY: the contract.
    unsafe { view(&world.control)[control::TOO_MANY] != 0 }
}

/// Keeps the largest needs of the step, and whether any of them was too large.
#[inline(always)]
pub unsafe fn note_needs<R: Quantize>(world: &World<R>) {
    // SAFETY: the contract; one thread calls this.
    unsafe {
        let room = [world.pairs.len, world.pushes.len, world.planes.len];
        let places = [control::PAIRS, control::PUSHES, control::PLANES];
        for ((need, room), place) in needs(world).into_iter().zip(room).zip(places) {
            let most = item(&world.control, place);
            if *most < need {
                *most = need;
            }
            if u64::from(need) > room {
                *item(&world.control, control::TOO_MANY) = 1;
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
