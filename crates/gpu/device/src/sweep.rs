//! Sweeps: the vertices of a colour, several lanes for each part of the work on them.

use core::sync::atomic::Ordering;

use crate::memory::{self, item, view};
use crate::needs::{counter, fits, is_void};
use crate::step::turn;
use crate::warp::{self, Board, Gather, Lanes, Wide};
use crate::{block_and_thread, thread, threads};
use tangency_kernels::arguments::sweep::{FREE_WARPS, MEASURE, MOVE_AND_COUNT};
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::contact::FrozenContact;
use tangency_kernels::lane::Lane;
use tangency_kernels::positions::Padded;
use tangency_kernels::storage::DeviceArray;
use tangency_kernels::vbd::VertexElastic;
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::{KernelReal, VertexQuadratic};

/// A vertex of a colour by `lanes` lanes of each of its warps. Where a block is `divided`, it has a warp for each part of
/// the work on some vertices, so that the threads of a warp do one kind of work at the same time; else every warp does all
/// parts for vertices of its own, and none waits for another.
#[inline(always)]
unsafe fn sweep_one<R: KernelReal + Lanes + Wide, E: VertexElastic<R>>(
    memory: &StepMemory<R>,
    sweep: &LaneSweep<'_, R, E>,
    from: u32,
    first: u32,
    count: u32,
    lanes: u32,
    work: u32,
    divided: bool,
) {
    let (block, t) = block_and_thread();
    let (warp, t) = (t / 32, t % 32);
    // Lanes are a power of two.
    let log = lanes.trailing_zeros();
    let (slots, slot) = (32 >> log, t >> log);
    let lane = Lane {
        number: (t & (lanes - 1)) as usize,
        of: lanes as usize,
    };
    let group = if divided {
        block
    } else {
        block * FREE_WARPS + warp
    };
    let place = group * slots + slot;
    let is_there = place < count;
    // Lanes beyond the last vertex work on the last, so that all of a warp stay together.
    let v = first + if is_there { place } else { count - 1 };
    let [from, to] = turn(memory, from == 0);
    let measures = work == MEASURE;
    // SAFETY: the contract; vertices before `first` were written by earlier launches only. Every lane of every part
    // leaves a share of its own.
    unsafe {
        if is_void(memory) {
            return;
        }
        let done = if measures { from } else { to };
        let x = Gather {
            done: done.address as *const Padded<R>,
            old: from.address as *const Padded<R>,
            first,
        };
        let parts = LaneSweep::<R, E>::PARTS as u32;
        let (mut part, end) = if divided {
            (warp, warp + 1)
        } else {
            (0, parts)
        };
        let mut local = VertexQuadratic::zero();
        while part < end {
            local += sweep.quadratic(part as usize, v, x, lane);
            part += 1;
        }
        if divided {
            let board = Board::new();
            if warp > 0 {
                board.write((warp - 1) * 32 + t, &local);
            }
            warp::barrier();
            if warp > 0 {
                return;
            }
            for part in 1..parts {
                board.add_to((part - 1) * 32 + t, &mut local);
            }
        }
        warp::add(&mut local, lane.of);
        if measures {
            if lane.number == 0 && is_there {
                *item(&memory.left, v as usize) = local.gradient;
            }
            return;
        }
        let is_held = view(&memory.held)[v as usize];
        let wanted = sweep.wanted(v, &local, x);
        let inside = sweep.bounds.in_ball(v, &wanted);
        let way = sweep.bounds.way(v, &inside);
        let open = sweep.bounds.fraction_of_way(v, &way, lane);
        let open = warp::smallest(open, lane.of);
        if lane.number == 0 && is_there && !is_held {
            let moved = sweep.end(v, &wanted, &inside, open, x);
            *item(&to, v as usize) = moved.x.into();
            if work == MOVE_AND_COUNT && moved.is_stopped() {
                counter(item(&memory.control, control::STOPPED)).fetch_add(1, Ordering::Relaxed);
                counter(item(&memory.control, control::LOST))
                    .fetch_max(moved.lost.to_f32().to_bits(), Ordering::Relaxed);
            }
        }
    }
}

/// Contacts that push, as they are in buffer `from`.
#[inline(always)]
unsafe fn freeze<R: KernelReal + Wide>(memory: &StepMemory<R>, from: u32) {
    // SAFETY: the contract; each pair is listed once.
    unsafe {
        let [x, _] = turn(memory, from == 0);
        let gather = |x: DeviceArray<Padded<R>>| Gather {
            done: x.address as *const Padded<R>,
            old: x.address as *const Padded<R>,
            first: 0,
        };
        let (x, start) = (gather(x), gather(memory.start));
        if !fits(memory) {
            return;
        }
        let half_spaces = view(&memory.surface.half_spaces);
        let count = view(&memory.control)[control::PUSHING] as usize;
        let mut k = thread();
        while k < count {
            let pair = view(&memory.pushing)[k] as usize;
            let push = view(&memory.pairs)[pair].push();
            *item(&memory.frozen, pair) = FrozenContact::new(&push, half_spaces, x, start);
            k += threads();
        }
    }
}

macro_rules! freeze_kernel {
    ($real:ty, $name:ident) => {
        /// Holds the closest points of the contacts that push, where vertices are in buffer `from`.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(memory: StepMemory<$real>, from: u32) {
            // SAFETY: the contract.
            unsafe { freeze(&memory, from) }
        }
    };
}
freeze_kernel!(f32, freeze_f32);
freeze_kernel!(f64, freeze_f64);

macro_rules! sweep_kernel {
    ($real:ty, $name:ident, $elements:path) => {
        /// The vertices `first` to `first + count - 1`, which are those of a colour, by `lanes` lanes for each part;
        /// which `work` is done on them: one of `tangency_kernels::arguments::sweep`.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            memory: StepMemory<$real>,
            from: u32,
            first: u32,
            count: u32,
            lanes: u32,
            work: u32,
            divided: u32,
        ) {
            // SAFETY: the contract.
            unsafe {
                let sweep = memory::sweep(&memory, $elements(&memory));
                sweep_one(
                    &memory,
                    &sweep,
                    from,
                    first,
                    count,
                    lanes,
                    work,
                    divided != 0,
                );
            }
        }
    };
}
sweep_kernel!(f32, sweep_cloth_f32, memory::cloth);
sweep_kernel!(f32, sweep_rods_f32, memory::rods);
sweep_kernel!(f32, sweep_tets_f32, memory::tets);
sweep_kernel!(f32, sweep_all_f32, memory::all);
sweep_kernel!(f64, sweep_cloth_f64, memory::cloth);
sweep_kernel!(f64, sweep_rods_f64, memory::rods);
sweep_kernel!(f64, sweep_tets_f64, memory::tets);
sweep_kernel!(f64, sweep_all_f64, memory::all);
