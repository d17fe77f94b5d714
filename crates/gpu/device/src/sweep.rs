//! Sweeps: the vertices of a colour, several lanes for each part of the work on them.

use core::sync::atomic::Ordering;

use crate::block_and_thread;
use crate::needs::{counter, is_void};
use crate::step::turn;
use crate::warp::{self, Board, Gather, Lanes, Wide};
use crate::memory::{self, item, view};
use tangency_kernels::KernelReal;
use tangency_kernels::arguments::{StepMemory, control};
use tangency_kernels::lane::Lane;
use tangency_kernels::positions::Padded;
use tangency_kernels::vbd::VertexElastic;
use tangency_kernels::vbd::step::LaneSweep;

/// A vertex of a colour: a warp for each part of the work, in it `lanes` lanes for each of some vertices, which are those
/// of the block. Warps so do one kind of work, and at the same time.
#[inline(always)]
unsafe fn sweep_one<R: KernelReal + Lanes + Wide, E: VertexElastic<R>>(
    memory: &StepMemory<R>,
    sweep: &LaneSweep<'_, R, E, Padded<R>>,
    from: u32,
    first: u32,
    count: u32,
    lanes: u32,
    measures: bool,
) {
    let (block, t) = block_and_thread();
    let (part, t) = (t / 32, t % 32);
    // Lanes are a power of two.
    let log = lanes.trailing_zeros();
    let (slots, slot) = (32 >> log, t >> log);
    let lane = Lane {
        number: (t & (lanes - 1)) as usize,
        of: lanes as usize,
    };
    let place = block * slots + slot;
    let is_there = place < count;
    // Lanes beyond the last vertex work on the last, so that all of a warp stay together.
    let v = first + if is_there { place } else { count - 1 };
    let [from, to] = turn(memory, from == 0);
    // SAFETY: the contract; vertices before `first` were written by earlier launches only. Every slot of every part
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
        let mut local = sweep.quadratic(part as usize, v, x, lane);
        warp::add(&mut local, lane.of);
        let board = Board::new();
        if part > 0 && lane.number == 0 {
            board.write((part - 1) * slots + slot, &local);
        }
        warp::barrier();
        if part > 0 {
            return;
        }
        for part in 1..LaneSweep::<R, E, Padded<R>>::PARTS as u32 {
            board.add_to((part - 1) * slots + slot, &mut local);
        }
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
            if moved.is_stopped() {
                counter(item(&memory.control, control::STOPPED)).fetch_add(1, Ordering::Relaxed);
                counter(item(&memory.control, control::LOST))
                    .fetch_max(moved.lost.to_f32().to_bits(), Ordering::Relaxed);
            }
        }
    }
}

macro_rules! sweep_kernel {
    ($real:ty, $name:ident, $elements:path) => {
        /// The vertices `first` to `first + count - 1`, which are those of a colour, by `lanes` lanes for each part: moves
        /// them, or `measures` what forces are left on them.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            memory: StepMemory<$real>,
            from: u32,
            first: u32,
            count: u32,
            lanes: u32,
            measures: u32,
        ) {
            // SAFETY: the contract.
            unsafe {
                let sweep = memory::sweep(&memory, $elements(&memory));
                sweep_one(&memory, &sweep, from, first, count, lanes, measures != 0);
            }
        }
    };
}
sweep_kernel!(f32, sweep_cloth_f32, memory::cloth);
sweep_kernel!(f32, sweep_rods_f32, memory::rods);
sweep_kernel!(f32, sweep_all_f32, memory::all);
sweep_kernel!(f64, sweep_cloth_f64, memory::cloth);
sweep_kernel!(f64, sweep_rods_f64, memory::rods);
sweep_kernel!(f64, sweep_all_f64, memory::all);
