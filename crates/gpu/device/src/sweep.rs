//! Sweeps: the vertices of a colour, several lanes each.

use core::sync::atomic::Ordering;

use crate::needs::{counter, is_void};
use crate::step::turn;
use crate::thread;
use crate::warp::{self, Gather, Lanes, Wide};
use crate::world::{self, item, view};
use tangency_kernels::arguments::{World, control};
use tangency_kernels::bvh::Quantize;
use tangency_kernels::vbd::step::LaneSweep;
use tangency_kernels::vbd::{Elastic, Lane, Padded};

/// A vertex of a colour by `lanes` lanes, all of one warp.
#[inline(always)]
unsafe fn sweep_one<R: Quantize + Lanes + Wide, E: Elastic<R>>(
    world: &World<R>,
    sweep: &LaneSweep<'_, R, E, Padded<R>>,
    from: u32,
    first: u32,
    count: u32,
    lanes: usize,
) {
    // Lanes are a power of two; 64 bits would be divided by software.
    let t = thread() as u32;
    let lane = Lane {
        number: (t & (lanes as u32 - 1)) as usize,
        of: lanes,
    };
    let place = t >> lanes.trailing_zeros();
    let is_there = place < count;
    // A thread beyond the last vertex works on the last, so that all lanes of a warp stay together.
    let v = first + if is_there { place } else { count - 1 };
    let [from, to] = turn(world, from == 0);
    // SAFETY: the contract; vertices before `first` were written by earlier launches only.
    unsafe {
        if is_void(world) {
            return;
        }
        let x = Gather {
            done: to.address as *const Padded<R>,
            old: from.address as *const Padded<R>,
            first,
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
