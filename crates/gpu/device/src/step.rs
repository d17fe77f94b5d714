//! The kernels of a time step. All take the whole [`World`]; each reads and writes a few of its arrays.

use crate::warp::{self, Lanes};
use crate::world::{self, item, view};
use crate::{thread, threads};
use core::sync::atomic::{AtomicU32, Ordering};
use tangency_kernels::arguments::{Array, RANKS, World, control};
use tangency_kernels::bvh::Quantize;
use tangency_kernels::contact::Found;
use tangency_kernels::vbd::step::{self, LaneSweep};
use tangency_kernels::vbd::{Elastic, Lane, Padded, Positions};
use tangency_kernels::{Real, Vec3};

/// The lengths that the lists of pairs, pushes and planes need.
#[inline(always)]
unsafe fn needs<R: Quantize>(world: &World<R>) -> [u32; 3] {
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
unsafe fn fits<R: Quantize>(world: &World<R>) -> bool {
    // SAFETY: the contract.
    let [pairs, pushes, planes] = unsafe { needs(world) };
    u64::from(pairs) <= world.pairs.len
        && u64::from(pushes) <= world.pushes.len
        && u64::from(planes) <= world.planes.len
}

/// Whether the lists of this step have been too short before.
#[inline(always)]
unsafe fn is_void<R: Quantize>(world: &World<R>) -> bool {
    // SAFETY: the contract.
    unsafe { view(&world.control)[control::TOO_MANY] != 0 }
}

/// Keeps the largest needs of the step, and whether any of them was too large.
#[inline(always)]
unsafe fn note_needs<R: Quantize>(world: &World<R>) {
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

/// Counts of nothing.
#[inline(always)]
unsafe fn clear<R: Quantize>(world: &World<R>, t: usize) {
    let count = world.v.len as usize;
    // SAFETY: the contract; this thread alone writes these entries.
    unsafe {
        if t <= 2 * count {
            *item(&world.begins, t) = 0;
        }
        if t < 2 * count {
            *item(&world.cursors, t) = 0;
        }
        if t < count {
            *item(&world.far, t) = world.numbers.reach.to_f32().to_bits();
        }
        if t == 0 {
            *item(&world.control, control::STOPPED) = 0;
            *item(&world.control, control::ASTRAY) = 0;
        }
    }
}

/// The two buffers of positions in order, or the second first.
#[inline(always)]
fn turn<R: Quantize>(world: &World<R>, in_order: bool) -> [Array<Padded<R>>; 2] {
    // An index that is not known would have the whole structure copied to slow memory.
    let [a, b] = world.x;
    if in_order { [a, b] } else { [b, a] }
}

/// Entry `k` of an array that many threads count in.
#[inline(always)]
unsafe fn counter<'a>(entry: *mut u32) -> &'a AtomicU32 {
    // SAFETY: the contract; in such launches all threads use atomic operations.
    unsafe { AtomicU32::from_ptr(entry) }
}

/// Of what search t has met: what is close stays in its column, in its order, and is counted; what else is near bounds
/// its vertices. `MANY`: for searches whose column is too short, which search again.
#[inline(always)]
unsafe fn sift<R: Quantize, const MANY: bool>(world: &World<R>) {
    let t = thread();
    // SAFETY: the contract; this thread alone writes entry t and column t.
    unsafe {
        let search = world::search(world);
        let searches = search.len();
        if t >= searches {
            return;
        }
        let met = view(&world.places)[t] as usize;
        if (met > RANKS) != MANY {
            return;
        }
        let mut close = 0;
        let mut sift = |found: Found| {
            let Some(gap) = search.gap(t, found) else {
                return;
            };
            if gap < world.numbers.contact_radius {
                if close < RANKS {
                    *item(&world.found, close * searches + t) = found.0;
                }
                close += 1;
            } else {
                let bits = gap.to_f32().to_bits();
                search.each_vertex(t, found, |v| {
                    let far = counter(item(&world.far, v as usize));
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
                sift(Found(*item(&world.found, rank * searches + t)));
            }
        }
        *item(&world.places, t) = close as u32;
    }
}

/// The pairs of what is close to search t, counted at their vertices. `MANY`: for searches whose column is too short,
/// which search again.
#[inline(always)]
unsafe fn make<R: Quantize, const MANY: bool>(world: &World<R>) {
    let t = thread();
    // SAFETY: the contract; scanned counts part the list of pairs among the threads.
    unsafe {
        let search = world::search(world);
        let searches = search.len();
        if t >= searches {
            return;
        }
        let places = view(&world.places);
        let (begin, end) = (places[t] as usize, places[t + 1] as usize);
        if end > world.pairs.len as usize || (end - begin > RANKS) != MANY {
            return;
        }
        let vertices = world.v.len as usize;
        let intended = view(&world.intended);
        let mut place = begin;
        let mut make = |found: Found| {
            let Some(pair) = search.pair(t, found) else {
                return;
            };
            let pair = pair.divided(|v| intended[v as usize]);
            *item(&world.pairs, place) = pair;
            place += 1;
            let count =
                |at: usize| counter(item(&world.begins, at)).fetch_add(1, Ordering::Relaxed);
            pair.each_vertex(|_, v| {
                count(vertices + v as usize);
            });
            if pair.kind.pushes() {
                pair.push().each_vertex(|v| {
                    count(v as usize);
                });
            }
        };
        if MANY {
            search.meet(t, |found| {
                if search
                    .gap(t, found)
                    .is_some_and(|gap| gap < world.numbers.contact_radius)
                {
                    make(found);
                }
            });
        } else {
            for rank in 0..end - begin {
                make(Found(view(&world.found)[rank * searches + t]));
            }
        }
    }
}

macro_rules! step_kernels {
    ($real:ty, $begin:ident, $again:ident, $aim:ident, $meet:ident, $sift:ident, $sift_many:ident, $make:ident, $make_many:ident, $fill:ident, $order:ident, $guess:ident, $arrive:ident, $finish:ident) => {
        /// Vertex t: where it starts, where inertia takes it, what it intends; counts of nothing.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $begin(world: World<$real>) {
            let t = thread();
            let count = world.v.len as usize;
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                clear(&world, t);
                if t == 0 {
                    for place in [
                        control::RESIDUAL,
                        control::PAIRS,
                        control::PUSHES,
                        control::PLANES,
                        control::TOO_MANY,
                    ] {
                        *item(&world.control, place) = 0;
                    }
                }
                if t < count {
                    let x: Vec3<$real> = view(&world.x[0])[t].into();
                    let (v, outside) = (view(&world.v)[t], view(&world.outside)[t]);
                    let predicted = step::predicted(&x, &v, &outside, world.numbers.h);
                    let is_held = view(&world.held)[t];
                    *item(&world.start, t) = x.into();
                    *item(&world.anchor, t) = x;
                    *item(&world.x[1], t) = x.into();
                    *item(&world.predicted, t) = predicted;
                    *item(&world.intended, t) = if is_held { x - x } else { predicted - x };
                }
            }
        }

        /// Vertex t before a further detection in the same step: it goes on as in the last sweep.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $again(world: World<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                clear(&world, t);
                if t < world.v.len as usize {
                    let x: Vec3<$real> = view(&world.x[0])[t].into();
                    let before: Vec3<$real> = view(&world.x[1])[t].into();
                    *item(&world.anchor, t) = x;
                    *item(&world.intended, t) = x - before;
                }
            }
        }

        /// What the vertices that programs move intend.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $aim(world: World<$real>) {
            let t = thread();
            // SAFETY: the contract; each vertex is listed once.
            unsafe {
                if t < view(&world.control)[control::PRESCRIBED] as usize {
                    let k = view(&world.prescribed)[t] as usize;
                    let x: Vec3<$real> = view(&world.x[0])[k].into();
                    *item(&world.intended, k) = view(&world.targets)[t] - x;
                }
            }
        }

        /// How much search t meets, and what it meets first; a last count of 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $meet(world: World<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes entry t and column t.
            unsafe {
                let search = world::search(&world);
                let searches = search.len();
                if t > searches {
                    return;
                }
                let mut count = 0;
                if t < searches {
                    search.meet(t, |found| {
                        if count < RANKS {
                            *item(&world.found, count * searches + t) = found.0;
                        }
                        count += 1;
                    });
                }
                *item(&world.places, t) = count as u32;
            }
        }

        /// Of what search t has met, what is close.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $sift(world: World<$real>) {
            // SAFETY: the contract.
            unsafe { sift::<$real, false>(&world) }
        }

        /// The same for searches that have met more than there is room for.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $sift_many(world: World<$real>) {
            // SAFETY: the contract.
            unsafe { sift::<$real, true>(&world) }
        }

        /// The pairs of what is close to search t.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $make(world: World<$real>) {
            // SAFETY: the contract.
            unsafe { make::<$real, false>(&world) }
        }

        /// The same for searches that are close to more than there is room for.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $make_many(world: World<$real>) {
            // SAFETY: the contract.
            unsafe { make::<$real, true>(&world) }
        }

        /// Pairs t, t + threads and so on: into the lists of their vertices.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $fill(world: World<$real>) {
            // SAFETY: the contract; counters give every entry a place of its own.
            unsafe {
                if !fits(&world) {
                    return;
                }
                let places = view(&world.places);
                let count = places[places.len() - 1] as usize;
                let vertices = world.v.len as usize;
                let begins = view(&world.begins);
                let first = begins[vertices];
                let mut p = thread();
                while p < count {
                    let pair = view(&world.pairs)[p];
                    if pair.kind.pushes() {
                        pair.push().each_vertex(|v| {
                            let cursor = counter(item(&world.cursors, v as usize));
                            let rank = cursor.fetch_add(1, Ordering::Relaxed);
                            let at = (begins[v as usize] + rank) as usize;
                            *item(&world.unsorted, at) = p as u32;
                        });
                    }
                    pair.each_vertex(|k, v| {
                        let v = v as usize;
                        let cursor = counter(item(&world.cursors, vertices + v));
                        let rank = cursor.fetch_add(1, Ordering::Relaxed);
                        let at = (begins[vertices + v] - first + rank) as usize;
                        let mut plane = pair.plane(k);
                        if world.numbers.has_planes == 0 {
                            plane.room = pair.gap;
                        }
                        *item(&world.planes, at) = plane;
                    });
                    p += threads();
                }
            }
        }

        /// The contacts that push vertex t / 8, in the order of the pairs; lane t % 8 of it.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $order(world: World<$real>) {
            let t = thread();
            let (v, lane) = (t / 8, t % 8);
            let vertices = world.v.len as usize;
            if v >= vertices {
                return;
            }
            // SAFETY: the contract; every item of a list has a rank of its own.
            unsafe {
                let begins = view(&world.begins);
                let (begin, end) = (begins[v] as usize, begins[v + 1] as usize);
                if begin >= end || !fits(&world) {
                    return;
                }
                let list = &view(&world.unsorted)[begin..end];
                let mut k = lane;
                while k < list.len() {
                    let own = list[k];
                    let mut rank = 0;
                    for &other in list {
                        rank += usize::from(other < own);
                    }
                    let push = view(&world.pairs)[own as usize].push();
                    *item(&world.pushes, begin + rank) = push;
                    k += 8;
                }
            }
        }

        /// The bounds of vertex t, and, the `first` time, where it starts its sweeps.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $guess(world: World<$real>, first: u32) {
            let t = thread();
            if t >= world.v.len as usize {
                return;
            }
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                if t == 0 {
                    note_needs(&world);
                }
                if !fits(&world) {
                    return;
                }
                let numbers = &world.numbers;
                let planes = world::planes(&world).of(t);
                let far = f32::from_bits(view(&world.far)[t]);
                let far = <$real as Real>::from_f64(f64::from(far));
                let (least, ball) =
                    step::rooms(planes, far, numbers.reach, numbers.has_planes != 0);
                *item(&world.least, t) = least;
                *item(&world.ball, t) = ball;
                if first == 0 || view(&world.held)[t] || numbers.has_limits != 0 {
                    return;
                }
                let x: Vec3<$real> = view(&world.start)[t].into();
                let coasting = x + view(&world.v)[t] * numbers.h;
                let predicted = view(&world.predicted)[t];
                // Of this vertex's bounds all that was just written is read again by this thread.
                let bounds = world::bounds(&world);
                let guess =
                    step::guess(t as u32, &coasting, &predicted, !planes.is_empty(), &bounds);
                *item(&world.x[0], t) = guess.into();
            }
        }

        /// Vertices that programs move, as far as their bounds allow.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $arrive(world: World<$real>) {
            let t = thread();
            // SAFETY: the contract; each vertex is listed once.
            unsafe {
                if t < view(&world.control)[control::PRESCRIBED] as usize && !is_void(&world) {
                    let v = view(&world.prescribed)[t];
                    let target = view(&world.targets)[t];
                    let end = world::bounds(&world).truncate(v, &target);
                    *item(&world.x[0], v as usize) = end.into();
                    *item(&world.x[1], v as usize) = end.into();
                    if end != target {
                        *item(&world.control, control::ASTRAY) = 1;
                    }
                }
            }
        }

        /// The end of the step for vertex t, whose last sweep wrote buffer `last`.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $finish(world: World<$real>, last: u32) {
            let t = thread();
            let mut most = 0_f32;
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                let is_void = is_void(&world);
                if t < world.v.len as usize && is_void {
                    *item(&world.x[0], t) = view(&world.start)[t];
                } else if t < world.v.len as usize {
                    let buffers = turn(&world, last == 1);
                    let [before, x] = buffers.map(|x| Vec3::<$real>::from(view(&x)[t]));
                    let start = view(&world.start)[t].into();
                    *item(&world.v, t) = step::speed(&start, &x, world.numbers.h);
                    if last != 0 {
                        *item(&world.x[0], t) = x.into();
                    }
                    most = step::largest(&(x - before)).to_f32();
                }
                let most = warp::largest(most);
                if t % 32 == 0 && most > 0.0 {
                    let bits = most.to_bits();
                    counter(item(&world.control, control::RESIDUAL))
                        .fetch_max(bits, Ordering::Relaxed);
                }
            }
        }
    };
}
step_kernels!(
    f32,
    begin_f32,
    again_f32,
    aim_f32,
    meet_f32,
    sift_f32,
    sift_many_f32,
    make_f32,
    make_many_f32,
    fill_f32,
    order_f32,
    guess_f32,
    arrive_f32,
    finish_f32
);
step_kernels!(
    f64,
    begin_f64,
    again_f64,
    aim_f64,
    meet_f64,
    sift_f64,
    sift_many_f64,
    make_f64,
    make_many_f64,
    fill_f64,
    order_f64,
    guess_f64,
    arrive_f64,
    finish_f64
);

/// A vertex of a colour by `lanes` lanes, all of one warp.
#[inline(always)]
unsafe fn sweep_one<R: Quantize + Lanes, E: Elastic<R>>(
    world: &World<R>,
    sweep: &LaneSweep<'_, R, E, Padded<R>>,
    from: u32,
    first: u32,
    count: u32,
    lanes: usize,
) {
    let t = thread();
    let lane = Lane {
        number: t % lanes,
        of: lanes,
    };
    let place = t / lanes;
    let is_there = place < count as usize;
    // A thread beyond the last vertex works on the last, so that all lanes of a warp stay together.
    let place = if is_there { place } else { count as usize - 1 };
    let v = first + place as u32;
    let [from, to] = turn(world, from == 0);
    // SAFETY: the contract; vertices before `first` were written by earlier launches only.
    unsafe {
        if is_void(world) {
            return;
        }
        let x = Positions {
            done: &view(&to)[..first as usize],
            old: view(&from),
        };
        let is_held = view(&world.held)[v as usize];
        let mut share = sweep.share(v, x, lane);
        warp::add(&mut share, lanes);
        let wanted = sweep.wanted(v, &share, x);
        let inside = sweep.bounds.in_ball(v, &wanted);
        let way = sweep.bounds.way(v, &inside);
        let open = sweep.bounds.share_of_way(v, &way, lane);
        let open = warp::smallest(open, lanes);
        if lane.number == 0 && is_there && !is_held {
            let moved = sweep.end(v, &wanted, &inside, open, x);
            *item(&to, v as usize) = moved.x.into();
            if moved.is_stopped {
                counter(item(&world.control, control::STOPPED)).fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

macro_rules! sweep_kernel {
    ($real:ty, $name:ident, $elements:path) => {
        /// The vertices `first` to `first + count - 1`, which are those of a colour, by `lanes` lanes each.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            world: World<$real>,
            from: u32,
            first: u32,
            count: u32,
            lanes: u32,
        ) {
            // SAFETY: the contract.
            unsafe {
                let sweep = world::sweep(&world, $elements(&world));
                sweep_one(&world, &sweep, from, first, count, lanes as usize);
            }
        }
    };
}
sweep_kernel!(f32, sweep_cloth_f32, world::cloth);
sweep_kernel!(f32, sweep_rods_f32, world::rods);
sweep_kernel!(f32, sweep_all_f32, world::all);
sweep_kernel!(f64, sweep_cloth_f64, world::cloth);
sweep_kernel!(f64, sweep_rods_f64, world::rods);
sweep_kernel!(f64, sweep_all_f64, world::all);
