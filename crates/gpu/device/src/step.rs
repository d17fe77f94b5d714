//! The kernels around the sweeps of a time step. All take the whole [`StepMemory`]; each reads and
//! writes a few of its arrays.

use crate::memory::{self, item, view};
use crate::needs::{fits, is_void, note_largest, note_needs};
use crate::thread;
use crate::warp;
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::lane::Lane;
use tangency_kernels::positions::Padded;
use tangency_kernels::storage::DeviceArray;
use tangency_kernels::vbd::step;
use tangency_kernels::{KernelReal, Real, Vec3};

/// Counts of nothing.
#[inline(always)]
unsafe fn clear<R: KernelReal>(memory: &StepMemory<R>, t: usize) {
    let count = memory.v.len as usize;
    // SAFETY: the contract; this thread alone writes these entries.
    unsafe {
        if t <= 2 * count {
            *item(&memory.begins, t) = 0;
        }
        if t < 2 * count {
            *item(&memory.cursors, t) = 0;
        }
        if t < count {
            *item(&memory.far, t) = memory.constants.reach.to_f32().to_bits();
        }
        if t == 0 {
            *item(&memory.control, control::STOPPED) = 0;
            *item(&memory.control, control::LOST) = 0;
            *item(&memory.control, control::MISSED_TARGET) = 0;
            *item(&memory.control, control::DRIFT) = 0;
            *item(&memory.control, control::PUSHING) = 0;
        }
    }
}

/// The two buffers of positions in order, or the second first.
#[inline(always)]
pub fn turn<R: KernelReal>(memory: &StepMemory<R>, in_order: bool) -> [DeviceArray<Padded<R>>; 2] {
    // An index that is not known would have the whole structure copied to slow memory.
    let [a, b] = memory.x;
    if in_order { [a, b] } else { [b, a] }
}

macro_rules! step_kernels {
    ($real:ty, $begin:ident, $again:ident, $renew:ident, $aim:ident, $guess:ident, $arrive:ident, $finish:ident) => {
        /// Vertex t: where it starts, where free flight `carries` it if at all, where inertia takes it, what it intends;
        /// counts of nothing.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $begin(memory: StepMemory<$real>, carries: u32) {
            let t = thread();
            let count = memory.v.len as usize;
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                clear(&memory, t);
                if t == 0 {
                    for place in [
                        control::RESIDUAL,
                        control::HITS,
                        control::PAIRS,
                        control::PUSHES,
                        control::PLANES,
                        control::TOO_MANY,
                    ] {
                        *item(&memory.control, place) = 0;
                    }
                }
                if t < count {
                    let x: Vec3<$real> = view(&memory.x[0])[t].into();
                    let (v, outside) = (view(&memory.v)[t], view(&memory.outside)[t]);
                    let predicted = step::predicted(&x, &v, &outside, memory.constants.h);
                    let is_held = view(&memory.held)[t];
                    *item(&memory.start, t) = x.into();
                    *item(&memory.predicted, t) = predicted;
                    let x = if carries != 0 {
                        x + view(&memory.carried)[t]
                    } else {
                        x
                    };
                    *item(&memory.anchor, t) = x;
                    *item(&memory.x[0], t) = x.into();
                    *item(&memory.x[1], t) = x.into();
                    *item(&memory.intended, t) = if is_held { x - x } else { predicted - x };
                }
            }
        }

        /// Vertex t before a further detection in the same step: it goes on as in the last sweep.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $again(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                clear(&memory, t);
                if t < memory.v.len as usize {
                    let x: Vec3<$real> = view(&memory.x[0])[t].into();
                    let before: Vec3<$real> = view(&memory.x[1])[t].into();
                    *item(&memory.anchor, t) = x;
                    *item(&memory.intended, t) = x - before;
                }
            }
        }

        /// Before the last sweep of a round: nothing is stopped yet.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $renew(memory: StepMemory<$real>) {
            // SAFETY: the contract.
            unsafe {
                if thread() == 0 {
                    *item(&memory.control, control::STOPPED) = 0;
                    *item(&memory.control, control::LOST) = 0;
                }
            }
        }

        /// The motion that vertices intend which programs move.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $aim(memory: StepMemory<$real>) {
            let t = thread();
            // SAFETY: the contract; each vertex is listed once.
            unsafe {
                if t < view(&memory.control)[control::PRESCRIBED] as usize {
                    let k = view(&memory.prescribed)[t] as usize;
                    let x: Vec3<$real> = view(&memory.x[0])[k].into();
                    *item(&memory.intended, k) = view(&memory.targets)[t] - x;
                }
            }
        }

        /// The bounds of vertex t / 8 by 8 lanes, and, the `first` time, where it starts its sweeps.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $guess(memory: StepMemory<$real>, first: u32) {
            let lane = Lane {
                number: thread() % 8,
                of: 8,
            };
            // SAFETY: the contract; the first lane alone writes the entries of vertex t.
            unsafe {
                if thread() == 0 {
                    note_needs(&memory);
                }
                if !fits(&memory) {
                    return;
                }
                let count = memory.v.len as usize;
                // Beyond the last vertex all lanes of a warp stay together.
                let is_there = thread() / 8 < count;
                let t = if is_there { thread() / 8 } else { count - 1 };
                let constants = &memory.constants;
                let planes = memory::planes(&memory).of(t);
                let far = f32::from_bits(view(&memory.far)[t]);
                let far = <$real as Real>::from_f64(f64::from(far));
                let least = lane.smallest(planes, constants.reach, |plane| plane.clearance);
                let least = warp::smallest(least, 8);
                if lane.number != 0 || !is_there {
                    return;
                }
                let ball = step::ball_of(least, far, constants.reach, constants.has_planes != 0);
                *item(&memory.least, t) = least;
                *item(&memory.ball, t) = ball;
                if first == 0 || view(&memory.held)[t] || constants.has_limits != 0 {
                    return;
                }
                let x: Vec3<$real> = view(&memory.start)[t].into();
                let coasting = x + view(&memory.v)[t] * constants.h;
                let predicted = view(&memory.predicted)[t];
                // Of this vertex's bounds all that was just written is read again by this thread.
                let bounds = memory::bounds(&memory);
                let guess =
                    step::guess(t as u32, &coasting, &predicted, !planes.is_empty(), &bounds);
                *item(&memory.x[0], t) = guess.into();
            }
        }

        /// Vertices that programs move, as far as their bounds allow; a warp for each.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $arrive(memory: StepMemory<$real>) {
            let t = thread() as u32;
            let lane = Lane {
                number: (t % 32) as usize,
                of: 32,
            };
            // SAFETY: the contract; each vertex is listed once.
            unsafe {
                if t / 32 < view(&memory.control)[control::PRESCRIBED] && !is_void(&memory) {
                    let v = view(&memory.prescribed)[t as usize / 32];
                    let target = view(&memory.targets)[t as usize / 32];
                    let bounds = memory::bounds(&memory);
                    let inside = bounds.in_ball(v, &target);
                    let open = bounds.fraction_of_way(v, &bounds.way(v, &inside), lane);
                    let end = bounds.end(v, &inside, warp::smallest(open, 32));
                    if lane.number == 0 {
                        *item(&memory.x[0], v as usize) = end.into();
                        *item(&memory.x[1], v as usize) = end.into();
                        if step::differ(&end, &target) {
                            *item(&memory.control, control::MISSED_TARGET) = 1;
                        }
                    }
                }
            }
        }

        /// The end of the step for vertex t, whose last sweep wrote buffer `last`.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $finish(memory: StepMemory<$real>, last: u32) {
            let t = thread();
            let (mut most, mut drift) = (0_f32, 0_f32);
            // SAFETY: the contract; this thread alone writes the entries of vertex t.
            unsafe {
                let is_void = is_void(&memory);
                if t < memory.v.len as usize && is_void {
                    *item(&memory.x[0], t) = view(&memory.start)[t];
                } else if t < memory.v.len as usize {
                    let buffers = turn(&memory, last == 1);
                    let [before, x] = buffers.map(|x| Vec3::<$real>::from(view(&x)[t]));
                    let start = view(&memory.start)[t].into();
                    *item(&memory.v, t) = step::speed(&start, &x, memory.constants.h);
                    if last != 0 {
                        *item(&memory.x[0], t) = x.into();
                    }
                    most = step::largest(&(x - before)).to_f32();
                    drift = step::distance(&x, &view(&memory.listed)[t]).to_f32();
                }
                note_largest(&memory, control::RESIDUAL, most);
                note_largest(&memory, control::DRIFT, drift);
            }
        }
    };
}
step_kernels!(
    f32, begin_f32, again_f32, renew_f32, aim_f32, guess_f32, arrive_f32, finish_f32
);
step_kernels!(
    f64, begin_f64, again_f64, renew_f64, aim_f64, guess_f64, arrive_f64, finish_f64
);
