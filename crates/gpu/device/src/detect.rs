//! The kernels of a detection: what searches meet, what of it is close, pairs, and lists by vertex.

use core::sync::atomic::Ordering;

use crate::needs::{counter, fits};
use crate::memory::{self, item, view};
use crate::{thread, threads};
use tangency_kernels::arguments::{RANKS, StepMemory};
use tangency_kernels::contact::{NearbyFeature, Search};
use tangency_kernels::positions::Padded;
use tangency_kernels::{KernelReal, Vec3};

/// Whether a gap calls for a pair.
#[inline(always)]
unsafe fn is_close<R: KernelReal>(
    memory: &StepMemory<R>,
    search: &Search<'_, R, Padded<R>>,
    t: usize,
    found: NearbyFeature,
    gap: R,
) -> bool {
    // SAFETY: the contract.
    let intended = unsafe { view(&memory.intended) };
    let limits = [memory.constants.close, memory.constants.contact_radius];
    search.is_close(t, found, gap, limits, |v| intended[v as usize])
}

/// Of what search t has met: what is close stays in its column, in its order, and is counted; what else is near bounds
/// its vertices. `MANY`: for searches whose column is too short, which search again.
#[inline(always)]
unsafe fn sift<R: KernelReal, const MANY: bool>(memory: &StepMemory<R>) {
    let t = thread();
    // SAFETY: the contract; this thread alone writes entry t and column t.
    unsafe {
        let search = memory::search(memory);
        let searches = search.len();
        if t >= searches {
            return;
        }
        let met = view(&memory.places)[t] as usize;
        if (met > RANKS) != MANY {
            return;
        }
        let mut close = 0;
        let mut sift = |found: NearbyFeature| {
            let Some(gap) = search.gap(t, found) else {
                return;
            };
            if is_close(memory, &search, t, found, gap) {
                if close < RANKS {
                    *item(&memory.found, close * searches + t) = found.0;
                }
                close += 1;
            } else {
                let bits = gap.to_f32().to_bits();
                search.each_vertex(t, found, |v| {
                    let far = counter(item(&memory.far, v as usize));
                    // Positive numbers are in the order of their bits.
                    if far.load(Ordering::Relaxed) > bits {
                        far.fetch_min(bits, Ordering::Relaxed);
                    }
                });
            }
        };
        if MANY {
            search.meet(t, sift);
        } else {
            for rank in 0..met {
                sift(NearbyFeature(*item(&memory.found, rank * searches + t)));
            }
        }
        *item(&memory.places, t) = close as u32;
    }
}

/// Lists what is close to search t, with t. `MANY`: for searches whose column is too short, which search again.
#[inline(always)]
unsafe fn spread<R: KernelReal, const MANY: bool>(memory: &StepMemory<R>) {
    let t = thread();
    // SAFETY: the contract; scanned counts part the list among the threads.
    unsafe {
        let search = memory::search(memory);
        let searches = search.len();
        if t >= searches {
            return;
        }
        let places = view(&memory.places);
        let (begin, end) = (places[t] as usize, places[t + 1] as usize);
        if end > memory.close.len as usize || (end - begin > RANKS) != MANY {
            return;
        }
        if MANY {
            let mut place = begin;
            search.meet(t, |found| {
                let gap = search.gap(t, found);
                if gap.is_some_and(|gap| is_close(memory, &search, t, found, gap)) {
                    *item(&memory.close, place) = [t as u32, found.0];
                    place += 1;
                }
            });
        } else {
            for rank in 0..end - begin {
                let found = view(&memory.found)[rank * searches + t];
                *item(&memory.close, begin + rank) = [t as u32, found];
            }
        }
    }
}

/// Whether sweeps move vertex `v`: others need not know what pushes them. (Thousands may touch a corner of an obstacle.)
#[inline(always)]
unsafe fn is_swept<R: KernelReal>(memory: &StepMemory<R>, v: u32) -> bool {
    // SAFETY: the contract.
    unsafe { !view(&memory.held)[v as usize] }
}

/// Whether vertex `v` moves at all, by sweeps or by a program: others need no bounds.
#[inline(always)]
unsafe fn is_bounded<R: KernelReal>(memory: &StepMemory<R>, v: u32) -> bool {
    // SAFETY: the contract.
    unsafe { is_swept(memory, v) || view(&memory.intended)[v as usize] != Vec3::zeros() }
}

macro_rules! detect_kernels {
    ($real:ty, $meet:ident, $sift:ident, $sift_many:ident, $spread:ident, $spread_many:ident, $make:ident, $fill:ident, $order:ident) => {
        /// The number of features that search t meets, and the first of them; a last count of 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $meet(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes entry t and column t.
            unsafe {
                let search = memory::search(&memory);
                let searches = search.len();
                if t > searches {
                    return;
                }
                let mut count = 0;
                if t < searches {
                    search.meet(t, |found| {
                        if count < RANKS {
                            *item(&memory.found, count * searches + t) = found.0;
                        }
                        count += 1;
                    });
                }
                *item(&memory.places, t) = count as u32;
            }
        }

        /// Of what search t has met, what is close.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $sift(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { sift::<$real, false>(&memory) }
        }

        /// The same for searches that have met more than there is room for.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $sift_many(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { sift::<$real, true>(&memory) }
        }

        /// Lists what is close to search t.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $spread(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { spread::<$real, false>(&memory) }
        }

        /// The same for searches that are close to more than there is room for.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $spread_many(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { spread::<$real, true>(&memory) }
        }

        /// Pairs t, t + threads and so on, counted at their vertices.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $make(memory: StepMemory<$real>) {
            // SAFETY: the contract; each pair is made by one thread.
            unsafe {
                let search = memory::search(&memory);
                let places = view(&memory.places);
                let pairs = places[places.len() - 1] as usize;
                if pairs > memory.pairs.len as usize {
                    return;
                }
                let vertices = memory.v.len as usize;
                let intended = view(&memory.intended);
                let mut p = thread();
                while p < pairs {
                    let [t, found] = view(&memory.close)[p];
                    if let Some(pair) = search.pair(t as usize, NearbyFeature(found)) {
                        let pair = pair.divided(|v| intended[v as usize]);
                        *item(&memory.pairs, p) = pair;
                        let count = |at: usize| {
                            counter(item(&memory.begins, at)).fetch_add(1, Ordering::Relaxed)
                        };
                        pair.each_vertex(|_, v| {
                            if is_bounded(&memory, v) {
                                count(vertices + v as usize);
                            }
                        });
                        if pair.kind.pushes() {
                            pair.push().each_vertex(|v| {
                                if is_swept(&memory, v) {
                                    count(v as usize);
                                }
                            });
                        }
                    }
                    p += threads();
                }
            }
        }

        /// Pairs t, t + threads and so on: into the lists of their vertices.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $fill(memory: StepMemory<$real>) {
            // SAFETY: the contract; counters give every entry a place of its own.
            unsafe {
                if !fits(&memory) {
                    return;
                }
                let places = view(&memory.places);
                let count = places[places.len() - 1] as usize;
                let vertices = memory.v.len as usize;
                let begins = view(&memory.begins);
                let first = begins[vertices];
                let mut p = thread();
                while p < count {
                    let pair = view(&memory.pairs)[p];
                    if pair.kind.pushes() {
                        pair.push().each_vertex(|v| {
                            if !is_swept(&memory, v) {
                                return;
                            }
                            let cursor = counter(item(&memory.cursors, v as usize));
                            let rank = cursor.fetch_add(1, Ordering::Relaxed);
                            let at = (begins[v as usize] + rank) as usize;
                            *item(&memory.unsorted, at) = p as u32;
                        });
                    }
                    pair.each_vertex(|k, v| {
                        if !is_bounded(&memory, v) {
                            return;
                        }
                        let v = v as usize;
                        let cursor = counter(item(&memory.cursors, vertices + v));
                        let rank = cursor.fetch_add(1, Ordering::Relaxed);
                        let at = (begins[vertices + v] - first + rank) as usize;
                        let mut plane = pair.plane(k);
                        if memory.constants.has_planes == 0 {
                            plane.clearance = pair.gap;
                        }
                        *item(&memory.planes, at) = plane;
                    });
                    p += threads();
                }
            }
        }

        /// The contacts that push vertex t / 8, in the order of the pairs; lane t % 8 of it.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $order(memory: StepMemory<$real>) {
            let t = thread();
            let (v, lane) = (t / 8, t % 8);
            let vertices = memory.v.len as usize;
            if v >= vertices {
                return;
            }
            // SAFETY: the contract; every item of a list has a rank of its own.
            unsafe {
                let begins = view(&memory.begins);
                let (begin, end) = (begins[v] as usize, begins[v + 1] as usize);
                if begin >= end || !fits(&memory) {
                    return;
                }
                let list = &view(&memory.unsorted)[begin..end];
                let mut k = lane;
                while k < list.len() {
                    let own = list[k];
                    let mut rank = 0;
                    for &other in list {
                        rank += usize::from(other < own);
                    }
                    let push = view(&memory.pairs)[own as usize].push();
                    *item(&memory.pushes, begin + rank) = push;
                    k += 8;
                }
            }
        }
    };
}
detect_kernels!(
    f32,
    meet_f32,
    sift_f32,
    sift_many_f32,
    spread_f32,
    spread_many_f32,
    make_f32,
    fill_f32,
    order_f32
);
detect_kernels!(
    f64,
    meet_f64,
    sift_f64,
    sift_many_f64,
    spread_f64,
    spread_many_f64,
    make_f64,
    fill_f64,
    order_f64
);
