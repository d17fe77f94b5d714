//! Files of numbers that other programs have computed.

use tangency_engine::Vec3;

/// Little-endian numbers, one after another.
pub struct Reader {
    bytes: &'static [u8],
    place: usize,
}

impl Reader {
    pub fn new(bytes: &'static [u8]) -> Self {
        Reader { bytes, place: 0 }
    }

    pub fn number(&mut self) -> f64 {
        let bytes = &self.bytes[self.place..self.place + 8];
        self.place += 8;
        f64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }

    pub fn count(&mut self) -> usize {
        self.number() as usize
    }

    pub fn vectors(&mut self, count: usize) -> Vec<Vec3> {
        (0..count)
            .map(|_| Vec3::from_fn(|_, _| self.number()))
            .collect()
    }

    pub fn stencils<const K: usize>(&mut self, count: usize) -> Vec<[u32; K]> {
        (0..count)
            .map(|_| std::array::from_fn(|_| self.number() as u32))
            .collect()
    }

    pub fn is_at_end(&self) -> bool {
        self.place == self.bytes.len()
    }
}

/// The largest difference of two fields, over the largest of the second.
pub fn error(actual: &[Vec3], expected: &[Vec3]) -> f64 {
    let largest = expected.iter().map(|v| v.amax()).fold(0.0, f64::max);
    let differences = actual.iter().zip(expected).map(|(a, e)| (a - e).amax());
    differences.fold(0.0, f64::max) / largest
}
