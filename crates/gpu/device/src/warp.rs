//! What the threads of a warp tell each other. All 32 call these together.

use core::arch::asm;
use tangency_kernels::{Real, VertexShare};

/// A number that lanes can exchange.
pub trait Lanes: Real {
    /// That of the lane whose number differs in the bits of `mask`.
    fn across(self, mask: u32) -> Self;
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
}

impl Lanes for f64 {
    #[inline(always)]
    fn across(self, mask: u32) -> Self {
        let bits = self.to_bits();
        let half = |bits: u32| f32::from_bits(bits).across(mask).to_bits();
        let (low, high) = (half(bits as u32), half((bits >> 32) as u32));
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }
}

/// Adds what all lanes of a vertex have found, in the order of `Lane::joined`.
#[inline(always)]
pub fn add<R: Lanes>(share: &mut VertexShare<R>, lanes: usize) {
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
