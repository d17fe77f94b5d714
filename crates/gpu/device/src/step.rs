//! The kernels around the sweeps of a time step. All take the whole [`World`]; each reads and writes a few of its arrays.

use core::sync::atomic::Ordering;

use crate::needs::{counter, fits, is_void, note_needs};
use crate::thread;
use crate::warp;
use crate::world::{self, item, view};
use tangency_kernels::arguments::{Array, World, control};
use tangency_kernels::bvh::Quantize;
use tangency_kernels::vbd::{Lane, Padded, step};
use tangency_kernels::{Real, Vec3};

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
            *item(&world.control, control::LOST) = 0;
            *item(&world.control, control::ASTRAY) = 0;
        }
    }
}

/// The two buffers of positions in order, or the second first.
#[inline(always)]
pub fn turn<R: Quantize>(world: &World<R>, in_order: bool) -> [Array<Padded<R>>; 2] {
    // An index that is not known would have the whole structure copied to slow memory.
    let [a, b] = world.x;
    if in_order { [a, b] } else { [b, a] }
}

macro_rules! step_kernels {
    ($real:ty, $begin:ident, $again:ident, $aim:ident, $guess:ident, $arrive:ident, $finish:ident) => {
        /// Vertex t: where it starts, where free flight `carries` it if at all, where inertia takes it, what it intends;
        /// counts of nothing.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $begin(world: World<$real>, carries: u32) {
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
                    *item(&world.predicted, t) = predicted;
                    let x = if carries != 0 { x + view(&world.carried)[t] } else { x };
                    *item(&world.anchor, t) = x;
                    *item(&world.x[0], t) = x.into();
                    *item(&world.x[1], t) = x.into();
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

        /// The bounds of vertex t / 8 by 8 lanes, and, the `first` time, where it starts its sweeps.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $guess(world: World<$real>, first: u32) {
            let lane = Lane {
                number: thread() % 8,
                of: 8,
            };
            // SAFETY: the contract; the first lane alone writes the entries of vertex t.
            unsafe {
                if thread() == 0 {
                    note_needs(&world);
                }
                if !fits(&world) {
                    return;
                }
                let count = world.v.len as usize;
                // Beyond the last vertex all lanes of a warp stay together.
                let is_there = thread() / 8 < count;
                let t = if is_there { thread() / 8 } else { count - 1 };
                let numbers = &world.numbers;
                let planes = world::planes(&world).of(t);
                let far = f32::from_bits(view(&world.far)[t]);
                let far = <$real as Real>::from_f64(f64::from(far));
                let least = lane.smallest(planes, numbers.reach, |plane| plane.room);
                let least = warp::smallest(least, 8);
                if lane.number != 0 || !is_there {
                    return;
                }
                let ball = step::ball_of(least, far, numbers.reach, numbers.has_planes != 0);
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

        /// Vertices that programs move, as far as their bounds allow; a warp for each.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $arrive(world: World<$real>) {
            let t = thread() as u32;
            let lane = Lane {
                number: (t % 32) as usize,
                of: 32,
            };
            // SAFETY: the contract; each vertex is listed once.
            unsafe {
                if t / 32 < view(&world.control)[control::PRESCRIBED] && !is_void(&world) {
                    let v = view(&world.prescribed)[t as usize / 32];
                    let target = view(&world.targets)[t as usize / 32];
                    let bounds = world::bounds(&world);
                    let inside = bounds.in_ball(v, &target);
                    let open = bounds.share_of_way(v, &bounds.way(v, &inside), lane);
                    let end = bounds.end(v, &inside, warp::smallest(open, 32));
                    if lane.number == 0 {
                        *item(&world.x[0], v as usize) = end.into();
                        *item(&world.x[1], v as usize) = end.into();
                        if end != target {
                            *item(&world.control, control::ASTRAY) = 1;
                        }
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
    f32, begin_f32, again_f32, aim_f32, guess_f32, arrive_f32, finish_f32
);
step_kernels!(
    f64, begin_f64, again_f64, aim_f64, guess_f64, arrive_f64, finish_f64
);
