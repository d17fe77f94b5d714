//! Morton codes: the bits of three coordinates interleaved, so that near codes mean near points.

use super::TreeBox;
use crate::KernelReal;

/// An unsigned number that can be a Morton code.
pub trait Code: crate::sort::Key {
    /// Bits per axis.
    const AXIS_BITS: u32;
    /// Bits of a code.
    const BITS: u32 = 3 * Self::AXIS_BITS;
    /// Interleaves three numbers of [`Code::AXIS_BITS`] bits.
    fn interleaved(cell: [u32; 3]) -> Self;
    /// The number of leading bits in which two codes agree, out of all bits of the number.
    fn common_bits(self, other: Self) -> u32;
    /// The width of the number in bits.
    const WIDTH: u32;
}

/// Spreads 10 bits so that two zeros follow each.
#[inline]
fn spread10(x: u32) -> u32 {
    let x = (x | (x << 16)) & 0x0300_00ff;
    let x = (x | (x << 8)) & 0x0300_f00f;
    let x = (x | (x << 4)) & 0x030c_30c3;
    (x | (x << 2)) & 0x0924_9249
}

/// Spreads 21 bits so that two zeros follow each.
#[inline]
fn spread21(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | (x << 32)) & 0x001f_0000_0000_ffff;
    let x = (x | (x << 16)) & 0x001f_0000_ff00_00ff;
    let x = (x | (x << 8)) & 0x100f_00f0_0f00_f00f;
    let x = (x | (x << 4)) & 0x10c3_0c30_c30c_30c3;
    (x | (x << 2)) & 0x1249_2492_4924_9249
}

impl Code for u32 {
    const AXIS_BITS: u32 = 10;
    const WIDTH: u32 = 32;
    #[inline]
    fn interleaved([x, y, z]: [u32; 3]) -> Self {
        spread10(x) << 2 | spread10(y) << 1 | spread10(z)
    }
    #[inline]
    fn common_bits(self, other: Self) -> u32 {
        (self ^ other).leading_zeros()
    }
}

impl Code for u64 {
    const AXIS_BITS: u32 = 21;
    const WIDTH: u32 = 64;
    #[inline]
    fn interleaved([x, y, z]: [u32; 3]) -> Self {
        spread21(x) << 2 | spread21(y) << 1 | spread21(z)
    }
    #[inline]
    fn common_bits(self, other: Self) -> u32 {
        (self ^ other).leading_zeros()
    }
}

/// The code of the centre of `item` in a grid of cubes over `scene`, the box of all.
///
/// The cubes are as wide as the longest side of the scene demands, so that a flat scene is not stretched.
#[inline]
pub fn code<R: KernelReal, C: Code>(item: &TreeBox<R>, scene: &TreeBox<R>) -> C {
    let mut longest = R::zero();
    for axis in 0..3 {
        longest = longest.max(scene.upper[axis] - scene.lower[axis]);
    }
    let cells = (1_u32 << C::AXIS_BITS) - 1;
    let per_metre = if longest > R::zero() {
        R::from_f64(f64::from(cells)) / longest
    } else {
        R::zero()
    };
    let mut cell = [0; 3];
    for (axis, cell) in cell.iter_mut().enumerate() {
        let centre = (item.lower[axis] + item.upper[axis]) * R::half();
        let place = ((centre - scene.lower[axis]) * per_metre).to_u32();
        *cell = if place < cells { place } else { cells };
    }
    C::interleaved(cell)
}
