//! Morton order: boxes sorted along a Z-shaped curve through their centres, so that neighbours in the order are
//! neighbours in space. The order is a function of the boxes alone.

use rayon::prelude::*;

use super::aabb::Aabb;

/// Bits a coordinate; three of them fit the four radix passes.
const BITS: u32 = 14;
const RADIX_BITS: u32 = 11;
const PASSES: u32 = 4;

/// Maps box centres to Morton codes relative to a common cube.
pub(super) struct Curve {
    origin: [f32; 3],
    scale: f32,
}

impl Curve {
    /// The curve through the cube that holds the centres of all `boxes`; boxes reaching infinity are clamped to its faces.
    pub(super) fn through(boxes: &[Aabb]) -> Self {
        let centers = || boxes.iter().map(Aabb::doubled_center);
        let low: [f32; 3] =
            std::array::from_fn(|k| centers().map(|c| c[k]).fold(f32::INFINITY, f32::min));
        let high: [f32; 3] =
            std::array::from_fn(|k| centers().map(|c| c[k]).fold(f32::NEG_INFINITY, f32::max));
        let extent = (0..3).map(|k| high[k] - low[k]).fold(0.0, f32::max);
        let scale = (1u32 << BITS) as f32 / extent;
        Self {
            origin: low,
            scale: if scale.is_finite() { scale } else { 0.0 },
        }
    }

    /// The Morton code of a box: the bits of its centre's three grid coordinates, interleaved.
    #[inline]
    fn code(&self, bounds: &Aabb) -> u64 {
        let center = bounds.doubled_center();
        (0..3).fold(0, |code, k| {
            // The cast saturates and sends NaN to 0.
            let cell = ((center[k] - self.origin[k]) * self.scale) as u32;
            code | spread(cell.min((1 << BITS) - 1)) << k
        })
    }

    /// The order of `count` boxes along the curve; equal codes keep their index order.
    pub(super) fn order(&self, count: usize, bounds: impl Fn(usize) -> Aabb + Sync) -> Vec<u32> {
        let mut entries = Vec::with_capacity(count);
        (0..count)
            .into_par_iter()
            .map(|i| (self.code(&bounds(i)), i as u32))
            .collect_into_vec(&mut entries);
        radix_sort(&mut entries);
        entries.into_iter().map(|(_, index)| index).collect()
    }
}

/// Inserts two zero bits after each of the lowest 21 bits.
#[inline]
fn spread(cell: u32) -> u64 {
    let mut x = u64::from(cell);
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Stable least-significant-digit radix sort by the code.
fn radix_sort(entries: &mut Vec<(u64, u32)>) {
    const BUCKETS: usize = 1 << RADIX_BITS;
    let digit = |code: u64, pass: u32| (code >> (pass * RADIX_BITS)) as usize & (BUCKETS - 1);
    let mut counts = vec![[0u32; BUCKETS]; PASSES as usize];
    for &(code, _) in entries.iter() {
        for pass in 0..PASSES {
            counts[pass as usize][digit(code, pass)] += 1;
        }
    }
    let mut sorted = vec![(0u64, 0u32); entries.len()];
    for pass in 0..PASSES {
        let offsets = &mut counts[pass as usize];
        let mut start = 0;
        for offset in offsets.iter_mut() {
            start += std::mem::replace(offset, start);
        }
        for &entry in entries.iter() {
            let offset = &mut offsets[digit(entry.0, pass)];
            sorted[*offset as usize] = entry;
            *offset += 1;
        }
        std::mem::swap(entries, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;

    #[test]
    fn codes_interleave_bits() {
        for cell in [0u32, 1, 2, 5, 0x3fff, 0x2aaa] {
            let expected = (0..21).fold(0u64, |s, b| s | u64::from(cell >> b & 1) << (3 * b));
            assert_eq!(spread(cell), expected);
        }
    }

    #[test]
    fn order_is_a_stable_permutation_sorted_by_code() {
        let boxes: Vec<Aabb> = (0..1000u32)
            .map(|i| {
                let x = f64::from(i.wrapping_mul(2_654_435_761) >> 24);
                Aabb::of_point(&Vec3::new(x, 3.0 * x % 7.0, 1.0), 0.0)
            })
            .collect();
        let curve = Curve::through(&boxes);
        let order = curve.order(boxes.len(), |i| boxes[i]);
        let key = |i: u32| (curve.code(&boxes[i as usize]), i);
        assert!(order.windows(2).all(|w| key(w[0]) < key(w[1])));
        assert_eq!(order.len(), boxes.len());
    }

    #[test]
    fn coincident_and_infinite_boxes_are_ordered() {
        let same = vec![Aabb::of_point(&Vec3::repeat(1.0), 0.0); 9];
        assert_eq!(
            Curve::through(&same).order(9, |i| same[i]),
            (0..9).collect::<Vec<_>>()
        );
        let mut wide = same;
        wide[3] = Aabb::of_point(&Vec3::repeat(1e300), 0.0);
        assert_eq!(Curve::through(&wide).order(9, |i| wide[i]).len(), 9);
    }
}
