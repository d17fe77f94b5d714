//! The kernels of a detection: what searches meet, what of it is close, pairs, and lists by vertex.

use core::sync::atomic::Ordering;

use crate::memory::{self, item, view};
use crate::needs::{counter, fits, last, note_largest};
use crate::warp;
use crate::{thread, threads};
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::contact::{NearbyFeature, Search};
use tangency_kernels::positions::Padded;
use tangency_kernels::vbd::step::{differ, distance};
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

/// The number of hits, or of candidates; none where the list of hits is too short.
#[inline(always)]
unsafe fn listed<R: KernelReal, const HITS: bool>(memory: &StepMemory<R>) -> usize {
    // SAFETY: the contract.
    unsafe {
        let hits = last(&memory.places) as usize;
        if hits > memory.hits.len as usize {
            0
        } else if HITS {
            hits
        } else {
            view(&memory.control)[control::CANDIDATES] as usize
        }
    }
}

/// Which hits may come near, or which candidates are close: a bit for each, and the number of each 32. What else is near
/// of the candidates bounds its vertices.
#[inline(always)]
unsafe fn test<R: KernelReal, const HITS: bool>(memory: &StepMemory<R>) {
    // SAFETY: the contract; a warp alone writes a mask and its count.
    unsafe {
        let constants = &memory.constants;
        let count = listed::<R, HITS>(memory);
        let reach = if HITS {
            constants.reach + constants.slack
        } else {
            constants.reach
        };
        let search = memory::search_within(memory, reach);
        let list = view(if HITS {
            &memory.hits
        } else {
            &memory.candidates
        });
        let words = memory.masks.len as usize;
        let mut word = thread() / 32;
        while word < words {
            let k = 32 * word + thread() % 32;
            let mut is_kept = false;
            if k < count {
                let [t, found] = list[k];
                let (t, found) = (t as usize, NearbyFeature(found));
                if let Some(gap) = search.gap(t, found) {
                    is_kept = HITS || is_close(memory, &search, t, found, gap);
                    if !is_kept {
                        bound(memory, &search, t, found, gap);
                    }
                }
            }
            let mask = warp::ballot(is_kept);
            if thread() % 32 == 0 {
                *item(&memory.masks, word) = mask;
                *item(&memory.ranks, word) = mask.count_ones();
            }
            word += threads() / 32;
        }
        if thread() == 0 {
            *item(&memory.ranks, words) = 0;
        }
    }
}

/// Bounds the vertices of what search `t` is for and of what it has found by the gap between them.
#[inline(always)]
unsafe fn bound<R: KernelReal>(
    memory: &StepMemory<R>,
    search: &Search<'_, R, Padded<R>>,
    t: usize,
    found: NearbyFeature,
    gap: R,
) {
    let bits = gap.to_f32().to_bits();
    search.each_vertex(t, found, |v| {
        // SAFETY: the contract.
        let far = unsafe { counter(item(&memory.far, v as usize)) };
        // Positive numbers are in the order of their bits.
        if far.load(Ordering::Relaxed) > bits {
            far.fetch_min(bits, Ordering::Relaxed);
        }
    });
}

/// Lists the hits that may come near, or the candidates that are close.
#[inline(always)]
unsafe fn keep<R: KernelReal, const HITS: bool>(memory: &StepMemory<R>) {
    // SAFETY: the contract; scanned counts give every item a place of its own.
    unsafe {
        let count = listed::<R, HITS>(memory);
        let (from, to) = if HITS {
            (&memory.hits, &memory.candidates)
        } else {
            (&memory.candidates, &memory.close)
        };
        let (from, masks, ranks) = (view(from), view(&memory.masks), view(&memory.ranks));
        let mut k = thread();
        while k < count {
            let (mask, bit) = (masks[k / 32], 1 << (k % 32));
            if mask & bit != 0 {
                let place = (ranks[k / 32] + (mask & (bit - 1)).count_ones()) as usize;
                if place < to.len as usize {
                    *item(to, place) = from[k];
                }
            }
            k += threads();
        }
        if HITS && thread() == 0 {
            *item(&memory.control, control::CANDIDATES) = last(&memory.ranks);
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
    unsafe { is_swept(memory, v) || differ(&view(&memory.intended)[v as usize], &Vec3::zeros()) }
}

macro_rules! detect_kernels {
    ($real:ty, $mark:ident, $meet:ident, $list:ident, $thin:ident, $nominate:ident, $sift:ident, $choose:ident, $make:ident, $fill:ident, $order:ident, $drift:ident) => {
        /// The position of vertex t, at which candidates are listed.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $mark(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes entry t.
            unsafe {
                if t < memory.v.len as usize {
                    *item(&memory.listed, t) = view(&memory.x[0])[t].into();
                }
            }
        }

        /// The number of features that search t meets; a last count of 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $meet(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes entry t.
            unsafe {
                let search = memory::search(&memory);
                let searches = search.len();
                if t > searches {
                    return;
                }
                let mut count = 0;
                if t < searches {
                    search.meet(t, |_| count += 1);
                }
                *item(&memory.places, t) = count;
            }
        }

        /// The features that search t meets.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $list(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; scanned counts part the list among the threads.
            unsafe {
                let search = memory::search(&memory);
                if t >= search.len() {
                    return;
                }
                let places = view(&memory.places);
                let (mut place, end) = (places[t] as usize, places[t + 1] as usize);
                if place == end || end > memory.hits.len as usize {
                    return;
                }
                search.meet(t, |found| {
                    *item(&memory.hits, place) = [t as u32, found.0];
                    place += 1;
                });
            }
        }

        /// Which hits may come near.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $thin(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { test::<$real, true>(&memory) }
        }

        /// Lists them as candidates.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $nominate(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { keep::<$real, true>(&memory) }
        }

        /// Which candidates are close; what else is near bounds its vertices.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $sift(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { test::<$real, false>(&memory) }
        }

        /// Lists those that are close.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $choose(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe { keep::<$real, false>(&memory) }
        }

        /// The distance of vertex t from where candidates were listed.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $drift(memory: StepMemory<$real>) {
            let t = thread();
            let mut drift = 0_f32;
            // SAFETY: the contract.
            unsafe {
                if t < memory.v.len as usize {
                    let x: Vec3<$real> = view(&memory.x[0])[t].into();
                    drift = distance(&x, &view(&memory.listed)[t]).to_f32();
                }
                note_largest(&memory, control::DRIFT, drift);
            }
        }

        /// Pairs t, t + threads and so on, counted at their vertices.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $make(memory: StepMemory<$real>) {
            // SAFETY: the contract; each pair is made by one thread.
            unsafe {
                let search = memory::search(&memory);
                let pairs = last(&memory.ranks) as usize;
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
                let count = last(&memory.ranks) as usize;
                let vertices = memory.v.len as usize;
                let begins = view(&memory.begins);
                let first = begins[vertices];
                // All of a warp stay together.
                let mut p = thread();
                while p - thread() % 32 < count {
                    let pushes = p < count && view(&memory.pairs)[p].kind.pushes();
                    let place = warp::place_in(item(&memory.control, control::PUSHING), pushes);
                    if pushes {
                        *item(&memory.pushing, place as usize) = p as u32;
                    }
                    if p >= count {
                        break;
                    }
                    let pair = view(&memory.pairs)[p];
                    if pushes {
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
                    let place = push.place_of(v as u32).unwrap_or(0);
                    *item(&memory.pushes, begin + rank) = own << 2 | place as u32;
                    k += 8;
                }
            }
        }
    };
}
detect_kernels!(
    f32,
    mark_f32,
    meet_f32,
    list_f32,
    thin_f32,
    nominate_f32,
    sift_f32,
    choose_f32,
    make_f32,
    fill_f32,
    order_f32,
    drift_f32
);
detect_kernels!(
    f64,
    mark_f64,
    meet_f64,
    list_f64,
    thin_f64,
    nominate_f64,
    sift_f64,
    choose_f64,
    make_f64,
    fill_f64,
    order_f64,
    drift_f64
);
