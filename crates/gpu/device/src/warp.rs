//! Exchange between the threads of a warp, all 32 together, and between the warps of a block.

use core::arch::asm;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::thread;
use tangency_kernels::positions::{At, Padded};
use tangency_kernels::{Real, Vec3, VertexQuadratic};

/// A number that lanes can exchange.
pub trait Lanes: Real {
    /// The number of the lane whose own number differs in the bits of `mask`.
    fn across(self, mask: u32) -> Self;

    /// Writes it to the memory of a block.
    ///
    /// # Safety
    /// The address is in a [`Board`], and no other thread writes or reads there until the next barrier.
    unsafe fn write(self, to: u32);

    /// Reads one from the memory of a block.
    ///
    /// # Safety
    /// The address is in a [`Board`], and it was written before the last barrier.
    unsafe fn read(from: u32) -> Self;
}

impl Lanes for f32 {
    #[inline(always)]
    fn across(self, mask: u32) -> Self {
        let result: f32;
        // SAFETY: all threads of the warp are here.
        unsafe {
            asm!("shfl.sync.bfly.b32 {r}, {x}, {m}, 31, -1;", r = out(reg32) result, x = in(reg32) self, m = in(reg32) mask, options(nomem, nostack));
        }
        result
    }

    #[inline(always)]
    unsafe fn write(self, to: u32) {
        // SAFETY: the contract.
        unsafe { asm!("st.shared.b32 [{to}], {x};", x = in(reg32) self, to = in(reg32) to) }
    }

    #[inline(always)]
    unsafe fn read(from: u32) -> Self {
        let x: f32;
        // SAFETY: the contract.
        unsafe { asm!("ld.shared.b32 {x}, [{from}];", x = out(reg32) x, from = in(reg32) from) }
        x
    }
}

impl Lanes for f64 {
    #[inline(always)]
    fn across(self, mask: u32) -> Self {
        let bits = self.to_bits();
        let half = |bits: u32| f32::from_bits(bits).across(mask).to_bits();
        let (low, high) = (half(bits as u32), half((bits >> 32) as u32));
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }

    #[inline(always)]
    unsafe fn write(self, to: u32) {
        // SAFETY: the contract.
        unsafe { asm!("st.shared.b64 [{to}], {x};", x = in(reg64) self, to = in(reg32) to) }
    }

    #[inline(always)]
    unsafe fn read(from: u32) -> Self {
        let x: f64;
        // SAFETY: the contract.
        unsafe { asm!("ld.shared.b64 {x}, [{from}];", x = out(reg64) x, from = in(reg32) from) }
        x
    }
}

/// Numbers of a [`VertexQuadratic`].
const SHARE: u32 = 12;
/// Bytes of a board: shares of 32 vertices in double precision for each part but the first.
const BOARD: u32 = 3 * 32 * SHARE * 8;

/// Memory of a block, where each of its warps leaves the shares of some vertices of one part.
#[derive(Clone, Copy)]
pub struct Board {
    address: u32,
}

impl Board {
    /// The board of this kernel, of which there is one.
    #[inline(always)]
    pub fn new() -> Self {
        let address: u32;
        // SAFETY: declares memory, and reads its address.
        unsafe {
            asm!("{{ .shared .align 16 .b8 board[{size}]; mov.u32 {address}, board; }}", size = const BOARD, address = out(reg32) address);
        }
        Board { address }
    }

    #[inline(always)]
    fn place<R>(self, share: u32, number: u32) -> u32 {
        self.address + (share * SHARE + number) * size_of::<R>() as u32
    }

    /// Leaves a share.
    ///
    /// # Safety
    /// Its number is below 96, and no other thread leaves one of the same number.
    #[inline(always)]
    pub unsafe fn write<R: Lanes>(self, number: u32, share: &VertexQuadratic<R>) {
        for k in 0..3 {
            // SAFETY: the contract.
            unsafe { share.gradient[k].write(self.place::<R>(number, k as u32)) }
        }
        for k in 0..9 {
            // SAFETY: the contract.
            unsafe { share.hessian[k].write(self.place::<R>(number, 3 + k as u32)) }
        }
    }

    /// Adds a share that was left before the last barrier.
    ///
    /// # Safety
    /// It was left.
    #[inline(always)]
    pub unsafe fn add_to<R: Lanes>(self, number: u32, share: &mut VertexQuadratic<R>) {
        for k in 0..3 {
            // SAFETY: the contract.
            share.gradient[k] += unsafe { R::read(self.place::<R>(number, k as u32)) };
        }
        for k in 0..9 {
            // SAFETY: the contract.
            share.hessian[k] += unsafe { R::read(self.place::<R>(number, 3 + k as u32)) };
        }
    }
}

/// Waits for all threads of the block, all of which call it.
#[inline(always)]
pub fn barrier() {
    // SAFETY: all threads of the block are here.
    unsafe { asm!("bar.sync 0;") }
}

/// A number that is read four at a time.
pub trait Wide: Real {
    /// The position at an address that is a multiple of 16.
    ///
    /// # Safety
    /// A position of the GPU's memory lies there, which no thread writes meanwhile.
    unsafe fn load(from: *const Padded<Self>) -> Vec3<Self>;
}

impl Wide for f32 {
    #[inline(always)]
    unsafe fn load(from: *const Padded<f32>) -> Vec3<f32> {
        let (x, y, z): (f32, f32, f32);
        // SAFETY: the contract.
        unsafe {
            asm!("ld.global.v4.b32 {{{x}, {y}, {z}, {w}}}, [{from}];", x = out(reg32) x, y = out(reg32) y, z = out(reg32) z, w = out(reg32) _, from = in(reg64) from, options(readonly, nostack, pure));
        }
        Vec3::new(x, y, z)
    }
}

impl Wide for f64 {
    #[inline(always)]
    unsafe fn load(from: *const Padded<f64>) -> Vec3<f64> {
        // SAFETY: the contract.
        unsafe { (*from).into() }
    }
}

/// Positions in the middle of a sweep, as [`Positions`](tangency_kernels::positions::Positions), for vertex numbers from
/// lists that were made for these vertices: nothing is checked.
#[derive(Clone, Copy)]
pub struct Gather<R> {
    /// New positions.
    pub done: *const Padded<R>,
    /// Positions before the sweep.
    pub old: *const Padded<R>,
    /// The first vertex that has no new position.
    pub first: u32,
}

impl<R: Wide> At<R> for Gather<R> {
    #[inline(always)]
    fn at(&self, v: u32) -> Vec3<R> {
        let base = if v < self.first { self.done } else { self.old };
        // SAFETY: v is the number of a vertex, and both arrays have a position for each.
        unsafe { R::load(base.wrapping_add(v as usize)) }
    }
}

/// Adds what all lanes of a vertex have found, in the order of `Lane::joined`.
#[inline(always)]
pub fn add<R: Lanes>(share: &mut VertexQuadratic<R>, lanes: usize) {
    let mut mask = lanes as u32 / 2;
    while mask > 0 {
        for k in 0..3 {
            let other = share.gradient[k].across(mask);
            share.gradient[k] += other;
        }
        for k in 0..9 {
            let other = share.hessian[k].across(mask);
            share.hessian[k] += other;
        }
        mask /= 2;
    }
}

/// The smallest number of all lanes of a vertex.
#[inline(always)]
pub fn smallest<R: Lanes>(mut number: R, lanes: usize) -> R {
    let mut mask = lanes as u32 / 2;
    while mask > 0 {
        number = number.min(number.across(mask));
        mask /= 2;
    }
    number
}

/// Which of the 32 threads say yes, a bit for each.
#[inline(always)]
pub fn ballot(yes: bool) -> u32 {
    let bits: u32;
    // SAFETY: all threads of the warp are here.
    unsafe {
        asm!("{{ .reg .pred %yes; setp.ne.u32 %yes, {yes}, 0; vote.sync.ballot.b32 {bits}, %yes, -1; }}", yes = in(reg32) u32::from(yes), bits = out(reg32) bits, options(nomem, nostack));
    }
    bits
}

/// A place for each of the 32 threads that says yes, in a list whose length `counter` has.
///
/// # Safety
/// All threads of the warp are here; all that write to `counter` do so by this function.
#[inline(always)]
pub unsafe fn place_in(counter: *mut u32, yes: bool) -> u32 {
    let mask = ballot(yes);
    let lane = thread() as u32 % 32;
    let mut begin = 0;
    if lane == 0 && mask != 0 {
        // SAFETY: the contract.
        let counter = unsafe { AtomicU32::from_ptr(counter) };
        begin = counter.fetch_add(mask.count_ones(), Ordering::Relaxed);
    }
    let first: u32;
    // SAFETY: all threads of the warp are here.
    unsafe {
        asm!("shfl.sync.idx.b32 {r}, {x}, 0, 31, -1;", r = out(reg32) first, x = in(reg32) begin, options(nomem, nostack));
    }
    first + (mask & ((1 << lane) - 1)).count_ones()
}

/// The largest number of the warp.
#[inline(always)]
pub fn largest(mut number: f32) -> f32 {
    let mut mask = 16;
    while mask > 0 {
        number = Real::max(number, number.across(mask));
        mask /= 2;
    }
    number
}
